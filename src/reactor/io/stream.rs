//! Streams: pipes, connections and terminals. Reads in the order in which they were asked for, writes in theirs.

use super::request::{self, End, Kind, Queue, Request};
use super::{
    CLOSED, Handle, ended, file, hold, is_released, is_stream, misuse, new_buffer, release, sendfile, tell, transfer,
    usable,
};
use crate::abi::io::{Io, IoBuffer, IoFree, IoRequest, IoState, IoType, WritevFlags};
use crate::abi::{EventFlags, ZString};
use crate::engine::{descriptor, string};
use crate::reactor::watch::{self, WaiterKind};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use libc::iovec;

/// What is read at once when the caller gives no size.
const CHUNK: usize = 65536;
/// Full buffers that one multishot read takes in a turn: others have their turn, too.
const CHUNKS_PER_TURN: u32 = 16;
const READ: &str = "Failed to read";
const WRITE: &str = "Failed to write";

fn is_multishot(handle: *const Handle) -> bool {
    // SAFETY: all callers hold the handle.
    unsafe { (*handle).io.event.flags.contains(EventFlags::IO_MULTISHOT) }
}

/// Slot `io_read`.
pub unsafe extern "C" fn read(io: *mut Io, buffer: *mut c_char, size: usize) -> *mut IoRequest {
    // SAFETY: null or a handle made here; the caller keeps the buffer until the request ends. Code that is called in between
    // may close the handle, which is held.
    unsafe {
        let handle = usable(io);
        if handle.is_null() {
            return ptr::null_mut();
        }
        let size = size.min(c_int::MAX as usize);
        match (*io).kind {
            IoType::FILE => return file::read(handle, buffer, size),
            kind if !is_stream(kind) => return misuse("A datagram socket is read with udp_recvfrom"),
            _ => (),
        }
        if (*handle).paused && !(*handle).reads.is_empty() {
            return go_on(handle);
        }
        let provides = (*io).alloc_cb.is_some() && (buffer.is_null() || is_multishot(handle));
        let request = request::new(Kind::Read, handle, 0);
        (*request).size = if size == 0 && provides { CHUNK } else { size };
        (*request).provided = provides;
        if !provides && buffer.is_null() {
            (*request).base.buf = new_buffer(size);
            (*request).owns_buffer = true;
        } else if !provides {
            (*request).base.buf = buffer;
        }
        hold(handle);
        if (*io).state.contains(IoState::EOF) || (*request).size == 0 {
            request::end(request, End::Moved(0), false);
        } else {
            submit_read(handle, request);
        }
        release(handle);
        request.cast()
    }
}

/// The read for which there was no room goes on, as the same request.
unsafe fn go_on(handle: *mut Handle) -> *mut IoRequest {
    // SAFETY: a living handle with a read.
    unsafe {
        let request = (*handle).reads.first();
        hold(handle);
        (*handle).paused = false;
        if !is_multishot(handle) {
            serve(handle, request);
        } else if let Err(error) = arm_reader(handle) {
            request::end(request, End::Failed(READ, error), false);
        }
        release(handle);
        request.cast()
    }
}

unsafe fn submit_read(handle: *mut Handle, request: *mut Request) {
    // SAFETY: the handle is held; reads that `stop` has put to rest are their owners' to dispose.
    unsafe {
        if core::mem::replace(&mut (*handle).stopped, false) {
            while !(*handle).reads.is_empty() {
                let rested = (*handle).reads.first();
                request::unlink(rested);
                (*rested).handle = ptr::null_mut();
            }
        }
        let is_first = (*handle).reads.is_empty();
        request::enqueue(request, Queue::Reads);
        if is_first {
            if is_multishot(handle) {
                // Its reports name the request, which the caller has not got yet: the next turn tells what is there.
                if let Err(error) = arm_reader(handle) {
                    request::end(request, End::Failed(READ, error), false);
                }
            } else {
                serve(handle, request);
            }
        }
    }
}

/// A read that was put to rest goes on; the handle is held.
pub(super) unsafe fn resume(handle: *mut Handle) {
    // SAFETY: the caller holds the handle.
    unsafe {
        if (*handle).reads.is_empty() || (*handle).paused {
            return;
        }
        if let Err(error) = arm_reader(handle) {
            request::end((*handle).reads.first(), End::Failed(READ, error), true);
        } else if (*handle).reader.kind == WaiterKind::Consumer {
            serve(handle, ptr::null_mut());
        }
    }
}

