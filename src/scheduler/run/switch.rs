//! Moving control between coroutines.
//!
//! ```text
//!   process stack (or a native Fiber's)          context A            context B
//!   main: suspend()
//!     trampoline: restore A, resume  ----------> A runs
//!                                                A: suspend()
//!                                                  microtasks, pick B
//!                                                  capture A
//!                 <---- leave, next = B ---------
//!                 restore B, resume  ------------------------------> B runs
//!                                                                    B ends; takes over the next
//!                                                                    not-started coroutine here, or
//!                 <---- leave, next = main or none ------------------ parks its stack
//!     none: look at the event loop, pick
//!     main: restore main, return from suspend()
//! ```
//!
//! Whoever leaves picks its successor itself; the trampoline only carries it out. The event loop is served on the
//! trampoline's stack, so that a suspended coroutine keeps a shallow stack.

use super::context::Context;
use super::stack::{self, PAGE, Refusal};
use super::{heartbeat, microtask, resume};
use super::{large_stack, switch_handlers};
use crate::abi::slots;
use crate::abi::{WakerStatus, globals};
use crate::engine::state as engine_state;
use crate::engine::{bailout, frame, interrupt};
use crate::scheduler::coroutine::object::{CoroutineObject, state};
use crate::scheduler::coroutine::{fiber, finish};
use crate::scheduler::request::{deadlock, escape, interrupts, shutdown};
use crate::scheduler::request::{run_out, unwind};
use crate::scheduler::{MAX_BATCH, REACTOR_PERIOD_NS, Runtime, runtime, sim};
use core::ffi::c_void;
use core::ptr;

/// With fewer stacks than this the caches hold them all.
const WORTH_WARMING: usize = 16;

/// The first stacks of a thread are as large as PHP's own usually is: a few cost nothing. Of a hundred thousand each would need
/// a page table of its own (design D2).
const SPACIOUS_STACKS: usize = 64;

/// Idle contexts kept when a request ends; the memory of deeper ones goes back to the kernel.
const IDLE_KEPT: usize = 256;

/// Leaves the current coroutine, which is waiting or queued, and returns when it runs again.
///
/// # Safety
/// On the stack of `this`, which is the current coroutine; no exception is pending.
#[inline(always)]
pub(in crate::scheduler) unsafe fn switch_away(this: *mut CoroutineObject) {
    // SAFETY: see the drawing.
    unsafe {
        let runtime = runtime();
        remember_location(this);
        if !(*this).base.switch_handlers.is_null() {
            switch_handlers::zend_coroutine_call_switch_handlers(&raw mut (*this).base, false, false);
        }
        let next = pick(runtime);
        if next != this {
            let context = (*this).context;
            if context == &raw mut (*runtime).main_context {
                trampoline(runtime, next, this);
            } else {
                (*context).state.capture();
                Context::leave(context, next);
            }
        }
        if !(*this).base.switch_handlers.is_null() {
            (*this).waker.status = WakerStatus::Result;
            switch_handlers::zend_coroutine_call_switch_handlers(&raw mut (*this).base, true, false);
        }
    }
}

/// Where the coroutine is suspended, for diagnostics (CO-21).
#[inline(always)]
unsafe fn remember_location(this: *mut CoroutineObject) {
    // SAFETY: the frames of the running coroutine.
    unsafe {
        if let Some((file, line)) = frame::location(crate::engine::current_frame()) {
            (*this).set_suspend_location(file, line);
            // It is the Fiber that waits, if there is one.
            let own = fiber::coroutine_of_active();
            if !own.is_null() {
                (*own).set_suspend_location(file, line);
            }
        }
    }
}

/// The next coroutine to run; null when the event loop must be asked first. Runs microtasks (SD-4).
#[inline(always)]
unsafe fn pick(runtime: *mut Runtime) -> *mut CoroutineObject {
    // SAFETY: this thread's state.
    unsafe {
        // One branch for both.
        if (*runtime).microtasks.len() | (*globals()).heartbeat_handler.map_or(0, |beat| beat as usize) != 0 {
            run_scheduler_part(runtime);
        }
        (*runtime).switches += 1;
        (*runtime).until_reactor -= 1;
        if (*runtime).until_reactor == 0 {
            return ptr::null_mut();
        }
        let next = pop(runtime);
        if (*runtime).queue.len() > 2 {
            warm_up(runtime);
        }
        next
    }
}

