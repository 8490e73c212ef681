//! Operations of a handle that move no data: its status, its place in a file, and writing back what the system has of it
//! [abi/ABI-156].

use super::file::{STAT, enqueue};
use super::request::{self, End, Kind};
use super::{Handle, misuse, transfer, usable};
use crate::abi::io::{Io, IoRequest, IoState, IoType};
use core::ffi::c_int;
use core::ptr;

/// Slot `io_flush`.
pub unsafe extern "C" fn flush(io: *mut Io) -> *mut IoRequest {
    // SAFETY: null or a handle made here.
    unsafe {
        let handle = usable(io);
        if handle.is_null() {
            return ptr::null_mut();
        }
        let request = request::new(Kind::Flush, handle, 0);
        if (*io).kind == IoType::FILE {
            enqueue(handle, request);
        } else {
            request::end(request, End::Moved(0), false);
        }
        request.cast()
    }
}

/// Slot `io_stat`.
pub unsafe extern "C" fn stat(io: *mut Io, buffer: *mut libc::stat) -> *mut IoRequest {
    // SAFETY: null or a handle made here; the caller keeps the buffer until the request ends or is disposed.
    unsafe {
        let handle = usable(io);
        if handle.is_null() {
            return ptr::null_mut();
        }
        if buffer.is_null() {
            return misuse("The status of a handle needs room");
        }
        let request = request::new(Kind::Stat, handle, 0);
        (*request).stat = buffer;
        if (*io).kind == IoType::FILE {
            enqueue(handle, request);
        } else {
            let end = match libc::fstat((*io).descriptor, buffer) {
                0 => End::Moved(0),
                _ => End::Failed(STAT, transfer::errno()),
            };
            request::end(request, end, false);
        }
        request.cast()
    }
}

/// Slot `io_seek`.
pub unsafe extern "C" fn seek(io: *mut Io, offset: i64, whence: c_int) -> i64 {
    // SAFETY: null or a handle made here; the kernel fills the structure.
    unsafe {
        if io.is_null() || (*io).kind != IoType::FILE || (*io).state.contains(IoState::CLOSED) {
            return -1;
        }
        let handle = io.cast::<Handle>();
        if (*handle).position < 0 {
            return -1;
        }
        let from = match whence {
            libc::SEEK_SET => 0,
            libc::SEEK_CUR => (*handle).position,
            libc::SEEK_END => {
                let mut stat = core::mem::zeroed::<libc::stat>();
                if libc::fstat((*io).descriptor, &mut stat) != 0 {
                    return -1;
                }
                stat.st_size
            }
            _ => return -1,
        };
        match from.checked_add(offset) {
            Some(place) if place >= 0 => {
                (*handle).position = place;
                (*handle).seeks = (*handle).seeks.wrapping_add(1);
                (*io).state -= IoState::EOF;
                place
            }
            _ => -1,
        }
    }
}
