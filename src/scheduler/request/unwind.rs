//! After a fatal error, C code that coroutines are in the middle of is left on its ordinary way out.
//!
//! PHP jumps out of the code that failed, and no coroutine runs again. But the end of the request frees objects and resources,
//! and what C code of a suspended coroutine is in the middle of cannot be freed: libraries crash, or wait for an answer
//! first. So before the stacks are abandoned, coroutines with such code run one last time:
//!
//! ```text
//!   fatal error -> each suspended in C code: its wait fails with the token of exit()
//!                    C code fails as when it is cancelled, hooks wait for nothing any more
//!                    PHP code is left without `catch`, `finally` and destructors
//!                    at the bottom of its stack, or where it wants to wait again: abandoned
//!                  main, if it waits in C code itself: likewise, and then the error goes on at its bottom
//! ```
//!
//! Others are abandoned where they are: PHP code alone holds nothing but memory of the request.

use crate::abi::{ExecuteData, globals};
use crate::engine::per_thread::per_thread;
use crate::engine::state::PendingException;
use crate::engine::{bailout, current_frame, exception, frame, zone};
use crate::scheduler::coroutine::cancel::interrupt;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject, current_object};
use crate::scheduler::coroutine::unfinished::each;
use crate::scheduler::event::reference;
use crate::scheduler::run::execution::Execution;
use crate::scheduler::run::run_loop::{RunLoop, run_loop, transition};
use crate::scheduler::run::{microtask, ready, scheduler_context, switch};
use core::ptr;

// The others are being unwound right now.
per_thread!(static RUNNING: bool = false);

/// Unwinds all coroutines but main that are suspended in C code.
///
/// # Safety
/// On the process stack (or main's native Fiber) with main's engine state, after a fatal error.
pub(in crate::scheduler) unsafe fn others(run_loop: *mut RunLoop) {
    // SAFETY: coroutines are held while they are listed here. What is queued is not carried out any more.
    unsafe {
        if RUNNING.get() || (*globals()).state != crate::abi::State::Active {
            return;
        }
        // One may end another, such as that of its Fiber: they are held, and freed with the request.
        let mut suspended = Vec::new();
        each(|c| {
            if is_in_c_code(c) {
                reference::add_ref(c.cast());
                suspended.push(c);
            }
        });
        if suspended.is_empty() {
            return;
        }
        RUNNING.set(true);
        let outer = core::mem::replace(&mut (*run_loop).unwinding, true);
        bailout::begin_unwinding();
        // Where memory is exhausted some builds of PHP unwind main with a token of their own.
        let pending = PendingException::take();
        let run_all = || {
            for c in suspended {
                if is_in_c_code(c) {
                    run(run_loop, c);
                }
            }
        };
        transition::with_current(current_object(), || scheduler_context::without(run_all));
        pending.put_back();
        bailout::end_unwinding();
        (*run_loop).unwinding = outer;
        RUNNING.set(false);
    }
}

unsafe fn is_in_c_code(c: *mut CoroutineObject) -> bool {
    // SAFETY: a registered coroutine is alive, and its execution is mapped as long as the thread lives.
    unsafe {
        let execution = (*c).execution;
        !execution.is_null()
            && execution != &raw mut (*run_loop()).main_execution
            && !Execution::has_bailed_out(execution)
            && (*execution).job == c.cast()
            && (*c).is_started()
            && frame::is_in_c_code((*c).suspended_frame())
    }
}

/// Runs one coroutine with the token as the end of its wait, until it ends, fails again, or wants to wait.
unsafe fn run(run_loop: *mut RunLoop, c: *mut CoroutineObject) {
    // SAFETY: on the trampoline's stack: main's engine state is captured before that of the execution, which was left, comes in its place.
    unsafe {
        fail(c);
        (*run_loop).queue.clear();
        microtask::discard_all(run_loop);
        let execution = (*c).execution;
        switch::leave_main(run_loop);
        (*execution).state.restore();
        transition::run(run_loop, c, execution);
        // What leaves names no successor.
        (*run_loop).look_after(1);
        Execution::resume(execution);
        (*run_loop).look_after(1);
        (*execution).state.give_up();
        switch::enter_main(run_loop);
        (*c).flags.remove(CoroutineFlags::QUEUED);
    }
}

/// Ends the wait of a coroutine with the token.
unsafe fn fail(c: *mut CoroutineObject) {
    // SAFETY: a suspended coroutine. What it had as an error is the engine's to free with the request.
    unsafe {
        // The error has jumped out of its zones, and in one of those the calls of this coroutine would block.
        zone::reset();
        (*c).waker.error = ptr::null_mut();
        (*c).flags.remove(CoroutineFlags::CANCELLATION_STORED);
        interrupt(c, exception::new_exit());
        ready::run_cleanups();
    }
}

/// After a fatal error elsewhere: whether main, which waits in C code, goes on to be unwound first. [`at_the_bottom`] of its
/// stack all is abandoned.
///
/// # Safety
/// On the trampoline with main's engine state, in place of a bailout.
pub(in crate::scheduler) unsafe fn main_first(run_loop: *mut RunLoop) -> bool {
    // SAFETY: main is suspended: the trampoline runs on its stack.
    unsafe {
        let main = (*globals()).main_coroutine.cast::<CoroutineObject>();
        if (*run_loop).unwinding
            || main.is_null()
            || (*main).is_finished()
            || !(*main).is_leaving()
            || !is_in_c_code_here(current_frame())
        {
            return false;
        }
        others(run_loop);
        (*run_loop).queue.clear();
        microtask::discard_all(run_loop);
        scheduler_context::forget();
        (*run_loop).unwinding = true;
        bailout::begin_unwinding();
        (*main).flags.remove(CoroutineFlags::QUEUED);
        fail(main);
        true
    }
}

unsafe fn is_in_c_code_here(frame: *mut ExecuteData) -> bool {
    // SAFETY: main is the one that runs, so its frames are alive.
    !frame.is_null() && unsafe { frame::is_in_c_code(frame) }
}

/// Main has failed again while it was unwound.
///
/// # Safety
/// On the process stack.
pub(in crate::scheduler) unsafe fn failed_again() {
    // SAFETY: the mark is set together with `begin_unwinding` (`main_first`), so one end of it is due.
    unsafe {
        if ptr::replace(&raw mut (*run_loop()).unwinding, false) {
            bailout::end_unwinding();
        }
    }
}
