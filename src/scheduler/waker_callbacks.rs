//! The standard callbacks of a wait: what an event that fires does to the coroutine (ABI-105).

use super::resume::{resume, with_new_error};
use crate::abi::*;
use crate::engine::zval;
use core::ffi::c_void;
use core::ptr;

/// Wakes with the event's value, or with its exception, which then counts as handled (ABI-105).
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
        let coroutine = (*callback.cast::<CoroutineCallback>()).coroutine;
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

/// Wakes with an `OperationCanceledException`; the event's exception becomes its previous (ABI-105).
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
    // SAFETY: forwarded.
    unsafe {
        if !error.is_null() {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
        }
        let kind = AsyncClass::EXCEPTION_OPERATION_CANCELLED;
        with_new_error(callback, kind, "Operation has been cancelled", error);
    }
}

/// Wakes with a `TimeoutException` (ABI-105).
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
    // SAFETY: forwarded.
    unsafe {
        if error.is_null() {
            let kind = AsyncClass::EXCEPTION_TIMEOUT;
            with_new_error(callback, kind, "Operation has been cancelled by timeout", ptr::null_mut());
        } else {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            resume((*callback.cast::<CoroutineCallback>()).coroutine, error, false);
        }
    }
}
