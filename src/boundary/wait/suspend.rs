//! Suspending a coroutine in a hook or at a gate.

use super::descriptor::shut_down;
use crate::boundary::calls::in_use::{self, InUse};
use crate::boundary::calls::{Key, call_stack};
use crate::engine::errno::{errno, h_errno, set_errno, set_h_errno};
use crate::engine::{current_frame, frame};
use crate::scheduler::resume::Woken;
use core::ffi::c_int;

/// Runs a switching function out of C code that is left in the middle: what it is in the middle of is in use meanwhile. errno and
/// h_errno are the coroutine's own, hooks of others work meanwhile.
pub unsafe fn suspend_in_call(function: impl FnOnce() -> Woken) -> Woken {
    // SAFETY: a coroutine runs, and the frame that is executing is live.
    unsafe { suspend_in_use(call_stack::keys_in_use(current_frame()), function) }
}

/// As [`suspend_in_call`], in a function that has not begun: its callers may be left in the middle.
pub unsafe fn suspend_before_call(function: impl FnOnce() -> Woken) -> Woken {
    // SAFETY: a coroutine runs, and the frame that is executing is live, as are its callers.
    unsafe { suspend_in_use(call_stack::keys_in_use(frame::caller(current_frame())), function) }
}

/// As [`suspend_before_call`], to wait until others are not in the middle of `key`: its callers do not count as using it.
pub unsafe fn suspend_before_call_for(key: Key, function: impl FnOnce() -> Woken) -> Woken {
    // SAFETY: a coroutine runs, and the frame that is executing is live, as are its callers.
    unsafe {
        let mut keys = call_stack::keys_in_use(frame::caller(current_frame()));
        keys.remove(key);
        suspend_in_use(keys, function)
    }
}

/// The wait for a descriptor was cancelled, or was refused because the cancellation had been delivered before [io/CX-7].
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn on_cancelled(fd: c_int) {
    // SAFETY: in coroutine context, as this function demands.
    unsafe {
        if call_stack::leaves_unread_answer() {
            shut_down(fd);
        }
    }
}

#[inline]
unsafe fn suspend_in_use(keys: InUse, function: impl FnOnce() -> Woken) -> Woken {
    // A coroutine never changes its thread.
    let (errno, h_errno) = (errno(), h_errno());
    // SAFETY: `keys` stays on this stack until `end`; the caller is in coroutine context.
    let woken = unsafe {
        if keys.is_empty() {
            function()
        } else {
            in_use::begin(&keys);
            let woken = function();
            in_use::end(&keys);
            woken
        }
    };
    set_errno(errno);
    set_h_errno(h_errno);
    woken
}
