//! Reading a file of a stream wrapper before it is compiled, while its methods may still suspend (SU-5, IN-1).

use super::{current_frame, zone};
use core::ptr;
use ext_php_rs::ffi;

/// What became of it; the shim's `enum true_async_read`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq)]
#[allow(dead_code)] // The shim makes them.
enum Read {
    Compile,
    Failed,
    IncludedMeanwhile,
}

/// What tells `include_once` and `require_once` that there is nothing to execute: the engine's `ZEND_FAKE_OP_ARRAY`.
const ALREADY_INCLUDED: *mut ffi::zend_op_array = ptr::without_provenance_mut(usize::MAX);

unsafe extern "C" {
    fn true_async_read_ahead(handle: *mut ffi::zend_file_handle, kind: i32) -> Read;
}

/// Reads the file if a wrapper provides it. What is left for the compiler's caller when nothing is to be compiled.
///
/// # Safety
/// The arguments of the engine's `zend_compile_file`.
pub(super) unsafe fn before_compiling(
    handle: *mut ffi::zend_file_handle,
    kind: i32,
) -> Option<*mut ffi::zend_op_array> {
    // The files of the top level are compiled before anything could suspend; inside the compiler nothing may.
    if current_frame().is_null() || zone::active() {
        return None;
    }
    // SAFETY: forwarded; there is a frame.
    unsafe {
        match true_async_read_ahead(handle, kind) {
            Read::Compile => None,
            Read::Failed => Some(ptr::null_mut()),
            Read::IncludedMeanwhile => Some(ALREADY_INCLUDED),
        }
    }
}
