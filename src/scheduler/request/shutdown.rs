//! Exceptions that no handler took, and graceful shutdown [core 17.3, abi/ABI-122].

use crate::abi::{AsyncClass, globals};
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, idle};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::cancel;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::run::phase::phase;

/// An exception surfaces: it becomes the exit exception and graceful shutdown starts; during one, everything still alive
/// is cancelled again [core/SH-20, core/SH-23].
///
/// # Safety
/// `failure` is a throwable. As [`begin`].
pub unsafe fn surface(failure: OwnedObject) {
    // SAFETY: a throwable, as demanded; the reference that the globals have moves out of them and back.
    unsafe {
        if exception::is_exit(failure.as_ptr()) {
            drop(failure);
        } else if exception::is_cancellation(failure.as_ptr()) {
            // Cancellations never surface, not even from a body that threw one itself [core/EH-5].
            drop(failure);
            return;
        } else {
            let globals = globals();
            (*globals).exit_exception =
                exception::chain(failure, OwnedObject::from_nullable((*globals).exit_exception)).into_raw();
            (*globals).graceful_shutdown = false;
        }
        begin(None);
    }
}

/// Starts graceful shutdown, once: every coroutine is cancelled with one shared cancellation [core/SH-21]. One that was
/// cancelled before may be in a `finally` block, where PHP chains the earlier cancellation behind the new one: it gets a
/// default cancellation of its own, so that nothing else sees that chain. No `reason` means the default.
///
/// # Safety
/// On the PHP thread. Cancelling may run destructors.
pub unsafe fn begin(reason: Option<OwnedObject>) {
    // SAFETY: destructors may run: the reference lies here as a pointer.
    unsafe {
        let globals = globals();
        if (*globals).graceful_shutdown {
            drop(reason);
            return;
        }
        (*globals).graceful_shutdown = true;
        (*phase()).ended_early = true;
        let default = || exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Graceful shutdown");
        let may_differ = reason.is_none();
        let reason = reason.unwrap_or_else(default).into_raw();
        coroutine::each_once(|c: *mut CoroutineObject| {
            if cancel::is_about_to_be_cancelled(&*c) {
                return;
            }
            let again = (*c).flags.contains(CoroutineFlags::INTERRUPTED);
            cancel::cancel_unsealed(c, if again && may_differ { default() } else { OwnedObject::share(reason) });
        });
        drop(OwnedObject::from_raw(reason));
    }
}

/// Slot `shutdown` [abi/ABI-122].
///
/// # Safety
/// On the PHP thread. As [`begin`].
pub unsafe extern "C" fn graceful_shutdown() -> bool {
    // SAFETY: the pending exception becomes the exit exception.
    unsafe {
        match exception::take() {
            None => begin(None),
            Some(pending) => surface(pending),
        }
    }
    true
}

/// An exception that callbacks of the scheduler or the event loop left starts graceful shutdown [abi/ABI-114].
///
/// # Safety
/// Outside any coroutine's own code.
#[inline]
pub(in crate::scheduler) unsafe fn absorb_scheduler_exception() {
    if !exception::pending().is_null() {
        // SAFETY: outside any coroutine's own code, on the PHP thread.
        unsafe {
            let idle_before = idle::begin();
            if let Some(pending) = exception::take() {
                surface(pending);
            }
            idle::end(idle_before);
        }
    }
}
