//! `clock_gettime`, `gettimeofday`, `time`: what PHP sees of a virtual clock (`async.sim_time`). Redirected only in
//! processes that simulate time.

use crate::boundary::wait;
use crate::sim::clock::shown_ns;
use core::ffi::{c_int, c_void};
use libc::{clockid_t, time_t, timespec, timeval};

const NS_PER_S: u64 = 1_000_000_000;

/// Other threads, and children of a fork, see the kernel's time.
fn shown(clock: clockid_t) -> Option<u64> {
    if wait::enabled() { shown_ns(clock) } else { None }
}

pub unsafe extern "C" fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
    // SAFETY: the caller keeps the contract of `clock_gettime`, in whose place this stands.
    unsafe {
        match shown(clock) {
            Some(ns) if !time.is_null() => {
                *time = timespec { tv_sec: (ns / NS_PER_S) as _, tv_nsec: (ns % NS_PER_S) as _ };
                0
            }
            _ => libc::clock_gettime(clock, time),
        }
    }
}

pub unsafe extern "C" fn gettimeofday(time: *mut timeval, zone: *mut c_void) -> c_int {
    // SAFETY: the caller keeps the contract of `gettimeofday`, in whose place this stands.
    unsafe {
        match shown(libc::CLOCK_REALTIME) {
            Some(ns) if !time.is_null() && zone.is_null() => {
                *time = timeval { tv_sec: (ns / NS_PER_S) as _, tv_usec: (ns % NS_PER_S / 1_000) as _ };
                0
            }
            _ => libc::gettimeofday(time, zone.cast()),
        }
    }
}

pub unsafe extern "C" fn time(place: *mut time_t) -> time_t {
    // SAFETY: the caller keeps the contract of `time`, in whose place this stands.
    unsafe {
        match shown(libc::CLOCK_REALTIME) {
            Some(ns) => {
                let seconds = (ns / NS_PER_S) as time_t;
                if !place.is_null() {
                    *place = seconds;
                }
                seconds
            }
            None => libc::time(place),
        }
    }
}
