//! `recv`, `recvfrom`, `recvmsg` and their fortified names: one call with `MSG_DONTWAIT`, then waits for input.

use super::lines;
use super::transfer::{self, Next, Patience, ends_early, partial};
use crate::boundary::wait;
use crate::boundary::wait::attempt;
use crate::boundary::wait::descriptor::is_shut_for_reading;
use crate::boundary::wait::sim::{self, Direction};
use crate::engine::descriptor::{
    bytes_held, has_no_more_to_come, is_at_mark, is_internet_stream, is_nonblocking, is_stream_socket,
};
use crate::reactor::watch;
use core::ffi::{c_int, c_void};
use core::mem::zeroed;
use core::ptr;
use libc::{iovec, msghdr, sockaddr, socklen_t};

/// The first alone takes input until as much is there as was asked for.
const TAKES_ALL_OR_PEEKS: c_int = libc::MSG_WAITALL | libc::MSG_PEEK;

pub unsafe extern "C" fn recv(fd: c_int, buffer: *mut c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `recv`, in whose place this stands.
    unsafe {
        if !wait::enter() || never_waits(fd, flags) {
            return libc::recv(fd, buffer, length, flags);
        }
        if attempt::under_way() {
            let room = room(fd, length, flags);
            let result = libc::recv(fd, buffer, room, flags | libc::MSG_DONTWAIT);
            if result > 0 && (result as usize) < room && flags & (libc::MSG_PEEK | libc::MSG_TRUNC) == 0 {
                watch::took_less(fd);
            }
            return attempted(fd, flags, result);
        }
        if length == 1
            && flags == 0
            && let Some(result) = lines::receive_byte(fd, buffer)
        {
            return result;
        }
        if flags & TAKES_ALL_OR_PEEKS == libc::MSG_WAITALL {
            return receive_all(fd, buffer, length, flags, ptr::null_mut(), ptr::null_mut());
        }
        let attempt = |flags| libc::recv(fd, buffer, length, flags);
        receive(fd, length, flags, attempt, |got, flags| {
            libc::recv(fd, buffer.byte_add(got), room(fd, length - got, flags), flags)
        })
    }
}

/// For libraries.
pub unsafe extern "C" fn recv_quietly(fd: c_int, buffer: *mut c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `recv`, to which this only adds.
    transfer::quietly(|| unsafe { recv(fd, buffer, length, flags) })
}

pub unsafe extern "C" fn recvfrom(
    fd: c_int,
    buffer: *mut c_void,
    length: usize,
    flags: c_int,
    address: *mut sockaddr,
    address_length: *mut socklen_t,
) -> isize {
    // SAFETY: the caller keeps the contract of `recvfrom`, in whose place this stands.
    unsafe {
        if !wait::enter() || never_waits(fd, flags) {
            return libc::recvfrom(fd, buffer, length, flags, address, address_length);
        }
        let result = if flags & TAKES_ALL_OR_PEEKS == libc::MSG_WAITALL {
            receive_all(fd, buffer, length, flags, address, address_length)
        } else {
            let attempt = |flags| libc::recvfrom(fd, buffer, length, flags, address, address_length);
            receive(fd, length, flags, attempt, |got, flags| {
                let room = room(fd, length - got, flags);
                libc::recvfrom(fd, buffer.byte_add(got), room, flags, address, address_length)
            })
        };
        // PHP's streams take the length for the sign that there is an address, also after a failure. PHP does not try again
        // after the first one, which the kernel does not know, and attempts are made by PHP's streams: it may be written.
        let failed = result < 0 && (wait::errno() == libc::ECANCELED || attempt::under_way());
        if failed && !address_length.is_null() {
            *address_length = 0;
        }
        result
    }
}

pub unsafe extern "C" fn recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `recvmsg`, in whose place this stands.
    unsafe {
        if !wait::enter() || never_waits(fd, flags) {
            return libc::recvmsg(fd, message, flags);
        }
        receive_message(fd, message, flags)
    }
}

/// Receives until as much is there as was asked for. Where that ends only a message tells: at one that had ancillary data.
#[cold]
unsafe fn receive_all(
    fd: c_int,
    buffer: *mut c_void,
    length: usize,
    flags: c_int,
    address: *mut sockaddr,
    address_length: *mut socklen_t,
) -> isize {
    // SAFETY: in a hook after `enter`; the caller keeps the contract of `recvfrom`.
    unsafe {
        let mut part = iovec { iov_base: buffer, iov_len: length };
        let mut message: msghdr = zeroed();
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
        let is_asked_from = !address.is_null() && !address_length.is_null();
        if is_asked_from {
            (message.msg_name, message.msg_namelen) = (address.cast(), *address_length);
        }
        let result = receive_message(fd, &raw mut message, flags);
        if is_asked_from && result >= 0 {
            *address_length = message.msg_namelen;
        }
        result
    }
}

