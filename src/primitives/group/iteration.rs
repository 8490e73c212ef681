//! `foreach` over a group: entries in spawn order, each when it is settled [chapter 3.8 of primitives].
//!
//! A walk over a group remembers the entry that it gave last, which stays. A set loses what a walk gives, so the position
//! is always its first entry [primitives/TS-6].

use super::TaskGroup;
use super::entries::{Entry, Removed};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::iterator::Elements;
use crate::engine::{exception, hash, zval};
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::{current, launch, resume};
use core::ptr;

/// One walk.
pub struct Walk {
    /// The entry that a walk over a group gave last; null before the first one.
    last: *mut Entry,
}

/// A walk that waits.
#[repr(C)]
struct Watcher {
    waiter: Waiter,
    /// Null behind the last entry.
    entry: *mut Entry,
}

impl Elements for Walk {
    const BY_REFERENCE: &'static str = "Cannot iterate TaskGroup by reference";

    unsafe fn begin(object: *mut Object) -> Option<Walk> {
        // SAFETY: an object of the class, or of the one with the same layout.
        unsafe { (*TaskGroup::of(object)).mark_errors_handled() };
        Some(Walk { last: ptr::null_mut() })
    }

    unsafe fn next(walk: *mut Walk, object: *mut Object, value: *mut Zval, key: *mut Zval) -> bool {
        // SAFETY: the walk holds the object. The position is looked up anew after every wait.
        unsafe {
            let this = TaskGroup::of(object);
            loop {
                let last = (*walk).last;
                let entry = if last.is_null() { (*this).entries.first() } else { (*last).next() };
                if entry.is_null() {
                    if (*this).closed && (*this).is_finished() {
                        return false;
                    }
                } else if (*entry).is_settled() {
                    give(this, walk, entry, value, key);
                    return true;
                }
                if !wait(this, entry) {
                    return false;
                }
            }
        }
    }
}

/// Hands an entry to the loop.
unsafe fn give(this: *mut TaskGroup, walk: *mut Walk, entry: *mut Entry, value: *mut Zval, key: *mut Zval) {
    // SAFETY: the loop gets references of its own, so releasing an entry that leaves destroys nothing.
    unsafe {
        let pair = hash::new_array(2);
        let outcome = zval::copy((*entry).outcome());
        let (result, error) = if (*entry).has_succeeded() { (outcome, Zval::NULL) } else { (Zval::NULL, outcome) };
        hash::push(pair, result);
        hash::push(pair, error);
        value.write(zval::from_array(pair));
        key.write((*entry).key());
        if (*this).is_set {
            let mut removed = Removed::NONE;
            (*this).entries.remove(entry, &mut removed);
            removed.release();
        } else {
            (*walk).last = entry;
        }
    }
}

/// Parks until the entry is settled, or something else has changed. False with an exception.
unsafe fn wait(this: *mut TaskGroup, entry: *mut Entry) -> bool {
    // SAFETY: the walk holds the group; the watcher leaves the queue before its frame ends.
    unsafe {
        if !may_park() {
            let message = "TaskGroup iterator can only be used inside a coroutine";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return false;
        }
        if !entry.is_null() {
            (*entry).watch();
        }
        let mut watcher = Watcher { waiter: Waiter::current(TaskGroup::event(this)), entry };
        let parked = WaitQueue::park(&raw mut (*this).iterators, (&raw mut watcher).cast());
        if let Err(error) = parked.woken {
            exception::throw(error);
            return false;
        }
        true
    }
}

/// Whether the current code may park: plain code becomes the main coroutine for it [primitives/CM-3]. Nothing is thrown.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn may_park() -> bool {
    // SAFETY: on the PHP thread, as this function demands, so there may be a launch; when it fails, the exception that it
    // left is taken.
    unsafe {
        if current().is_null() && !launch::launch() {
            drop(exception::take());
            return false;
        }
        resume::may_suspend()
    }
}

/// Wakes the walks that wait for an entry, and those that were behind the last one.
///
/// # Safety
/// The group is alive. Runs no PHP code. The entry may have left the group already.
pub(super) unsafe fn wake_watchers(this: *mut TaskGroup, entry: *mut Entry) {
    // SAFETY: the group is alive, as this function demands; the entry, which may have left it, is only compared.
    unsafe { wake(this, |awaited| awaited.is_null() || awaited == entry) }
}

/// Wakes all walks that wait.
///
/// # Safety
/// The group is alive. Runs no PHP code.
pub(super) unsafe fn wake_all(this: *mut TaskGroup) {
    // SAFETY: the group is alive, as this function demands, which is all that `wake` asks for.
    unsafe { wake(this, |_| true) }
}

unsafe fn wake(this: *mut TaskGroup, wanted: impl Fn(*mut Entry) -> bool) {
    // SAFETY: waiters in this queue are the start of a watcher on the frame of a parked coroutine, which becomes ready but
    // does not run. No reservations are made, so the next one is the first.
    unsafe {
        let mut waiter = (*this).iterators.next();
        while !waiter.is_null() {
            let next = (*waiter).next();
            if wanted((*waiter.cast::<Watcher>()).entry) {
                Waiter::wake(waiter);
            }
            waiter = next;
        }
    }
}
