//! Exception helpers for C code [abi/ABI-174 to ABI-178]. The header's variadic forms format the message and call these.

use super::owned::OwnedObject;
use super::{call, eg, exception, object, string};
use crate::abi::{AsyncClass, ClassEntry, Fcall, Object, ZString};
use ext_php_rs::ffi;

/// The class for a kind; the default exception for "no class" and for values that name no throwable.
fn throwable_class(kind: AsyncClass) -> *mut ClassEntry {
    let kind = if kind == AsyncClass::NO { AsyncClass::EXCEPTION_DEFAULT } else { kind };
    let ce = exception::class(kind);
    // SAFETY: class entries of this thread; the engine's is set before modules start.
    let throwable = !ce.is_null() && unsafe { object::inherits(ce, ffi::zend_ce_throwable) };
    if throwable { ce } else { exception::class(AsyncClass::EXCEPTION_DEFAULT) }
}

/// Creates an exception object; does not throw. Takes over `message`; the caller owns the result.
///
/// # Safety
/// A request is active; `message` is null or a reference of the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_new_exception_str(kind: AsyncClass, message: *mut ZString) -> *mut Object {
    // SAFETY: the text is copied before the string goes.
    unsafe {
        let text = if message.is_null() { &[] } else { string::bytes(message) };
        let new = exception::new_of_class(throwable_class(kind), text).into_raw();
        string::release(message);
        new
    }
}

/// Creates and throws; the result is borrowed. Takes over `message`.
///
/// # Safety
/// As [`zend_async_new_exception_str`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_throw_str(kind: AsyncClass, message: *mut ZString) -> *mut Object {
    // SAFETY: the engine takes the reference and keeps the object alive as the pending exception.
    unsafe {
        let new = zend_async_new_exception_str(kind, message);
        exception::throw(OwnedObject::from_raw(new));
        new
    }
}

/// Throws `AsyncCancellation`; a pending exception becomes its previous one. A null message gives the default text.
///
/// # Safety
/// As [`zend_async_new_exception_str`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_throw_cancellation_str(message: *mut ZString) -> *mut Object {
    // SAFETY: as for `zend_async_new_exception_str`, whose demands are this one's; the pending exception is held by the
    // engine while its class is looked at.
    unsafe {
        let pending = (*eg()).exception;
        let message = if message.is_null() {
            let timeout = exception::class(AsyncClass::EXCEPTION_TIMEOUT);
            let timed_out = !pending.is_null() && object::is_a(pending, timeout);
            string::new(if timed_out { "The operation was canceled by timeout" } else { "The operation was canceled" })
        } else {
            message
        };
        zend_async_throw_str(AsyncClass::EXCEPTION_CANCELLATION, message)
    }
}

/// Throws `TimeoutException`. A null message gives the default text with `timeout`.
///
/// # Safety
/// As [`zend_async_new_exception_str`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_throw_timeout_str(message: *mut ZString, timeout: i64) -> *mut Object {
    // SAFETY: as for `zend_async_new_exception_str`, whose demands are this one's; a text made here comes with the one
    // reference that moves.
    unsafe {
        let message = if message.is_null() {
            string::new(&format!("A timeout of {timeout} microseconds occurred"))
        } else {
            message
        };
        zend_async_throw_str(AsyncClass::EXCEPTION_TIMEOUT, message)
    }
}

/// Destroys a callable with its arguments; null is allowed [abi/ABI-178].
///
/// # Safety
/// `fcall` is null or filled as the header's `ZEND_ASYNC_FCALL_DEFINE` does, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_fcall_release(fcall: *mut Fcall) {
    // SAFETY: null or a kept callable that is not used again, as demanded; its memory is of the request, as `call::release`
    // wants it.
    unsafe { call::release(fcall) }
}
