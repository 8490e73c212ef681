//! Closing, cancelling, disposing, waiting, and the end of a group (3.6, 3.9).

use super::{TaskGroup, is_usable, iteration, new_scope, spawning};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::state::PendingException;
use crate::engine::{exception, object};
use crate::primitives::awaiting::{self, Outcome};
use crate::primitives::token::Token;
use crate::scheduler::scope::{self, ScopeObject, object as scope_object};
use crate::scheduler::{callbacks, finally, spawn};
use core::ptr;

/// Gives a new group the scope of the caller's choice, or a child of the current one. False with an exception.
pub(super) unsafe fn set_scope(this: *mut TaskGroup, given: *mut Object) -> bool {
    // SAFETY: the constructor's arguments hold the object for the call, and the group does after it; making a scope runs no
    // PHP code.
    unsafe {
        if given.is_null() {
            let parent: *mut Scope = scope::current().cast();
            if !parent.is_null() {
                (*this).scope = new_scope(parent);
            }
            return true;
        }
        if !is_usable(scope_object::scope_of(given)) {
            let message = "Cannot use a disposed Scope for TaskGroup";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return false;
        }
        (*this).given_scope = object::add_ref(given);
        true
    }
}

/// The scope for a task, which may be closed; null with an exception. A group that was made before the scheduler was
/// launched gets its scope now: a child of the main scope.
///
/// # Safety
/// The scheduler is launched; the group is alive. Runs no PHP code.
pub(super) unsafe fn scope_for_tasks(this: *mut TaskGroup) -> *mut ScopeObject {
    // SAFETY: the group is alive, as this function demands, and holds its scope; a launched scheduler has a main scope.
    unsafe {
        if (*this).given_scope.is_null() && (*this).scope.is_null() {
            (*this).scope = new_scope((*globals()).main_scope);
        }
        let scope = (*this).living_scope();
        if scope.is_null() {
            scope::refuse();
        }
        scope
    }
}

/// Cancels everything in the scope, or closes it if nothing is there. `reason` is borrowed.
unsafe fn cancel_scope(this: *mut TaskGroup, reason: *mut Object) {
    // SAFETY: the scope is held by the group or by its object, which the group holds.
    unsafe {
        let scope = (*this).living_scope();
        if scope.is_null() {
            return;
        }
        // The flag of a scope of our own says what its failures do, not what we do [primitives/TG-42].
        let theirs = !(*this).given_scope.is_null();
        let safely = theirs && (*scope).base.event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        scope::cancel_all(scope, reason, safely);
    }
}

impl TaskGroup {
    /// No more tasks [primitives/TG-22].
    ///
    /// # Safety
    /// The call holds the group.
    pub unsafe fn close(this: *mut TaskGroup) {
        // SAFETY: the call holds the group. Waiters become ready but do not run, so the group is the same in the second
        // step.
        unsafe {
            if !(*this).closed {
                refuse_tasks(this);
                complete_if_finished(this);
            }
        }
    }

    /// Closes the group and cancels its tasks with `reason`, borrowed, or null for the usual one
    /// [primitives/TG-23, primitives/TG-24].
    ///
    /// # Safety
    /// The call holds the group.
    pub unsafe fn cancel(this: *mut TaskGroup, reason: *mut Object) {
        // SAFETY: the call holds the group, and cancelling only queues coroutines. What is released may run PHP code, so
        // that comes last.
        unsafe {
            if (*this).closed {
                return;
            }
            (*this).errors_handled = true;
            let discarded = (*this).entries.discard_pending();
            refuse_tasks(this);
            let scope = (*this).living_scope();
            let own = (*this).given_scope.is_null();
            if (*this).running > 0 || own && !scope.is_null() && scope::is_occupied(scope) {
                let reason = if reason.is_null() {
                    exception::new(AsyncClass::EXCEPTION_CANCELLATION, "TaskGroup cancelled").into_raw()
                } else {
                    object::add_ref(reason)
                };
                cancel_scope(this, reason);
                object::release(reason);
            } else if own && !scope.is_null() {
                // There is nothing to cancel in it; what it owns ends with it [primitives/CH-40].
                scope::owned::end(scope, false);
            }
            complete_if_finished(this);
            discarded.release();
        }
    }

