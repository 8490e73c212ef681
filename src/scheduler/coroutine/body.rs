//! What runs on a context: one coroutine after the other.

use super::finish;
use super::object::CoroutineObject;
use crate::engine::{frame, state as engine_state};
use crate::scheduler::run::context::Context;
use crate::scheduler::run::contexts;
use crate::scheduler::run::run_loop::run_loop;
use crate::scheduler::run::switch::{begin_running, pick};
use core::ptr;

/// The life of a context: runs its job, then takes over coroutines that have not started yet, then parks.
///
/// # Safety
/// Called on the stack of the context, which has a job.
pub unsafe fn run_context(context: *mut Context) {
    // SAFETY: on the context's own stack; the trampoline has set the first job.
    unsafe {
        let run_loop = run_loop();
        let target = engine_state::bailout_target();
        let stack = Context::new_stack(context);
        loop {
            engine_state::set_bailout_target(target);
            engine_state::begin(&stack);
            let mut coroutine: *mut CoroutineObject = (*context).job.cast();
            let next = loop {
                (*coroutine).context = context;
                finish::run(coroutine);
                (*context).job = ptr::null_mut();
                let next = pick(run_loop);
                if next.is_null() || !(*next).context.is_null() {
                    break next;
                }
                engine_state::begin_next();
                (*context).job = next.cast();
                begin_running(run_loop, next, context);
                coroutine = next;
            };
            engine_state::end(stack.fiber_context, stack.vm_page);
            contexts::put_idle(run_loop, context);
            // The frames of this stack end here: nothing may look at them any more.
            frame::forget();
            Context::leave(context, next.cast());
        }
    }
}
