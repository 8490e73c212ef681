//! After a fatal error, C code that coroutines are in the middle of is left on its ordinary way out.
//!
//! PHP jumps out of the code that failed, and no coroutine runs again. But the end of the request frees objects and resources,
//! and what C code of a suspended coroutine is in the middle of cannot be freed: libraries crash, or wait for an answer
//! first. So before the stacks are abandoned, coroutines with such code run once more:
//!
//! ```text
//!   fatal error -> each suspended in C code: its wait fails with the token of exit()
//!                    C code fails as when it is cancelled, hooks wait for nothing any more
//!                    PHP code is left without `catch`, `finally` and destructors
//!                    at the bottom of its stack, or where it wants to wait once more: abandoned
//!                  main, if it waits in C code itself: likewise, and then the error goes on at its bottom
//! ```
//!
//! Others are abandoned where they are: PHP code alone holds nothing but memory of the request.

use super::run_out;
use crate::abi::{ExecuteData, WakerStatus, globals};
use crate::engine::state::PendingException;
use crate::engine::{bailout, current_frame, exception, frame};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::object::{CoroutineObject, state};
use crate::scheduler::run::context::Context;
use crate::scheduler::run::{resume, switch};
use crate::scheduler::{Runtime, event, runtime};
use core::ptr;

/// Whether coroutines are being unwound: nobody may wait for anything.
#[inline]
pub fn is_active() -> bool {
    // SAFETY: this thread's state.
    unsafe { (*runtime()).unwinding }
}

/// Unwinds all coroutines but main that are suspended in C code.
///
/// # Safety
/// On the process stack (or main's native Fiber) with main's engine state, after a fatal error.
pub(in crate::scheduler) unsafe fn others(runtime: *mut Runtime) {
    // SAFETY: coroutines are held while they are listed here. What is queued is not carried out any more.
    unsafe {
        if (*runtime).running_unwound || (*globals()).state != crate::abi::State::Active {
            return;
        }
        // One may end another, such as that of its Fiber: they are held, and freed with the request.
        let mut suspended = Vec::new();
        coroutine::each(|c| {
            if is_in_c_code(c) {
                event::add_ref(c.cast());
                suspended.push(c);
            }
        });
        if suspended.is_empty() {
            return;
        }
        (*runtime).running_unwound = true;
        let outer = core::mem::replace(&mut (*runtime).unwinding, true);
        bailout::begin_unwinding();
        // Where memory is exhausted some builds of PHP unwind main with a token of their own.
        let pending = PendingException::take();
        let (main, in_scheduler) = ((*globals()).coroutine, (*globals()).in_scheduler_context);
        (*globals()).in_scheduler_context = false;
        for c in suspended {
            if is_in_c_code(c) {
                run(runtime, c);
            }
        }
        (*globals()).in_scheduler_context = in_scheduler;
        (*globals()).coroutine = main;
        pending.put_back();
        bailout::end_unwinding();
        (*runtime).unwinding = outer;
        (*runtime).running_unwound = false;
    }
}

unsafe fn is_in_c_code(c: *mut CoroutineObject) -> bool {
    // SAFETY: a registered coroutine.
    unsafe {
        let context = (*c).context;
        !context.is_null()
            && context != &raw mut (*runtime()).main_context
            && !Context::has_bailed_out(context)
            && (*context).job == c
            && (*c).is_started()
            && frame::is_in_c_code((*c).suspended_frame())
    }
}

/// Runs one coroutine with the token as the end of its wait, until it ends, fails once more, or wants to wait.
unsafe fn run(runtime: *mut Runtime, c: *mut CoroutineObject) {
    // SAFETY: as in the trampoline.
    unsafe {
        fail(c);
        (*runtime).queue.clear();
        (*runtime).microtasks.clear();
        let context = (*c).context;
        switch::leave_main(runtime);
        (*context).state.restore();
        (*globals()).coroutine = &raw mut (*c).base;
        (*runtime).running = context;
        (*runtime).stack_low = (*context).stack.low;
        // Whoever leaves names nobody.
        (*runtime).until_reactor = 1;
        Context::resume(context);
        (*runtime).until_reactor = 1;
        switch::enter_main(runtime);
        (*c).state &= !state::QUEUED;
    }
}

/// Ends the wait of a coroutine with the token.
unsafe fn fail(c: *mut CoroutineObject) {
    // SAFETY: a suspended coroutine. What it had as an error is the engine's to free with the request.
    unsafe {
        (*c).waker.error = ptr::null_mut();
        (*c).state &= !state::CANCELLATION_STORED;
        resume::interrupt(c, exception::new_exit());
        resume::run_cleanups();
    }
}

/// After a fatal error elsewhere: whether main, which waits in C code, goes on to be unwound first. [`at_the_bottom`] of its
/// stack all is abandoned.
///
/// # Safety
/// On the trampoline with main's engine state, in place of a bailout.
pub(in crate::scheduler) unsafe fn main_first(runtime: *mut Runtime) -> bool {
    // SAFETY: main is suspended: the trampoline runs on its stack.
    unsafe {
        let main = (*globals()).main_coroutine.cast::<CoroutineObject>();
        if (*runtime).unwinding
            || main.is_null()
            || (*main).is_finished()
            || !matches!((*main).waker.status, WakerStatus::Waiting | WakerStatus::Queued)
            || !is_in_c_code_here(current_frame())
        {
            return false;
        }
        others(runtime);
        (*runtime).queue.clear();
        (*runtime).microtasks.clear();
        (*globals()).in_scheduler_context = false;
        (*runtime).unwinding = true;
        bailout::begin_unwinding();
        (*main).state &= !state::QUEUED;
        fail(main);
        true
    }
}

unsafe fn is_in_c_code_here(frame: *mut ExecuteData) -> bool {
    // SAFETY: the frames of main.
    !frame.is_null() && unsafe { frame::is_in_c_code(frame) }
}

/// Main's code has returned, or wants to wait: if it was being unwound, the fatal error goes on.
///
/// # Safety
/// On the process stack with main's engine state, outside main's code or where it may be jumped out of.
#[inline]
pub(in crate::scheduler) unsafe fn at_the_bottom() {
    if is_active() {
        // SAFETY: forwarded.
        unsafe { go_on() }
    }
}

#[cold]
unsafe fn go_on() {
    // SAFETY: forwarded; frames up to the target own nothing.
    unsafe {
        exception::release(exception::take());
        (*runtime()).unwinding = false;
        bailout::end_unwinding();
        run_out::abandon_all(ptr::null_mut());
        bailout::raise();
    }
}

/// Main has failed once more while it was unwound.
///
/// # Safety
/// On the process stack.
pub(in crate::scheduler) unsafe fn failed_again() {
    // SAFETY: this thread's state.
    unsafe {
        if ptr::replace(&raw mut (*runtime()).unwinding, false) {
            bailout::end_unwinding();
        }
    }
}
