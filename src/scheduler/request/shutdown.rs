//! Exceptions that no handler took, and graceful shutdown [core 17.3, abi/ABI-122].

use crate::abi::{AsyncClass, Object, globals};
use crate::engine::{exception, idle};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::cancel;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::run::phase::phase;
use core::ptr;

/// An exception surfaces: it becomes the exit exception and graceful shutdown starts; during one, everything still alive
/// is cancelled again [core/SH-20, core/SH-23]. Takes it over.
///
/// # Safety
/// `failure` is an owned throwable.
pub unsafe fn surface(failure: *mut Object) {
    // SAFETY: `failure` is owned, and goes on into the globals, or ends here.
    unsafe {
        if exception::is_exit(failure) {
            exception::release(failure);
        } else if exception::is_cancellation(failure) {
            // Cancellations never surface, not even from a body that threw one itself [core/EH-5].
            exception::release(failure);
            return;
        } else {
            let globals = globals();
            (*globals).exit_exception = exception::chain(failure, (*globals).exit_exception);
            (*globals).graceful_shutdown = false;
        }
        begin(ptr::null_mut());
    }
}

/// Starts graceful shutdown, once: every coroutine is cancelled with one shared cancellation [core/SH-21]. One that was
/// cancelled before may be in a `finally` block, where PHP chains the earlier cancellation behind the new one: it gets a
/// default cancellation of its own, so that nothing else sees that chain. Takes over `reason`; null means the default.
///
/// # Safety
/// On the PHP thread; `reason` is null or owned. Cancelling may run destructors, but ends no coroutine.
pub unsafe fn begin(reason: *mut Object) {
    // SAFETY: coroutines are only queued here, none ends.
    unsafe {
        let globals = globals();
        if (*globals).graceful_shutdown {
            exception::release(reason);
            return;
        }
        (*globals).graceful_shutdown = true;
        (*phase()).ended_early = true;
        let default = || exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Graceful shutdown");
        let may_differ = reason.is_null();
        let reason = if may_differ { default() } else { reason };
        coroutine::each(|c: *mut CoroutineObject| {
            let again = (*c).flags.contains(CoroutineFlags::INTERRUPTED);
            cancel::cancel_unsealed(c, if again && may_differ { default() } else { exception::add_ref(reason) });
        });
        exception::release(reason);
    }
}

/// Slot `shutdown` [abi/ABI-122].
///
/// # Safety
/// On the PHP thread. As [`begin`].
pub unsafe extern "C" fn graceful_shutdown() -> bool {
    // SAFETY: the pending exception becomes the exit exception.
    unsafe {
        let pending = exception::take();
        if pending.is_null() {
            begin(ptr::null_mut());
        } else {
            surface(pending);
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
        // SAFETY: owned once taken.
        unsafe {
            let idle_before = idle::begin();
            surface(exception::take());
            idle::end(idle_before);
        }
    }
}
