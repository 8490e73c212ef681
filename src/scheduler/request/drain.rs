//! The end of a script: coroutines that are left run to their end [core 17, abi/ABI-123].
//!
//! ```text
//!   script body ends -> after_script: main ends, drain, exit exception left pending -> PHP reports it
//!   user shutdown functions; the last entry of the list is ours -> drain, report here
//!   destructors of what is left -> drain after the one that launched the scheduler, report here
//!   output buffers are flushed: runtime off (before the first callback, else at RSHUTDOWN)
//! ```
//!
//! A drain runs the trampoline until nothing is left. After a fatal error nothing is drained: stacks are abandoned and
//! no PHP code of any coroutine runs again [core/SH-31, core/SH-32].

use super::table;
use super::{abandon, at_end, escape, interrupts, shutdown, unwind};
use crate::abi::*;
use crate::engine::destruction::{self, EndPass, Step};
use crate::engine::exception::{self, E_CORE_WARNING};
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::per_thread::per_thread;
use crate::engine::state::PendingException;
use crate::engine::{autoload, bailout, executor, frame, object, output, zone};
use crate::scheduler::coroutine::handoff::{self, WhenThrown, Work};
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject, to_object};
use crate::scheduler::coroutine::{finish, protect};
use crate::scheduler::event::reference;
use crate::scheduler::request::collect;
use crate::scheduler::run::above::above;
use crate::scheduler::run::event_loop::event_loop;
use crate::scheduler::run::phase::{Phase, phase};
use crate::scheduler::run::run_loop::{is_unwinding, run_loop, transition};
use crate::scheduler::run::{executions, microtask, scheduler_context, switch};
use crate::scheduler::scope;
use crate::sim;
use core::ffi::c_void;
use core::ptr;
use std::ffi::CString;

per_thread!(fn end_pass() -> *mut EndPass = EndPass::NEW);

/// What the script ended with, apart from coroutines.
struct Ending {
    /// The token of `exit`, to be handed back to PHP; owned. Others run while it is kept, so it is a pointer.
    exit_token: *mut Object,
    /// The user's exception handler was called: what fails after that is reported.
    handled: bool,
}

impl Ending {
    /// Takes the pending exception; the token of `exit` is kept here instead.
    unsafe fn take_pending(&mut self) -> Option<OwnedObject> {
        // SAFETY: what is pending is alive.
        unsafe {
            let taken = exception::take()?;
            if exception::is_cancellation(taken.as_ptr()) {
                return Some(taken);
            }
            (*phase()).ended_early = true;
            if !exception::is_exit(taken.as_ptr()) {
                return Some(taken);
            }
            self.keep_token(taken);
            None
        }
    }

    /// Keeps a token of `exit` in place of an earlier one.
    unsafe fn keep_token(&mut self, token: OwnedObject) {
        // SAFETY: the ending owns the earlier one, and gives it up.
        unsafe { object::release(ptr::replace(&raw mut self.exit_token, token.into_raw())) }
    }
}

/// Start of a request.
///
/// # Safety
/// RINIT.
pub unsafe fn request_startup() {
    // SAFETY: RINIT: no coroutine, wait or note exists that could refer to what is reset here; what the last request left in these
    // places is overwritten unread.
    unsafe {
        crate::engine::state::request_startup();
        zone::reset();
        *phase() = Phase::NEW;
        collect::forget();
        *end_pass() = EndPass::NEW;
        protect::forget_early();
        // What a fatal error left in it went with the memory of that request.
        scope::structure::forget_all();
        escape::begin();
        at_end::forget_all();
        scope::timeout::begin();
        interrupts::forget_all();
        (*globals()).state = State::Ready;
        executor::install(executor::Hooks {
            after_earlier_file,
            after_script,
            script_bailed_out,
            before_late_call,
            after_late_call,
        });
    }
}

