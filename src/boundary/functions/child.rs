//! Functions that start commands and wait for their end: what a cancellation does to the child [io/CX-9], and what `proc_close()`
//! returns of one that a signal has killed [io/EXE-6].

use super::wrapped::{Around, Guards, Waiter, Wrapped};
use crate::abi::zend::{IS_ARRAY, IS_LONG};
use crate::abi::{ExecuteData, ZString, Zval};
use crate::boundary::exclusion::gate;
use crate::boundary::streams::{closing, holders};
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::per_thread::per_thread;
use crate::engine::stream_owners;
use crate::engine::streams::{self, Stream};
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, frame, hash};
use core::ffi::{c_int, c_void};
use core::ptr;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let (waiter, around) = match (function.class(), function.name()) {
        (b"", b"exec" | b"system" | b"passthru" | b"shell_exec") => (Waiter::Command, None),
        (b"", b"proc_close") => (Waiter::ProcClose, Some(close_process as Around)),
        (b"", b"proc_open") => (Waiter::ProcOpen, Some(open_process as Around)),
        _ => return None,
    };
    Some(Guards { waiter, around, ..Guards::default() })
}

/// Streams among the descriptors of a command are written out first, and a filter may run PHP code for that [io/SO-6].
unsafe fn open_process(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper, which is called with hooks enabled.
    unsafe { holders::during(Call::of(frame, result), writes_out, || inner(frame, result)) }
}

/// Others are not used any more when the call waits, as for the other side of a FIFO.
unsafe fn writes_out(call: Call, stream: *mut Stream) -> bool {
    const DESCRIPTORS: u32 = 1;
    // SAFETY: the call has not ended, so its arguments are alive, and the stream, which is being closed, is not freed yet.
    unsafe {
        let value = call.arg(DESCRIPTORS);
        !value.is_null()
            && (*value).kind() == IS_ARRAY
            && streams::has_filters(stream)
            && stream_owners::is_in_array((*value).value.array, stream)
    }
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

/// The numbers below this may be descriptors of the command that the executing `proc_open()` starts.
///
/// # Safety
/// In a call of `proc_open()`, on a PHP thread.
pub unsafe fn numbers_of_command() -> c_int {
    unsafe extern "C" fn look(most: *mut c_void, index: u64, key: *mut ZString, _: *mut Zval) -> bool {
        // SAFETY: the place of the number, which outlives the walk.
        unsafe {
            let number = if key.is_null() { c_int::try_from(index).unwrap_or(0) } else { 0 };
            *most.cast::<c_int>() = number.max(*most.cast());
            true
        }
    }
    let mut most: c_int = 2;
    // SAFETY: the frame is that of the call, which holds its arguments; looking runs no PHP code.
    unsafe {
        let value = Call::of(current_frame(), ptr::null_mut()).arg(1);
        if !value.is_null() && (*value).kind() == IS_ARRAY {
            hash::each((*value).value.array, look, (&raw mut most).cast());
        }
    }
    most.saturating_add(1)
}

/// More pipes of a process are not looked at.
const PIPES: usize = 256;

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
        // It closes the pipes of the process that are open.
        let mut pipes = [ptr::null_mut(); PIPES];
        let count = stream_owners::pipes_of_process(Call::of(frame, result).arg(0), &mut pipes);
        if !wait::may_suspend() && pipes[..count].iter().any(|pipe| closing::is_used_by_others(*pipe)) {
            gate::refuse_closing("stream");
            return;
        }
        inner(frame, result);
        let status = STATUS.replace(0);
        // What stock PHP gives then.
        let is_status = (*result).kind() == IS_LONG && (*result).value.long == i64::from(status);
        if is_status && libc::WIFSIGNALED(status) && wait::may_suspend() {
            result.write(Zval::from_long(-i64::from(libc::WTERMSIG(status))));
        }
    }
}
