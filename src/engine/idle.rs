//! The scheduler and the event loop are at work while the frame of whichever coroutine waited last is in place: it does not execute
//! then, and what is made meanwhile is not its doing [core/EX-6].

use super::eg;
use super::per_thread::per_thread;
use crate::abi::ExecuteData;
use core::ptr;

// The frame that is in place, but not executing; null when there is none, or it executes.
per_thread!(static IDLE: *mut ExecuteData = ptr::null_mut());

/// The frame that is in place does not execute until [`end`] is called with what this returns. What is called meanwhile may run PHP
/// code, in frames of its own.
pub fn begin() -> *mut ExecuteData {
    // SAFETY: reads a pointer in this thread's executor globals.
    IDLE.replace(unsafe { (*eg()).current_execute_data })
}

/// The counterpart of [`begin`]; with null no frame counts as idle.
pub fn end(before: *mut ExecuteData) {
    IDLE.set(before);
}

/// Makes something as the frame that is in place, if it executes, else as if there were none.
///
/// # Safety
/// `make` neither runs PHP code nor suspends.
pub unsafe fn aware<T>(make: impl FnOnce() -> T) -> T {
    // SAFETY: a pointer in this thread's executor globals is read; `make` is what `without_frame` demands.
    unsafe { if (*eg()).current_execute_data == IDLE.get() { without_frame(make) } else { make() } }
}

/// Runs `call` as if no frame were executing.
///
/// # Safety
/// `call` neither runs PHP code nor suspends.
pub unsafe fn without_frame<T>(call: impl FnOnce() -> T) -> T {
    // SAFETY: `call` neither runs PHP code nor suspends, as demanded, so nothing misses the frame before it is back; no
    // borrow of the globals lives across it.
    unsafe {
        let frame = core::mem::replace(&mut (*eg()).current_execute_data, ptr::null_mut());
        let result = call();
        (*eg()).current_execute_data = frame;
        result
    }
}
