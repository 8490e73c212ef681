//! What functions that may wait ask first.

use crate::abi::{State, globals};
use crate::scheduler::{current_object, launch, resume};

/// Makes sure that there is a current coroutine which may suspend. False with an exception.
#[inline]
pub(super) unsafe fn enter_async() -> bool {
    // SAFETY: called by a handler, so PHP runs on this thread.
    unsafe { launched() && resume::check_may_suspend() }
}

/// As [`enter_async`], for what does nothing where nothing can be launched: false then, without an exception.
#[inline]
pub(super) unsafe fn enter_async_unless_off() -> bool {
    // SAFETY: called by a handler, so PHP runs on this thread.
    unsafe { (!current_object().is_null() || launched_unless_off()) && resume::check_may_suspend() }
}

/// Launches the scheduler when needed; false with an exception when that is impossible.
#[inline]
pub(super) unsafe fn launched() -> bool {
    // SAFETY: called by a handler, so PHP runs on this thread.
    unsafe { !current_object().is_null() || launch::launch() }
}

#[cold]
unsafe fn launched_unless_off() -> bool {
    // SAFETY: called by a handler, so PHP runs on this thread.
    unsafe { !is_off() && launch::launch() }
}

/// Whether nothing can be launched here.
pub(super) fn is_off() -> bool {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe { (*globals()).state == State::Off }
}
