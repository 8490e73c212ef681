//! The function of `set_error_handler()`. PHP takes it out for as long as it is called; when it suspends, the other
//! coroutines shall have it meanwhile [core/ES-4].
//!
//! When it returns PHP puts it back if no other one has been set, also one that another coroutine has removed meanwhile. So that it
//! does not come back something stands in its place then that takes no error: `true`, for no level of errors.

use super::eg;
use super::replace::{Original, function};
use super::zval;
use crate::abi::zend::{IS_TRUE, IS_UNDEF};
use crate::abi::{ExecuteData, Zval};

unsafe extern "C" {
    // Both beside what else is asked at every switch, in shim_busy.c.
    fn true_async_error_handler_changed(handler: *const Zval);
    fn true_async_called_error_handler() -> *mut Zval;
}

static SET: Original = Original::new();
static RESTORE: Original = Original::new();

/// Wraps the functions that change the handler.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: no other thread is reading the handlers of functions yet. Both functions are part of the engine.
    unsafe {
        function(c"set_error_handler", set, &SET);
        function(c"restore_error_handler", restore, &RESTORE);
    }
}

pub fn request_startup() {
    note(Zval::UNDEF);
}

/// The handler that is set from now on.
fn note(handler: Zval) {
    // SAFETY: the shim copies it to a variable of this thread.
    unsafe { true_async_error_handler_changed(&handler) };
}

unsafe extern "C" fn set(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments are those of a call of `set_error_handler()`, whose handler this is.
    unsafe { change(&SET, frame, result) }
}

unsafe extern "C" fn restore(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments are those of a call of `restore_error_handler()`, whose handler this is.
    unsafe { change(&RESTORE, frame, result) }
}

/// # Safety
/// The arguments of a handler that [`module_startup`] has put in the place of `original`.
unsafe fn change(original: &Original, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: `original` was stored when ours took its place. The old handler may be destroyed on the way, so what was
    // noted of it is forgotten first. `true` is no handler that could be returned or come back.
    unsafe {
        note(Zval::UNDEF);
        if (*in_place()).kind() == IS_TRUE {
            in_place().write(Zval::UNDEF);
        }
        original.call(frame, result);
        note(*in_place());
    }
}

/// Where the engine keeps the handler.
fn in_place() -> *mut Zval {
    // SAFETY: only takes the address of a field of this thread's executor globals.
    unsafe { (&raw mut (*eg()).user_error_handler).cast() }
}

/// The running coroutine suspends: if it is in the handler, the others get it. Returns what [`take_back`] needs.
///
/// # Safety
/// On the PHP thread.
pub(super) unsafe fn lend() -> Zval {
    // SAFETY: the shim reads globals of this thread. The handler was not changed since it was called, so the call holds it.
    unsafe {
        let called = true_async_called_error_handler();
        if called.is_null() {
            return Zval::UNDEF;
        }
        in_place().write(zval::copy(called));
        *called
    }
}

/// The coroutine goes on, so the handler is out of its place again; one that was set meanwhile stays, and so does that there is none.
///
/// # Safety
/// `lent` is what [`lend`] returned.
pub(super) unsafe fn take_back(lent: Zval) {
    if lent.kind() == IS_UNDEF {
        return;
    }
    // SAFETY: the call holds the handler, so this reference is not the last one. `true` needs no care.
    unsafe {
        let present = *in_place();
        if present.kind() == IS_UNDEF {
            in_place().write(Zval::from_bool(true));
            (*eg()).user_error_handler_error_reporting = 0;
        } else if present.type_info == lent.type_info && present.value.long == lent.value.long {
            zval::clear(in_place());
        }
    }
}
