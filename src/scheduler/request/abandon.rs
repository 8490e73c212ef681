//! After a fatal error: no coroutine runs again.

use super::{at_end, autoload, collect, escape, interrupts, outside, unwind};
use crate::abi::*;
use crate::engine::{bailout, exception, idle, marks, soap, zone};
use crate::scheduler::coroutine::object::CoroutineFlags;
use crate::scheduler::coroutine::unfinished::{Unfinished, each, unfinished};
use crate::scheduler::run::event_loop::event_loop;
use crate::scheduler::run::execution::Execution;
use crate::scheduler::run::run_loop::{is_unwinding, run_loop, transition};
use crate::scheduler::run::{executions, microtask, scheduler_context};
use crate::scheduler::scope;
use core::ffi::c_void;
use core::ptr;

/// A fatal error has ended the job of an execution, or scheduler context on main's stack (null). True: main goes on, to be unwound
/// first; else everything is abandoned, and the caller raises the bailout again.
///
/// # Safety
/// On the trampoline with main's engine state.
pub(super) unsafe fn after_fatal_error(bailed_out: *mut Execution) -> bool {
    // SAFETY: on the trampoline with main's engine state, as both ask for. Nothing of the stack of `bailed_out` is used again: its job
    // has ended in the bailout.
    unsafe {
        if unwind::main_first(run_loop()) {
            return true;
        }
        abandon_all(bailed_out);
        false
    }
}

/// After a fatal error: no coroutine runs again. Their stacks are abandoned, what they waited for is forgotten.
/// `bailed_out` is the execution whose job ended in the error, or null.
///
/// # Safety
/// On the process stack (or main's native Fiber) with main's engine state.
pub(in crate::scheduler) unsafe fn abandon_all(bailed_out: *mut Execution) {
    // SAFETY: no abandoned stack is used again; request memory they own goes with the request.
    unsafe {
        unwind::others(run_loop());
        zone::reset();
        marks::forget();
        soap::forget();
        // The error may have left the scheduler, or a turn of the event loop, in the middle.
        scheduler_context::forget();
        idle::end(ptr::null_mut());
        let run_loop = run_loop();
        // While events can still be released.
        dispose_data();
        microtask::discard_all(run_loop);
        (event_loop().shutdown)();
        scope::forget_coroutines();
        each(|c| {
            let execution = (*c).execution;
            (*c).abandon();
            if !execution.is_null() && execution != &raw mut (*run_loop).main_execution && execution != bailed_out {
                executions::recycle(execution);
            }
        });
        if !bailed_out.is_null() {
            executions::recycle(bailed_out);
        }
        (*run_loop).queue.clear();
        (*run_loop).cleanups.clear();
        (*run_loop).starting = ptr::null_mut();
        microtask::discard_all(run_loop);
        *unfinished() = Unfinished::NONE;
        autoload::forget_all();
        escape::forget_all();
        at_end::forget_all();
        interrupts::forget_all();
        (*run_loop).abandoned = (*run_loop).abandoned.wrapping_add(1);
        outside::forget_all();
        collect::forget();
        let globals = globals();
        (*globals).active_coroutine_count = 0;
        (*globals).active_event_count = 0;
        transition::run_none();
        (*globals).main_coroutine = ptr::null_mut();
        if !(*globals).scheduler.is_null() {
            (*(*globals).scheduler).scope = ptr::null_mut();
        }
        (*globals).scheduler = ptr::null_mut();
        (*globals).main_scope = ptr::null_mut();
        (*globals).exit_exception = ptr::null_mut();
        (*globals).graceful_shutdown = false;
        (*globals).state = State::Ready;
    }
}

/// What C code has given its coroutines may be more than memory of the request: it is disposed, once as ever [abi/ABI-119].
///
/// # Safety
/// No coroutine runs again.
unsafe fn dispose_data() {
    unsafe extern "C" fn dispose_of(coroutine: *mut c_void) {
        // SAFETY: `dispose_data` passes a live coroutine, with a function of its creator for that.
        unsafe {
            let coroutine = coroutine.cast::<Coroutine>();
            if let Some(dispose) = (*coroutine).extended_dispose.take() {
                dispose(coroutine);
            }
        }
    }
    // SAFETY: the scheduler holds unfinished coroutines, and none ends here, so the list only grows, at its end. A fatal error in such a
    // function has its frames only, of C.
    unsafe {
        each(|c| {
            if (*c).base.extended_dispose.is_none() || (*c).flags.contains(CoroutineFlags::OWN_DATA) {
                return;
            }
            (*c).base.event.flags.insert(EventFlags::CLOSED.union(EventFlags::BAILOUT));
            bailout::catch(dispose_of, c.cast());
            drop(exception::take());
        });
    }
}

/// Main's code has returned, or wants to wait: if it was being unwound, the fatal error goes on.
///
/// # Safety
/// On the process stack with main's engine state, outside main's code or where it may be jumped out of.
#[inline]
pub(super) unsafe fn at_the_bottom() {
    if is_unwinding() {
        // SAFETY: the caller is where main's code may be jumped out of, which is what `go_on` does.
        unsafe { go_on() }
    }
}

#[cold]
unsafe fn go_on() {
    // SAFETY: main's frames from here to the target own nothing, as `at_the_bottom` demands, and none of its code runs again.
    unsafe {
        drop(exception::take());
        (*run_loop()).unwinding = false;
        bailout::end_unwinding();
        abandon_all(ptr::null_mut());
        bailout::raise();
    }
}
