//! Objects of our classes in `foreach`, and wherever else PHP walks a `Traversable`.
//!
//! The engine asks an iterator in five steps: rewind, valid, current, key, move forward. A class says only what comes
//! next; the iterator keeps the element that it is at:
//!
//! ```text
//!   rewind, the first time  --.
//!   move forward  ------------+-->  Elements::next  -->  value, key    valid: is there a value?
//! ```
//!
//! Fetching may park the coroutine. The iterator holds its object, and the code that fetches holds the iterator, so neither
//! goes meanwhile; another coroutine that shares the iterator may fetch at the same time.

use super::entry::Call;
use super::gc::Report;
use super::owned::OwnedObject;
use super::{exception, zval};
use crate::abi::{Array, ClassEntry, EmbeddedObject, Object, Zval, memory};
use core::ffi::c_int;
use core::mem::size_of;
use core::ptr;
use ext_php_rs::ffi;

/// What the objects of one class give when they are walked. The value is the state of one walk.
pub trait Elements: Sized + 'static {
    /// What a walk by reference is refused with.
    const BY_REFERENCE: &'static str;

    /// Begins a walk over an object. None with an exception.
    ///
    /// # Safety
    /// An object of the class.
    unsafe fn begin(object: *mut Object) -> Option<Self>;

    /// Fetches the next element: its value, not undefined, and its key, which are the caller's then. False at the end, or
    /// with an exception. May run PHP code and park the coroutine; must not use `this` exclusively across that.
    ///
    /// # Safety
    /// `object` is the one that is walked; it and the walk are held. `value` and `key` are undefined.
    unsafe fn next(this: *mut Self, object: *mut Object, value: *mut Zval, key: *mut Zval) -> bool;

    /// Gives back what the state holds. The object is still there.
    ///
    /// # Safety
    /// Called once per walk.
    unsafe fn end(_this: *mut Self) {}

    /// Reports what the state holds to the cycle collector.
    ///
    /// # Safety
    /// Called by the collector; changes nothing.
    unsafe fn report(_this: *mut Self, _report: &Report) {}
}

/// Has `foreach` walk the objects of a class by `E`. Classes that implement `IteratorAggregate` answer `getIterator()` with
/// [`return_iterator`].
///
/// # Safety
/// At MINIT; the class is final, was just registered, and is `Traversable`.
pub unsafe fn install<E: Elements>(ce: *mut ClassEntry) {
    type Expected = unsafe extern "C" fn(*mut ClassEntry, *mut ffi::zval, c_int) -> *mut ffi::zend_object_iterator;
    type Own = unsafe extern "C" fn(*mut ClassEntry, *mut Zval, c_int) -> *mut Object;
    // SAFETY: both are pointers to functions of the same ABI; an iterator starts with its object.
    unsafe { (*ce).get_iterator = Some(core::mem::transmute::<Own, Expected>(get_iterator::<E>)) };
}

/// Answers a `getIterator()` that PHP code has called itself: with an `Iterator` around the class's own.
///
/// # Safety
/// A method call on an object of a class with an iterator.
pub unsafe fn return_iterator(call: Call) {
    unsafe extern "C" {
        fn zend_create_internal_iterator_zval(result: *mut Zval, object: *mut Zval) -> c_int;
    }
    // SAFETY: the value borrows the object of the call; the result is written when there is one.
    unsafe {
        let mut this = Zval::from_object(call.this());
        let mut result = Zval::UNDEF;
        if zend_create_internal_iterator_zval(&raw mut result, &raw mut this) == 0 {
            call.set(result);
        }
    }
}

/// `zend_object_iterator` with what is ours behind it.
#[repr(C)]
struct Iterator<E> {
    std: EmbeddedObject,
    /// The object that is walked, held.
    data: Zval,
    functions: *const Functions,
    /// The engine's own.
    index: u64,
    started: bool,
    /// The element it is at; undefined when there is none.
    value: Zval,
    key: Zval,
    elements: E,
}

/// `zend_object_iterator_funcs`.
#[repr(C)]
struct Functions {
    dtor: unsafe extern "C" fn(*mut Object),
    valid: unsafe extern "C" fn(*mut Object) -> c_int,
    get_current_data: unsafe extern "C" fn(*mut Object) -> *mut Zval,
    get_current_key: unsafe extern "C" fn(*mut Object, *mut Zval),
    move_forward: unsafe extern "C" fn(*mut Object),
    rewind: unsafe extern "C" fn(*mut Object),
    invalidate_current: Option<unsafe extern "C" fn(*mut Object)>,
    get_gc: unsafe extern "C" fn(*mut Object, *mut *mut Zval, *mut c_int) -> *mut Array,
}

const _: () = assert!(size_of::<Functions>() == size_of::<ffi::zend_object_iterator_funcs>());
const _: () = assert!(core::mem::offset_of!(Iterator<()>, started) == size_of::<ffi::zend_object_iterator>());

impl<E: Elements> Iterator<E> {
    const FUNCTIONS: Functions = Functions {
        dtor: dtor::<E>,
        valid: valid::<E>,
        get_current_data: get_current_data::<E>,
        get_current_key: get_current_key::<E>,
        move_forward: move_forward::<E>,
        rewind: rewind::<E>,
        invalidate_current: None,
        get_gc: get_gc::<E>,
    };

