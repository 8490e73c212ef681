//! Walking an array or a `Traversable` one element at a time.

use super::exception;
use crate::abi::zend::{IS_ARRAY, IS_OBJECT};
use crate::abi::{Array, Zval};
use core::ffi::c_void;
use core::ptr;

unsafe extern "C" {
    fn true_async_is_traversable(value: *mut Zval) -> bool;
    fn true_async_iterator_new(value: *mut Zval) -> *mut c_void;
    fn true_async_iterator_step(
        iterator: *mut c_void,
        first: bool,
        unwanted: *const bool,
        value: *mut Zval,
        key: *mut Zval,
    ) -> bool;
    fn true_async_iterator_release(iterator: *mut c_void);
    fn true_async_array_share(value: *mut Zval) -> *mut Array;
    fn true_async_array_step(array: *mut Array, position: *mut u32, value: *mut Zval, key: *mut Zval) -> bool;
}

/// Where the elements come from, and how far the walk is.
pub struct Iterable {
    /// A share of the array, so that later changes of the variable do not matter; null for a `Traversable`.
    array: *mut Array,
    position: u32,
    taken: u32,
    /// The engine's iterator; null for an array.
    iterator: *mut c_void,
    rewound: bool,
}

/// Why there is nothing to walk.
pub enum Refusal {
    /// Neither an array nor a `Traversable`.
    WrongType,
    /// `getIterator()` threw, or gave nothing; what it threw is pending.
    NoIterator,
}

/// Whether a value can be walked.
///
/// # Safety
/// A live value.
pub unsafe fn is_iterable(value: *mut Zval) -> bool {
    // SAFETY: the value is alive, as demanded, and only one that is known to be an object is asked for its class.
    unsafe {
        match (*value).kind() {
            IS_ARRAY => true,
            IS_OBJECT => true_async_is_traversable(value),
            _ => false,
        }
    }
}

impl Iterable {
    /// Prepares a walk. `getIterator()` runs here and may suspend.
    ///
    /// # Safety
    /// `value` is valid and stays so for the call.
    pub unsafe fn new(value: *mut Zval) -> Result<Iterable, Refusal> {
        // SAFETY: the value stays valid for the call, as demanded, also while `getIterator()` is suspended; array and
        // iterator come with a reference of their own.
        unsafe {
            if !is_iterable(value) {
                return Err(Refusal::WrongType);
            }
            let mut new =
                Iterable { array: ptr::null_mut(), position: 0, taken: 0, iterator: ptr::null_mut(), rewound: false };
            if (*value).kind() == IS_ARRAY {
                new.array = true_async_array_share(value);
                return Ok(new);
            }
            new.iterator = true_async_iterator_new(value);
            if !exception::pending().is_null() {
                Iterable::release(&raw mut new);
                return Err(Refusal::NoIterator);
            }
            if new.iterator.is_null() { Err(Refusal::NoIterator) } else { Ok(new) }
        }
    }

    /// A walk over an array, which is shared.
    ///
    /// # Safety
    /// A live array.
    pub unsafe fn of_array(value: *mut Zval) -> Iterable {
        // SAFETY: the value is an array, as demanded.
        let array = unsafe { true_async_array_share(value) };
        Iterable { array, position: 0, taken: 0, iterator: ptr::null_mut(), rewound: false }
    }

    /// A walk with an iterator of the engine's, which passes; null for one that is empty and only to be released.
    ///
    /// # Safety
    /// Null, or an iterator that has not been rewound.
    pub unsafe fn of_iterator(iterator: *mut c_void) -> Iterable {
        Iterable { array: ptr::null_mut(), position: 0, taken: 0, iterator, rewound: false }
    }

    pub fn is_array(&self) -> bool {
        self.iterator.is_null()
    }

    /// Whether there may be another element. What a `Traversable` has left shows only when it is asked.
    pub fn may_have_more(&self) -> bool {
        // SAFETY: the array is held.
        !self.is_array() || unsafe { self.taken < (*self.array).nNumOfElements }
    }

    /// Takes the next element and moves past it. False at the end, or with an exception of the iterator's; an element
    /// that it had already handed out is in `value` and `key` all the same. Of a `Traversable`, this runs its methods and
    /// so may suspend; if `unwanted` becomes true meanwhile, no element is fetched any more: false, too.
    ///
    /// # Safety
    /// No other call is in progress; `value` and `key` are undefined and get a reference of their own.
    pub unsafe fn next(this: *mut Iterable, unwanted: *const bool, value: *mut Zval, key: *mut Zval) -> bool {
        // SAFETY: no borrow of the structure lives across the call that may suspend.
        unsafe {
            if (*this).iterator.is_null() {
                (*this).taken += 1;
                return true_async_array_step((*this).array, &raw mut (*this).position, value, key);
            }
            let first = !core::mem::replace(&mut (*this).rewound, true);
            true_async_iterator_step((*this).iterator, first, unwanted, value, key)
        }
    }

    /// Lets the array or the iterator go. May run destructors, during which the walk is seen to be empty.
    ///
    /// # Safety
    /// The walk is not gone on with.
    pub unsafe fn release(this: *mut Iterable) {
        // SAFETY: each is owned once, and is out of the structure before the first destructor runs; no borrow of that lives then.
        unsafe {
            let array = ptr::replace(&raw mut (*this).array, ptr::null_mut());
            let iterator = ptr::replace(&raw mut (*this).iterator, ptr::null_mut());
            if !array.is_null() {
                super::hash::release(array);
            }
            if !iterator.is_null() {
                true_async_iterator_release(iterator);
            }
        }
    }
}