/// A file has ended that another one was to follow. Where an exception has left it, PHP runs none of them, unless the user's
/// handler takes it: this was the end of the script's body then. Nor is there one after a cancellation [core/EX-3], which PHP
/// does not know and would report; an `exit` stands for it.
unsafe fn after_earlier_file() {
    // SAFETY: as in `after_script`; nothing is pending when the exit is put there.
    unsafe {
        let pending = exception::pending();
        if pending.is_null() {
            return;
        }
        let is_cancelled = exception::is_cancellation(pending);
        if exception::user_handler_set() && !is_cancelled && !exception::is_exit(pending) {
            return;
        }
        after_script();
        if is_cancelled && exception::pending().is_null() {
            exception::set_pending(Some(exception::new_exit()));
        }
    }
}

/// The script body has ended, normally, by exception or by exit; the exception is pending.
unsafe fn after_script() {
    // SAFETY: the hook is called on the process stack, where main runs, with nothing of ours on it that a bailout could leave behind.
    unsafe {
        if is_unwinding() {
            // As after a bailout of its own.
            await_shutdown();
        }
        abandon::at_the_bottom();
        drain(true);
        await_shutdown();
    }
}

/// The script body ended in a fatal error.
unsafe fn script_bailed_out() {
    // SAFETY: the hook is called on the process stack with main's engine state, outside of all coroutines: the jump has left them.
    unsafe {
        unwind::failed_again();
        protect::forget_early();
        abandon::abandon_all(ptr::null_mut());
        await_shutdown();
    }
}

unsafe fn await_shutdown() {
    // SAFETY: the script has ended, but not the request, so the list of shutdown functions may still grow.
    unsafe {
        if executor::has_shutdown_functions() {
            register_drain();
        }
        executor::await_late_calls();
    }
}

/// The engine is about to call a function. When that is an output callback, destructors are over [core/SH-7, core/SD-12].
unsafe fn before_late_call() {
    // SAFETY: the hook is called on the process stack, and in shutdown no coroutine's code is below it.
    unsafe {
        if executor::in_shutdown() && output::in_callback() {
            switch_off();
        }
    }
}

/// A function that the engine has called after the script has returned, or an exception has left it. A cancellation ends
/// it silently [core/EX-3]. What it has started is run to its end now, unless shutdown functions are to come before [core/SH-4].
unsafe fn after_late_call() {
    // SAFETY: the hook is called on the process stack, behind a call of the engine's own: no frame of PHP code is executing.
    unsafe {
        if is_unwinding() {
            executor::await_late_calls();
        }
        abandon::at_the_bottom();
        if !executor::in_shutdown() {
            // PHP's exception handler [core/SH-10], which may also have registered the first shutdown function.
            drain(false);
            await_shutdown();
        } else if in_shutdown_functions() {
            drop_cancellation();
            // Anything else ends all shutdown functions, as without coroutines, and PHP reports what is left pending.
            if !exception::pending().is_null() {
                (*phase()).shutdown_functions_over = true;
                drain(false);
            }
        } else {
            after_destructor();
        }
    }
}

/// Whether the engine calls shutdown functions now.
fn in_shutdown_functions() -> bool {
    // SAFETY: the phase of a thread lives as long as the thread; one field is copied.
    let over = unsafe { (*phase()).shutdown_functions_over };
    !over && executor::in_shutdown() && executor::has_shutdown_functions()
}

/// A destructor that the engine has called has returned. If it has launched the scheduler, everything that is left happens
/// now: behind the last destructor the engine writes what output buffers hold.
unsafe fn after_destructor() {
    // SAFETY: on the process stack, no frame is executing.
    unsafe {
        drop_cancellation();
        if (*globals()).state == State::Active {
            frame::with_bottom(|| {
                if !exception::pending().is_null() {
                    (*end_pass()).stop();
                } else if (*phase()).end_pass_begun {
                    handoff::start_here(end_pass_work());
                }
                finish_end_pass();
            });
        }
    }
}

/// What is pending ends the main coroutine; the others run to their end, and what the script ended with is pending again.
unsafe fn drain(call_user_handler: bool) {
    // SAFETY: the frame keeps exceptions thrown while draining from being fatal on the spot.
    unsafe {
        let pending = exception::pending();
        (*phase()).ended_early |= !pending.is_null() && !exception::is_cancellation(pending);
        launch_for_microtasks();
        if (*globals()).state != State::Active {
            drop_cancellation();
            return;
        }
        if !pending.is_null() && bailout::memory_exhausted() && exception::is_exit(pending) {
            abandon::abandon_all(ptr::null_mut());
            return;
        }
        let ending = frame::with_bottom(|| end_run(call_user_handler));
        let failure = take_exit_exception();
        let exit_token = OwnedObject::from_nullable(ending.exit_token);
        match failure {
            Some(failure) => {
                // It has no destructor.
                drop(exit_token);
                if ending.handled {
                    exception::report_uncaught(failure);
                } else {
                    exception::set_pending(Some(failure));
                }
            }
            None if exit_token.is_some() => exception::set_pending(exit_token),
            None => (),
        }
    }
}

