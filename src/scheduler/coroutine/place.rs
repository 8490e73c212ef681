//! Where the code of a coroutine is: whether it executes, and the frame at which it stands. That of a Fiber executes on the stack
//! of the coroutine that drives it. Nothing is changed here.

use super::object::{CoroutineObject, current_object, from_object};
use super::unfinished::each;
use crate::abi::*;
use crate::engine::{fiber, frame};
use core::ptr;

impl CoroutineObject {
    /// Whether its code executes: on its own stack, or that of its Fiber on the stack of the coroutine that drives it.
    pub fn is_running(&self) -> bool {
        self.is_current() || executes(self)
    }

    /// Whether it goes on without anything else having to happen [core/CO-2].
    pub fn is_ready(&self) -> bool {
        if self.has(EventFlags::COROUTINE_FIBER) {
            // SAFETY: the flag says that this is the coroutine of a Fiber, which is all that is asked for.
            return unsafe { is_ready(self) };
        }
        self.is_queued()
    }

    /// The frame at which a suspended coroutine stands, or null.
    pub fn suspended_frame(&self) -> *mut ExecuteData {
        // SAFETY: an execution with a job is alive, and so is a Fiber that has not taken its pointer back.
        unsafe {
            if self.has(EventFlags::COROUTINE_FIBER) {
                return suspended_frame(self);
            }
            if self.execution.is_null() || self.is_current() || self.is_finished() {
                return ptr::null_mut();
            }
            (*self.execution).state.frame()
        }
    }

    /// `debug_backtrace($options, $limit)` at the point of suspension; null when there is none [core/CO-22].
    pub fn backtrace(&self, options: i64, limit: i64) -> Zval {
        let frame = self.suspended_frame();
        // SAFETY: the stack is not touched while the array is built.
        let build = || unsafe { frame::backtrace(frame, options, limit) };
        if frame.is_null() {
            Zval::NULL
        } else if self.has(EventFlags::COROUTINE_FIBER) {
            // SAFETY: a Fiber with a frame is alive.
            unsafe { fiber::cut_off(self.base.extended_data.cast(), build) }
        } else {
            build()
        }
    }
}

/// The coroutine that a Fiber has already, borrowed, or null.
pub(super) unsafe fn existing_coroutine_of(this: *mut Object) -> *mut CoroutineObject {
    // SAFETY: the companion of a Fiber is a coroutine.
    unsafe {
        let companion = fiber::companion(this);
        if companion.is_null() { ptr::null_mut() } else { from_object(companion) }
    }
}

/// The coroutine of the Fiber that runs on the current stack, borrowed; null when there is no Fiber, or it has none.
#[inline]
pub(in crate::scheduler) fn coroutine_of_active() -> *mut CoroutineObject {
    let active = fiber::active();
    // SAFETY: a Fiber that runs is alive.
    unsafe { if active.is_null() { ptr::null_mut() } else { existing_coroutine_of(active) } }
}

/// Whether the code of the Fiber of `own` executes right now, and not that of another Fiber that it drives.
pub(in crate::scheduler) fn executes(own: &CoroutineObject) -> bool {
    // SAFETY: the current coroutine is alive. One that is leaving has the Fiber on its stack, but executes it no more.
    unsafe {
        let driver = current_object();
        own.has(EventFlags::COROUTINE_FIBER)
            && !driver.is_null()
            && !(*driver).is_leaving()
            && !*(*globals()).in_scheduler_context
            && ptr::eq(coroutine_of_active(), own)
    }
}

/// Whether a Fiber's coroutine, or the coroutine that waits in the Fiber, is in the run queue.
///
/// # Safety
/// The coroutine of a Fiber.
pub(in crate::scheduler) unsafe fn is_ready(own: &CoroutineObject) -> bool {
    // SAFETY: unfinished coroutines are alive.
    unsafe {
        let waiting = suspended_inside(own.base.extended_data.cast());
        !executes(own) && (own.is_queued() || (!waiting.is_null() && (*waiting).is_queued()))
    }
}

/// The coroutine that is suspended in code of this very Fiber, or null.
unsafe fn suspended_inside(this: *mut Object) -> *mut CoroutineObject {
    let mut found = ptr::null_mut();
    // SAFETY: coroutines with a stack that are not current have a saved engine state.
    unsafe {
        each(|c| {
            let is_suspended = !(*c).execution.is_null() && !(*c).is_current();
            if is_suspended && !this.is_null() && (*(*c).execution).state.fiber() == this {
                found = c;
            }
        });
    }
    found
}

/// Where the Fiber of `own` is parked, waits or drives another Fiber; null while it runs itself.
///
/// # Safety
/// The coroutine of a Fiber.
pub(in crate::scheduler) unsafe fn suspended_frame(own: &CoroutineObject) -> *mut ExecuteData {
    let this: *mut Object = own.base.extended_data.cast();
    // SAFETY: null or a live Fiber, which was started.
    unsafe {
        if this.is_null() || fiber::is_terminated(this) || this == fiber::active() {
            return ptr::null_mut();
        }
        let waiting = suspended_inside(this);
        if waiting.is_null() { fiber::frame(this) } else { (*(*waiting).execution).state.frame() }
    }
}

/// Whether this is the coroutine of a Fiber that another coroutine drives at the moment.
pub(in crate::scheduler) fn is_driven(own: &CoroutineObject) -> bool {
    let this: *mut Object = own.base.extended_data.cast();
    // SAFETY: what the coroutine of a Fiber has in this field is null or its Fiber, which is alive: it takes its pointer back
    // when it goes (`fiber::freed`). A coroutine that does not run has a saved engine state.
    unsafe {
        own.has(EventFlags::COROUTINE_FIBER)
            && !this.is_null()
            && !fiber::is_parked(this)
            && !fiber::is_terminated(this)
            && !ptr::eq(own, current_object())
            && (own.execution.is_null() || (*own.execution).state.fiber().is_null())
    }
}
