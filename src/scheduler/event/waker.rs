//! What a coroutine waits for [abi/ABI-101 to ABI-109].
//!
//! The waker is embedded in the coroutine. For every awaited event it has a *trigger*: the event, a reference to it, and
//! the callbacks subscribed on the coroutine's behalf. The first two triggers and callbacks live inside the waker, so
//! that an ordinary wait allocates nothing but its slot in the event's vector.

use super::coroutine_callbacks::{coroutine_event_callback_dispose, zend_async_coroutine_callback_new};
use super::trigger::{self, callback_place, each_trigger};
use super::waker_state::release_triggered;
use crate::abi::flags::WAKER_INLINE_SLOTS;
use crate::abi::*;
use crate::engine::exception::{self, E_CORE_ERROR, E_WARNING};
use crate::engine::owned::IntoNullable;
use crate::engine::{hash, object, zval};
use crate::scheduler::coroutine::object::{CoroutineObject, current};
use crate::scheduler::event::reference::{self, index_of};
use crate::scheduler::run::run_loop::transition;
use core::mem::size_of;
use core::ptr;

pub(super) fn current_or(coroutine: *mut Coroutine) -> *mut Coroutine {
    if coroutine.is_null() { current() } else { coroutine }
}

/// Sets the initial state of raw waker memory [abi/ABI-103].
///
/// # Safety
/// `waker` is writable memory of a waker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_init(waker: *mut Waker) {
    // SAFETY: zero is the initial state of every field but the table.
    unsafe {
        waker.write_bytes(0, 1);
        (*waker).marks = WakerMarks::STOPPED;
        hash::init(&raw mut (*waker).events, Some(drop_trigger));
    }
}

/// The existing waker untouched; null and a core error without a coroutine [abi/ABI-103].
///
/// # Safety
/// `coroutine` is null (current) or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_define(coroutine: *mut Coroutine) -> *mut Waker {
    // SAFETY: the waker of a live coroutine is never null.
    unsafe {
        let coroutine = current_or(coroutine);
        if coroutine.is_null() {
            exception::raise(E_CORE_ERROR, c"Cannot create a waker: there is no coroutine");
            return ptr::null_mut();
        }
        (*coroutine).waker
    }
}

/// The waker in its initial state, cleaned if it was used [abi/ABI-103]. Slot `waker_new`.
///
/// # Safety
/// `coroutine` is null (current) or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_new(coroutine: *mut Coroutine) -> *mut Waker {
    // SAFETY: the coroutine is alive, the caller's or the current one, and its waker is part of it: the address stays right although
    // cleaning may run destructors.
    unsafe {
        let coroutine = current_or(coroutine);
        let waker = zend_async_waker_define(coroutine);
        clean_if_used(coroutine);
        if !waker.is_null() {
            // Waits that need no cleaning leave where they were.
            (*coroutine.cast::<CoroutineObject>()).keep_suspend_location();
        }
        waker
    }
}

/// Cleans a waker that is not in its initial state.
///
/// # Safety
/// `coroutine` is null or alive, and held by the caller: releasing the result may run PHP code.
#[inline]
pub unsafe fn clean_if_used(coroutine: *mut Coroutine) {
    // SAFETY: the waker of a live coroutine is never null.
    unsafe {
        if coroutine.is_null() {
            return;
        }
        if !is_initial(&*(*coroutine).waker) {
            zend_async_waker_clean(coroutine);
        }
    }
}

/// Whether a waker holds nothing that cleaning would release.
#[inline]
pub fn is_initial(waker: &Waker) -> bool {
    *waker.status == WakerStatus::NoStatus
        && waker.events.nNumOfElements == 0
        && waker.error.is_null()
        && waker.result.is_undef()
        && waker.triggered_events.is_null()
        && waker.dtor.is_none()
}

/// Whether anything is subscribed.
///
/// # Safety
/// `waker` is null or that of a living coroutine.
#[inline]
pub unsafe fn has_events(waker: *mut Waker) -> bool {
    // SAFETY: the waker is null or alive, as the caller promises; its table is initialised from the start.
    unsafe { !waker.is_null() && (*waker).events.nNumOfElements != 0 }
}

