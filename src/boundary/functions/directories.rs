//! `opendir` and `dir`. PHP keeps the directory that was opened last, for `readdir()` without an argument, and drops the one before at
//! the end of the call that opens the next. If nothing else held that one it is closed there, which may suspend in user space while
//! a global still names it; the next call would drop it again. So the runtime holds it as well, and drops it when the
//! global names another. Calls without an argument hold it until they end (`streams.rs`).

use crate::abi::zend::IS_OBJECT;
use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::Handler;
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Held, Stream};
use core::ptr;

per_thread!(static LAST: Option<Held> = None);

/// Opens a directory.
///
/// # Safety
/// The arguments of a wrapper.
pub unsafe fn open(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper's call is live, and the function has written its result: a resource or an object of Directory for a directory
    // that is open. What is released is what was held before.
    unsafe {
        inner(frame, result);
        let stream = match (*result).kind() {
            IS_OBJECT => streams::of_directory((*result).value.object),
            _ => streams::of_value(result),
        };
        if !stream.is_null()
            && let Some(before) = LAST.replace(Some(streams::hold(stream)))
        {
            streams::release(before);
        }
    }
}

/// The directory that was opened last, or null once it was closed.
pub fn last() -> *mut Stream {
    // SAFETY: the resource is held.
    LAST.get().map_or(ptr::null_mut(), |held| unsafe { streams::of_held(held) })
}

/// The start of a request: the one before has freed its resources, whatever held them.
pub fn request_startup() {
    LAST.set(None);
}
