//! The engine's hook for loading classes on demand.

use crate::abi::{ClassEntry, ZString};
use crate::engine::per_thread::per_thread;
use core::ffi::c_void;

unsafe extern "C" {
    fn true_async_wrap_autoload();

    fn true_async_original_autoload(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry;

    /// The class of that name if it exists by now, or null.
    ///
    /// # Safety
    /// A live string; on the PHP thread.
    #[link_name = "true_async_loaded_class"]
    pub fn find(lower_case_name: *mut ZString) -> *mut ClassEntry;

    /// Whether two names are the same.
    ///
    /// # Safety
    /// Live strings.
    #[link_name = "true_async_string_equals"]
    pub fn same(a: *const ZString, b: *const ZString) -> bool;

    /// The lower-case name of the class that is being declared and asks for another one (its parent, an interface, a trait), or
    /// null. Until it has all of them it is in the table of classes, but not linked, and code that asks for it is told that
    /// there is none. The name is borrowed.
    #[link_name = "true_async_class_being_linked"]
    pub safe fn class_being_linked() -> *mut ZString;

    /// Whether a class, named in lower case, is asked for in the middle of a constant expression: the value of a class constant
    /// or an enum case, or the default of a property.
    ///
    /// # Safety
    /// A live string; on the PHP thread.
    #[link_name = "true_async_evaluates_constant"]
    pub fn evaluates_constant(lower_case_name: *mut ZString) -> bool;

    /// A name under which [`hide`] may put a class; the caller owns it. `unique` is an address of the caller's alone.
    ///
    /// # Safety
    /// A live string.
    #[link_name = "true_async_name_of_hidden_class"]
    pub fn hidden_name(name: *const ZString, unique: *const c_void) -> *mut ZString;

    fn true_async_rename_class(from: *mut ZString, to: *mut ZString) -> bool;

    /// The fatal error of a class whose name another one has got.
    ///
    /// # Safety
    /// The class is hidden under that name. Does not return: nothing up to the last entry into the engine needs dropping.
    #[link_name = "true_async_refuse_hidden_class"]
    pub fn refuse_hidden(hidden: *mut ZString);
}

/// Loads a class: gets its name as written and in lower case, returns null when it could not.
pub type Loader = unsafe fn(*mut ZString, *mut ZString) -> *mut ClassEntry;

per_thread!(static LOADER: Option<Loader> = None);

/// From now on classes of this thread are loaded by `loader`, which calls [`load`] for the real work.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install(loader: Loader) {
    LOADER.set(Some(loader));
    // SAFETY: a function pointer of the engine; the hook stays, it does nothing in threads without a loader.
    unsafe { true_async_wrap_autoload() }
}

/// Calls the autoloaders.
///
/// # Safety
/// [`install`] was called; both strings are held for the call, which runs PHP code and may suspend.
pub unsafe fn load(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: `install` has kept the engine's own loader; the caller holds the strings for as long as that may take.
    unsafe { true_async_original_autoload(name, lower_case_name) }
}

/// Classes of this thread are loaded as stock PHP does.
pub fn remove() {
    LOADER.set(None);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn true_async_autoload_hook(name: *mut ZString, lower_case_name: *mut ZString) -> *mut ClassEntry {
    // SAFETY: the engine passes a name and its lower-case form, and holds both for the call. A bailout may jump across this
    // frame, which owns nothing.
    unsafe { LOADER.get().unwrap_or(load)(name, lower_case_name) }
}

/// Takes a class that is not linked out of sight: code that asks for it now calls the loader.
///
/// # Safety
/// Live strings; on the PHP thread.
pub unsafe fn hide(name: *mut ZString, hidden: *mut ZString) {
    // SAFETY: both strings are alive, as demanded; the table of classes takes a reference of its own to the new key.
    unsafe { true_async_rename_class(name, hidden) };
}

/// Undoes [`hide`]; false when another class has got the name meanwhile.
///
/// # Safety
/// Live strings; on the PHP thread. The class is hidden.
pub unsafe fn show(hidden: *mut ZString, name: *mut ZString) -> bool {
    // SAFETY: as in `hide`, the other way round: a key that is not found or a name that is taken leaves the table as it is.
    unsafe { true_async_rename_class(hidden, name) }
}
