//! Moving control between coroutines.
//!
//! ```text
//!   process stack (or a native Fiber's)          execution A            execution B
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
//! What leaves picks its successor itself; the trampoline only carries it out. The event loop is served on the
//! trampoline's stack, so that a suspended coroutine keeps a shallow stack.

use super::above::above;
use super::event_loop::event_loop;
use super::execution::Execution;
use super::ready;
use super::run_loop::{MAX_BATCH, REACTOR_PERIOD_NS, RunLoop, is_unwinding, run_loop, transition};
use super::{draw, executions, heartbeat, main_stack, microtask, scheduler_context, switch_handlers};
use crate::abi::{ZString, globals};
use crate::engine::state::PendingException;
use crate::engine::{bailout, exception, fiber, frame, idle, interrupt, output};
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::coroutine::place::coroutine_of_active;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::request::{escape, shutdown};
use crate::scheduler::run::phase::phase;
use crate::sim::{self, clock::kernel_ns};
use core::ffi::c_void;
use core::ptr;

/// With fewer stacks than this the caches hold them all.
const WORTH_WARMING: usize = 16;

/// Leaves the current coroutine, which is waiting or queued, and returns when it runs again.
///
/// # Safety
/// On the stack of `this`, which is the current coroutine; no exception is pending.
#[inline(always)]
pub(in crate::scheduler) unsafe fn switch_away(this: *mut CoroutineObject) {
    // SAFETY: `this` is current: it runs on the stack of this frame, which stays until it is entered again. What is picked is alive, because
    // it was queued.
    unsafe {
        let run_loop = run_loop();
        remember_location(this);
        if !(*this).base.switch_handlers.is_null() {
            switch_handlers::zend_coroutine_call_switch_handlers(&raw mut (*this).base, false, false);
        }
        let next = pick(run_loop);
        if next != this {
            let execution = (*this).execution;
            if execution == &raw mut (*run_loop).main_execution {
                trampoline(run_loop, next, this);
            } else {
                (*execution).state.capture();
                Execution::leave(execution, next.cast());
            }
        }
        if !(*this).base.switch_handlers.is_null() {
            transition::end_with_result(this);
            switch_handlers::zend_coroutine_call_switch_handlers(&raw mut (*this).base, true, false);
        }
    }
}

/// Where the coroutine is suspended, for diagnostics [core/CO-21].
#[inline(always)]
unsafe fn remember_location(this: *mut CoroutineObject) {
    // SAFETY: the frames of the running coroutine are alive; their file name gets a reference of its own.
    unsafe {
        if let Some((function, line)) = frame::php_code(crate::engine::current_frame()) {
            let file = frame::file_of(function);
            (*(*this).execution).function = function.cast();
            (*this).set_suspend_location(file, line);
            if !fiber::active().is_null() {
                remember_location_of_fiber(file, line);
            }
        }
    }
}

/// It is the Fiber that waits, if there is one.
#[cold]
unsafe fn remember_location_of_fiber(file: *mut ZString, line: u32) {
    // SAFETY: a Fiber that runs is alive, and so is the coroutine that it has.
    unsafe {
        let own = coroutine_of_active();
        if !own.is_null() {
            (*own).set_suspend_location(file, line);
        }
    }
}

/// The next coroutine to run; null when the event loop must be asked first. Runs microtasks [core/SD-4].
///
/// # Safety
/// The thread's run loop. The running coroutine is about to be left, outside of notifications.
#[inline(always)]
pub(in crate::scheduler) unsafe fn pick(run_loop: *mut RunLoop) -> *mut CoroutineObject {
    // SAFETY: run loop and globals live as long as the thread, and nothing of them is borrowed while `between_switches` calls others.
    unsafe {
        // One branch for all.
        let heartbeat = (*globals()).heartbeat_handler.map_or(0, |beat| beat as usize);
        if (*run_loop).microtasks.len() | (*run_loop).cleanups.len() | heartbeat != 0 {
            between_switches(run_loop);
        }
        (*run_loop).switches += 1;
        if (*run_loop).switches == (*run_loop).next_turn {
            return ptr::null_mut();
        }
        let next = transition::take_first(run_loop);
        if (*run_loop).executions >= WORTH_WARMING && (*run_loop).queue.len() > 2 {
            warm_up(run_loop);
        }
        next
    }
}

