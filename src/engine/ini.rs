//! INI values.

use crate::abi::ZString;
use core::ffi::{CStr, c_char};
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_ini_value(name: *const c_char, length: usize) -> *mut *mut ZString;
}

/// The number an ini entry holds now; 0 when there is no such entry.
pub fn long(name: &CStr) -> i64 {
    // SAFETY: zero-terminated name with its length.
    unsafe { ffi::zend_ini_long(name.as_ptr(), name.count_bytes(), 0) }
}

/// Whether a switch is on now, in any spelling that PHP knows (`1`, `on`, `yes`, `true`); off when there is no such entry.
pub fn is_on(name: &CStr) -> bool {
    unsafe extern "C" {
        fn zend_ini_parse_bool(text: *mut ZString) -> bool;
    }
    let slot = value_slot(name);
    // SAFETY: the slot belongs to an ini entry of this request.
    unsafe { !slot.is_null() && !(*slot).is_null() && zend_ini_parse_bool(*slot) }
}

/// The place where an entry keeps its value, stable for the request; null when there is no such entry.
pub fn value_slot(name: &CStr) -> *mut *mut ZString {
    // SAFETY: a zero-terminated name with its length; entries stay in the table of this thread for the request.
    unsafe { true_async_ini_value(name.as_ptr(), name.count_bytes()) }
}

/// The C stack size the user asked for with `fiber.stack_size`, in bytes; 0 when it is not set.
pub fn fiber_stack_bytes() -> usize {
    let slot = value_slot(c"fiber.stack_size");
    // SAFETY: the slot belongs to an ini entry of this request.
    unsafe {
        if slot.is_null() || (*slot).is_null() || (**slot).len == 0 {
            return 0;
        }
        (*super::eg()).fiber_stack_size as usize
    }
}

/// The text of an entry; empty when there is none.
pub fn text(name: &CStr) -> String {
    // SAFETY: an engine string or null.
    unsafe {
        let value = ffi::zend_ini_string_ex(name.as_ptr(), name.count_bytes(), 0, core::ptr::null_mut());
        if value.is_null() { String::new() } else { CStr::from_ptr(value).to_string_lossy().into_owned() }
    }
}
