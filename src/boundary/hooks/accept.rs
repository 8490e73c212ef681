//! `accept` and `accept4`. The listener's flags are never touched: other processes may share it. Between the look and the
//! call one of them may take the connection, so the call itself must not block either.

use super::transfer::{Next, Patience};
use crate::boundary::wait;
use crate::boundary::wait::attempt;
use crate::boundary::wait::interrupt;
use crate::engine::descriptor::{is_nonblocking, is_ready};
use crate::reactor::watch;
use core::ffi::c_int;
use libc::{sockaddr, socklen_t};

pub unsafe extern "C" fn accept(fd: c_int, address: *mut sockaddr, length: *mut socklen_t) -> c_int {
    // SAFETY: the caller keeps the contract of `accept`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::accept(fd, address, length);
        }
        when_ready(fd, false, || libc::accept(fd, address, length))
    }
}

pub unsafe extern "C" fn accept4(fd: c_int, address: *mut sockaddr, length: *mut socklen_t, flags: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `accept4`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::accept4(fd, address, length, flags);
        }
        when_ready(fd, false, || libc::accept4(fd, address, length, flags))
    }
}

unsafe fn when_ready(fd: c_int, dont_wait: bool, take: impl Fn() -> c_int) -> c_int {
    if attempt::under_way() {
        return attempt::tried(take_now(fd, &take) as isize, watch::IN) as c_int;
    }
    let errno = wait::errno();
    let mut patience = Patience::new(fd, watch::IN);
    loop {
        // SAFETY: a hook calls this after `enter` has returned true.
        if !unsafe { patience.may_attempt(dont_wait) } {
            return -1;
        }
        let result = take_now(fd, &take);
        if result >= 0 {
            wait::set_errno(errno);
        }
        // Nothing is there, another process was faster, or the call was interrupted.
        if result >= 0 || !matches!(wait::errno(), libc::EAGAIN | libc::EINTR) {
            return result;
        }
        // SAFETY: a hook calls this after `enter` has returned true.
        match unsafe { patience.would_block(dont_wait) } {
            Next::Again => (),
            Next::Fail => return -1,
            Next::Block => {
                wait::set_errno(errno);
                return take();
            }
        }
    }
}

/// Takes what is there; fails with `EAGAIN` when nothing is.
fn take_now(fd: c_int, take: &impl Fn() -> c_int) -> c_int {
    if !is_ready(fd, libc::POLLIN) {
        wait::set_errno(libc::EAGAIN);
        return -1;
    }
    // SAFETY: the hook has entered, so this is a PHP thread; `take` is one system call, and the caller keeps its contract.
    unsafe {
        let result = if is_nonblocking(fd) { take() } else { interrupt::within_a_moment(take) };
        if result >= 0 {
            watch::took_input(fd);
        }
        result
    }
}