/// A read has left its queue.
pub(super) unsafe fn reads_changed(handle: *mut Handle) {
    // SAFETY: the handle is alive. The waiter leaves; its registration stays.
    unsafe {
        if (*handle).reads.is_empty() {
            (*handle).paused = false;
            (*handle).stopped = false;
            watch::detach(&raw mut (*handle).reader);
        }
    }
}

/// Waits for input: a multishot read until further notice, another one for the next.
unsafe fn arm_reader(handle: *mut Handle) -> Result<(), c_int> {
    // SAFETY: the waiter lies in the handle, which detaches it before it ends.
    unsafe {
        let waiter = &raw mut (*handle).reader;
        let kind = if is_multishot(handle) { WaiterKind::Persistent } else { WaiterKind::Consumer };
        if kind == WaiterKind::Persistent && (*waiter).kind == kind && watch::is_attached(waiter) {
            return Ok(());
        }
        watch::detach(waiter);
        (*waiter).kind = kind;
        watch::attach(waiter)
    }
}

/// Where the next bytes go; `None` if there is no room.
unsafe fn destination(handle: *mut Handle, request: *mut Request) -> Option<(*mut c_char, usize)> {
    // SAFETY: the handle is held; the owner of the read may end it inside `alloc_cb`, which the caller looks for.
    unsafe {
        let provide = (*handle).io.alloc_cb;
        if let Some(provide) = provide
            && (*request).provided
            && !(*request).has_chunk
        {
            let mut buffer = IoBuffer { base: ptr::null_mut(), len: 0 };
            provide(handle.cast(), (*request).size, &raw mut buffer);
            if (*handle).reads.first() != request {
                return None;
            }
            if buffer.base.is_null() || buffer.len == 0 {
                (*handle).paused = true;
                return None;
            }
            (*request).base.buf = buffer.base;
            (*request).size = buffer.len.min(c_int::MAX as usize);
            (*request).has_chunk = true;
        }
        Some(((*request).base.buf, (*request).size))
    }
}

/// Serves reads until there is no input. `own` is not told of its end, which its submitter sees. The handle is held.
pub(super) unsafe fn serve(handle: *mut Handle, own: *mut Request) {
    // SAFETY: the caller holds the handle. Code that is told may end requests, submit others and close the handle: the first read is
    // looked up anew each time.
    unsafe {
        if core::mem::replace(&mut (*handle).serving, true) {
            return;
        }
        let mut own = own;
        let mut chunks = 0;
        while !(*handle).reads.is_empty() && !(*handle).stopped && !(*handle).paused {
            let request = (*handle).reads.first();
            let Some((buffer, size)) = destination(handle, request) else { continue };
            let fd = (*handle).io.descriptor;
            let result = transfer::read(&mut (*handle).way, fd, buffer.cast(), size);
            if result == -(libc::EAGAIN as isize) {
                match arm_reader(handle) {
                    Ok(()) => break,
                    Err(error) => {
                        finish_read(request, End::Failed(READ, error), &mut own);
                        continue;
                    }
                }
            }
            (*request).has_chunk = false;
            match result {
                1.. => {
                    watch::took_input(fd);
                    if !is_multishot(handle) {
                        finish_read(request, End::Moved(result), &mut own);
                        continue;
                    }
                    (*request).base.transferred = result;
                    tell(handle, request.cast(), ptr::null_mut());
                    if is_released(handle) {
                        watch::detach(&raw mut (*handle).reader);
                        break;
                    }
                    chunks += 1;
                    // A short one has emptied it, and what is left is reported again.
                    if result as usize != size || chunks == CHUNKS_PER_TURN {
                        if (*handle).reads.is_empty() || is_multishot(handle) && arm_reader(handle).is_ok() {
                            break;
                        }
                        watch::detach(&raw mut (*handle).reader);
                    }
                }
                0 => {
                    (*handle).io.state |= IoState::EOF;
                    finish_read(request, End::Moved(0), &mut own);
                }
                _ => finish_read(request, End::Failed(READ, -result as c_int), &mut own),
            }
        }
        (*handle).serving = false;
        if (*handle).reads.is_empty() || (*handle).paused || (*handle).stopped {
            watch::detach(&raw mut (*handle).reader);
        }
    }
}

