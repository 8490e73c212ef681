//! Jobs: what a worker thread does for a handle.
//!
//! A job owns copies of all that it works with, so that its request and the caller's memory may go at any time. It holds its
//! handles, whose descriptors are not closed before. One that opens a file has no descriptor yet, and holds its handle only for
//! the operations that wait behind it: a FIFO may never open, and must not outlive all interest in it.
//!
//! What may wait for another process is done by threads that nothing else waits for (`waiting_threads.rs`): opening, and
//! whatever is done with descriptors that have no places, such as pipes and terminals.

use super::request::{self, End, Request};
use super::{Handle, Others, file, hold, release, sendfile, transfer};
use crate::abi::io::{IoState, IoType};
use crate::engine::errno::errno;
use crate::reactor::current;
use crate::reactor::offload::{self, Job};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use std::collections::HashMap;
use std::os::fd::{FromRawFd, OwnedFd};
use std::sync::Arc;

/// What a worker does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    Read,
    Write,
    Append,
    Flush,
    Stat,
    Open,
    /// From file to file.
    Copy,
    /// From file to a stream that does not block.
    Send,
}

#[repr(C)]
pub struct FileJob {
    job: Job,
    link: LinkOf<FileJob>,
    /// Held, but see `holds_opening`. Null when it was disposed while its file was being opened.
    pub handle: *mut Handle,
    /// Held; null but for what goes from one handle to another.
    pub source: *mut Handle,
    /// Null when it has ended without the worker.
    pub request: *mut Request,
    pub work: Work,
    fd: c_int,
    from: c_int,
    /// -1 for a descriptor without places.
    pub offset: i64,
    pub from_offset: i64,
    pub length: usize,
    /// Outside Zend memory: input of a write, output of a read, the path to open.
    pub data: *mut u8,
    pub flags: c_int,
    pub mode: c_int,
    pub stat: libc::stat,
    /// Bytes, a descriptor, or a negative error.
    pub result: isize,
    /// Where the file ended after an append.
    pub place_after: i64,
    pub seeks: u32,
    /// Of a job that opens a file: it holds its handle, because operations wait for that.
    pub holds_opening: bool,
    /// Of a job that opens a file: it has no use for it any more.
    closes_opened: bool,
    /// The descriptors of a job that finishes alone: each is closed with the last such job that uses it.
    kept: [Option<Arc<OwnedFd>>; 2],
}

listed!(FileJob, link);

/// A job for a request, outside Zend memory; null if there is none.
pub(super) unsafe fn new_job(work: Work, handle: *mut Handle, request: *mut Request, room: usize) -> *mut FileJob {
    // SAFETY: zeroed memory for the structure, whose first part is written as a whole.
    unsafe {
        let file = libc::calloc(1, size_of::<FileJob>()).cast::<FileJob>();
        if file.is_null() {
            return file;
        }
        let is_file = (*handle).io.kind == IoType::FILE;
        let may_wait = work == Work::Open || is_file && (*handle).position < 0;
        ptr::write(&raw mut (*file).job, if may_wait { Job::waiting(run, free) } else { Job::new(run, free) });
        (*file).work = work;
        (*file).handle = handle;
        (*file).request = request;
        (*file).fd = (*handle).io.descriptor;
        ptr::write(&raw mut (*file).kept, [None, None]);
        if room > 0 {
            (*file).data = libc::malloc(room).cast();
            if (*file).data.is_null() {
                libc::free(file.cast());
                return ptr::null_mut();
            }
        }
        file
    }
}

/// Lets it read from, or copy from, another handle.
pub(super) unsafe fn set_source(file: *mut FileJob, source: *mut Handle, offset: i64, length: usize) {
    // SAFETY: a fresh job; the source is alive and held by the job when it is submitted.
    unsafe {
        (*file).source = source;
        (*file).from = (*source).io.descriptor;
        (*file).from_offset = offset;
        (*file).length = length;
    }
}

/// Hands a job to a worker; an error leaves nothing behind.
pub(super) unsafe fn submit(file: *mut FileJob) -> Result<(), c_int> {
    // SAFETY: the job stays until `done`, or finishes alone when it is forgotten.
    unsafe {
        let reactor = current();
        let error = if (*reactor).started {
            offload::submit(file.cast(), done, ptr::null_mut()).err()
        } else {
            Some(libc::EINVAL)
        };
        if let Some(error) = error {
            free(file.cast());
            return Err(error);
        }
        ListOf::push_back(&raw mut (*reactor).io.jobs, file);
        if (*file).work == Work::Open {
            super::note((*file).handle);
            return Ok(());
        }
        for handle in [(*file).handle, (*file).source] {
            if !handle.is_null() {
                hold(handle);
                super::note(handle);
                (*handle).users += 1;
            }
        }
        if !(*file).request.is_null() {
            (*(*file).request).job = file;
        }
        Ok(())
    }
}

