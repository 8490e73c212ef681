//! Replacing the handlers of PHP's own functions and methods. The engine finds handlers through its function tables, so
//! a replacement serves every call; where it has nothing to add it calls the original.

use super::entry::Handler;
use crate::abi::{ClassEntry, ExecuteData, Zval};
use core::ffi::{CStr, c_char};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_find_function(name: *const c_char, length: usize) -> *mut ffi::zend_internal_function;
    fn true_async_find_method(
        ce: *mut ClassEntry,
        name: *const c_char,
        length: usize,
    ) -> *mut ffi::zend_internal_function;
}

/// The handler that was in place before ours.
pub struct Original(AtomicPtr<()>);

impl Original {
    pub const fn new() -> Original {
        Original(AtomicPtr::new(ptr::null_mut()))
    }

    /// # Safety
    /// The function was replaced; the arguments are those of its handler.
    #[inline]
    pub unsafe fn call(&self, frame: *mut ExecuteData, result: *mut Zval) {
        // SAFETY: stored by `put` before ours could be called.
        unsafe { core::mem::transmute::<*mut (), Handler>(self.0.load(Ordering::Relaxed))(frame, result) }
    }
}

/// Replaces a function in the table of this thread; false when there is no such function. Idempotent. At module
/// start that is the table from which the tables of all threads are copied.
///
/// # Safety
/// Module start, or the start of a request.
pub unsafe fn function(name: &CStr, ours: Handler, original: &Original) -> bool {
    // SAFETY: no PHP code of this thread runs yet, as demanded, so the function is not being called; what is found is
    // internal, and so has a handler.
    unsafe { put(true_async_find_function(name.as_ptr(), name.count_bytes()), ours, original) }
}

/// Replaces a method, named in lower case. All threads share it.
///
/// # Safety
/// Module start.
pub unsafe fn method(ce: *mut ClassEntry, name: &CStr, ours: Handler, original: &Original) -> bool {
    // SAFETY: module start, as demanded: no other thread reads the methods of the class yet; what is found is internal, and
    // so has a handler.
    unsafe { put(find_method(ce, name), ours, original) }
}

/// The description of an internal method, named in lower case, or null.
///
/// # Safety
/// A class entry of a class that still exists.
pub unsafe fn find_method(ce: *mut ClassEntry, name: &CStr) -> *mut ffi::zend_internal_function {
    // SAFETY: the class exists, as demanded; the name is read during the call only.
    unsafe { true_async_find_method(ce, name.as_ptr(), name.count_bytes()) }
}

unsafe fn put(function: *mut ffi::zend_internal_function, ours: Handler, original: &Original) -> bool {
    if function.is_null() {
        return false;
    }
    // SAFETY: both types describe the native signature of a PHP function.
    unsafe {
        let handler = (&raw mut (*function).handler).cast::<Handler>();
        if *handler as *const () != ours as *const () {
            original.0.store(*handler as *mut (), Ordering::Relaxed);
            *handler = ours;
        }
    }
    true
}
