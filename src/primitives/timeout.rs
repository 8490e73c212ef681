//! `Async\Timeout` (core 9): an object that refers to a timer event of the reactor.
//!
//! The timer is armed by a waiter and disarmed when the wait ends [core/DL-5]. Firing is an error for a waiter:
//! the notification gets a `TimeoutException` on its way out.

use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{exception, object};
use crate::scheduler::callbacks::{zend_async_callbacks_notify, zend_async_callbacks_notify_and_close};
use crate::scheduler::event;
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

#[repr(C)]
pub struct TimeoutObject {
    event: EventRef,
}

/// What the timer event carries for us, behind its own memory.
struct Extra {
    /// The reason given to `cancel()`; none when it fired by itself.
    reason: Option<OwnedObject>,
    cancelled: bool,
    dispose: Option<EventMethod>,
}

impl Body for TimeoutObject {
    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe { (*this).event = EventRef::new(ptr::null_mut(), Self::OFFSET) }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: the reference is taken out of the object, so it is given back once.
        unsafe {
            let timer = ptr::replace(&raw mut (*this).event.event, ptr::null_mut());
            if !timer.is_null() {
                event::release(timer);
            }
        }
    }

    /// What `cancel()` was given may refer to the timeout again. As long as it is waited for, it belongs to the wait as
    /// well.
    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living object, whose reference keeps the timer alive, and with it what `new` has
        // reserved behind it.
        unsafe {
            let timer = (*this).event.event;
            if !timer.is_null() && (*timer).ref_count == 1 {
                report.object((*extra(timer)).reason.as_nullable());
            }
        }
    }
}

/// A new timeout; `timeout_ms` is positive. Null with an exception when there is no timer to be had.
///
/// # Safety
/// A request is active.
pub unsafe fn new(timeout_ms: u64) -> *mut Object {
    // SAFETY: the object owns the event's reference.
    unsafe {
        let timer = slots::new_timer(timeout_ms, 0, false, size_of::<Extra>());
        if timer.is_null() {
            return ptr::null_mut();
        }
        let base = &raw mut (*timer).base;
        (*base).flags.insert(EventFlags::TIMER_REFRESH_CLOCK);
        (*extra(base)).dispose = (*base).dispose;
        (*base).notify_handler = Some(notify_as_error);
        (*base).replay = Some(replay);
        (*base).dispose = Some(dispose);
        let new = TimeoutObject::create(0);
        (*new).event.event = base;
        TimeoutObject::object(new)
    }
}

unsafe fn extra(event: *mut Event) -> *mut Extra {
    // SAFETY: `new` has reserved the room behind the memory of every timer that a timeout has.
    unsafe { event.byte_add((*event).extra_offset as usize).cast() }
}

/// The error that a completed timeout stands for.
unsafe fn outcome(event: *mut Event) -> OwnedObject {
    // SAFETY: callers have the event of a timeout, alive and with its extra memory; making an exception runs no PHP code.
    unsafe {
        let extra = extra(event);
        if !(*extra).cancelled {
            let message = format!("Timeout occurred after {} milliseconds", (*event.cast::<TimerEvent>()).timeout);
            return exception::new(AsyncClass::EXCEPTION_TIMEOUT, &message);
        }
        if (*extra).reason.is_none() {
            (*extra).reason = Some(exception::new(AsyncClass::EXCEPTION_CANCELLATION, "The operation was canceled"));
        }
        OwnedObject::share((*extra).reason.as_nullable())
    }
}

unsafe extern "C" fn notify_as_error(event: *mut Event, result: *mut c_void, error: *mut Object) {
    // SAFETY: the notification is passed on with an error in place of a plain completion.
    unsafe {
        let own = if error.is_null() { outcome(event).into_raw() } else { object::add_ref(error) };
        zend_async_callbacks_notify(event, result, own, true);
        object::release(own);
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut Zval,
    error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is a timeout's; callback and error are null or valid [abi/ABI-85].
    unsafe {
        if !(*event).flags.contains(EventFlags::CLOSED) {
            return false;
        }
        let own = outcome(event).into_raw();
        if !callback.is_null() {
            if let Some(call) = (*callback).callback {
                call(event, callback, ptr::null_mut(), own);
            }
            object::release(own);
        } else if error.is_null() {
            exception::throw(OwnedObject::from_raw(own));
        } else {
            error.write(own);
        }
        true
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the extra memory goes with the event, in the reactor's own disposal, which is read from it before it is
    // called.
    unsafe {
        if (*event).ref_count <= 1 {
            drop((*extra(event)).reason.take());
        }
        (*extra(event)).dispose.is_none_or(|dispose| dispose(event))
    }
}

impl TimeoutObject {
    /// Completes it now, with `reason`, borrowed, or null for the usual one. Completed ones stay as they are [core/DL-8].
    ///
    /// # Safety
    /// The caller holds the object.
    pub unsafe fn cancel(&self, reason: *mut Object) {
        // SAFETY: the caller holds the object, as this function demands, and the object its event, while that tells those
        // that wait.
        unsafe {
            let event = self.event.event;
            if self.is_completed() || event.is_null() {
                return;
            }
            let extra = extra(event);
            (*extra).cancelled = true;
            if !reason.is_null() {
                (*extra).reason = Some(OwnedObject::share(reason));
            }
            // However many wait on it: the timer itself is armed once.
            if (*event).loop_ref_count > 1 {
                (*event).loop_ref_count = 1;
            }
            zend_async_callbacks_notify_and_close(event, ptr::null_mut(), ptr::null_mut());
        }
    }

    pub fn is_completed(&self) -> bool {
        let event = self.event.event;
        // SAFETY: it is not null, so the object holds the event by a reference, and only a flag is read.
        !event.is_null() && unsafe { (*event).flags.contains(EventFlags::CLOSED) }
    }

    pub fn is_cancelled(&self) -> bool {
        let event = self.event.event;
        // SAFETY: it is not null, so the object holds the event by a reference, and with it what `new` has reserved behind
        // it.
        !event.is_null() && unsafe { (*extra(event)).cancelled }
    }
}