unsafe fn run(job: *mut Job) {
    // SAFETY: on a worker, which alone has the job; all that it works with is the job's own.
    unsafe {
        let file = job.cast::<FileJob>();
        let result = match (*file).work {
            Work::Read => read_some(file),
            Work::Write => write_all(file, (*file).offset),
            Work::Append => append(file),
            Work::Flush => libc::fsync((*file).fd) as isize,
            Work::Stat => libc::fstat((*file).fd, &raw mut (*file).stat) as isize,
            Work::Open => open_now(file),
            Work::Copy => sendfile::copy((*file).from, (*file).from_offset, (*file).fd, (*file).offset, (*file).length),
            Work::Send => sendfile::send((*file).from, (*file).from_offset, (*file).fd, (*file).length),
        };
        // Calls that fail give -1 here; the loops below have looked at errno themselves.
        (*file).result = if result == -1 { -(errno() as isize) } else { result };
    }
}

unsafe fn read_some(file: *mut FileJob) -> isize {
    // SAFETY: the job's buffer has room for its length.
    unsafe {
        let (fd, data, length) =
            (if (*file).source.is_null() { (*file).fd } else { (*file).from }, (*file).data, (*file).length);
        loop {
            let result = if (*file).offset < 0 {
                libc::read(fd, data.cast(), length)
            } else {
                libc::pread(fd, data.cast(), length, (*file).offset)
            };
            if result >= 0 || errno() != libc::EINTR {
                return result;
            }
        }
    }
}

unsafe fn write_all(file: *mut FileJob, offset: i64) -> isize {
    // SAFETY: the job's buffer holds as many bytes as its length says.
    unsafe {
        let mut written = 0;
        while written < (*file).length {
            let (data, left) = ((*file).data.add(written).cast(), (*file).length - written);
            let result = transfer::quietly(|| {
                if offset < 0 {
                    libc::write((*file).fd, data, left)
                } else {
                    libc::pwrite((*file).fd, data, left, offset + written as i64)
                }
            });
            match result {
                0.. => written += result as usize,
                _ if result == -(libc::EINTR as isize) => (),
                _ => {
                    *libc::__errno_location() = -result as c_int;
                    return -1;
                }
            }
        }
        written as isize
    }
}

unsafe fn append(file: *mut FileJob) -> isize {
    // SAFETY: the job is this worker's alone until it arrives, and `stat` is a field of it.
    unsafe {
        if libc::fstat((*file).fd, &raw mut (*file).stat) != 0 {
            return -1;
        }
        let result = write_all(file, (*file).stat.st_size);
        (*file).place_after = (*file).stat.st_size + result.max(0) as i64;
        result
    }
}

unsafe fn open_now(file: *mut FileJob) -> isize {
    // SAFETY: the job owns the path. A number of the standard streams is not kept.
    unsafe {
        let path = (*file).data.cast::<c_char>();
        let fd = libc::open(path, (*file).flags | libc::O_CLOEXEC, (*file).mode as libc::mode_t);
        crate::reactor::descriptors::own(fd) as isize
    }
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is no worker's and in no list any more.
    unsafe {
        let file = job.cast::<FileJob>();
        if (*file).work == Work::Open && (*file).result > 0 && (*file).closes_opened {
            libc::close((*file).result as c_int);
        }
        ptr::drop_in_place(&raw mut (*file).kept);
        libc::free((*file).data.cast());
        libc::free(file.cast());
    }
}

/// A worker is done; on the PHP thread, in a turn.
unsafe fn done(job: *mut Job, _: *mut c_void) {
    // SAFETY: the job is this function's again. It holds its handles until the end.
    unsafe {
        let file = job.cast::<FileJob>();
        ListOf::remove(&raw mut (*current()).io.jobs, file);
        if (*file).work == Work::Open {
            return opened(file);
        }
        let (handle, source) = ((*file).handle, (*file).source);
        for user in [handle, source] {
            if !user.is_null() {
                (*user).users -= 1;
                if (*user).users == 0 && (*user).must_close {
                    super::close_descriptor(user);
                }
            }
        }
        let request = (*file).request;
        if !request.is_null() {
            (*request).job = ptr::null_mut();
        }
        if super::is_stream((*handle).io.kind) {
            sendfile::worked(handle, file);
        } else {
            (*handle).running = ptr::null_mut();
            file::worked(handle, file);
            file::begin_next(handle);
        }
        offload::free(job);
        for user in [source, handle] {
            if !user.is_null() {
                release(user);
            }
        }
    }
}

