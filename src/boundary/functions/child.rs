//! Functions that start commands and wait for their end: what a cancellation does to the child [io/CX-9], and what `proc_close()`
//! returns of one that a signal has killed [io/EXE-6].

use super::wrapped::{Guards, Wrapped};
use crate::abi::zend::IS_LONG;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait;
use crate::engine::entry::Handler;
use crate::engine::per_thread::per_thread;
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, frame};
use core::ffi::c_int;

/// Which function waits for a child.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Waiter {
    /// `exec()` and its family: the command is the call's own.
    Command,
    ProcClose,
    Other,
}

pub fn guards_of(function: &Function) -> Option<Guards> {
    let around = match (function.class(), function.name()) {
        (b"", b"exec" | b"system" | b"passthru" | b"shell_exec") => run_command,
        (b"", b"proc_close") => close_process,
        (b"", b"proc_open") => open_process,
        _ => return None,
    };
    Some(Guards { around: Some(around), ..Guards::default() })
}

/// The function that is executing.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn waiter() -> Waiter {
    // SAFETY: on a PHP thread, as the caller promises.
    match unsafe { executing() } {
        Some(around) if is(around, run_command) => Waiter::Command,
        Some(around) if is(around, close_process) => Waiter::ProcClose,
        _ => Waiter::Other,
    }
}

/// Whether `proc_open()` itself is executing, and not what a stream of user space does below it.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn opens_process() -> bool {
    // SAFETY: on a PHP thread, as the caller promises.
    unsafe { executing() }.is_some_and(|around| is(around, open_process))
}

type Around = unsafe fn(Handler, *mut ExecuteData, *mut Zval);

/// What the wrapper of the function that is executing calls.
unsafe fn executing() -> Option<Around> {
    // SAFETY: the frame that is executing, or null; the note on a function whose handler is the wrapper of such functions is a
    // `Wrapped`.
    unsafe {
        let frame = current_frame();
        if !frame::has_handler(frame, super::guarded) {
            return None;
        }
        (*wrap::note(frame).cast::<Wrapped>()).guards.around
    }
}

fn is(around: Around, ours: Around) -> bool {
    around as *const () == ours as *const ()
}

// The status of the child that was waited for last, until it is asked for.
per_thread!(static STATUS: c_int = 0);

/// A wait for a child gives this status. Nothing else runs before the function returns that waits.
pub fn ended(status: c_int) {
    STATUS.set(status);
}

unsafe fn run_command(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper.
    unsafe { inner(frame, result) }
}

/// Known while it runs: its descriptors are for its command alone (`hooks/command_ends.rs`).
unsafe fn open_process(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper.
    unsafe { inner(frame, result) }
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
