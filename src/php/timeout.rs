//! `Async\Timeout` (core 9): an object that refers to a timer event of the reactor.
//!
//! The timer is armed by whoever waits on it and disarmed when the wait ends (DL-5). Firing is an error for a waiter: the
//! notification gets a `TimeoutException` on its way out.

use super::interfaces::COMPLETABLE;
use super::{class_type, signature};
use crate::abi::flags::EVENT_REFERENCE_PREFIX;
use crate::abi::*;
use crate::engine::class::{self, ObjectModel};
use crate::engine::entry::handlers;
use crate::engine::{args, exception, object};
use crate::scheduler::callbacks::{zend_async_callbacks_notify, zend_async_callbacks_notify_and_close};
use crate::scheduler::event;
use core::ffi::{c_int, c_void};
use core::mem::{offset_of, size_of};
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::ffi;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

#[repr(C)]
struct TimeoutObject {
    event: EventRef,
    std: EmbeddedObject,
}

/// What the timer event carries for us, behind its own memory.
struct Extra {
    /// The reason given to `cancel()`, owned; null when it fired by itself.
    reason: *mut Object,
    cancelled: bool,
    dispose: Option<EventMethod>,
}

const OFFSET: usize = offset_of!(TimeoutObject, std);

static MODEL: ObjectModel = ObjectModel::new();

fn from_object(object: *mut Object) -> *mut TimeoutObject {
    object.wrapping_byte_sub(OFFSET).cast()
}

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\Timeout")
        .flags(ClassFlags::Final | ClassFlags::NotSerializable | ClassFlags::NoDynamicProperties)
        .implements(COMPLETABLE)
        .method(signature("__construct", construct).untyped(), MethodFlags::Private)
        .method(
            signature("cancel", cancel)
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(signature("isCompleted", is_completed).returns(DataType::Bool), public)
        .method(signature("isCancelled", is_cancelled).returns(DataType::Bool), public);
    let ce = class::register(builder, AsyncClass::TIMEOUT);
    // SAFETY: single-threaded module start.
    unsafe {
        MODEL.install(ce, create_object, |own| {
            own.offset = OFFSET as c_int;
            own.free_obj = Some(free_object);
        });
    }
}

unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: zeroed memory of the right size.
    unsafe {
        let new = object::allocate(size_of::<TimeoutObject>(), ce, MODEL.handlers());
        let this = from_object(new);
        (*this).event.flags = EVENT_REFERENCE_PREFIX;
        (*this).event.zend_object_offset = OFFSET as u32;
        new
    }
}

unsafe extern "C" fn free_object(object: *mut Object) {
    // SAFETY: called by the engine once.
    unsafe {
        let timer = ptr::replace(&raw mut (*from_object(object)).event.event, ptr::null_mut());
        if !timer.is_null() {
            event::release(timer);
        }
        ffi::zend_object_std_dtor(object);
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
        let base = &mut (*timer).base;
        base.flags.insert(EventFlags::TIMER_REFRESH_CLOCK);
        (*extra(base)).dispose = base.dispose;
        base.notify_handler = Some(notify_as_error);
        base.replay = Some(replay);
        base.dispose = Some(dispose);
        let new = create_object(class::get(AsyncClass::TIMEOUT));
        (*from_object(new)).event.event = &raw mut (*timer).base;
        new
    }
}

unsafe fn extra(event: *mut Event) -> *mut Extra {
    // SAFETY: reserved by `new`.
    unsafe { event.byte_add((*event).extra_offset as usize).cast() }
}

/// The error that a completed timeout stands for; the caller owns it.
unsafe fn outcome(event: *mut Event) -> *mut Object {
    // SAFETY: the event of a timeout.
    unsafe {
        let extra = extra(event);
        if !(*extra).cancelled {
            let message = format!("Timeout occurred after {} milliseconds", (*event.cast::<TimerEvent>()).timeout);
            return exception::new(AsyncClass::EXCEPTION_TIMEOUT, &message);
        }
        if (*extra).reason.is_null() {
            (*extra).reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "The operation was canceled");
        }
        exception::add_ref((*extra).reason)
    }
}

unsafe extern "C" fn notify_as_error(event: *mut Event, result: *mut c_void, error: *mut Object) {
    // SAFETY: the notification is passed on with an error in place of a plain completion.
    unsafe {
        let own = if error.is_null() { outcome(event) } else { exception::add_ref(error) };
        zend_async_callbacks_notify(event, result, own, true);
        exception::release(own);
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut Zval,
    error: *mut *mut Object,
) -> bool {
    // SAFETY: contract of ABI-85.
    unsafe {
        if !(*event).flags.contains(EventFlags::CLOSED) {
            return false;
        }
        let own = outcome(event);
        if !callback.is_null() {
            if let Some(call) = (*callback).callback {
                call(event, callback, ptr::null_mut(), own);
            }
            exception::release(own);
        } else if error.is_null() {
            exception::throw(own);
        } else {
            error.write(own);
        }
        true
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the reactor's own disposal does the rest.
    unsafe {
        if (*event).ref_count <= 1 {
            exception::release(ptr::replace(&raw mut (*extra(event)).reason, ptr::null_mut()));
        }
        (*extra(event)).dispose.is_none_or(|dispose| dispose(event))
    }
}

handlers! {
    /// Never reached from user code: the constructor is private.
    fn construct(_call) {}

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: a method call; the event outlives the notification.
        unsafe {
            let event = (*from_object(call.this())).event.event;
            if event.is_null() || (*event).flags.contains(EventFlags::CLOSED) {
                return;
            }
            let extra = extra(event);
            (*extra).cancelled = true;
            if !reason.is_null() {
                (*extra).reason = exception::add_ref(reason);
            }
            // However many wait on it: the timer itself is armed once.
            if (*event).loop_ref_count > 1 {
                (*event).loop_ref_count = 1;
            }
            zend_async_callbacks_notify_and_close(event, ptr::null_mut(), ptr::null_mut());
        }
    }

    fn is_completed(call) {
        if args::none(call) {
            // SAFETY: a method call.
            unsafe {
                let event = (*from_object(call.this())).event.event;
                call.set_bool(!event.is_null() && (*event).flags.contains(EventFlags::CLOSED));
            }
        }
    }

    fn is_cancelled(call) {
        if args::none(call) {
            // SAFETY: a method call.
            unsafe {
                let event = (*from_object(call.this())).event.event;
                call.set_bool(!event.is_null() && (*extra(event)).cancelled);
            }
        }
    }
}
