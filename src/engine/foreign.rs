//! Modules of others: which are loaded, and functions that are made when they are looked up.

use super::entry::Handler;
use crate::abi::{Object, ObjectHandlers, Zval};
use core::ffi::{CStr, c_char, c_int, c_void};

#[repr(C)]
struct ModuleEntry {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn true_async_module_is_loaded(name: *const c_char, length: usize) -> bool;
    fn true_async_module_of(object: *const Object) -> *const ModuleEntry;
    fn true_async_module_name(module: *const ModuleEntry) -> *const c_char;
    fn true_async_module_number(module: *const ModuleEntry) -> c_int;
    fn true_async_internal_class_of(object: *const Object) -> *const c_char;

    /// The resource in a value, unless it is a stream or something else of PHP's; null if there is none.
    ///
    /// # Safety
    /// A live value; on the PHP thread.
    #[link_name = "true_async_foreign_resource"]
    pub fn resource(value: *const Zval) -> *mut c_void;

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

/// A module, by its entry.
#[derive(Clone, Copy)]
pub struct Module(*const ModuleEntry);

impl Module {
    pub fn name(&self) -> &[u8] {
        // SAFETY: what has the module has an object of it, so it stays loaded, and with it the name.
        unsafe { CStr::from_ptr(true_async_module_name(self.0)).to_bytes() }
    }

    /// None for what `dl()` loads for a request. Two modules may have the same one: where one is refused at start, the next gets it.
    pub fn number(&self) -> Option<usize> {
        // SAFETY: an entry of a loaded module, of which a number is read.
        usize::try_from(unsafe { true_async_module_number(self.0) }).ok()
    }

    /// No other module's, as long as both are loaded.
    pub fn address(&self) -> usize {
        self.0.addr()
    }
}

/// The module whose class an object's class is or extends; none for those of user space alone.
///
/// # Safety
/// A live object.
pub unsafe fn module_of(object: *const Object) -> Option<Module> {
    // SAFETY: the object is live, as this function demands.
    let module = unsafe { true_async_module_of(object) };
    (!module.is_null()).then_some(Module(module))
}

/// The class of an extension which an object's class is or extends; empty for those of user space alone.
///
/// # Safety
/// A live object.
pub unsafe fn class_of<'a>(object: *const Object) -> &'a [u8] {
    // SAFETY: classes of extensions live as long as the process.
    unsafe {
        let name = true_async_internal_class_of(object);
        if name.is_null() { b"" } else { CStr::from_ptr(name).to_bytes() }
    }
}

/// Replaces the handler of functions of C that are looked up in libraries of FFI, or called through pointers.
///
/// # Safety
/// The tables of handlers of FFI and of FFI\CData, or null, before any code uses them.
pub unsafe fn watch_ffi(
    library: *mut ObjectHandlers,
    data: *mut ObjectHandlers,
    choose: unsafe extern "C" fn(Handler) -> Handler,
) {
    // SAFETY: both tables are null or FFI's, as demanded, which are writable and live as long as the process.
    unsafe { true_async_watch_ffi(library, data, choose) }
}
