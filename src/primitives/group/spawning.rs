//! Adding tasks, and starting them [primitives/TG-6 to TG-11].
//!
//! A task starts at once when there is a slot, else it waits for its turn, and when too many wait, its caller does. A caller
//! is woken with a reservation when there is room for it. That promises nothing: it looks again, and a caller that came
//! first meanwhile has the place. Callers that leave hand on what they were woken for, so there is never room while all of
//! them wait.

use super::entries::{Entry, Removed};
use super::{TaskGroup, lifetime, settling};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, current_frame, exception, frame, object, string};
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::{CoroutineObject, spawn};
use core::ptr;

impl TaskGroup {
    /// A further task may run.
    #[inline]
    fn has_slot(&self) -> bool {
        self.concurrency == 0 || self.running < self.concurrency
    }

    /// A further task may wait for its turn.
    #[inline]
    fn has_room(&self) -> bool {
        self.queue_limit == 0 || self.entries.pending() < self.queue_limit
    }

    /// Adds a task, taken over, under a key, borrowed; `given`: by the caller. Parks the coroutine while there is no room.
    /// `may_park` says whether that is possible. May leave an exception.
    ///
    /// # Safety
    /// The call holds the group; `task` holds a kept callable.
    pub unsafe fn spawn(
        this: *mut TaskGroup,
        key: *const Zval,
        given: bool,
        task: *mut Fcall,
        may_park: unsafe fn() -> bool,
    ) {
        // SAFETY: the call holds the group, as this function demands, which is looked at anew after every wait; the waiter
        // leaves the queue before its frame ends.
        unsafe {
            let mut waiter = Waiter::other(TaskGroup::event(this));
            let mut waited = false;
            let mut added = false;
            while !added && accepts(this, key, given) {
                if (*this).has_slot() || (*this).has_room() {
                    added = add(this, key, task);
                    if !added {
                        break;
                    }
                } else if may_park() {
                    let parked = if waited {
                        WaitQueue::park_again(&raw mut (*this).spawners, &raw mut waiter)
                    } else {
                        waiter = Waiter::current(TaskGroup::event(this));
                        WaitQueue::park(&raw mut (*this).spawners, &raw mut waiter)
                    };
                    waited = true;
                    if let Err(error) = parked.woken {
                        exception::throw(error);
                        break;
                    }
                } else {
                    break;
                }
            }
            if waited {
                wake_spawners(this);
            }
            if !added {
                // Destructors of the arguments may run.
                let error = exception::take().into_nullable();
                call::release_parts(task);
                if let Some(error) = OwnedObject::from_nullable(error) {
                    exception::throw(error);
                }
            }
        }
    }
}

/// Whether the group takes another task, and under this key; false with an exception [primitives/TG-8].
unsafe fn accepts(this: *mut TaskGroup, key: *const Zval, given: bool) -> bool {
    // SAFETY: the caller of `spawn` holds the group and the key; looking for that runs no PHP code.
    unsafe {
        if !(*this).closed && !(*this).is_completed() && !(*this).entries.has_key(key, given) {
            return true;
        }
        refuse(this, key);
        false
    }
}

#[cold]
unsafe fn refuse(this: *mut TaskGroup, key: *const Zval) {
    // SAFETY: the caller of `spawn` holds the group and the key, which is an integer or a string.
    unsafe {
        let class = exception::class(AsyncClass::EXCEPTION_DEFAULT);
        let text = if (*this).closed {
            b"Cannot spawn tasks on a closed TaskGroup".to_vec()
        } else if (*this).is_completed() {
            b"Cannot spawn tasks on a completed TaskGroup".to_vec()
        } else if (*key).kind() == zend::IS_STRING {
            [b"Duplicate key \"", string::bytes((*key).value.string), b"\" in TaskGroup"].concat()
        } else {
            format!("Duplicate key {} in TaskGroup", (*key).value.long).into_bytes()
        };
        exception::throw(exception::new_of_class(class, &text));
    }
}

