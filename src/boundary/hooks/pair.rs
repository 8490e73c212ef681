//! `socketpair` for libcurl, which waits for nothing: a pair that nothing would use is refused.

use crate::boundary::calls::unused_pair;
use crate::boundary::wait;
use core::ffi::c_int;

pub unsafe extern "C" fn socketpair(domain: c_int, kind: c_int, protocol: c_int, pair: *mut c_int) -> c_int {
    // SAFETY: stands in the place of `socketpair`, whose contract the caller keeps.
    unsafe {
        if wait::enabled() && unused_pair::take() {
            *libc::__errno_location() = libc::EMFILE;
            return -1;
        }
        libc::socketpair(domain, kind, protocol, pair)
    }
}
