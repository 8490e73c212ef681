//! Paths as PHP's own file functions take them.

use super::string;
use crate::abi::ZString;
use core::ffi::{CStr, c_char, c_int};
use std::ffi::CString;

unsafe extern "C" {
    fn true_async_current_directory(place: *mut c_char, size: usize) -> bool;
    fn php_check_open_basedir(path: *const c_char) -> c_int;
}

/// The absolute path, from the current directory of this thread; `None` when there is no such path. Nothing in it is
/// resolved: that is the kernel's part.
///
/// # Safety
/// A live string.
pub unsafe fn absolute(path: *mut ZString) -> Option<CString> {
    // SAFETY: the engine writes a terminated string of that size at most.
    unsafe {
        let bytes = string::bytes(path);
        if bytes.is_empty() {
            return None;
        }
        if bytes[0] == b'/' {
            return CString::new(bytes).ok();
        }
        let mut directory = [0; libc::PATH_MAX as usize];
        if !true_async_current_directory(directory.as_mut_ptr(), directory.len()) {
            return None;
        }
        CString::new([CStr::from_ptr(directory.as_ptr()).to_bytes(), b"/", bytes].concat()).ok()
    }
}

/// Whether `open_basedir` allows the path; a warning otherwise.
///
/// # Safety
/// A request is active; the path has no zero byte.
pub unsafe fn is_allowed(path: *mut ZString) -> bool {
    // SAFETY: strings end with a zero byte.
    unsafe { php_check_open_basedir(string::bytes(path).as_ptr().cast()) == 0 }
}
