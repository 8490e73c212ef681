//! Hash tables.

use crate::abi::{Array, ZString, Zval};
use core::ffi::c_void;

pub type Visit = unsafe extern "C" fn(*mut c_void, u64, *mut ZString, *mut Zval) -> bool;
pub type Destructor = Option<unsafe extern "C" fn(*mut Zval)>;

unsafe extern "C" {
    fn true_async_array_new(size: u32) -> *mut Array;
    fn true_async_hash_init(table: *mut Array, dtor: Destructor);
    fn true_async_hash_destroy(table: *mut Array);
    fn true_async_hash_clean(table: *mut Array);
    fn true_async_hash_index_find(table: *mut Array, index: u64) -> *mut Zval;
    fn true_async_hash_index_set_ptr(table: *mut Array, index: u64, ptr: *mut c_void);
    fn true_async_hash_index_del(table: *mut Array, index: u64) -> i32;
    fn true_async_hash_next_insert(table: *mut Array, value: *mut Zval);
    fn true_async_hash_update(table: *mut Array, key: *mut ZString, value: *mut Zval);
    fn true_async_hash_find(table: *mut Array, key: *mut ZString) -> *mut Zval;
    fn true_async_hash_each(table: *mut Array, visit: Visit, arg: *mut c_void);
    fn true_async_array_release(array: *mut Array);
}

// SAFETY (for all functions of this file): the caller passes valid tables; each forwards to the engine's own function.

pub unsafe fn new_array(size: u32) -> *mut Array {
    // SAFETY: see above.
    unsafe { true_async_array_new(size) }
}
pub unsafe fn init(table: *mut Array, dtor: Destructor) {
    // SAFETY: see above.
    unsafe { true_async_hash_init(table, dtor) }
}
pub unsafe fn destroy(table: *mut Array) {
    // SAFETY: see above.
    unsafe { true_async_hash_destroy(table) }
}
pub unsafe fn clean(table: *mut Array) {
    // SAFETY: see above.
    unsafe { true_async_hash_clean(table) }
}
/// The pointer stored under `index`, or null.
pub unsafe fn find_ptr<T>(table: *mut Array, index: u64) -> *mut T {
    // SAFETY: see above; the caller stored a pointer there.
    unsafe {
        let value = true_async_hash_index_find(table, index);
        if value.is_null() { core::ptr::null_mut() } else { (*value).value.ptr.cast() }
    }
}
pub unsafe fn find_index(table: *mut Array, index: u64) -> *mut Zval {
    // SAFETY: see above.
    unsafe { true_async_hash_index_find(table, index) }
}
pub unsafe fn set_ptr<T>(table: *mut Array, index: u64, ptr: *mut T) {
    // SAFETY: see above.
    unsafe { true_async_hash_index_set_ptr(table, index, ptr.cast()) }
}
pub unsafe fn remove(table: *mut Array, index: u64) -> bool {
    // SAFETY: see above.
    unsafe { true_async_hash_index_del(table, index) == 0 }
}
/// Appends; takes over the value.
pub unsafe fn push(table: *mut Array, mut value: Zval) {
    // SAFETY: see above.
    unsafe { true_async_hash_next_insert(table, &raw mut value) }
}
/// Sets `key`; takes over the value, not the key. A value that was there is destroyed last.
pub unsafe fn set(table: *mut Array, key: *mut ZString, mut value: Zval) {
    // SAFETY: see above.
    unsafe { true_async_hash_update(table, key, &raw mut value) }
}
pub unsafe fn find(table: *mut Array, key: *mut ZString) -> *mut Zval {
    // SAFETY: see above.
    unsafe { true_async_hash_find(table, key) }
}
pub unsafe fn each(table: *mut Array, visit: Visit, arg: *mut c_void) {
    // SAFETY: see above.
    unsafe { true_async_hash_each(table, visit, arg) }
}
pub unsafe fn release(array: *mut Array) {
    // SAFETY: see above.
    unsafe { true_async_array_release(array) }
}
/// Sets `index`; takes over the value. A value that was there is destroyed last.
pub unsafe fn set_index(table: *mut Array, index: u64, mut value: Zval) {
    unsafe extern "C" {
        fn true_async_hash_index_update(table: *mut Array, index: u64, value: *mut Zval);
    }
    // SAFETY: see above.
    unsafe { true_async_hash_index_update(table, index, &raw mut value) }
}
/// Sets what PHP code would set with `$table[$key] = $value`: an integer, string or null key. Takes over the value.
pub unsafe fn set_key(table: *mut Array, key: *const Zval, mut value: Zval) {
    unsafe extern "C" {
        fn true_async_array_set(table: *mut Array, key: *const Zval, value: *mut Zval);
    }
    // SAFETY: see above.
    unsafe { true_async_array_set(table, key, &raw mut value) }
}
/// Removes a string key.
pub unsafe fn remove_name(table: *mut Array, key: *mut ZString) {
    unsafe extern "C" {
        fn true_async_hash_del(table: *mut Array, key: *mut ZString);
    }
    // SAFETY: see above.
    unsafe { true_async_hash_del(table, key) }
}
/// Removes the key of an entry: an integer, or a string that is no integer.
pub unsafe fn remove_key(table: *mut Array, key: *const Zval) {
    // SAFETY: see above.
    unsafe {
        if (*key).kind() == crate::abi::zend::IS_STRING {
            remove_name(table, (*key).value.string);
        } else {
            remove(table, (*key).value.long as u64);
        }
    }
}
/// Whether nothing was ever put into a table, so that there is nothing to free.
#[inline]
pub fn is_unused(table: &Array) -> bool {
    const UNINITIALIZED: u32 = 1 << 3;
    // SAFETY: the flags are part of every table.
    unsafe { table.u.flags & UNINITIALIZED != 0 }
}
