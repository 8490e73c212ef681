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
    // SAFETY: a request is active, as demanded, so the heap is there; running out of it jumps over no frame that needs
    // dropping.
    unsafe { true_async_emalloc(size) }.cast()
}

/// Zeroed request memory.
///
/// # Safety
/// As [`allocate`].
#[inline]
pub unsafe fn allocate_zeroed<T>(size: usize) -> *mut T {
    // SAFETY: as in `allocate`: the heap of an active request, and no frame above that a jump would harm.
    unsafe { true_async_ecalloc(size) }.cast()
}

/// Grows or shrinks a block of request memory.
///
/// # Safety
/// As [`allocate`]; `ptr` is null or comes from these functions.
#[inline]
pub unsafe fn reallocate<T>(ptr: *mut T, size: usize) -> *mut T {
    // SAFETY: `ptr` is null or a block of this heap, as demanded; the old address is not kept here.
    unsafe { true_async_erealloc(ptr.cast(), size) }.cast()
}

/// Frees request memory; null is allowed.
///
/// # Safety
/// `ptr` is null or comes from these functions and is not used again.
#[inline]
pub unsafe fn free<T>(ptr: *mut T) {
    if !ptr.is_null() {
        // SAFETY: not null here, and a block of this heap that is not used again, as demanded.
        unsafe { true_async_efree(ptr.cast()) }
    }
}
