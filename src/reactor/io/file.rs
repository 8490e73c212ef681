//! Files: operations on worker threads, of one handle strictly one after the other [abi/ABI-157].
//!
//! ```text
//!   files: operation, operation, ...          begin_next: the first one becomes a job ---> worker
//!                                             done <---------------------------------------- '
//!                                               copies what was read, moves the place, ends the request, begins the next
//! ```
//!
//! A job owns copies of all that it works with, so that its request and the caller's memory may go at any time. It holds the
//! handle, whose descriptor is not closed before. Reads of what is in memory need no worker.

use super::request::{self, End, Kind, Queue, Request};
use super::{Handle, failure, hold, misuse, new_buffer, new_handle, refuse, release, sendfile, transfer};
use crate::abi::io::{Io, IoRequest, IoState, IoType};
use crate::reactor::offload::{self, Job};
use crate::reactor::{current, event_loop};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::sim::{Decision, once_in};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;

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
    /// Held.
    pub handle: *mut Handle,
    /// Held; null but for what goes from one handle to another.
    source: *mut Handle,
    /// Null when it has ended without the worker.
    pub request: *mut Request,
    pub work: Work,
    fd: c_int,
    from: c_int,
    /// -1 for a descriptor without places.
    offset: i64,
    from_offset: i64,
    length: usize,
    /// Outside Zend memory: input of a write, output of a read, the path to open.
    pub data: *mut u8,
    flags: c_int,
    mode: c_int,
    stat: libc::stat,
    /// Bytes, a descriptor, or a negative error.
    pub result: isize,
    /// Where the file ended after an append.
    place_after: i64,
    seeks: u32,
    /// Closed when the job is freed, or -1.
    close_fd: c_int,
}

listed!(FileJob, link);

const READ: &str = "Failed to read the file";
const WRITE: &str = "Failed to write the file";
const FLUSH: &str = "Failed to flush the file";
pub(super) const STAT: &str = "Failed to get the status of the file";
const COPY: &str = "Failed to copy the file";

/// A job for a request, outside Zend memory; null if there is none.
pub(super) unsafe fn new_job(work: Work, handle: *mut Handle, request: *mut Request, room: usize) -> *mut FileJob {
    // SAFETY: zeroed memory for the structure, whose first part is written as a whole.
    unsafe {
        let file = libc::calloc(1, size_of::<FileJob>()).cast::<FileJob>();
        if file.is_null() {
            return file;
        }
        ptr::write(&raw mut (*file).job, Job::new(run, free));
        (*file).work = work;
        (*file).handle = handle;
        (*file).request = request;
        (*file).fd = (*handle).io.descriptor;
        (*file).close_fd = -1;
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
        for handle in [(*file).handle, (*file).source] {
            if !handle.is_null() {
                hold(handle);
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
        (*file).result = if result == -1 { -(transfer::errno() as isize) } else { result };
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
            if result >= 0 || transfer::errno() != libc::EINTR {
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
    // SAFETY: as in `write_all`.
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
        if (*file).work == Work::Open && (*file).result > 0 && (*file).close_fd >= 0 {
            libc::close((*file).result as c_int);
        } else if (*file).close_fd >= 0 {
            libc::close((*file).close_fd);
        }
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
            worked(handle, file);
            begin_next(handle);
        }
        offload::free(job);
        for user in [source, handle] {
            if !user.is_null() {
                release(user);
            }
        }
    }
}

/// Workers finish alone.
pub(super) unsafe fn forget_all(jobs: *mut ListOf<FileJob>) {
    // SAFETY: listed jobs are submitted and not told of. Each is taken out before code is called that may look at the list.
    unsafe {
        while !(*jobs).is_empty() {
            let file = (*jobs).first();
            ListOf::remove(jobs, file);
            let handles = [(*file).source, (*file).handle];
            let request = (*file).request;
            (*(*file).handle).running = ptr::null_mut();
            for handle in handles {
                if !handle.is_null() {
                    (*handle).users -= 1;
                    (*handle).must_close = false;
                    // The worker may still use it: it goes with the job.
                    let owns = (*handle).io.kind != IoType::FILE || (*handle).io.state.contains(IoState::OWNS_FD);
                    if owns && (*file).close_fd < 0 {
                        (*file).close_fd = core::mem::replace(&mut (*handle).io.descriptor, -1);
                    }
                }
            }
            if (*file).work == Work::Open {
                (*file).close_fd = 0;
            }
            if !request.is_null() {
                request::end(request, End::Closed(ptr::null_mut()), false);
            }
            offload::abandon(file.cast());
            for handle in handles {
                if !handle.is_null() {
                    super::close(handle.cast());
                    release(handle);
                }
            }
        }
    }
}

/// Where a file handle begins [abi/ABI-156].
pub(super) unsafe fn begin(handle: *mut Handle) {
    // SAFETY: the handle is alive and has a descriptor, of which is asked where it stands.
    unsafe {
        let fd = (*handle).io.descriptor;
        (*handle).position = libc::lseek(fd, 0, libc::SEEK_CUR);
        if (*handle).position >= 0 && (*handle).io.state.contains(IoState::APPEND) {
            let mut stat = core::mem::zeroed::<libc::stat>();
            if libc::fstat(fd, &mut stat) == 0 {
                (*handle).position = stat.st_size;
            }
        }
    }
}

/// Puts an operation behind the others of its handle.
pub(super) unsafe fn enqueue(handle: *mut Handle, request: *mut Request) {
    // SAFETY: a fresh request for a living handle, which is held.
    unsafe {
        request::enqueue(request, Queue::Files);
        hold(handle);
        begin_with(handle, request);
        release(handle);
    }
}

/// The first operation that waits becomes a job.
unsafe fn begin_next(handle: *mut Handle) {
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
unsafe fn worked(handle: *mut Handle, file: *mut FileJob) {
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
        let mut stat = core::mem::zeroed::<libc::stat>();
        let is_whole = libc::fstat(fd, &mut stat) == 0 && (*handle).position + bytes as i64 >= stat.st_size;
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
            release(handle);
            return refuse("Failed to open the file", error);
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
            super::shut(handle, failure("Failed to open the file", -fd));
        } else {
            super::set_descriptor(handle, fd);
            (*handle).io.state |= IoState::READABLE | IoState::OWNS_FD;
            begin(handle);
            super::tell(handle, ptr::null_mut(), ptr::null_mut());
        }
    }
}