    /// Cancels everything in the scope; the group stays as it is [primitives/TG-25].
    ///
    /// # Safety
    /// The call holds the group.
    pub unsafe fn dispose(this: *mut TaskGroup) {
        // SAFETY: the call holds the group, and with it its scope; cancelling only queues coroutines. The reason is our own
        // until it is released.
        unsafe {
            if (*this).given_scope.is_null() && (*this).scope.is_null() && !(*this).closed {
                // It is to refuse tasks from now on.
                (*this).scope = new_scope((*globals()).main_scope);
            }
            let message = "Scope is being disposed due to TaskGroup disposal";
            let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, message).into_raw();
            cancel_scope(this, reason);
            object::release(reason);
        }
    }

    /// Waits until nothing runs and nothing waits for its turn [primitives/TG-27].
    ///
    /// # Safety
    /// The call holds the group.
    pub unsafe fn await_completion(this: *mut TaskGroup) -> Outcome {
        // SAFETY: the call holds the group, also while it is parked, and looks at it before that only.
        unsafe {
            if !(*this).closed {
                let message = "TaskGroup must be closed before calling awaitCompletion()";
                return Err(Some(exception::new(AsyncClass::EXCEPTION_DEFAULT, message)));
            }
            let possible = iteration::may_park();
            if (*this).is_finished() {
                return Ok(Zval::NULL);
            }
            if !possible {
                let message = "TaskGroup::awaitCompletion() can only be called inside a coroutine";
                return Err(Some(exception::new(AsyncClass::EXCEPTION_DEFAULT, message)));
            }
            awaiting::wait(TaskGroup::event(this), Token::NONE, || true)
        }
    }

    /// Registers a handler, a kept callable, taken over, for when the group is completed; it is not yet [primitives/TG-28].
    ///
    /// # Safety
    /// The call holds the group. Runs no PHP code.
    pub unsafe fn add_finally(this: *mut TaskGroup, handler: *mut Fcall) {
        // SAFETY: the call holds the group; adding to the list runs no PHP code, so the borrow of its place is the only
        // one.
        unsafe { finally::add(&mut (*this).finally, handler) }
    }
}

/// Takes no more tasks: waiters for room or for further entries are told.
unsafe fn refuse_tasks(this: *mut TaskGroup) {
    // SAFETY: callers hold the group, or destroy it; waiters become ready but do not run, so nothing changes meanwhile.
    unsafe {
        (*this).closed = true;
        spawning::wake_all_spawners(this);
        iteration::wake_all(this);
    }
}

/// Completes a closed group with nothing to do, once.
unsafe fn complete_if_finished(this: *mut TaskGroup) {
    // SAFETY: callers hold the group, as `complete` demands.
    unsafe {
        if (*this).is_finished() && !(*this).is_completed() {
            complete(this);
        }
    }
}

/// Closed, and everything is settled: the finally handlers are scheduled, once.
///
/// # Safety
/// The group is held by its caller.
pub(super) unsafe fn complete(this: *mut TaskGroup) {
    // SAFETY: the group is held, as this function demands. The handlers are taken out of it and move on, or are freed,
    // once.
    unsafe {
        (*TaskGroup::event(this)).flags.insert(EventFlags::CLOSED);
        let handlers = ptr::replace(&raw mut (*this).finally, ptr::null_mut());
        if handlers.is_null() {
            return;
        }
        let pending = PendingException::take();
        if spawn::prepare() {
            let scope = (*this).living_scope();
            let scope = if scope.is_null() { (*globals()).main_scope.cast() } else { scope };
            finally::start_in_turn(handlers, TaskGroup::object(this), scope);
        } else {
            drop(exception::take());
            finally::free(handlers);
        }
        pending.put_back();
    }
}

/// The class's destructor [primitives/TG-39].
pub(super) unsafe extern "C" fn destroy(object: *mut Object) {
    // SAFETY: called by the engine for one of our objects, which is there until this returns.
    unsafe {
        let this = TaskGroup::of(object);
        let pending = PendingException::take();
        refuse_tasks(this);
        let scope = (*this).living_scope();
        // Not by what comes next, and not by the task whose end this may be.
        let busy = !scope.is_null() && scope::has_unfinished(scope);
        if !(*this).errors_handled && (*this).entries.failed() > 0 && !scope.is_null() {
            (*this).errors_handled = true;
            scope::offer(scope, (*this).entries.composite());
        }
        if busy {
            let message = "Scope is being disposed due to TaskGroup destruction";
            let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, message).into_raw();
            cancel_scope(this, reason);
            object::release(reason);
        }
        pending.put_back();
        release_scope(this);
    }
}

/// Gives the scope back. It ends with its last coroutine.
unsafe fn release_scope(this: *mut TaskGroup) {
    // SAFETY: each is taken out before it is released.
    unsafe {
        let own = ptr::replace(&raw mut (*this).scope, ptr::null_mut());
        if !own.is_null() {
            (*own).base.event.flags.remove(EventFlags::SCOPE_OWNER_PINNED);
            scope::give_back(own);
        }
        object::release(ptr::replace(&raw mut (*this).given_scope, ptr::null_mut()));
    }
}

/// The memory goes; after a fatal error nothing came before.
///
/// # Safety
/// Nothing refers to the group any more. Called once.
pub(super) unsafe fn free(this: *mut TaskGroup) {
    // SAFETY: each part is taken out before it is released.
    unsafe {
        release_scope(this);
        (*this).futures.leave();
        callbacks::zend_async_callbacks_free(TaskGroup::event(this));
        finally::free(ptr::replace(&raw mut (*this).finally, ptr::null_mut()));
        (*this).entries.take_all().release();
        (*this).entries.free_memory();
    }
}
