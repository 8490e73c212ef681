//! The buffer into which PHP has `gethostbyname_r` write. There is one for all lookups, and the next lookup frees it.

use core::ffi::c_char;

unsafe extern "C" {
    fn true_async_host_buffer_take(buffer: *const c_char) -> usize;
    fn true_async_host_buffer_put(buffer: *mut c_char, size: usize);
}

/// The buffer of a lookup that waits.
pub struct Taken {
    buffer: *mut c_char,
    /// 0: it is not PHP's.
    size: usize,
}

/// Hides it from other lookups, if it is PHP's.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn take(buffer: *mut c_char) -> Taken {
    // SAFETY: only compared, and its place is written.
    Taken { buffer, size: unsafe { true_async_host_buffer_take(buffer) } }
}

impl Taken {
    /// # Safety
    /// In the same lookup.
    pub unsafe fn put_back(self) {
        if self.size != 0 {
            // SAFETY: it was there before.
            unsafe { true_async_host_buffer_put(self.buffer, self.size) }
        }
    }
}
