//! Settings and collected errors of libxml belong to the coroutine (shim_libxml.c); here is what tells when one chooses.

use super::replace::{Original, function};
use crate::abi::{ExecuteData, Zval};
use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_libxml_launch();
    fn true_async_libxml_shutdown();

    /// The running coroutine is about to choose for itself.
    ///
    /// # Safety
    /// On the PHP thread with a request, in a call that PHP code makes.
    #[link_name = "true_async_libxml_choose"]
    pub fn choose();

    safe fn true_async_watch();
    fn true_async_saving_launch(outside: Outside);
    fn true_async_saving_shutdown();

    /// How many bytes the method that has just returned has written, after a document was walked; negative if it did not, and
    /// [`NOT_OPENED`] if that is why.
    #[link_name = "true_async_saving_written"]
    pub safe fn written() -> i64;
}

pub const NOT_OPENED: i64 = -2;

static USE_INTERNAL_ERRORS: Original = Original::new();
static SET_STREAMS_CONTEXT: Original = Original::new();

/// Wraps the functions that choose.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: no other thread is reading the handlers of functions yet.
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
    // SAFETY: at launch no coroutine is suspended, so what is set now is no coroutine's own; the shims look at this thread's
    // globals and keep a function.
    unsafe {
        true_async_libxml_launch();
        true_async_saving_launch(outside);
    }
}

/// A call begins that switches settings as long as it lasts.
pub fn watch() {
    true_async_watch();
}

/// # Safety
/// The end of a request: no coroutine runs again.
pub unsafe fn request_shutdown() {
    // SAFETY: no coroutine runs again, as demanded, so what the shims release is used by nothing.
    unsafe {
        true_async_saving_shutdown();
        true_async_libxml_shutdown();
    }
}

unsafe extern "C" fn use_internal_errors(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments are those of a call of this function, and its original was stored before it could be called.
    unsafe {
        choose();
        USE_INTERNAL_ERRORS.call(frame, result);
    }
}

unsafe extern "C" fn set_streams_context(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments are those of a call of this function, and its original was stored before it could be called.
    unsafe {
        choose();
        SET_STREAMS_CONTEXT.call(frame, result);
    }
}
