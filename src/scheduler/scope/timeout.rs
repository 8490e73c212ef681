//! `disposeAfterTimeout` (SC-27).

use super::{ScopeObject, close, hold, unhold};
use crate::abi::*;
use crate::engine::exception;
use crate::scheduler::callbacks::zend_async_event_callback_new;
use crate::scheduler::{current_object, event, spawn};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// The subscriber of the timer. Holds the scope's memory until the timer has gone.
#[repr(C)]
struct Alarm {
    base: EventCallback,
    scope: *mut ScopeObject,
}

/// Starts a timer that closes the scope when it fires. It keeps the process alive until then. False with an exception.
///
/// # Safety
/// Valid scope.
pub unsafe fn dispose_after(scope: *mut ScopeObject, ms: u64) -> bool {
    // SAFETY: the timer's reference is given back when it has fired.
    unsafe {
        let timer = slots::new_timer(ms, 0, false, 0);
        if timer.is_null() {
            return false;
        }
        let timer = &raw mut (*timer).base;
        (*timer).flags.insert(EventFlags::TIMER_REFRESH_CLOCK);
        let alarm = zend_async_event_callback_new(Some(fired), size_of::<Alarm>()).cast::<Alarm>();
        hold(scope);
        (*alarm).scope = scope;
        (*timer).add_callback.map(|add| add(timer, alarm.cast()));
        (*timer).start.is_some_and(|start| start(timer))
    }
}

/// Closing may run PHP code, so a coroutine of the main scope does it.
unsafe extern "C" fn fired(timer: *mut Event, callback: *mut EventCallback, _: *mut c_void, _: *mut Object) {
    // SAFETY: called once; the reference on the scope moves to the coroutine. The timer is held by its notification.
    unsafe {
        let scope = (*callback.cast::<Alarm>()).scope;
        let main = (*globals()).main_scope;
        let worker = spawn::spawn_internal(main, 0, close_scope, scope.cast(), Some(let_go_of_scope));
        if worker.is_null() {
            exception::release(exception::take());
            unhold(scope);
        }
        event::release(timer);
    }
}

unsafe extern "C" fn close_scope() {
    // SAFETY: the scope is held by the coroutine.
    unsafe {
        let scope = (*current_object()).base.extended_data.cast::<ScopeObject>();
        let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Scope has been disposed due to timeout");
        let safely = (*scope).flags().contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        close::close(scope, reason, safely);
        exception::release(reason);
    }
}

unsafe extern "C" fn let_go_of_scope(coroutine: *mut Coroutine) {
    // SAFETY: called once.
    unsafe { unhold(ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast()) }
}
