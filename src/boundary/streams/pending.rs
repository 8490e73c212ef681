//! Writes of TLS that were given up [io/CX-6].
//!
//! OpenSSL encrypts a record before it knows whether the socket takes it; when it does not, the record is kept and must be
//! written before anything else: it expects to be called with the same data again. A coroutine whose write was cancelled or
//! ran out of time does not come back. So what it had given last is kept here, and written before the next write, unless
//! that one begins with the same data: then it is the same write going on.

use crate::engine::per_thread::per_thread;
use crate::engine::streams::Stream;
use core::ffi::c_char;
use core::{ptr, slice};
use std::collections::HashMap;

/// What one record holds (RFC 8446 5.1).
const RECORD_BYTES: usize = 16384;

/// What OpenSSL expects to be called with.
struct Record {
    data: Vec<u8>,
    /// Whether the stream outlives the request.
    is_persistent: bool,
}

// By stream; null before the first.
per_thread!(static KEPT: *mut HashMap<*mut Stream, Record> = ptr::null_mut());

/// Remembers the beginning of what was to be written.
///
/// # Safety
/// The data are readable, the stream is open.
#[cold]
pub unsafe fn keep(stream: *mut Stream, data: *const c_char, bytes: usize) {
    // SAFETY: the data are readable and the stream is open, as this function demands.
    let record = unsafe {
        let data = slice::from_raw_parts(data.cast::<u8>(), bytes.min(RECORD_BYTES)).to_vec();
        Record { data, is_persistent: (*stream).is_persistent() != 0 }
    };
    KEPT.with(|kept| {
        if kept.get().is_null() {
            kept.set(Box::into_raw(Box::default()));
        }
        // SAFETY: only this thread reaches its table, and a record that is being sent is not kept anew before its write
        // has ended.
        unsafe { (*kept.get()).insert(stream, record) };
    });
}

/// Whether something is kept for the stream.
#[inline]
pub fn is_kept(stream: *mut Stream) -> bool {
    // SAFETY: only this thread reaches its table, which is there.
    KEPT.with(|kept| !kept.get().is_null() && unsafe { (*kept.get()).contains_key(&stream) })
}

/// The stream goes, or what was kept has been written.
pub fn forget(stream: *mut Stream) {
    KEPT.with(|kept| {
        if !kept.get().is_null() {
            // SAFETY: only this thread reaches its table, and the record is not sent any more.
            unsafe { (*kept.get()).remove(&stream) };
        }
    });
}

/// Writes what is kept before `data`, with `write`, which keeps the rest when it gives up. False when that failed.
///
/// # Safety
/// The data are readable; no other coroutine writes to the stream meanwhile.
pub unsafe fn send(
    stream: *mut Stream,
    data: *const c_char,
    bytes: usize,
    write: impl FnOnce(*const c_char, usize) -> isize,
) -> bool {
    // SAFETY: only this thread reaches its table. The record stays where it is until it is forgotten or kept anew, which is the end of
    // the write.
    unsafe {
        let Some((start, length)) =
            KEPT.with(|kept| (*kept.get()).get(&stream).map(|record| (record.data.as_ptr(), record.data.len())))
        else {
            return true;
        };
        let goes_on =
            bytes >= length && slice::from_raw_parts(data.cast::<u8>(), length) == slice::from_raw_parts(start, length);
        if !goes_on && write(start.cast(), length) != length as isize {
            return false;
        }
        forget(stream);
        true
    }
}

/// The end of a request, which persistent streams outlive.
pub fn request_shutdown() {
    KEPT.with(|kept| {
        if kept.get().is_null() {
            return;
        }
        // SAFETY: only this thread reaches its table, made by `keep`; no record is being sent any more.
        unsafe {
            (*kept.get()).retain(|_, record| record.is_persistent);
            if (*kept.get()).is_empty() {
                drop(Box::from_raw(kept.replace(ptr::null_mut())));
            }
        }
    });
}
