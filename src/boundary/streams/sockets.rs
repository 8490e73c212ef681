//! Sockets, plain and with TLS [io/SO-4, io/SO-5, io/SO-8, io/TLS-4, io/UDP-1].
//!
//! An operation is attempted as for a socket in non-blocking mode. PHP's flag for that mode is enough: below, the hooks do
//! not wait. So OpenSSL is never left in the middle, and one coroutine may read while another writes. Should OpenSSL not
//! run through the hooks, the descriptor's own mode is changed around it, as PHP itself does.

use super::originals::{is_of_tcp, is_tcp, original};
use super::pending;
use super::transfer::{self, Early, StreamKind};
use super::{TAKING, closing, copies, deadline, read_key, taken, writers_key};
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait::attempt;
use crate::boundary::wait::descriptor::is_shut_for_reading;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::is_ready;
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Socket, Stream};
use crate::reactor::{NEVER, watch};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

/// OpenSSL was seen to run through the hooks.
static TLS_IS_HOOKED: AtomicBool = AtomicBool::new(false);

// The wait that was made before the call which reads next, and its stream, or null. No PHP code runs between both.
per_thread!(static EARLY: (*mut Stream, Early) = NONE);
const NONE: (*mut Stream, Early) = (ptr::null_mut(), Early { outcome: Outcome::Ready, deadline: 0 });

struct Connection<const T: usize> {
    stream: *mut Stream,
    socket: *mut Socket,
}

impl<const T: usize> Connection<T> {
    /// `None` for one that is not open.
    #[inline]
    unsafe fn of(stream: *mut Stream) -> Option<Connection<T>> {
        // SAFETY: a stream of the table.
        unsafe {
            let socket = (*stream).abstract_.cast::<Socket>();
            (!socket.is_null() && (*socket).fd >= 0).then_some(Connection { stream, socket })
        }
    }

    /// Of TCP: whether an attempt to read, which the caller would have to wait for, finds nothing.
    #[inline]
    unsafe fn is_drained(&self) -> bool {
        // SAFETY: the stream is open.
        unsafe {
            watch::is_drained((*self.socket).fd)
                && !self.has_some()
                && !self.is_nonblocking(watch::IN)
                && !streams::is_encrypted(self.stream)
        }
    }

    /// One operation that does not wait. `events` is what it waits for if it does not say.
    #[inline]
    unsafe fn attempt(&self, events: u32, operation: impl FnOnce() -> isize) -> (isize, u32) {
        // SAFETY: in the operation.
        unsafe {
            let (result, wanted) = if TLS_IS_HOOKED.load(Ordering::Relaxed) {
                attempt::make_with_clear_errno(self.stream, self.socket, operation)
            } else if !streams::is_encrypted(self.stream) {
                attempt::make_on_socket(self.stream, self.socket, operation)
            } else {
                self.attempt_unhooked(events, operation)
            };
            if result > 0 {
                streams::notify_progress(self.stream, result as usize);
            }
            (result, wanted)
        }
    }

    /// Of TLS, as long as it is not known whether the hooks see it.
    #[cold]
    unsafe fn attempt_unhooked(&self, events: u32, operation: impl FnOnce() -> isize) -> (isize, u32) {
        // SAFETY: in the operation; the descriptor's mode is what it was before PHP code runs again.
        unsafe {
            let fd = (*self.socket).fd;
            let flags = libc::fcntl(fd, libc::F_GETFL);
            libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK);
            attempt::was_noticed();
            let (result, wanted) = attempt::make_with_clear_errno(self.stream, self.socket, operation);
            libc::fcntl(fd, libc::F_SETFL, flags);
            if attempt::was_noticed() {
                TLS_IS_HOOKED.store(true, Ordering::Relaxed);
                return (result, wanted);
            }
            let would_wait = result == 0 && !streams::is_at_end(self.stream);
            (result, if would_wait { events } else { wanted })
        }
    }

    /// An operation that reads nothing may have taken input for TLS all the same: its waiters look again.
    #[inline]
    unsafe fn telling_readers<R>(&self, operation: impl FnOnce() -> R) -> R {
        // SAFETY: an operation of the stream runs, so this is a PHP thread and the stream is alive before the operation.
        unsafe {
            let fd = (*self.socket).fd;
            let before = watch::input_count(fd);
            // Asked before: an error handler may close the stream meanwhile.
            let unseen = !TLS_IS_HOOKED.load(Ordering::Relaxed) && streams::is_encrypted(self.stream);
            let result = operation();
            if unseen || watch::input_count(fd) != before {
                watch::nudge(fd, watch::IN);
            }
            result
        }
    }
}

impl<const T: usize> StreamKind for Connection<T> {
    #[inline]
    unsafe fn read(&self, room: *mut c_char, bytes: usize) -> (isize, u32) {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { self.attempt(watch::IN, || self.block_reading(room, bytes)) }
    }

