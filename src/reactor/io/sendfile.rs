//! `io_sendfile`: from a file to a descriptor [abi/ABI-156].
//!
//! ```text
//!   to a file:    a worker copies inside the kernel (copy_file_range)
//!   to a stream:  in the order of its writes.  little, or a socket that blocks: what of the file is in memory, or what a worker
//!                 has read, goes through a buffer.  else: the kernel sends until the socket is full, at once if the part is in
//!                 memory, otherwise by a worker, which may wait for the disk
//! ```
//!
//! There is no `sendfile` that would not block on a blocking socket, and the socket's flag may be shared: only one that is
//! in non-blocking mode already is sent to by the kernel.

use super::file;
use super::job::{self, FileJob, Work};
use super::request::{self, End, Kind, Request};
use super::stream::{self, Outcome};
use super::transfer::{self, Way};
use super::{Handle, Others, hold, is_stream, misuse, usable};
use crate::abi::Object;
use crate::abi::io::{Io, IoRequest, IoType};
use crate::engine::descriptor;
use crate::engine::errno::errno;
use crate::reactor::current;
use core::ffi::c_int;
use core::ptr;
use libc::iovec;

/// What goes through user space in one piece.
const CHUNK: usize = 256 * 1024;
/// Of more than this, pages cost less than copies.
const FEW: usize = 32 * 1024;
/// What the kernel sends from the loop at a time, if that is in memory.
const AT_ONCE: usize = 512 * 1024;
/// What is sent from the loop to a peer that takes everything before others have their turn: a worker goes on.
const TURN: usize = 2 * 1024 * 1024;
/// What a worker sends before it gives others their turn.
const SEND: usize = 8 * 1024 * 1024;

/// Slot `io_sendfile`.
pub unsafe extern "C" fn sendfile(out: *mut Io, source: *mut Io, offset: i64, length: usize) -> *mut IoRequest {
    // SAFETY: null or handles made here; the request holds the source until it ends.
    unsafe {
        let (handle, from) = (usable(out), usable(source));
        if handle.is_null() || from.is_null() {
            return ptr::null_mut();
        }
        if (*source).kind != IoType::FILE || (*source).descriptor < 0 {
            return misuse("A file is sent from an open file handle");
        }
        if (*out).kind == IoType::UDP {
            return misuse("A file cannot be sent to a datagram socket");
        }
        if offset < -1 {
            return misuse("A file is sent from a place in it, or from -1, its position");
        }
        let request = request::new(Kind::Sendfile, handle, 0);
        (*request).moves_position = offset < 0;
        (*request).offset = offset;
        (*request).left = up_to_the_last_place(if offset < 0 { (*from).position } else { offset }, length);
        hold(from);
        (*request).source = from;
        (*from).lent += 1;
        hold(handle);
        if length == 0 {
            request::end(request, End::Moved(0), false);
        } else if (*out).kind == IoType::FILE {
            file::enqueue_copy(handle, request);
        } else {
            stream::submit_write(handle, request);
        }
        super::release(handle);
        request.cast()
    }
}

/// So much of `length` that the places behind `offset` have numbers: a sum beyond them would be one before the file.
fn up_to_the_last_place(offset: i64, length: usize) -> usize {
    length.min((i64::MAX - offset.max(0)) as usize)
}

