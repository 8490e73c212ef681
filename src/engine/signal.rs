//! PHP's signal layer: what stands between the operating system and the handlers of pcntl and of SAPIs.

use core::ffi::c_int;

unsafe extern "C" {
    /// Whether a handler for a signal is registered with PHP's layer, on this thread. May be asked in a signal handler.
    ///
    /// # Safety
    /// A number that the system knows.
    #[link_name = "true_async_has_signal_handler"]
    pub fn has_handler(signal: c_int) -> bool;

    /// Whether a function is part of PHP itself: as a signal's handler, it is that of PHP's layer. Any address may be asked for.
    #[link_name = "true_async_is_of_engine"]
    pub safe fn is_of_engine(function: usize) -> bool;
}
