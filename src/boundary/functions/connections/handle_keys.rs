//! Keys of handles that do not tell their connection: recorded when a call on the connection made them, or when another
//! handle was found that they hold.
//!
//! An entry stays when a handle is freed before the API is used. The next object at that address is of another class, or a
//! call makes it, which records it again.

use crate::abi::{ClassEntry, Object};
use crate::boundary::calls::Key;
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::engine::per_thread::per_thread;
use core::ptr;

struct HandleKey {
    class: *mut ClassEntry,
    key: Key,
}

per_thread!(fn table() -> *mut Addresses<HandleKey> = Addresses::with_hasher(Address::BUILD));

/// Remembers the key of a handle until it is freed.
///
/// # Safety
/// A live object.
pub unsafe fn set(object: *mut Object, key: Key) {
    // SAFETY: only this thread reaches its table, and no reference into it is held. The object is live, as this function
    // demands.
    unsafe { (*table()).insert(object as usize, HandleKey { class: (*object).ce, key }) };
}

/// The key of a handle, 0 if there is none.
///
/// # Safety
/// A live object, or null.
#[inline]
pub unsafe fn get(object: *mut Object) -> Key {
    // SAFETY: only this thread reaches its table. The object is live or null, as this function demands.
    unsafe {
        match (*table()).get(&(object as usize)) {
            Some(entry) if !object.is_null() && entry.class == (*object).ce => entry.key,
            _ => 0,
        }
    }
}

/// Remembers the key of what has a number in place of an address, until the end of the request.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn set_number(number: usize, key: Key) {
    // SAFETY: only this thread reaches its table, and no reference into it is held.
    unsafe { (*table()).insert(number, HandleKey { class: ptr::null_mut(), key }) };
}

/// The key of a number, 0 if there is none.
pub fn of_number(number: usize) -> Key {
    // SAFETY: only this thread reaches its table.
    unsafe { (*table()).get(&number).map_or(0, |entry| entry.key) }
}

/// The handle goes.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn forget(object: *mut Object) {
    // SAFETY: on a PHP thread, as this function demands.
    unsafe { forget_number(object as usize) }
}

/// What has that number goes.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn forget_number(number: usize) {
    // SAFETY: only this thread reaches its table, and no reference into it is held.
    unsafe { (*table()).remove(&number) };
}

/// The end of a request.
pub fn clear() {
    // SAFETY: only this thread reaches its table, and no reference into it is held.
    unsafe { *table() = Addresses::with_hasher(Address::BUILD) };
}

/// A number that stands for a text: a key with the topmost bit set, as in no address.
pub fn key_of_text(parts: &[&[u8]]) -> Key {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for part in parts {
        for byte in part.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    (hash | OF_TEXT) as Key
}

/// No address has this bit.
const OF_TEXT: u64 = 1 << 63;

/// Whether a key stands for a text: handles that do not know of each other share what it is of.
pub fn is_of_text(key: Key) -> bool {
    key as u64 & OF_TEXT != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(key_of_text(&[b"a", b"bc"]), key_of_text(&[b"ab", b"c"]));
        assert!(key_of_text(&[]) >> 63 == 1);
    }
}
