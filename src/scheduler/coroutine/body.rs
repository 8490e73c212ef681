//! What runs on an execution: one coroutine after the other.

use super::finish;
use super::object::CoroutineObject;
use crate::engine::{frame, state as engine_state};
use crate::scheduler::run::execution::Execution;
use crate::scheduler::run::executions;
use crate::scheduler::run::run_loop::{run_loop, transition};
use crate::scheduler::run::switch::pick;
use core::ptr;

/// The life of an execution: runs its job, then takes over coroutines that have not started yet, then parks.
///
/// # Safety
/// Called on the stack of the execution, which has a job.
pub unsafe fn run_jobs(execution: *mut Execution) {
    // SAFETY: on the execution's own stack; the trampoline has set the first job.
    unsafe {
        let run_loop = run_loop();
        let target = engine_state::bailout_target();
        let stack = Execution::new_stack(execution);
        loop {
            engine_state::set_bailout_target(target);
            engine_state::begin(&stack);
            let mut coroutine: *mut CoroutineObject = (*execution).job.cast();
            let next = loop {
                (*coroutine).execution = execution;
                finish::run(coroutine);
                (*execution).job = ptr::null_mut();
                let next = pick(run_loop);
                if next.is_null() || !(*next).execution.is_null() {
                    break next;
                }
                engine_state::begin_next();
                (*execution).job = next.cast();
                transition::run(run_loop, next, execution);
                coroutine = next;
            };
            engine_state::end(stack.fiber_context, stack.vm_page);
            executions::put_idle(run_loop, execution);
            // The frames of this stack end here: nothing may look at them any more.
            frame::forget();
            Execution::leave(execution, next.cast());
        }
    }
}