/// With many coroutines the memory of each is cold again when its turn comes. While the next one runs, what the ones
/// after it will touch is fetched: the object three turns ahead, then its execution, then the top of its stack.
#[inline(never)]
unsafe fn warm_up(run_loop: *mut RunLoop) {
    // SAFETY: three are queued. Queued coroutines are alive, and so are their executions; prefetching reads nothing.
    unsafe {
        CoroutineObject::prefetch((*run_loop).queue.peek(2));
        let second = (*(*run_loop).queue.peek(1)).execution;
        if !second.is_null() {
            Execution::prefetch(second);
        }
        let first = (*(*run_loop).queue.peek(0)).execution;
        if !first.is_null() {
            Execution::prefetch_stack(first);
        }
    }
}

/// Runs callbacks in scheduler context. A fatal error in one of them ends all coroutines right here if this is main's stack:
/// its frames, which a jump leaves, hold what main waits with. Stacks of executions are given up as a whole later.
unsafe fn in_scheduler_context(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) {
    // SAFETY: no frame of ours up to here needs dropping.
    unsafe {
        let returned = scheduler_context::within_catching(|| {
            let idle_before = idle::begin();
            let returned = bailout::catch(call, arg);
            idle::end(idle_before);
            returned
        });
        if returned || !(*run_loop()).inside && (above().fatal_error)(ptr::null_mut()) {
            return;
        }
        bailout::raise();
    }
}

/// What is to be done before the next coroutine runs. What coroutines waited for that are ready is out of reach for the one that
/// runs next, whichever it is [core/AW-9].
#[cold]
unsafe fn between_switches(run_loop: *mut RunLoop) {
    // SAFETY: outside of notifications: a coroutine is being left.
    unsafe {
        ready::run_cleanups();
        if !(*run_loop).microtasks.is_empty() || (*globals()).heartbeat_handler.is_some() {
            run_scheduler_part(run_loop);
        }
    }
}

/// Heartbeat, microtasks and deferred cleanups.
#[cold]
unsafe fn run_scheduler_part(run_loop: *mut RunLoop) {
    unsafe extern "C" fn beat_and_run_all(run_loop: *mut c_void) {
        // SAFETY: the argument is the thread's run loop, which outlives the call; this is in scheduler context, as both ask for.
        unsafe {
            heartbeat::beat();
            microtask::run_all(run_loop.cast());
        }
    }
    // SAFETY: the run loop lives as long as the thread, and nothing of it is borrowed while heartbeat and microtasks run.
    unsafe {
        in_scheduler_context(beat_and_run_all, run_loop.cast());
        shutdown::absorb_scheduler_exception();
        ready::run_cleanups();
    }
}

/// Runs coroutines until `until` is ready (or, when it is null, until nothing is left). `next` is the first.
///
/// # Safety
/// On the process stack or a native Fiber of main; the engine state in place is main's.
pub(in crate::scheduler) unsafe fn trampoline(
    run_loop: *mut RunLoop,
    mut next: *mut CoroutineObject,
    until: *mut CoroutineObject,
) {
    // SAFETY: what is queued is alive, and what leaves its stack names the one that goes on. Where something may run callbacks or
    // fail, main's engine state is in place.
    unsafe {
        loop {
            if next.is_null() {
                enter_main(run_loop);
                next = wait_for_ready(run_loop, until);
                if next.is_null() {
                    return;
                }
            }
            if next == until {
                enter_main(run_loop);
                transition::run_main(until);
                return;
            }
            if !(*next).execution.is_null() {
                leave_main(run_loop);
                next = run_started(run_loop, next, until);
                continue;
            }
            if (*run_loop).idle.is_null() {
                enter_main(run_loop);
            }
            let execution = match executions::take(above().body) {
                Ok(execution) => execution,
                Err(refusal) => {
                    (above().fail_to_start)(next, refusal);
                    next = ptr::null_mut();
                    continue;
                }
            };
            leave_main(run_loop);
            (*execution).job = next.cast();
            (*next).execution = execution;
            next = enter(run_loop, next, execution);
        }
    }
}

/// The usual part of the trampoline: runs one coroutine after the other as long as each successor has a stack already.
#[inline]
unsafe fn run_started(
    run_loop: *mut RunLoop,
    mut next: *mut CoroutineObject,
    until: *mut CoroutineObject,
) -> *mut CoroutineObject {
    // SAFETY: on the trampoline; main's engine state is captured.
    unsafe {
        loop {
            let execution = (*next).execution;
            (*execution).state.restore();
            transition::run(run_loop, next, execution);
            next = Execution::resume(execution).cast();
            // Asked once where a successor was named, which is the usual case.
            if next.is_null() {
                next = without_successor(run_loop, execution);
                if next.is_null() {
                    return next;
                }
            }
            if next == until || (*next).execution.is_null() {
                return next;
            }
        }
    }
}

