//! Settings and collected errors of libxml belong to the coroutine (shim_libxml.c); here is what tells when one chooses.

use super::replace::{Original, function};
use crate::abi::{ExecuteData, Zval};

unsafe extern "C" {
    fn true_async_libxml_launch();
    fn true_async_libxml_shutdown();
    fn true_async_libxml_choose();
    fn true_async_watch();
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

/// What is set now is what coroutines begin with.
///
/// # Safety
/// The scheduler is being launched.
pub unsafe fn launch() {
    // SAFETY: forwarded.
    unsafe { true_async_libxml_launch() }
}

/// # Safety
/// The end of a request: no coroutine runs again.
pub unsafe fn request_shutdown() {
    // SAFETY: forwarded.
    unsafe { true_async_libxml_shutdown() }
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
