//! What this extension adds to PHP's class `Fiber` (core 19): turns for others, and `getCoroutine()`.

use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::handlers;
use crate::engine::replace::{Original, method};
use crate::engine::{args, fiber, object};
use crate::scheduler::coroutine;
use crate::scheduler::fiber::{coroutine_of, drive};
use core::ptr;

static START: Original = Original::new();
static RESUME: Original = Original::new();
static THROW: Original = Original::new();

/// # Safety
/// Module start.
pub unsafe fn register() {
    // SAFETY: single-threaded; the class exists before any module.
    unsafe {
        fiber::module_startup(get_coroutine);
        method(fiber::class(), c"start", start, &START);
        method(fiber::class(), c"resume", resume, &RESUME);
        method(fiber::class(), c"throw", throw, &THROW);
    }
}

unsafe extern "C" fn start(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe { drive(&START, true, call, result) }
}

unsafe extern "C" fn resume(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe { drive(&RESUME, false, call, result) }
}

unsafe extern "C" fn throw(call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe { drive(&THROW, false, call, result) }
}

handlers! {
    fn get_coroutine(call) {
        if !args::none(call) {
            return;
        }
        // SAFETY: a method call on a Fiber; the caller gets a reference of its own.
        unsafe {
            let found = coroutine_of(call.this());
            call.set_object(if found.is_null() { ptr::null_mut() } else { object::add_ref(coroutine::to_object(found)) });
        }
    }
}
