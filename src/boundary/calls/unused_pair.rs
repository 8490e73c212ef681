//! The pair of sockets that libcurl makes for a multi handle so that `curl_multi_wakeup()` can end its wait.
//! `curl_easy_perform()` makes such a handle for itself the first time that an easy handle is used: nothing can wake it, and making
//! and closing the pair, and watching one end, are a tenth of a small transfer. libcurl goes on without a pair where the
//! system has none to give, so the first `socketpair()` of such a call fails. A transfer that may wait without a socket of its own
//! keeps the pair: only a wait for a descriptor can tell libcurl that its coroutine was cancelled.
//!
//! ```text
//!   curl_exec($new) --> expect() --> curl_easy_perform() --> multi handle --> socketpair() --> take(): fails
//!   curl_exec($used) ----------------> curl_easy_perform() --> a name's resolver --> socketpair(): the real one
//! ```

use crate::abi::ExecuteData;
use crate::engine::current_frame;
use crate::engine::per_thread::per_thread;
use crate::scheduler;
use core::ffi::{CStr, c_void};
use core::mem::transmute;
use core::ptr;
use std::sync::OnceLock;

/// The call in which the next pair is made that nothing would use, and how often coroutines had switched by then.
type Expected = (*mut ExecuteData, u64);

per_thread!(static EXPECTED: Expected = NONE);
const NONE: Expected = (ptr::null_mut(), 0);

/// The next `socketpair()` of libcurl in the running call would be for a handle that nothing wakes.
pub fn expect() {
    EXPECTED.set(if libcurl_goes_on_without() { here() } else { NONE });
}

fn here() -> Expected {
    (current_frame(), scheduler::switches())
}

/// The call has returned.
pub fn forget() {
    EXPECTED.set(NONE);
}

/// Whether the pair that is asked for is such a one; asked once. Before libcurl PHP code may have run: an error handler, told of a file
/// that was closed, which has transfers of its own, or lets others have theirs.
pub fn take() -> bool {
    let expected = EXPECTED.replace(NONE);
    !expected.0.is_null() && expected == here()
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
            EXPECTED.set(here());
            let multi = init();
            let asked = !take();
            if !multi.is_null() {
                cleanup(multi);
            }
            asked && !multi.is_null()
        }
    })
}