/// `recvmsg` in a coroutine.
unsafe fn receive_message(fd: c_int, message: *mut msghdr, flags: c_int) -> isize {
    // SAFETY: in a hook after `enter`; the caller keeps the contract of `recvmsg`.
    unsafe {
        // Lengths are changed by a successful call only.
        let attempt = |flags| libc::recvmsg(fd, message, flags);
        if flags & libc::MSG_WAITALL == 0 {
            return receive(fd, 0, flags, attempt, |_, flags| libc::recvmsg(fd, message, flags));
        }
        let before = *message;
        let mut is_whole = false;
        receive(fd, transfer::total(before.msg_iov, before.msg_iovlen), flags, attempt, |got, flags| {
            if is_whole {
                return 0;
            }
            let result = if got == 0 {
                // A peek is made more than once.
                *message = before;
                libc::recvmsg(fd, message, flags)
            } else {
                receive_rest(fd, message, &before, got, flags)
            };
            // The kernel glues nothing to what ancillary data belong to.
            is_whole = result >= 0 && ((*message).msg_controllen != 0 || (*message).msg_flags & libc::MSG_CTRUNC != 0);
            result
        })
    }
}

/// Receives behind the first `got` bytes, which came without ancillary data. `before` is the message as the caller gave it.
#[cold]
unsafe fn receive_rest(fd: c_int, message: *mut msghdr, before: &msghdr, got: usize, flags: c_int) -> isize {
    // SAFETY: the caller of the hook gave a valid message, in which `got` bytes are less than all.
    unsafe {
        transfer::with_rest_of_message(before, got, |rest| {
            (rest.msg_control, rest.msg_controllen) = (before.msg_control, before.msg_controllen);
            let result = libc::recvmsg(fd, rest, flags);
            if result >= 0 {
                (*message).msg_controllen = rest.msg_controllen;
                (*message).msg_flags = rest.msg_flags;
            }
            result
        })
    }
}

