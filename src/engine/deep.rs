//! Values and object handlers that may make C code recurse deeply. What is done about it is decided above.

use super::eg;
use crate::abi::{Object, ObjectHandlers, Zval};
use core::ffi::{c_char, c_int, c_void};
use ext_php_rs::ffi;

pub type Free = unsafe extern "C" fn(*mut Object);
pub type Compare = unsafe extern "C" fn(*mut ffi::zval, *mut ffi::zval) -> c_int;

unsafe extern "C" {
    fn true_async_is_small(value: *const Zval, budget: *mut c_int) -> bool;
    fn true_async_handlers_of(name: *const c_char, length: usize) -> *const ObjectHandlers;
    fn true_async_std_handlers() -> *const ObjectHandlers;
    fn true_async_write_handler(field: *mut *mut c_void, value: *mut c_void) -> bool;
}

/// Whether a value has at most `budget` elements in all, and no objects. Cheaper than changing stacks.
///
/// # Safety
/// A live value.
pub unsafe fn is_small(value: *const Zval, budget: c_int) -> bool {
    let mut budget = budget;
    // SAFETY: the value is alive, as demanded; counting its elements runs no PHP code, and the budget lies on this frame.
    unsafe { true_async_is_small(value, &raw mut budget) }
}

/// The table of handlers of an internal class, named in lower case, or null. May make an object for a moment.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn handlers_of(class: &str) -> *const ObjectHandlers {
    // SAFETY: a request is active, as demanded, so an object can be made; it goes again before this returns, without a
    // destructor of PHP code.
    unsafe { true_async_handlers_of(class.as_ptr().cast(), class.len()) }
}

/// The table that most objects have.
pub fn std_handlers() -> *const ObjectHandlers {
    // SAFETY: an address.
    unsafe { true_async_std_handlers() }
}

/// Whether this request has had no more objects at one time than that.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn objects_at_most(count: u32) -> bool {
    // SAFETY: this thread's executor globals; handles of objects are counted from 1, and used again.
    unsafe { (*eg()).objects_store.top <= count + 1 }
}

/// Replaces the handler that frees objects; false where the table cannot be written.
///
/// # Safety
/// A table of the engine's or of a class; `free` does what the one before did.
pub unsafe fn set_free(table: *const ObjectHandlers, free: Free) -> bool {
    // SAFETY: the table exists as long as its class, and the address is that of the field for functions of this very type.
    unsafe { true_async_write_handler((&raw const (*table).free_obj).cast_mut().cast(), free as *mut c_void) }
}

/// As [`set_free`], the handler that destroys objects before they are freed.
///
/// # Safety
/// As [`set_free`].
pub unsafe fn set_destroy(table: *const ObjectHandlers, destroy: Free) -> bool {
    // SAFETY: the table exists as long as its class, and the address is that of the field for functions of this very type.
    unsafe { true_async_write_handler((&raw const (*table).dtor_obj).cast_mut().cast(), destroy as *mut c_void) }
}

/// As [`set_free`], the handler that compares.
///
/// # Safety
/// As [`set_free`].
pub unsafe fn set_compare(table: *const ObjectHandlers, compare: Compare) -> bool {
    // SAFETY: the table exists as long as its class, and the address is that of the field for functions of this very type.
    unsafe { true_async_write_handler((&raw const (*table).compare).cast_mut().cast(), compare as *mut c_void) }
}
