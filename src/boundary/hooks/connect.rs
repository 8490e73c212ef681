//! `connect` on a blocking socket: non-blocking for the one call, then waits until the socket is writable.

use super::transfer;
use crate::boundary::wait::descriptor::socket_deadline;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::is_ready;
use crate::reactor::{now_ns, watch};
use core::ffi::c_int;
use libc::{sockaddr, socklen_t};

const FIRST_RETRY_NS: u64 = 1_000_000;
const LAST_RETRY_NS: u64 = 20_000_000;

pub unsafe extern "C" fn connect(fd: c_int, address: *const sockaddr, length: socklen_t) -> c_int {
    // SAFETY: the caller keeps the contract of `connect`, in whose place this stands.
    unsafe {
        if wait::enabled() {
            transfer::note_connect();
        }
        if !wait::enter() {
            return libc::connect(fd, address, length);
        }
        let flags = libc::fcntl(fd, libc::F_GETFL);
        if flags < 0 || flags & libc::O_NONBLOCK != 0 {
            return libc::connect(fd, address, length);
        }
        let errno = wait::errno();
        let mut retry_ns = FIRST_RETRY_NS;
        let mut waited = false;
        let deadline = socket_deadline(fd, watch::OUT);
        loop {
            libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK);
            let result = libc::connect(fd, address, length);
            let error = wait::errno();
            libc::fcntl(fd, libc::F_SETFL, flags);
            match error {
                _ if result == 0 || waited && error == libc::EISCONN => {
                    wait::set_errno(errno);
                    return 0;
                }
                // How it ends is asked by `connect` again: for the kernel it is under way until then, and `SO_ERROR` would leave the
                // end of this call for the next one of PHP to hear.
                libc::EINPROGRESS | libc::EALREADY | libc::EINTR if !waited => {
                    waited = true;
                    if !until_writable(fd, deadline) {
                        return -1;
                    }
                }
                libc::EINPROGRESS | libc::EALREADY | libc::EINTR => {
                    if !pause(fd, &mut retry_ns, deadline, libc::EINPROGRESS) {
                        return -1;
                    }
                }
                // A local listener whose queue is full; there is nothing to watch.
                libc::EAGAIN if (*address).sa_family == libc::AF_UNIX as libc::sa_family_t => {
                    if !pause(fd, &mut retry_ns, deadline, libc::EAGAIN) {
                        return -1;
                    }
                }
                _ => return failed(error),
            }
        }
    }
}

fn failed(error: c_int) -> c_int {
    wait::set_errno(error);
    -1
}

/// Before the next attempt; each pause is twice the one before. False when the call fails; errno is set: `late` at its time limit.
unsafe fn pause(fd: c_int, retry_ns: &mut u64, deadline: u64, late: c_int) -> bool {
    let now = now_ns();
    if now >= deadline {
        failed(late);
        return false;
    }
    // Asking for no events: a close of the socket meanwhile must be noticed [io/W-9].
    // SAFETY: the hook has entered.
    let outcome = unsafe { wait::wait_one(fd, 0, (now + *retry_ns).min(deadline)) };
    *retry_ns = (*retry_ns * 2).min(LAST_RETRY_NS);
    match outcome {
        Outcome::Ready | Outcome::Timeout => true,
        Outcome::Cancelled | Outcome::Closed => {
            outcome.fail();
            false
        }
        Outcome::Unwatchable => {
            failed(late);
            false
        }
    }
}

/// False when the call fails; errno is set.
unsafe fn until_writable(fd: c_int, deadline: u64) -> bool {
    // SAFETY: the hook has entered.
    unsafe {
        while !is_ready(fd, libc::POLLOUT) {
            let outcome = wait::wait_one(fd, watch::OUT, deadline);
            match outcome {
                Outcome::Ready => (),
                Outcome::Timeout => {
                    failed(libc::EINPROGRESS);
                    return false;
                }
                Outcome::Cancelled | Outcome::Closed => {
                    outcome.fail();
                    return false;
                }
                Outcome::Unwatchable => {
                    let mut entry = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
                    if libc::poll(&mut entry, 1, super::poll::remaining_ms(deadline)) == 0 {
                        failed(libc::EINPROGRESS);
                        return false;
                    }
                }
            }
        }
        true
    }
}
