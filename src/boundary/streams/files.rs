//! Pipes, terminals, and whatever else the table of files serves that is no file [io/SO-7, io/SO-8, io/IO-6].
//!
//! Files go straight to libc. So does a stream that was cast to a `FILE*`: it has no descriptor of its own any more.
//! A time limit for reading is ours: PHP knows none for these streams.

use super::originals::original;
use super::transfer::{self, StreamKind};
use super::{TAKING, closing, copies, deadline, read_key, taken, writers_key};
use crate::boundary::hooks;
use crate::boundary::wait::attempt;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::{file_kind, is_nonblocking, is_ready, is_terminal};
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, OPTION_OK, Stream};
use crate::reactor::{NEVER, watch};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use std::collections::HashMap;

/// What `stream_set_timeout()` was told.
struct Limit {
    time: libc::timeval,
    timed_out: bool,
}

// By stream; null before the first.
per_thread!(static LIMITS: *mut HashMap<*mut Stream, Limit> = ptr::null_mut());

/// The limit of a stream, or null. Not to be kept across a call.
#[inline]
fn limit_of(stream: *mut Stream) -> *mut Limit {
    LIMITS.with(|limits| {
        if limits.get().is_null() {
            return ptr::null_mut();
        }
        // SAFETY: only this thread reaches its table, and no reference into it is held.
        unsafe { (*limits.get()).get_mut(&stream).map_or(ptr::null_mut(), ptr::from_mut) }
    })
}

fn set_limit(stream: *mut Stream, time: &libc::timeval) {
    LIMITS.with(|limits| {
        if limits.get().is_null() {
            limits.set(Box::into_raw(Box::default()));
        }
        // SAFETY: only this thread reaches its table, and no pointer into it is kept across a call.
        unsafe { (*limits.get()).insert(stream, Limit { time: *time, timed_out: false }) };
    });
}

/// The stream goes.
fn forget_limit(stream: *mut Stream) {
    LIMITS.with(|limits| {
        if !limits.get().is_null() {
            // SAFETY: only this thread reaches its table, and no pointer into it is kept across a call.
            unsafe { (*limits.get()).remove(&stream) };
        }
    });
}

/// The end of a request.
pub fn request_shutdown() {
    LIMITS.with(|limits| {
        let table = limits.replace(ptr::null_mut());
        if !table.is_null() {
            // SAFETY: made by `set_limit`.
            drop(unsafe { Box::from_raw(table) });
        }
    });
}

struct Pipe<const T: usize> {
    stream: *mut Stream,
    fd: c_int,
}

impl<const T: usize> StreamKind for Pipe<T> {
    unsafe fn read(&self, room: *mut c_char, bytes: usize) -> (isize, u32) {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        attempt::make(|| unsafe { self.block_reading(room, bytes) })
    }

    unsafe fn write(&self, data: *const c_char, bytes: usize) -> (isize, u32) {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        attempt::make(|| unsafe { self.block_writing(data, bytes) })
    }

    unsafe fn block_reading(&self, room: *mut c_char, bytes: usize) -> isize {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { original::<T>().read.unwrap_unchecked()(self.stream, room, bytes) }
    }

    unsafe fn block_writing(&self, data: *const c_char, bytes: usize) -> isize {
        // SAFETY: the callers pass on what the engine has given the operation: a live stream, and memory of that many bytes.
        unsafe { original::<T>().write.unwrap_unchecked()(self.stream, data, bytes) }
    }

    unsafe fn is_nonblocking(&self, _: u32) -> bool {
        is_nonblocking(self.fd)
    }

    unsafe fn deadline(&self, events: u32) -> u64 {
        // SAFETY: read at once.
        unsafe {
            let limit = limit_of(self.stream);
            if limit.is_null() || events != watch::IN { NEVER } else { deadline(&(*limit).time) }
        }
    }

    unsafe fn time_out(&self, _: u32, _: usize) {
        // SAFETY: written at once.
        unsafe {
            let limit = limit_of(self.stream);
            if !limit.is_null() {
                (*limit).timed_out = true;
            }
        }
    }
}

/// Whether a read may be given a time limit: of a pipe, FIFO or terminal. Other devices have something to read, or nothing, at once.
unsafe fn has_limit(stream: *mut Stream) -> bool {
    // SAFETY: a stream of the table.
    unsafe {
        if !streams::is_pipe(stream) {
            return false;
        }
        let fd = streams::descriptor(stream);
        match file_kind(fd) {
            libc::S_IFIFO => true,
            libc::S_IFCHR => is_terminal(fd),
            _ => false,
        }
    }
}

