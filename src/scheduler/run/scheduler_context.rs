//! Scheduler context: code that the scheduler or the event loop calls, and that must not suspend.

use crate::abi::globals;

/// Makes a call in scheduler context and returns to the context that was there before. A bailout out of the call leaves the mark;
/// what ends all coroutines then takes it away.
///
/// # Safety
/// On the PHP thread.
#[inline]
pub unsafe fn within<R>(call: impl FnOnce() -> R) -> R {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe {
        let globals = globals();
        let outer = core::mem::replace(&mut (*globals).in_scheduler_context, true);
        let result = call();
        (*globals).in_scheduler_context = outer;
        result
    }
}
