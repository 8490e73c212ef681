//! Streams: which one a call works on, and what about it decides which calls may be inside at once. What is done about it
//! is decided above.

use crate::abi::{Object, Zval};
use ext_php_rs::ffi;

pub type Stream = ffi::php_stream;

unsafe extern "C" {
    fn true_async_streams_startup();
    fn true_async_stream_of(value: *mut Zval) -> *mut Stream;
    fn true_async_stream_of_file(object: *mut Object) -> *mut Stream;
    fn true_async_stream_of_directory(object: *mut Object) -> *mut Stream;
    fn true_async_stream_of_filter(value: *mut Zval, reading: *mut bool) -> *mut Stream;
    fn true_async_stream_shares_position(stream: *const Stream) -> bool;
    fn true_async_stream_keep_buffer(stream: *mut Stream);
    fn true_async_filters_apply(stream: *const Stream, mode: ffi::zend_long, reading: bool) -> bool;
    fn true_async_stream_never_waits(stream: *mut Stream) -> bool;
}

/// At module start.
///
/// # Safety
/// Single-threaded.
pub unsafe fn module_startup() {
    // SAFETY: asks the engine for numbers.
    unsafe { true_async_streams_startup() }
}

/// The stream of a resource, or null.
///
/// # Safety
/// Null or an argument of a live frame.
#[inline]
pub unsafe fn of_value(value: *mut Zval) -> *mut Stream {
    // SAFETY: forwarded.
    unsafe { true_async_stream_of(value) }
}

/// The stream of an `SplFileObject`, or null.
///
/// # Safety
/// An object of that class.
#[inline]
pub unsafe fn of_file(object: *mut Object) -> *mut Stream {
    // SAFETY: forwarded.
    unsafe { true_async_stream_of_file(object) }
}

/// The stream of a `Directory`, or null.
///
/// # Safety
/// An object of that class.
pub unsafe fn of_directory(object: *mut Object) -> *mut Stream {
    // SAFETY: forwarded.
    unsafe { true_async_stream_of_directory(object) }
}

/// The stream that a filter is on, or null, and whether it filters what is read.
///
/// # Safety
/// An argument of a live frame.
pub unsafe fn of_filter(value: *mut Zval) -> (*mut Stream, bool) {
    let mut reading = false;
    // SAFETY: forwarded.
    let stream = unsafe { true_async_stream_of_filter(value, &raw mut reading) };
    (stream, reading)
}

/// Whether reading and writing share a position and a buffer, as in files.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn shares_position(stream: *mut Stream) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_stream_shares_position(stream) }
}

/// Before somebody writes to a stream that another coroutine reads from: PHP must not throw away what that one has in the
/// buffer when it tries whether the stream can seek.
///
/// # Safety
/// An open stream.
pub unsafe fn keep_buffer(stream: *mut Stream) {
    // SAFETY: forwarded.
    unsafe { true_async_stream_keep_buffer(stream) }
}

/// Whether `stream_filter_append(stream, name, mode)` adds a filter of the direction.
///
/// # Safety
/// An open stream.
pub unsafe fn filters_apply(stream: *mut Stream, mode: i64, reading: bool) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_filters_apply(stream, mode as ffi::zend_long, reading) }
}

/// Whether calls on the stream never wait, because it is in non-blocking mode and has no filters.
///
/// # Safety
/// An open stream.
pub unsafe fn never_waits(stream: *mut Stream) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_stream_never_waits(stream) }
}
