//! The engine's hook for loading classes on demand.

use crate::abi::{ClassEntry, ZString};
use crate::engine::per_thread::per_thread;
use core::ffi::c_void;
use core::ptr;

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

    fn true_async_make_stand_in();

    fn true_async_wrap_linked_before();

    fn true_async_class_being_linked(declaration: *mut *mut ZString) -> *mut ZString;

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

    /// Takes a class that is not linked out of sight: code that asks for it now calls the loader, and so does what comes to its
    /// declaration, which may be null ([`declaration_of_other`]).
    ///
    /// # Safety
    /// Live strings; on the PHP thread.
    #[link_name = "true_async_hide_class"]
    pub fn hide(name: *mut ZString, declaration: *mut ZString, hidden: *mut ZString);

    /// Undoes [`hide`]; false when another class has got the name meanwhile.
    ///
    /// # Safety
    /// Live strings; on the PHP thread. The class is hidden.
    #[link_name = "true_async_show_class"]
    pub fn show(hidden: *mut ZString, declaration: *mut ZString, name: *mut ZString) -> bool;

    /// The fatal error of a class whose name another one has got.
    ///
    /// # Safety
    /// The class is hidden under that name. Does not return: nothing up to the last entry into the engine needs dropping.
    #[link_name = "true_async_refuse_hidden_class"]
    pub fn refuse_hidden(hidden: *mut ZString);

    /// The declaration that is being executed, when its class is hidden by the coroutine that links it and this is why the loader
    /// was asked for `name`; else null. Then [`declare`] has the class to return. The key is borrowed.
    ///
    /// # Safety
    /// What the loader was given.
    #[link_name = "true_async_declaration_of_other"]
    pub fn declaration_of_other(name: *const ZString) -> *mut ZString;

    /// Executes the declaration if no other coroutine has come to its end. Null with an exception.
    ///
    /// # Safety
    /// In the call of the loader in which [`declaration_of_other`] was not null; the class of that is not hidden. Runs PHP code, may
    /// suspend, or does not return: nothing up to the last entry into the engine needs dropping.
    #[link_name = "true_async_declare_for_stand_in"]
    pub fn declare() -> *mut ClassEntry;
}

/// Loads a class: gets its name as written and in lower case, returns null when it could not.
pub type Loader = unsafe fn(*mut ZString, *mut ZString) -> *mut ClassEntry;

per_thread!(static LOADER: Option<Loader> = None);

/// At MINIT, where no other thread runs.
///
/// # Safety
/// MINIT.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: what this fills is read by no other thread yet.
    unsafe { true_async_make_stand_in() }
}

/// A class that is being declared and asks for another one (its parent, an interface, a trait). Until it has all of them it is
/// in the table of classes, but not linked, and code that asks for it is told that there is none. Both strings are borrowed.
pub struct BeingLinked {
    pub lower_case_name: *mut ZString,
    /// The key of the declaration for the table of classes; null when nothing has to be found there.
    pub declaration: *mut ZString,
}

/// The class that is being linked right now.
pub fn class_being_linked() -> Option<BeingLinked> {
    let mut declaration = ptr::null_mut();
    // SAFETY: looks at the running instruction, if there is one, and at the table of classes; writes the one pointer.
    let lower_case_name = unsafe { true_async_class_being_linked(&raw mut declaration) };
    (!lower_case_name.is_null()).then_some(BeingLinked { lower_case_name, declaration })
}

/// From now on classes of this thread are loaded by `loader`, which calls [`load`] for the real work.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install(loader: Loader) {
    LOADER.set(Some(loader));
    // SAFETY: function pointers of the engine; the hooks stay, they do nothing in threads without a loader.
    unsafe {
        true_async_wrap_autoload();
        true_async_wrap_linked_before();
    }
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
