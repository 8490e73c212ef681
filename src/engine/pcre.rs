//! The memory that preg matches into, for calls that leave it in the middle: shim_pcre.c.

use crate::abi::Zval;
use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_pcre_hold(pattern: *const Zval) -> *mut c_void;
    fn true_async_pcre_release(held: *mut c_void);
}

/// Makes a call of a function that matches with `pattern`, one or several, and calls back.
///
/// # Safety
/// The value is an argument of that call. The call may suspend, throw and bail out; then nothing is left behind that the end of
/// the request does not free.
#[inline(always)]
pub unsafe fn call_back(pattern: *const Zval, call: impl FnOnce()) {
    // SAFETY: the pattern is an argument of the running call, as demanded, whose frame holds it. What is held is released
    // once, by the same stack.
    unsafe {
        let held = true_async_pcre_hold(pattern);
        call();
        true_async_pcre_release(held);
    }
}
