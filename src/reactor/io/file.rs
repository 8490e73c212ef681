//! Files: operations on worker threads, of one handle strictly one after the other [abi/ABI-157].
//!
//! ```text
//!   files: operation, operation, ...          begin_next: the first one becomes a job ---> worker
//!                                             done <---------------------------------------- '
//!                                               copies what was read, moves the place, ends the request, begins the next
//! ```
//!
//! Reads of what is in memory need no worker.

use super::job::{FileJob, Work, new_job, set_source, submit};
use super::request::{self, End, Kind, Queue, Request};
use super::{Handle, Others, failure, hold, misuse, new_buffer, new_handle, refuse, release, transfer, usable};
use crate::abi::io::{Io, IoRequest, IoState, IoType};
use crate::engine::descriptor;
use crate::engine::errno::errno;
use crate::reactor::{event_loop, life};
use crate::sim::{Decision, once_in};
use core::ffi::{CStr, c_char, c_int};
use core::ptr;

const OPEN: &str = "Failed to open the file";
const READ: &str = "Failed to read the file";
const WRITE: &str = "Failed to write the file";
const FLUSH: &str = "Failed to flush the file";
const STAT: &str = "Failed to get the status of the file";
const COPY: &str = "Failed to copy the file";

/// Where a file handle begins [abi/ABI-156]: where its descriptor stands, or at the end.
pub(super) unsafe fn begin(handle: *mut Handle, place: i64) {
    // SAFETY: the handle is alive and has a descriptor, of which is asked how long it is.
    unsafe {
        (*handle).position = place;
        if place >= 0
            && (*handle).io.state.contains(IoState::APPEND)
            && let Some(size) = descriptor::file_size((*handle).io.descriptor)
        {
            (*handle).position = size;
        }
    }
}

/// Puts an operation behind the others of its handle.
unsafe fn enqueue(handle: *mut Handle, request: *mut Request) {
    // SAFETY: a fresh request for a living handle, which is held.
    unsafe {
        request::enqueue(request, Queue::Files);
        hold(handle);
        begin_with(handle, request);
        release(handle);
    }
}

/// The first operation that waits becomes a job.
pub(super) unsafe fn begin_next(handle: *mut Handle) {
    // SAFETY: the caller holds the handle.
    unsafe { begin_with(handle, ptr::null_mut()) }
}

unsafe fn begin_with(handle: *mut Handle, own: *mut Request) {
    // SAFETY: the caller holds the handle. The first operation is looked up anew after each that could not begin.
    unsafe {
        while (*handle).running.is_null() && !(*handle).files.is_empty() {
            let request = (*handle).files.first();
            request::unlink(request);
            match make_job(handle, request) {
                Ok(file) => (*handle).running = file,
                Err(error) => request::end(request, End::Failed(what((*request).kind), error), request != own),
            }
        }
    }
}

fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => READ,
        Kind::Write => WRITE,
        Kind::Flush => FLUSH,
        Kind::Stat => STAT,
        Kind::Sendfile => COPY,
    }
}

unsafe fn make_job(handle: *mut Handle, request: *mut Request) -> Result<*mut FileJob, c_int> {
    // SAFETY: the handle is held, and the request was its first. What a write gives away is copied.
    unsafe {
        let appends = (*handle).io.state.contains(IoState::APPEND) && (*handle).position >= 0;
        let (work, room) = match (*request).kind {
            Kind::Read => (Work::Read, (*request).size),
            Kind::Write => (if appends { Work::Append } else { Work::Write }, (*(*request).parts).iov_len),
            Kind::Flush => (Work::Flush, 0),
            Kind::Stat => (Work::Stat, 0),
            Kind::Sendfile => (Work::Copy, 0),
        };
        let file = new_job(work, handle, request, room);
        if file.is_null() {
            return Err(libc::ENOMEM);
        }
        (*file).offset = (*handle).position;
        (*file).length = room;
        (*file).seeks = (*handle).seeks;
        if (*request).kind == Kind::Write {
            ptr::copy_nonoverlapping((*(*request).parts).iov_base.cast::<u8>(), (*file).data, room);
        }
        if work == Work::Copy {
            let source = (*request).source;
            let from = if (*request).offset < 0 { (*source).position } else { (*request).offset };
            set_source(file, source, from, (*request).left);
        }
        submit(file).map(|()| file)
    }
}

/// Takes over what a worker has done.
pub(super) unsafe fn worked(handle: *mut Handle, file: *mut FileJob) {
    // SAFETY: the job holds the handle; its request, if there is one, has not ended.
    unsafe {
        let request = (*file).request;
        let result = (*file).result;
        if (*file).work == Work::Open {
            return opened(handle, file);
        }
        // A seek in between has the last word about the place.
        if result > 0 && (*handle).position >= 0 && (*handle).seeks == (*file).seeks {
            match (*file).work {
                Work::Read if request.is_null() => (),
                Work::Read | Work::Write | Work::Copy => (*handle).position = (*file).offset + result as i64,
                Work::Append => (*handle).position = (*file).place_after,
                _ => (),
            }
        }
        if request.is_null() {
            return;
        }
        if result < 0 {
            request::end(request, End::Failed(what((*request).kind), -result as c_int), true);
            return;
        }
        match (*file).work {
            Work::Read => {
                ptr::copy_nonoverlapping((*file).data, (*request).base.buf.cast::<u8>(), result as usize);
                note_end(handle, result);
            }
            Work::Stat => *(*request).stat = (*file).stat,
            Work::Copy if (*request).moves_position => {
                (*(*file).source).position = (*file).from_offset + result as i64;
            }
            _ => (),
        }
        request::end(request, End::Moved(result), true);
    }
}

