//! Putting wrappers around functions and object handlers that may recurse deeply in C. What the wrappers do, and which
//! functions they serve, is decided above.

use super::entry::Handler;
use crate::abi::{ExecuteData, Object, ObjectHandlers, Zval};
use core::ffi::{c_char, c_int, c_void};
use core::mem::transmute;
use core::sync::atomic::{AtomicUsize, Ordering};
use ext_php_rs::ffi;

/// Chooses the wrapper of a function by class name (empty for functions), name in lower case, and whether it has a parameter
/// that is a callable.
pub type Choose = unsafe extern "C" fn(*const c_char, usize, *const c_char, usize, bool) -> Option<Handler>;

pub type Free = unsafe extern "C" fn(*mut Object);
pub type Compare = unsafe extern "C" fn(*mut ffi::zval, *mut ffi::zval) -> c_int;

unsafe extern "C" {
    fn true_async_deep_startup() -> c_int;
    fn true_async_wrap_functions(choose: Choose);
    fn true_async_is_small(value: *const Zval, budget: *mut c_int) -> bool;
    fn true_async_handlers_of(name: *const c_char, length: usize) -> *const ObjectHandlers;
    fn true_async_std_handlers() -> *const ObjectHandlers;
    fn true_async_write_handler(field: *mut *mut c_void, value: *mut c_void) -> bool;
}

/// Which of the fields that the engine reserves for extensions is ours.
static FIELD: AtomicUsize = AtomicUsize::new(0);

/// At module start.
///
/// # Safety
/// Single-threaded.
pub unsafe fn module_startup() {
    // SAFETY: asks the engine for a number.
    let field = unsafe { true_async_deep_startup() };
    FIELD.store(usize::try_from(field).unwrap_or(0), Ordering::Relaxed);
}

/// Wraps what `choose` has a wrapper for, in the tables of this thread. Once more does nothing.
///
/// # Safety
/// All modules have started, no user code has run on this thread.
pub unsafe fn wrap_functions(choose: Choose) {
    // SAFETY: forwarded.
    unsafe { true_async_wrap_functions(choose) }
}

/// The handler that a wrapper wraps.
///
/// # Safety
/// The frame of a call that the wrapper serves.
#[inline(always)]
pub unsafe fn wrapped(frame: *mut ExecuteData) -> Handler {
    // SAFETY: the field was filled before the wrapper could be called; copies of the function have it too.
    unsafe {
        let function = &raw const (*(*frame).func).internal_function;
        transmute::<*mut c_void, Handler>((*function).reserved[FIELD.load(Ordering::Relaxed)])
    }
}

/// Calls what a wrapper wraps.
///
/// # Safety
/// The arguments of the wrapper.
#[inline(always)]
pub unsafe fn call_wrapped(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: forwarded.
    unsafe { wrapped(frame)(frame, result) }
}

/// Whether a value has at most `budget` elements in all, and no objects. Cheaper than changing stacks.
///
/// # Safety
/// A live value.
pub unsafe fn is_small(value: *const Zval, budget: c_int) -> bool {
    let mut budget = budget;
    // SAFETY: forwarded.
    unsafe { true_async_is_small(value, &raw mut budget) }
}

/// The table of handlers of an internal class, named in lower case, or null. May make an object for a moment.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn handlers_of(class: &str) -> *const ObjectHandlers {
    // SAFETY: forwarded.
    unsafe { true_async_handlers_of(class.as_ptr().cast(), class.len()) }
}

/// The table that most objects have.
pub fn std_handlers() -> *const ObjectHandlers {
    // SAFETY: an address.
    unsafe { true_async_std_handlers() }
}

/// Replaces the handler that frees objects; false where the table cannot be written.
///
/// # Safety
/// A table of the engine's or of a class; `free` does what the one before did.
pub unsafe fn set_free(table: *const ObjectHandlers, free: Free) -> bool {
    // SAFETY: a field with a function pointer.
    unsafe { true_async_write_handler((&raw const (*table).free_obj).cast_mut().cast(), free as *mut c_void) }
}

/// As [`set_free`], the handler that compares.
///
/// # Safety
/// As [`set_free`].
pub unsafe fn set_compare(table: *const ObjectHandlers, compare: Compare) -> bool {
    // SAFETY: a field with a function pointer.
    unsafe { true_async_write_handler((&raw const (*table).compare).cast_mut().cast(), compare as *mut c_void) }
}
