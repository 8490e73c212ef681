//! The life cycle of a coroutine: its status, whether it is in the run queue, which one is current, and the execution that runs.
//! They are changed here alone, one function for each step.
//!
//! ```text
//!                 queue_new              take_first, run
//!   made ----------------------> ready -----------------------> runs ----> ended: finish, then run_none
//!   NoStatus                     Queued    start, end_wait      NoStatus, or Result after a wait through the waker
//!     |                          ^   ^    or end_with_result    |   |
//!     | never_start              |   '------- queue (yields) ---'   | begin_wait
//!     v                          |                                  v
//!   Ignored, in the queue        '--------- queue (woken) ------- waits
//!   ends without a start                                        Waiting
//! ```
//!
//! One that yields or waits stays current until the trampoline runs another one, or main; in between it is *leaving*. C code reads
//! status and current coroutine ([abi/ABI-71], [abi/ABI-101]), so they lie in the ABI's structures, as what [`ReadOnly`] protects.
//!
//! What a fatal error leaves behind is not led through these steps: `CoroutineObject::abandon` writes the waker anew.

use super::RunLoop;
use super::run_loop;
use crate::abi::{Coroutine, EventFlags, ReadOnly, WakerStatus, globals};
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject, current};
use crate::scheduler::run::execution::Execution;
use core::ptr;

const IN_QUEUE: CoroutineFlags = CoroutineFlags::QUEUED.union(CoroutineFlags::HIGH_PRIORITY);

// ---- into the run queue and out of it ----

/// It is ready: it yields, its wait is over, or was cancelled. Before: it is unfinished, or waits in a destructor of what it leaves
/// behind. After: Queued and in the queue, once [core/SD-2].
///
/// # Safety
/// `coroutine` is alive and registered.
#[inline]
pub(in crate::scheduler) unsafe fn queue(coroutine: *mut CoroutineObject) {
    // SAFETY: what holds a registered coroutine until it has ended also does while it is queued; the mark lets it in once.
    unsafe {
        *status_of(coroutine) = WakerStatus::Queued;
        if !(*coroutine).flags.contains(CoroutineFlags::QUEUED) {
            (*coroutine).flags.insert(CoroutineFlags::QUEUED);
            (*run_loop()).queue.push_back(coroutine);
        }
    }
}

/// It comes into the queue with the status that it has. Before: Queued by [`prepare_yield`], or Ignored. After: in the queue, once.
///
/// # Safety
/// As [`queue`].
#[inline]
pub(in crate::scheduler) unsafe fn enter_queue(coroutine: *mut CoroutineObject) {
    // SAFETY: what holds a coroutine that is not finished holds it while it is queued; the flag lets it into the queue once.
    unsafe {
        debug_assert!(matches!(*(*coroutine).waker.status, WakerStatus::Queued | WakerStatus::Ignored));
        if !(*coroutine).flags.contains(CoroutineFlags::QUEUED) {
            (*coroutine).flags.insert(CoroutineFlags::QUEUED);
            (*run_loop()).queue.push_back(coroutine);
        }
    }
}

/// A new one is ready. Before: registered just now, NoStatus, or Ignored if it was cancelled already. After: in the queue, at its
/// front with a priority above 0 [core/SD-3], Queued or still Ignored.
///
/// # Safety
/// As [`queue`].
#[inline(always)]
pub(in crate::scheduler) unsafe fn queue_new(new: *mut CoroutineObject, priority: i32) {
    // SAFETY: the scheduler's reference holds it while it is queued, and it is in no queue yet.
    unsafe {
        if *(*new).waker.status != WakerStatus::Ignored {
            *status_of(new) = WakerStatus::Queued;
        }
        if priority > 0 {
            (*new).flags.insert(IN_QUEUE);
            (*run_loop()).queue.push_front(new);
        } else {
            enter_queue(new);
        }
    }
}

/// The first of the queue is about to run; null when the queue is empty. After: not in the queue; its status is as before until it
/// goes on itself.
///
/// # Safety
/// The thread's run loop.
#[inline(always)]
pub(in crate::scheduler::run) unsafe fn take_first(run_loop: *mut RunLoop) -> *mut CoroutineObject {
    // SAFETY: queued coroutines are alive.
    unsafe {
        let Some(next) = (*run_loop).queue.pop_front() else { return ptr::null_mut() };
        debug_assert!((*next).is_queued() && !(*next).is_waiting());
        (*next).flags.remove(IN_QUEUE);
        next
    }
}

