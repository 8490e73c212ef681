//! Stretches of a coroutine in which cancellation is put off (PR-4 to PR-11).
//!
//! Only the outermost stretch delivers what was put off: an inner one finds the flag set and leaves it alone.

use super::coroutine::CoroutineObject;
use crate::abi::{EventFlags, Object};
use crate::engine::exception;
use core::ptr;

/// Begins a stretch. The result is for [`leave`]: whether this is the outermost one.
///
/// # Safety
/// The current coroutine.
pub unsafe fn enter(this: *mut CoroutineObject) -> bool {
    // SAFETY: forwarded.
    unsafe {
        let flags = &mut (*this).base.event.flags;
        let outermost = !flags.contains(EventFlags::COROUTINE_PROTECTED);
        flags.insert(EventFlags::COROUTINE_PROTECTED);
        outermost
    }
}

/// Ends a stretch. What was put off is thrown; an exception that is pending becomes its previous (PR-6, PR-7).
///
/// # Safety
/// The coroutine that entered.
pub unsafe fn leave(this: *mut CoroutineObject, outermost: bool) {
    // SAFETY: the reference moves from the coroutine to the engine.
    unsafe {
        if !outermost {
            return;
        }
        (*this).base.event.flags.remove(EventFlags::COROUTINE_PROTECTED);
        let deferred: *mut Object = ptr::replace(&raw mut (*this).deferred, ptr::null_mut());
        if deferred.is_null() {
            return;
        }
        (*this).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
        let pending = exception::pending();
        if !pending.is_null() && exception::is_exit(pending) {
            exception::release(deferred);
            return;
        }
        exception::throw(exception::chain(deferred, exception::take()));
    }
}
