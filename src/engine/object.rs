//! Objects: allocation, counting, class tests.

use crate::abi::{ClassEntry, Object, ObjectHandlers, Zval};
use core::ffi::c_char;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_object_alloc(size: usize, extra: usize, ce: *mut ClassEntry) -> *mut Object;
    fn true_async_object_properties_init(object: *mut Object, ce: *mut ClassEntry);
    fn true_async_object_release(object: *mut Object);
    fn true_async_instanceof(ce: *const ClassEntry, parent: *const ClassEntry) -> bool;
    fn true_async_class_name(ce: *const ClassEntry) -> *const c_char;

    /// As [`release`], of an object whose destructor has nothing to do: it is not called.
    ///
    /// # Safety
    /// As [`release`]; not null.
    #[link_name = "true_async_object_release_plain"]
    pub fn release_plain(object: *mut Object);
}

/// Allocates a zeroed structure of `size` bytes that ends with a `zend_object`, with `extra` bytes behind it and its
/// properties, and sets the object up.
///
/// # Safety
/// `size` includes the object; a request is active; `ce` is the class, and `handlers` lives for ever.
#[inline]
pub unsafe fn allocate(size: usize, extra: usize, ce: *mut ClassEntry, handlers: *const ObjectHandlers) -> *mut Object {
    // SAFETY: the memory is new and nothing else refers to it; it has room for the object and the properties of `ce`, which
    // its size was computed from.
    unsafe {
        let object = true_async_object_alloc(size, extra, ce);
        ffi::zend_object_std_init(object, ce);
        true_async_object_properties_init(object, ce);
        (*object).handlers = handlers;
        object
    }
}

/// Sets up the object header at the end of a structure of ours, of a class without properties.
///
/// # Safety
/// `object` is writable; `handlers` lives for ever.
#[inline]
pub unsafe fn initialise(object: *mut Object, ce: *mut ClassEntry, handlers: *const ObjectHandlers) {
    // SAFETY: `object` is writable, as demanded, and nothing else refers to it yet; without properties in the class the
    // header is all there is.
    unsafe {
        ffi::zend_object_std_init(object, ce);
        (*object).handlers = handlers;
    }
}

#[inline]
fn counter(object: *mut Object) -> *mut u32 {
    object.cast()
}

/// One more reference; returns the object.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn add_ref(object: *mut Object) -> *mut Object {
    // SAFETY: the object is alive, as demanded, and starts with its counter.
    unsafe { *counter(object) += 1 };
    object
}

/// How many references exist.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn ref_count(object: *mut Object) -> u32 {
    // SAFETY: the object is alive, as demanded, and starts with its counter.
    unsafe { *counter(object) }
}

/// Gives one reference back; null is allowed. May run a destructor and so may suspend.
///
/// # Safety
/// `object` is null or a reference that the caller owns.
#[inline]
pub unsafe fn release(object: *mut Object) {
    if !object.is_null() {
        // SAFETY: not null here, and the reference is the caller's, as demanded; it is not used after the destructor that
        // may run.
        unsafe { true_async_object_release(object) }
    }
}

/// Whether the cycle collector may buffer the object as a possible root when a reference goes. An object that other code
/// outside the collector's sight holds can never be garbage.
///
/// # Safety
/// A live object.
#[inline]
pub unsafe fn set_collectable(object: *mut Object, collectable: bool) {
    const NOT_COLLECTABLE: u32 = 1 << 4;
    // SAFETY: the object is alive, as demanded; the flags follow the counter in every object, and nothing is called while
    // they are borrowed.
    unsafe {
        let flags = &mut (*object).gc.u.type_info;
        *flags = if collectable { *flags & !NOT_COLLECTABLE } else { *flags | NOT_COLLECTABLE };
    }
}

/// Gives one reference back that is not the last, without telling the cycle collector.
///
/// # Safety
/// At least two references exist, the caller owns one, and the object can be in no cycle.
#[inline]
pub unsafe fn del_ref(object: *mut Object) {
    // SAFETY: the object is alive, as another reference remains, and starts with its counter.
    unsafe { *counter(object) -= 1 };
}

/// Weak references to an object do not find it any more.
///
/// # Safety
/// The object is being freed.
#[inline]
pub unsafe fn end_weak_references(object: *mut Object) {
    const WEAKLY_REFERENCED: u32 = 1 << 7;
    // SAFETY: the memory of an object that is being freed is there until the engine has freed it.
    unsafe {
        if (*object).gc.u.type_info & WEAKLY_REFERENCED != 0 {
            true_async_end_weak_references(object);
        }
    }
}

unsafe extern "C" {
    fn true_async_end_weak_references(object: *mut Object);
}