/// Goes on with the first write of a stream, which is one of these.
pub(super) unsafe fn advance(out: *mut Handle, request: *mut Request) -> Outcome {
    // SAFETY: the caller holds the stream, the request its source. The chunk is the request's.
    unsafe {
        if !(*request).job.is_null() {
            return Outcome::Busy;
        }
        let source = (*request).source;
        if (*request).offset < 0 {
            (*request).offset = (*source).position.max(0);
            (*request).left = up_to_the_last_place((*request).offset, (*request).left);
        }
        let (socket, mut sent) = ((*out).io.descriptor, 0);
        let mut by_kernel = None;
        loop {
            if (*request).chunk_at < (*request).chunk_end {
                let part = iovec {
                    iov_base: (*request).chunk.add((*request).chunk_at).cast(),
                    iov_len: (*request).chunk_end - (*request).chunk_at,
                };
                let result = transfer::write(&mut (*out).way, (*out).io.descriptor, &part, 1);
                match result {
                    0.. => {
                        (*request).chunk_at += result as usize;
                        count(request, result as usize);
                    }
                    _ if result == -(libc::EAGAIN as isize) => return Outcome::Blocked,
                    _ => return Outcome::Failed(-result as c_int),
                }
                continue;
            }
            if (*request).left == 0 {
                return finished(request);
            }
            let fd = (*source).io.descriptor;
            if fd < 0 {
                return Outcome::Failed(libc::EBADF);
            }
            if (*request).left > FEW
                && *by_kernel.get_or_insert_with(|| (*out).way == Way::Socket && descriptor::is_nonblocking(socket))
            {
                let part = (*request).left.min(AT_ONCE);
                if sent >= TURN || !transfer::is_cached(fd, (*request).offset, part) {
                    return hand_over(out, request, Work::Send, 0, (*request).left.min(SEND));
                }
                match send_once(fd, (*request).offset, socket, transfer::room(Way::Socket, socket, part, true)) {
                    0 => return finished(request),
                    result @ 1.. => {
                        sent += result as usize;
                        count(request, result as usize);
                    }
                    _ if errno() == libc::EAGAIN => return Outcome::Blocked,
                    _ => return Outcome::Failed(errno()),
                }
                continue;
            }
            let size = (*request).left.min(CHUNK);
            if (*request).chunk.is_null() {
                (*request).chunk = libc::malloc(size).cast();
                if (*request).chunk.is_null() {
                    return Outcome::Failed(libc::ENOMEM);
                }
            }
            match transfer::read_cached(fd, (*request).chunk.cast(), size, (*request).offset) {
                0 => return finished(request),
                result @ 1.. => {
                    (*request).chunk_at = 0;
                    (*request).chunk_end = result as usize;
                }
                _ => return hand_over(out, request, Work::Read, size, size),
            }
        }
    }
}

unsafe fn finished(request: *mut Request) -> Outcome {
    // SAFETY: the request holds its source.
    unsafe {
        if (*request).moves_position {
            (*(*request).source).position = (*request).offset;
        }
        Outcome::Done((*request).length)
    }
}

unsafe fn count(request: *mut Request, bytes: usize) {
    // SAFETY: the caller's request, of which so much is sent.
    unsafe {
        (*request).length += bytes;
        (*request).offset += bytes as i64;
        (*request).left = (*request).left.saturating_sub(bytes);
    }
}

unsafe fn hand_over(out: *mut Handle, request: *mut Request, work: Work, room: usize, length: usize) -> Outcome {
    // SAFETY: both handles are alive, and held by the job.
    unsafe {
        let file = job::new_job(work, out, request, room);
        if file.is_null() {
            return Outcome::Failed(libc::ENOMEM);
        }
        job::set_source(file, (*request).source, (*request).offset, length);
        if work == Work::Read {
            (*file).offset = (*request).offset;
        }
        match job::submit(file) {
            Ok(()) => Outcome::Busy,
            Err(error) => Outcome::Failed(error),
        }
    }
}

/// The file is closed: what would send more of it ends, wherever it is queued. The handle is held.
pub(super) unsafe fn end_all_from(source: *mut Handle, exception: *mut Object, others: Others) {
    // SAFETY: the caller holds the source. A request that is found is in a queue of a listed handle, or a worker's, and that
    // handle is held while the request ends; then the search begins anew.
    unsafe {
        loop {
            let request = if (*source).lent > 0 { find_from(source) } else { ptr::null_mut() };
            if request.is_null() {
                return;
            }
            let out = (*request).handle;
            hold(out);
            // Waiters of the request wait at the source, and are told of its closing.
            request::end(request, End::Closed(exception), false);
            if others == Others::Untold {
                // What is queued behind it ends as well, with its own handle.
            } else if is_stream((*out).io.kind) {
                stream::flush(out, ptr::null_mut());
            } else {
                file::begin_next(out);
            }
            super::release(out);
        }
    }
}

/// A request that sends a file, or null.
unsafe fn find_from(source: *mut Handle) -> *mut Request {
    // SAFETY: listed handles, their queued requests and the jobs that they have are alive; nothing is called here.
    unsafe {
        let mut handle = (*current()).io.handles.first();
        while !handle.is_null() {
            if !(*handle).running.is_null() {
                let request = (*(*handle).running).request;
                if !request.is_null() && (*request).source == source {
                    return request;
                }
            }
            for list in [&(*handle).writes, &(*handle).files] {
                let mut request = list.first();
                while !request.is_null() {
                    if (*request).source == source {
                        return request;
                    }
                    request = (*request).link.next();
                }
            }
            handle = (*handle).link.next();
        }
        ptr::null_mut()
    }
}