/// Back to the initial state, with all waits withdrawn [abi/ABI-103]. Memory is kept for the next wait.
///
/// # Safety
/// `coroutine` is null (current) or valid. Releasing the result may run PHP code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_clean(coroutine: *mut Coroutine) {
    // SAFETY: every owned part is taken out before it is released.
    unsafe {
        let coroutine = current_or(coroutine);
        if coroutine.is_null() || (*coroutine).waker.is_null() {
            return;
        }
        let waker = (*coroutine).waker;
        if let Some(dtor) = (*waker).dtor.take() {
            dtor(coroutine);
        }
        // A yield that was prepared and not made is withdrawn: nothing has queued the coroutine yet [abi/ABI-116].
        if !(*coroutine.cast::<CoroutineObject>()).is_queued() && *(*waker).status != WakerStatus::Ignored {
            transition::forget_wait(coroutine.cast());
        }
        drop_events(waker);
        if !(*waker).triggered_events.is_null() {
            release_triggered(ptr::replace(&raw mut (*waker).triggered_events, ptr::null_mut()));
        }
        (*coroutine.cast::<CoroutineObject>()).keep_suspend_location();
        // Not the field alone: the next cancellation is stored again.
        let error = (*coroutine.cast::<CoroutineObject>()).take_error().into_nullable();
        zval::clear(&raw mut (*waker).result);
        object::release(error);
    }
}

/// With an embedded waker the same as clean [abi/ABI-103]. Slot `waker_destroy`.
///
/// # Safety
/// As [`zend_async_waker_clean`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_destroy(coroutine: *mut Coroutine) {
    // SAFETY: the caller's coroutine is null or alive, which is all that cleaning asks for.
    unsafe { zend_async_waker_clean(coroutine) }
}

/// Starts every event once; those of a wait that ends meanwhile are stopped again. Ends early when one of them throws; false then.
///
/// # Safety
/// Scheduler context; `waker` is that of a living coroutine. What is started may throw, not suspend.
pub unsafe fn start_events(waker: *mut Waker) -> bool {
    // SAFETY: waking defers the removal of triggers, so the table does not change.
    unsafe {
        (*waker).marks.remove(WakerMarks::STOPPED);
        each_trigger(waker, |trigger| {
            let event = (*trigger).event;
            if (*event).flags.contains(EventFlags::CLOSED) {
                replay_to_callbacks(trigger);
            } else if let Some(start) = (*event).start {
                start(event);
                // Not earlier: one that throws has not started, and one that cancels the wait while it starts is stopped below.
                trigger::set_started(waker, trigger, exception::pending().is_null());
            }
            exception::pending().is_null()
        });
        if (*waker).marks.contains(WakerMarks::STOPPED) {
            stop_started(waker);
        }
    }
    exception::pending().is_null()
}

/// An event that closed between subscription and suspension delivers its kept result.
unsafe fn replay_to_callbacks(trigger: *mut WakerTrigger) {
    // SAFETY: the waker's trigger holds its event. Callbacks are taken out later, when a coroutine was woken, so entries below
    // `length` stay valid.
    unsafe {
        let event = (*trigger).event;
        let Some(replay) = (*event).replay else { return };
        for i in 0..(*trigger).length as usize {
            replay(event, *callback_place(trigger, i), ptr::null_mut(), ptr::null_mut());
        }
    }
}

/// Stops every event of a started wait, once [abi/ABI-103].
///
/// # Safety
/// `waker` is null or that of a living coroutine. Calls the `stop` of its events, nothing else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_stop_events(waker: *mut Waker) {
    // SAFETY: the waker is that of a living coroutine, and its triggers hold their events; stopping an event takes no trigger away.
    unsafe {
        if waker.is_null() || (*waker).marks.contains(WakerMarks::STOPPED) {
            return;
        }
        (*waker).marks.insert(WakerMarks::STOPPED);
        stop_started(waker);
    }
}

/// Stops what this waker has started, and nothing else: others may wait for the same events [abi/ABI-78].
unsafe fn stop_started(waker: *mut Waker) {
    // SAFETY: as in `zend_async_waker_stop_events`.
    unsafe {
        each_trigger(waker, |trigger| {
            stop_if_started(waker, trigger, (*trigger).event);
            true
        });
    }
}

unsafe fn stop_if_started(waker: *mut Waker, trigger: *mut WakerTrigger, event: *mut Event) {
    // SAFETY: the trigger of a living waker, which holds its event.
    unsafe {
        if trigger::is_started(waker, trigger) {
            trigger::set_started(waker, trigger, false);
            if let Some(stop) = (*event).stop {
                stop(event);
            }
        }
    }
}

/// Stops all events and drops all triggers and callbacks.
///
/// # Safety
/// `waker` is that of a living coroutine. Releasing an event may run destructors.
pub unsafe fn drop_events(waker: *mut Waker) {
    // SAFETY: a trigger leaves the table before its callbacks are disposed, so they find nothing to unlink.
    unsafe {
        if !has_events(waker) {
            return;
        }
        zend_async_waker_stop_events(waker);
        while (*waker).events.nNumOfElements != 0 {
            let mut trigger: *mut WakerTrigger = ptr::null_mut();
            each_trigger(waker, |found| {
                trigger = found;
                false
            });
            // Taken out first, then destroyed: what its callbacks do does not find it any more.
            hash::remove(&raw mut (*waker).events, index_of((*trigger).event));
        }
    }
}