unsafe fn finish_read(request: *mut Request, end: End, own: &mut *mut Request) {
    // SAFETY: the caller's request is queued and its handle held. Its address may be another request's afterwards.
    unsafe {
        let is_own = request == *own;
        if is_own {
            *own = ptr::null_mut();
        }
        request::end(request, end, !is_own);
    }
}

/// Slot `io_write`.
pub unsafe extern "C" fn write(
    io: *mut Io,
    buffer: *const c_char,
    count: usize,
    free_cb: Option<IoFree>,
) -> *mut IoRequest {
    // SAFETY: null or a handle made here; the buffer stays until the request ends, or belongs to it.
    unsafe {
        let handle = usable(io);
        let is_datagram = !handle.is_null() && (*io).kind == IoType::UDP;
        if is_datagram {
            misuse::<()>("A datagram socket is written with udp_sendto");
        }
        if handle.is_null() || is_datagram {
            if let Some(free_cb) = free_cb {
                free_cb(buffer.cast_mut().cast(), io);
            }
            return ptr::null_mut();
        }
        let request = request::new(Kind::Write, handle, 1);
        (*request).base.buf = buffer.cast_mut();
        *(*request).parts = iovec { iov_base: buffer.cast_mut().cast(), iov_len: count };
        (*request).count = 1;
        if free_cb.is_some() {
            request::leave_alone(request, free_cb, buffer.cast_mut().cast());
        }
        if (*io).kind == IoType::FILE { file::write(handle, request, count) } else { submit_write(handle, request) }
    }
}

/// Slot `io_writev`.
pub unsafe extern "C" fn writev(
    io: *mut Io,
    buffers: *const c_void,
    count: u32,
    flags: WritevFlags,
    free_cb: Option<IoFree>,
    data: *mut c_void,
) -> *mut IoRequest {
    // SAFETY: null or a handle made here, and `count` parts of the kind that the flags say: strings of which a reference each is
    // taken over, or descriptors, which are copied.
    unsafe {
        let is_iov = flags.contains(WritevFlags::IOV);
        let awaits = flags.contains(WritevFlags::AWAIT);
        let wrong = if flags.bits() & !WritevFlags::all().bits() != 0 {
            Some("Unknown flags of a vectored write")
        } else if is_iov && awaits {
            Some("Only a vectored write of strings can be awaited")
        } else if io.is_null() {
            Some(super::NO_HANDLE)
        } else if !is_stream((*io).kind) {
            Some("A vectored write needs a stream")
        } else if (*io).state.contains(IoState::CLOSED) {
            Some(CLOSED)
        } else if buffers.is_null() && count > 0 {
            Some("A vectored write needs its parts")
        } else {
            None
        };
        if let Some(text) = wrong {
            release_parts(buffers, count, is_iov);
            if let Some(free_cb) = free_cb {
                free_cb(data, io);
            }
            return misuse(text);
        }
        let handle = io.cast::<Handle>();
        let request = request::new(Kind::Write, handle, count as usize);
        (*request).count = count as usize;
        for index in 0..count as usize {
            let part = if is_iov {
                let buffer = *buffers.cast::<IoBuffer>().add(index);
                iovec { iov_base: buffer.base.cast(), iov_len: buffer.len }
            } else {
                let text = *buffers.cast::<*mut ZString>().add(index);
                *(*request).strings.add(index) = text;
                let bytes = string::bytes(text);
                iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() }
            };
            *(*request).parts.add(index) = part;
        }
        (*request).string_count = if is_iov { 0 } else { count as usize };
        if awaits {
            (*request).silent = true;
        } else {
            request::leave_alone(request, free_cb, data);
        }
        submit_write(handle, request)
    }
}

unsafe fn release_parts(buffers: *const c_void, count: u32, is_iov: bool) {
    // SAFETY: the strings of the caller of `writev`, whose references were handed over.
    unsafe {
        if !is_iov && !buffers.is_null() {
            for index in 0..count as usize {
                string::release(*buffers.cast::<*mut ZString>().add(index));
            }
        }
    }
}

