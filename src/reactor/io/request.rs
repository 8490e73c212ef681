//! Requests: the life of one operation [abi/ABI-84, abi/ABI-157].
//!
//! ```text
//!   new -> queued at its handle -> ended: told to the handle's subscribers, no longer points at the handle -> dispose
//!              |                     '- at once, inside the call that submits it: not told, the caller looks at `completed`
//!              '- dispose before the end: a read and a file operation that waits leave their queue; a write goes on alone
//! ```
//!
//! A fire-and-forget write belongs to the reactor: it is never told, and ends with its `free_cb`.

use super::job::{self, FileJob};
use super::{Handle, failure, stream, tell};
use crate::abi::io::{IoFree, IoRequest};
use crate::abi::{Object, ZString, memory};
use crate::engine::{object, string};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use libc::iovec;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Read,
    /// Of a stream, or of a file.
    Write,
    Flush,
    Stat,
    Sendfile,
}

/// The list of the handle that a request is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    None,
    Reads,
    Writes,
    Files,
}

#[repr(C)]
pub struct Request {
    pub base: IoRequest,
    pub link: LinkOf<Request>,
    /// Null when it has ended.
    pub handle: *mut Handle,
    /// While a worker has it.
    pub job: *mut FileJob,
    pub kind: Kind,
    pub queue: Queue,
    /// Room of the buffer of a read.
    pub size: usize,
    /// The buffer is freed with the request.
    pub owns_buffer: bool,
    /// `alloc_cb` gives the buffers.
    pub provided: bool,
    /// It has given one that is not filled yet.
    pub has_chunk: bool,
    /// The caller does not look at it any more; it goes on alone.
    pub disposed: bool,
    /// Fire and forget.
    pub unattended: bool,
    /// Notifications carry no exception.
    pub silent: bool,
    /// What `free_cb` gets.
    pub data: *mut c_void,
    /// What is to be written; the first of them shrinks.
    pub parts: *mut iovec,
    pub count: usize,
    pub next: usize,
    pub length: usize,
    /// Owned by the write.
    pub strings: *mut *mut ZString,
    pub string_count: usize,
    pub stat: *mut libc::stat,
    /// Where `sendfile` takes it from; held.
    pub source: *mut Handle,
    pub offset: i64,
    pub moves_position: bool,
    pub left: usize,
    /// What of the file is on its way through user space, outside Zend memory.
    pub chunk: *mut u8,
    pub chunk_at: usize,
    pub chunk_end: usize,
}

listed!(Request, link);

/// A request with room for `parts` parts and as many strings.
///
/// # Safety
/// A request of PHP is active; the handle is alive, or null.
pub unsafe fn new(kind: Kind, handle: *mut Handle, parts: usize) -> *mut Request {
    // SAFETY: zeroed memory is a valid request, whose kind and queue are set at once; the arrays lie behind it, and the size of the
    // structure is a multiple of the alignment of both.
    unsafe {
        let bytes = size_of::<Request>() + parts * (size_of::<iovec>() + size_of::<*mut ZString>());
        let request = memory::allocate_zeroed::<Request>(bytes);
        (*request).kind = kind;
        (*request).queue = Queue::None;
        (*request).handle = handle;
        (*request).base.dispose = Some(dispose);
        (*request).parts = request.add(1).cast();
        (*request).strings = (*request).parts.add(parts).cast();
        request
    }
}

/// Makes it a fire-and-forget write: `free_cb` is called with `data` at its end.
pub unsafe fn leave_alone(request: *mut Request, free_cb: Option<IoFree>, data: *mut c_void) {
    // SAFETY: a fresh request of the caller's.
    unsafe {
        (*request).unattended = true;
        (*request).base.free_cb = free_cb;
        (*request).data = data;
    }
}

/// Puts it behind the others of a queue of its handle.
pub unsafe fn enqueue(request: *mut Request, queue: Queue) {
    // SAFETY: the caller's request is alive and in no list, and has a living handle.
    unsafe {
        (*request).queue = queue;
        super::note((*request).handle);
        ListOf::push_back(list((*request).handle, queue), request);
        if queue == Queue::Files {
            job::hold_opening((*request).handle);
        }
    }
}

unsafe fn list(handle: *mut Handle, queue: Queue) -> *mut ListOf<Request> {
    // SAFETY: the handle is alive; a place in it is named.
    unsafe {
        match queue {
            Queue::Reads => &raw mut (*handle).reads,
            Queue::Writes => &raw mut (*handle).writes,
            _ => &raw mut (*handle).files,
        }
    }
}

/// Takes it out of the queue that it is in.
pub unsafe fn unlink(request: *mut Request) {
    // SAFETY: a queued request is in that list of its handle, which is alive as long as it has requests.
    unsafe {
        if (*request).queue != Queue::None {
            ListOf::remove(list((*request).handle, (*request).queue), request);
            (*request).queue = Queue::None;
        }
    }
}