    fn of(object: *mut Object) -> *mut Self {
        object.cast()
    }

    /// The iterator stays until this returns: what walks it may drop it while the next element is waited for.
    unsafe fn advance(this: *mut Self) {
        // SAFETY: the caller holds the iterator when it calls. No borrow lives across a call.
        unsafe {
            let _held = OwnedObject::share(this.cast());
            zval::clear(&raw mut (*this).value);
            zval::clear(&raw mut (*this).key);
            if !exception::pending().is_null() {
                return;
            }
            let mut value = Zval::UNDEF;
            let mut key = Zval::UNDEF;
            let object = (*this).data.value.object;
            if !E::next(&raw mut (*this).elements, object, &raw mut value, &raw mut key) {
                return;
            }
            // Another coroutine may have fetched one meanwhile.
            let mut other_value = ptr::replace(&raw mut (*this).value, value);
            let mut other_key = ptr::replace(&raw mut (*this).key, key);
            zval::clear(&raw mut other_value);
            zval::clear(&raw mut other_key);
        }
    }
}

unsafe extern "C" fn get_iterator<E: Elements>(
    _: *mut ClassEntry,
    walked: *mut Zval,
    by_reference: c_int,
) -> *mut Object {
    unsafe extern "C" {
        fn zend_iterator_init(iterator: *mut Object);
    }
    // SAFETY: called by the engine with an object of the class; every field behind the header is written.
    unsafe {
        let object = (*walked).object();
        if by_reference != 0 {
            exception::throw_error(ptr::null_mut(), E::BY_REFERENCE);
            return ptr::null_mut();
        }
        let Some(elements) = E::begin(object) else { return ptr::null_mut() };
        let new: *mut Iterator<E> = memory::allocate_zeroed(size_of::<Iterator<E>>());
        zend_iterator_init(new.cast());
        (*new).data = Zval::from_object(super::object::add_ref(object));
        (*new).functions = &Iterator::<E>::FUNCTIONS;
        (&raw mut (*new).elements).write(elements);
        new.cast()
    }
}

/// The engine frees the memory.
unsafe extern "C" fn dtor<E: Elements>(object: *mut Object) {
    // SAFETY: the engine calls this once, when nothing holds the iterator any more; the object that is walked goes last, as
    // `E::end` may need it.
    unsafe {
        let this = Iterator::<E>::of(object);
        zval::clear(&raw mut (*this).value);
        zval::clear(&raw mut (*this).key);
        E::end(&raw mut (*this).elements);
        zval::clear(&raw mut (*this).data);
    }
}

unsafe extern "C" fn valid<E: Elements>(object: *mut Object) -> c_int {
    // SAFETY: the engine calls this for iterators with these functions, which are ours, and holds the one that it asks.
    unsafe { if (*Iterator::<E>::of(object)).value.is_undef() { -1 } else { 0 } }
}

unsafe extern "C" fn get_current_data<E: Elements>(object: *mut Object) -> *mut Zval {
    // SAFETY: the engine calls this for iterators with these functions and holds the iterator for as long as it uses the
    // place.
    unsafe {
        let value = &raw mut (*Iterator::<E>::of(object)).value;
        if (*value).is_undef() { ptr::null_mut() } else { value }
    }
}

unsafe extern "C" fn get_current_key<E: Elements>(object: *mut Object, key: *mut Zval) {
    // SAFETY: the engine calls this for iterators with these functions; its place is uninitialised and gets a reference of
    // its own.
    unsafe {
        let own = &raw mut (*Iterator::<E>::of(object)).key;
        key.write(if (*own).is_undef() { Zval::NULL } else { zval::copy(own) });
    }
}

unsafe extern "C" fn move_forward<E: Elements>(object: *mut Object) {
    // SAFETY: the engine calls this for iterators with these functions and holds the iterator while it fetches.
    unsafe { Iterator::<E>::advance(Iterator::of(object)) }
}

/// Nothing comes twice: an iterator that has begun stays where it is.
unsafe extern "C" fn rewind<E: Elements>(object: *mut Object) {
    // SAFETY: the engine calls this for iterators with these functions and holds the iterator while it fetches; `started`
    // is set before.
    unsafe {
        let this = Iterator::<E>::of(object);
        if !ptr::replace(&raw mut (*this).started, true) {
            Iterator::<E>::advance(this);
        }
    }
}

unsafe extern "C" fn get_gc<E: Elements>(object: *mut Object, table: *mut *mut Zval, count: *mut c_int) -> *mut Array {
    // SAFETY: the functions of this table are given to iterators of `E` only, and the collector asks for one report at a
    // time; nothing in one runs PHP code.
    unsafe {
        let this = Iterator::<E>::of(object);
        let report = Report::new();
        report.value(&raw mut (*this).data);
        report.value(&raw mut (*this).value);
        report.value(&raw mut (*this).key);
        E::report(&raw mut (*this).elements, &report);
        report.finish(table, count);
        ptr::null_mut()
    }
}
