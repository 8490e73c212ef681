//! `sigtimedwait` and `sigwaitinfo`: a signalfd tells when one of the signals is there, and the real call takes it. Blocked
//! signals that have a handler in PHP end the wait of others, as in the kernel [io/SL-2].

use crate::boundary::wait::{self, Outcome, SignalWatch};
use crate::reactor::watch::WaiterKind;
use crate::reactor::{NEVER, clock, descriptors, now_ns, watch};
use core::ffi::c_int;
use core::ptr;
use libc::{pollfd, siginfo_t, sigset_t, timespec};

pub unsafe extern "C" fn sigtimedwait(set: *const sigset_t, info: *mut siginfo_t, timeout: *const timespec) -> c_int {
    // SAFETY: the caller keeps the contract of `sigtimedwait`, in whose place this stands.
    unsafe {
        let is_valid =
            timeout.as_ref().is_none_or(|time| time.tv_sec >= 0 && (0..1_000_000_000).contains(&time.tv_nsec));
        let is_immediate = timeout.as_ref().is_some_and(|time| time.tv_sec == 0 && time.tv_nsec == 0);
        if !is_valid || is_immediate || !wait::enter() {
            return libc::sigtimedwait(set, info, timeout);
        }
        cooperative(set, info, timeout.as_ref().map_or(NEVER, wait::deadline_after))
    }
}

pub unsafe extern "C" fn sigwaitinfo(set: *const sigset_t, info: *mut siginfo_t) -> c_int {
    // SAFETY: in the place of `sigwaitinfo`: set and room are the caller's. Null means no limit.
    unsafe { sigtimedwait(set, info, ptr::null()) }
}

/// The real call without waiting.
unsafe fn take(set: *const sigset_t, info: *mut siginfo_t) -> c_int {
    let nothing = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the caller keeps the contract of `sigtimedwait`: the set is valid, and `info` is valid or null.
    unsafe { libc::sigtimedwait(set, info, &nothing) }
}

/// Between two looks where there is no descriptor to be told by.
const PAUSE_NS: u64 = 10_000_000;

unsafe fn cooperative(set: *const sigset_t, info: *mut siginfo_t, deadline: u64) -> c_int {
    let errno = wait::errno();
    // SAFETY: the caller keeps the contract of `sigtimedwait`, and its frame waits below ours.
    unsafe {
        let taken = take(set, info);
        if taken >= 0 || wait::errno() != libc::EAGAIN {
            return taken;
        }
        let descriptor = descriptors::own(libc::signalfd(-1, set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK));
        // Where there is none to be had it looks again after a pause.
        let count = usize::from(descriptor >= 0);
        let mut entry = pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
        // Signals come from outside, in real time.
        clock::hold();
        let mut closed_fd = -1;
        let mut signals = SignalWatch::new();
        let signals = &raw mut signals;
        SignalWatch::listen(signals);
        let result = loop {
            let until = if count == 0 { deadline.min(now_ns() + PAUSE_NS) } else { deadline };
            match wait::wait_any(&raw mut entry, count, until, WaiterKind::Observer, Some(signals), &mut closed_fd) {
                Outcome::Timeout if until == deadline => {
                    wait::set_errno(libc::EAGAIN);
                    break -1;
                }
                Outcome::Ready | Outcome::Timeout => {
                    wait::set_errno(errno);
                    // Another coroutine may have been faster.
                    let taken = take(set, info);
                    if taken >= 0 || wait::errno() != libc::EAGAIN {
                        break taken;
                    }
                    if SignalWatch::has_arrived(signals) {
                        wait::set_errno(libc::EINTR);
                        break -1;
                    }
                }
                outcome => break outcome.fail(),
            }
        };
        SignalWatch::end(signals);
        clock::release();
        let error = wait::errno();
        // The descriptor goes without a hook.
        if descriptor >= 0 {
            watch::close(descriptor);
            libc::close(descriptor);
        }
        wait::set_errno(error);
        result
    }
}
