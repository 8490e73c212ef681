//! Hash tables.

use crate::abi::{Array, ZString, Zval};
use core::ffi::c_void;

pub type Visit = unsafe extern "C" fn(*mut c_void, u64, *mut ZString, *mut Zval) -> bool;
pub type Destructor = Option<unsafe extern "C" fn(*mut Zval)>;

// Safety, for all functions of this file: on the PHP thread with a request; tables, keys and values are alive for the whole call.
// A value that is removed or replaced may have a destructor, which runs PHP code.

unsafe extern "C" {
    #[link_name = "true_async_array_new"]
    pub fn new_array(size: u32) -> *mut Array;

    #[link_name = "true_async_hash_init"]
    pub fn init(table: *mut Array, dtor: Destructor);

    #[link_name = "true_async_hash_destroy"]
    pub fn destroy(table: *mut Array);

    #[link_name = "true_async_hash_clean"]
    pub fn clean(table: *mut Array);

    #[link_name = "true_async_hash_index_find"]
    pub fn find_index(table: *mut Array, index: u64) -> *mut Zval;

    fn true_async_hash_index_set_ptr(table: *mut Array, index: u64, ptr: *mut c_void);
    fn true_async_hash_index_del(table: *mut Array, index: u64) -> i32;
    fn true_async_hash_next_insert(table: *mut Array, value: *mut Zval);
    fn true_async_hash_update(table: *mut Array, key: *mut ZString, value: *mut Zval);

    #[link_name = "true_async_hash_find"]
    pub fn find(table: *mut Array, key: *mut ZString) -> *mut Zval;

    #[link_name = "true_async_hash_each"]
    pub fn each(table: *mut Array, visit: Visit, arg: *mut c_void);

    #[link_name = "true_async_array_release"]
    pub fn release(array: *mut Array);

    /// Removes a string key.
    #[link_name = "true_async_hash_del"]
    pub fn remove_name(table: *mut Array, key: *mut ZString);
}

/// The pointer stored under `index`, or null.
pub unsafe fn find_ptr<T>(table: *mut Array, index: u64) -> *mut T {
    // SAFETY: the table is alive, and the caller has stored pointers to `T` in it; a place in it is read at once and not
    // kept.
    unsafe {
        let value = find_index(table, index);
        if value.is_null() { core::ptr::null_mut() } else { (*value).value.ptr.cast() }
    }
}
pub unsafe fn set_ptr<T>(table: *mut Array, index: u64, ptr: *mut T) {
    // SAFETY: the table is alive; it takes the pointer as it is and does not follow it.
    unsafe { true_async_hash_index_set_ptr(table, index, ptr.cast()) }
}
pub unsafe fn remove(table: *mut Array, index: u64) -> bool {
    // SAFETY: the table is alive; nothing of it is looked at here after the destructor of the value.
    unsafe { true_async_hash_index_del(table, index) == 0 }
}
/// Appends; takes over the value.
pub unsafe fn push(table: *mut Array, mut value: Zval) {
    // SAFETY: the table is alive and no value of it goes; `value` has no destructor, so moving its bits away leaves nothing
    // behind.
    unsafe { true_async_hash_next_insert(table, &raw mut value) }
}
/// Appends a copy of every value of `from`, as long as there are keys left.
pub unsafe fn append_all(to: *mut Array, from: *mut Array) {
    unsafe extern "C" {
        fn true_async_array_append_all(to: *mut Array, from: *mut Array);
    }
    // SAFETY: two different tables that are alive; nothing of them goes.
    unsafe { true_async_array_append_all(to, from) }
}
/// The array that a value holds, which is of that value alone afterwards.
pub unsafe fn separate(value: *mut Zval) -> *mut Array {
    unsafe extern "C" {
        fn true_async_array_separate(value: *mut Zval) -> *mut Array;
    }
    // SAFETY: a value that holds an array. Another one keeps what both held, so nothing is destroyed.
    unsafe { true_async_array_separate(value) }
}
/// Sets `key`; takes over the value, not the key. A value that was there is destroyed last.
pub unsafe fn set(table: *mut Array, key: *mut ZString, mut value: Zval) {
    // SAFETY: table and key are alive; `value` is moved into its place before what was there is destroyed, and has no
    // destructor of its own.
    unsafe { true_async_hash_update(table, key, &raw mut value) }
}
/// Sets `index`; takes over the value. A value that was there is destroyed last.
pub unsafe fn set_index(table: *mut Array, index: u64, mut value: Zval) {
    unsafe extern "C" {
        fn true_async_hash_index_update(table: *mut Array, index: u64, value: *mut Zval);
    }
    // SAFETY: the table is alive; `value` is moved into its place before what was there is destroyed, and has no destructor
    // of its own.
    unsafe { true_async_hash_index_update(table, index, &raw mut value) }
}
/// Sets what PHP code would set with `$table[$key] = $value`: an integer, string or null key. Takes over the value.
pub unsafe fn set_key(table: *mut Array, key: *const Zval, mut value: Zval) {
    unsafe extern "C" {
        fn true_async_array_set(table: *mut Array, key: *const Zval, value: *mut Zval);
    }
    // SAFETY: table and key are alive; the bits of `value` are moved, and it has no destructor of its own.
    unsafe { true_async_array_set(table, key, &raw mut value) }
}
/// Removes the key of an entry: an integer, or a string that is no integer.
pub unsafe fn remove_key(table: *mut Array, key: *const Zval) {
    // SAFETY: table and key are alive, and the kind of the key says which member of the union holds it.
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
