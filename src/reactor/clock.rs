//! How the virtual clock (`async.sim_time`, `sim/clock.rs`) goes on with the event loop.
//!
//! It stands still while coroutines run. It goes on
//!
//! * by a jump to the earliest deadline, when every coroutine waits and nothing from outside can wake one: no descriptor
//!   is watched (with `async.sim_time=2` they do not count), nothing of libuv is alive (jobs on worker threads, child
//!   processes), no [`hold`] is taken. A turn that does not wait has reported nothing before;
//! * by the real time of a wait, when something from outside can end it;
//! * by a little at every turn and every time PHP reads it, so that loops that look at the clock until it has gone on
//!   come to an end.
//!
//! It begins with the kernel's time at the first launch of a request and never goes back. What blocks without our
//! knowledge, and what computes, takes no virtual time.

use super::{Reactor, current};
use crate::sim::clock::{advance, kernel_ns};
use crate::sim::{self, Time};

/// What a turn of the event loop takes.
const TURN_NS: u64 = 10_000;
/// Data between two sockets of one process may be on their way through the kernel for a moment.
const GRACE_NS: u64 = 2_000_000;

/// While it is taken, something that the reactor does not know runs in real time: the clock does not jump.
pub fn hold() {
    // SAFETY: one count in this thread's reactor, which is never freed; nothing refers to the place.
    unsafe { (*current()).holds += 1 }
}

/// Ends a [`hold`].
pub fn release() {
    // SAFETY: one count in this thread's reactor, which is never freed; nothing refers to the place.
    unsafe { (*current()).holds -= 1 }
}

/// A turn begins: it takes a moment, also where it neither waits nor looks.
#[inline]
pub(super) fn begin_turn() {
    if sim::time() != Time::Real {
        advance(TURN_NS);
    }
}

/// Carries out a wait of a turn, of `timeout` nanoseconds (`None`: without end). `wait` waits in the kernel for so long
/// and returns how much it has to report.
pub(super) fn pass(
    reactor: &Reactor,
    timeout: Option<u64>,
    workers: bool,
    mut wait: impl FnMut(Option<u64>) -> i32,
) -> i32 {
    let time = sim::time();
    if time == Time::Real {
        return wait(timeout);
    }
    let watched = reactor.watches.waiting() > 0;
    let from_outside = workers || reactor.holds > 0 || (watched && time == Time::Virtual);
    match timeout {
        Some(0) => wait(timeout),
        Some(ns) if !from_outside => {
            let count = wait(Some(if watched { GRACE_NS } else { 0 }));
            if count == 0 {
                advance(ns);
            }
            count
        }
        _ => {
            let start = kernel_ns(libc::CLOCK_MONOTONIC);
            let count = wait(timeout);
            // A loaded machine may wake us late; the virtual one does not.
            advance((kernel_ns(libc::CLOCK_MONOTONIC) - start).min(timeout.unwrap_or(u64::MAX)));
            count
        }
    }
}
