//! Slot `call_on_main_stack`: C code that needs much stack, or the stack that the thread began with [abi/ABI-142].
//!
//! ```text
//!   coroutine's stack   ... C function -> call() --.                  .--> goes on
//!                                                  | leave            | resume
//!   process stack       main's wait -> trampoline -+-> fn(arg) -------'
//! ```
//!
//! The trampoline lies on the process stack, so a coroutine leaves its stack for it with an errand instead of a successor, and its
//! engine state stays in place: `fn` sees the coroutine that called. Where the process stack cannot be reached, because main waits
//! inside a native Fiber, a large stack serves.
//!
//! `fn` must come back before anything else runs on these stacks: it may neither suspend nor switch Fibers. What it throws stays
//! pending; a bailout ends at the bottom of `fn` and is raised again where it was called.

use super::execution::Execution;
use super::large_stack;
use super::phase::phase;
use super::run_loop::{Errand, RunLoop, is_unwinding, run_loop};
use crate::engine::per_thread::per_thread;
use crate::engine::{bailout, fiber, state as engine_state, zone};
use core::ffi::c_void;
use core::ptr;

type Function = unsafe extern "C" fn(*mut c_void);

// A function is being called: this is the process stack, or a large one.
per_thread!(static INSIDE: bool = false);

/// Slot `call_on_main_stack`.
///
/// # Safety
/// On the PHP thread; `arg` is what `call` wants. Rust frames that a bailout of it crosses own nothing.
pub unsafe extern "C" fn call_on_main_stack(call: Option<Function>, arg: *mut c_void) {
    let Some(call) = call else { return };
    // SAFETY: the caller vouches for function and argument. Zone and ban are lifted on every way out, as a bailout is caught.
    unsafe {
        zone::enter();
        fiber::forbid_switches();
        let outer = INSIDE.replace(true);
        let finished = if outer { bailout::catch(call, arg) } else { on_another_stack(call, arg) };
        INSIDE.set(outer);
        fiber::allow_switches();
        zone::leave();
        if !finished {
            bailout::raise();
        }
    }
}

/// False when it ended in a bailout.
unsafe fn on_another_stack(call: Function, arg: *mut c_void) -> bool {
    // SAFETY: as `call_on_main_stack`. The trampoline runs on main's stack, which is the process stack when no Fiber is active there.
    unsafe {
        let run_loop = run_loop();
        let (here, main_in_fiber) = if (*run_loop).inside {
            (false, !(*run_loop).main_execution.state.fiber().is_null())
        } else {
            (fiber::active().is_null(), true)
        };
        if here {
            return bailout::catch(call, arg);
        }
        if !main_in_fiber && !is_unwinding() {
            return on_process_stack(run_loop, call, arg);
        }
        if (*phase()).activated
            && let Some(finished) = large_stack::call_unbound(call, arg)
        {
            return finished;
        }
        // A Fiber before the launch: there is no other stack.
        bailout::catch(call, arg)
    }
}

unsafe fn on_process_stack(run_loop: *mut RunLoop, call: Function, arg: *mut c_void) -> bool {
    // SAFETY: on the stack of the running execution or of a Fiber above it. It is resumed when the errand is done, before anything else
    // runs, so the errand on this frame stays where it is, and engine state need not be kept aside.
    unsafe {
        let mut errand = Errand { call, arg, finished: false };
        (*run_loop).errand = &raw mut errand;
        Execution::leave((*run_loop).running(), ptr::null_mut());
        ptr::read_volatile(&raw const errand.finished)
    }
}

/// The trampoline's part.
///
/// # Safety
/// On the trampoline, after an execution has left with an errand; its engine state is in place.
#[cold]
pub(super) unsafe fn carry_out(run_loop: *mut RunLoop) {
    // SAFETY: the errand lies on the stack of the execution that waits for it. All addresses of this stack count as usable: the engine
    // compares with the bounds of one stack only.
    unsafe {
        let errand = ptr::replace(&raw mut (*run_loop).errand, ptr::null_mut());
        let bounds = engine_state::enter_stack(ptr::null_mut(), ptr::without_provenance_mut(usize::MAX));
        (*errand).finished = bailout::catch((*errand).call, (*errand).arg);
        bounds.put_back();
    }
}
