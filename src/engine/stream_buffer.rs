//! What was read from a stream and is to be read again.

use super::streams::Stream;
use crate::abi::Object;
use core::ffi::c_char;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_stream_unread(stream: *mut Stream, data: *const c_char, length: usize);
    fn true_async_file_line(object: *mut Object) -> ffi::zend_long;
    fn true_async_file_forget_line(object: *mut Object, number: ffi::zend_long);

    /// Whether the stream is a file, which moves back to what was read of it, also where it was mapped.
    ///
    /// # Safety
    /// An open stream.
    #[link_name = "true_async_stream_moves_back"]
    pub fn moves_back(stream: *const Stream) -> bool;

    /// Moves such a stream back.
    ///
    /// # Safety
    /// An open stream that no other call is reading from.
    #[link_name = "true_async_stream_move_back"]
    pub fn move_back(stream: *mut Stream, bytes: usize);
}

/// Whether what is written to the stream goes through filters.
///
/// # Safety
/// An open stream.
pub unsafe fn is_write_filtered(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as demanded; a field of it is compared with null.
    unsafe { !(*stream).writefilters.head.is_null() }
}

/// Puts data back that were read last: they are read again next.
///
/// # Safety
/// An open stream that no other call is reading from; `data` is not in its buffer.
pub unsafe fn unread(stream: *mut Stream, data: &[u8]) {
    // SAFETY: the stream is open, as demanded; its buffer grows if need be, and the bytes, which are not part of it, are
    // copied.
    unsafe { true_async_stream_unread(stream, data.as_ptr().cast(), data.len()) }
}

/// The number of the line that an `SplFileObject` is at.
///
/// # Safety
/// An object of that class.
pub unsafe fn line_of_file(object: *mut Object) -> i64 {
    // SAFETY: an object of that class, as demanded; a field of it is read.
    unsafe { true_async_file_line(object) as i64 }
}

/// An `SplFileObject` whose reading of a line was cancelled has no line, and is where it was.
///
/// # Safety
/// An object of that class, in which no call is.
pub unsafe fn forget_line_of_file(object: *mut Object, number: i64) {
    // SAFETY: an object of that class, as demanded; its line is text or fields of text, so no PHP code runs.
    unsafe { true_async_file_forget_line(object, number as ffi::zend_long) }
}

/// How much was read from the stream and not put back, or to where it has moved.
///
/// # Safety
/// An open stream.
pub unsafe fn position(stream: *mut Stream) -> i64 {
    // SAFETY: the stream is open, as demanded.
    unsafe { (*stream).position }
}

/// Where in the stream's buffer the next byte is taken from.
///
/// # Safety
/// An open stream.
pub unsafe fn offset_in_buffer(stream: *mut Stream) -> usize {
    // SAFETY: the stream is open, as demanded.
    unsafe { (*stream).readpos as usize }
}

/// A part of the memory of the stream's buffer, as far as it has one there.
///
/// # Safety
/// An open stream; nothing is done with it as long as the part is looked at.
pub unsafe fn in_buffer<'a>(stream: *mut Stream, from: usize, count: usize) -> &'a [u8] {
    // SAFETY: the stream is open, as demanded; its buffer has that length, and was written up to where it is asked for.
    unsafe {
        let length = (*stream).readbuflen;
        if (*stream).readbuf.is_null() || from.checked_add(count).is_none_or(|end| end > length) {
            return &[];
        }
        core::slice::from_raw_parts((*stream).readbuf.add(from), count)
    }
}
