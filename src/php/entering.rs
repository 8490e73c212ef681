//! What functions that may wait ask first: handlers of this floor, so PHP runs on this thread and a request is active.

use crate::abi::{State, globals};
use crate::scheduler::{current_object, launch, resume};

/// Makes sure that there is a current coroutine which may suspend. False with an exception.
#[inline]
pub(super) fn enter_async() -> bool {
    // SAFETY: handlers of this floor run on the PHP thread. The question changes nothing but the pending exception.
    launched() && unsafe { resume::check_may_suspend() }
}

/// As [`enter_async`], for what does nothing where nothing can be launched: false then, without an exception.
#[inline]
pub(super) fn enter_async_unless_off() -> bool {
    if current_object().is_null() {
        return enter_new_unless_off();
    }
    // SAFETY: handlers of this floor run on the PHP thread. The question changes nothing but the pending exception.
    unsafe { resume::check_may_suspend() }
}

/// Launches the scheduler when needed; false with an exception when that is impossible.
#[inline]
pub(super) fn launched() -> bool {
    // SAFETY: handlers of this floor run on the PHP thread; `launch` says itself where it is impossible.
    !current_object().is_null() || unsafe { launch::launch() }
}

/// [`enter_async_unless_off`] where nothing is launched.
#[cold]
fn enter_new_unless_off() -> bool {
    // SAFETY: handlers of this floor run on the PHP thread; `launch` says itself where it is impossible.
    !is_off() && unsafe { launch::launch() && resume::check_may_suspend() }
}

/// Whether nothing can be launched here.
pub(super) fn is_off() -> bool {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe { (*globals()).state == State::Off }
}
