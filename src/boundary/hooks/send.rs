//! `send`, `sendto`, `sendmsg`: calls with `MSG_DONTWAIT` until a stream has taken everything, as the blocking calls
//! do [io/HK-5].

use super::transfer::{self, Next, Patience, ends_early, partial};
use crate::boundary::wait;
use crate::boundary::wait::attempt;
use crate::boundary::wait::sim::{self, Direction};
use crate::engine::descriptor::is_nonblocking;
use crate::reactor::watch;
use core::ffi::{c_int, c_void};
use libc::{msghdr, sockaddr, socklen_t};

pub unsafe extern "C" fn send(fd: c_int, buffer: *const c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `send`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::send(fd, buffer, length, flags);
        }
        let attempt = |flags| libc::send(fd, buffer, length, flags);
        transmit(fd, length, flags, attempt, |sent, flags| {
            libc::send(fd, buffer.byte_add(sent), room(fd, length - sent, flags), flags)
        })
    }
}

/// For libraries.
pub unsafe extern "C" fn send_quietly(fd: c_int, buffer: *const c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `send`, to which this only adds.
    transfer::quietly(|| unsafe { send(fd, buffer, length, flags) })
}

pub unsafe extern "C" fn sendto(
    fd: c_int,
    buffer: *const c_void,
    length: usize,
    flags: c_int,
    address: *const sockaddr,
    address_length: socklen_t,
) -> isize {
    // SAFETY: the caller keeps the contract of `sendto`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::sendto(fd, buffer, length, flags, address, address_length);
        }
        let attempt = |flags| libc::sendto(fd, buffer, length, flags, address, address_length);
        transmit(fd, length, flags, attempt, |sent, flags| {
            let room = room(fd, length - sent, flags);
            libc::sendto(fd, buffer.byte_add(sent), room, flags, address, address_length)
        })
    }
}

pub unsafe extern "C" fn sendmsg(fd: c_int, message: *const msghdr, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `sendmsg`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::sendmsg(fd, message, flags);
        }
        let length = transfer::total((*message).msg_iov, (*message).msg_iovlen);
        let attempt = |flags| libc::sendmsg(fd, message, flags);
        transmit(fd, length, flags, attempt, |sent, flags| {
            if sent == 0 {
                return libc::sendmsg(fd, message, flags);
            }
            // The ancillary data went with the first bytes.
            transfer::with_rest_of_message(&*message, sent, |rest| {
                (rest.msg_name, rest.msg_namelen) = ((*message).msg_name, (*message).msg_namelen);
                libc::sendmsg(fd, rest, flags)
            })
        })
    }
}

/// How much an attempt may take. Of urgent data the last byte is marked, which has to be that of the whole.
#[inline]
fn room(fd: c_int, bytes: usize, flags: c_int) -> usize {
    if flags & libc::MSG_OOB != 0 { bytes } else { sim::room(fd, bytes, Direction::Out) }
}

/// `attempt` sends all where nothing else is to be done first, `call` what is behind the bytes that it is told.
///
/// # Safety
/// In a hook after `enter`.
#[inline]
unsafe fn transmit(
    fd: c_int,
    length: usize,
    flags: c_int,
    attempt: impl FnOnce(c_int) -> isize,
    mut call: impl FnMut(usize, c_int) -> isize,
) -> isize {
    if attempt::under_way() {
        return attempt::tried(call(0, flags | libc::MSG_DONTWAIT), watch::OUT);
    }
    let errno = wait::errno();
    // SAFETY: in a hook after `enter`, as this function demands.
    unsafe {
        if !wait::may_attempt_at_once() {
            return transmit_patiently(fd, length, flags, errno, None, call);
        }
        let result = attempt(flags | libc::MSG_DONTWAIT);
        if result == length as isize {
            return result;
        }
        transmit_patiently(fd, length, flags, errno, Some(result), call)
    }
}

/// `first` is what the first attempt returned, if there was one; `errno` is from before it.
#[inline(never)]
unsafe fn transmit_patiently(
    fd: c_int,
    length: usize,
    flags: c_int,
    errno: c_int,
    mut first: Option<isize>,
    mut call: impl FnMut(usize, c_int) -> isize,
) -> isize {
    let mut patience = Patience::of_socket(fd, watch::OUT, first.is_some());
    let mut sent = 0;
    loop {
        let result = if let Some(result) = first.take() {
            result
        } else {
            // SAFETY: a hook calls this after `enter` has returned true.
            if !unsafe { patience.may_attempt(flags & libc::MSG_DONTWAIT != 0) } || ends_early(fd, sent) {
                return partial(sent, errno);
            }
            call(sent, flags | libc::MSG_DONTWAIT)
        };
        if result >= 0 {
            sent += result as usize;
            // A short count happens on streams only; a caller that asked not to wait gets it.
            if sent >= length || flags & libc::MSG_DONTWAIT != 0 || (result == 0 && sent > 0) {
                wait::set_errno(errno);
                return sent as isize;
            }
            if is_nonblocking(fd) {
                wait::set_errno(errno);
                return sent as isize;
            }
            patience.sent_a_part();
            continue;
        }
        match wait::errno() {
            libc::EINTR => continue,
            libc::EAGAIN => (),
            _ => return partial(sent, errno),
        }
        // SAFETY: a hook calls this after `enter` has returned true.
        match unsafe { patience.would_block(flags & libc::MSG_DONTWAIT != 0) } {
            Next::Again => (),
            Next::Fail => return partial(sent, errno),
            Next::Block => {
                wait::set_errno(errno);
                let result = call(sent, flags);
                return if result >= 0 { result + sent as isize } else { partial(sent, errno) };
            }
        }
    }
}
