//! Making coroutines ready: the run queue, resume, wake [abi/ABI-115]. Nothing here switches.

use super::run_loop::{run_loop, transition};
use crate::abi::*;
use crate::engine::{exception, object};
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::event::waker;
use crate::scheduler::event::waker_state::zend_async_waker_apply_error;

/// Slot `resume` [abi/ABI-115]: the wait of a coroutine is over, with an error or without. Never switches.
///
/// # Safety
/// As the slot `resume` demands [abi/ABI-115]: `coroutine` and `error` are null or alive; with `transfer` a reference
/// of `error` passes.
pub unsafe extern "C" fn resume(coroutine: *mut Coroutine, error: *mut Object, transfer: bool) -> bool {
    // SAFETY: all coroutines are ours, and null is looked at no further.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        if this.is_null() {
            refuse_to_resume(error, transfer);
            return false;
        }
        let scheduler_context = *(*globals()).in_scheduler_context;
        // A finished coroutine waits only in a destructor of what it leaves behind.
        let ended = (*this).is_finished() && !(*this).is_waiting();
        let unqueued = *(*this).waker.status == WakerStatus::NoStatus
            && !(scheduler_context && (*this).flags.contains(CoroutineFlags::REGISTERED));
        if ended || unqueued {
            // In scheduler context an exception would end the request: too much for a wake-up that came late.
            if !(ended && scheduler_context) {
                refuse_to_resume(error, transfer);
            } else if transfer {
                object::release(error);
            }
            return false;
        }
        if !error.is_null() {
            if !(*this).waker.error.is_null() && exception::is_cancellation(error) {
                // What is stored already is what the wait ends with.
                if transfer {
                    object::release(error);
                }
            } else {
                zend_async_waker_apply_error(&raw mut (*this).waker, error, transfer, true, false);
            }
            let runs_all_the_same = CoroutineFlags::MUST_RUN.union(CoroutineFlags::ITERATES_FOR_WAITER);
            if !(*this).is_started() && !(*this).flags.intersects(runs_all_the_same) {
                // There is no code yet that it could be thrown in: it is what the coroutine ends with [abi/ABI-102].
                transition::never_start(this);
            }
        }
        if (*this).is_queued() {
            return true;
        }
        if this == (*run_loop()).starting {
            // The event completed while the coroutine was about to suspend: it need not switch at all.
            transition::end_with_result(this);
            return true;
        }
        transition::queue(this);
        withdraw_waits(this);
        true
    }
}

/// Nothing waits there. With `transfer` takes over the reference.
#[cold]
unsafe fn refuse_to_resume(error: *mut Object, transfer: bool) {
    // SAFETY: the reference is the caller's, which passes it on with `transfer`; on the PHP thread in a request.
    unsafe {
        if transfer {
            object::release(error);
        }
        exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot resume a coroutine that has not been suspended");
    }
}

/// A coroutine became ready: its events stop now. Their memory goes before the coroutine runs, so that nothing disappears
/// under a running notification and other waiters are told in the order in which they subscribed [abi/ABI-108, core/AW-5].
///
/// # Safety
/// `coroutine` is alive and queued.
pub(in crate::scheduler) unsafe fn withdraw_waits(coroutine: *mut CoroutineObject) {
    // SAFETY: the coroutine is being queued, so it is held; stopping events takes no trigger away.
    unsafe {
        let waker = &raw mut (*coroutine).waker;
        if !waker::has_events(waker) {
            return;
        }
        waker::zend_async_waker_stop_events(waker);
        if !(*coroutine).flags.contains(CoroutineFlags::CLEANUP) {
            (*coroutine).flags.insert(CoroutineFlags::CLEANUP);
            (*run_loop()).cleanups.push(coroutine);
        }
    }
}

/// Finishes what `withdraw_waits` put off.
///
/// # Safety
/// Not inside a notification.
#[inline]
pub(in crate::scheduler) unsafe fn run_cleanups() {
    // SAFETY: queued coroutines are alive: the scheduler holds a reference on each.
    unsafe {
        while let Some(coroutine) = (*run_loop()).cleanups.pop() {
            (*coroutine).flags.remove(CoroutineFlags::CLEANUP);
            waker::drop_events(&raw mut (*coroutine).waker);
        }
    }
}

/// Makes a parked coroutine ready; once is enough. Legal from event callbacks. Never switches.
///
/// # Safety
/// `coroutine` is alive.
#[inline]
pub unsafe fn wake(coroutine: *mut Coroutine) {
    // SAFETY: all coroutines are ours.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        if (*this).is_waiting() {
            transition::queue(this);
        }
    }
}

/// Ends the wait of a parked coroutine with an error, borrowed. A cancellation that comes later does not replace it; an
/// error that was on its way already becomes its previous [primitives/CM-7].
///
/// # Safety
/// `coroutine` is parked, or woken and not running yet; `error` is alive.
pub unsafe fn fail(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: a coroutine that waits, or is queued, is held until it runs; `error` stays the caller's.
    unsafe {
        (*coroutine).flags.insert(CoroutineFlags::CANCELLATION_STORED);
        zend_async_waker_apply_error(&raw mut (*coroutine).waker, error, false, true, false);
        wake(&raw mut (*coroutine).base);
    }
}