/// Microtasks that were added without a launch run in the drain [abi/ABI-192].
unsafe fn launch_for_microtasks() {
    // SAFETY: behind the script, no PHP frame is executing; what is pending waits on this frame. A bailout leaves frames that own nothing.
    unsafe {
        if (*globals()).state != State::Ready || (*run_loop()).microtasks.is_empty() || bailout::unclean_shutdown() {
            return;
        }
        let pending = PendingException::take();
        frame::with_bottom(|| {
            if !(above().launch)() {
                drop(exception::take());
            }
        });
        pending.put_back();
    }
}

/// A cancellation that leaves the script ends it silently, with or without coroutines [core/EX-3].
unsafe fn drop_cancellation() {
    // SAFETY: what is pending on this thread is taken, and the reference given back at once.
    unsafe {
        let pending = exception::pending();
        if !pending.is_null() && exception::is_cancellation(pending) {
            drop(exception::take());
        }
    }
}

/// Appends our drain behind the shutdown functions that are registered now.
///
/// # Safety
/// A request is active.
pub(in crate::scheduler) unsafe fn register_drain() {
    // SAFETY: the engine copies the entry.
    unsafe {
        // In destructors it is too late.
        if executor::in_shutdown() && !in_shutdown_functions() {
            return;
        }
        if !(*phase()).drain_registered {
            (*phase()).drain_registered = true;
            executor::append_shutdown_function(shutdown_function);
        }
    }
}

/// Our entry among the shutdown functions. Goes to the end of the list until it is the last one [core/SH-4].
unsafe extern "C" fn shutdown_function(_: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine as an internal function.
    unsafe {
        result.write(Zval::NULL);
        if !executor::is_last_shutdown_function(shutdown_function) {
            executor::append_shutdown_function(shutdown_function);
            return;
        }
        scope::after_fatal_error();
        launch_for_microtasks();
        if (*globals()).state == State::Active {
            drain_and_report();
        }
        if !executor::is_last_shutdown_function(shutdown_function) {
            // A coroutine has registered another one.
            executor::append_shutdown_function(shutdown_function);
            return;
        }
        (*phase()).shutdown_functions_over = true;
        destruct_what_is_left();
        // The engine does not look for functions that destructors register.
        executor::drop_later_shutdown_functions(shutdown_function);
    }
}

/// Destructs what is left, as the engine is about to, but so that a destructor that suspends holds up no other [core/GC-23].
unsafe fn destruct_what_is_left() {
    // SAFETY: the script and its shutdown functions have ended; nothing is running.
    unsafe {
        // Without coroutines the engine does it; a destructor that launches the scheduler joins in (`join_end_pass`).
        if (*phase()).activated && !(*phase()).end_pass_begun && !bailout::unclean_shutdown() && destruction::pending()
        {
            (*phase()).end_pass_begun = true;
            destruct_in_passes();
        }
    }
}

/// One pass over the objects, and another one as long as Fibers and generators had to wait for suspended destructors.
unsafe fn destruct_in_passes() {
    // SAFETY: the script has ended, so no frame is executing when a pass begins; the pass is this thread's and nothing borrows it.
    unsafe {
        loop {
            (*end_pass()).begin();
            if !(above().launch)() {
                drop(exception::take());
                return;
            }
            handoff::start_here(end_pass_work());
            let failed = drain_and_report();
            if failed || !(*end_pass()).is_over() {
                // As in stock PHP, nothing more is destructed after an exception or `exit`.
                destruction::bail_out();
                return;
            }
            if !(*end_pass()).has_postponed() {
                return;
            }
        }
    }
}

