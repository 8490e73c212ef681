//! Directories of user space, whose `dir_readdir()` is PHP code [io/SO-9].
//!
//! PHP takes every answer but a boolean for an entry, also that of a call that threw or was refused because an exception is
//! pending: `scandir()` would read on for ever and keep it all.

use super::originals::original;
use crate::engine::exception;
use crate::engine::streams::Stream;
use core::ffi::c_char;

pub unsafe extern "C" fn read<const T: usize>(stream: *mut Stream, room: *mut c_char, bytes: usize) -> isize {
    if !exception::pending().is_null() {
        return -1;
    }
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes.
    let result = unsafe { original::<T>().read.unwrap_unchecked()(stream, room, bytes) };
    if exception::pending().is_null() { result } else { -1 }
}
