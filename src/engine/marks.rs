//! Marks of the engine on values that it is busy with: for the coroutine that is in the call, not for others (shim_marks.c).

use super::deep::Compare;
use super::entry::Handler;
use crate::abi::{ExecuteData, ObjectHandlers, Zval};
use core::ffi::{c_int, c_void};
use core::ptr;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_mark_properties(table: *mut ObjectHandlers, ours: bool);

    /// Compares objects.
    ///
    /// # Safety
    /// The arguments of a handler.
    #[link_name = "true_async_marked_comparison"]
    pub fn comparison(compare: Compare, left: *mut ffi::zval, right: *mut ffi::zval) -> c_int;

    /// Calls a function that recurses over its arguments and may call methods of what it finds.
    ///
    /// # Safety
    /// The arguments of its handler.
    #[link_name = "true_async_marked_walk"]
    pub fn walk(function: Handler, frame: *mut ExecuteData, result: *mut Zval);

    fn true_async_marks_forget(but: *mut c_void);
}

/// Watches `__get()` and its like on objects that have a table, as far as its handlers are the engine's own.
///
/// # Safety
/// A table of the engine's or of a class that lives as long as the process; on one thread at a time.
pub unsafe fn watch_properties(table: *const ObjectHandlers) {
    // SAFETY: the table lives as long as the process, as demanded; each handler is replaced by one atomic store, and both
    // old and new ones work at any time.
    unsafe { true_async_mark_properties(table.cast_mut(), true) }
}

/// Puts the engine's own handlers back.
///
/// # Safety
/// As [`watch_properties`].
pub unsafe fn leave_properties(table: *const ObjectHandlers) {
    // SAFETY: as in `watch_properties`; calls that are inside of our handlers go on in code that stays loaded.
    unsafe { true_async_mark_properties(table.cast_mut(), false) }
}

/// A fatal error has ended all coroutines.
pub fn forget() {
    // SAFETY: no stack that a mark lies on is used again.
    unsafe { true_async_marks_forget(ptr::null_mut()) }
}
