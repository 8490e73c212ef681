//! `sigaction` of a signal that has subscribers: the caller's handler is called by the reactor's. One that interrupts threads is
//! handed over. SIGPIPE: `sigpipe.rs`. Never suspends; may be called in a signal handler.

use super::sigpipe;
use crate::boundary::wait::{self, interrupt};
use crate::reactor::delivery;
use core::ffi::c_int;

pub unsafe extern "C" fn sigaction(signal: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    // SAFETY: the caller keeps the contract of `sigaction`, in whose place this stands.
    unsafe {
        if signal == libc::SIGPIPE && wait::enabled() {
            return sigpipe::sigaction(new, old);
        }
        if !new.is_null() {
            interrupt::hand_over(signal);
        }
        delivery::sigaction(signal, new, old)
    }
}

/// That of libraries.
pub unsafe extern "C" fn sigaction_of_library(
    signal: c_int,
    new: *const libc::sigaction,
    old: *mut libc::sigaction,
) -> c_int {
    // SAFETY: the caller keeps the contract of `sigaction`, in whose place this stands.
    unsafe {
        if signal == libc::SIGPIPE && wait::enabled() {
            return sigpipe::sigaction_of_library(new, old);
        }
        sigaction(signal, new, old)
    }
}
