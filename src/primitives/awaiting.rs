//! Waiting for one awaitable: `await()` (core 7).
//!
//! An event with nothing to arm (a coroutine, a future) and no token is the usual case and has a short way: the awaiter
//! subscribes a callback that lives on its own stack and parks. It takes its place among the other subscribers, so all
//! is still told in the order in which they subscribed [core/AW-5]. Every other wait goes through the waker's table of
//! triggers, as that of C code does.

use super::token::Token;
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{class, exception, object, zval};
use crate::scheduler::resume::{self, Woken};
use crate::scheduler::subscription::Subscription;
use crate::scheduler::wait::EventWait;
use crate::scheduler::waker::{zend_async_resume_when, zend_async_waker_clean};
use crate::scheduler::waker_callbacks::{zend_async_waker_callback_cancel, zend_async_waker_callback_resolve};
use crate::scheduler::waker_state::zend_async_waker_apply_error;
use crate::scheduler::{CoroutineObject, current_object, event};
use core::ffi::c_void;
use core::ptr;

/// The outcome of a wait: a value, owned, which is never UNDEF, or what is to be thrown; `None` where that is pending already.
pub type Outcome = Result<Zval, Option<OwnedObject>>;

/// The event of an object of this extension. Throws for a class of the user's that only claims to be awaitable [core/AP-3].
///
/// # Safety
/// The caller holds the object.
pub unsafe fn event_of(object: *mut Object) -> Option<*mut Event> {
    // SAFETY: internal classes that implement the interface are ours.
    unsafe {
        let ours = class::is_internal((*object).ce);
        let found = if ours { event::from_object(object) } else { ptr::null_mut() };
        if found.is_null() {
            let name = String::from_utf8_lossy(object::class_name(object));
            let message = format!("An object of class {name} cannot be awaited: it has no event");
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, &message);
            return None;
        }
        Some(found)
    }
}

/// `await()` of an event: its outcome if it has completed, without a look at the token [core/AW-4]; otherwise parks.
///
/// # Safety
/// The caller holds both events. `may_park` launches the scheduler and says whether the current code may suspend.
pub unsafe fn wait(target: *mut Event, token: Token, may_park: impl FnOnce() -> bool) -> Outcome {
    // SAFETY: the caller holds both events for as long as this waits, as this function demands.
    unsafe {
        event::mark_used(target);
        if (*target).flags.contains(EventFlags::CLOSED) {
            return outcome(target);
        }
        if !token.check() || !may_park() {
            return Err(None);
        }
        if token.is_none() && event::needs_no_start(target) {
            return one(target);
        }
        through_waker(target, token)
    }
}

/// The outcome of an event that completed earlier [core/AW-4, core/AW-12].
unsafe fn outcome(target: *mut Event) -> Outcome {
    // SAFETY: the result is written before it is returned.
    unsafe {
        let mut result = Zval::UNDEF;
        let mut error = ptr::null_mut();
        let replayed =
            (*target).replay.is_some_and(|replay| replay(target, ptr::null_mut(), &raw mut result, &raw mut error));
        if !replayed {
            exception::raise(exception::E_CORE_WARNING, c"Cannot await a closed event which cannot be replayed");
        }
        finish(result, OwnedObject::from_nullable(error).or_else(|| exception::take()))
    }
}

unsafe fn finish(result: Zval, error: Option<OwnedObject>) -> Outcome {
    let Some(error) = error else { return Ok(if result.is_undef() { Zval::NULL } else { result }) };
    let mut result = result;
    // A destructor may run.
    let error = error.into_raw();
    // SAFETY: the value is owned by this call, which takes it over, and is not used again; the reference is that of the argument.
    unsafe {
        zval::clear(&raw mut result);
        Err(Some(OwnedObject::from_raw(error)))
    }
}

#[repr(C)]
struct Awaiter {
    subscription: Subscription,
    waiter: *mut CoroutineObject,
}

/// Parks the current coroutine until an event that need not be started has completed.
unsafe fn one(target: *mut Event) -> Outcome {
    // SAFETY: the callback leaves the target's vector before this frame ends: with the target's end, or below.
    unsafe {
        let this = current_object();
        let mut awaiter = Awaiter { subscription: Subscription::new(target, completed), waiter: this };
        let subscription = &raw mut awaiter.subscription;
        Subscription::enter(subscription);
        let woken: Woken = EventWait::new(target).park();
        Subscription::leave(subscription);
        let result = ptr::replace(&raw mut (*(*this).base.waker).result, Zval::UNDEF);
        finish(result, woken.err())
    }
}

/// The target has completed: its outcome goes into the waiter's waker.
unsafe extern "C" fn completed(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of an awaiter on the stack of a parked coroutine.
    unsafe {
        let waiter = (*callback.cast::<Awaiter>()).waiter;
        let waker = (*waiter).base.waker;
        if *(*waker).status != WakerStatus::Waiting {
            // Cancelled: its wait is withdrawn [core/CN-3].
            return;
        }
        if error.is_null() {
            (*waker).result = zval::copy(result.cast());
        } else {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            zend_async_waker_apply_error(waker, error, false, true, false);
        }
        resume::wake(&raw mut (*waiter).base);
    }
}

/// Waits for an event of any kind, and for a token, if there is one (AW step 6).
///
/// # Safety
/// The caller holds both; both are open; the current coroutine may suspend.
pub unsafe fn through_waker(target: *mut Event, token: Token) -> Outcome {
    // SAFETY: the waker is cleaned on every path before the next wait.
    unsafe {
        let this: *mut CoroutineObject = current_object();
        let base = &raw mut (*this).base;
        slots::zend_async_waker_new_fn.map(|new| new(base));
        let subscribed =
            zend_async_resume_when(base, target, false, Some(zend_async_waker_callback_resolve), ptr::null_mut())
                && (token.is_none()
                    || zend_async_resume_when(
                        base,
                        token.event(),
                        false,
                        Some(zend_async_waker_callback_cancel),
                        ptr::null_mut(),
                    ));
        let mut result = Zval::UNDEF;
        if subscribed && resume::suspend() {
            result = ptr::replace(&raw mut (*(*base).waker).result, Zval::UNDEF);
        }
        zend_async_waker_clean(base);
        if exception::pending().is_null() {
            return finish(result, None);
        }
        zval::clear(&raw mut result);
        Err(None)
    }
}
