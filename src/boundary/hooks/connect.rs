//! `connect` on a blocking socket: non-blocking for the one call, then waits until the socket is writable.
//!
//! What it has waited for is told by a second call, which does not block once poll(2) has called a socket of the internet writable and
//! nothing else. Where it may, as after an error, of which another coroutine may have been told meanwhile, it is a non-blocking one, too.

use super::transfer;
use crate::boundary::wait::descriptor::socket_deadline;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::reported;
use crate::reactor::{now_ns, watch};
use crate::scheduler;
use core::ffi::{c_int, c_short};
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
        let errno = wait::errno();
        let mut retry_ns = FIRST_RETRY_NS;
        // The time limit of the socket is that of its first wait and of all after it.
        let mut limit = None;
        let mut deadline = || *limit.get_or_insert_with(|| socket_deadline(fd, watch::OUT));
        let (mut begun, mut waited, mut first) = (false, false, true);
        loop {
            // Asked each time: others may change them during a wait.
            let flags = libc::fcntl(fd, libc::F_GETFL);
            let blocks = flags & libc::O_NONBLOCK == 0;
            if flags < 0 || !blocks && first {
                return libc::connect(fd, address, length);
            }
            if core::mem::take(&mut first) {
                // One that is refused at once need not wait, and is made again and again.
                let switches = scheduler::switches();
                if !wait::slice(fd) {
                    return -1;
                }
                if scheduler::switches() != switches {
                    continue;
                }
            }
            if blocks {
                libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK);
            }
            let mut error = attempt(fd, address, length);
            // A peer on this machine has answered by now, and the same call again tells so.
            let again = !begun && error == libc::EINPROGRESS && is_internet(address);
            if again {
                error = attempt(fd, address, length);
            }
            if blocks {
                libc::fcntl(fd, libc::F_SETFL, flags);
            }
            begun |= again;
            if is_under_way(error) && !waited {
                (begun, waited) = (true, true);
                match until_reported(fd, deadline(), again) {
                    None => return -1,
                    // It is connected, so that this waits for nothing.
                    Some(libc::POLLOUT) if is_internet(address) => error = attempt(fd, address, length),
                    Some(_) => continue,
                }
            }
            match error {
                _ if error == 0 || begun && error == libc::EISCONN => {
                    wait::set_errno(errno);
                    return 0;
                }
                error if is_under_way(error) => {
                    if !pause(fd, &mut retry_ns, deadline(), libc::EINPROGRESS) {
                        return -1;
                    }
                }
                // A local listener whose queue is full; there is nothing to watch.
                libc::EAGAIN if (*address).sa_family == libc::AF_UNIX as libc::sa_family_t => {
                    if !pause(fd, &mut retry_ns, deadline(), libc::EAGAIN) {
                        return -1;
                    }
                }
                _ => return failed(error),
            }
        }
    }
}

/// The error of a call; 0 for success.
///
/// # Safety
/// As `connect` demands.
unsafe fn attempt(fd: c_int, address: *const sockaddr, length: socklen_t) -> c_int {
    // SAFETY: the address is the caller's, of that length.
    if unsafe { libc::connect(fd, address, length) } == 0 { 0 } else { wait::errno() }
}

/// How it ends is asked by `connect` again: for the kernel it is under way until then, and `SO_ERROR` would leave the end of this call for
/// the next one of PHP to hear.
fn is_under_way(error: c_int) -> bool {
    matches!(error, libc::EINPROGRESS | libc::EALREADY | libc::EINTR)
}

/// # Safety
/// An address that the kernel has taken.
unsafe fn is_internet(address: *const sockaddr) -> bool {
    // SAFETY: an address that the kernel has taken.
    matches!(c_int::from(unsafe { (*address).sa_family }), libc::AF_INET | libc::AF_INET6)
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

/// What poll(2) reports, once that is something; `None` when the call fails, and errno is set. `waits`: it was asked just now.
unsafe fn until_reported(fd: c_int, deadline: u64, mut waits: bool) -> Option<c_short> {
    // SAFETY: the hook has entered.
    unsafe {
        loop {
            let reported = if core::mem::take(&mut waits) { 0 } else { reported(fd, libc::POLLOUT) };
            if reported != 0 {
                return Some(reported);
            }
            let outcome = wait::wait_one(fd, watch::OUT, deadline);
            match outcome {
                Outcome::Ready => (),
                Outcome::Timeout => {
                    failed(libc::EINPROGRESS);
                    return None;
                }
                Outcome::Cancelled | Outcome::Closed => {
                    outcome.fail();
                    return None;
                }
                Outcome::Unwatchable => {
                    let mut entry = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
                    if libc::poll(&mut entry, 1, super::poll::remaining_ms(deadline)) == 0 {
                        failed(libc::EINPROGRESS);
                        return None;
                    }
                }
            }
        }
    }
}
