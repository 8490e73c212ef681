//! Simulation: one seed decides everything that the rules leave open.
//!
//! ```text
//!   async.sim_seed ---> Decision::Pick      which coroutine runs next               scheduler/run/draw.rs
//!                       Decision::Events    order of descriptors ready at once      reactor/sim.rs
//!                       Decision::Timers    order of equal deadlines                reactor/sim.rs
//!                       Decision::Delay     what hears of what when                 reactor/sim.rs
//!                       Decision::Fault     what an attempt at the kernel gives     boundary/wait/sim.rs, reactor/io/{file,transfer}.rs
//!                       Decision::Slice     where a call gives way                  boundary/wait/sim.rs
//!   async.sim_time ---> the clock jumps instead of waiting                          clock.rs, reactor/clock.rs
//! ```
//!
//! Each kind of decision draws from a stream of its own: one more attempt to read somewhere does not reshuffle what runs
//! when. Only what the rules allow is simulated: high-priority coroutines come first, microtasks, notifications and
//! deadlines keep their order.
//!
//! A floor of its own: the floors above draw in the files named here, and nowhere else. Others ask only whether a seed was given, and for
//! the time.

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

/// `async.sim_time`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    Real,
    /// Jumps, unless a descriptor is waited for: what is at its other end lives in real time.
    Virtual,
    /// Jumps also then: all are in this process.
    Closed,
}

// What one thread simulates: `async.sim_seed`, 0 for nothing; `async.sim_time`; a stream for each kind of decision.
per_thread!(static SEED: u64 = 0);
per_thread!(static TIME: Time = Time::Real);
per_thread!(fn streams() -> *mut [Random; DECISIONS] = [const { Random::new(0) }; DECISIONS]);

/// Takes over the settings; at the first launch of a request.
pub fn begin() {
    let seed = ini::long(c"async.sim_seed") as u64;
    SEED.set(seed);
    TIME.set(match ini::long(c"async.sim_time") {
        i64::MIN..=0 => Time::Real,
        1 => Time::Virtual,
        _ => Time::Closed,
    });
    let mut seeds = Random::new(seed);
    set_streams(|| seeds.next());
}

fn set_streams(mut seed: impl FnMut() -> u64) {
    // SAFETY: the streams live as long as the thread, and no call of this module keeps a reference to one.
    unsafe { *streams() = core::array::from_fn(|_| Random::new(seed())) }
}

/// The end of a request.
pub fn end() {
    SEED.set(0);
    TIME.set(Time::Real);
    clock::stop();
    set_streams(|| 0);
}

/// Whether a seed decides.
#[inline]
pub fn seeded() -> bool {
    SEED.get() != 0
}

#[inline]
pub fn time() -> Time {
    TIME.get()
}

/// Whether decisions must not depend on the real clock.
#[inline]
pub fn active() -> bool {
    seeded() || time() != Time::Real
}

/// A number below `bound`.
pub fn below(decision: Decision, bound: usize) -> usize {
    // SAFETY: the streams live as long as the thread; drawing a number calls nothing that would draw another one.
    unsafe { (*streams())[decision as usize].below(bound) }
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