/// A worker has read a part, or sent some.
pub(super) unsafe fn worked(out: *mut Handle, file: *mut FileJob) {
    // SAFETY: the job holds the stream. Its request, if it has one, is the first write of that.
    unsafe {
        let request = (*file).request;
        if request.is_null() {
            // It has ended under the worker, for which the writes behind it have waited.
            stream::flush(out, ptr::null_mut());
            return;
        }
        let result = (*file).result;
        if result < 0 && result != -(libc::EAGAIN as isize) {
            request::end(request, End::Failed("Failed to send the file", -result as c_int), true);
        } else if (*file).work == Work::Read {
            libc::free((*request).chunk.cast());
            (*request).chunk = core::mem::replace(&mut (*file).data, ptr::null_mut());
            (*request).chunk_at = 0;
            (*request).chunk_end = result.max(0) as usize;
            if result == 0 {
                (*request).left = 0;
            }
        } else {
            count(request, result.max(0) as usize);
            if result == 0 {
                (*request).left = 0;
            } else if (*request).left > 0 && stream::wait_for_room(out) {
                return;
            }
        }
        stream::flush(out, ptr::null_mut());
    }
}

/// On a worker: from file to file, inside the kernel where that can do it. Bytes, or -1.
pub(super) fn copy(from: c_int, from_offset: i64, to: c_int, to_offset: i64, length: usize) -> isize {
    let (mut source, mut place) = (from_offset.max(0), to_offset);
    let mut copied = 0;
    let mut by_hand: Vec<u8> = Vec::new();
    while copied < length {
        // SAFETY: the places and the buffer are on this frame, and as long as is said.
        let result = unsafe {
            if by_hand.is_empty() && place >= 0 {
                let result = libc::copy_file_range(from, &mut source, to, &mut place, length - copied, 0);
                if result < 0
                    && matches!(errno(), libc::EXDEV | libc::EINVAL | libc::EOPNOTSUPP | libc::ENOSYS | libc::EBADF)
                {
                    by_hand = vec![0; CHUNK];
                    continue;
                }
                result
            } else {
                if by_hand.is_empty() {
                    by_hand = vec![0; CHUNK];
                }
                let size = by_hand.len().min(length - copied);
                let read = libc::pread(from, by_hand.as_mut_ptr().cast(), size, source);
                if read > 0 { write_piece(to, &by_hand[..read as usize], &mut place, &mut source) } else { read }
            }
        };
        match result {
            0 => break,
            1.. => copied += result as usize,
            _ if errno() == libc::EINTR => (),
            _ => return -1,
        }
    }
    copied as isize
}

fn write_piece(to: c_int, piece: &[u8], place: &mut i64, source: &mut i64) -> isize {
    // SAFETY: the piece is as long as it says.
    let written = unsafe {
        if *place < 0 {
            libc::write(to, piece.as_ptr().cast(), piece.len())
        } else {
            libc::pwrite(to, piece.as_ptr().cast(), piece.len(), *place)
        }
    };
    if written > 0 {
        *source += written as i64;
        if *place >= 0 {
            *place += written as i64;
        }
    }
    written
}

/// On a worker: to a socket that does not block, until it is full. Bytes; or -1, with `EAGAIN` when it took none.
pub(super) fn send(from: c_int, from_offset: i64, to: c_int, length: usize) -> isize {
    let mut sent = 0;
    while sent < length {
        match send_once(from, from_offset + sent as i64, to, length - sent) {
            0 => break,
            result @ 1.. => sent += result as usize,
            _ if errno() == libc::EAGAIN && sent > 0 => break,
            _ => return -1,
        }
    }
    sent as isize
}

/// What the kernel sends of a file to a socket that does not block: bytes, or -1.
fn send_once(from: c_int, offset: i64, to: c_int, length: usize) -> isize {
    let mut place = offset;
    loop {
        // SAFETY: the place is on this frame.
        let result = transfer::quietly(|| unsafe { libc::sendfile(to, from, &mut place, length) });
        if result >= 0 {
            return result;
        }
        if result != -(libc::EINTR as isize) {
            // SAFETY: errno of this thread, which the caller looks at: it may be another's by now.
            unsafe { *libc::__errno_location() = -result as c_int };
            return -1;
        }
    }
}
