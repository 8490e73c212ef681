//! Asynchronous input and output: one handle for pipes, files, sockets and terminals [abi/ABI-156 to ABI-158].
//!
//! ```text
//!                        Handle
//!   reads  ---- stream.rs ----> reader: a waiter of the descriptor's watch (watch.rs)
//!   writes ---- stream.rs ----> writer: likewise              sendfile.rs: file -> stream, in the order of the writes
//!   files  ---- file.rs ------> a worker thread, one operation after the other
//!   receives, sends -- udp.rs -> the same waiters
//! ```
//!
//! Every operation is tried first; what can be done at once ends inside the call that submits it, and no subscriber is told. Waits use
//! the watch of the descriptor, which stays armed. A multishot read keeps its waiter attached and is told by level: what one
//! turn leaves is reported by the next.
//!
//! Flags of descriptors are never changed: others may share them.

mod file;
mod fork;
mod job;
mod listed;
mod request;
mod sendfile;
mod stream;
mod terminal;
mod transfer;
mod udp;
mod udp_options;

use super::watch::{self, Status, Waiter, WaiterKind};
use super::{TimerNode, current, event_loop, free_event, life, new_event, timer};
use crate::abi::io::{Io, IoRequest, IoState, IoType};
use crate::abi::register::zend_async_io_register;
use crate::abi::{AsyncClass, Event, EventFlags, Object, ZString, memory};
use crate::engine::errno::errno;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{descriptor, exception, object, string};
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{c_int, c_void};
use core::mem::offset_of;
use core::ptr;
pub(super) use fork::{after_fork, leave_jobs};
use job::FileJob;
pub(super) use listed::forget_all;
use listed::{note, unlist};
use request::{End, Request};
use transfer::Way;

#[repr(C)]
pub(super) struct Handle {
    io: Io,
    /// Among those that have, or had, operations under way.
    link: LinkOf<Handle>,
    listed: bool,
    /// References that are the reactor's own ([`hold`]).
    holds: u32,
    /// References of jobs that the parent of a fork has kept.
    left_references: u32,
    way: Way,
    /// The caller's descriptor where this works on another one (a standard stream, a terminal), or -1.
    original: c_int,
    reads: ListOf<Request>,
    writes: ListOf<Request>,
    files: ListOf<Request>,
    receives: ListOf<udp::Datagram>,
    sends: ListOf<udp::Datagram>,
    reader: Waiter,
    writer: Waiter,
    /// The next attempt to send a datagram; hidden, because the writer is attached as well.
    again: TimerNode,
    /// `alloc_cb` had no room.
    paused: bool,
    /// The event was stopped under a read.
    stopped: bool,
    /// Writes are given away further up the stack.
    flushing: bool,
    /// Reads are served further up the stack.
    serving: bool,
    /// The operation that a worker has.
    running: *mut FileJob,
    /// Workers that use the descriptor.
    users: u32,
    /// Requests that send this file.
    lent: u32,
    /// The descriptor goes when no worker uses it.
    must_close: bool,
    /// Where a file is read and written; -1 if it has no places.
    position: i64,
    /// Changes with every seek.
    seeks: u32,
    /// An exception for the subscribers, when those that are being told have been told.
    untold: *mut Object,
}

listed!(Handle, link);

/// What the handles of a thread share.
pub(super) struct Shared {
    jobs: ListOf<FileJob>,
    /// With operations under way, or that had some.
    handles: ListOf<Handle>,
    /// Stands for a fire-and-forget write that has ended already.
    ended: IoRequest,
}

impl Shared {
    pub const fn new() -> Shared {
        Shared {
            jobs: ListOf::EMPTY,
            handles: ListOf::EMPTY,
            ended: IoRequest {
                transferred: 0,
                exception: ptr::null_mut(),
                buf: ptr::null_mut(),
                completed: true,
                io_closed: false,
                dispose: None,
                free_cb: None,
            },
        }
    }
}

unsafe extern "C" fn ignore(_: *mut IoRequest) {}

