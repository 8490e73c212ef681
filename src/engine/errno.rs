//! The error numbers of C, of which every thread has its own.

use core::ffi::c_int;

/// errno of this thread.
#[inline]
pub fn errno() -> c_int {
    // SAFETY: libc gives every thread a place that is valid as long as it lives.
    unsafe { *libc::__errno_location() }
}

/// Where errno of this thread is, which is also that of a coroutine as long as it lives: it never changes its thread.
#[inline]
pub fn errno_place() -> *mut c_int {
    // SAFETY: libc gives every thread such a place.
    unsafe { libc::__errno_location() }
}

#[inline]
pub fn set_errno(value: c_int) {
    // SAFETY: libc gives every thread a place that is valid as long as it lives.
    unsafe { *libc::__errno_location() = value }
}

unsafe extern "C" {
    fn __h_errno_location() -> *mut c_int;
}

/// h_errno of this thread.
pub fn h_errno() -> c_int {
    // SAFETY: libc gives every thread a place that is valid as long as it lives.
    unsafe { *__h_errno_location() }
}

pub fn set_h_errno(value: c_int) {
    // SAFETY: libc gives every thread a place that is valid as long as it lives.
    unsafe { *__h_errno_location() = value }
}
