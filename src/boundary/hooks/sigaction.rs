//! `sigaction` of a signal that has subscribers: the caller's handler is called by the reactor's. One that interrupts threads is
//! handed over. Never suspends; may be called in a signal handler.

use crate::boundary::wait::interrupt;
use crate::reactor::delivery;
use core::ffi::c_int;

pub unsafe extern "C" fn sigaction(signal: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    if !new.is_null() {
        interrupt::hand_over(signal);
    }
    // SAFETY: the caller keeps the contract of `sigaction`, in whose place this stands.
    unsafe { delivery::redirect(signal, new, old).unwrap_or_else(|| libc::sigaction(signal, new, old)) }
}