/// What a fire-and-forget write returns that has ended: nothing of the caller's.
unsafe fn ended() -> *mut IoRequest {
    // SAFETY: the reactor of a thread is never freed.
    unsafe {
        let ended = &raw mut (*current()).io.ended;
        (*ended).completed = true;
        (*ended).dispose = Some(ignore);
        ended
    }
}

/// Fills the group of slots.
///
/// # Safety
/// Module start.
pub(super) unsafe fn register() {
    // SAFETY: the name is static; the functions keep the contracts of ABI chapter 15.
    unsafe {
        zend_async_io_register(
            super::NAME.as_ptr().cast_mut(),
            false,
            Some(create),
            Some(stream::read),
            Some(stream::write),
            Some(stream::writev),
            Some(close),
            Some(wait),
            Some(file::flush),
            Some(file::stat),
            Some(file::seek),
            Some(sendfile::sendfile),
            Some(file::open),
            Some(udp::sendto),
            Some(udp::try_send),
            Some(udp::recvfrom),
            Some(udp_options::set),
            Some(udp_options::set_membership),
            Some(udp::bind),
        );
    }
}

/// An exception for what failed and why.
unsafe fn failure(what: &str, error: c_int) -> OwnedObject {
    // SAFETY: operations begin and end on the PHP thread in a request, where exceptions can be made.
    unsafe {
        let reason = std::io::Error::from_raw_os_error(error);
        exception::new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &format!("{what}: {reason}"))
    }
}

/// Throws that; null for the caller to return.
unsafe fn refuse<T>(what: &str, error: c_int) -> *mut T {
    // SAFETY: operations begin on the PHP thread in a request. Throwing runs no PHP code.
    unsafe { exception::throw(failure(what, error)) };
    ptr::null_mut()
}

/// Throws for a usage that is never right; null for the caller to return.
unsafe fn misuse<T>(text: &str) -> *mut T {
    // SAFETY: slots are called on the PHP thread in a request, where exceptions can be made.
    unsafe { exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, text) };
    ptr::null_mut()
}

const CLOSED: &str = "The IO handle is closed";
const NO_HANDLE: &str = "An IO handle is required";
const STREAM_CLOSED: &str = "Stream was closed";

/// The handle, if operations can begin on it; else null, with an exception.
unsafe fn usable(io: *mut Io) -> *mut Handle {
    // SAFETY: null, or a handle made here, by the contract of the slots.
    unsafe {
        if io.is_null() {
            misuse(NO_HANDLE)
        } else if (*io).state.contains(IoState::CLOSED) {
            misuse(CLOSED)
        } else {
            io.cast()
        }
    }
}

fn is_stream(kind: IoType) -> bool {
    matches!(kind, IoType::PIPE | IoType::TCP | IoType::TTY)
}

/// A handle with its methods, without a descriptor.
unsafe fn new_handle(kind: IoType, state: IoState, extra: usize) -> *mut Handle {
    // SAFETY: fresh zeroed memory: empty lists, no request; the structure begins with the event.
    unsafe {
        let handle = new_event::<Handle>(extra);
        let io = &raw mut (*handle).io;
        (*io).descriptor = -1;
        (*io).kind = kind;
        (*io).state = state & (IoState::all() - IoState::CLOSED - IoState::EOF);
        (*io).event.start = Some(start);
        (*io).event.stop = Some(stop);
        (*io).event.dispose = Some(dispose);
        (*io).event.info = Some(info);
        (*handle).way = Way::Blocking;
        (*handle).original = -1;
        (*handle).position = -1;
        ptr::write(&raw mut (*handle).reader, Waiter::new(-1, watch::IN, WaiterKind::Consumer, may_read));
        ptr::write(&raw mut (*handle).writer, Waiter::new(-1, watch::OUT, WaiterKind::Consumer, may_write));
        ptr::write(&raw mut (*handle).again, TimerNode::new(udp::send_again));
        (*handle).again.hidden = true;
        (*handle).reader.lone = true;
        handle
    }
}

unsafe fn set_descriptor(handle: *mut Handle, fd: c_int) {
    // SAFETY: the handle is alive, and none of its waiters is attached yet.
    unsafe {
        (*handle).io.descriptor = fd;
        (*handle).reader.fd = fd;
        (*handle).writer.fd = fd;
    }
}

