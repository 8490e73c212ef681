//! Simulation: one seed decides everything that the rules leave open (design D9).
//!
//! ```text
//!   async.sim_seed ---> Decision::Pick      which coroutine runs next               scheduler/run/draw.rs
//!                       Decision::Events    order of descriptors ready at once      reactor/sim.rs
//!                       Decision::Timers    order of equal deadlines                reactor/sim.rs
//!                       Decision::Delay     what hears of what when                 reactor/sim.rs
//!                       Decision::Fault     what an attempt at the kernel gives     boundary/wait/sim.rs
//!                       Decision::Slice     where a call gives way                  boundary/wait/sim.rs
//!   async.sim_time ---> the clock jumps instead of waiting                          clock.rs, reactor/clock.rs
//! ```
//!
//! Each kind of decision draws from a stream of its own: one more attempt to read somewhere does not reshuffle what runs
//! when. Only what the rules allow is simulated: high-priority coroutines come first, microtasks, notifications and
//! deadlines keep their order.
//!
//! A floor of its own: each floor above asks it at one seam.

pub mod clock;
mod random;

use crate::engine::ini;
use crate::engine::per_thread::per_thread;
use random::Random;

#[derive(Clone, Copy)]
pub enum Decision {
    Pick,
    Events,
    Timers,
    Delay,
    Fault,
    Slice,
}

const DECISIONS: usize = 6;

/// What one thread simulates.
pub struct Simulation {
    seed: u64,
    time: Time,
    streams: [Random; DECISIONS],
}

/// `async.sim_time`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    Real,
    /// Jumps, unless a descriptor is waited for: what is at its other end lives in real time.
    Virtual,
    /// Jumps also then: all are in this process.
    Closed,
}

impl Simulation {
    pub const fn new() -> Simulation {
        Simulation { seed: 0, time: Time::Real, streams: [const { Random::new(0) }; DECISIONS] }
    }
}

per_thread!(fn simulation() -> *mut Simulation = Simulation::new());

/// Takes over the settings; at the first launch of a request.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn begin() {
    // SAFETY: this thread's state.
    unsafe {
        let simulation = simulation();
        let seed = ini::long(c"async.sim_seed") as u64;
        (*simulation).seed = seed;
        (*simulation).time = match ini::long(c"async.sim_time") {
            i64::MIN..=0 => Time::Real,
            1 => Time::Virtual,
            _ => Time::Closed,
        };
        let mut seeds = Random::new(seed);
        (*simulation).streams = core::array::from_fn(|_| Random::new(seeds.next()));
    }
}

/// The end of a request.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn end() {
    // SAFETY: this thread's state.
    unsafe { *simulation() = Simulation::new() }
    clock::stop();
}

/// Whether a seed decides.
#[inline]
pub fn seeded() -> bool {
    // SAFETY: this thread's state.
    unsafe { (*simulation()).seed != 0 }
}

#[inline]
pub fn time() -> Time {
    // SAFETY: this thread's state.
    unsafe { (*simulation()).time }
}

/// Whether decisions must not depend on the real clock.
#[inline]
pub fn active() -> bool {
    seeded() || time() != Time::Real
}

/// A number below `bound`.
pub fn below(decision: Decision, bound: usize) -> usize {
    // SAFETY: this thread's state.
    unsafe { (*simulation()).streams[decision as usize].below(bound) }
}

/// True once in `times`; never without a seed.
#[inline]
pub fn once_in(decision: Decision, times: usize) -> bool {
    seeded() && below(decision, times) == 0
}

/// Any order.
pub fn shuffle<T>(decision: Decision, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(decision, last + 1));
    }
}