pub unsafe extern "C" fn recv_checked(fd: c_int, buffer: *mut c_void, n: usize, size: usize, flags: c_int) -> isize {
    if n > size {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `recv`, to which this only adds.
    unsafe { recv(fd, buffer, n, flags) }
}

pub unsafe extern "C" fn recvfrom_checked(
    fd: c_int,
    buffer: *mut c_void,
    n: usize,
    size: usize,
    flags: c_int,
    address: *mut sockaddr,
    address_length: *mut socklen_t,
) -> isize {
    if n > size {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `recvfrom`, to which this only adds.
    unsafe { recvfrom(fd, buffer, n, flags, address, address_length) }
}

/// What came before an error is read before it is told.
#[cold]
fn has_input(fd: c_int) -> bool {
    bytes_held(fd) > 0
}

/// Whether what was received lies before urgent data, behind which the kernel takes nothing in the same call.
fn stops_at_mark(fd: c_int, got: usize) -> bool {
    got > 0 && is_at_mark(fd)
}

/// How much an attempt may take. A peek sees all there is.
#[inline]
fn room(fd: c_int, bytes: usize, flags: c_int) -> usize {
    if flags & (libc::MSG_PEEK | libc::MSG_TRUNC) != 0 { bytes } else { sim::room(fd, bytes, Direction::In) }
}

/// The error queue and urgent data are there or not; they are never waited for. Where there are none of the latter, datagrams are.
#[inline]
fn never_waits(fd: c_int, flags: c_int) -> bool {
    flags & (libc::MSG_ERRQUEUE | libc::MSG_OOB) != 0 && (flags & libc::MSG_ERRQUEUE != 0 || is_stream_socket(fd))
}

/// Whether it is a peek that waits until as much is there as was asked for.
#[inline]
fn peeks_at_all(flags: c_int) -> bool {
    flags & (libc::MSG_PEEK | libc::MSG_WAITALL | libc::MSG_DONTWAIT) == libc::MSG_PEEK | libc::MSG_WAITALL
}

/// `attempt` receives where nothing else is to be done first, `call` behind the bytes that it is told.
///
/// # Safety
/// In a hook after `enter`.
#[inline]
unsafe fn receive(
    fd: c_int,
    length: usize,
    flags: c_int,
    attempt: impl FnOnce(c_int) -> isize,
    mut call: impl FnMut(usize, c_int) -> isize,
) -> isize {
    if attempt::under_way() {
        return attempted(fd, flags, call(0, flags | libc::MSG_DONTWAIT));
    }
    let errno = wait::errno();
    // SAFETY: in a hook after `enter`, as this function demands.
    unsafe {
        if flags & TAKES_ALL_OR_PEEKS != 0 || !wait::may_attempt_at_once() {
            return receive_patiently(fd, length, flags, errno, None, call);
        }
        let result = attempt(flags | libc::MSG_DONTWAIT);
        if result >= 0 {
            watch::took_input(fd);
            return result;
        }
        receive_patiently(fd, length, flags, errno, Some(result), call)
    }
}

/// What an attempt under way returns that received `result` bytes.
#[inline]
fn attempted(fd: c_int, flags: c_int, result: isize) -> isize {
    if result >= 0 && flags & libc::MSG_PEEK == 0 {
        watch::took_input(fd);
    }
    attempt::tried(result, watch::IN)
}

/// `first` is what the first attempt returned, if there was one; `errno` is from before it.
#[inline(never)]
unsafe fn receive_patiently(
    fd: c_int,
    length: usize,
    flags: c_int,
    errno: c_int,
    mut first: Option<isize>,
    mut call: impl FnMut(usize, c_int) -> isize,
) -> isize {
    if peeks_at_all(flags) {
        // SAFETY: in a hook after `enter`, as this function demands, so it may wait.
        return unsafe { peek_all(fd, length, flags, call) };
    }
    let mut patience = Patience::of_socket(fd, watch::IN, first.is_some());
    let mut got = 0;
    loop {
        let result = if let Some(result) = first.take() {
            result
        } else {
            let dont_wait = flags & libc::MSG_DONTWAIT != 0;
            // SAFETY: a hook calls this after `enter` has returned true.
            if !unsafe { patience.may_attempt(dont_wait) }
                || ends_early(fd, got) && !has_input(fd)
                || stops_at_mark(fd, got)
            {
                return partial(got, errno);
            }
            call(got, flags | libc::MSG_DONTWAIT)
        };
        if result >= 0 {
            if flags & libc::MSG_PEEK == 0 {
                watch::took_input(fd);
            }
            got += result as usize;
            let accumulate = flags & (libc::MSG_WAITALL | libc::MSG_DONTWAIT) == libc::MSG_WAITALL;
            if result == 0 || !accumulate || got >= length || !is_stream_socket(fd) {
                wait::set_errno(errno);
                return got as isize;
            }
            continue;
        }
        match wait::errno() {
            libc::EINTR => continue,
            libc::EAGAIN => (),
            _ => return partial(got, errno),
        }
        let next = if flags & libc::MSG_DONTWAIT == 0 && is_shut_for_reading(fd) {
            Next::Block
        } else {
            // SAFETY: a hook calls this after `enter` has returned true.
            unsafe { patience.would_block(flags & libc::MSG_DONTWAIT != 0) }
        };
        match next {
            Next::Again => (),
            Next::Fail => return partial(got, errno),
            Next::Block => {
                wait::set_errno(errno);
                let result = call(got, flags);
                return if result >= 0 { result + got as isize } else { partial(got, errno) };
            }
        }
    }
}

/// A peek that waits until as much is there as was asked for. Only TCP does that: where the kernel keeps what is sent in pieces,
/// as `AF_UNIX` does, a peek ends with those that are there. What is there already makes no report, so a wait may end for nothing.
#[cold]
unsafe fn peek_all(fd: c_int, length: usize, flags: c_int, mut call: impl FnMut(usize, c_int) -> isize) -> isize {
    let errno = wait::errno();
    let mut patience = Patience::of_socket(fd, watch::IN, false);
    let mut seen = 0;
    let mut is_last = false;
    loop {
        // SAFETY: a hook calls this after `enter` has returned true.
        if !unsafe { patience.may_attempt(false) } {
            return partial(seen, errno);
        }
        let result = call(0, flags | libc::MSG_DONTWAIT);
        let found = result.max(0) as usize;
        if result >= 0 {
            if is_last || found == 0 || found >= length || is_nonblocking(fd) || !is_internet_stream(fd) {
                wait::set_errno(errno);
                return result;
            }
            if has_no_more_to_come(fd) {
                // More may have come before the end since it was looked.
                is_last = true;
                continue;
            }
        } else {
            match wait::errno() {
                libc::EINTR => continue,
                libc::EAGAIN => (),
                _ => return -1,
            }
        }
        if found > seen || found == 0 {
            patience.waited_with_success();
        } else if patience.has_waited() {
            patience.waited_in_vain();
        }
        seen = found;
        // SAFETY: a hook calls this after `enter` has returned true.
        match unsafe { patience.would_block(false) } {
            Next::Again => (),
            Next::Fail => return partial(seen, errno),
            Next::Block => {
                wait::set_errno(errno);
                return call(0, flags);
            }
        }
    }
}
