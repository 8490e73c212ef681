//! Places in PHP code, in the two forms in which methods return them.

use crate::abi::{ZString, Zval};
use crate::engine::{hash, string, zval};

/// `[file, line]`, or `[null, 0]`.
///
/// # Safety
/// `file` is null or a live name.
pub unsafe fn file_and_line(file: *mut ZString, line: u32) -> Zval {
    // SAFETY: the name is null or alive, as this function demands; the array is ours, and gets a reference of the name.
    unsafe {
        let pair = hash::new_array(2);
        let known = !file.is_null();
        hash::push(pair, if known { zval::from_string(string::add_ref(file)) } else { Zval::NULL });
        hash::push(pair, Zval::from_long(if known { i64::from(line) } else { 0 }));
        zval::from_array(pair)
    }
}

/// `file:line`, or `unknown`.
///
/// # Safety
/// As [`file_and_line`].
pub unsafe fn location(file: *mut ZString, line: u32) -> Zval {
    // SAFETY: the name is null or alive, as this function demands, and its bytes are copied.
    unsafe {
        if file.is_null() {
            return zval::from_string(string::new("unknown"));
        }
        zval::from_string(string::of_bytes(&[string::bytes(file), format!(":{line}").as_bytes()].concat()))
    }
}
