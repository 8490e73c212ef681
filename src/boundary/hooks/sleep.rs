//! `sleep`, `usleep`, `nanosleep`, `clock_nanosleep`: timer waits. Zero lets the others run once. Signals do not shorten
//! them [io/SL-2].

use crate::boundary::wait::{self, Outcome};
use crate::reactor::now_ns;
use core::ffi::{c_int, c_uint};
use libc::{clockid_t, timespec};

const NS_PER_S: u64 = 1_000_000_000;

/// What is left of the time, in nanoseconds; 0 when it was slept.
unsafe fn nap(deadline: u64, nothing: bool) -> Result<(), u64> {
    let errno = wait::errno();
    // SAFETY: a hook calls this after `enter` has returned true.
    let outcome = unsafe { if nothing { wait::yield_once() } else { wait::sleep_until(deadline) } };
    wait::set_errno(errno);
    match outcome {
        Outcome::Cancelled => Err(deadline.saturating_sub(now_ns())),
        _ => Ok(()),
    }
}

pub unsafe extern "C" fn sleep(seconds: c_uint) -> c_uint {
    // SAFETY: the caller keeps the contract of `sleep`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::sleep(seconds);
        }
        match nap(now_ns() + u64::from(seconds) * NS_PER_S, seconds == 0) {
            Ok(()) => 0,
            Err(rest) => rest.div_ceil(NS_PER_S) as c_uint,
        }
    }
}

pub unsafe extern "C" fn usleep(microseconds: c_uint) -> c_int {
    // SAFETY: the caller keeps the contract of `usleep`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::usleep(microseconds);
        }
        match nap(now_ns() + u64::from(microseconds) * 1_000, microseconds == 0) {
            Ok(()) => 0,
            Err(_) => {
                wait::set_errno(libc::ECANCELED);
                -1
            }
        }
    }
}

pub unsafe extern "C" fn nanosleep(time: *const timespec, rest: *mut timespec) -> c_int {
    // SAFETY: the caller keeps the contract of `nanosleep`, in whose place this stands.
    unsafe {
        if !is_valid(time) || !wait::enter() {
            return libc::nanosleep(time, rest);
        }
        match nap(wait::deadline_after(&*time), (*time).tv_sec == 0 && (*time).tv_nsec == 0) {
            Ok(()) => 0,
            Err(left) => {
                fill(rest, left);
                wait::set_errno(libc::ECANCELED);
                -1
            }
        }
    }
}

/// Returns the error number instead of setting errno.
pub unsafe extern "C" fn clock_nanosleep(
    clock: clockid_t,
    flags: c_int,
    time: *const timespec,
    rest: *mut timespec,
) -> c_int {
    // SAFETY: the caller keeps the contract of `clock_nanosleep`, in whose place this stands.
    unsafe {
        let known = clock == libc::CLOCK_REALTIME || clock == libc::CLOCK_MONOTONIC;
        if !known || !is_valid(time) || !wait::enter() {
            return libc::clock_nanosleep(clock, flags, time, rest);
        }
        let absolute = flags & libc::TIMER_ABSTIME != 0;
        let deadline = if absolute {
            let mut now = timespec { tv_sec: 0, tv_nsec: 0 };
            // The clock that PHP read the time from.
            super::clock::clock_gettime(clock, &mut now);
            let to_ns = |time: &timespec| i128::from(time.tv_sec) * i128::from(NS_PER_S) + i128::from(time.tv_nsec);
            let ahead = (to_ns(&*time) - to_ns(&now)).clamp(0, i128::from(u64::MAX / 2)) as u64;
            now_ns().saturating_add(ahead)
        } else {
            wait::deadline_after(&*time)
        };
        match nap(deadline, deadline <= now_ns()) {
            Ok(()) => 0,
            Err(left) => {
                if !absolute {
                    fill(rest, left);
                }
                libc::ECANCELED
            }
        }
    }
}

unsafe fn is_valid(time: *const timespec) -> bool {
    // SAFETY: the hooks pass on what the kernel would read: null, which is left to it to refuse, or a `timespec`.
    unsafe { !time.is_null() && (*time).tv_sec >= 0 && (*time).tv_nsec >= 0 && (*time).tv_nsec < NS_PER_S as i64 }
}

unsafe fn fill(rest: *mut timespec, left: u64) {
    if !rest.is_null() {
        // SAFETY: the caller keeps the contract of `nanosleep`: the place for the rest is valid, and not null here.
        unsafe { *rest = timespec { tv_sec: (left / NS_PER_S) as _, tv_nsec: (left % NS_PER_S) as _ } };
    }
}
