//! Subscribers that wake a coroutine [abi/ABI-98, abi/ABI-99], and the order of those that wait [core/AW-5].

use super::subscription::Subscription;
use super::{callbacks, reference, waker};
use crate::abi::*;
use crate::scheduler::coroutine::object::CoroutineObject;
use core::mem::size_of;
use core::ptr;

/// Puts those that wait for an event in the order in which they began, which removals may have changed [core/AW-5]. Other
/// subscribers stay where they are.
///
/// # Safety
/// `event` is alive and not being notified. Nothing is called.
#[inline]
pub unsafe fn order_waits(event: *mut Event) {
    // SAFETY: the event is alive and not being notified, so nothing walks through its vector meanwhile; ordering calls nothing.
    unsafe {
        if (*event).callbacks.length > 1 {
            order_several(&(*event).callbacks);
        }
    }
}

unsafe fn order_several(vector: &CallbacksVector) {
    // SAFETY: the array has `length` entries, and nothing is called that could change it while it is borrowed.
    unsafe {
        let entries = core::slice::from_raw_parts(vector.data, vector.length as usize);
        if entries.iter().filter_map(|callback| since(*callback)).is_sorted() {
            return;
        }
        let mut waits: Vec<_> = entries.iter().filter_map(|callback| Some((since(*callback)?, *callback))).collect();
        waits.sort_by_key(|(since, _)| *since);
        let mut waits = waits.into_iter();
        for i in 0..vector.length {
            if since(*vector.data.add(i as usize)).is_some()
                && let Some((_, callback)) = waits.next()
            {
                callbacks::place(vector.data, i, callback);
            }
        }
    }
}

/// When the wait behind a subscriber began, in switches; None for one that is no wait.
unsafe fn since(callback: *mut EventCallback) -> Option<u64> {
    // SAFETY: the entry of a vector is alive, and so is its coroutine: a subscription is disposed before that goes.
    unsafe {
        let dispose = (*callback).dispose?;
        if dispose as *const () != coroutine_event_callback_dispose as *const () {
            return Subscription::since(callback);
        }
        let coroutine = (*callback.cast::<CoroutineCallback>()).coroutine.cast::<CoroutineObject>();
        (!coroutine.is_null()).then(|| (*coroutine).waits_since)
    }
}

/// A new coroutine callback; `size` is the total size, 0 for the base [abi/ABI-98].
///
/// # Safety
/// As [`zend_async_event_callback_new`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_coroutine_callback_new(
    coroutine: *mut Coroutine,
    callback: Option<EventCallbackFn>,
    size: usize,
) -> *mut CoroutineCallback {
    // SAFETY: zeroed memory is a valid callback.
    unsafe {
        let new: *mut CoroutineCallback = memory::allocate_zeroed(size.max(size_of::<CoroutineCallback>()));
        (*new).base.callback = callback;
        (*new).base.dispose = Some(coroutine_event_callback_dispose);
        (*new).coroutine = coroutine;
        new
    }
}

/// Disposal of a coroutine callback: also leaves the waker and the event [abi/ABI-99].
///
/// # Safety
/// `callback` is a coroutine callback; `event` is the event or null for the stored one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coroutine_event_callback_dispose(callback: *mut EventCallback, event: *mut Event) {
    // SAFETY: the counter of 0 marks a disposal in progress, so that removing from the event does not enter again.
    unsafe {
        match (*callback).ref_count {
            0 => return,
            1 => {}
            _ => {
                (*callback).ref_count -= 1;
                forget_event_that_was_left(callback, event);
                return;
            }
        }
        let own = callback.cast::<CoroutineCallback>();
        (*callback).ref_count = 0;
        let event = if event.is_null() { (*own).event } else { event };
        if !event.is_null() {
            let held = reference::hold(event);
            waker::unlink_callback((*own).coroutine, event, callback);
            if let Some(remove) = (*event).del_callback {
                remove(event, callback);
            }
            if held {
                reference::release(event);
            }
        }
        (*own).event = ptr::null_mut();
        waker::free_callback(own);
    }
}

/// A callback that its creator keeps has lost a reference. If it was that of its event, the wait is over for it: the coroutine and the
/// event may be gone before the callback is, and the waker must not give back a reference that is the creator's [abi/ABI-90].
#[cold]
unsafe fn forget_event_that_was_left(callback: *mut EventCallback, event: *mut Event) {
    // SAFETY: the event lets go of the callback in this call, so it is alive, or being disposed; a coroutine withdraws its subscriptions
    // before it goes. The creator's reference keeps the callback.
    unsafe {
        let own = callback.cast::<CoroutineCallback>();
        if event.is_null() || callbacks::contains(event, callback) {
            return;
        }
        if (*own).event == event {
            (*own).event = ptr::null_mut();
        }
        let held = reference::hold(event);
        waker::unlink_callback((*own).coroutine, event, callback);
        if held {
            reference::release(event);
        }
    }
}