/// With many coroutines the memory of each is cold again when its turn comes. While the next one runs, what the ones
/// after it will touch is fetched: the object three turns ahead, then its context, then the top of its stack.
#[inline(never)]
unsafe fn warm_up(runtime: *mut Runtime) {
    // SAFETY: three are queued. Queued coroutines are alive, and so are their contexts; prefetching reads nothing.
    unsafe {
        CoroutineObject::prefetch((*runtime).queue.peek(2));
        if (*runtime).contexts < WORTH_WARMING {
            return;
        }
        let second = (*(*runtime).queue.peek(1)).context;
        if !second.is_null() {
            Context::prefetch(second);
        }
        let first = (*(*runtime).queue.peek(0)).context;
        if !first.is_null() {
            Context::prefetch_stack(first);
        }
    }
}

#[inline(always)]
unsafe fn pop(runtime: *mut Runtime) -> *mut CoroutineObject {
    // SAFETY: queued coroutines are alive.
    unsafe {
        let Some(next) = (*runtime).queue.pop_front() else { return ptr::null_mut() };
        (*next).state &= !(state::QUEUED | state::HIGH_PRIORITY);
        // What a coroutine waited for is out of reach for whoever runs now, not only for itself (AW-9).
        resume::run_cleanups();
        next
    }
}

/// Runs callbacks in scheduler context. A fatal error in one of them ends all coroutines right here if this is main's stack:
/// its frames, which a jump leaves, hold what main waits with. Stacks of contexts are given up as a whole later.
unsafe fn in_scheduler_context(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) {
    // SAFETY: no frame of ours up to here needs dropping.
    unsafe {
        let globals = globals();
        let outer = core::mem::replace(&mut (*globals).in_scheduler_context, true);
        if !bailout::catch(call, arg) {
            if !(*runtime()).inside {
                if unwind::main_first(runtime()) {
                    return;
                }
                run_out::abandon_all(ptr::null_mut());
            }
            bailout::raise();
        }
        (*globals).in_scheduler_context = outer;
    }
}

/// Heartbeat, microtasks and deferred cleanups.
#[cold]
unsafe fn run_scheduler_part(runtime: *mut Runtime) {
    unsafe extern "C" fn beat_and_run_all(runtime: *mut c_void) {
        // SAFETY: the argument is this thread's state.
        unsafe {
            heartbeat::beat();
            microtask::run_all(runtime.cast());
        }
    }
    // SAFETY: this thread's state.
    unsafe {
        in_scheduler_context(beat_and_run_all, runtime.cast());
        resume::run_cleanups();
        shutdown::absorb_scheduler_exception();
    }
}

/// Runs coroutines until `until` is ready (or, when it is null, until nothing is left). `next` is the first.
///
/// # Safety
/// On the process stack or a native Fiber of main; the engine state in place is main's.
pub(in crate::scheduler) unsafe fn trampoline(
    runtime: *mut Runtime,
    mut next: *mut CoroutineObject,
    until: *mut CoroutineObject,
) {
    // SAFETY: see the drawing. Where something may run callbacks or fail, main's engine state is in place.
    unsafe {
        loop {
            if next.is_null() {
                enter_main(runtime);
                next = wait_for_ready(runtime, until);
                if next.is_null() {
                    return;
                }
            }
            if next == until {
                enter_main(runtime);
                (*globals()).coroutine = &raw mut (*until).base;
                return;
            }
            if !(*next).context.is_null() {
                leave_main(runtime);
                next = run_started(runtime, next, until);
                continue;
            }
            if (*runtime).idle.is_null() {
                enter_main(runtime);
            }
            let context = match take_context(runtime) {
                Ok(context) => context,
                Err(refusal) => {
                    finish::fail_to_start(next, refusal);
                    next = ptr::null_mut();
                    continue;
                }
            };
            leave_main(runtime);
            (*context).job = next;
            (*next).context = context;
            next = enter(runtime, next, context);
        }
    }
}

/// The usual part of the trampoline: runs one coroutine after the other as long as each successor has a stack already.
#[inline]
unsafe fn run_started(
    runtime: *mut Runtime,
    mut next: *mut CoroutineObject,
    until: *mut CoroutineObject,
) -> *mut CoroutineObject {
    // SAFETY: on the trampoline; main's engine state is captured.
    unsafe {
        loop {
            let context = (*next).context;
            (*context).state.restore();
            next = enter(runtime, next, context);
            if next.is_null() || next == until || (*next).context.is_null() {
                return next;
            }
        }
    }
}

/// Captures main's engine state, if it is in place.
#[inline(never)]
pub(in crate::scheduler) unsafe fn leave_main(runtime: *mut Runtime) {
    // SAFETY: on the trampoline's stack.
    unsafe {
        if !ptr::replace(&raw mut (*runtime).inside, true) {
            (*runtime).main_context.state.capture();
        }
    }
}

