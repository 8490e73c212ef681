//! What this extension adds to PHP's classes `Fiber` (turns for others, `getCoroutine()`) and `Generator` (core 19).

use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::handlers;
use crate::engine::replace::{Original, method};
use crate::engine::{args, fiber, generator, object};
use crate::scheduler::fiber::{coroutine_of, drive};
use crate::scheduler::{self, coroutine};
use core::ptr;

static START: Original = Original::new();
static RESUME: Original = Original::new();
static THROW: Original = Original::new();
static GENERATOR_THROW: Original = Original::new();

/// # Safety
/// Module start.
pub unsafe fn register() {
    // SAFETY: MINIT, as this function demands: no other thread calls these methods yet; the engine has made both classes before.
    unsafe {
        fiber::module_startup(get_coroutine);
        method(fiber::class(), c"start", start, &START);
        method(fiber::class(), c"resume", resume, &RESUME);
        method(fiber::class(), c"throw", throw, &THROW);
        method(generator::class(), c"throw", throw_into_generator, &GENERATOR_THROW);
    }
}

unsafe extern "C" fn start(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this as the method of Fiber in whose place `register` has put it, with that method's arguments.
    unsafe { drive(&START, true, call, result) }
}

unsafe extern "C" fn resume(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this as the method of Fiber in whose place `register` has put it, with that method's arguments.
    unsafe { drive(&RESUME, false, call, result) }
}

unsafe extern "C" fn throw(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this as the method of Fiber in whose place `register` has put it, with that method's arguments.
    unsafe { drive(&THROW, false, call, result) }
}

unsafe extern "C" fn throw_into_generator(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this as `Generator::throw()`, in whose place `register` has put it, with that method's arguments.
    unsafe { scheduler::fiber::throw_into_generator(&GENERATOR_THROW, call, result) }
}

handlers! {
    fn get_coroutine(call) {
        if !args::none(call) {
            return;
        }
        // SAFETY: `register` has added this to the class Fiber alone. The frame holds the Fiber, and this its coroutine; the caller gets a
        // reference of its own.
        unsafe {
            let found = coroutine_of(call.this());
            call.set_object(if found.is_null() { ptr::null_mut() } else { object::add_ref(coroutine::to_object(found)) });
        }
    }
}