/// Destructor of the table of events, which C code may also empty itself [abi/ABI-183]: a trigger that goes takes its
/// subscriptions along, else the event would call what is not there any more.
///
/// # Safety
/// `value` holds a trigger of a waker's table. Releasing its event may run destructors.
pub(in crate::scheduler) unsafe extern "C" fn drop_trigger(value: *mut Zval) {
    // SAFETY: the trigger is owned by the table, which forgets it with this call. Without an event it is not found from its callbacks,
    // which `zend_hash_clean` leaves in the table meanwhile.
    unsafe {
        let trigger: *mut WakerTrigger = (*value).value.ptr.cast();
        let event = ptr::replace(&raw mut (*trigger).event, ptr::null_mut());
        let length = (*trigger).length as usize;
        if length > 0 {
            stop_if_started(waker_of(*callback_place(trigger, 0)), trigger, event);
        }
        for i in 0..length {
            leave(*callback_place(trigger, i), event);
        }
        trigger::free(trigger);
        reference::release(event);
    }
}

/// The waker that a callback in a trigger belongs to; null if its coroutine was never named.
unsafe fn waker_of(callback: *mut EventCallback) -> *mut Waker {
    // SAFETY: a callback in a trigger is a coroutine callback, and its coroutine is alive as long as it is subscribed.
    unsafe {
        let coroutine = (*callback.cast::<CoroutineCallback>()).coroutine;
        if coroutine.is_null() { ptr::null_mut() } else { (*coroutine).waker }
    }
}

/// A callback leaves its event. One that its owner keeps a reference to is only taken out.
unsafe fn leave(callback: *mut EventCallback, event: *mut Event) {
    // SAFETY: the callback has left its waker, and the trigger's reference keeps the event alive.
    unsafe {
        match (*event).del_callback {
            Some(remove) if (*callback).ref_count > 1 => {
                remove(event, callback);
            }
            _ => dispose_callback(callback, event),
        }
    }
}

unsafe fn dispose_callback(callback: *mut EventCallback, event: *mut Event) {
    // SAFETY: the callback has left its waker, so it is disposed once; the caller holds the event.
    unsafe {
        match (*callback).dispose {
            Some(dispose) => dispose(callback, event),
            None => coroutine_event_callback_dispose(callback, event),
        }
    }
}

/// Disposes a callback object that was handed over to a subscription which has failed.
unsafe fn dispose_handed_over(callback: *mut CoroutineCallback, event: *mut Event) {
    // SAFETY: nothing else has the callback; the caller holds the event.
    unsafe {
        // A counter of 0 would say that it is being disposed already [abi/ABI-90].
        (*callback).base.ref_count = (*callback).base.ref_count.max(1);
        dispose_callback(&raw mut (*callback).base, event);
    }
}

/// Takes one callback out of the waker, and the trigger with its last callback [abi/ABI-99].
///
/// # Safety
/// `coroutine` is null or alive; `event` is alive and held by the caller: the waker's own reference may go.
pub unsafe fn unlink_callback(coroutine: *mut Coroutine, event: *mut Event, callback: *mut EventCallback) {
    // SAFETY: the waker is part of a living coroutine, and entries below `length` are valid. The trigger's reference is given back
    // when the trigger is out of the table.
    unsafe {
        if coroutine.is_null() || (*coroutine).waker.is_null() {
            return;
        }
        let waker = (*coroutine).waker;
        if !has_events(waker) {
            return;
        }
        let trigger: *mut WakerTrigger = hash::find_ptr(&raw mut (*waker).events, index_of(event));
        if trigger.is_null() || (*trigger).event.is_null() {
            return;
        }
        let length = (*trigger).length as usize;
        let Some(at) = (0..length).find(|i| *callback_place(trigger, *i) == callback) else { return };
        *callback_place(trigger, at) = *callback_place(trigger, length - 1);
        (*trigger).length -= 1;
        if (*trigger).length > 0 {
            return;
        }
        stop_if_started(waker, trigger, event);
        hash::remove(&raw mut (*waker).events, index_of(event));
    }
}

/// Where the inline callbacks of a coroutine are: its waker is part of it.
const INLINE_CALLBACKS: usize =
    core::mem::offset_of!(CoroutineObject, waker) + core::mem::offset_of!(Waker, inline_callbacks);

/// Frees a coroutine callback, or the inline slot it lives in.
///
/// # Safety
/// The callback is unlinked.
pub unsafe fn free_callback(callback: *mut CoroutineCallback) {
    // SAFETY: inline callbacks lie inside their coroutine's waker. The coroutine of another one may be gone: its address is reckoned
    // with, not followed.
    unsafe {
        let coroutine = (*callback).coroutine;
        let inline = coroutine.cast::<u8>().wrapping_add(INLINE_CALLBACKS) as usize;
        let bytes = WAKER_INLINE_SLOTS * size_of::<CoroutineCallback>();
        if !coroutine.is_null() && (callback as usize).wrapping_sub(inline) < bytes {
            (*callback).base.callback = None;
        } else {
            memory::free(callback);
        }
    }
}

