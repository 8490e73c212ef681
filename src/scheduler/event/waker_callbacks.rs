//! The standard callbacks of a wait: what an event that fires does to the coroutine [abi/ABI-105].

use super::waker::{current_or, zend_async_resume_when, zend_async_waker_clean, zend_async_waker_new};
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, zval};
use crate::scheduler::run::ready::resume;
use core::ffi::c_void;
use core::ptr;

/// The coroutine that an event shall wake; null when something else has ended its wait already: its subscriptions may be
/// there a little longer [abi/ABI-108], but what fired first has decided [core/AW-9].
unsafe fn coroutine_to_wake(callback: *mut EventCallback) -> *mut Coroutine {
    // SAFETY: a subscription is disposed before its coroutine goes, and the waker is part of that.
    unsafe {
        let coroutine = (*callback.cast::<CoroutineCallback>()).coroutine;
        let waker = (*coroutine).waker;
        let decided = match *(*waker).status {
            WakerStatus::Queued => (*waker).marks.contains(WakerMarks::STOPPED),
            status => status == WakerStatus::Result,
        };
        if decided { ptr::null_mut() } else { coroutine }
    }
}

/// Wakes with the event's value, or with its exception, which then counts as handled [abi/ABI-105].
///
/// # Safety
/// `callback` is a coroutine callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_callback_resolve(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the coroutine of a subscription is alive.
    unsafe {
        let coroutine = coroutine_to_wake(callback);
        if coroutine.is_null() {
            return;
        }
        if !error.is_null() {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            resume(coroutine, error, false);
            return;
        }
        if !result.is_null() && (*event).flags.contains(EventFlags::ZVAL_RESULT) {
            let waker = (*coroutine).waker;
            zval::clear(&raw mut (*waker).result);
            (*waker).result = zval::copy(result.cast());
        }
        resume(coroutine, ptr::null_mut(), false);
    }
}

/// Wakes with an `OperationCanceledException`; the event's exception becomes its previous [abi/ABI-105].
///
/// # Safety
/// `callback` is a coroutine callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_callback_cancel(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the coroutine of a subscription is alive; with `true` the reference passes to `resume`.
    unsafe {
        let coroutine = coroutine_to_wake(callback);
        if !coroutine.is_null() {
            resume(coroutine, cancelled_by(event, error).into_raw(), true);
        }
    }
}

/// What a wait ends with when its token has completed [core/AW-6]. The exception of the token is handled.
///
/// # Safety
/// `event` is alive; `error` is null or borrowed.
pub unsafe fn cancelled_by(event: *mut Event, error: *mut Object) -> OwnedObject {
    // SAFETY: the event is alive, and so is the error, if there is one.
    unsafe {
        let new = exception::new(AsyncClass::EXCEPTION_OPERATION_CANCELLED, "Operation has been cancelled");
        if error.is_null() {
            return new;
        }
        (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
        exception::chain(new, Some(OwnedObject::share(error)))
    }
}

/// Wakes with a `TimeoutException` [abi/ABI-105].
///
/// # Safety
/// `callback` is a coroutine callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_callback_timeout(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the coroutine of a subscription is alive; with `true` the reference passes to `resume`, with `false` the event keeps its own.
    unsafe {
        let coroutine = coroutine_to_wake(callback);
        if coroutine.is_null() {
            return;
        }
        if error.is_null() {
            let error = exception::new(AsyncClass::EXCEPTION_TIMEOUT, "Operation has been cancelled by timeout");
            resume(coroutine, error.into_raw(), true);
        } else {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            resume(coroutine, error, false);
        }
    }
}

/// A new waker with a deadline that resumes normally, and an event that cancels [abi/ABI-103]. `timeout` in milliseconds.
///
/// # Safety
/// As [`zend_async_waker_new`]; `cancellation` is null or valid and borrowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_new_with_timeout(
    coroutine: *mut Coroutine,
    timeout: u64,
    cancellation: *mut Event,
) -> *mut Waker {
    // SAFETY: the caller holds the coroutine, or it is the current one: destructors that cleaning its waker runs do not end it. The
    // timer's reference moves into the waker.
    unsafe {
        let coroutine = current_or(coroutine);
        let waker = zend_async_waker_new(coroutine);
        if waker.is_null() {
            return ptr::null_mut();
        }
        if timeout > 0 {
            let timer = slots::new_timer(timeout, 0, false, 0);
            if timer.is_null()
                || !zend_async_resume_when(
                    coroutine,
                    &raw mut (*timer).base,
                    true,
                    Some(zend_async_waker_callback_resolve),
                    ptr::null_mut(),
                )
            {
                return ptr::null_mut();
            }
        }
        if !cancellation.is_null()
            && !zend_async_resume_when(
                coroutine,
                cancellation,
                false,
                Some(zend_async_waker_callback_cancel),
                ptr::null_mut(),
            )
        {
            zend_async_waker_clean(coroutine);
            return ptr::null_mut();
        }
        waker
    }
}
