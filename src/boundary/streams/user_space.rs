//! Streams of user space, whose methods are PHP code that may wait: whichever function has called one is inside of the stream
//! [io/SO-6]. `stream_select()` and `proc_open()` find streams in arrays and ask for their descriptors.

use super::closing::visiting;
use super::originals::original;
use super::{TAKING, taken};
use crate::boundary::wait;
use crate::engine::exception;
use crate::engine::streams::{self, OPTION_OK, Stream};
use core::ffi::{c_char, c_int, c_void};

/// Calls an operation.
#[inline]
unsafe fn inside<R>(stream: *mut Stream, operation: impl FnOnce() -> R) -> R {
    if !wait::enabled() {
        return operation();
    }
    // SAFETY: the engine calls an operation with a stream that is open until the operation has returned.
    unsafe { visiting(stream, operation) }
}

pub unsafe extern "C" fn read<const T: usize>(stream: *mut Stream, room: *mut c_char, bytes: usize) -> isize {
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes; streams of user space have this one.
    unsafe {
        if TAKING.get() != 0 {
            taken::before_read(stream);
        }
        inside(stream, || original::<T>().read.unwrap_unchecked()(stream, room, bytes))
    }
}

pub unsafe extern "C" fn write<const T: usize>(stream: *mut Stream, data: *const c_char, bytes: usize) -> isize {
    // SAFETY: as in `read`: the stream is live while its operation runs, and is one of user space.
    unsafe { inside(stream, || original::<T>().write.unwrap_unchecked()(stream, data, bytes)) }
}

pub unsafe extern "C" fn flush<const T: usize>(stream: *mut Stream) -> c_int {
    // SAFETY: as in `read`: the stream is live while its operation runs, and is one of user space.
    unsafe { inside(stream, || original::<T>().flush.unwrap_unchecked()(stream)) }
}

pub unsafe extern "C" fn seek<const T: usize>(
    stream: *mut Stream,
    offset: i64,
    from: c_int,
    position: *mut i64,
) -> c_int {
    // SAFETY: as in `read`; the place for the new position is the engine's.
    unsafe { inside(stream, || original::<T>().seek.unwrap_unchecked()(stream, offset, from, position)) }
}

pub unsafe extern "C" fn cast<const T: usize>(stream: *mut Stream, kind: c_int, place: *mut *mut c_void) -> c_int {
    // SAFETY: as in `read`; the place for what it is cast to is the engine's, or null.
    unsafe { inside(stream, || original::<T>().cast.unwrap_unchecked()(stream, kind, place)) }
}

/// `feof()` takes a `stream_eof()` that throws for the end. One that was cancelled has not told of it [io/CX-6]. When it is asked again
/// behind that, the end is the answer: loops that read on until then end.
pub unsafe extern "C" fn set_option<const T: usize>(
    stream: *mut Stream,
    option: c_int,
    value: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: as in `read`; the argument is the engine's, for this option. An exception that is pending lives.
    unsafe {
        let earlier = exception::pending();
        let result = original::<T>().set_option.unwrap_unchecked()(stream, option, value, argument);
        let pending = exception::pending();
        let is_cancelled = earlier.is_null() && !pending.is_null() && exception::is_cancellation(pending);
        if option == streams::LIVENESS && is_cancelled { OPTION_OK } else { result }
    }
}
