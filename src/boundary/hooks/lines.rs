//! `socket_read()` of a line, for which PHP receives byte by byte and has nowhere to put back what it has: so it begins only when the
//! line is there, and is cancelled before it has taken any of it [io/CX-6].

use super::transfer::Patience;
use crate::abi::ExecuteData;
use crate::abi::zend::IS_LONG;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::{
    bytes_held, has_no_more_to_come, is_internet_stream, is_nonblocking, is_stream_socket,
};
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::{current_frame, frame};
use crate::reactor::{NEVER, now_ns, watch};
use core::ffi::{c_int, c_void};
use core::ptr;

/// Longer lines are taken as they come. A writer must not wait for room that this reader does not make: in `AF_UNIX` each byte that is
/// sent alone takes much of that.
const LONGEST_OF_TCP: usize = 1024;
const LONGEST_OF_OTHERS: usize = 128;
/// Nor with less room than is usual, which the reader cannot know of.
const LONGEST_WAIT_NS: u64 = 1_000_000_000;
const PAUSE_NS: u64 = 20_000_000;

// How many bytes of a line are there, and on which descriptor. Nothing else runs until they are taken.
per_thread!(static THERE: (c_int, usize) = (-1, 0));

per_thread!(
    /// Calls whose lines are taken as they come.
    fn hasty_calls() -> *mut Vec<*mut ExecuteData> = Vec::new()
);

/// Receives one byte for a call that reads a line; `None` for others, and when the line is to be taken as it comes.
///
/// # Safety
/// In the hook of `recv` after `enter`, with its arguments.
#[cold]
pub unsafe fn receive_byte(fd: c_int, buffer: *mut c_void) -> Option<isize> {
    // SAFETY: in the hook, with its arguments, as this function demands.
    unsafe {
        let (known, mut there) = THERE.replace((-1, 0));
        if known != fd || there == 0 {
            there = match wait_for_line(fd)? {
                0 => return Some(-1),
                bytes => bytes,
            };
        }
        let result = libc::recv(fd, buffer, 1, libc::MSG_DONTWAIT);
        // Another process may have been faster.
        if result <= 0 {
            return None;
        }
        watch::took_input(fd);
        THERE.set((fd, there - 1));
        Some(result)
    }
}

/// A call of `socket_read()` has ended.
pub fn ended(frame: *mut ExecuteData) {
    THERE.set((-1, 0));
    // SAFETY: only this thread reaches its list.
    unsafe { (*hasty_calls()).retain(|one| *one != frame) };
}

/// How much the running call wants at most, if it reads a line.
unsafe fn wanted(frame: *mut ExecuteData) -> Option<usize> {
    const PHP_NORMAL_READ: i64 = 1;
    // SAFETY: the innermost frame of a coroutine that runs; a call that has not returned has its arguments in place.
    unsafe {
        let name = frame::internal_function(frame)?;
        let call = Call::of(frame, ptr::null_mut());
        if name != b"socket_read" || call.arg_count() != 3 {
            return None;
        }
        let (length, kind) = (call.arg(1), call.arg(2));
        let is_line = (*length).kind() == IS_LONG && (*kind).kind() == IS_LONG && (*kind).value.long == PHP_NORMAL_READ;
        if is_line { usize::try_from((*length).value.long).ok() } else { None }
    }
}

/// Waits until the line is there; returns how much may be taken of it, 0 when the call fails, with errno, and `None` when it does not
/// wait for the line.
unsafe fn wait_for_line(fd: c_int) -> Option<usize> {
    // SAFETY: in the hook after `enter`; only this thread reaches its list.
    unsafe {
        let frame = current_frame();
        let wanted = wanted(frame)?;
        if (*hasty_calls()).contains(&frame) || is_nonblocking(fd) || !is_stream_socket(fd) {
            return None;
        }
        let is_tcp = is_internet_stream(fd);
        let longest = if is_tcp { LONGEST_OF_TCP } else { LONGEST_OF_OTHERS };
        let mut bytes = [0_u8; LONGEST_OF_TCP];
        let errno = wait::errno();
        let mut patience = Patience::new(fd, watch::IN);
        let (mut seen, mut in_vain, mut is_last) = (0, 0, false);
        let found = loop {
            if !patience.may_attempt(false) {
                return Some(0);
            }
            let result =
                libc::recv(fd, bytes.as_mut_ptr().cast(), wanted.min(longest), libc::MSG_PEEK | libc::MSG_DONTWAIT);
            let found = result.max(0) as usize;
            match result {
                1.. => {
                    let end = bytes[..found].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    if let Some(end) = end {
                        wait::set_errno(errno);
                        return Some(end + 1);
                    }
                    if found >= wanted.min(longest) || is_last {
                        break found;
                    }
                    // More may have come since it was looked, and there may be what a peek does not see.
                    is_last = has_no_more_to_come(fd) || bytes_held(fd) > found;
                    if is_last {
                        continue;
                    }
                }
                0 => {
                    wait::set_errno(errno);
                    return None;
                }
                _ if wait::errno() == libc::EINTR => continue,
                _ if wait::errno() == libc::EAGAIN => (),
                // The kernel tells it once.
                _ => return Some(0),
            }
            // What is there already makes no report, but a wait may end for nothing.
            in_vain = if found > seen || found == 0 { 0 } else { in_vain + 1 };
            seen = found;
            let until = if is_tcp || found == 0 { NEVER } else { now_ns() + LONGEST_WAIT_NS };
            let outcome = if in_vain > 2 {
                wait::wait_one(fd, 0, now_ns() + PAUSE_NS)
            } else {
                wait::wait_one(fd, watch::IN, until)
            };
            match outcome {
                Outcome::Ready => (),
                Outcome::Timeout if in_vain > 2 => (),
                Outcome::Timeout => break found,
                Outcome::Unwatchable => {
                    wait::set_errno(errno);
                    return None;
                }
                Outcome::Cancelled | Outcome::Closed => {
                    outcome.fail();
                    return Some(0);
                }
            }
        };
        wait::set_errno(errno);
        if found < wanted {
            (*hasty_calls()).push(frame);
        }
        Some(found)
    }
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches its list.
    unsafe { drop(core::mem::take(&mut *hasty_calls())) };
}
