//! Modules of others: which are loaded, and functions that are made when they are looked up.

use super::entry::Handler;
use crate::abi::ObjectHandlers;
use core::ffi::c_char;

unsafe extern "C" {
    fn true_async_module_is_loaded(name: *const c_char, length: usize) -> bool;
    fn true_async_watch_ffi(
        library: *mut ObjectHandlers,
        data: *mut ObjectHandlers,
        choose: unsafe extern "C" fn(Handler) -> Handler,
    );
}

/// Whether a module is loaded, named in lower case.
pub fn is_loaded(name: &str) -> bool {
    // SAFETY: reads the registry of modules, which does not change after they have started.
    unsafe { true_async_module_is_loaded(name.as_ptr().cast(), name.len()) }
}

/// Replaces the handler of functions of C that are looked up in libraries of FFI, or called through pointers.
///
/// # Safety
/// The tables of handlers of FFI and of FFI\CData, or null.
pub unsafe fn watch_ffi(
    library: *mut ObjectHandlers,
    data: *mut ObjectHandlers,
    choose: unsafe extern "C" fn(Handler) -> Handler,
) {
    // SAFETY: forwarded.
    unsafe { true_async_watch_ffi(library, data, choose) }
}
