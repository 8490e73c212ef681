//! The clock: the kernel's, or a virtual one (`async.sim_time`), which the reactor runs (`reactor/clock.rs`).

use super::{Time, time};
use crate::engine::per_thread::per_thread;

const NS_PER_S: u64 = 1_000_000_000;
/// What it takes to read the virtual clock.
const READING_NS: u64 = 1_000;

/// The virtual clock, in nanoseconds.
struct Clock {
    /// 0 before it was started.
    monotonic_ns: u64,
    /// What `CLOCK_REALTIME` shows beyond that.
    wall_ahead_ns: u64,
}

const STOPPED: Clock = Clock { monotonic_ns: 0, wall_ahead_ns: 0 };

per_thread!(fn clock() -> *mut Clock = STOPPED);

/// The monotonic clock of this thread.
#[inline]
pub fn now_ns() -> u64 {
    if time() == Time::Real { kernel_ns(libc::CLOCK_MONOTONIC) } else { virtual_ns() }
}

/// What a clock of the kernel shows, in nanoseconds, whether or not this thread's clock is virtual. It is one that always exists.
pub fn kernel_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes the time into this variable, and the clock exists.
    unsafe { libc::clock_gettime(clock, &mut time) };
    time.tv_sec as u64 * NS_PER_S + time.tv_nsec as u64
}

#[cold]
fn virtual_ns() -> u64 {
    // SAFETY: only this thread reaches its clock, and nothing that is called here does.
    unsafe {
        let clock = clock();
        if (*clock).monotonic_ns == 0 {
            (*clock).monotonic_ns = kernel_ns(libc::CLOCK_MONOTONIC);
            (*clock).wall_ahead_ns = kernel_ns(libc::CLOCK_REALTIME).wrapping_sub((*clock).monotonic_ns);
        }
        (*clock).monotonic_ns
    }
}

/// The virtual clock goes on.
pub fn advance(ns: u64) {
    let now = virtual_ns();
    // SAFETY: only this thread reaches its clock.
    unsafe { (*clock()).monotonic_ns = now.saturating_add(ns) }
}

/// What a libc clock shows PHP under virtual time; `None` for clocks that count something else than time, and when time
/// is real.
pub fn shown_ns(id: libc::clockid_t) -> Option<u64> {
    if time() == Time::Real {
        return None;
    }
    advance(READING_NS);
    let now = virtual_ns();
    match id {
        libc::CLOCK_MONOTONIC | libc::CLOCK_MONOTONIC_COARSE | libc::CLOCK_MONOTONIC_RAW | libc::CLOCK_BOOTTIME => {
            Some(now)
        }
        libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE => {
            // SAFETY: only this thread reaches its clock.
            Some(now.wrapping_add(unsafe { (*clock()).wall_ahead_ns }))
        }
        _ => None,
    }
}

/// The end of a request.
pub(super) fn stop() {
    // SAFETY: only this thread reaches its clock.
    unsafe { *clock() = STOPPED }
}
