//! Reading a file of a stream wrapper before it is compiled, while its methods may still suspend [core/SU-5, core/IN-1].

use super::{current_frame, zone};
use crate::engine::mirror::mirrored;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
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
mirrored!(enum Read, IncludedMeanwhile = 2);

/// What tells `include_once` and `require_once` that there is nothing to execute: the engine's `ZEND_FAKE_OP_ARRAY`.
const ALREADY_INCLUDED: *mut ffi::zend_op_array = ptr::without_provenance_mut(usize::MAX);

unsafe extern "C" {
    fn true_async_keep_include_path();

    /// # Safety
    /// The end of a request: no coroutine runs any more.
    #[link_name = "true_async_forget_include_paths"]
    pub fn forget_include_paths();

    fn true_async_read_ahead(handle: *mut ffi::zend_file_handle, kind: i32) -> Read;
}

/// Before a call that may change `include_path`: what it was stays until the end of the request, because a search that
/// suspends may go along it.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn keep_include_path() {
    // SAFETY: counts a reference to the value of a setting, once for each value; `forget_include_paths` gives it back.
    unsafe { true_async_keep_include_path() }
}

/// Told the path of a file before it is compiled; may suspend. False: nothing is compiled, an exception is pending.
pub type Ask = unsafe fn(&[u8]) -> bool;

static ASK: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// From now on `ask` is asked before a file is compiled, where code may suspend.
pub fn ask_before_compiling(ask: Ask) {
    ASK.store(ask as *mut (), Ordering::Relaxed);
}

unsafe fn is_refused(handle: *mut ffi::zend_file_handle) -> bool {
    let ask = ASK.load(Ordering::Relaxed);
    // SAFETY: stored by `ask_before_compiling`; a file's name is a string of the engine's.
    unsafe {
        let name = (*handle).filename;
        if ask.is_null() || name.is_null() {
            return false;
        }
        let bytes = core::slice::from_raw_parts((&raw const (*name).val).cast::<u8>(), (*name).len);
        !core::mem::transmute::<*mut (), Ask>(ask)(bytes)
    }
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
    // SAFETY: the engine holds the handle until its `zend_compile_file` returns, also while this suspends. There is a
    // frame, so PHP code may run.
    unsafe {
        if is_refused(handle) {
            return Some(ptr::null_mut());
        }
        match true_async_read_ahead(handle, kind) {
            Read::Compile => None,
            Read::Failed => Some(ptr::null_mut()),
            Read::IncludedMeanwhile => Some(ALREADY_INCLUDED),
        }
    }
}