/// A file is open, or could not be opened.
unsafe fn opened(file: *mut FileJob) {
    // SAFETY: `done` passes its job, which is in no list any more. A handle that is not null is alive: disposed, it would have
    // left the job.
    unsafe {
        let handle = (*file).handle;
        if !handle.is_null() {
            hold(handle);
            release_opening(handle, file);
            (*handle).running = ptr::null_mut();
            file::worked(handle, file);
            file::begin_next(handle);
        }
        offload::free(file.cast());
        if !handle.is_null() {
            release(handle);
        }
    }
}

/// The job that opens the file of a handle, or null.
unsafe fn opening(handle: *mut Handle) -> *mut FileJob {
    // SAFETY: the callers' handle is alive, and the job that it has.
    unsafe {
        let running = (*handle).running;
        if !running.is_null() && (*running).work == Work::Open { running } else { ptr::null_mut() }
    }
}

/// An operation waits for the file to be open: it holds the handle.
pub(super) unsafe fn hold_opening(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive.
    unsafe {
        let file = opening(handle);
        if !file.is_null() && !core::mem::replace(&mut (*file).holds_opening, true) {
            hold(handle);
        }
    }
}

/// No operation waits for the file any more, if none is queued. The handle may be gone afterwards.
pub(super) unsafe fn unhold_opening(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive.
    unsafe {
        let file = opening(handle);
        if !file.is_null() && (*handle).files.is_empty() {
            release_opening(handle, file);
        }
    }
}

unsafe fn release_opening(handle: *mut Handle, file: *mut FileJob) {
    // SAFETY: the reference is the job's, which forgets it first.
    unsafe {
        if core::mem::replace(&mut (*file).holds_opening, false) {
            release(handle);
        }
    }
}

/// Nothing refers to a handle any more: what opens its file finishes alone, and closes it.
pub(super) unsafe fn leave_opening(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive, and its last reference is gone, so the job has none. The worker looks at neither
    // of the two places.
    unsafe {
        let file = opening(handle);
        if !file.is_null() {
            (*handle).running = ptr::null_mut();
            (*file).handle = ptr::null_mut();
            (*file).closes_opened = true;
            offload::uncount(file.cast());
        }
    }
}

/// What a worker does for a handle that was closed, or for a request that has ended, is no active event any more.
pub(super) unsafe fn uncount(file: *mut FileJob) {
    // SAFETY: the caller's job is with a worker and was not told of.
    unsafe { offload::uncount(file.cast()) }
}

/// Workers finish alone. No subscriber is told [abi/ABI-158].
pub(super) unsafe fn forget_all(jobs: *mut ListOf<FileJob>) {
    let mut left: HashMap<*mut Handle, Arc<OwnedFd>> = HashMap::new();
    // SAFETY: listed jobs are submitted and not told of. Each is taken out before code is called that may look at the list. A handle
    // that has a job is alive, and gives its descriptor away.
    unsafe {
        while !(*jobs).is_empty() {
            let file = (*jobs).first();
            ListOf::remove(jobs, file);
            let handles = [(*file).source, (*file).handle];
            let request = (*file).request;
            let opens = (*file).work == Work::Open;
            if !(*file).handle.is_null() {
                (*(*file).handle).running = ptr::null_mut();
                if opens && !(*file).holds_opening {
                    hold((*file).handle);
                }
            }
            for (handle, kept) in handles.into_iter().zip(&mut (*file).kept) {
                if !handle.is_null() && !opens {
                    (*handle).users -= 1;
                    (*handle).must_close = false;
                    // The workers may still use it, of this job and of others: a later file must not have its number.
                    let owns = (*handle).io.kind != IoType::FILE || (*handle).io.state.contains(IoState::OWNS_FD);
                    if owns && (*handle).io.descriptor >= 0 {
                        let fd = core::mem::replace(&mut (*handle).io.descriptor, -1);
                        left.insert(handle, Arc::new(OwnedFd::from_raw_fd(fd)));
                    }
                    *kept = left.get(&handle).cloned();
                }
            }
            (*file).closes_opened = opens;
            if !request.is_null() {
                request::end(request, End::Closed(ptr::null_mut()), false);
            }
            offload::abandon(file.cast());
            for handle in handles {
                if !handle.is_null() {
                    if !(*handle).io.state.contains(IoState::CLOSED) {
                        super::shut(handle, None, Others::Untold);
                    }
                    release(handle);
                }
            }
        }
    }
}