/// Puts a write behind the others; what it returns to the submitter.
pub(super) unsafe fn submit_write(handle: *mut Handle, request: *mut Request) -> *mut IoRequest {
    // SAFETY: a fresh request for a living handle, held while its writes are given away.
    unsafe {
        hold(handle);
        let is_first = (*handle).writes.is_empty();
        let unattended = (*request).unattended;
        request::enqueue(request, Queue::Writes);
        let is_done = is_first && flush(handle, request);
        release(handle);
        if is_done && unattended { ended() } else { request.cast() }
    }
}

/// Gives writes away until the descriptor takes no more. Whether `own` ended, of which no subscriber is told. The handle is held.
pub(super) unsafe fn flush(handle: *mut Handle, own: *mut Request) -> bool {
    // SAFETY: the caller holds the handle. Code that is called in between may submit more and close the handle: the first write is
    // looked up anew each time.
    unsafe {
        // A worker that sends goes on with that when its request has ended: what is behind it comes behind it.
        if (*handle).users > 0 || core::mem::replace(&mut (*handle).flushing, true) {
            return false;
        }
        let mut own_ended = false;
        let mut own = own;
        while !(*handle).writes.is_empty() {
            let request = (*handle).writes.first();
            let outcome = match (*request).kind {
                Kind::Sendfile => sendfile::advance(handle, request),
                _ => give(handle, request),
            };
            let end = match outcome {
                Outcome::Done(bytes) => End::Moved(bytes as isize),
                Outcome::Failed(error) => End::Failed(WRITE, error),
                Outcome::Busy => break,
                Outcome::Blocked => {
                    watch::detach(&raw mut (*handle).writer);
                    match watch::attach(&raw mut (*handle).writer) {
                        Ok(()) => break,
                        Err(error) => End::Failed(WRITE, error),
                    }
                }
            };
            let is_own = request == own;
            if is_own {
                // Its address may be another request's from now on.
                own_ended = true;
                own = ptr::null_mut();
            }
            request::end(request, end, !is_own);
        }
        (*handle).flushing = false;
        if (*handle).writes.is_empty() {
            watch::detach(&raw mut (*handle).writer);
        }
        own_ended
    }
}

/// A worker found the descriptor full: the writes go on when there is room. False if there is some already. The descriptor is
/// asked after the waiter is there, because room that came before is reported to no waiter.
pub(super) unsafe fn wait_for_room(handle: *mut Handle) -> bool {
    // SAFETY: the caller holds the handle.
    unsafe {
        watch::detach(&raw mut (*handle).writer);
        if watch::attach(&raw mut (*handle).writer).is_ok()
            && !descriptor::is_ready((*handle).io.descriptor, libc::POLLOUT)
        {
            return true;
        }
        watch::detach(&raw mut (*handle).writer);
        false
    }
}

/// What became of a write.
pub(super) enum Outcome {
    Done(usize),
    Failed(c_int),
    /// The descriptor takes no more now.
    Blocked,
    /// A worker is at it.
    Busy,
}

/// Gives the parts away.
unsafe fn give(handle: *mut Handle, request: *mut Request) -> Outcome {
    // SAFETY: the first write of a held handle; parts before `next` are written. Nothing is called that could change it.
    unsafe {
        loop {
            while (*request).next < (*request).count && (*(*request).parts.add((*request).next)).iov_len == 0 {
                (*request).next += 1;
            }
            let left = (*request).count - (*request).next;
            if left == 0 {
                return Outcome::Done((*request).length);
            }
            let fd = (*handle).io.descriptor;
            let result = transfer::write(&mut (*handle).way, fd, (*request).parts.add((*request).next), left);
            match result {
                0.. => advance(request, result as usize),
                _ if result == -(libc::EAGAIN as isize) => return Outcome::Blocked,
                _ => return Outcome::Failed(-result as c_int),
            }
        }
    }
}

unsafe fn advance(request: *mut Request, bytes: usize) {
    // SAFETY: the kernel took that many bytes of the parts from `next` on.
    unsafe {
        (*request).length += bytes;
        let mut bytes = bytes;
        while bytes > 0 {
            let part = (*request).parts.add((*request).next);
            let taken = bytes.min((*part).iov_len);
            (*part).iov_base = (*part).iov_base.byte_add(taken);
            (*part).iov_len -= taken;
            bytes -= taken;
            if (*part).iov_len == 0 {
                (*request).next += 1;
            }
        }
    }
}