impl<const T: usize> Pipe<T> {
    /// `None` for a file, or when only libc can be asked.
    #[inline]
    unsafe fn of(stream: *mut Stream) -> Option<Pipe<T>> {
        // SAFETY: a stream of the table.
        unsafe {
            if !wait::enabled() || !streams::is_pipe(stream) || streams::is_cast(stream) {
                return None;
            }
            let fd = streams::descriptor(stream);
            (fd >= 0).then_some(Pipe { stream, fd })
        }
    }

    /// With a time limit, while nothing but main could run: hooks do not wait then.
    unsafe fn read_alone(&self, room: *mut c_char, bytes: usize) -> isize {
        // SAFETY: no other coroutine is alive that could use the buffer.
        unsafe {
            let errno = wait::errno();
            let deadline = self.deadline(watch::IN);
            while !is_ready(self.fd, libc::POLLIN) && !is_nonblocking(self.fd) {
                match wait::wait_one(self.fd, watch::IN, deadline) {
                    Outcome::Ready => wait::set_errno(errno),
                    Outcome::Timeout => {
                        self.time_out(watch::IN, bytes);
                        return -1;
                    }
                    Outcome::Cancelled | Outcome::Closed => return -1,
                    Outcome::Unwatchable => {
                        wait::set_errno(errno);
                        break;
                    }
                }
            }
            self.block_reading(room, bytes)
        }
    }
}

pub unsafe extern "C" fn read<const T: usize>(stream: *mut Stream, room: *mut c_char, bytes: usize) -> isize {
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes.
    unsafe {
        if TAKING.get() != 0 {
            taken::before_read(stream);
        }
        let Some(pipe) = Pipe::<T>::of(stream) else {
            let operation = || original::<T>().read.unwrap_unchecked()(stream, room, bytes);
            return if streams::is_read_on(stream) { hooks::in_parts(operation) } else { operation() };
        };
        let limit = limit_of(stream);
        if !limit.is_null() {
            (*limit).timed_out = false;
        }
        if wait::hooks_wait() {
            transfer::read(&pipe, stream, read_key(stream), pipe.fd, None, room, bytes)
        } else if !limit.is_null() && wait::may_suspend() {
            pipe.read_alone(room, bytes)
        } else {
            pipe.block_reading(room, bytes)
        }
    }
}

pub unsafe extern "C" fn write<const T: usize>(stream: *mut Stream, data: *const c_char, bytes: usize) -> isize {
    // SAFETY: the engine calls an operation with a live stream, and with memory of that many bytes.
    unsafe {
        match Pipe::<T>::of(stream) {
            Some(pipe) if wait::hooks_wait() && transfer::has_failed(pipe.fd, data, bytes) => {
                copies::after_write(stream, data, bytes, -1)
            }
            Some(pipe) if wait::hooks_wait() => {
                let result = transfer::write(&pipe, writers_key(stream), pipe.fd, data, bytes);
                copies::after_write(stream, data, bytes, result)
            }
            None if !streams::is_pipe(stream) => {
                hooks::to_file(|| original::<T>().write.unwrap_unchecked()(stream, data, bytes))
            }
            _ => original::<T>().write.unwrap_unchecked()(stream, data, bytes),
        }
    }
}

pub unsafe extern "C" fn set_option<const T: usize>(
    stream: *mut Stream,
    option: c_int,
    value: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the engine calls the operation with a live stream, and with a `timeval` for this option.
    unsafe {
        if option == streams::READ_TIMEOUT && wait::may_suspend() && has_limit(stream) {
            set_limit(stream, &*argument.cast::<libc::timeval>());
            return OPTION_OK;
        }
        let result = original::<T>().set_option.unwrap_unchecked()(stream, option, value, argument);
        if option == streams::META_DATA && result == OPTION_OK {
            let limit = limit_of(stream);
            if !limit.is_null() {
                streams::show_timed_out(argument, (*limit).timed_out);
            }
        }
        result
    }
}

pub unsafe extern "C" fn close<const T: usize>(stream: *mut Stream, close_handle: c_int) -> c_int {
    // SAFETY: the engine calls the operation with a stream that it frees afterwards.
    unsafe {
        let result = closing::close_now(stream, || original::<T>().close.unwrap_unchecked()(stream, close_handle));
        forget_limit(stream);
        result
    }
}