unsafe fn note_end(handle: *mut Handle, result: isize) {
    // SAFETY: the caller holds the handle.
    unsafe { (*handle).io.state.set(IoState::EOF, result == 0) }
}

/// Reads a file: what is in memory at once, the rest by a worker.
pub(super) unsafe fn read(handle: *mut Handle, buffer: *mut c_char, size: usize) -> *mut IoRequest {
    // SAFETY: a living handle; the caller keeps the buffer until the request ends.
    unsafe {
        let request = request::new(Kind::Read, handle, 0);
        (*request).size = size;
        (*request).base.buf = buffer;
        if buffer.is_null() {
            (*request).base.buf = new_buffer(size);
            (*request).owns_buffer = true;
        }
        if size == 0 {
            request::end(request, End::Moved(0), false);
        } else if let Some(bytes) = read_at_once(handle, (*request).base.buf, size) {
            (*handle).position += bytes as i64;
            note_end(handle, bytes);
            request::end(request, End::Moved(bytes), false);
        } else {
            enqueue(handle, request);
        }
        request.cast()
    }
}

/// A worker is needed where a part is not in memory: a short read would look like the end of the file.
unsafe fn read_at_once(handle: *mut Handle, buffer: *mut c_char, size: usize) -> Option<isize> {
    // SAFETY: as in `read`; the kernel fills the structure.
    unsafe {
        let is_idle = (*handle).running.is_null() && (*handle).files.is_empty();
        if !is_idle || (*handle).position < 0 || once_in(Decision::Fault, 2) {
            return None;
        }
        let fd = (*handle).io.descriptor;
        let bytes = transfer::read_cached(fd, buffer.cast(), size, (*handle).position);
        if bytes < 0 {
            return None;
        }
        if bytes as usize == size {
            return Some(bytes);
        }
        let is_whole = descriptor::file_size(fd).is_some_and(|size| (*handle).position + bytes as i64 >= size);
        is_whole.then_some(bytes)
    }
}

/// Writes a file.
pub(super) unsafe fn write(handle: *mut Handle, request: *mut Request, count: usize) -> *mut IoRequest {
    // SAFETY: a fresh request for a living handle.
    unsafe {
        let unattended = (*request).unattended;
        hold(handle);
        // Nothing to write, or too much for one call.
        if count == 0 || count > isize::MAX as usize {
            let end = if count == 0 { End::Moved(0) } else { End::Failed(WRITE, libc::EINVAL) };
            request::end(request, end, false);
            release(handle);
            return if unattended { super::ended() } else { request.cast() };
        }
        // A fire-and-forget write may end, and be freed, when no worker can be had.
        request::enqueue(request, Queue::Files);
        begin_with(handle, request);
        let is_gone = unattended && (*handle).files.last() != request && {
            let running = (*handle).running;
            running.is_null() || (*running).request != request
        };
        release(handle);
        if is_gone { super::ended() } else { request.cast() }
    }
}

/// Puts a copy from file to file behind the other operations of the one that is written.
pub(super) unsafe fn enqueue_copy(handle: *mut Handle, request: *mut Request) {
    // SAFETY: a fresh request for a living handle.
    unsafe { enqueue(handle, request) }
}

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
                _ => End::Failed(STAT, errno()),
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
            libc::SEEK_END => match descriptor::file_size((*io).descriptor) {
                Some(size) => size,
                None => return -1,
            },
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

/// Slot `fs_open`.
pub unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: c_int) -> *mut Io {
    // SAFETY: null or a C string of the caller's, which is copied.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if path.is_null() {
            return misuse("A path is required");
        }
        let path = CStr::from_ptr(path).to_bytes_with_nul();
        let mut state = IoState::empty();
        if flags & libc::O_ACCMODE != libc::O_RDONLY {
            state |= IoState::WRITABLE;
        }
        if flags & libc::O_APPEND != 0 {
            state |= IoState::APPEND;
        }
        let handle = new_handle(IoType::FILE, state, 0);
        let file = new_job(Work::Open, handle, ptr::null_mut(), path.len());
        let error = if file.is_null() {
            Some(libc::ENOMEM)
        } else {
            ptr::copy_nonoverlapping(path.as_ptr(), (*file).data, path.len());
            (*file).flags = flags;
            (*file).mode = mode;
            submit(file).err()
        };
        if let Some(error) = error {
            life::release(handle.cast());
            return refuse(OPEN, error);
        }
        (*handle).running = file;
        handle.cast()
    }
}

unsafe fn opened(handle: *mut Handle, file: *mut FileJob) {
    // SAFETY: the job holds the handle.
    unsafe {
        let fd = (*file).result as c_int;
        if (*handle).io.state.contains(IoState::CLOSED) {
            if fd >= 0 {
                libc::close(fd);
            }
        } else if fd < 0 {
            // What waits for the file has failed with it, and is told together with the handle's other subscribers.
            while !(*handle).files.is_empty() {
                let request = (*handle).files.first();
                let elsewhere = !(*request).source.is_null() && (*request).source != handle;
                (*request).base.io_closed = true;
                request::end(request, End::Failed(OPEN, -fd), elsewhere);
            }
            super::shut(handle, Some(failure(OPEN, -fd)), Others::Told);
        } else {
            super::set_descriptor(handle, fd);
            (*handle).io.state |= IoState::READABLE | IoState::OWNS_FD;
            begin(handle, libc::lseek(fd, 0, libc::SEEK_CUR));
            super::tell(handle, ptr::null_mut(), ptr::null_mut());
        }
    }
}
