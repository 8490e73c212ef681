//! Registering classes whose objects are ABI structures.

use crate::abi::{AsyncClass, ClassEntry, Object, ObjectHandlers};
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::builders::{ClassBuilder, EnumBuilder, FunctionBuilder};
use ext_php_rs::enum_::EnumCase;
use ext_php_rs::ffi;
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

use super::handler::Handler;

/// Class entries by their ABI number. Written at MINIT only.
static CLASSES: [AtomicPtr<ClassEntry>; AsyncClass::LIMIT] =
    [const { AtomicPtr::new(ptr::null_mut()) }; AsyncClass::LIMIT];
static CANCELLATION_ROOT: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());
static COMPOSITE: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());
static LAST: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

/// The class entry for an ABI class number, or null.
#[inline]
pub fn get(class: AsyncClass) -> *mut ClassEntry {
    CLASSES.get(class.0 as usize).map_or(ptr::null_mut(), |entry| entry.load(Ordering::Relaxed))
}

/// `\Cancellation`, or null before MINIT.
#[inline]
pub fn cancellation_root() -> *mut ClassEntry {
    CANCELLATION_ROOT.load(Ordering::Relaxed)
}

pub fn set_cancellation_root(ce: *mut ClassEntry) {
    CANCELLATION_ROOT.store(ce, Ordering::Relaxed);
}

/// `Async\CompositeException`.
pub fn composite() -> *mut ClassEntry {
    COMPOSITE.load(Ordering::Relaxed)
}

pub fn set_composite(ce: *mut ClassEntry) {
    COMPOSITE.store(ce, Ordering::Relaxed);
}

/// The engine's class `Closure`.
pub fn closure() -> *mut ClassEntry {
    unsafe extern "C" {
        static zend_ce_closure: *mut ClassEntry;
    }
    // SAFETY: set when the engine starts.
    unsafe { zend_ce_closure }
}

/// Registers what `builder` describes and files it under `class`.
///
/// # Panics
/// When the name is taken: a module that cannot register its classes must not load.
pub fn register(builder: ClassBuilder, class: AsyncClass) -> *mut ClassEntry {
    builder.registration(remember).register().expect("class registration");
    let ce = LAST.load(Ordering::Relaxed);
    if class != AsyncClass::NO {
        CLASSES[class.0 as usize].store(ce, Ordering::Relaxed);
    }
    ce
}

/// Registers an enumeration.
///
/// # Panics
/// As [`register`].
pub fn register_enum(name: &str, cases: &'static [EnumCase]) -> *mut ClassEntry {
    let builder = cases.iter().fold(EnumBuilder::new(name), EnumBuilder::case);
    builder.registration(remember).register().expect("registration of an enumeration");
    let ce = LAST.load(Ordering::Relaxed);
    // SAFETY: a class that was just registered. The engine does this only for those of users.
    unsafe { (*ce).ce_flags |= ffi::ZEND_ACC_FINAL };
    ce
}

fn remember(ce: &'static mut PhpClassEntry, args: ext_php_rs::args::ArgInfoTables) {
    LAST.store(ptr::from_mut(ce).cast(), Ordering::Relaxed);
    // The engine keeps pointers into the tables for the life of the process.
    std::mem::forget(args);
}

/// A case of an enumeration, borrowed.
///
/// # Safety
/// A request is active; the enumeration has the case.
pub unsafe fn enum_case(ce: *mut ClassEntry, name: &core::ffi::CStr) -> *mut Object {
    unsafe extern "C" {
        fn zend_enum_get_case_cstr(ce: *mut ClassEntry, name: *const core::ffi::c_char) -> *mut Object;
    }
    // SAFETY: a request is active and the enumeration has the case, as demanded; its class holds it, so it is borrowed
    // until the request ends.
    unsafe { zend_enum_get_case_cstr(ce, name.as_ptr()) }
}

unsafe extern "C" {
    /// The number behind a case of an enumeration of integers.
    ///
    /// # Safety
    /// A live case of such an enumeration.
    #[link_name = "true_async_enum_value"]
    pub fn enum_value(case: *mut Object) -> i64;
}

/// The class of our objects of one kind, and their handlers. Written at MINIT only.
pub struct ObjectModel(UnsafeCell<MaybeUninit<ObjectHandlers>>, AtomicPtr<ClassEntry>);
// SAFETY: constant after MINIT.
unsafe impl Sync for ObjectModel {}

impl ObjectModel {
    pub const fn new() -> ObjectModel {
        ObjectModel(UnsafeCell::new(MaybeUninit::uninit()), AtomicPtr::new(ptr::null_mut()))
    }

