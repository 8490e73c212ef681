//! Unverified registrations: the kernel may have dropped them (see "closed behind our back" in `watch.rs`). They are listed
//! in order of time, and verified when nothing was reported for a while.

use super::Reactor;
use super::watch::{ERR, HUP, IN, INTEREST, OUT, Watch, arm, deliver};
use crate::scheduler::list::ListOf;

/// How long a wait on an unverified registration goes on before the kernel is asked.
const VERIFY_AFTER_NS: u64 = 20_000_000;

pub(super) unsafe fn mark_unverified(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: the caller's watch is of this reactor's table, where watches keep their addresses; the mark keeps it from being listed
    // twice.
    unsafe {
        if (*watch).unverified {
            return;
        }
        (*watch).unverified = true;
        (*watch).verify_at_ns = (*reactor).now_ns + VERIFY_AFTER_NS;
        ListOf::push_back(&raw mut (*reactor).watches.unverified, watch);
    }
}

#[inline]
pub(super) unsafe fn mark_verified(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: a watch that is marked is listed; watches stay at their addresses as long as their table.
    unsafe {
        if !(*watch).unverified {
            return;
        }
        (*watch).unverified = false;
        ListOf::remove(&raw mut (*reactor).watches.unverified, watch);
    }
}

/// When the kernel must be asked about the oldest one.
pub(super) unsafe fn next_verification_ns(reactor: *mut Reactor) -> Option<u64> {
    // SAFETY: `turn` passes its reactor; listed watches stay where they are as long as the table.
    unsafe {
        let watch = (*reactor).watches.unverified.first();
        (!watch.is_null()).then(|| (*watch).verify_at_ns)
    }
}

/// Asks the kernel about registrations whose waiters have heard nothing for a while.
pub(super) unsafe fn verify_due(reactor: *mut Reactor) {
    // SAFETY: the caller's reactor; a watch leaves the list before its waiters are told, so what they do cannot move it.
    unsafe {
        loop {
            let watch = (*reactor).watches.unverified.first();
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
    // SAFETY: a watch stays in the table when its waiters detach; attached ones are alive.
    unsafe { deliver(reactor, watch, revents | ERR) }
}
