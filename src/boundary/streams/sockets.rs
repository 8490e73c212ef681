//! Sockets (io SO-8, UDP-1): receiving a message waits as long as the stream allows; PHP's own code waits for ever.

use super::tables::original;
use super::{closing, read_key};
use crate::boundary::attempt;
use crate::boundary::gate::{self, Entry};
use crate::boundary::hooks::is_ready;
use crate::boundary::wait::{self, Outcome};
use crate::engine::streams::{self, Socket, Stream};
use crate::reactor::{NEVER, now_ns, watch};
use core::ffi::{c_int, c_void};

pub unsafe extern "C" fn close<const T: usize>(stream: *mut Stream, close_handle: c_int) -> c_int {
    // SAFETY: called by the engine.
    unsafe { closing::close_now(stream, || original::<T>().close.unwrap_unchecked()(stream, close_handle)) }
}

pub unsafe extern "C" fn set_option<const T: usize>(
    stream: *mut Stream,
    option: c_int,
    value: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: called by the engine.
    unsafe {
        let call = || original::<T>().set_option.unwrap_unchecked()(stream, option, value, argument);
        if option != streams::TRANSPORT || !wait::may_suspend() {
            return call();
        }
        let socket = streams::socket(stream);
        match streams::receiving(argument) {
            Some(result) if !socket.is_null() && (*socket).is_blocked != 0 && (*socket).fd >= 0 => {
                receive(stream, socket, result, call)
            }
            _ => call(),
        }
    }
}

/// Until when a wait may last that begins now.
unsafe fn deadline(socket: *mut Socket) -> u64 {
    // SAFETY: an open socket.
    let time = unsafe { (*socket).timeout };
    match (u64::try_from(time.tv_sec), u64::try_from(time.tv_usec)) {
        (Ok(seconds), Ok(rest)) => {
            let limit = seconds.saturating_mul(1_000_000_000).saturating_add(rest.saturating_mul(1_000));
            now_ns().saturating_add(limit)
        }
        _ => NEVER,
    }
}

/// `stream_socket_recvfrom()`. `result` is where `call` puts what it has received, -1 for nothing.
unsafe fn receive(stream: *mut Stream, socket: *mut Socket, result: *mut c_int, call: impl Fn() -> c_int) -> c_int {
    // SAFETY: the stream lives as long as this turn lasts (SO-6).
    unsafe {
        let entry = gate::enter(read_key(stream), "stream");
        if matches!(entry, Entry::Cancelled | Entry::Closed) {
            *result = -1;
            return streams::OPTION_OK;
        }
        (*socket).timeout_event = 0;
        let fd = (*socket).fd;
        let until = deadline(socket);
        let answer = loop {
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
            match wait::wait_one(fd, wanted, until) {
                Outcome::Ready => continue,
                Outcome::Unwatchable => break call(),
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