/// The scheduler was launched by a destructor that the engine has called at the end: if it suspends, the others go on.
///
/// # Safety
/// The scheduler is active.
pub(in crate::scheduler) unsafe fn join_end_pass() {
    // SAFETY: the pass begins anew and finds what is still left.
    unsafe {
        if !(*phase()).end_pass_begun && !in_shutdown_functions() && destruction::in_end_pass() {
            (*phase()).end_pass_begun = true;
            (*end_pass()).begin();
            handoff::start_when_suspended(end_pass_work());
        }
    }
}

/// Destructs object after object. As in stock PHP, the first exception is the end of it, but a cancellation is absorbed
/// [core/EH-5], and one that leaves a Fiber is only reported.
fn end_pass_work() -> Work {
    unsafe fn destruct_next(pass: *mut c_void) -> bool {
        // SAFETY: the pass of this thread.
        unsafe {
            let step = EndPass::next(pass.cast());
            drop_cancellation();
            if step == Step::AFiber {
                let pending = exception::pending();
                if !pending.is_null()
                    && !exception::is_exit(pending)
                    && let Some(thrown) = exception::take()
                {
                    exception::report_uncaught(thrown);
                }
            }
            step != Step::NothingLeft
        }
    }
    let pass = end_pass();
    Work::with_one_end(pass.cast(), destruct_next, WhenThrown::Stop)
}

/// A drain at a place where PHP does not report exceptions: they are reported here, as PHP would. Whether there was one.
unsafe fn drain_and_report() -> bool {
    // SAFETY: exceptions are consumed by the report.
    unsafe {
        let ending = end_run(true);
        object::release(ending.exit_token);
        let Some(failure) = take_exit_exception() else { return ending.handled };
        if ending.handled || !exception::user_handler_set() {
            exception::report_uncaught(failure);
            return true;
        }
        exception::set_pending(Some(failure));
        exception::call_user_handler();
        let left = if (*globals()).state == State::Active {
            object::release(end_run(false).exit_token);
            take_exit_exception()
        } else {
            exception::take()
        };
        if let Some(failure) = left {
            exception::report_uncaught(failure);
        }
        true
    }
}

/// Ends the main coroutine and runs everything else to its end [core/SH-1, core/SH-2].
unsafe fn end_run(call_user_handler: bool) -> Ending {
    // SAFETY: the script has ended, so main's own code is over: its stack, the process stack, is free for the trampoline.
    unsafe {
        let globals = globals();
        let mut ending = Ending { exit_token: ptr::null_mut(), handled: false };
        // Handlers and notes may suspend: meanwhile the reference lies here as a pointer.
        let mut failure = ending.take_pending().into_nullable();
        if call_user_handler
            && !failure.is_null()
            && !exception::is_cancellation(failure)
            && exception::user_handler_set()
        {
            // The user's exception handler comes before the exit exception, as in stock PHP [core/SH-10].
            exception::set_pending(OwnedObject::from_nullable(failure));
            exception::call_user_handler();
            failure = ending.take_pending().into_nullable();
            ending.handled = true;
        }
        let main = (*globals).main_coroutine.cast::<CoroutineObject>();
        transition::run_main(main);
        let exits_all = (*main).flags.contains(CoroutineFlags::EXITS_ALL);
        if let Some(exit) = at_end::run_of_main() {
            (*phase()).ended_early = true;
            ending.keep_token(exit);
        }
        if (*main).is_queued() {
            transition::leave_queue(main);
        }
        finish::finish(main, OwnedObject::from_nullable(failure));
        (*globals).main_coroutine = ptr::null_mut();
        if exits_all {
            shutdown::begin(None);
        }
        switch::trampoline(run_loop(), ptr::null_mut(), ptr::null_mut());
        retire();
        ending
    }
}

fn take_exit_exception() -> Option<OwnedObject> {
    // SAFETY: the globals of a thread live as long as the thread, and own a reference, which moves out.
    unsafe { OwnedObject::from_nullable(ptr::replace(&raw mut (*globals()).exit_exception, ptr::null_mut())) }
}