/// Why a descriptor cannot be used as such a handle. Where it can it is where a file stands, -1 if it has no places.
fn examine(fd: c_int, kind: IoType) -> Result<i64, c_int> {
    // SAFETY: questions that take a number of any value.
    unsafe {
        match kind {
            IoType::FILE => match libc::lseek(fd, 0, libc::SEEK_CUR) {
                place @ 0.. => return Ok(place),
                _ if errno() == libc::EBADF => return Err(libc::EBADF),
                _ => (),
            },
            IoType::TCP => drop(descriptor::socket_type(fd)?),
            IoType::UDP if descriptor::socket_type(fd)? != libc::SOCK_DGRAM => return Err(libc::EPROTOTYPE),
            IoType::UDP => (),
            IoType::TTY if libc::isatty(fd) != 1 => return Err(errno()),
            IoType::TTY => (),
            IoType::PIPE if libc::fcntl(fd, libc::F_GETFD) < 0 => return Err(libc::EBADF),
            IoType::PIPE => (),
            _ => return Err(libc::EINVAL),
        }
        Ok(-1)
    }
}

/// Slot `io_create`.
unsafe extern "C" fn create(fd: c_int, kind: IoType, state: IoState) -> *mut Io {
    // SAFETY: fresh memory; nothing but questions are asked of the descriptor, which stays the caller's until the handle is
    // there.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let place = match examine(fd, kind) {
            Ok(place) => place,
            Err(error) => return refuse("The descriptor cannot be used for input and output", error),
        };
        let reopened = if kind == IoType::TTY { terminal::reopen(fd) } else { None };
        let mut own = reopened.unwrap_or(fd);
        if is_stream(kind) && own <= libc::STDERR_FILENO {
            own = libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1);
            if own < 0 {
                return refuse("The standard stream cannot be duplicated", errno());
            }
        }
        let handle = new_handle(kind, state, 0);
        set_descriptor(handle, own);
        (*handle).original = if own == fd { -1 } else { fd };
        if kind == IoType::FILE {
            file::begin(handle, place);
        } else {
            (*handle).way = match kind {
                IoType::TTY if reopened.is_some() => Way::NonBlocking,
                IoType::TTY => Way::Terminal,
                _ => Way::of(own),
            };
        }
        handle.cast()
    }
}

/// Counts for the life of the loop; a read that `stop` has put to rest goes on.
unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: the event of a handle.
    unsafe {
        if life::first_start(event) {
            (*event).loop_ref_count = 1;
            life::count(event, true);
            let handle = event.cast::<Handle>();
            if core::mem::replace(&mut (*handle).stopped, false) {
                hold(handle);
                if (*handle).io.kind == IoType::UDP {
                    udp::resume(handle)
                } else {
                    stream::resume(handle)
                }
                release(handle);
            }
        }
    }
    true
}

/// Puts an armed read to rest.
unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: the event of a handle.
    unsafe {
        if life::last_stop(event) {
            life::count(event, false);
            let handle = event.cast::<Handle>();
            if !(*handle).reads.is_empty() || !(*handle).receives.is_empty() {
                (*handle).stopped = true;
                watch::detach(&raw mut (*handle).reader);
            }
        }
    }
    true
}

unsafe fn hold(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive.
    unsafe {
        (*handle).io.event.ref_count += 1;
        (*handle).holds += 1;
    }
}

unsafe fn release(handle: *mut Handle) {
    // SAFETY: the caller owns a reference that `hold` has taken.
    unsafe {
        (*handle).holds -= 1;
        life::release(handle.cast())
    }
}

/// Whether nothing else refers any more to a handle that was held: it was released by subscribers that were told, which are not
/// to be told again [abi/ABI-82].
unsafe fn is_released(handle: *mut Handle) -> bool {
    // SAFETY: the caller holds the handle.
    unsafe { (*handle).io.event.ref_count <= (*handle).holds }
}

