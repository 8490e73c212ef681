//! The scheduler's functions go into the slots of the ABI, and into the table for the run loop. At module start.

use super::{abandon, deadlock, drain, interrupts, launch, shutdown, table};
use crate::abi::register::zend_async_scheduler_register;
use crate::abi::slots;
use crate::abi::*;
use crate::engine::class;
use crate::scheduler::coroutine::{body, cancel, description, finish, spawn};
use crate::scheduler::event::waker;
use crate::scheduler::run::above::{self, Above};
use crate::scheduler::run::{main_stack, microtask, ready, suspend, switch};
use crate::scheduler::scope;
use core::ptr;

static ABOVE: Above = Above {
    body: body::run_jobs,
    fail_to_start: finish::fail_to_start,
    nothing_can_happen: deadlock::resolve,
    give_up: deadlock::give_up,
    look_for_interrupts: interrupts::look,
    fatal_error: abandon::after_fatal_error,
    at_the_bottom: abandon::at_the_bottom,
    launch: launch::launch,
    register_drain: drain::register_drain,
};

/// Fills the scheduler group. At MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register(module: &'static core::ffi::CStr) {
    // SAFETY: all functions keep their slots' contracts.
    unsafe {
        above::set(&ABOVE);
        scope::initialise();
        zend_async_scheduler_register(
            module.as_ptr().cast_mut(),
            false,
            Some(launch_slot),
            Some(spawn::new_coroutine),
            Some(scope::new_scope),
            slots::zend_async_new_context_fn,
            Some(scope::provided::spawn_slot),
            Some(suspend_slot),
            Some(spawn::enqueue_slot),
            Some(ready::resume),
            Some(cancel::cancel),
            Some(scope::wait::after_cancellation),
            Some(scope::throw::spawn_and_throw),
            Some(shutdown::graceful_shutdown),
            Some(waker::zend_async_waker_new),
            Some(waker::zend_async_waker_destroy),
            Some(table::coroutines_table),
            Some(microtask::add),
            Some(description::awaiting_info),
            Some(class_entry),
            slots::zend_async_new_iterator_fn,
            slots::zend_async_new_future_fn,
            slots::zend_async_new_channel_fn,
            slots::zend_async_new_future_obj_fn,
            slots::zend_async_new_channel_obj_fn,
            slots::zend_async_new_group_fn,
            Some(drain::engine_shutdown),
            None,
            None,
            None,
            None,
        );
        slots::zend_async_call_on_main_stack_fn = Some(main_stack::call_on_main_stack);
        slots::zend_async_coroutine_get_execute_data_fn = Some(execute_data);
        slots::zend_async_reactor_tick_fn = Some(switch::reactor_tick);
    }
}

unsafe extern "C" fn launch_slot() -> bool {
    // SAFETY: the slot is called on the PHP thread in a request, outside of coroutines, as `launch` asks; else that refuses.
    unsafe { launch::launch() }
}

unsafe extern "C" fn class_entry(class: AsyncClass) -> *mut ClassEntry {
    class::get(class)
}

unsafe extern "C" fn execute_data(coroutine: *mut Coroutine) -> *mut ExecuteData {
    if coroutine.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: all coroutines are ours.
    unsafe { (*coroutine.cast::<crate::scheduler::CoroutineObject>()).suspended_frame() }
}

/// Slot `suspend` [abi/ABI-113]: waits for the events of the current coroutine's waker.
///
/// # Safety
/// As the slot demands [abi/ABI-113]: on the stack of the current coroutine; with `from_main` as [`drain::after_main`].
unsafe extern "C" fn suspend_slot(from_main: bool, is_bailout: bool) -> bool {
    // SAFETY: the slot's caller promises what `suspend` and, with `from_main`, `after_main` ask for: the stack of the
    // current coroutine, for the latter main's with no PHP frame executing.
    unsafe {
        if from_main {
            return drain::after_main(is_bailout);
        }
        suspend::suspend()
    }
}