/// Whether objects of a class have a destructor in PHP code.
///
/// # Safety
/// A class.
pub unsafe fn has_destructor(ce: *const ClassEntry) -> bool {
    // SAFETY: a class, as demanded.
    unsafe { !(*ce).destructor.is_null() }
}

/// Calls the destructor of an object that has one, as when it is destroyed. Runs PHP code.
///
/// # Safety
/// The object is alive, and being destroyed.
pub unsafe fn call_destructor(object: *mut Object) {
    // SAFETY: the object is alive, as demanded; the function holds it meanwhile.
    unsafe { ffi::zend_objects_destroy_object(object) }
}

/// The nearest class of C code that a class is or extends.
///
/// # Safety
/// A class that extends one of C code.
pub unsafe fn internal_ancestor(ce: *mut ClassEntry) -> *mut ClassEntry {
    const INTERNAL_CLASS: c_char = 1;
    let mut ce = ce;
    // SAFETY: a class that PHP code has made is linked, since there is an object of it, and so has a parent on the way to C code.
    unsafe {
        while (*ce).type_ != INTERNAL_CLASS {
            ce = (*ce).__bindgen_anon_1.parent;
        }
    }
    ce
}

/// Frees what every object has, its properties for instance, and nothing of what its class added.
///
/// # Safety
/// The object is being freed.
pub unsafe fn destroy_properties(object: *mut Object) {
    // SAFETY: the object is being freed, as demanded, so nothing looks at its properties while they go.
    unsafe { ffi::zend_object_std_dtor(object) }
}

/// Whether `object` is an instance of `class`.
///
/// # Safety
/// The object is alive, the class registered.
pub unsafe fn is_a(object: *const Object, class: *const ClassEntry) -> bool {
    // SAFETY: a live object holds its class, and the other one is registered, as demanded.
    unsafe { inherits((*object).ce, class) }
}

/// Whether `class` is `parent`, extends or implements it.
///
/// # Safety
/// Both are registered.
pub unsafe fn inherits(class: *const ClassEntry, parent: *const ClassEntry) -> bool {
    // SAFETY: both classes exist, as demanded; their parents and interfaces exist as long as they do.
    unsafe { class == parent || true_async_instanceof(class, parent) }
}

/// The name of an object's class; of an anonymous one what PHP's own messages show.
///
/// # Safety
/// `object` is valid for as long as the name is used.
pub unsafe fn class_name<'a>(object: *const Object) -> &'a [u8] {
    // SAFETY: class names are zero-terminated.
    unsafe { core::ffi::CStr::from_ptr(true_async_class_name((*object).ce)) }.to_bytes()
}

/// A new object of a class without a constructor; its properties are as declared. Null, with an exception, for an abstract class.
///
/// # Safety
/// A request is active.
pub unsafe fn new_of_class(ce: *mut ClassEntry) -> *mut Object {
    let mut value = core::mem::MaybeUninit::<ffi::zval>::zeroed();
    // SAFETY: a request is active, as demanded; the engine writes an object into the place, or null.
    unsafe {
        ffi::object_init_ex(value.as_mut_ptr(), ce);
        (*value.as_ptr().cast::<Zval>()).object()
    }
}

/// Gives a declared property that is not initialised yet its value, taken over. Properties count from 0, as declared.
///
/// # Safety
/// A live object; the class declares as many; the value is of the declared type.
pub unsafe fn initialise_property(object: *mut Object, index: u32, value: Zval) {
    unsafe extern "C" {
        fn true_async_initialise_property(object: *mut Object, index: u32, value: *const Zval);
    }
    // SAFETY: the object has such a property and it is uninitialised, as demanded, so no value is lost; the bits are moved
    // and `Zval` has no destructor.
    unsafe { true_async_initialise_property(object, index, &raw const value) }
}

/// Sets a declared property to another object, borrowed.
///
/// # Safety
/// As [`set_long`]; both are alive.
pub unsafe fn set_object(object: *mut Object, name: &str, value: *mut Object) {
    // SAFETY: the property takes a reference of its own.
    unsafe {
        let mut value = crate::abi::Zval::from_object(value);
        let value = (&raw mut value).cast();
        ffi::zend_update_property((*object).ce, object, name.as_ptr().cast(), name.len(), value);
    }
}

/// Sets a declared property that is not initialised yet.
///
/// # Safety
/// `object` is valid and of an internal class that declares it.
pub unsafe fn set_long(object: *mut Object, name: &str, value: i64) {
    // SAFETY: written from inside the class, as readonly properties want it.
    unsafe { ffi::zend_update_property_long((*object).ce, object, name.as_ptr().cast(), name.len(), value) }
}