    #[inline]
    unsafe fn has_some(&self) -> bool {
        // SAFETY: an operation of the stream runs, so it is open.
        unsafe { streams::has_some(self.stream) }
    }

    #[inline]
    unsafe fn is_empty(&self) -> bool {
        // SAFETY: an operation of the stream runs, so it is alive.
        unsafe { is_tcp::<T>() && self.is_drained() }
    }

    #[inline]
    unsafe fn write(&self, data: *const c_char, bytes: usize) -> (isize, u32) {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { self.telling_readers(|| self.attempt(watch::OUT, || self.block_writing(data, bytes))) }
    }

    unsafe fn block_reading(&self, room: *mut c_char, bytes: usize) -> isize {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { original::<T>().read.unwrap_unchecked()(self.stream, room, bytes) }
    }

    unsafe fn block_writing(&self, data: *const c_char, bytes: usize) -> isize {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { original::<T>().write.unwrap_unchecked()(self.stream, data, bytes) }
    }

    unsafe fn is_nonblocking(&self, events: u32) -> bool {
        // SAFETY: an open socket.
        unsafe {
            let at_once = (*self.socket).timeout.tv_sec == 0 && (*self.socket).timeout.tv_usec == 0;
            (*self.socket).is_blocked == 0
                || at_once && events == watch::IN && streams::has_zero_limits() && !streams::is_encrypted(self.stream)
        }
    }

    unsafe fn deadline(&self, _: u32) -> u64 {
        // SAFETY: an open socket.
        unsafe {
            let until = deadline(&(*self.socket).timeout);
            let none = (*self.socket).timeout.tv_sec == 0 && (*self.socket).timeout.tv_usec == 0;
            if streams::is_encrypted(self.stream) {
                // PHP knows no limit of 0 there.
                return if none { NEVER } else { until };
            }
            (*self.socket).timeout_event = 0;
            until
        }
    }

    unsafe fn time_out(&self, events: u32, bytes: usize) {
        // SAFETY: an open socket.
        unsafe {
            (*self.socket).timeout_event = 1;
            if events == watch::OUT && !streams::is_encrypted(self.stream) {
                streams::complain_of_sending(self.stream, bytes);
            }
        }
    }

    unsafe fn give_up(&self, data: *const c_char, bytes: usize) {
        // SAFETY: what the last attempt was given.
        unsafe {
            if streams::is_encrypted(self.stream) {
                pending::keep(self.stream, data, bytes);
            }
        }
    }
}

/// Whether a read of this stream waits, as far as is known: a socket that was read empty.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_empty(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as this function demands; the table says what it is.
    unsafe {
        is_of_tcp(stream)
            && !streams::is_buffered(stream)
            && !streams::is_at_end(stream)
            && wait::hooks_wait()
            && Connection::<0>::of(stream).is_some_and(|connection| connection.is_drained())
    }
}

/// Waits before a call that begins with a read of a stream that [`is_empty`]. No frames of PHP's are on the stack then, and the call
/// has made no room yet for what it reads: less memory is touched when many wait. The read takes the outcome as that of a wait of
/// its own, unless that was cancelled or closed.
///
/// # Safety
/// Such a function of PHP's has been called, with the gate of the open stream, and has not begun. [`forget_early`] follows.
pub unsafe fn wait_first(stream: *mut Stream) -> Outcome {
    // SAFETY: the stream is open, and stays open as long as the call [io/SO-6]; it is a socket's.
    unsafe {
        let socket = (*stream).abstract_.cast::<Socket>();
        let deadline = Connection::<0> { stream, socket }.deadline(watch::IN);
        let errno = wait::errno();
        let outcome = wait::wait_one((*socket).fd, watch::IN, deadline);
        wait::set_errno(errno);
        if !matches!(outcome, Outcome::Cancelled | Outcome::Closed) {
            EARLY.set((stream, Early { outcome, deadline }));
        }
        outcome
    }
}

/// The call has ended, whether it has read or not.
pub fn forget_early() {
    EARLY.set(NONE);
}

pub unsafe extern "C" fn read<const T: usize>(stream: *mut Stream, room: *mut c_char, bytes: usize) -> isize {
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes.
    unsafe {
        if TAKING.get() != 0 {
            taken::before_read(stream);
        }
        let connection = match Connection::<T>::of(stream) {
            Some(connection) if wait::hooks_wait() => connection,
            _ => return original::<T>().read.unwrap_unchecked()(stream, room, bytes),
        };
        let socket = connection.socket;
        let key = if (*socket).is_blocked != 0 { read_key(stream) } else { transfer::NO_TURN };
        if (*socket).timeout_event != 0 && key != transfer::NO_TURN && !streams::is_encrypted(stream) {
            (*socket).timeout_event = 0;
        }
        let (waited, early) = EARLY.get();
        let early = if waited == stream { Some(early) } else { None };
        if early.is_some() {
            EARLY.set(NONE);
        }
        transfer::read(&connection, stream, key, (*socket).fd, early, room, bytes)
    }
}

