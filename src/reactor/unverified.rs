//! Unverified registrations: the kernel may have dropped them (see "closed behind our back" in `watch.rs`). They are listed
//! in order of time, and verified when nothing was reported for a while.

use super::Reactor;
use super::watch::{ERR, HUP, IN, INTEREST, OUT, Watch, arm, deliver};
use core::ptr;

/// How long a wait on an unverified registration goes on before the kernel is asked.
const VERIFY_AFTER_NS: u64 = 20_000_000;

pub(super) unsafe fn mark_unverified(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: the list is linked in order of time, on this thread only; a watch is in it at most once.
    unsafe {
        if (*watch).unverified {
            return;
        }
        let table = &raw mut (*reactor).watches;
        (*watch).unverified = true;
        (*watch).verify_at_ns = (*reactor).now_ns + VERIFY_AFTER_NS;
        (*watch).unverified_next = ptr::null_mut();
        (*watch).unverified_prev = (*table).unverified_tail;
        if (*table).unverified_tail.is_null() {
            (*table).unverified_head = watch;
        } else {
            (*(*table).unverified_tail).unverified_next = watch;
        }
        (*table).unverified_tail = watch;
    }
}

#[inline]
pub(super) unsafe fn mark_verified(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: see `mark_unverified`.
    unsafe {
        if !(*watch).unverified {
            return;
        }
        let table = &raw mut (*reactor).watches;
        (*watch).unverified = false;
        match (*watch).unverified_prev {
            prev if prev.is_null() => (*table).unverified_head = (*watch).unverified_next,
            prev => (*prev).unverified_next = (*watch).unverified_next,
        }
        match (*watch).unverified_next {
            next if next.is_null() => (*table).unverified_tail = (*watch).unverified_prev,
            next => (*next).unverified_prev = (*watch).unverified_prev,
        }
    }
}

/// When the kernel must be asked about the oldest one.
pub(super) unsafe fn next_verification_ns(reactor: *mut Reactor) -> Option<u64> {
    // SAFETY: the caller's reactor; listed watches are alive.
    unsafe {
        let watch = (*reactor).watches.unverified_head;
        (!watch.is_null()).then(|| (*watch).verify_at_ns)
    }
}

/// Asks the kernel about registrations whose waiters have heard nothing for a while.
pub(super) unsafe fn verify_due(reactor: *mut Reactor) {
    // SAFETY: the caller's reactor; a watch leaves the list before its waiters are told, so what they do cannot move it.
    unsafe {
        loop {
            let watch = (*reactor).watches.unverified_head;
            if watch.is_null() || (*watch).verify_at_ns > (*reactor).now_ns {
                return;
            }
            mark_verified(reactor, watch);
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
    // SAFETY: a watch stays in the table when its waiters detach.
    unsafe { deliver(reactor, watch, revents | ERR) }
}
