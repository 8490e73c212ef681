//! Streams that a coroutine waits to close while others are inside (`streams/closing.rs`): PHP code sees them as closed, and a
//! call on one of them is not to wait any more [io/SO-6].

use crate::abi::ExecuteData;
use crate::engine::current_frame;
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Hidden, Stream};

per_thread!(fn hidden() -> *mut Vec<Hidden> = Vec::new());

/// A closing begins: the stream looks closed to PHP code from now on.
///
/// # Safety
/// An open stream, whose resource is an argument of the call that closes it.
pub unsafe fn hide(stream: *mut Stream) -> Hidden {
    // SAFETY: the caller's stream is open; only this thread reaches its list.
    unsafe {
        let one = streams::hide(stream);
        (*hidden()).push(one);
        one
    }
}

/// The others have left: the stream is shown again, for PHP to close it.
///
/// # Safety
/// [`hide`] returned it, and the call that closes it has not returned.
pub unsafe fn show(one: &Hidden) {
    // SAFETY: the stream lives until it is closed, and its resource is an argument of the call that closes it. Only this
    // thread reaches its list.
    unsafe {
        let list = &mut *hidden();
        if let Some(index) = list.iter().position(|other| other == one) {
            list.swap_remove(index).show();
        }
    }
}

/// Whether the running call works on a stream that another coroutine waits to close: it is not to wait any more.
#[inline]
pub fn must_leave() -> bool {
    // SAFETY: only this thread reaches its list; the frame is the one that is executing.
    unsafe { !(*hidden()).is_empty() && is_given_one(current_frame()) }
}

/// Whether the call of a frame has a stream among its arguments that is being closed.
///
/// # Safety
/// `frame` is the innermost one of a coroutine that is running or suspended, or null.
#[cold]
pub unsafe fn is_given_one(frame: *mut ExecuteData) -> bool {
    // SAFETY: only this thread reaches its list, and the frame is live, as this function demands.
    unsafe { (*hidden()).iter().any(|one| one.is_given_to(frame)) }
}

/// The end of a request. After a fatal error in the middle of a closing the resource is there again for PHP to free.
pub fn request_shutdown() {
    // SAFETY: only this thread reaches its list, and PHP has not destroyed its resources yet.
    unsafe {
        for one in (*hidden()).drain(..) {
            one.show();
        }
    }
}
