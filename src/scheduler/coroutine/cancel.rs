//! Cancelling: how a cancellation reaches a coroutine, whatever it is doing [core 12, abi/ABI-117].

use super::object::{CoroutineFlags, CoroutineObject};
use super::{place, protect, spawn};
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, zval};
use crate::scheduler::event::waker_state::zend_async_waker_apply_error;
use crate::scheduler::run::ready::withdraw_waits;
use crate::scheduler::run::run_loop::transition;
use crate::scheduler::scope::structure::count_zombie;

/// Slot `cancel` [core 12, abi/ABI-117].
///
/// # Safety
/// As the slot `cancel` demands [abi/ABI-117]: `coroutine` and `error` are null or alive; with `transfer` a reference
/// of `error` passes.
pub unsafe extern "C" fn cancel(coroutine: *mut Coroutine, error: *mut Object, transfer: bool, safely: bool) -> bool {
    // SAFETY: all coroutines are ours, and null is looked at no further; one reference of the error is stored or released on every path.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        let owned = if transfer { OwnedObject::from_nullable(error) } else { None };
        if this.is_null() {
            drop(owned);
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot cancel: there is no coroutine");
            return false;
        }
        let must_run = (*this).flags.intersects(CoroutineFlags::MUST_RUN.union(CoroutineFlags::ITERATES_FOR_WAITER))
            && !(*this).is_started();
        if (*this).is_finished() || must_run {
            drop(owned);
            return true;
        }
        if safely && may_become_zombie(&*this) {
            drop(owned);
            become_zombie(this);
            return true;
        }
        let error = match owned {
            Some(error) => error,
            None if error.is_null() => exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Coroutine cancelled"),
            None => OwnedObject::share(error),
        };
        deliver_cancellation(this, error);
        true
    }
}

/// Whether another cancellation would change nothing [core/CN-11]. Where coroutines fail one after the other all that are left are
/// cancelled each time.
pub(in crate::scheduler) fn is_about_to_be_cancelled(coroutine: &CoroutineObject) -> bool {
    coroutine.flags.contains(CoroutineFlags::CANCELLATION_STORED.union(CoroutineFlags::QUEUED))
        && coroutine.has(EventFlags::COROUTINE_CANCELLED)
        && !coroutine.has(EventFlags::COROUTINE_PROTECTED)
        && !coroutine.deferred.is_some()
}

/// A started coroutine that is neither running nor protected lives on as a zombie when its scope is cancelled
/// safely [core/CN-16, core/CN-17].
fn may_become_zombie(coroutine: &CoroutineObject) -> bool {
    coroutine.is_started() && !coroutine.is_running() && !coroutine.has(EventFlags::COROUTINE_PROTECTED)
}

unsafe fn become_zombie(coroutine: *mut CoroutineObject) {
    // SAFETY: the coroutine is unfinished, so it is alive, and so is the scope that counts it.
    unsafe {
        (*coroutine).base.event.flags.insert(EventFlags::COROUTINE_ZOMBIE.union(EventFlags::COROUTINE_CANCELLED));
        count_zombie(coroutine);
    }
}

/// The state decides how a cancellation reaches a coroutine.
unsafe fn deliver_cancellation(coroutine: *mut CoroutineObject, error: OwnedObject) {
    // SAFETY: the coroutine is unfinished, so the scheduler, or what has made it, holds it.
    unsafe {
        if ((*coroutine).is_current() && !(*coroutine).is_leaving()) || place::executes(&*coroutine) {
            // It cancels itself: nothing is thrown, and execution goes on [core/CN-6].
            (*coroutine).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
            // The one that was put off came first [core/CN-11].
            if (*coroutine).base.exception.is_null() && !(*coroutine).flags.contains(CoroutineFlags::PUT_OFF) {
                (*coroutine).base.exception = error.into_raw();
            } else {
                drop(error);
            }
        } else if (*coroutine).has(EventFlags::COROUTINE_PROTECTED) {
            protect::defer(coroutine, error);
        } else {
            (*coroutine).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
            interrupt(coroutine, protect::first_cancellation(coroutine, error));
        }
    }
}

/// Makes a coroutine that is not running ready with an error: it is thrown at the suspension point, or the body never
/// starts.
///
/// # Safety
/// Unfinished and not running.
pub(in crate::scheduler) unsafe fn interrupt(coroutine: *mut CoroutineObject, error: OwnedObject) {
    // SAFETY: the scheduler has not given its reference back, or what has made the coroutine still has it: it lives through the
    // destructors that clearing the result of its wait may run.
    unsafe {
        (*coroutine).flags.insert(CoroutineFlags::INTERRUPTED);
        if !(*coroutine).flags.contains(CoroutineFlags::CANCELLATION_STORED) {
            (*coroutine).flags.insert(CoroutineFlags::CANCELLATION_STORED);
            // Also a cancellation that the wait itself ended with is only the previous of this one [core/CN-4].
            zend_async_waker_apply_error(&raw mut (*coroutine).waker, error.into_raw(), true, true, false);
            zval::clear(&raw mut (*coroutine).waker.result);
        } else {
            drop(error);
        }
        // One that was cancelled before and has a stack waits in a destructor of its arguments.
        if !(*coroutine).is_started() && (*coroutine).execution.is_null() {
            transition::never_start(coroutine);
            if (*coroutine).flags.contains(CoroutineFlags::REGISTERED) {
                transition::enter_queue(coroutine);
            } else {
                spawn::enqueue_cancelled(coroutine);
            }
            return;
        }
        transition::queue(coroutine);
        withdraw_waits(coroutine);
    }
}

/// Cancels for a graceful shutdown: as [`cancel_unprotected`], but what must not be interrupted is not.
///
/// # Safety
/// `coroutine` is listed as unfinished. Destructors of a value that its wait had brought may run.
pub(in crate::scheduler) unsafe fn cancel_unsealed(coroutine: *mut CoroutineObject, error: OwnedObject) {
    // SAFETY: a coroutine in the list of unfinished ones is alive; looking at it runs nothing before `error` is passed on.
    unsafe {
        if (*coroutine).sealed > 0 && !(*coroutine).is_finished() && !place::is_driven(&*coroutine) {
            cancel(&raw mut (*coroutine).base, error.into_raw(), true, false);
        } else {
            cancel_unprotected(coroutine, error);
        }
    }
}

/// Cancels without regard to protection: graceful shutdown and deadlock [core/PR-10]. They reach every coroutine, so one that
/// is part of another's stack is left out: the code there sees one cancellation, not two.
///
/// # Safety
/// As [`cancel_unsealed`].
pub(in crate::scheduler) unsafe fn cancel_unprotected(coroutine: *mut CoroutineObject, error: OwnedObject) {
    // SAFETY: a coroutine in the list of unfinished ones is alive, and its Fiber, if it has one.
    unsafe {
        let runs_first = (*coroutine).flags.contains(CoroutineFlags::MUST_RUN) && !(*coroutine).is_started();
        if runs_first || place::is_driven(&*coroutine) {
            drop(error);
            return;
        }
        if (*coroutine).is_finished() {
            // It waits in a destructor of what it leaves behind, or runs one.
            if (*coroutine).is_waiting() {
                interrupt(coroutine, error);
            } else {
                drop(error);
            }
            return;
        }
        protect::break_off(coroutine);
        (*coroutine).flags.remove(CoroutineFlags::ITERATES_FOR_WAITER);
        cancel(&raw mut (*coroutine).base, error.into_raw(), true, false);
    }
}
