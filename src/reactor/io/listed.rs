//! The handles of a thread that have operations under way, or had some since the reactor began: the end of the reactor, and the
//! child of a fork, end what is left of them.

use super::{Handle, Others, hold, job, release, shut};
use crate::reactor::{Reactor, current};
use crate::scheduler::list::ListOf;

/// Notes that the handle has an operation under way.
pub(super) unsafe fn note(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive, and leaves the list before it ends.
    unsafe {
        // A reactor that was stopped ends nothing any more, and serves nothing either.
        if (*current()).started && !core::mem::replace(&mut (*handle).listed, true) {
            ListOf::push_back(&raw mut (*current()).io.handles, handle);
        }
    }
}

pub(super) unsafe fn unlist(handle: *mut Handle) {
    // SAFETY: one that is marked as listed is in the list of this thread's reactor.
    unsafe {
        if core::mem::replace(&mut (*handle).listed, false) {
            ListOf::remove(&raw mut (*current()).io.handles, handle);
        }
    }
}

/// The reactor stops: workers finish alone. What is still under way ends unanswered with its handle, which is closed; the owners
/// of both, if there are any, can still dispose them.
pub(in crate::reactor) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: this thread's reactor, outside a turn. Each handle leaves the list before code is called that may look at it.
    unsafe {
        job::forget_all(&raw mut (*reactor).io.jobs);
        while !(*reactor).io.handles.is_empty() {
            let handle = (*reactor).io.handles.first();
            unlist(handle);
            if is_busy(handle) {
                hold(handle);
                shut(handle, None, Others::Untold);
                release(handle);
            }
        }
    }
}

unsafe fn is_busy(handle: *mut Handle) -> bool {
    // SAFETY: the caller's handle is alive.
    unsafe {
        let requests = [&(*handle).reads, &(*handle).writes, &(*handle).files];
        let datagrams = [&(*handle).receives, &(*handle).sends];
        requests.iter().any(|list| !list.is_empty()) || datagrams.iter().any(|list| !list.is_empty())
    }
}