/// Code that had put itself into the queue ends without having waited: its suspend was refused, or it made none. Before: it is
/// current. After: NoStatus, not in the queue.
///
/// # Safety
/// `coroutine` is queued, and the current one.
#[cold]
pub(in crate::scheduler) unsafe fn leave_queue(coroutine: *mut CoroutineObject) {
    // SAFETY: the run loop lives as long as the thread, and nothing runs meanwhile.
    unsafe {
        debug_assert!((*coroutine).is_current() && (*coroutine).is_queued());
        (*run_loop()).queue.remove(coroutine);
        (*coroutine).flags.remove(IN_QUEUE);
        *status_of(coroutine) = WakerStatus::NoStatus;
    }
}

// ---- its wait ----

/// It begins to wait. Before: it runs. After: Waiting, and still current.
///
/// # Safety
/// The current coroutine, which is about to be left.
#[inline(always)]
pub(in crate::scheduler::run) unsafe fn begin_wait(coroutine: *mut CoroutineObject) {
    // SAFETY: the current coroutine is alive.
    unsafe {
        debug_assert!((*coroutine).is_current());
        *status_of(coroutine) = WakerStatus::Waiting;
    }
}

/// The coroutine of a Fiber waits from the start, until the Fiber goes on: its code runs in others. Before: NoStatus. After: Waiting.
///
/// # Safety
/// `new` is alive, and the coroutine of a Fiber.
pub(in crate::scheduler) unsafe fn begin_as_fiber(new: *mut CoroutineObject) {
    // SAFETY: it is alive, as the caller promises.
    unsafe {
        debug_assert!((*new).has(EventFlags::COROUTINE_FIBER) && *(*new).waker.status == WakerStatus::NoStatus);
        *status_of(new) = WakerStatus::Waiting;
    }
}

/// A wait that keeps its own registrations is over. Before: taken out of the queue, and current again. After: NoStatus; it runs.
///
/// # Safety
/// The current coroutine.
#[inline(always)]
pub(in crate::scheduler::run) unsafe fn end_wait(coroutine: *mut CoroutineObject) {
    // SAFETY: the current coroutine is alive.
    unsafe {
        debug_assert!((*coroutine).is_current() && !(*coroutine).is_waiting());
        *status_of(coroutine) = WakerStatus::NoStatus;
    }
}

/// A wait through the waker is over: it was switched back, or an event has completed while it was being started. Before: it is
/// current, and leaving. After: Result, until the waker is cleaned.
///
/// # Safety
/// The current coroutine.
#[inline(always)]
pub(in crate::scheduler::run) unsafe fn end_with_result(coroutine: *mut CoroutineObject) {
    // SAFETY: the current coroutine is alive.
    unsafe {
        debug_assert!((*coroutine).is_current());
        *status_of(coroutine) = WakerStatus::Result;
    }
}

/// The waker is cleaned [abi/ABI-103], or the yield that it had prepared was refused. Before: it is not in the queue. After: NoStatus.
///
/// # Safety
/// `coroutine` is alive.
#[inline]
pub(in crate::scheduler) unsafe fn forget_wait(coroutine: *mut CoroutineObject) {
    // SAFETY: it is alive, as the caller promises.
    unsafe {
        debug_assert!(!(*coroutine).is_queued());
        *status_of(coroutine) = WakerStatus::NoStatus;
    }
}

/// The one that runs wants to yield at its next suspend [abi/ABI-116]. After: Queued, but not in the queue yet.
///
/// # Safety
/// The current coroutine.
#[inline]
pub(in crate::scheduler) unsafe fn prepare_yield(coroutine: *mut CoroutineObject) {
    // SAFETY: the current coroutine is alive.
    unsafe {
        debug_assert!((*coroutine).is_current() && !(*coroutine).is_queued());
        *status_of(coroutine) = WakerStatus::Queued;
    }
}

// ---- whether its body runs ----

