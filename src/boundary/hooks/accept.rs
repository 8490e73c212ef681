//! `accept` and `accept4`. The listener's flags are never touched: other processes may share it. Between the look and the
//! call one of them may take the connection, so the call itself must not block either.

use super::transfer::{Next, Patience};
use crate::boundary::wait;
use crate::boundary::wait::attempt;
use crate::boundary::wait::interrupt;
use crate::engine::descriptor::{is_nonblocking, is_ready, listens};
use crate::engine::per_thread::per_thread;
use crate::reactor::watch;
use crate::scheduler;
use core::ffi::c_int;
use libc::{sockaddr, socklen_t};

// The descriptor in which a poll has just seen input, and the number of switches at that time. If it does not hold any more, the call is
// interrupted as where another process is faster.
per_thread!(static SEEN: (c_int, u64) = (-1, 0));

// The listener that was found in non-blocking mode last. It only decides what is asked first, so another one may have its number by now.
per_thread!(static NONBLOCKING: c_int = -1);

pub unsafe extern "C" fn accept(fd: c_int, address: *mut sockaddr, length: *mut socklen_t) -> c_int {
    // SAFETY: the caller keeps the contract of `accept`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::accept(fd, address, length);
        }
        when_ready(fd, || libc::accept(fd, address, length))
    }
}

pub unsafe extern "C" fn accept4(fd: c_int, address: *mut sockaddr, length: *mut socklen_t, flags: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `accept4`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::accept4(fd, address, length, flags);
        }
        when_ready(fd, || libc::accept4(fd, address, length, flags))
    }
}

/// A poll of this thread has seen input: an accept that follows at once need not look again.
pub fn saw_input(fd: c_int) {
    SEEN.set((fd, scheduler::switches()));
}

unsafe fn when_ready(fd: c_int, take: impl Fn() -> c_int) -> c_int {
    if attempt::under_way() {
        return attempt::tried(take_now(fd, &take, &mut false) as isize, watch::IN) as c_int;
    }
    let errno = wait::errno();
    let mut is_nonblocking = false;
    let mut patience = Patience::of_socket(fd, watch::IN, false);
    loop {
        // SAFETY: a hook calls this after `enter` has returned true.
        if !unsafe { patience.may_attempt(false) } {
            return -1;
        }
        let result = take_now(fd, &take, &mut is_nonblocking);
        if result >= 0 {
            wait::set_errno(errno);
        }
        // Nothing is there, another process was faster, or the call was interrupted.
        if result >= 0 || !matches!(wait::errno(), libc::EAGAIN | libc::EINTR) {
            return result;
        }
        if !is_nonblocking && !patience.has_waited() && !listens(fd) {
            // No connection can come: the kernel says at once what is wrong.
            wait::set_errno(errno);
            return take();
        }
        // SAFETY: a hook calls this after `enter` has returned true. One that was cancelled is told so, which a call that asks not to wait
        // by an argument is not at first.
        match unsafe { patience.would_block(is_nonblocking && !wait::poisoned()) } {
            Next::Again => (),
            Next::Fail => {
                if !patience.has_waited() {
                    NONBLOCKING.set(fd);
                }
                return -1;
            }
            Next::Block => {
                wait::set_errno(errno);
                return take();
            }
        }
    }
}

/// Takes what is there; fails with `EAGAIN` when nothing is. `nonblocking` becomes true when the listener was found to be.
fn take_now(fd: c_int, take: &impl Fn() -> c_int, nonblocking: &mut bool) -> c_int {
    let was_seen = SEEN.replace((-1, 0)) == (fd, scheduler::switches());
    *nonblocking = NONBLOCKING.get() == fd && is_in_that_mode(fd);
    let result = if *nonblocking {
        take()
    } else if was_seen || is_ready(fd, libc::POLLIN) {
        // SAFETY: the hook has entered, so this is a PHP thread; `take` is one system call, and the caller keeps its contract. One that
        // does not block loses nothing by it.
        unsafe { interrupt::within_a_moment(take) }
    } else {
        wait::set_errno(libc::EAGAIN);
        return -1;
    };
    if result >= 0 {
        watch::took_input(fd);
    }
    result
}

fn is_in_that_mode(fd: c_int) -> bool {
    let is_nonblocking = is_nonblocking(fd);
    if !is_nonblocking {
        NONBLOCKING.set(-1);
    }
    is_nonblocking
}
