//! Starting the scheduler: the running script becomes the main coroutine [core/SD-10, abi/ABI-111].

use super::alive::others_are_alive;
use super::{autoload, drain};
use crate::abi::*;
use crate::engine::{destruction, exception, ini, shared_tables};
use crate::scheduler::coroutine::object::CoroutineFlags;
use crate::scheduler::coroutine::protect;
use crate::scheduler::coroutine::{make, unfinished};
use crate::scheduler::run::event_loop::event_loop;
use crate::scheduler::run::executions::slabs;
use crate::scheduler::run::phase::phase;
use crate::scheduler::run::run_loop::{MAX_BATCH, run_loop, transition};
use crate::scheduler::run::{large_stack, overflow, stack};
use crate::scheduler::scope;
use crate::scheduler::scope::ScopeObject;
use crate::sim::{self, clock::kernel_ns};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

/// Called at the first launch of a request; set by a higher floor.
static ACTIVATION: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// What to do when a request uses the API for the first time: the libc boundary is put in place then, never before.
pub fn on_first_launch(activate: unsafe fn()) {
    ACTIVATION.store(activate as *mut (), Ordering::Relaxed);
}

/// Warns of settings that cannot be followed; at module start.
pub fn check_settings() {
    if stack::is_absurd(ini::fiber_stack_bytes()) {
        let text =
            c"true_async: fiber.stack_size is larger than any process has room for; coroutines get stacks of 512 KiB";
        // SAFETY: no frame needs dropping, and no user code hears of it.
        unsafe { exception::raise(exception::E_WARNING, text) };
    }
}

/// Launches the scheduler. False with an exception when that is impossible.
///
/// # Safety
/// On the PHP thread in a request, not inside of a callback of the event loop. Suspends nothing; runs start handlers of C code.
#[cold]
pub unsafe fn launch() -> bool {
    // SAFETY: no coroutine exists behind the refusals, so nothing refers to what is set up; globals, run loop and slabs live as long as
    // the thread. `ACTIVATION` is null or was made from an `unsafe fn()`.
    unsafe {
        let globals = globals();
        let refusal = if !(*globals).coroutine.is_null() || (*globals).state == State::Active {
            Some("The scheduler cannot be started when is already enabled")
        } else if (*globals).state == State::Off {
            Some("The operation cannot be executed while async is off")
        } else if !register::zend_async_reactor_is_enabled() {
            Some("The scheduler cannot be started without the Reactor")
        } else {
            None
        };
        if let Some(reason) = refusal {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, reason);
            return false;
        }
        let run_loop = run_loop();
        if !(*phase()).activated {
            sim::begin();
            shared_tables::changing(|| destruction::keep_what_is_used(others_are_alive));
        }
        if !(event_loop().startup)() {
            return false;
        }
        let (asked, unguarded) = (ini::fiber_stack_bytes(), ini::is_on(c"async.unguarded_stacks"));
        let stack_bytes = stack::size_for(asked);
        let chosen = asked != 0 && !stack::is_absurd(asked);
        (*slabs()).spacious.configure(if chosen { 0 } else { large_stack::LARGE_BYTES }, unguarded);
        (*slabs()).usual.configure(stack_bytes, unguarded);
        (*large_stack::pool()).configure(stack_bytes, unguarded);
        overflow::install();
        // The order of the first ones is drawn as well.
        (*run_loop).look_after(if sim::seeded() { 1 } else { MAX_BATCH });
        (*run_loop).batch = MAX_BATCH;
        (*run_loop).last_turn_ns = kernel_ns(libc::CLOCK_MONOTONIC);

        if (*globals).main_scope.is_null() {
            (*globals).main_scope = scope::new(ptr::null_mut()).cast();
        } else {
            scope::reopen_main();
        }
        (*globals).graceful_shutdown = false;
        // In this order: the handles of their objects are used again from the lowest, as the end of a request expects.
        make_scheduler_coroutine();
        make_main_coroutine();
        (*globals).state = State::Active;
        drain::register_drain();
        autoload::install();
        drain::join_end_pass();
        if !(*phase()).activated {
            (*phase()).activated = true;
            let activation = ACTIVATION.load(Ordering::Relaxed);
            if !activation.is_null() {
                core::mem::transmute::<*mut (), unsafe fn()>(activation)();
            }
        }
        crate::scheduler::run::switch_handlers::zend_async_call_main_coroutine_start_handlers((*globals).main_coroutine)
    }
}

unsafe fn make_main_coroutine() {
    // SAFETY: the creation reference is the scheduler's, as for every coroutine.
    unsafe {
        let globals = globals();
        let main = make::new();
        (*main).base.event.flags.insert(EventFlags::COROUTINE_MAIN.union(EventFlags::COROUTINE_STARTED));
        (*main).execution = &raw mut (*run_loop()).main_execution;
        let scope = (*globals).main_scope;
        if let Some(before) = (*scope).before_coroutine_enqueue {
            before(&raw mut (*main).base, scope, ptr::null_mut());
        }
        protect::adopt_early(main);
        unfinished::register(main);
        (*globals).main_coroutine = &raw mut (*main).base;
        transition::run_main(main);
    }
}

/// The scheduler's own coroutine exists for C code that looks at it; it never runs and is in no list.
unsafe fn make_scheduler_coroutine() {
    // SAFETY: coroutine and scope are new; their references move into the globals, from where `retire` releases both.
    unsafe {
        let scheduler = make::new();
        let own: *mut ScopeObject = scope::new(ptr::null_mut());
        scope::set_scheduler_scope(own);
        (*scheduler).base.scope = own.cast();
        (*scheduler).base.event.flags.insert(EventFlags::COROUTINE_STARTED);
        debug_assert!(!(*scheduler).flags.contains(CoroutineFlags::REGISTERED));
        (*globals()).scheduler = &raw mut (*scheduler).base;
    }
}
