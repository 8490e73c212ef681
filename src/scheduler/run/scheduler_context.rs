//! Scheduler context: code that the scheduler or the event loop calls, and that must not suspend. The mark that C code reads is
//! changed here alone.
//!
//! A bailout jumps out of the calls below without coming back to them, so it leaves the mark as it was. That is what marks a turn of
//! the event loop that was left in the middle; what ends all coroutines then calls [`forget`].

use crate::abi::{ReadOnly, globals};
use core::ptr;

/// Makes a call in scheduler context and returns to the context that was there before.
///
/// # Safety
/// On the PHP thread.
#[inline]
pub unsafe fn within<R>(call: impl FnOnce() -> R) -> R {
    // SAFETY: on the PHP thread, as the caller promises.
    unsafe { marked(true, call) }
}

/// As [`within`], for a call that catches bailouts and says false when there was one: then the mark stays as after any bailout.
///
/// # Safety
/// On the PHP thread.
#[inline]
pub(in crate::scheduler) unsafe fn within_catching(call: impl FnOnce() -> bool) -> bool {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe {
        let mark = mark();
        let outer = ptr::replace(mark, true);
        let returned = call();
        if returned {
            *mark = outer;
        }
        returned
    }
}

/// The counterpart of [`within`]: makes a call out of scheduler context that is none itself, because it runs coroutines.
///
/// # Safety
/// On the PHP thread, on the trampoline's stack.
pub(in crate::scheduler) unsafe fn without<R>(call: impl FnOnce() -> R) -> R {
    // SAFETY: on the PHP thread, as the caller promises.
    unsafe { marked(false, call) }
}

#[inline(always)]
unsafe fn marked<R>(inside: bool, call: impl FnOnce() -> R) -> R {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe {
        let mark = mark();
        let outer = ptr::replace(mark, inside);
        let result = call();
        *mark = outer;
        result
    }
}

/// No code of scheduler context is under way any more: a bailout has left it, or the run has ended.
///
/// # Safety
/// On the PHP thread, and no call of [`within`] is on a stack that is used again.
pub(in crate::scheduler) unsafe fn forget() {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe { *mark() = false }
}

/// Where the mark lies.
#[inline(always)]
fn mark() -> *mut bool {
    // SAFETY: the globals of a thread live as long as the thread; this is the file that writes the mark.
    unsafe { ReadOnly::place(&raw mut (*globals()).in_scheduler_context) }
}
