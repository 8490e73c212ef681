//! The buffer of PHP's `gethostbyname()`. Each call frees the one of the call before, which in a coroutine may be waiting
//! for its answer still: for as long as it waits its buffer is not where the next call looks.

use core::ffi::c_char;

unsafe extern "C" {
    fn true_async_lend_host_buffer(buffer: *const c_char) -> bool;
    fn true_async_give_host_buffer_back(buffer: *mut c_char, length: usize);
}

/// Runs a function that may suspend and whose result goes into `buffer`, which may be PHP's.
///
/// # Safety
/// Inside a call of `gethostbyname_r` with that buffer.
pub unsafe fn keep<R>(buffer: *mut c_char, length: usize, wait: impl FnOnce() -> R) -> R {
    // SAFETY: the globals of this thread; PHP gave its buffer to the call that is running, and reads it after that.
    unsafe {
        let lent = true_async_lend_host_buffer(buffer);
        let result = wait();
        if lent {
            true_async_give_host_buffer_back(buffer, length);
        }
        result
    }
}