/// Tells the subscribers. Inside a pass over them only a closing can come up, and that is told when the pass is over.
unsafe fn tell(handle: *mut Handle, result: *mut c_void, exception: *mut Object) {
    // SAFETY: the caller holds the handle, so it is alive after its subscribers were told.
    unsafe {
        callbacks::notify(handle.cast(), result, exception);
        tell_untold(handle);
    }
}

unsafe fn tell_untold(handle: *mut Handle) {
    // SAFETY: as in `tell`; the exception is forgotten before it is told, and owned here.
    unsafe {
        if (*handle).untold.is_null() || !(*handle).io.event.callbacks.current_iterator.is_null() {
            return;
        }
        let exception = ptr::replace(&raw mut (*handle).untold, ptr::null_mut());
        callbacks::notify(handle.cast(), ptr::null_mut(), exception);
        object::release(exception);
    }
}

/// The descriptor has input, or is being closed.
unsafe fn may_read(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the reader of a handle, which is held while requests are served.
    unsafe { woken(waiter.byte_sub(offset_of!(Handle, reader)).cast(), status, true) }
}

/// The descriptor takes output, or is being closed.
unsafe fn may_write(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the writer of a handle, which is held while requests are served.
    unsafe { woken(waiter.byte_sub(offset_of!(Handle, writer)).cast(), status, false) }
}

unsafe fn woken(handle: *mut Handle, status: Status, reads: bool) {
    // SAFETY: an attached waiter's handle is alive; the reference keeps it so.
    unsafe {
        hold(handle);
        match status {
            // Code outside closes the descriptor: the handle has it no longer.
            Status::Closed => {
                forget_descriptor(handle);
                close(handle.cast());
            }
            Status::Ready if (*handle).io.kind == IoType::UDP => udp::serve(handle, reads),
            Status::Ready if reads => {
                stream::serve(handle, ptr::null_mut());
            }
            Status::Ready => {
                stream::flush(handle, ptr::null_mut());
            }
        }
        release(handle);
    }
}

/// Nothing of the handle waits any more.
unsafe fn rest(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive; waiters and node are part of it.
    unsafe {
        watch::detach(&raw mut (*handle).reader);
        watch::detach(&raw mut (*handle).writer);
        timer::stop_node(&raw mut (*handle).again);
    }
}

unsafe fn forget_descriptor(handle: *mut Handle) {
    // SAFETY: the handle is alive; its waiters leave the watch of the descriptor, which may be another's after this.
    unsafe {
        rest(handle);
        (*handle).io.descriptor = -1;
        (*handle).original = -1;
    }
}

/// Slot `io_close` [abi/ABI-156].
unsafe extern "C" fn close(io: *mut Io) -> bool {
    // SAFETY: null, or a handle made here.
    unsafe {
        if !io.is_null() && !(*io).state.contains(IoState::CLOSED) {
            hold(io.cast());
            let event = &raw const (*io).event;
            let is_heard = (*event).callbacks.length > 0 || (*event).notify_handler.is_some();
            let exception = is_heard.then(|| exception::new(AsyncClass::EXCEPTION_INPUT_OUTPUT, STREAM_CLOSED));
            shut(io.cast(), exception, Others::Told);
            release(io.cast());
        }
    }
    true
}

/// Whether the end of a handle is told to the subscribers of others that have to do with it: of files that are sent through it, and
/// of streams whose next write has its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Told,
    /// The reactor stops: the extensions whose code would be called have ended their request already.
    Untold,
}

