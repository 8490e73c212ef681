//! Doubts: registrations of which nobody knows whether the kernel still has them (see "closed behind our back" in
//! `watch.rs`), in order of time.

use super::Reactor;
use super::watch::{ERR, HUP, IN, INTEREST, OUT, Watch, arm, deliver};
use core::ptr;

/// How long a wait on a registration of unknown health goes on before the kernel is asked.
const DOUBT_NS: u64 = 20_000_000;

pub(super) unsafe fn doubt(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: doubts are a list in order of time; a watch is in it at most once.
    unsafe {
        if (*watch).doubted {
            return;
        }
        let table = &raw mut (*reactor).watches;
        (*watch).doubted = true;
        (*watch).doubt_ns = (*reactor).now_ns + DOUBT_NS;
        (*watch).doubt_next = ptr::null_mut();
        (*watch).doubt_prev = (*table).doubts_tail;
        if (*table).doubts_tail.is_null() {
            (*table).doubts = watch;
        } else {
            (*(*table).doubts_tail).doubt_next = watch;
        }
        (*table).doubts_tail = watch;
    }
}

#[inline]
pub(super) unsafe fn trust(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: see `doubt`.
    unsafe {
        if !(*watch).doubted {
            return;
        }
        let table = &raw mut (*reactor).watches;
        (*watch).doubted = false;
        match (*watch).doubt_prev {
            prev if prev.is_null() => (*table).doubts = (*watch).doubt_next,
            prev => (*prev).doubt_next = (*watch).doubt_next,
        }
        match (*watch).doubt_next {
            next if next.is_null() => (*table).doubts_tail = (*watch).doubt_prev,
            next => (*next).doubt_prev = (*watch).doubt_prev,
        }
    }
}

/// When the kernel must be asked about the oldest doubt.
pub(super) unsafe fn earliest_doubt(reactor: *mut Reactor) -> Option<u64> {
    // SAFETY: this thread's state.
    unsafe {
        let watch = (*reactor).watches.doubts;
        (!watch.is_null()).then(|| (*watch).doubt_ns)
    }
}

/// Asks the kernel about registrations whose waiters have heard nothing for a while.
pub(super) unsafe fn check_doubts(reactor: *mut Reactor) {
    // SAFETY: this thread's state; a checked watch leaves the list before anybody is told.
    unsafe {
        loop {
            let watch = (*reactor).watches.doubts;
            if watch.is_null() || (*watch).doubt_ns > (*reactor).now_ns {
                return;
            }
            trust(reactor, watch);
            match arm(reactor, watch, (*watch).armed & INTEREST) {
                Ok(()) => (),
                // The number now belongs to a file that is always ready.
                Err(libc::EPERM) => tell_all(reactor, watch, IN | OUT),
                // No such descriptor any more. The waiters look for themselves.
                Err(_) => tell_all(reactor, watch, ERR | HUP),
            }
        }
    }
}

unsafe fn tell_all(reactor: *mut Reactor, watch: *mut Watch, revents: u32) {
    // SAFETY: forwarded.
    unsafe { deliver(reactor, watch, revents | ERR) }
}
