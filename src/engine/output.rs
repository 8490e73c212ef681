//! Output buffers: those of the executing coroutine, and those of the request, which lie below all (shim_output.c).

use super::per_thread::per_thread;
use core::ffi::{c_char, c_int, c_void};
use core::ptr;

unsafe extern "C" {
    /// Whether the executing coroutine has open buffers of its own.
    #[link_name = "true_async_output_buffered"]
    pub safe fn buffered() -> bool;

    /// Closes its own buffers and writes what they hold [core/OB-5].
    ///
    /// # Safety
    /// May run output callbacks.
    #[link_name = "true_async_output_flush_all"]
    pub fn flush_all();

    fn true_async_output_startup(in_other: extern "C" fn() -> bool);
    fn true_async_output_replace_functions();

    /// The buffers that are open now belong to the request [core/OB-9].
    #[link_name = "true_async_output_script_begins"]
    pub(super) safe fn script_begins();

    /// A fatal error is about to be reported: a coroutine's own buffers would swallow the report [core/OB-5].
    #[link_name = "true_async_output_before_jump"]
    pub(super) safe fn before_jump();
}

/// Writes to PHP's output, as code of the running coroutine would.
///
/// # Safety
/// A request is active. May run output callbacks, and may suspend where that is possible.
pub unsafe fn write(bytes: &[u8]) {
    unsafe extern "C" {
        fn php_output_write(bytes: *const c_char, length: usize) -> usize;
    }
    // SAFETY: the engine reads that many bytes.
    unsafe { php_output_write(bytes.as_ptr().cast(), bytes.len()) };
}

/// Hands to the client what was written, unless it is in a buffer.
///
/// # Safety
/// As [`write`].
pub unsafe fn flush_if_unbuffered() {
    unsafe extern "C" {
        fn php_output_get_level() -> c_int;
        fn sapi_flush();
    }
    // SAFETY: the engine's own functions, in a request.
    unsafe {
        if php_output_get_level() < 1 {
            sapi_flush();
        }
    }
}

/// `in_other`: whether a coroutine other than main is running.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup(in_other: extern "C" fn() -> bool) {
    // SAFETY: MINIT: no other thread is reading the handlers of functions yet; `in_other` lives as long as the module.
    unsafe {
        true_async_output_startup(in_other);
        true_async_output_replace_functions();
    }
}

per_thread!(
    /// Where PHP notes the callback that it calls.
    fn running_callback() -> *mut *const *const c_void = ptr::null()
);

/// At the start of every request.
///
/// # Safety
/// The place is this thread's for as long as the thread lives.
pub(super) unsafe fn request_startup(place: *const *const c_void) {
    // SAFETY: the place of this thread.
    unsafe { *running_callback() = place };
}

/// Whether an output callback is running; suspending there is refused [core/OB-6].
#[inline]
pub fn in_callback() -> bool {
    // SAFETY: every request sets it at its start, to a place that lives as long as the thread.
    unsafe { !(**running_callback()).is_null() }
}
