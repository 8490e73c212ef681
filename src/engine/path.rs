//! Paths as PHP's own file functions take them.

use super::string;
use crate::abi::{ZString, memory};
use core::ffi::{CStr, c_char, c_int};
use std::ffi::CString;

unsafe extern "C" {
    fn expand_filepath(path: *const c_char, place: *mut c_char) -> *mut c_char;
    fn php_check_open_basedir(path: *const c_char) -> c_int;
}

/// The absolute path, from the current directory of this thread; `None` when there is no such path.
///
/// # Safety
/// A request is active.
pub unsafe fn absolute(path: *mut ZString) -> Option<CString> {
    // SAFETY: the engine allocates what it returns.
    unsafe {
        let bytes = string::bytes(path);
        if bytes.is_empty() || bytes.contains(&0) {
            return None;
        }
        let expanded = expand_filepath(bytes.as_ptr().cast(), core::ptr::null_mut());
        if expanded.is_null() {
            return None;
        }
        let copy = CStr::from_ptr(expanded).to_owned();
        memory::free(expanded);
        Some(copy)
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
