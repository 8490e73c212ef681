//! `connect` on a blocking socket: non-blocking for the one call, then waits until the socket is writable.

use super::transfer;
use crate::boundary::wait::descriptor::{is_ready, socket_deadline};
use crate::boundary::wait::{self, Call, Outcome};
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
        if !wait::enter(Call::Connect) {
            return libc::connect(fd, address, length);
        }
        let flags = libc::fcntl(fd, libc::F_GETFL);
        if flags < 0 || flags & libc::O_NONBLOCK != 0 {
            return libc::connect(fd, address, length);
        }
        let errno = wait::errno();
        let mut retry_ns = FIRST_RETRY_NS;
        let deadline = socket_deadline(fd, watch::OUT);
        loop {
            libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK);
            let result = libc::connect(fd, address, length);
            let error = wait::errno();
            libc::fcntl(fd, libc::F_SETFL, flags);
            match error {
                _ if result == 0 => {
                    wait::set_errno(errno);
                    return 0;
                }
                libc::EINPROGRESS | libc::EINTR => {
                    if finish(fd, deadline) == 0 {
                        wait::set_errno(errno);
                        return 0;
                    }
                    return -1;
                }
                // A local listener whose queue is full; there is nothing to watch.
                libc::EAGAIN if (*address).sa_family == libc::AF_UNIX as libc::sa_family_t => {
                    let now = now_ns();
                    if now >= deadline {
                        return failed(libc::EAGAIN);
                    }
                    // Asking for no events: a close of the socket meanwhile must be noticed [io/W-9].
                    let outcome = wait::wait_one(fd, 0, (now + retry_ns).min(deadline));
                    match outcome {
                        Outcome::Ready | Outcome::Timeout => (),
                        Outcome::Cancelled | Outcome::Closed => return outcome.fail(),
                        Outcome::Unwatchable => return failed(libc::EAGAIN),
                    }
                    retry_ns = (retry_ns * 2).min(LAST_RETRY_NS);
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

unsafe fn finish(fd: c_int, deadline: u64) -> c_int {
    // SAFETY: the hook has entered; the kernel writes at most `length` bytes.
    unsafe {
        while !is_ready(fd, libc::POLLOUT) {
            let outcome = wait::wait_one(fd, watch::OUT, deadline);
            match outcome {
                Outcome::Ready => (),
                Outcome::Timeout => return failed(libc::EINPROGRESS),
                Outcome::Cancelled | Outcome::Closed => return outcome.fail(),
                Outcome::Unwatchable => {
                    let mut entry = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
                    if libc::poll(&mut entry, 1, super::poll::remaining_ms(deadline)) == 0 {
                        return failed(libc::EINPROGRESS);
                    }
                }
            }
        }
        let mut error: c_int = 0;
        let mut length = size_of::<c_int>() as socklen_t;
        libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_ERROR, (&raw mut error).cast(), &mut length);
        if error == 0 { 0 } else { failed(error) }
    }
}
