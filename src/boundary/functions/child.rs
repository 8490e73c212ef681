//! Functions that start commands and wait for their end: what a cancellation does to the child [io/CX-9], and what `proc_close()`
//! returns of one that a signal has killed [io/EXE-6].

use super::wrapped::{Around, Guards, Waiter, Wrapped};
use crate::abi::zend::IS_LONG;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait;
use crate::engine::entry::Handler;
use crate::engine::per_thread::per_thread;
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, frame};
use core::ffi::c_int;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let (waiter, around) = match (function.class(), function.name()) {
        (b"", b"exec" | b"system" | b"passthru" | b"shell_exec") => (Waiter::Command, None),
        (b"", b"proc_close") => (Waiter::ProcClose, Some(close_process as Around)),
        (b"", b"proc_open") => (Waiter::ProcOpen, None),
        _ => return None,
    };
    Some(Guards { waiter, around, ..Guards::default() })
}

/// The function that is executing, and not what PHP code does below it.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn waiter() -> Waiter {
    // SAFETY: the frame that is executing, or null; the note on a function whose handler is the wrapper of such functions is a
    // `Wrapped`.
    unsafe {
        let frame = current_frame();
        if !frame::has_handler(frame, super::guarded) {
            return Waiter::Other;
        }
        (*wrap::note(frame).cast::<Wrapped>()).guards.waiter
    }
}

// The status of the child that was waited for last, until it is asked for.
per_thread!(static STATUS: c_int = 0);

/// A wait for a child gives this status. Nothing else runs before the function returns that waits.
pub fn ended(status: c_int) {
    STATUS.set(status);
}

/// In a coroutine a child that was killed by a signal gives its number, negative: without the sign it could be an exit code.
unsafe fn close_process(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    STATUS.set(0);
    // SAFETY: the arguments of the wrapper; the function has written its result.
    unsafe {
        inner(frame, result);
        let status = STATUS.replace(0);
        // What stock PHP gives then.
        let is_status = (*result).kind() == IS_LONG && (*result).value.long == i64::from(status);
        if is_status && libc::WIFSIGNALED(status) && wait::may_suspend() {
            result.write(Zval::from_long(-i64::from(libc::WTERMSIG(status))));
        }
    }
}