/// How a request ends.
#[derive(Clone, Copy)]
pub enum End {
    Moved(isize),
    /// What failed, and why.
    Failed(&'static str, c_int),
    /// The handle was closed under it.
    Closed(*mut Object),
}

/// Ends a request; the handle is held by the caller. It may be freed here, and by subscribers that are told.
pub unsafe fn end(request: *mut Request, end: End, told: bool) {
    // SAFETY: the caller's request is alive and has a handle, which is held. It points at nothing of the handle's before
    // a subscriber is told, and is not looked at afterwards.
    unsafe {
        let handle = (*request).handle;
        unlink(request);
        detach_job(request);
        let subject = leave_source(request, handle);
        if (*request).unattended || (*request).disposed {
            let free_cb = (*request).base.free_cb;
            let data = (*request).data;
            free(request);
            if let Some(free_cb) = free_cb {
                free_cb(data, handle.cast());
            }
        } else {
            (*request).handle = ptr::null_mut();
            (*request).base.completed = true;
            match end {
                End::Moved(bytes) => (*request).base.transferred = bytes,
                End::Failed(what, error) => {
                    (*request).base.transferred = -1;
                    (*request).base.exception = failure(what, error).into_raw();
                }
                End::Closed(exception) => {
                    (*request).base.transferred = -1;
                    (*request).base.io_closed = true;
                    if (*request).kind != Kind::Read && !exception.is_null() {
                        (*request).base.exception = object::add_ref(exception);
                    }
                }
            }
            release_strings(request);
            // An owner that is not told may never dispose it, and Zend does not free this at the end of the request.
            if !(*request).chunk.is_null() {
                libc::free(ptr::replace(&raw mut (*request).chunk, ptr::null_mut()).cast());
            }
            if told {
                let exception = if (*request).silent { ptr::null_mut() } else { (*request).base.exception };
                tell(subject, request.cast(), exception);
            }
        }
        if subject != handle {
            super::release(subject);
        }
    }
}

/// The handle whose subscribers are told: with `sendfile` that of the file, whose reference the caller has to release.
unsafe fn leave_source(request: *mut Request, handle: *mut Handle) -> *mut Handle {
    // SAFETY: the request holds its source.
    unsafe {
        let source = ptr::replace(&raw mut (*request).source, ptr::null_mut());
        if source.is_null() {
            return handle;
        }
        (*source).lent -= 1;
        if source == handle {
            super::release(source);
            return handle;
        }
        source
    }
}

/// A worker that has it finishes alone.
unsafe fn detach_job(request: *mut Request) {
    // SAFETY: a job that works for a request is alive until it has told that it is done.
    unsafe {
        let job = ptr::replace(&raw mut (*request).job, ptr::null_mut());
        if !job.is_null() {
            (*job).request = ptr::null_mut();
            job::uncount(job);
        }
    }
}

unsafe fn release_strings(request: *mut Request) {
    // SAFETY: the request owns a reference to each of them, and forgets it first.
    unsafe {
        while (*request).string_count > 0 {
            (*request).string_count -= 1;
            string::release(*(*request).strings.add((*request).string_count));
        }
    }
}

/// Frees what is in no queue and with no worker.
pub unsafe fn free(request: *mut Request) {
    // SAFETY: the caller's request; everything that it owns is released once, with it.
    unsafe {
        release_strings(request);
        if (*request).owns_buffer {
            memory::free((*request).base.buf);
        }
        libc::free((*request).chunk.cast());
        let exception = (*request).base.exception;
        memory::free(request);
        object::release(exception);
    }
}

/// What remains to be written is copied: its owner need not keep it any longer.
unsafe fn keep_copy(request: *mut Request) {
    // SAFETY: the parts from `next` on are the owner's, and still there: it disposes the request now. The copy is the request's.
    unsafe {
        if (*request).string_count > 0 || (*request).next == (*request).count {
            return;
        }
        let left = core::slice::from_raw_parts_mut((*request).parts, (*request).count);
        let left = &mut left[(*request).next..];
        let bytes: usize = left.iter().map(|part| part.iov_len).sum();
        let copy = memory::allocate::<u8>(bytes.max(1));
        let mut at = 0;
        for part in left {
            ptr::copy_nonoverlapping(part.iov_base.cast::<u8>(), copy.add(at), part.iov_len);
            part.iov_base = copy.add(at).cast();
            at += part.iov_len;
        }
        (*request).base.buf = copy.cast::<c_char>();
        (*request).owns_buffer = true;
    }
}

/// Releases a request, at any time.
unsafe extern "C" fn dispose(base: *mut IoRequest) {
    // SAFETY: a request made by `new`, by the contract of `dispose`; one that has not ended has a living handle.
    unsafe {
        let request = base.cast::<Request>();
        if (*request).unattended {
            return;
        }
        let handle = (*request).handle;
        if handle.is_null() {
            free(request);
            return;
        }
        match (*request).queue {
            Queue::Writes => {
                keep_copy(request);
                (*request).disposed = true;
            }
            queue => {
                unlink(request);
                detach_job(request);
                let subject = leave_source(request, handle);
                if subject != handle {
                    super::release(subject);
                }
                free(request);
                match queue {
                    Queue::Reads => stream::reads_changed(handle),
                    Queue::Files => job::unhold_opening(handle),
                    _ => (),
                }
            }
        }
    }
}
