//! The functions of `register_tick_function()` [io/EG-10]: the list is ours, see shim_ticks.c.

use super::replace::{Original, function};
use crate::abi::{ExecuteData, Zval};

unsafe extern "C" {
    /// Calls the registered functions but for those that the running coroutine is in.
    ///
    /// # Safety
    /// Where PHP code may run, suspend and throw.
    #[link_name = "true_async_ticks_run"]
    pub fn run();

    /// Releases what is registered.
    ///
    /// # Safety
    /// RSHUTDOWN: no coroutine runs again.
    #[link_name = "true_async_ticks_request_shutdown"]
    pub fn request_shutdown();

    fn true_async_register_tick_function(frame: *mut ExecuteData, result: *mut Zval);
    fn true_async_unregister_tick_function(frame: *mut ExecuteData, result: *mut Zval);
}

static REGISTER: Original = Original::new();
static UNREGISTER: Original = Original::new();

/// Replaces PHP's functions; [`run`] has to be called after PHP's own ticks.
///
/// # Safety
/// On a PHP thread, no user code runs.
pub unsafe fn install() {
    // SAFETY: no user code runs, as demanded, so neither function is being called; the shim's functions do what PHP's do.
    unsafe {
        function(c"register_tick_function", true_async_register_tick_function, &REGISTER);
        function(c"unregister_tick_function", true_async_unregister_tick_function, &UNREGISTER);
    }
}
