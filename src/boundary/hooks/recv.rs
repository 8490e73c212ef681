//! `recv`, `recvfrom`, `recvmsg` and their fortified names: one call with `MSG_DONTWAIT`, then waits for input.

use super::transfer::{self, Next, Patience, ends_early, partial};
use crate::boundary::wait::attempt;
use crate::boundary::wait::descriptor::is_stream_socket;
use crate::boundary::wait::sim::{self, Direction};
use crate::boundary::wait::{self, Call};
use crate::reactor::watch;
use core::ffi::{c_int, c_void};
use libc::{msghdr, sockaddr, socklen_t};

pub unsafe extern "C" fn recv(fd: c_int, buffer: *mut c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `recv`, in whose place this stands.
    unsafe {
        if !wait::enter(Call::Recv) || never_waits(flags) {
            return libc::recv(fd, buffer, length, flags);
        }
        receive(fd, length, flags, |got, flags| {
            let room = room(fd, length - got, flags);
            let result = libc::recv(fd, buffer.byte_add(got), room, flags);
            let took_less = result > 0 && (result as usize) < room && flags & (libc::MSG_PEEK | libc::MSG_TRUNC) == 0;
            if took_less && attempt::under_way() {
                watch::took_less(fd);
            }
            result
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
        if !wait::enter(Call::Recv) || never_waits(flags) {
            return libc::recvfrom(fd, buffer, length, flags, address, address_length);
        }
        let result = receive(fd, length, flags, |got, flags| {
            let room = room(fd, length - got, flags);
            libc::recvfrom(fd, buffer.byte_add(got), room, flags, address, address_length)
        });
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
        if !wait::enter(Call::Recv) || never_waits(flags) {
            return libc::recvmsg(fd, message, flags);
        }
        // Lengths are changed by every successful call only. Accumulating would have to merge ancillary data: what is
        // there is returned, as libc may do after a signal.
        receive(fd, 0, flags & !libc::MSG_WAITALL, |_, flags| libc::recvmsg(fd, message, flags))
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
    let mut bytes: c_int = 0;
    // SAFETY: the request writes one integer.
    unsafe { libc::ioctl(fd, libc::FIONREAD, &raw mut bytes) == 0 && bytes > 0 }
}

/// How much an attempt may take. A peek sees all there is.
#[inline]
fn room(fd: c_int, bytes: usize, flags: c_int) -> usize {
    if flags & (libc::MSG_PEEK | libc::MSG_TRUNC) != 0 { bytes } else { sim::room(fd, bytes, Direction::In) }
}

/// The error queue and urgent data are there or not; they are never waited for.
#[inline]
fn never_waits(flags: c_int) -> bool {
    flags & (libc::MSG_ERRQUEUE | libc::MSG_OOB) != 0
}

#[inline]
unsafe fn receive(fd: c_int, length: usize, flags: c_int, mut call: impl FnMut(usize, c_int) -> isize) -> isize {
    if attempt::under_way() {
        let result = call(0, flags | libc::MSG_DONTWAIT);
        if result >= 0 && flags & libc::MSG_PEEK == 0 {
            watch::took_input(fd);
        }
        return attempt::tried(result, watch::IN);
    }
    let errno = wait::errno();
    let mut patience = Patience::new(fd, watch::IN);
    let mut got = 0;
    loop {
        // SAFETY: a hook calls this after `enter` has returned true.
        if !unsafe { patience.may_attempt(flags & libc::MSG_DONTWAIT != 0) } || (ends_early(fd, got) && !has_input(fd))
        {
            return partial(got, errno);
        }
        let result = call(got, flags | libc::MSG_DONTWAIT);
        if result >= 0 {
            if flags & libc::MSG_PEEK == 0 {
                watch::took_input(fd);
            }
            got += result as usize;
            let accumulate = flags & libc::MSG_WAITALL != 0 && flags & (libc::MSG_PEEK | libc::MSG_DONTWAIT) == 0;
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
        // SAFETY: a hook calls this after `enter` has returned true.
        match unsafe { patience.would_block(flags & libc::MSG_DONTWAIT != 0) } {
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