/// Puts main's engine state in place, if it is not.
#[inline(never)]
pub(in crate::scheduler) unsafe fn enter_main(runtime: *mut Runtime) {
    // SAFETY: as `leave_main`.
    unsafe {
        if ptr::replace(&raw mut (*runtime).inside, false) {
            (*runtime).main_context.state.restore();
        }
    }
}

/// Runs a coroutine on its context until it leaves; returns whom it named as its successor.
#[inline(always)]
unsafe fn enter(runtime: *mut Runtime, coroutine: *mut CoroutineObject, context: *mut Context) -> *mut CoroutineObject {
    // SAFETY: on the trampoline.
    unsafe {
        (*globals()).coroutine = &raw mut (*coroutine).base;
        (*runtime).running = context;
        (*runtime).stack_low = (*context).stack.low;
        let next = Context::resume(context);
        if next.is_null() && Context::has_bailed_out(context) {
            return fail(runtime, context);
        }
        next
    }
}

/// A fatal error has ended the job of a context: it ends all coroutines, and then main.
#[cold]
unsafe fn fail(runtime: *mut Runtime, context: *mut Context) -> *mut CoroutineObject {
    // SAFETY: on the trampoline. Nothing of the context is used again.
    unsafe {
        enter_main(runtime);
        if unwind::main_first(runtime) {
            return ptr::null_mut();
        }
        run_out::abandon_all(context);
        bailout::raise();
    }
}

/// One or more scheduler ticks, until a coroutine is ready. Null when nothing is left and nobody waits for `until`.
#[cold]
unsafe fn wait_for_ready(runtime: *mut Runtime, until: *mut CoroutineObject) -> *mut CoroutineObject {
    // SAFETY: on the trampoline's stack with main's engine state.
    unsafe {
        if unwind::is_active() {
            let next = pop(runtime);
            if next.is_null() {
                unwind::at_the_bottom();
            }
            return next;
        }
        loop {
            tick(runtime);
            interrupts::look(runtime);
            let next = pop(runtime);
            if !next.is_null() {
                return next;
            }
            if !(*runtime).microtasks.is_empty() || may_wait(runtime) {
                continue;
            }
            // Nothing can happen any more, unless a descriptor became ready just now (DD-1).
            reactor_turn(true);
            if !(*runtime).queue.is_empty() || !(*runtime).microtasks.is_empty() {
                continue;
            }
            if !(*runtime).first.is_null() {
                if !escape_deadlock(runtime) {
                    deadlock::resolve();
                }
            } else if until.is_null() {
                return ptr::null_mut();
            }
        }
    }
}

/// Whether somebody became ready by a way out of a deadlock.
unsafe fn escape_deadlock(runtime: *mut Runtime) -> bool {
    unsafe extern "C" fn take_all(_: *mut c_void) {
        // SAFETY: in scheduler context.
        unsafe { escape::take_all() }
    }
    // SAFETY: this thread's state.
    unsafe {
        in_scheduler_context(take_all, ptr::null_mut());
        shutdown::absorb_scheduler_exception();
        !(*runtime).queue.is_empty()
    }
}

/// Whether something may come out of the event loop that somebody is there for. What only listens, such as the future of a
/// signal, does not prolong a script that was ended (SH-8).
unsafe fn may_wait(runtime: *mut Runtime) -> bool {
    // SAFETY: this thread's state.
    unsafe { (*globals()).active_event_count > 0 && !((*runtime).ended_early && (*runtime).first.is_null()) }
}

/// Heartbeat, microtasks, event loop, cleanups (ABI-114). Waits in the event loop when nothing is ready.
unsafe fn tick(runtime: *mut Runtime) {
    // SAFETY: this thread's state.
    unsafe {
        run_scheduler_part(runtime);
        let idle = (*runtime).queue.is_empty() && (*runtime).microtasks.is_empty() && !interrupt::pending();
        let wait = idle && may_wait(runtime);
        reactor_turn(!wait);
        if sim::active() {
            (*runtime).until_reactor = sim::draw(&mut (*runtime).queue);
        } else {
            adapt_batch(runtime, wait);
        }
    }
}

unsafe fn reactor_turn(no_wait: bool) {
    unsafe extern "C" fn turn(no_wait: *mut c_void) {
        // SAFETY: the argument is a flag of the caller's; scheduler context is what the slot asks for.
        unsafe { slots::reactor_execute(*no_wait.cast::<bool>()) };
    }
    // SAFETY: this thread's state.
    unsafe {
        let mut no_wait = no_wait;
        in_scheduler_context(turn, (&raw mut no_wait).cast());
        resume::run_cleanups();
        shutdown::absorb_scheduler_exception();
    }
}

