//! Fatal errors: `zend_bailout()` jumps to the innermost `setjmp` of its own C stack.

use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_try(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> bool;
    fn true_async_bailout();
    fn true_async_unclean_shutdown() -> bool;
    fn true_async_memory_exhausted() -> bool;
    fn true_async_begin_unwinding();
    fn true_async_end_unwinding();
}

/// Runs `call(arg)`; false when it ended in a bailout.
///
/// # Safety
/// Rust frames that the jump crosses hold nothing that needs dropping.
pub unsafe fn catch(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_try(call, arg) }
}

/// Jumps to the innermost target of the current stack.
///
/// # Safety
/// As [`catch`], for every frame up to the target.
pub unsafe fn raise() -> ! {
    // SAFETY: forwarded.
    unsafe { true_async_bailout() };
    unreachable!("a bailout does not return")
}

/// Whether this request has seen a fatal error.
pub fn unclean_shutdown() -> bool {
    // SAFETY: reads a flag of this thread.
    unsafe { true_async_unclean_shutdown() }
}

/// Whether memory ran out in this request and the engine unwinds with an exit token because of it.
pub fn memory_exhausted() -> bool {
    // SAFETY: reads a flag of this thread.
    unsafe { true_async_memory_exhausted() }
}

/// After a fatal error C code runs to its end one last time: it gets the memory that this takes, and no destructor is called.
///
/// # Safety
/// On the PHP thread, after a fatal error.
pub unsafe fn begin_unwinding() {
    // SAFETY: forwarded.
    unsafe { true_async_begin_unwinding() }
}

/// The limit of memory is what it was.
///
/// # Safety
/// After [`begin_unwinding`].
pub unsafe fn end_unwinding() {
    // SAFETY: forwarded.
    unsafe { true_async_end_unwinding() }
}