/// It was cancelled, or woken with an error, before it has started. After: Ignored: its body never runs [core/CN-2].
///
/// # Safety
/// `coroutine` is alive.
#[inline]
pub(in crate::scheduler) unsafe fn never_start(coroutine: *mut CoroutineObject) {
    // SAFETY: it is alive, as the caller promises.
    unsafe {
        debug_assert!(!(*coroutine).is_started());
        *status_of(coroutine) = WakerStatus::Ignored;
    }
}

/// Its body begins. Before: it has an execution and is current, Queued; not started, but for the coroutine of a Fiber, which counts as
/// started from the beginning and gets an execution to deliver its cancellation. After: started, NoStatus.
///
/// # Safety
/// The current coroutine, on its execution.
#[inline(always)]
pub(in crate::scheduler) unsafe fn start(coroutine: *mut CoroutineObject) {
    // SAFETY: the current coroutine is alive.
    unsafe {
        debug_assert!((*coroutine).is_current() && *(*coroutine).waker.status == WakerStatus::Queued);
        debug_assert!(!(*coroutine).is_started() || (*coroutine).has(EventFlags::COROUTINE_FIBER));
        (*coroutine).base.event.flags.insert(EventFlags::COROUTINE_STARTED);
        *status_of(coroutine) = WakerStatus::NoStatus;
    }
}

// ---- which one is current ----

/// A coroutine runs, or goes on. Before: it was taken out of the queue; another one, which has left, or none is current. After: it is
/// current, and `execution` is the one that runs.
///
/// # Safety
/// The execution is the coroutine's, or is about to be, with its engine state in place.
#[inline(always)]
pub(in crate::scheduler) unsafe fn run(
    run_loop: *mut RunLoop,
    coroutine: *mut CoroutineObject,
    execution: *mut Execution,
) {
    // SAFETY: both structures are this thread's, and live as long as it.
    unsafe {
        debug_assert!((*coroutine).execution == execution || (*coroutine).execution.is_null());
        debug_assert!(!(*coroutine).is_waiting());
        set_current(&raw mut (*coroutine).base);
        (*run_loop).running = execution;
    }
}

/// Main begins, goes on where the trampoline is, or has come to its end. Before: another one, which has left, or none is current.
/// After: main is; the execution that ran last stays noted.
///
/// # Safety
/// `main` is the main coroutine, with its engine state in place.
#[inline(always)]
pub(in crate::scheduler) unsafe fn run_main(main: *mut CoroutineObject) {
    // SAFETY: main is alive, as the caller promises.
    unsafe {
        debug_assert!((*main).is_main());
        set_current(&raw mut (*main).base);
    }
}

/// The current one has ended, or a fatal error has ended all. After: none is current until the next one runs; the execution that ran
/// last stays noted.
///
/// # Safety
/// No code of a coroutine is under way but what only waits to be left.
#[inline(always)]
pub(in crate::scheduler) unsafe fn run_none() {
    // SAFETY: code that looks for a current coroutine is prepared for none.
    unsafe { set_current(ptr::null_mut()) }
}

/// Makes a call with another one as the current coroutine, which does not run. After: the one that was current before is again; after
/// a bailout the other one, until all are ended.
///
/// # Safety
/// `coroutine` is null or alive until the call returns, and the call neither suspends nor changes what is current for good.
pub(in crate::scheduler) unsafe fn with_current<R>(coroutine: *mut CoroutineObject, call: impl FnOnce() -> R) -> R {
    // SAFETY: the caller is on the stack of what is current, or on the trampoline's, and is so until this returns.
    unsafe {
        let outer = current();
        set_current(coroutine.cast());
        let result = call();
        set_current(outer);
        result
    }
}

#[inline(always)]
unsafe fn set_current(coroutine: *mut Coroutine) {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe { *ReadOnly::place(&raw mut (*globals()).coroutine) = coroutine }
}

/// Where the status lies.
#[inline(always)]
unsafe fn status_of(coroutine: *mut CoroutineObject) -> *mut WakerStatus {
    // SAFETY: this is the file that writes it, and the coroutine of each caller is alive.
    unsafe { ReadOnly::place(&raw mut (*coroutine).waker.status) }
}
