//! Per-coroutine data of C extensions under process-wide integer keys [abi/ABI-140].

use crate::abi::{Array, Coroutine, Zval, memory};
use crate::engine::{hash, zval};
use core::ffi::{c_char, c_void};
use core::mem::size_of;
use core::ptr;
use std::sync::Mutex;

/// Addresses of the names; the key is the index plus one.
static NAMES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// The process-wide key for a name, compared by address: the string must be static. Starts at 1.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_internal_context_key_alloc(name: *const c_char) -> u32 {
    let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let index = names.iter().position(|known| *known == name as usize).unwrap_or_else(|| {
        names.push(name as usize);
        names.len() - 1
    });
    index as u32 + 1
}

/// The name of a key, or null.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_internal_context_key_name(key: u32) -> *const c_char {
    let names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    (key as usize).checked_sub(1).and_then(|i| names.get(i)).map_or(ptr::null(), |name| *name as *const c_char)
}

/// Sets up the registry; module start.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_init_internal_context_api() {}

/// Forgets all keys; module end.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_internal_context_api_shutdown() {
    NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
}

/// The value under a key, borrowed; null when there is none.
///
/// # Safety
/// `coroutine` is null or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_internal_context_find(coroutine: *mut Coroutine, key: u32) -> *mut Zval {
    // SAFETY: the coroutine is null or alive, as the caller promises; its table is null or initialised.
    unsafe {
        if coroutine.is_null() || (*coroutine).internal_context.is_null() {
            return ptr::null_mut();
        }
        hash::find_index((*coroutine).internal_context, u64::from(key))
    }
}

/// Copies a value under a key; an old one is destroyed.
///
/// # Safety
/// `coroutine` is null or alive; `value` is alive. Destroying the old value may run destructors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_internal_context_set(
    coroutine: *mut Coroutine,
    key: u32,
    value: *mut Zval,
) -> bool {
    unsafe extern "C" fn destroy(value: *mut Zval) {
        // SAFETY: the table owns its values.
        unsafe { zval::clear(value) }
    }
    // SAFETY: the coroutine is null or alive, as the caller promises; its table is there before it is used.
    unsafe {
        if coroutine.is_null() {
            return false;
        }
        if (*coroutine).internal_context.is_null() {
            let table: *mut Array = memory::allocate(size_of::<Array>());
            hash::init(table, Some(destroy));
            (*coroutine).internal_context = table;
        }
        hash::set_index((*coroutine).internal_context, u64::from(key), zval::copy(value));
        true
    }
}

/// Removes a key; false when it was absent.
///
/// # Safety
/// `coroutine` is null or alive. Destroying the value may run destructors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_internal_context_unset(coroutine: *mut Coroutine, key: u32) -> bool {
    // SAFETY: the coroutine is null or alive, as the caller promises; its table is null or initialised.
    unsafe {
        !coroutine.is_null()
            && !(*coroutine).internal_context.is_null()
            && hash::remove((*coroutine).internal_context, u64::from(key))
    }
}

/// Sets the member of a raw coroutine.
///
/// # Safety
/// `coroutine` is alive; it has no table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_coroutine_internal_context_init(coroutine: *mut Coroutine) {
    // SAFETY: the caller's coroutine is alive; what is in the field is overwritten unread.
    unsafe { (*coroutine).internal_context = ptr::null_mut() };
}

/// Destroys the table with its values.
///
/// # Safety
/// `coroutine` is alive. Destroying the values may run destructors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_coroutine_internal_context_dispose(coroutine: *mut Coroutine) {
    // SAFETY: the table is taken out first.
    unsafe {
        let table = ptr::replace(&raw mut (*coroutine).internal_context, ptr::null_mut());
        if !table.is_null() {
            hash::destroy(table);
            memory::free(table.cast::<c_void>());
        }
    }
}