/// `suspend(true, is_bailout)`: the drain for embedders that drive a request themselves [abi/ABI-123].
///
/// # Safety
/// On the process stack, outside any coroutine but main; no PHP frame is executing.
pub(in crate::scheduler) unsafe fn after_main(is_bailout: bool) -> bool {
    // SAFETY: the caller is where `end_run` and `abandon_all` may be called, with no PHP frame executing, as `with_bottom` asks. A
    // bailout leaves frames that own nothing.
    unsafe {
        if !is_bailout {
            launch_for_microtasks();
        }
        if (*globals()).state != State::Active {
            return exception::pending().is_null();
        }
        if is_bailout {
            abandon::abandon_all(ptr::null_mut());
            bailout::raise();
        }
        let ending = frame::with_bottom(|| end_run(true));
        object::release(ending.exit_token);
        if let Some(failure) = take_exit_exception() {
            exception::throw(failure);
        }
        exception::pending().is_null()
    }
}

/// What the engine's pass over the objects has started is run to its end, and what it left to suspended destructors follows when
/// they have ended; after a failure or `exit` never. Reports what failed.
unsafe fn finish_end_pass() {
    // SAFETY: on the process stack; the scheduler is active.
    unsafe {
        let stopped = (*end_pass()).is_stopped();
        if drain_and_report() || stopped {
            destruction::bail_out();
        } else if destruction::pending() {
            destruct_in_passes();
        }
    }
}

/// Nothing can be launched any more [core/SH-7]. What was started late is run to its end before.
unsafe fn switch_off() {
    // SAFETY: RSHUTDOWN, or an output callback at the end: on the process stack, and no coroutine's code is below this.
    unsafe {
        if (*globals()).state == State::Active {
            if bailout::unclean_shutdown() {
                abandon::abandon_all(ptr::null_mut());
                destruction::bail_out();
            } else {
                frame::with_bottom(|| finish_end_pass());
            }
        }
        (*phase()).closing = true;
        (*globals()).state = State::Off;
        scope::release_main();
    }
}

/// End of the request.
///
/// # Safety
/// RSHUTDOWN.
pub unsafe fn request_shutdown() {
    // SAFETY: RSHUTDOWN: behind `switch_off` no coroutine is left, so nothing stands in the queues and the engine state that go.
    unsafe {
        switch_off();
        if !bailout::unclean_shutdown() {
            drop(frame::with_bottom(|| at_end::run_of_main()));
        }
        engine_shutdown();
        autoload::remove();
        executions::trim_idle();
        sim::end();
        (*run_loop()).main_execution.state.free();
        table::release();
        executor::request_shutdown();
    }
}

/// Slot `engine_shutdown`: stops the event loop and drops the queues.
///
/// # Safety
/// The state is OFF or nothing is running.
pub(in crate::scheduler) unsafe extern "C" fn engine_shutdown() -> bool {
    // SAFETY: no coroutine runs or will run, so nothing takes from the queues that are emptied; a core warning does not jump.
    unsafe {
        scope::forget_alarms();
        (event_loop().shutdown)();
        let run_loop = run_loop();
        warn_if_left(microtask::discard_all(run_loop), "microtasks were not executed");
        warn_if_left((*run_loop).queue.len(), "deferred coroutines were not executed");
        (*run_loop).queue.clear();
    }
    true
}

unsafe fn warn_if_left(count: usize, what: &str) {
    if count > 0 {
        let message = CString::new(format!("{count} {what}")).unwrap_or_default();
        // SAFETY: a core warning does not jump.
        unsafe { exception::raise(E_CORE_WARNING, &message) };
    }
}

/// The run has ended: the scheduler can be launched again [core/SD-12]. The main scope stays, and its context with it [core/CX-1].
unsafe fn retire() {
    // SAFETY: `launch` has made these, and no coroutine is left that would use them: the reference that it keeps on each is given back.
    unsafe {
        let globals = globals();
        let scheduler = ptr::replace(&raw mut (*globals).scheduler, ptr::null_mut());
        if !scheduler.is_null() {
            let own = ptr::replace(&raw mut (*scheduler).scope, ptr::null_mut());
            object::release(to_object(scheduler.cast()));
            reference::release(&raw mut (*own).event);
        }
        transition::run_none();
        (*globals).main_coroutine = ptr::null_mut();
        (*globals).graceful_shutdown = false;
        scheduler_context::forget();
        (*globals).state = State::Ready;
    }
}
