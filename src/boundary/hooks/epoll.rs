//! `epoll_wait` and `epoll_pwait`: event loops of libraries become cooperative. An epoll descriptor is itself readable
//! when it has something to report.

use crate::boundary::wait::{self, Outcome};
use crate::reactor::watch;
use core::ffi::c_int;
use libc::{epoll_event, sigset_t};

pub unsafe extern "C" fn epoll_wait(epoll: c_int, events: *mut epoll_event, max: c_int, timeout_ms: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `epoll_wait`, in whose place this stands.
    unsafe {
        if !wait::enter() {
            return libc::epoll_wait(epoll, events, max, timeout_ms);
        }
        if !wait::slice(epoll) {
            return -1;
        }
        let count = libc::epoll_wait(epoll, events, max, 0);
        if count != 0 || timeout_ms == 0 {
            return count;
        }
        let errno = wait::errno();
        let deadline = wait::deadline_ms(timeout_ms);
        loop {
            let outcome = wait::wait_one(epoll, watch::IN, deadline);
            match outcome {
                Outcome::Ready => {
                    wait::set_errno(errno);
                    let count = libc::epoll_wait(epoll, events, max, 0);
                    if count != 0 {
                        return count;
                    }
                }
                Outcome::Timeout => {
                    wait::set_errno(errno);
                    return 0;
                }
                Outcome::Cancelled | Outcome::Closed => return outcome.fail(),
                Outcome::Unwatchable => {
                    wait::set_errno(errno);
                    return libc::epoll_wait(epoll, events, max, super::poll::remaining_ms(deadline));
                }
            }
        }
    }
}

pub unsafe extern "C" fn epoll_pwait(
    epoll: c_int,
    events: *mut epoll_event,
    max: c_int,
    timeout_ms: c_int,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller keeps the contract of `epoll_pwait`, in whose place this stands.
    unsafe {
        if mask.is_null() {
            epoll_wait(epoll, events, max, timeout_ms)
        } else {
            libc::epoll_pwait(epoll, events, max, timeout_ms, mask)
        }
    }
}
