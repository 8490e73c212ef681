//! Settings and collected errors of libxml belong to the coroutine (shim_libxml.c); here is what tells when one chooses.

use super::replace::{Original, function};
use crate::abi::{ExecuteData, Zval};
use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_libxml_launch();
    fn true_async_libxml_shutdown();
    fn true_async_libxml_choose();
    fn true_async_watch();
    fn true_async_saving_launch(outside: Outside);
    fn true_async_saving_shutdown();
    fn true_async_saving_written() -> i64;
}

static USE_INTERNAL_ERRORS: Original = Original::new();
static SET_STREAMS_CONTEXT: Original = Original::new();

/// Wraps the functions that choose.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup() {
    // SAFETY: single-threaded.
    unsafe {
        function(c"libxml_use_internal_errors", use_internal_errors, &USE_INTERNAL_ERRORS);
        function(c"libxml_set_streams_context", set_streams_context, &SET_STREAMS_CONTEXT);
    }
}

/// Calls its argument outside the section in which I/O of the running function blocks.
pub type Outside = unsafe extern "C" fn(unsafe extern "C" fn(*mut c_void), *mut c_void);

/// What is set now is what coroutines begin with. From now on a document is written when it has been walked
/// (shim_saving.c).
///
/// # Safety
/// The scheduler is being launched.
pub unsafe fn launch(outside: Outside) {
    // SAFETY: forwarded.
    unsafe {
        true_async_libxml_launch();
        true_async_saving_launch(outside);
    }
}

/// How many bytes the method that has just returned has written, after a document was walked; negative if it did not.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn written() -> i64 {
    // SAFETY: forwarded.
    unsafe { true_async_saving_written() }
}

/// # Safety
/// The end of a request: no coroutine runs again.
pub unsafe fn request_shutdown() {
    // SAFETY: forwarded.
    unsafe {
        true_async_saving_shutdown();
        true_async_libxml_shutdown();
    }
}

/// The running coroutine is about to choose for itself.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn choose() {
    // SAFETY: forwarded.
    unsafe { true_async_libxml_choose() }
}

/// A call begins that switches settings as long as it lasts.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn watch() {
    // SAFETY: forwarded.
    unsafe { true_async_watch() }
}

unsafe extern "C" fn use_internal_errors(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe {
        choose();
        USE_INTERNAL_ERRORS.call(frame, result);
    }
}

unsafe extern "C" fn set_streams_context(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe {
        choose();
        SET_STREAMS_CONTEXT.call(frame, result);
    }
}
