//! The engine's hook for loading classes on demand.

use crate::abi::{ClassEntry, ZString};
use core::cell::Cell;

unsafe extern "C" {
    fn true_async_wrap_autoload();
    fn true_async_original_autoload(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry;
    fn true_async_loaded_class(lower_case_name: *mut ZString) -> *mut ClassEntry;
    fn true_async_string_equals(a: *const ZString, b: *const ZString) -> bool;
}

/// Loads a class: gets its name as written and in lower case, returns null when it could not.
pub type Loader = unsafe fn(*mut ZString, *mut ZString) -> *mut ClassEntry;

thread_local! {
    static LOADER: Cell<Option<Loader>> = const { Cell::new(None) };
}

/// From now on classes of this thread are loaded by `loader`, which calls [`load`] for the real work.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install(loader: Loader) {
    LOADER.set(Some(loader));
    // SAFETY: a function pointer of the engine; the hook stays, it does nothing in threads without a loader.
    unsafe { true_async_wrap_autoload() }
}

/// Classes of this thread are loaded as stock PHP does.
pub fn remove() {
    LOADER.set(None);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn true_async_autoload_hook(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: called by the engine. A bailout may jump across this frame, which owns nothing.
    unsafe { LOADER.get().unwrap_or(load)(name, lower_case_name) }
}

/// Calls the autoloaders.
///
/// # Safety
/// Runs PHP code, may suspend.
pub unsafe fn load(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: the hook was installed over it.
    unsafe { true_async_original_autoload(name, lower_case_name) }
}

/// The class of that name if it exists by now, or null.
///
/// # Safety
/// A valid string.
pub unsafe fn find(lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: forwarded.
    unsafe { true_async_loaded_class(lower_case_name) }
}

/// Whether two names are the same.
///
/// # Safety
/// Valid strings.
pub unsafe fn same(a: *const ZString, b: *const ZString) -> bool {
    // SAFETY: forwarded.
    unsafe { true_async_string_equals(a, b) }
}
