//! `disposeAfterTimeout` [core/SC-27].

use super::close;
use super::structure::{ScopeObject, hold, unhold};
use crate::abi::*;
use crate::engine::per_thread::per_thread;
use crate::engine::{exception, object};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::spawn;
use crate::scheduler::event::callbacks::zend_async_event_callback_new;
use crate::scheduler::event::reference;
use crate::scheduler::list::{Link, List};
use core::ffi::c_void;
use core::mem::{offset_of, size_of};
use core::ptr;

/// The subscriber of the timer. Holds the scope's memory until the timer has fired or the event loop stops.
#[repr(C)]
struct Alarm {
    base: EventCallback,
    scope: *mut ScopeObject,
    timer: *mut Event,
    /// In the thread's list of those that have not fired.
    pending: Link,
}

// Those that have not fired.
per_thread!(fn alarms() -> *mut List = List::EMPTY);

impl Alarm {
    const LINK: usize = offset_of!(Alarm, pending);
}

/// Starts a timer that closes the scope when it fires. It keeps the process alive until then. False with an exception.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn dispose_after(scope: *mut ScopeObject, ms: u64) -> bool {
    // SAFETY: the timer's reference and the scope's are given back when it has fired, or by `forget_all`.
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
        (*alarm).timer = timer;
        (*alarm).pending = Link::new();
        List::push_back(alarms(), &raw mut (*alarm).pending);
        (*timer).add_callback.map(|add| add(timer, alarm.cast()));
        (*timer).start.is_some_and(|start| start(timer))
    }
}

/// Closing may run PHP code, so a coroutine of the main scope does it.
unsafe extern "C" fn fired(timer: *mut Event, callback: *mut EventCallback, _: *mut c_void, _: *mut Object) {
    // SAFETY: called once; the reference on the scope moves to the coroutine. The timer is held by its notification.
    unsafe {
        let alarm = callback.cast::<Alarm>();
        Link::remove(&raw mut (*alarm).pending);
        let scope = (*alarm).scope;
        let main = (*globals()).main_scope;
        let worker = spawn::spawn_internal(main, 0, close_scope, scope.cast(), Some(release_scope));
        if worker.is_null() {
            drop(exception::take());
            unhold(scope);
        }
        reference::release(timer);
    }
}

/// The event loop stops before these timers have fired, as after `exit` [core/SH-8]: their scopes are not closed by them.
///
/// # Safety
/// On the PHP thread, before the event loop stops.
pub unsafe fn forget_all() {
    // SAFETY: a listed alarm is alive and has both references; it goes with its timer.
    unsafe {
        loop {
            let link = List::pop_front(alarms());
            if link.is_null() {
                return;
            }
            let alarm = link.byte_sub(Alarm::LINK).cast::<Alarm>();
            let (scope, timer) = ((*alarm).scope, (*alarm).timer);
            (*timer).stop.map(|stop| stop(timer));
            reference::release(timer);
            unhold(scope);
        }
    }
}

unsafe extern "C" fn close_scope() {
    // SAFETY: the scope is held by the coroutine.
    unsafe {
        let scope = (*current_object()).base.extended_data.cast::<ScopeObject>();
        let reason =
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Scope has been disposed due to timeout").into_raw();
        let safely = (*scope).flags().contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        close::close(scope, reason, safely);
        object::release(reason);
    }
}

unsafe extern "C" fn release_scope(coroutine: *mut Coroutine) {
    // SAFETY: called once per coroutine, which owns the reference that is in the field.
    unsafe { unhold(ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast()) }
}

/// A request begins: what a fatal error left went with the memory of the last one.
pub(in crate::scheduler) fn begin() {
    // SAFETY: alarms of the last request are freed memory: the list forgets them unread.
    unsafe { *alarms() = List::EMPTY }
}
