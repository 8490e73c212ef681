//! The end of a task, and what follows from it, in this order and in one step [primitives/TG-20].
//!
//! ```text
//!   record the outcome
//!   start what waits for its turn, wake callers of spawn()
//!   race and any futures, iterators
//!   if nothing is left to do: all futures and the other any futures, the waiters of the group,
//!                             and the finally handlers of a closed group
//! ```

use super::entries::{Entry, Removed};
use super::{TaskGroup, futures, iteration, lifetime, spawning};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::owned::OwnedObject;
use crate::engine::state::PendingException;
use crate::engine::{object, zval};
use crate::scheduler::event::order_waits;
use crate::scheduler::prefetch_lines;
use crate::scheduler::{CoroutineObject, callbacks};
use core::ptr;

/// `extended_dispose` of the coroutine of a task: it has ended, also if it was cancelled before it began. Its exception
/// goes no further [primitives/TG-12].
pub(super) unsafe extern "C" fn task_ended(coroutine: *mut Coroutine) {
    // SAFETY: the coroutine's data is its entry; the group is held by the tasks that run.
    unsafe {
        let entry = ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast::<Entry>();
        let this = (*entry).group;
        // Most tasks end in the order in which they were spawned.
        prefetch_lines((*entry).next().cast(), 1);
        (*coroutine.cast::<CoroutineObject>()).exception_delivered();
        let pending = PendingException::take();
        let error = (*coroutine).exception;
        let outcome = if error.is_null() {
            Ok(zval::copy(&raw mut (*coroutine).result))
        } else {
            (*this).errors_handled = false;
            Err(OwnedObject::share(error))
        };
        (*this).entries.settle(entry, outcome);
        (*this).running -= 1;
        let was_last = (*this).running == 0;
        let mut removed = Removed::NONE;
        let mut failed = spawning::start_pending(this, &mut removed);
        announce(this, entry, &mut removed);
        while !failed.is_null() {
            let next = (*failed).next();
            announce(this, failed, &mut removed);
            failed = next;
        }
        let left = if (*this).is_finished() { ran_dry(this) } else { Removed::NONE };
        pending.put_back();
        // Destructors may wait until the tasks that run have ended, too, and with them the reference that they share.
        let releases = !(was_last || removed.is_empty() && left.is_empty());
        if releases {
            object::add_ref(TaskGroup::object(this));
        }
        removed.release();
        left.release();
        if was_last || releases {
            object::release(TaskGroup::object(this));
        }
    }
}

/// Tells all waiters for an entry like this one. It may have left a set afterwards.
unsafe fn announce(this: *mut TaskGroup, entry: *mut Entry, removed: &mut Removed) {
    // SAFETY: an entry that has left is released later.
    unsafe {
        let watched = (*entry).is_watched();
        futures::entry_settled(this, entry, removed);
        if watched {
            iteration::wake_watchers(this, entry);
        }
    }
}

/// Nothing runs and nothing waits any more. What leaves a set by it.
///
/// # Safety
/// The group is held. Runs no PHP code; nothing is pending.
pub(super) unsafe fn ran_dry(this: *mut TaskGroup) -> Removed {
    // SAFETY: the group is held, as this function demands, so it is still there after its waiters were told.
    unsafe {
        let removed = futures::all_settled(this);
        tell_awaiters(this);
        if (*this).closed {
            lifetime::complete(this);
        }
        removed
    }
}

/// Every coroutine that awaits the group gets null [primitives/TG-29].
///
/// # Safety
/// The group is held. Runs no PHP code; nothing is pending.
pub(super) unsafe fn tell_awaiters(this: *mut TaskGroup) {
    // SAFETY: the group is held, as this function demands; those that are told copy the value on this frame.
    unsafe {
        let event = TaskGroup::event(this);
        // Not while others are being told: they are told the same.
        if (*event).callbacks.length > 0 && (*event).callbacks.current_iterator.is_null() {
            let mut nothing = Zval::NULL;
            order_waits(event);
            callbacks::notify(event, (&raw mut nothing).cast(), ptr::null_mut());
        }
    }
}
