//! `sigprocmask` and `pthread_sigmask`: the real call, and a note that the mask of the thread may be another one. Never suspends; may be
//! called in a signal handler.

use crate::boundary::wait::{self, interrupt};
use core::ffi::c_int;
use libc::sigset_t;

pub unsafe extern "C" fn sigprocmask(how: c_int, set: *const sigset_t, old: *mut sigset_t) -> c_int {
    // SAFETY: the caller keeps the contract of `sigprocmask`, in whose place this stands.
    let result = unsafe { libc::sigprocmask(how, set, old) };
    note(set);
    result
}

pub unsafe extern "C" fn pthread_sigmask(how: c_int, set: *const sigset_t, old: *mut sigset_t) -> c_int {
    // SAFETY: the caller keeps the contract of `pthread_sigmask`, in whose place this stands.
    let result = unsafe { libc::pthread_sigmask(how, set, old) };
    note(set);
    result
}

fn note(set: *const sigset_t) {
    // A thread of a library's has a mask of its own.
    if !set.is_null() && wait::enabled() {
        interrupt::mask_changed();
    }
}
