//! What a function that copies a stream has read, and what it writes to has not taken when its wait is cancelled: that goes back into
//! the source [io/CX-6].
//!
//! Behind a cancellation no wait begins, so the function returns before others run, and one rest is kept at a time.

use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::stream_buffer;
use crate::engine::streams::{self, Stream};
use crate::engine::{current_frame, exception, frame};
use core::ffi::c_char;
use core::{ptr, slice};

/// What the last write below a copy has left.
struct Rest {
    /// That which was pending then.
    exception: *const crate::abi::Object,
    length: usize,
    /// Empty for a source that moves back to where it was.
    bytes: Vec<u8>,
}

per_thread!(static REST: *mut Rest = ptr::null_mut());

/// The source of the call, which is the innermost one, or null.
unsafe fn source() -> *mut Stream {
    let frame = current_frame();
    // SAFETY: the innermost frame of a coroutine that runs; a call that has not returned has its arguments in place.
    unsafe {
        let call = Call::of(frame, ptr::null_mut());
        match frame::internal_function(frame) {
            Some(b"stream_copy_to_stream") => streams::of_value(call.arg(0)),
            Some(b"file_put_contents") => streams::of_value(call.arg(1)),
            _ => ptr::null_mut(),
        }
    }
}

/// A write operation ends that was given `bytes`, and has moved `result` of them. Where it was not cancelled others may follow.
///
/// # Safety
/// In the operation, with what it was given.
#[inline]
pub unsafe fn after_write(stream: *mut Stream, data: *const c_char, bytes: usize, result: isize) -> isize {
    // SAFETY: in an operation, in coroutine context, with its data.
    unsafe {
        if wait::poisoned() {
            let written = result.max(0) as usize;
            keep(stream, slice::from_raw_parts(data.add(written).cast(), bytes - written));
        }
    }
    result
}

#[cold]
unsafe fn keep(stream: *mut Stream, left: &[u8]) {
    // SAFETY: in an operation of a stream, whose caller is the innermost frame. Only this thread reaches what is kept.
    unsafe {
        forget();
        let source = source();
        // What a filter has made of it is not what was read.
        if left.is_empty() || source.is_null() || stream_buffer::is_write_filtered(stream) {
            return;
        }
        let bytes = if stream_buffer::moves_back(source) { Vec::new() } else { left.to_vec() };
        let rest = Rest { exception: exception::pending(), length: left.len(), bytes };
        REST.set(Box::into_raw(Box::new(rest)));
    }
}

/// A function that copies was cancelled.
///
/// # Safety
/// It has just returned; the source is open, and its gate is held.
pub unsafe fn give_back(source: *mut Stream) {
    let kept = REST.replace(ptr::null_mut());
    if kept.is_null() {
        return;
    }
    // SAFETY: made by `keep`, and taken out above. The source is open, as this function demands.
    unsafe {
        let rest = Box::from_raw(kept);
        if !ptr::eq(rest.exception, exception::pending()) {
            return;
        }
        if rest.bytes.is_empty() {
            stream_buffer::move_back(source, rest.length);
        } else {
            stream_buffer::unread(source, &rest.bytes);
        }
    }
}

fn forget() {
    let kept = REST.replace(ptr::null_mut());
    if !kept.is_null() {
        // SAFETY: made by `keep`, and taken out above.
        drop(unsafe { Box::from_raw(kept) });
    }
}

/// The end of a request.
pub fn request_shutdown() {
    forget();
}