/// Ends everything that is under way, closes the descriptor, and tells the subscribers if there is an exception. The handle is held.
unsafe fn shut(handle: *mut Handle, exception: Option<OwnedObject>, others: Others) {
    // SAFETY: the caller holds the handle. Requests are taken from the front until none is left, because code that is called
    // in between may end others.
    unsafe {
        // Subscribers are told: the reference lies here as a pointer.
        let exception = exception.into_nullable();
        let io = &raw mut (*handle).io;
        (*io).state |= IoState::CLOSED | IoState::EOF;
        (*handle).stopped = false;
        rest(handle);
        // Waiters of a file that is sent wait at that, not at this.
        let elsewhere = move |request: *mut Request| {
            others == Others::Told && !(*request).source.is_null() && (*request).source != handle
        };
        if !(*handle).running.is_null() {
            let request = (*(*handle).running).request;
            if !request.is_null() {
                request::end(request, End::Closed(exception), elsewhere(request));
            } else {
                job::uncount((*handle).running);
            }
        }
        for list in [&raw mut (*handle).reads, &raw mut (*handle).writes, &raw mut (*handle).files] {
            while !(*list).is_empty() {
                let request = (*list).first();
                request::end(request, End::Closed(exception), elsewhere(request));
            }
        }
        job::unhold_opening(handle);
        udp::end_all(handle);
        sendfile::end_all_from(handle, exception, others);
        let event = &raw mut (*io).event;
        if (*event).loop_ref_count > 0 {
            (*event).loop_ref_count = 1;
            stop(event);
        }
        (*event).flags |= EventFlags::CLOSED;
        if (*handle).users > 0 {
            (*handle).must_close = true;
        } else {
            close_descriptor(handle);
        }
        if !exception.is_null() {
            (*handle).untold = exception;
            tell_untold(handle);
        }
    }
}

/// Closes what the handle has to close.
unsafe fn close_descriptor(handle: *mut Handle) {
    // SAFETY: no worker uses the descriptor, and the handle's waiters have left. Others that wait for it are told first.
    unsafe {
        (*handle).must_close = false;
        let io = &raw mut (*handle).io;
        let fd = core::mem::replace(&mut (*io).descriptor, -1);
        let original = core::mem::replace(&mut (*handle).original, -1);
        let is_ours = (*io).kind != IoType::FILE || (*io).state.contains(IoState::OWNS_FD);
        if fd >= 0 && is_ours {
            close_and_tell(fd);
        }
        if original >= 0 && !(*io).state.contains(IoState::PRESERVE_FD) {
            close_and_tell(original);
        }
    }
}

unsafe fn close_and_tell(fd: c_int) {
    // SAFETY: the descriptor is the handle's to close; its waiters leave.
    unsafe {
        watch::close(fd);
        libc::close(fd);
        // Nothing can wait here until the waiters that were told have left: the number is free for the next one.
        watch::closed(fd);
    }
}

/// Slot `io_await`: whether the handle can be used [abi/ABI-156].
unsafe extern "C" fn wait(io: *mut Io, _: u32, _: *mut libc::timeval) -> c_int {
    // SAFETY: null, or a handle made here.
    unsafe { if io.is_null() || (*io).state.contains(IoState::CLOSED) { -1 } else { 0 } }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the event of a handle; jobs hold it, so no worker uses it when its last reference is gone. It has one again
    // while code is called that may count references.
    unsafe {
        if life::last_reference(event) {
            let handle = event.cast::<Handle>();
            (*event).ref_count = 1;
            job::leave_opening(handle);
            if !(*handle).io.state.contains(IoState::CLOSED) {
                shut(handle, None, Others::Told);
            }
            unlist(handle);
            if let Some(detach) = (*handle).io.on_detach.take() {
                detach(event.cast(), (*handle).io.on_detach_arg);
            }
            let untold = ptr::replace(&raw mut (*handle).untold, ptr::null_mut());
            (*event).ref_count = 0;
            callbacks::zend_async_callbacks_free(event);
            free_event(event);
            object::release(untold);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: the event of a handle.
    unsafe {
        let io = event.cast::<Io>();
        let kind = match (*io).kind {
            IoType::PIPE => "pipe",
            IoType::FILE => "file",
            IoType::TCP => "tcp",
            IoType::UDP => "udp",
            _ => "tty",
        };
        let number = if matches!((*io).kind, IoType::TCP | IoType::UDP) { "socket" } else { "fd" };
        string::new(&format!("IO(type={kind}, {number}={})", (*io).descriptor))
    }
}

/// Memory of a buffer that a request owns.
unsafe fn new_buffer(size: usize) -> *mut core::ffi::c_char {
    // SAFETY: a request of PHP is active.
    unsafe { memory::allocate(size.max(1)) }
}
