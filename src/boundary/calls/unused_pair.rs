//! The pair of sockets that libcurl makes for a multi handle so that `curl_multi_wakeup()` can end its wait.
//! `curl_easy_perform()` makes such a handle for itself the first time that an easy handle is used: nothing can wake it, and making
//! and closing the pair, and watching one end, are a tenth of a small transfer. libcurl goes on without a pair where the
//! system has none to give, so the first `socketpair()` of such a call fails.
//!
//! ```text
//!   curl_exec($new) --> expect() --> curl_easy_perform() --> multi handle --> socketpair() --> take(): fails
//!   curl_exec($used) ----------------> curl_easy_perform() --> a name's resolver --> socketpair(): the real one
//! ```

use crate::engine::per_thread::per_thread;
use core::ffi::{CStr, c_void};
use core::mem::transmute;
use std::sync::OnceLock;

per_thread!(static EXPECTED: bool = false);

/// The next `socketpair()` of libcurl on this thread would be for a handle that nothing wakes.
pub fn expect() {
    EXPECTED.set(libcurl_goes_on_without());
}

/// The call has returned.
pub fn forget() {
    EXPECTED.set(false);
}

/// Whether the pair that is asked for is such a one; asked once.
#[inline]
pub fn take() -> bool {
    EXPECTED.replace(false)
}

/// Whether making a multi handle asks for a pair before anything else, and works without: tried once.
fn libcurl_goes_on_without() -> bool {
    static TRIED: OnceLock<bool> = OnceLock::new();
    *TRIED.get_or_init(|| {
        let function = |name: &CStr| -> *mut c_void {
            // SAFETY: a lookup of a name.
            unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
        };
        let (init, cleanup) = (function(c"curl_multi_init"), function(c"curl_multi_cleanup"));
        if init.is_null() || cleanup.is_null() {
            return false;
        }
        // SAFETY: libcurl's functions have these types since they exist; PHP's extension has initialised the library.
        unsafe {
            let init: unsafe extern "C" fn() -> *mut c_void = transmute(init);
            let cleanup: unsafe extern "C" fn(*mut c_void) -> i32 = transmute(cleanup);
            EXPECTED.set(true);
            let multi = init();
            let asked = !take();
            if !multi.is_null() {
                cleanup(multi);
            }
            asked && !multi.is_null()
        }
    })
}