pub unsafe extern "C" fn write<const T: usize>(stream: *mut Stream, data: *const c_char, bytes: usize) -> isize {
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes.
    unsafe {
        let connection = match Connection::<T>::of(stream) {
            Some(connection) if wait::hooks_wait() => connection,
            _ => {
                let write = |data, bytes| original::<T>().write.unwrap_unchecked()(stream, data, bytes);
                let may_begin = !pending::is_kept(stream) || pending::send(stream, data, bytes, write);
                return if may_begin { write(data, bytes) } else { -1 };
            }
        };
        copies::after_write(stream, data, bytes, connection.send(data, bytes))
    }
}

impl<const T: usize> Connection<T> {
    /// Writes where hooks wait.
    unsafe fn send(&self, data: *const c_char, bytes: usize) -> isize {
        // SAFETY: the stream is open, and the data are those of its operation.
        unsafe {
            let (stream, socket) = (self.stream, self.socket);
            if transfer::has_failed((*socket).fd, data, bytes) || wait::refuses_to_send((*socket).fd) {
                return -1;
            }
            let key = if (*socket).is_blocked != 0 { writers_key(stream) } else { transfer::NO_TURN };
            let write = |data, bytes| transfer::write(self, key, (*socket).fd, data, bytes);
            if !pending::is_kept(stream) {
                return write(data, bytes);
            }
            let entry = if key == transfer::NO_TURN { Entry::Passed } else { gate::enter(key, "stream") };
            if matches!(entry, Entry::Cancelled | Entry::Closed) {
                return -1;
            }
            let result = if pending::send(stream, data, bytes, write) { write(data, bytes) } else { -1 };
            if entry == Entry::Entered {
                gate::leave(key);
            }
            result
        }
    }
}

pub unsafe extern "C" fn close<const T: usize>(stream: *mut Stream, close_handle: c_int) -> c_int {
    // SAFETY: the engine calls the operation with a stream that it frees afterwards.
    unsafe {
        let result = closing::close_now(stream, || original::<T>().close.unwrap_unchecked()(stream, close_handle));
        pending::forget(stream);
        result
    }
}

pub unsafe extern "C" fn set_option<const T: usize>(
    stream: *mut Stream,
    option: c_int,
    value: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the engine calls the operation with a live stream, and with the argument that the option has.
    unsafe {
        let call = || original::<T>().set_option.unwrap_unchecked()(stream, option, value, argument);
        let connection = match Connection::<T>::of(stream) {
            Some(connection) if matches!(option, streams::TRANSPORT | streams::LIVENESS) => connection,
            _ => return call(),
        };
        if option == streams::LIVENESS {
            // Looking for what has come reads from the socket.
            let looks = value == 0 && wait::hooks_wait() && streams::is_encrypted(stream);
            return if looks { connection.telling_readers(|| attempt::make(call).0) } else { call() };
        }
        match streams::receiving(argument) {
            Some(result) if wait::may_suspend() && (*connection.socket).is_blocked != 0 => {
                receive(stream, connection.socket, result, call)
            }
            _ => call(),
        }
    }
}

/// `stream_socket_recvfrom()`, for which PHP knows no time limit. `result` is where `call` puts what it has received, -1
/// for nothing.
unsafe fn receive(stream: *mut Stream, socket: *mut Socket, result: *mut c_int, call: impl Fn() -> c_int) -> c_int {
    // SAFETY: the stream lives as long as this turn lasts [io/SO-6].
    unsafe {
        let errno = wait::errno();
        let entry = gate::enter(read_key(stream), "stream");
        if matches!(entry, Entry::Cancelled | Entry::Closed) {
            *result = -1;
            return streams::OPTION_OK;
        }
        (*socket).timeout_event = 0;
        let fd = (*socket).fd;
        let until = deadline(&(*socket).timeout);
        let answer = loop {
            // Waits and attempts in vain may have changed it [io/HK-6].
            wait::set_errno(errno);
            // Hooks that do not wait would block: nothing but main could run.
            let wanted = if wait::hooks_wait() {
                let (answer, wanted) = attempt::make(&call);
                if *result >= 0 || wanted == 0 {
                    break answer;
                }
                wanted
            } else if is_ready(fd, libc::POLLIN) {
                break call();
            } else {
                watch::IN
            };
            let outcome = wait::wait_one(fd, wanted, until);
            match outcome {
                Outcome::Ready if !is_shut_for_reading(fd) => continue,
                Outcome::Ready | Outcome::Unwatchable => {
                    wait::set_errno(errno);
                    break call();
                }
                Outcome::Timeout => (*socket).timeout_event = 1,
                Outcome::Cancelled | Outcome::Closed => (),
            }
            *result = -1;
            break streams::OPTION_OK;
        };
        if entry == Entry::Entered {
            gate::leave(read_key(stream));
        }
        answer
    }
}