    /// Has objects of the class made by `create`. `adapt` changes what is not as in the engine's standard handlers; the
    /// objects cannot be cloned.
    ///
    /// # Safety
    /// At MINIT, once, before any object exists.
    pub unsafe fn install(
        &'static self,
        ce: *mut ClassEntry,
        create: unsafe extern "C" fn(*mut ClassEntry) -> *mut Object,
        adapt: impl FnOnce(&mut ObjectHandlers),
    ) {
        unsafe extern "C" {
            fn true_async_set_default_handlers(ce: *mut ClassEntry, handlers: *const ObjectHandlers);
        }
        // SAFETY: a class entry that was just registered; the standard handlers are plain function pointers.
        unsafe {
            let mut own: ObjectHandlers = ptr::read(&raw const ffi::std_object_handlers);
            own.clone_obj = None;
            adapt(&mut own);
            (*self.0.get()).write(own);
            self.1.store(ce, Ordering::Relaxed);
            (*ce).__bindgen_anon_2.create_object = Some(create);
            true_async_set_default_handlers(ce, self.handlers());
        }
    }

    /// The class; null before MINIT.
    #[inline]
    pub fn class(&self) -> *mut ClassEntry {
        self.1.load(Ordering::Relaxed)
    }

    /// For new objects of the class.
    #[inline]
    pub fn handlers(&self) -> *const ObjectHandlers {
        self.0.get().cast()
    }
}

/// A method of a class.
unsafe fn method(ce: *mut ClassEntry, name: &str) -> *mut ffi::zend_internal_function {
    // SAFETY: a class entry that was just registered; its methods are ours and live for ever.
    unsafe {
        let table = &raw mut (*ce).function_table;
        let found = ffi::zend_hash_str_find_ptr_lc(table, name.as_ptr().cast(), name.len());
        assert!(!found.is_null(), "no method {name}");
        found.cast()
    }
}

/// Declares a public readonly property of a union of built-in types (`1 << IS_…`), uninitialised.
///
/// # Safety
/// At MINIT.
pub unsafe fn declare_readonly(ce: *mut ClassEntry, name: &str, types: u32) {
    unsafe extern "C" {
        fn true_async_declare_readonly(ce: *mut ClassEntry, name: *const core::ffi::c_char, length: usize, types: u32);
    }
    // SAFETY: the engine copies the name.
    unsafe { true_async_declare_readonly(ce, name.as_ptr().cast(), name.len(), types) }
}

unsafe extern "C" {
    /// As the keyword `readonly` before `class`: for one all of whose properties are.
    ///
    /// # Safety
    /// At MINIT; a class that was just registered.
    #[link_name = "true_async_make_readonly"]
    pub fn make_readonly(ce: *mut ClassEntry);
}

/// Declares a public property whose type is a class, uninitialised.
///
/// # Safety
/// At MINIT.
pub unsafe fn declare_object(ce: *mut ClassEntry, name: &str, class: &str) {
    unsafe extern "C" {
        fn true_async_declare_object(
            ce: *mut ClassEntry,
            name: *const core::ffi::c_char,
            length: usize,
            class: *const core::ffi::c_char,
            class_length: usize,
        );
    }
    // SAFETY: the engine copies the names.
    unsafe {
        true_async_declare_object(ce, name.as_ptr().cast(), name.len(), class.as_ptr().cast(), class.len());
    }
}

/// Gives the first parameter of a method a union of built-in types (`1 << IS_…`), which the builder cannot express.
/// The handler checks the value itself, as ever.
///
/// # Safety
/// At MINIT; the class was registered with `register`, its method has a parameter of type `mixed`.
pub unsafe fn set_first_parameter_type(ce: *mut ClassEntry, name: &str, types: u32) {
    // SAFETY: the description of the parameters is memory of ours that is never freed.
    unsafe {
        let info = (*method(ce, name)).arg_info;
        let mask = &raw mut (*info).type_.type_mask;
        *mask = *mask & !ffi::MAY_BE_ANY | types;
    }
}

/// Tells debug builds of PHP that the handler of a method takes more than its declared parameter types: they would call
/// it a mismatch otherwise. The declaration that reflection shows stays.
///
/// # Safety
/// At MINIT, with a class that was registered with `register`.
pub unsafe fn accept_more_than_declared(ce: *mut ClassEntry, name: &str) {
    // SAFETY: MINIT: the method is in the table of a class of ours, and nothing reads its flags before the module has
    // started.
    unsafe { (*method(ce, name)).fn_flags &= !ffi::ZEND_ACC_HAS_TYPE_HINTS }
}

/// A function builder for one of our handlers.
pub fn function(name: &str, handler: Handler) -> FunctionBuilder<'static> {
    type Expected = extern "C" fn(&mut ext_php_rs::zend::ExecuteData, &mut ext_php_rs::types::Zval);
    // SAFETY: same ABI; the builder's type only uses references where the engine passes non-null pointers.
    FunctionBuilder::new(name, unsafe { core::mem::transmute::<Handler, Expected>(handler) })
}

/// Whether a class is built in (ours, here) and not the user's.
///
/// # Safety
/// A class entry of a class that still exists.
pub unsafe fn is_internal(ce: *const ClassEntry) -> bool {
    const INTERNAL_CLASS: core::ffi::c_char = 1;
    // SAFETY: the class exists, as demanded; its type is written before anything else sees it, and never changes.
    unsafe { (*ce).type_ == INTERNAL_CLASS }
}
