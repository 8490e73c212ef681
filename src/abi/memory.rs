//! Request memory [abi/ABI-7].

use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_emalloc(size: usize) -> *mut c_void;
    fn true_async_ecalloc(size: usize) -> *mut c_void;
    fn true_async_erealloc(ptr: *mut c_void, size: usize) -> *mut c_void;
    fn true_async_efree(ptr: *mut c_void);
}

/// Uninitialised request memory. Ends the request when there is none left.
///
/// # Safety
/// A PHP request is active on this thread; no frame above holds a value that needs dropping.
#[inline]
pub unsafe fn allocate<T>(size: usize) -> *mut T {
    // SAFETY: forwarded.
    unsafe { true_async_emalloc(size) }.cast()
}

/// Zeroed request memory.
///
/// # Safety
/// As [`allocate`].
#[inline]
pub unsafe fn allocate_zeroed<T>(size: usize) -> *mut T {
    // SAFETY: forwarded.
    unsafe { true_async_ecalloc(size) }.cast()
}

/// Grows or shrinks a block of request memory.
///
/// # Safety
/// As [`allocate`]; `ptr` is null or comes from these functions.
#[inline]
pub unsafe fn reallocate<T>(ptr: *mut T, size: usize) -> *mut T {
    // SAFETY: forwarded.
    unsafe { true_async_erealloc(ptr.cast(), size) }.cast()
}

/// Frees request memory; null is allowed.
///
/// # Safety
/// `ptr` is null or comes from these functions and is not used again.
#[inline]
pub unsafe fn free<T>(ptr: *mut T) {
    if !ptr.is_null() {
        // SAFETY: forwarded.
        unsafe { true_async_efree(ptr.cast()) }
    }
}
