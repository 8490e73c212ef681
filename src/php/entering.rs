//! What functions that may wait ask first.

use crate::abi::{State, globals};
use crate::scheduler::{current_object, launch, resume};

/// Makes sure that there is a current coroutine which may suspend. False with an exception, or silently when the
/// runtime is off.
#[inline]
pub(super) unsafe fn enter_async() -> bool {
    // SAFETY: this thread's globals.
    unsafe { launched() && resume::check_may_suspend() }
}

/// Launches the scheduler when needed; false with an exception when that is impossible.
#[inline]
pub(super) unsafe fn launched() -> bool {
    // SAFETY: this thread's globals.
    unsafe { !current_object().is_null() || launch::launch() }
}

/// Whether nothing can be launched here.
pub(super) fn is_off() -> bool {
    // SAFETY: this thread's globals.
    unsafe { (*globals()).state == State::Off }
}
