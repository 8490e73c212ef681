//! `zend_string`.

use crate::abi::ZString;
use core::ffi::c_char;

const IMMUTABLE: u32 = 1 << 6;

unsafe extern "C" {
    fn true_async_string_init(bytes: *const c_char, length: usize) -> *mut ZString;
    fn true_async_string_release(string: *mut ZString);
    fn true_async_string_bytes(string: *const ZString) -> *const c_char;
    fn true_async_string_length(string: *const ZString) -> usize;
}

/// A new string with one reference.
///
/// # Safety
/// A PHP request is active; no frame above needs dropping (running out of memory ends the request).
pub unsafe fn new(text: &str) -> *mut ZString {
    // SAFETY: a request is active and no frame above needs dropping, as demanded.
    unsafe { of_bytes(text.as_bytes()) }
}

/// As [`new`], of any bytes.
///
/// # Safety
/// As [`new`].
pub unsafe fn of_bytes(bytes: &[u8]) -> *mut ZString {
    // SAFETY: the bytes are copied.
    unsafe { true_async_string_init(bytes.as_ptr().cast(), bytes.len()) }
}

/// One more reference.
///
/// # Safety
/// `string` is alive.
#[inline]
pub unsafe fn add_ref(string: *mut ZString) -> *mut ZString {
    // SAFETY: the string is alive, as demanded; an interned one is shared by all and never freed, so it is not counted.
    unsafe {
        let header = &mut (*string).gc;
        if header.u.type_info & IMMUTABLE == 0 {
            header.refcount += 1;
        }
    }
    string
}

/// Gives one reference back; null is allowed.
///
/// # Safety
/// `string` is null or a reference that the caller owns.
#[inline]
pub unsafe fn release(string: *mut ZString) {
    if !string.is_null() {
        // SAFETY: not null here, and the reference is the caller's, as demanded. Strings have no destructor, so no PHP code
        // runs.
        unsafe { true_async_string_release(string) }
    }
}

/// The bytes: PHP's strings are in no particular encoding.
///
/// # Safety
/// `string` is alive for as long as the bytes are used.
pub unsafe fn bytes<'a>(string: *const ZString) -> &'a [u8] {
    // SAFETY: a zend_string holds that many bytes.
    unsafe {
        core::slice::from_raw_parts(true_async_string_bytes(string).cast::<u8>(), true_async_string_length(string))
    }
}

/// The bytes, lossily as text: for diagnostics.
///
/// # Safety
/// `string` is alive.
pub unsafe fn to_text(string: *const ZString) -> String {
    // SAFETY: the string is alive, as demanded, and the borrow ends before this returns: what is returned is a copy.
    String::from_utf8_lossy(unsafe { bytes(string) }).into_owned()
}