/// Adds a task for which there is room. False with an exception: the task is still the caller's.
unsafe fn add(this: *mut TaskGroup, key: *const Zval, task: *mut Fcall) -> bool {
    // SAFETY: the group is held by the caller of `spawn`. The task moves into the coroutine or the entry; when it does not,
    // it is still the caller's.
    unsafe {
        let place = frame::location(current_frame());
        let entry = if (*this).has_slot() {
            let coroutine = make_coroutine(this, task, place);
            if coroutine.is_null() {
                return false;
            }
            let entry = (*this).entries.append_running(this, key);
            run(this, entry, coroutine);
            entry
        } else {
            (*this).entries.append_pending(this, key, task, place.unwrap_or((ptr::null_mut(), 0)))
        };
        // Iterators behind the last entry wait for the next one.
        if !(*this).iterators.is_empty() {
            (*entry).watch();
        }
        true
    }
}

/// Null with an exception: the task is still the caller's.
unsafe fn make_coroutine(this: *mut TaskGroup, task: *mut Fcall, place: Option<(*mut ZString, u32)>) -> *mut Coroutine {
    // SAFETY: the group is alive and the task a kept callable, as both callers know; `prepare` has launched the scheduler.
    // The name of the place is the frame's or the entry's.
    unsafe {
        if !spawn::prepare() {
            return ptr::null_mut();
        }
        let scope = lifetime::scope_for_tasks(this);
        if scope.is_null() { ptr::null_mut() } else { spawn::spawn_task(scope.cast(), task, place) }
    }
}

/// The entry runs as this coroutine. The first one that runs holds the group for all [primitives/TG-38].
unsafe fn run(this: *mut TaskGroup, entry: *mut Entry, coroutine: *mut Coroutine) {
    // SAFETY: the coroutine is new and has no data of other code; the entry stays in memory until its task has ended.
    unsafe {
        (*coroutine).extended_data = entry.cast();
        (*coroutine).extended_dispose = Some(settling::task_ended);
        (*coroutine.cast::<CoroutineObject>()).has_own_data();
        if (*this).running == 0 {
            object::add_ref(TaskGroup::object(this));
        }
        (*this).running += 1;
    }
}

/// Starts entries that wait for their turn, as long as there are slots. Each makes room for a parked caller. Entries whose
/// scope takes no coroutines any more have failed with that; the result is the first of them, or null: all behind it are
/// like it.
///
/// # Safety
/// Runs no PHP code; nothing is pending.
pub(super) unsafe fn start_pending(this: *mut TaskGroup, removed: &mut Removed) -> *mut Entry {
    // SAFETY: the caller holds the group. A pending entry is listed and has its task, which `started` or `start_failed`
    // takes from it; no PHP code runs, so it is still the first when they do.
    unsafe {
        let mut first_failed = ptr::null_mut();
        loop {
            let (entry, pending) = (*this).entries.next_pending();
            if entry.is_null() || !(*this).has_slot() {
                return first_failed;
            }
            let place = (!(*pending).file.is_null()).then_some(((*pending).file, (*pending).line));
            let ends = (*globals()).graceful_shutdown;
            let coroutine = if ends { ptr::null_mut() } else { make_coroutine(this, &raw mut (*pending).task, place) };
            if coroutine.is_null() {
                // What has not started does not start any more [core/SH-21].
                let thrown = if ends { None } else { exception::take() };
                let error =
                    thrown.unwrap_or_else(|| exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Graceful shutdown"));
                (*this).entries.start_failed(error, removed);
                (*this).errors_handled = false;
                if first_failed.is_null() {
                    first_failed = entry;
                }
            } else {
                (*this).entries.started();
                run(this, entry, coroutine);
            }
            wake_spawners(this);
        }
    }
}

/// Wakes as many parked callers as there is room for, the oldest first.
///
/// # Safety
/// The group is alive. Runs no PHP code.
pub(super) unsafe fn wake_spawners(this: *mut TaskGroup) {
    // SAFETY: the group is alive, as this function demands; what waits in the queue are coroutines, parked in `spawn`.
    unsafe {
        let slots = (*this).concurrency.saturating_sub((*this).running);
        let places = (*this).queue_limit.saturating_sub((*this).entries.pending());
        let room = slots.saturating_add(places);
        let spawners = &raw mut (*this).spawners;
        while (*spawners).reserved() < room && WaitQueue::reserve_next(spawners) {}
    }
}

/// Wakes all parked callers: the group takes no more tasks.
///
/// # Safety
/// The group is alive. Runs no PHP code.
pub(super) unsafe fn wake_all_spawners(this: *mut TaskGroup) {
    // SAFETY: the group is alive, as this function demands; what waits in the queue are coroutines, parked in `spawn`.
    unsafe { while WaitQueue::reserve_next(&raw mut (*this).spawners) {} }
}
