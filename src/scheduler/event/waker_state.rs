//! The stored outcome of a wait: error merging and the set of events that fired [abi/ABI-103, abi/ABI-106].

use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{exception, hash, object};
use crate::scheduler::event::{self, reference};
use core::ffi::c_void;
use core::ptr;

/// Stores an error in a waker [abi/ABI-106]. True when it was stored or chained.
///
/// # Safety
/// `waker` is null or valid; `error` is a throwable, consumed when `transfer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_apply_error(
    waker: *mut Waker,
    error: *mut Object,
    transfer: bool,
    override_stored: bool,
    for_cancellation: bool,
) -> bool {
    // SAFETY: exactly one reference of `error` ends up stored or released.
    unsafe {
        let stored = if waker.is_null() { ptr::null_mut() } else { (*waker).error };
        let keep_stored = !stored.is_null() && for_cancellation && exception::is_cancellation(stored);
        if waker.is_null() || keep_stored || stored == error {
            if transfer {
                object::release(error);
            }
            return stored == error && !error.is_null();
        }
        if !transfer {
            object::add_ref(error);
        }
        let (newer, older) = if override_stored { (error, stored) } else { (stored, error) };
        let whole = exception::chain_any(OwnedObject::from_nullable(newer), OwnedObject::from_nullable(older));
        (*waker).error = whole.into_nullable();
        true
    }
}

/// Remembers that an event fired, once, with a reference to it.
///
/// # Safety
/// `coroutine` and `fired` are null or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_add_triggered_event(coroutine: *mut Coroutine, fired: *mut Event) {
    if coroutine.is_null() || fired.is_null() {
        return;
    }
    // SAFETY: the table is made on demand.
    unsafe {
        let waker = (*coroutine).waker;
        if (*waker).triggered_events.is_null() {
            (*waker).triggered_events = hash::new_array(2);
        }
        let index = reference::index_of(fired);
        // One whose `dispose` runs cannot be kept.
        if hash::find_index((*waker).triggered_events, index).is_null() && reference::hold(fired) {
            hash::set_ptr((*waker).triggered_events, index, fired);
        }
    }
}

/// Drops the set of fired events with its references.
///
/// # Safety
/// `table` was made by [`zend_async_waker_add_triggered_event`] and is not used again.
pub unsafe fn release_triggered(table: *mut Array) {
    unsafe extern "C" fn release_one(_: *mut c_void, _: u64, _: *mut ZString, value: *mut Zval) -> bool {
        // SAFETY: the table holds events.
        unsafe { event::release((*value).value.ptr.cast()) };
        true
    }
    // SAFETY: the table is in no waker any more, so what runs when an event goes does not find it.
    unsafe {
        hash::each(table, release_one, ptr::null_mut());
        hash::release(table);
    }
}
