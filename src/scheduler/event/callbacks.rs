//! Subscribers of events and their notification [abi/ABI-90 to ABI-100].
//!
//! A pass over the subscribers must survive every removal that the called code makes, including its own: the vector
//! publishes the index of the *next* entry, and `remove` corrects it, so that each subscriber is called exactly once.

use crate::abi::*;
use crate::engine::bailout;
use crate::engine::exception::{self, E_CORE_WARNING};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

const FIRST_CAPACITY: u32 = 4;
const FIRST_VECTOR_CAPACITY: u32 = 2;
/// The place of a callback that has left the only vector it was in.
const NOWHERE: u32 = u32::MAX;

/// Appends a subscriber and counts the reference [abi/ABI-91].
///
/// # Safety
/// `vector` and `callback` are alive; a request is active on this, the PHP thread. Runs nothing, but may reach the memory limit.
#[inline]
pub unsafe fn push(vector: *mut CallbacksVector, callback: *mut EventCallback, first_capacity: u32) {
    // SAFETY: the array always has `capacity` entries.
    unsafe {
        let length = (*vector).length;
        if length == (*vector).capacity {
            let capacity = if length == 0 { first_capacity } else { length * 2 };
            let bytes = capacity as usize * size_of::<*mut EventCallback>();
            let data = (*vector).data;
            (*vector).data = if data.is_null() { memory::allocate(bytes) } else { memory::reallocate(data, bytes) };
            // Not before there is that much room: reaching the memory limit jumps out of the call.
            (*vector).capacity = capacity;
        }
        (*callback).ref_count += 1;
        place((*vector).data, length, callback);
        (*vector).length = length + 1;
    }
}

/// Writes an entry. The four bytes of padding behind the counter of a callback say where it is: a hint only, since a callback may be
/// in several vectors, and C code may have put it there.
#[inline(always)]
pub(super) unsafe fn place(data: *mut *mut EventCallback, index: u32, callback: *mut EventCallback) {
    // SAFETY: the callers have room for the entry; the padding belongs to the callback.
    unsafe {
        *data.add(index as usize) = callback;
        *hint(callback) = index;
    }
}

#[inline(always)]
fn hint(callback: *mut EventCallback) -> *mut u32 {
    const { assert!(core::mem::offset_of!(EventCallback, callback) == 8) };
    callback.cast::<u32>().wrapping_add(1)
}

/// `add_callback` of our events.
///
/// # Safety
/// As the method demands [abi/ABI-72]: `event` and `callback` are alive, on the thread of the event.
pub unsafe extern "C" fn add(event: *mut Event, callback: *mut EventCallback) -> bool {
    // SAFETY: event and callback are alive, by the slot's contract; nothing but memory is asked for.
    unsafe { push(&raw mut (*event).callbacks, callback, FIRST_CAPACITY) };
    true
}

/// `del_callback` of our events, and the exported function: takes a subscriber out in constant time once it is found.
///
/// # Safety
/// As the method demands [abi/ABI-72]: `event` and `callback` are alive, on the thread of the event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_remove(event: *mut Event, callback: *mut EventCallback) -> bool {
    // SAFETY: event and callback are alive, by the slot's contract, and indices stay below `length`. Disposing the callback comes last: the
    // vector, perhaps gone with its event then, is not looked at again.
    unsafe {
        let vector = &raw mut (*event).callbacks;
        let Some(index) = position(vector, callback) else { return false };
        let last = (*vector).length - 1;
        let data = (*vector).data;
        let next = (*vector).current_iterator;
        let entry = |i: u32| *data.add(i as usize);
        if !next.is_null() && index < *next {
            // The entry was already called: the last called one fills the hole, and the last of all fills that.
            *next -= 1;
            place(data, index, entry(*next));
            place(data, *next, entry(last));
        } else {
            place(data, index, entry(last));
        }
        (*vector).length = last;
        if let Some(dispose) = (*callback).dispose {
            // The disposal of a coroutine's callback removes it from its event, too: it shall not search the others in vain.
            if (*callback).ref_count == 1 {
                *hint(callback) = NOWHERE;
            }
            dispose(callback, event);
        }
    }
    true
}

/// Where a subscriber is. Few are looked through, by their addresses only: C code may ask for one that is gone. Of many each knows
/// where it was put.
unsafe fn position(vector: *const CallbacksVector, callback: *mut EventCallback) -> Option<u32> {
    const FEW: u32 = 64;
    // SAFETY: indices stay below `length`; where there are many, callers have a callback that is alive.
    unsafe {
        let CallbacksVector { length, data, .. } = *vector;
        if length > FEW {
            let hinted = *hint(callback);
            if hinted == NOWHERE {
                return None;
            }
            if hinted < length && *data.add(hinted as usize) == callback {
                return Some(hinted);
            }
        }
        (0..length).find(|i| *data.add(*i as usize) == callback)
    }
}

/// Whether a callback is subscribed to an event; looked for by its address.
///
/// # Safety
/// `event` is alive, or being disposed.
pub(super) unsafe fn contains(event: *const Event, callback: *mut EventCallback) -> bool {
    // SAFETY: indices stay below `length`.
    unsafe {
        let CallbacksVector { length, data, .. } = (*event).callbacks;
        (0..length).any(|i| *data.add(i as usize) == callback)
    }
}

