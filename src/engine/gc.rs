//! What our objects report to the cycle collector.

use crate::abi::{Object, Zval};
use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_gc_buffer() -> *mut c_void;
    fn true_async_gc_add_zval(buffer: *mut c_void, value: *mut Zval);
    fn true_async_gc_add_object(buffer: *mut c_void, object: *mut Object);
    fn true_async_gc_use(buffer: *mut c_void, table: *mut *mut Zval, count: *mut i32);
}

/// Whether the collector is freeing what it has found.
pub fn is_freeing() -> bool {
    unsafe extern "C" {
        fn gc_protected() -> bool;
    }
    // SAFETY: reads a flag of this thread.
    unsafe { gc_protected() }
}

/// The engine's shared report buffer; one at a time, and no PHP code runs until it is finished.
pub struct Report(*mut c_void);

impl Report {
    pub fn new() -> Report {
        // SAFETY: called from a get_gc handler.
        Report(unsafe { true_async_gc_buffer() })
    }

    /// The buffer of a report that other code has begun, and finishes.
    ///
    /// # Safety
    /// The engine's buffer, during a report.
    pub unsafe fn of_buffer(buffer: *mut c_void) -> Report {
        Report(buffer)
    }

    /// Reports what a value refers to.
    ///
    /// # Safety
    /// `value` is valid.
    pub unsafe fn value(&self, value: *mut Zval) {
        // SAFETY: the value is valid, as demanded; the buffer is the engine's and is in use for this report alone. Nothing
        // is counted.
        unsafe { true_async_gc_add_zval(self.0, value) }
    }

    /// Reports an object; null is allowed.
    ///
    /// # Safety
    /// `object` is null or alive.
    pub unsafe fn object(&self, object: *mut Object) {
        if !object.is_null() {
            // SAFETY: the object is alive, as demanded; the buffer is the engine's and is in use for this report alone.
            // Nothing is counted.
            unsafe { true_async_gc_add_object(self.0, object) }
        }
    }

    /// Hands the report to the collector.
    ///
    /// # Safety
    /// The out pointers of a get_gc handler.
    pub unsafe fn finish(self, table: *mut *mut Zval, count: *mut i32) {
        // SAFETY: the collector's own out pointers, as demanded; it reads the buffer before another report begins.
        unsafe { true_async_gc_use(self.0, table, count) }
    }
}
