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

/// Where a child process is to start: in the directory that is given, or null for the current one of PHP. `None` stands for
/// that of the process, which a child has anyway. With threads, each has a current directory of its own.
///
/// # Safety
/// Null or a C string.
pub unsafe fn directory_of_child(given: *const c_char) -> Option<CString> {
    // SAFETY: the caller's string; the engine writes a terminated one of that size at most.
    unsafe {
        let given = (!given.is_null()).then(|| CStr::from_ptr(given)).filter(|given| !given.is_empty());
        if !cfg!(php_zts) || given.is_some_and(|given| given.to_bytes()[0] == b'/') {
            return given.map(CStr::to_owned);
        }
        let mut directory = [0; libc::PATH_MAX as usize];
        if !true_async_current_directory(directory.as_mut_ptr(), directory.len()) {
            return given.map(CStr::to_owned);
        }
        let current = CStr::from_ptr(directory.as_ptr()).to_bytes();
        CString::new(given.map_or(current.to_vec(), |given| [current, b"/", given.to_bytes()].concat())).ok()
    }
}
