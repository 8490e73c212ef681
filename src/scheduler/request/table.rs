//! The table of all coroutines for C code that asks for it.

use crate::abi::Array;
use crate::engine::hash;
use crate::engine::per_thread::per_thread;
use crate::scheduler::coroutine::object::to_object;
use crate::scheduler::coroutine::unfinished::each;
use core::ptr;

// Table handed to C code that asks for all coroutines.
per_thread!(static TABLE: *mut Array = ptr::null_mut());

/// Slot `get_coroutines`: a borrowed table, object handle to coroutine.
pub(super) unsafe extern "C" fn coroutines_table() -> *mut Array {
    // SAFETY: the table lives until `release`, at the end of the request, and refers to unfinished coroutines, which are alive.
    unsafe {
        let mut table = TABLE.get();
        if table.is_null() {
            table = hash::new_array(8);
            TABLE.set(table);
        }
        hash::clean(table);
        each(|c| {
            if !(*c).is_finished() {
                let handle = (*to_object(c)).handle;
                hash::set_ptr(table, u64::from(handle), c);
            }
        });
        table
    }
}

/// The end of a request.
///
/// # Safety
/// Nothing looks at the table any more.
pub(super) unsafe fn release() {
    let table = TABLE.replace(ptr::null_mut());
    if !table.is_null() {
        // SAFETY: the table was made by `coroutines_table`, and the cell does not name it any more.
        unsafe { hash::release(table) }
    }
}
