//! Starting the scheduler: the running script becomes the main coroutine (SD-10, ABI-111).

use super::{autoload, deadlock, run_out, shutdown};
use crate::abi::register::zend_async_scheduler_register;
use crate::abi::slots;
use crate::abi::*;
use crate::engine::{class, destruction, exception, hash, ini, object};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::object::state;
use crate::scheduler::coroutine::{protect, spawn};
use crate::scheduler::event::waker;
use crate::scheduler::run::{large_stack, microtask, overflow, resume, stack, switch};
use crate::scheduler::scope::ScopeObject;
use crate::scheduler::{MAX_BATCH, runtime, scope, sim};
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

/// Fills the scheduler group. At MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register(module: &'static core::ffi::CStr) {
    // SAFETY: all functions keep their slots' contracts.
    unsafe {
        zend_async_scheduler_register(
            module.as_ptr().cast_mut(),
            false,
            Some(launch_slot),
            Some(spawn::new_coroutine),
            Some(scope::new_scope),
            slots::zend_async_new_context_fn,
            Some(spawn::spawn),
            Some(resume::suspend),
            Some(resume::enqueue),
            Some(resume::resume),
            Some(resume::cancel),
            Some(scope::wait::after_cancellation),
            Some(spawn::spawn_and_throw),
            Some(shutdown::graceful_shutdown),
            Some(waker::zend_async_waker_new),
            Some(waker::zend_async_waker_destroy),
            Some(coroutines_table),
            Some(microtask::add),
            Some(deadlock::awaiting_info),
            Some(class_entry),
            None,
            slots::zend_async_new_future_fn,
            slots::zend_async_new_channel_fn,
            slots::zend_async_new_future_obj_fn,
            slots::zend_async_new_channel_obj_fn,
            slots::zend_async_new_group_fn,
            Some(run_out::engine_shutdown),
            None,
            None,
            None,
            None,
        );
        slots::zend_async_call_on_main_stack_fn = Some(switch::call_directly);
        slots::zend_async_coroutine_get_execute_data_fn = Some(execute_data);
        slots::zend_async_reactor_tick_fn = Some(switch::reactor_tick);
    }
}

unsafe extern "C" fn launch_slot() -> bool {
    // SAFETY: forwarded.
    unsafe { launch() }
}

unsafe extern "C" fn class_entry(class: AsyncClass) -> *mut ClassEntry {
    class::get(class)
}

unsafe extern "C" fn execute_data(coroutine: *mut Coroutine) -> *mut ExecuteData {
    // SAFETY: all coroutines are ours.
    unsafe { (*coroutine.cast::<crate::scheduler::CoroutineObject>()).suspended_frame() }
}

/// Slot `get_coroutines`: a borrowed table, object handle to coroutine.
unsafe extern "C" fn coroutines_table() -> *mut Array {
    // SAFETY: the table belongs to the request.
    unsafe {
        let runtime = runtime();
        if (*runtime).table.is_null() {
            (*runtime).table = hash::new_array(8);
        }
        hash::clean((*runtime).table);
        coroutine::each(|c| {
            if !(*c).is_finished() {
                let handle = (*coroutine::to_object(c)).handle;
                hash::set_ptr((*runtime).table, u64::from(handle), c);
            }
        });
        (*runtime).table
    }
}

/// Launches the scheduler. False with an exception when that is impossible.
///
/// # Safety
/// On the PHP thread.
#[cold]
pub unsafe fn launch() -> bool {
    // SAFETY: this thread's state.
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
        let runtime = runtime();
        if !(*runtime).activated {
            sim::begin();
            destruction::keep_what_is_used(crate::scheduler::others_are_alive);
        }
        if !slots::reactor_startup() {
            return false;
        }
        let (asked, unguarded) = (ini::fiber_stack_bytes(), ini::is_on(c"async.unguarded_stacks"));
        let stack_bytes = stack::size_for(asked);
        let chosen = asked != 0 && !stack::is_absurd(asked);
        (*runtime).spacious.configure(if chosen { 0 } else { large_stack::LARGE_BYTES }, unguarded);
        (*runtime).slabs.configure(stack_bytes, unguarded);
        (*runtime).large_stacks.configure(stack_bytes, unguarded);
        overflow::install();
        // The order of the first ones is drawn as well.
        (*runtime).until_reactor = if sim::seeded() { 1 } else { MAX_BATCH };
        (*runtime).batch = MAX_BATCH;
        (*runtime).last_turn_ns = switch::monotonic_ns();

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
        run_out::register_drain();
        autoload::install();
        run_out::join_end_pass();
        if !(*runtime).activated {
            (*runtime).activated = true;
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
        let main = coroutine::new();
        (*main).base.event.flags.insert(EventFlags::COROUTINE_MAIN.union(EventFlags::COROUTINE_STARTED));
        (*main).context = &raw mut (*runtime()).main_context;
        let scope = (*globals).main_scope;
        if let Some(before) = (*scope).before_coroutine_enqueue {
            before(&raw mut (*main).base, scope, ptr::null_mut());
        }
        protect::adopt_early(main);
        coroutine::register(main);
        (*globals).main_coroutine = &raw mut (*main).base;
        (*globals).coroutine = &raw mut (*main).base;
    }
}

/// The scheduler's own coroutine exists for C code that looks at it; it never runs and is in no list.
unsafe fn make_scheduler_coroutine() {
    // SAFETY: forwarded.
    unsafe {
        let scheduler = coroutine::new();
        let own: *mut ScopeObject = scope::new(ptr::null_mut());
        scope::set_scheduler_scope(own);
        (*scheduler).base.scope = own.cast();
        (*scheduler).base.event.flags.insert(EventFlags::COROUTINE_STARTED);
        debug_assert!((*scheduler).state & state::REGISTERED == 0);
        (*globals()).scheduler = &raw mut (*scheduler).base;
    }
}

/// The run has ended: the scheduler can be launched again (SD-12). The main scope stays, and its context with it (CX-1).
///
/// # Safety
/// No coroutine is left.
pub(in crate::scheduler) unsafe fn retire() {
    // SAFETY: everything here was made by `launch`.
    unsafe {
        let globals = globals();
        let scheduler = ptr::replace(&raw mut (*globals).scheduler, ptr::null_mut());
        if !scheduler.is_null() {
            let own = ptr::replace(&raw mut (*scheduler).scope, ptr::null_mut());
            object::release(coroutine::to_object(scheduler.cast()));
            crate::scheduler::event::reference::release(&raw mut (*own).event);
        }
        (*globals).coroutine = ptr::null_mut();
        (*globals).main_coroutine = ptr::null_mut();
        (*globals).graceful_shutdown = false;
        (*globals).in_scheduler_context = false;
        (*globals).state = State::Ready;
    }
}
