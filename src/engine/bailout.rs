//! Fatal errors: `zend_bailout()` jumps to the innermost `setjmp` of its own C stack.

use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_try(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> bool;

    /// Jumps to the innermost target of the current stack.
    ///
    /// # Safety
    /// As [`catch`], for every frame up to the target.
    #[link_name = "true_async_bailout"]
    pub fn raise() -> !;

    /// Whether this request has seen a fatal error.
    #[link_name = "true_async_unclean_shutdown"]
    pub safe fn unclean_shutdown() -> bool;

    /// Whether memory ran out in this request and the engine unwinds with an exit token because of it.
    #[link_name = "true_async_memory_exhausted"]
    pub safe fn memory_exhausted() -> bool;

    /// After a fatal error C code runs to its end one last time: it gets the memory that this takes, and no destructor is called.
    ///
    /// # Safety
    /// On the PHP thread, after a fatal error.
    #[link_name = "true_async_begin_unwinding"]
    pub fn begin_unwinding();

    /// The limit of memory is what it was.
    ///
    /// # Safety
    /// After [`begin_unwinding`].
    #[link_name = "true_async_end_unwinding"]
    pub fn end_unwinding();
}

/// Runs `call(arg)`; false when it ended in a bailout.
///
/// # Safety
/// `call` may be called with `arg`; Rust frames that the jump crosses hold nothing that needs dropping.
pub unsafe fn catch(call: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> bool {
    // SAFETY: the caller vouches for the call and for the frames that a jump crosses. The target lies on this stack, and is
    // the outer one again before this returns.
    unsafe { true_async_try(call, arg) }
}