/// Tells every subscriber that the event happened [abi/ABI-93].
///
/// # Safety
/// `event` is alive; `result` and `exception` are borrowed, and stay alive for the call. Runs the code of the subscribers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_notify(
    event: *mut Event,
    result: *mut c_void,
    exception: *mut Object,
    from_handler: bool,
) {
    // SAFETY: the event is held for the length of the pass, or its `dispose` runs for as long.
    unsafe {
        (*event).flags.remove(EventFlags::EXCEPTION_HANDLED);
        if !from_handler && let Some(handler) = (*event).notify_handler {
            let held = super::reference::hold(event);
            handler(event, result, exception);
            if held {
                super::reference::release(event);
            }
            return;
        }
        if (*event).callbacks.length == 0 {
            return;
        }
        if !(*event).callbacks.current_iterator.is_null() {
            exception::raise(E_CORE_WARNING, c"The event is already being notified: nested notification ignored");
            return;
        }
        let held = super::reference::hold(event);
        // What is pending before is none of the subscribers'.
        let before = exception::pending();
        let mut next = 0u32;
        (*event).callbacks.current_iterator = &raw mut next;
        while next < (*event).callbacks.length {
            let callback = *(*event).callbacks.data.add(next as usize);
            next += 1;
            if let Some(call) = (*callback).callback {
                call(event, callback, result, exception);
            }
            let pending = exception::pending();
            if !pending.is_null() && pending != before {
                break;
            }
        }
        (*event).callbacks.current_iterator = ptr::null_mut();
        if held {
            super::reference::release(event);
        }
    }
}

/// Notifies on behalf of the event itself.
///
/// # Safety
/// As [`zend_async_callbacks_notify`].
#[inline]
pub unsafe fn notify(event: *mut Event, result: *mut c_void, exception: *mut Object) {
    // SAFETY: the caller's event is alive when the pass begins, and held by the pass from then on.
    unsafe { zend_async_callbacks_notify(event, result, exception, false) }
}

/// Stops, closes and notifies: the end of a one-shot event [abi/ABI-97].
///
/// # Safety
/// As [`zend_async_callbacks_notify`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_notify_and_close(
    event: *mut Event,
    result: *mut c_void,
    exception: *mut Object,
) {
    // SAFETY: the caller's event is alive until the pass begins, and held by the pass from then on: the subscriptions that `stop` may end
    // are not what keeps it.
    unsafe {
        if let Some(stop) = (*event).stop {
            stop(event);
        }
        (*event).flags.insert(EventFlags::CLOSED);
        notify(event, result, exception);
    }
}

/// Disposes all subscribers of an event that ends [abi/ABI-97].
///
/// # Safety
/// `event` is alive. Runs the disposal of its subscribers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_free(event: *mut Event) {
    // SAFETY: the vector is emptied before the callbacks are disposed, so they find nothing to remove themselves from.
    unsafe {
        if !(*event).callbacks.current_iterator.is_null() {
            exception::raise(E_CORE_WARNING, c"Cannot free the callbacks of an event that is being notified");
            return;
        }
        zend_async_callbacks_vector_free(&raw mut (*event).callbacks, event);
    }
}

/// Appends to a bare vector [abi/ABI-91].
///
/// # Safety
/// `vector` and `callback` are alive; a request is active on this, the PHP thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_vector_push(
    vector: *mut CallbacksVector,
    callback: *mut EventCallback,
) -> bool {
    // SAFETY: vector and callback are alive, as the caller promises; nothing but memory is asked for.
    unsafe { push(vector, callback, FIRST_VECTOR_CAPACITY) };
    true
}

/// Calls every entry of a bare vector, without an exception [abi/ABI-97].
///
/// # Safety
/// `vector` and `event` outlive the call; `result` is borrowed. Runs the code of the subscribers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_vector_notify(
    vector: *mut CallbacksVector,
    event: *mut Event,
    result: *mut c_void,
) {
    // SAFETY: the length is read again for every entry.
    unsafe {
        let mut i = 0;
        while i < (*vector).length {
            let callback = *(*vector).data.add(i as usize);
            i += 1;
            if let Some(call) = (*callback).callback {
                call(event, callback, result, ptr::null_mut());
            }
        }
    }
}

/// Disposes all entries and frees the array [abi/ABI-97]. After a fatal error they are forgotten instead: some lie on stacks
/// that were abandoned, and memory goes with the request.
///
/// # Safety
/// `vector` is alive; `event` is what its subscribers are disposed for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_callbacks_vector_free(vector: *mut CallbacksVector, event: *mut Event) {
    // SAFETY: the array is ours once it is taken out: disposals find an empty vector.
    unsafe {
        if (*vector).data.is_null() {
            return;
        }
        let taken = ptr::replace(
            vector,
            CallbacksVector { length: 0, capacity: 0, data: ptr::null_mut(), current_iterator: ptr::null_mut() },
        );
        if bailout::unclean_shutdown() {
            return;
        }
        for i in 0..taken.length as usize {
            let callback = *taken.data.add(i);
            if let Some(dispose) = (*callback).dispose {
                dispose(callback, event);
            }
        }
        memory::free(taken.data);
    }
}

/// Default disposal of a plain callback: drops a reference, frees at the last [abi/ABI-98].
unsafe extern "C" fn dispose_plain(callback: *mut EventCallback, _event: *mut Event) {
    // SAFETY: allocated by `zend_async_event_callback_new`.
    unsafe {
        if (*callback).ref_count > 1 {
            (*callback).ref_count -= 1;
        } else {
            memory::free(callback);
        }
    }
}

/// A new plain callback; `size` is the total size, 0 for the base [abi/ABI-98]. Request memory, reference count 0.
///
/// # Safety
/// A request is active; `size` is 0 or at least the base size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_event_callback_new(
    callback: Option<EventCallbackFn>,
    size: usize,
) -> *mut EventCallback {
    // SAFETY: zeroed memory is a valid callback.
    unsafe {
        let new: *mut EventCallback = memory::allocate_zeroed(size.max(size_of::<EventCallback>()));
        (*new).callback = callback;
        (*new).dispose = Some(dispose_plain);
        new
    }
}