/// Captures main's engine state, if it is in place.
#[inline(never)]
pub(in crate::scheduler) unsafe fn leave_main(run_loop: *mut RunLoop) {
    // SAFETY: on the trampoline's stack, whose engine state main's is; the run loop lives as long as the thread.
    unsafe {
        if !ptr::replace(&raw mut (*run_loop).inside, true) {
            (*run_loop).main_execution.state.capture();
        }
    }
}

/// Puts main's engine state in place, if it is not.
#[inline(never)]
pub(in crate::scheduler) unsafe fn enter_main(run_loop: *mut RunLoop) {
    // SAFETY: on the trampoline's stack, where main's state was captured (`leave_main`); the run loop lives as long as the thread.
    unsafe {
        if ptr::replace(&raw mut (*run_loop).inside, false) {
            (*run_loop).main_execution.state.restore();
        }
    }
}

/// Runs a coroutine on its execution until it leaves; returns the successor that it named.
#[inline(always)]
unsafe fn enter(
    run_loop: *mut RunLoop,
    coroutine: *mut CoroutineObject,
    execution: *mut Execution,
) -> *mut CoroutineObject {
    // SAFETY: on the trampoline; the execution was left, and its engine state is in place, or begins with its first job.
    unsafe {
        transition::run(run_loop, coroutine, execution);
        let next: *mut CoroutineObject = Execution::resume(execution).cast();
        if next.is_null() { without_successor(run_loop, execution) } else { next }
    }
}

/// An execution was left for the event loop, for an errand, or in a bailout.
#[inline(never)]
unsafe fn without_successor(run_loop: *mut RunLoop, execution: *mut Execution) -> *mut CoroutineObject {
    // SAFETY: on the trampoline; the engine state of the execution is in place, which goes on where it left when its errand is done.
    unsafe {
        let mut next: *mut CoroutineObject = ptr::null_mut();
        while next.is_null() && !(*run_loop).errand.is_null() {
            main_stack::carry_out(run_loop);
            next = Execution::resume(execution).cast();
        }
        if next.is_null() && Execution::has_bailed_out(execution) {
            return fail(run_loop, execution);
        }
        next
    }
}

/// C code may end the script without an error (SoapServer does, with its answer in a buffer): what the coroutine's own buffers hold is
/// written, as at the end of a script. Those of one that ends in an error were discarded before its report [core/OB-5].
unsafe fn write_answer() {
    unsafe extern "C" fn flush(_: *mut c_void) {
        // SAFETY: `write_answer` has put the frames of the job out of sight, and callbacks cannot suspend here.
        unsafe { output::flush_all() }
    }
    if output::buffered() {
        // SAFETY: on the trampoline, with the engine state of an execution that has bailed out: its frames are not returned to.
        unsafe {
            frame::forget();
            scheduler_context::within_catching(|| bailout::catch(flush, ptr::null_mut()));
            drop(exception::take());
        }
    }
}

/// A fatal error has ended the job of an execution: it ends all coroutines, and then main.
#[cold]
unsafe fn fail(run_loop: *mut RunLoop, execution: *mut Execution) -> *mut CoroutineObject {
    // SAFETY: on the trampoline. Nothing of the execution is used again.
    unsafe {
        write_answer();
        (*execution).state.give_up();
        enter_main(run_loop);
        if (above().fatal_error)(execution) {
            return ptr::null_mut();
        }
        bailout::raise();
    }
}

/// One or more scheduler ticks, until a coroutine is ready. Null when nothing is left and `until` is not waited for.
#[cold]
unsafe fn wait_for_ready(run_loop: *mut RunLoop, until: *mut CoroutineObject) -> *mut CoroutineObject {
    // SAFETY: on the trampoline's stack with main's engine state.
    unsafe {
        if is_unwinding() {
            ready::run_cleanups();
            let next = transition::take_first(run_loop);
            if next.is_null() {
                (above().at_the_bottom)();
            }
            return next;
        }
        loop {
            tick(run_loop);
            (above().look_for_interrupts)();
            ready::run_cleanups();
            let next = transition::take_first(run_loop);
            if !next.is_null() {
                return next;
            }
            if !(*run_loop).microtasks.is_empty() || may_wait() {
                continue;
            }
            // Nothing can happen any more, unless a descriptor became ready just now [core/DD-1].
            reactor_turn(true);
            if !(*run_loop).queue.is_empty() || !(*run_loop).microtasks.is_empty() {
                continue;
            }
            if !(*unfinished()).coroutines.is_empty() {
                if !escape_deadlock(run_loop) && !(above().nothing_can_happen)() {
                    in_scheduler_context(above().give_up, ptr::null_mut());
                }
            } else if until.is_null() {
                return ptr::null_mut();
            }
        }
    }
}

