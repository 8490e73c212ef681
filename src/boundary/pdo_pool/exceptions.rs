//! Exceptions of a pool, and of what is done for it outside calls of PHP code.

use crate::boundary::calls::cancellation_repair;
use crate::engine::pdo;
use core::ptr;
use std::ffi::CString;

/// Puts the cancellation in the place of what C code throws because its coroutine was cancelled [io/CX-5].
///
/// # Safety
/// On the PHP thread, in what is no call of a wrapped function.
pub unsafe fn repair() {
    // SAFETY: no frame of a wrapped function is named, and no unseen cancellation is older than the call.
    unsafe { cancellation_repair::after(ptr::null_mut(), ptr::null_mut(), 0) }
}

/// Throws a `PDOException`.
///
/// # Safety
/// On the PHP thread with a request.
pub unsafe fn throw(message: &str) {
    let text = CString::new(message.replace('\0', "")).unwrap_or_default();
    // SAFETY: copied.
    unsafe { pdo::throw(&text) }
}