unsafe fn take_inline_callback(coroutine: *mut Coroutine, callback: EventCallbackFn) -> *mut CoroutineCallback {
    // SAFETY: a slot without function is free.
    unsafe {
        let slots = &raw mut (*(*coroutine).waker).inline_callbacks;
        for i in 0..WAKER_INLINE_SLOTS {
            let slot = slots.cast::<CoroutineCallback>().add(i);
            if (*slot).base.callback.is_none() {
                slot.write(CoroutineCallback {
                    base: EventCallback {
                        ref_count: 0,
                        callback: Some(callback),
                        dispose: Some(coroutine_event_callback_dispose),
                    },
                    coroutine,
                    event: ptr::null_mut(),
                });
                return slot;
            }
        }
        zend_async_coroutine_callback_new(coroutine, Some(callback), 0)
    }
}

/// Appends a callback to the waker's trigger for `event`, making the trigger if needed. True for a new trigger.
unsafe fn link_callback(waker: *mut Waker, event: *mut Event, callback: *mut EventCallback) -> bool {
    // SAFETY: triggers grow before they are written past their end.
    unsafe {
        let index = index_of(event);
        let mut trigger: *mut WakerTrigger =
            if has_events(waker) { hash::find_ptr(&raw mut (*waker).events, index) } else { ptr::null_mut() };
        if trigger.is_null() {
            trigger = trigger::new(waker);
            (*trigger).event = event;
            (*trigger).length = 1;
            *callback_place(trigger, 0) = callback;
            hash::set_ptr(&raw mut (*waker).events, index, trigger);
            return true;
        }
        let room = (*trigger).capacity.max(1);
        if (*trigger).length == room {
            let grown = trigger::grow(waker, trigger);
            // In its place: setting it would destroy the one that was there.
            (*hash::find_index(&raw mut (*waker).events, index)).value.ptr = grown.cast();
            trigger = grown;
        }
        *callback_place(trigger, (*trigger).length as usize) = callback;
        (*trigger).length += 1;
        false
    }
}

/// Subscribes a coroutine to an event [abi/ABI-104]. Does not start the event.
///
/// # Safety
/// `coroutine` is null or alive, `event` is alive, and a callback object is made for a coroutine [abi/ABI-104].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_resume_when(
    coroutine: *mut Coroutine,
    event: *mut Event,
    trans_event: bool,
    callback: Option<EventCallbackFn>,
    event_callback: *mut CoroutineCallback,
) -> bool {
    // SAFETY: coroutine, event and callback are alive, as the caller promises; references move only where the rule says so.
    unsafe {
        let coroutine = current_or(coroutine);
        if (*event).flags.contains(EventFlags::CLOSED) {
            exception::throw_error(ptr::null_mut(), "The event cannot be used after it has been terminated");
            if !event_callback.is_null() && (*event_callback).base.ref_count == 0 {
                dispose_handed_over(event_callback, event);
            }
            return false;
        }
        let release_transferred = || {
            if trans_event {
                reference::release(event);
            }
        };
        let subscription = if event_callback.is_null() {
            let Some(callback) = callback else {
                exception::raise(E_WARNING, c"Callback cannot be NULL");
                release_transferred();
                return false;
            };
            take_inline_callback(coroutine, callback)
        } else {
            event_callback
        };
        if (*subscription).base.dispose.is_none() {
            (*subscription).base.dispose = Some(coroutine_event_callback_dispose);
        }
        if (*subscription).coroutine.is_null() {
            (*subscription).coroutine = coroutine;
        }
        let named = (*subscription).event.is_null();
        if named {
            (*subscription).event = event;
        }
        (*coroutine.cast::<CoroutineObject>()).waits_since = crate::scheduler::switches();
        let handed_over = (*subscription).base.ref_count == 0;
        let base = &raw mut (*subscription).base;
        let added = (*event).add_callback.is_none_or(|add| add(event, base));
        if !added || !exception::pending().is_null() {
            if handed_over {
                dispose_handed_over(subscription, event);
            } else if named {
                // The creator's, which keeps it longer than the event may live.
                (*subscription).event = ptr::null_mut();
            }
            release_transferred();
            if exception::pending().is_null() {
                let message = "The event has not accepted the callback";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            }
            return false;
        }
        let first = link_callback((*coroutine).waker, event, base);
        match (first, trans_event) {
            (true, false) => reference::add_ref(event),
            (false, true) => reference::release(event),
            _ => {}
        }
        true
    }
}