/// Slot `reactor_tick`.
///
/// # Safety
/// On the PHP thread.
pub unsafe extern "C" fn reactor_tick() {
    // SAFETY: forwarded.
    unsafe { reactor_turn(true) }
}

/// Keeps the time between two looks at the event loop near its target without reading the clock at every switch.
unsafe fn adapt_batch(runtime: *mut Runtime, waited: bool) {
    // SAFETY: this thread's state.
    unsafe {
        let now = monotonic_ns();
        let elapsed = now - (*runtime).last_turn_ns.min(now);
        (*runtime).last_turn_ns = now;
        if !waited {
            if elapsed > REACTOR_PERIOD_NS {
                (*runtime).batch = ((*runtime).batch / 2).max(2);
            } else if elapsed < REACTOR_PERIOD_NS / 2 {
                (*runtime).batch = ((*runtime).batch * 2).min(MAX_BATCH);
            }
        }
        (*runtime).until_reactor = (*runtime).batch;
    }
}

pub(in crate::scheduler) fn monotonic_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place; this clock always exists.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

unsafe fn take_context(runtime: *mut Runtime) -> Result<*mut Context, Refusal> {
    // SAFETY: idle contexts are alive and have no job.
    unsafe {
        let idle = (*runtime).idle;
        if !idle.is_null() {
            (*runtime).idle = (*idle).next_idle;
            (*runtime).idle_count -= 1;
            return Ok(idle);
        }
        let number = (*runtime).contexts;
        let spacious = number < SPACIOUS_STACKS && (*runtime).spacious.stack_bytes() != 0;
        let slabs = if spacious { &mut (*runtime).spacious } else { &mut (*runtime).slabs };
        let created = Context::create(slabs, number, run_context);
        (*runtime).contexts += usize::from(created.is_ok());
        created
    }
}

unsafe fn put_idle(runtime: *mut Runtime, context: *mut Context) {
    // SAFETY: the context has no job.
    unsafe {
        (*context).next_idle = (*runtime).idle;
        (*runtime).idle = context;
        (*runtime).idle_count += 1;
    }
}

/// Gives a context back whose stack was abandoned.
///
/// # Safety
/// Nothing on its stack is used again.
pub(in crate::scheduler) unsafe fn recycle(context: *mut Context) {
    // SAFETY: forwarded.
    unsafe {
        large_stack::reclaim(context);
        Context::reset(context);
        put_idle(runtime(), context);
    }
}

/// Returns the memory of idle stacks to the kernel, in bulk, at the end of a request.
///
/// # Safety
/// No coroutine is running.
pub(in crate::scheduler) unsafe fn trim_idle() {
    // SAFETY: idle contexts use nothing below their top page but the frames of their loop.
    unsafe {
        let mut context = (*runtime()).idle;
        let mut seen = 0;
        while !context.is_null() {
            seen += 1;
            if seen > IDLE_KEPT {
                // Its loop has frames in the page of the record, and perhaps in the one below.
                let keep = (context as usize & !(PAGE - 1)) - PAGE;
                stack::trim(Context::low(context), keep as *mut u8);
            }
            context = (*context).next_idle;
        }
        large_stack::trim_idle();
    }
}

/// The life of a context: runs its job, then takes over coroutines that have not started yet, then parks.
unsafe fn run_context(context: *mut Context) {
    // SAFETY: on the context's own stack; the trampoline has set the first job.
    unsafe {
        let runtime = runtime();
        let target = engine_state::bailout_target();
        let stack = Context::new_stack(context);
        loop {
            engine_state::set_bailout_target(target);
            engine_state::begin(&stack);
            let mut coroutine = (*context).job;
            let next = loop {
                (*coroutine).context = context;
                finish::run(coroutine);
                (*context).job = ptr::null_mut();
                let next = pick(runtime);
                if next.is_null() || !(*next).context.is_null() {
                    break next;
                }
                engine_state::begin_next();
                (*context).job = next;
                (*globals()).coroutine = &raw mut (*next).base;
                coroutine = next;
            };
            engine_state::end(stack.fiber_context, stack.vm_page);
            put_idle(runtime, context);
            engine_state::leave_frames();
            Context::leave(context, next);
        }
    }
}

/// Slot `call_on_main_stack`: coroutines of the trampoline can only call directly (ABI-142).
///
/// # Safety
/// Contract of the slot.
pub unsafe extern "C" fn call_directly(call: Option<unsafe extern "C" fn(*mut c_void)>, arg: *mut c_void) {
    if let Some(call) = call {
        // SAFETY: the caller vouches for both.
        unsafe { call(arg) }
    }
}
