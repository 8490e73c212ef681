//! The executions of a thread: made on demand on its slabs, kept when idle, also across requests.

use super::execution::{Body, Execution};
use super::large_stack;
use super::run_loop::{RunLoop, run_loop};
use super::stack::{self, PAGE, Refusal, Slabs};
use crate::engine::per_thread::per_thread;

/// The first stacks are cut from slabs of their own, unless their size is set.
pub struct ThreadSlabs {
    pub spacious: Slabs,
    pub usual: Slabs,
}

per_thread!(
    /// Those of this thread.
    pub fn slabs() -> *mut ThreadSlabs =
        ThreadSlabs { spacious: Slabs::new(large_stack::PER_SLAB), usual: Slabs::new(stack::STACKS_PER_SLAB) }
);

/// The first stacks of a thread are as large as PHP's own usually is: a few cost nothing. Of a hundred thousand each would need
/// a page table of its own.
const SPACIOUS_STACKS: usize = 64;

/// Idle executions kept when a request ends; the memory of deeper ones goes back to the kernel.
const IDLE_KEPT: usize = 256;

/// An execution without a job, a new one if there is none. `body` is what runs on it.
///
/// # Safety
/// On the trampoline with main's engine state.
pub unsafe fn take(body: Body) -> Result<*mut Execution, Refusal> {
    // SAFETY: idle executions are alive and have no job.
    unsafe {
        let run_loop = run_loop();
        let idle = (*run_loop).idle;
        if !idle.is_null() {
            (*run_loop).idle = (*idle).next_idle;
            (*run_loop).idle_count -= 1;
            return Ok(idle);
        }
        let number = (*run_loop).executions;
        let spacious = number < SPACIOUS_STACKS && (*slabs()).spacious.stack_bytes() != 0;
        let slabs = if spacious { &mut (*slabs()).spacious } else { &mut (*slabs()).usual };
        let created = Execution::create(slabs, number, body);
        (*run_loop).executions += usize::from(created.is_ok());
        created
    }
}

/// An execution has nothing to do.
///
/// # Safety
/// Its engine state is ended.
#[inline]
pub unsafe fn put_idle(run_loop: *mut RunLoop, execution: *mut Execution) {
    // SAFETY: the caller's execution has no job and is in no list; both records stay mapped as long as the thread lives.
    unsafe {
        (*execution).next_idle = (*run_loop).idle;
        (*run_loop).idle = execution;
        (*run_loop).idle_count += 1;
    }
}

/// Gives an execution back whose stack was abandoned.
///
/// # Safety
/// Nothing on its stack is used again.
pub(in crate::scheduler) unsafe fn recycle(execution: *mut Execution) {
    // SAFETY: nothing on its stacks is used again, as the caller promises, so they can be taken away and the execution armed anew.
    unsafe {
        large_stack::reclaim(execution);
        Execution::reset(execution);
        put_idle(run_loop(), execution);
    }
}

/// Returns the memory of idle stacks to the kernel, in bulk, at the end of a request.
///
/// # Safety
/// No coroutine is running.
pub(in crate::scheduler) unsafe fn trim_idle() {
    // SAFETY: idle executions use nothing below their top page but the frames of their loop.
    unsafe {
        let mut execution = (*run_loop()).idle;
        let mut seen = 0;
        while !execution.is_null() {
            seen += 1;
            if seen > IDLE_KEPT {
                // Its loop has frames in the page of the record, and perhaps in the one below.
                let keep = (execution as usize & !(PAGE - 1)) - PAGE;
                stack::trim(Execution::low(execution), keep as *mut u8);
                stack::trim_room(Execution::low(execution), Execution::stack_bytes(execution));
            }
            execution = (*execution).next_idle;
        }
        large_stack::trim_idle();
    }
}

/// Gives all stacks of the thread back to the kernel.
///
/// # Safety
/// Every execution is idle or abandoned, and none is used again.
#[cfg(php_zts)]
pub unsafe fn thread_end() {
    // SAFETY: no execution is used again, as the caller promises, so nothing is left of the slabs but numbers, which are reset.
    unsafe {
        (*slabs()).spacious.unmap();
        (*slabs()).usual.unmap();
        (*large_stack::pool()).unmap();
        *slabs() =
            ThreadSlabs { spacious: Slabs::new(large_stack::PER_SLAB), usual: Slabs::new(stack::STACKS_PER_SLAB) };
        *large_stack::pool() = large_stack::Pool::new();
        *run_loop() = RunLoop::new();
    }
}
