//! `await` of a coroutine without a token: the usual wait, made short.
//!
//! The awaiter subscribes a callback that lives on its own stack and parks. It takes its place among the other
//! subscribers, so everybody is still told in the order in which they subscribed (AW-5), but the waker's tables of
//! triggers, which serve waits on several events, are not needed.

use super::coroutine::CoroutineObject;
use super::current_object;
use super::resume::{self, Woken};
use super::subscription::Subscription;
use super::waker_state::zend_async_waker_apply_error;
use crate::abi::*;
use crate::engine::zval;
use core::ffi::c_void;
use core::ptr;

#[repr(C)]
struct Awaiter {
    subscription: Subscription,
    waiter: *mut CoroutineObject,
}

/// Parks the current coroutine until `target` has finished. `Ok` holds its result, owned; `Err` what is to be thrown: the
/// target's exception or a cancellation of the waiter.
///
/// # Safety
/// `target` is unfinished and held by the caller; the current coroutine may suspend.
pub unsafe fn coroutine(target: *mut CoroutineObject) -> Result<Zval, *mut Object> {
    // SAFETY: the callback leaves the target's vector before this frame ends: with the target's end, or below.
    unsafe {
        let this = current_object();
        let event = &raw mut (*target).base.event;
        let mut awaiter = Awaiter { subscription: Subscription::new(event, completed), waiter: this };
        let subscription = &raw mut awaiter.subscription;
        Subscription::enter(subscription);
        (*this).awaiting = event;
        let woken: Woken = resume::park();
        (*this).awaiting = ptr::null_mut();
        Subscription::leave(subscription);
        let result = ptr::replace(&raw mut (*this).waker.result, Zval::UNDEF);
        match woken {
            Ok(()) => Ok(result),
            Err(error) => {
                let mut result = result;
                zval::clear(&raw mut result);
                Err(error)
            }
        }
    }
}

/// The target has finished: its outcome goes into the waiter's waker.
unsafe extern "C" fn completed(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of an awaiter on the stack of a parked coroutine.
    unsafe {
        let waiter = (*callback.cast::<Awaiter>()).waiter;
        if (*waiter).waker.status != WakerStatus::Waiting {
            // Cancelled: its wait is withdrawn (CN-3).
            return;
        }
        if error.is_null() {
            (*waiter).waker.result = zval::copy(result.cast());
        } else {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            zend_async_waker_apply_error(&raw mut (*waiter).waker, error, false, true, false);
        }
        resume::wake(&raw mut (*waiter).base);
    }
}