/// Whether a coroutine became ready by a way out of a deadlock.
unsafe fn escape_deadlock(run_loop: *mut RunLoop) -> bool {
    unsafe extern "C" fn take_all(_: *mut c_void) {
        // SAFETY: called by `in_scheduler_context` alone, in scheduler context.
        unsafe { escape::take_all() }
    }
    // SAFETY: on the trampoline, where callbacks may run; the queue is looked at anew behind them.
    unsafe {
        in_scheduler_context(take_all, ptr::null_mut());
        shutdown::absorb_scheduler_exception();
        !(*run_loop).queue.is_empty()
    }
}

/// Whether something may come out of the event loop that a coroutine is there for. What only listens, such as the future of a
/// signal, does not prolong a script that was ended [core/SH-8]; a read of a handle that was not started prolongs none
/// [abi/ABI-158]. Where active events are left behind which there is nothing, nothing can happen either: that is a deadlock, or
/// the end of the script.
fn may_wait() -> bool {
    // SAFETY: globals, phase and list live as long as the thread; fields of them are copied. The event loop only answers.
    unsafe {
        let active = (*globals()).active_event_count;
        active > 0
            && (!(*unfinished()).coroutines.is_empty() || !(*phase()).ended_early && active > (event_loop().lone)())
            && (event_loop().can_happen)()
    }
}

/// Heartbeat, microtasks, event loop, cleanups [abi/ABI-114]. Waits in the event loop when nothing is ready.
unsafe fn tick(run_loop: *mut RunLoop) {
    // SAFETY: on the trampoline with main's engine state, where callbacks may run; nothing of the run loop is borrowed while they do, and
    // `draw` calls none.
    unsafe {
        run_scheduler_part(run_loop);
        let idle = (*run_loop).queue.is_empty() && (*run_loop).microtasks.is_empty() && !interrupt::pending();
        let wait = idle && may_wait();
        reactor_turn(!wait);
        if sim::active() {
            (*run_loop).look_after(draw::draw(&mut (*run_loop).queue));
        } else {
            adapt_batch(run_loop, wait);
        }
    }
}

unsafe fn reactor_turn(no_wait: bool) {
    unsafe extern "C" fn turn(no_wait: *mut c_void) {
        // SAFETY: the argument is a flag of the caller's; this is scheduler context, on the PHP thread.
        unsafe { (event_loop().turn)(*no_wait.cast::<bool>()) };
    }
    // SAFETY: `no_wait` outlives the call that gets its address; a bailout leaves this frame, which owns nothing.
    unsafe {
        let mut no_wait = no_wait;
        in_scheduler_context(turn, (&raw mut no_wait).cast());
        shutdown::absorb_scheduler_exception();
        ready::run_cleanups();
    }
}

/// Slot `reactor_tick`. What is pending is the caller's: it does not belong to the turn.
///
/// # Safety
/// On the PHP thread, not inside a notification.
pub unsafe extern "C" fn reactor_tick() {
    // SAFETY: outside of notifications, as the caller promises, a turn that does not wait only makes coroutines ready.
    unsafe {
        let pending = PendingException::take();
        reactor_turn(true);
        pending.put_back();
    }
}

/// Keeps the time between two looks at the event loop near its target without reading the clock at every switch.
unsafe fn adapt_batch(run_loop: *mut RunLoop, waited: bool) {
    // SAFETY: the run loop lives as long as the thread; nothing else runs while numbers of it are changed.
    unsafe {
        let now = kernel_ns(libc::CLOCK_MONOTONIC);
        let elapsed = now - (*run_loop).last_turn_ns.min(now);
        (*run_loop).last_turn_ns = now;
        if !waited {
            if elapsed > REACTOR_PERIOD_NS {
                (*run_loop).batch = ((*run_loop).batch / 2).max(2);
            } else if elapsed < REACTOR_PERIOD_NS / 2 {
                (*run_loop).batch = ((*run_loop).batch * 2).min(MAX_BATCH);
            }
        }
        (*run_loop).look_after((*run_loop).batch);
    }
}
