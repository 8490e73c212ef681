//! PHP's signal layer: what stands between the operating system and the handlers of pcntl and of SAPIs.

use core::ffi::{c_int, c_void};

unsafe extern "C" {
    fn true_async_has_signal_handler(signal: c_int) -> bool;
    fn true_async_is_of_engine(function: *const c_void) -> bool;
}

/// Whether a handler for a signal is registered with PHP's layer, on this thread. May be asked in a signal handler.
///
/// # Safety
/// A number that the system knows.
pub unsafe fn has_handler(signal: c_int) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_has_signal_handler(signal) }
}

/// Whether a function is part of PHP itself: as a signal's handler, it is that of PHP's layer.
///
/// # Safety
/// Any address.
pub unsafe fn is_of_engine(function: usize) -> bool {
    // SAFETY: the address is only looked up.
    unsafe { true_async_is_of_engine(function as *const c_void) }
}
