//! A subscription to one event by a wait that keeps its own account, without the waker's tables of triggers.
//!
//! It is the first part of whatever the wait needs when the event happens, so that the callback finds the rest behind it.

use crate::abi::*;
use crate::engine::exception;
use crate::scheduler::run::scheduler_context;
use core::ptr;

#[repr(C)]
pub struct Subscription {
    callback: EventCallback,
    /// Held by the subscriber, for as long as it may be subscribed.
    event: *mut Event,
    subscribed: bool,
    started: bool,
    /// How many switches there had been when the wait began.
    since: u64,
}

impl Subscription {
    /// Not subscribed yet.
    pub fn new(event: *mut Event, happened: EventCallbackFn) -> Subscription {
        Subscription {
            callback: EventCallback { ref_count: 0, callback: Some(happened), dispose: Some(unsubscribed) },
            event,
            subscribed: false,
            started: false,
            since: crate::scheduler::switches(),
        }
    }

    /// Subscribes. Does not start the event.
    ///
    /// # Safety
    /// Once; the event is alive. The structure does not move until [`leave`](Self::leave), or until the event has disposed its
    /// callbacks.
    #[inline]
    pub unsafe fn enter(this: *mut Subscription) {
        // SAFETY: the subscriber holds the event; the callback is the start of a structure that stays where it is while it is subscribed.
        unsafe {
            if let Some(add) = (*(*this).event).add_callback {
                (*this).subscribed = add((*this).event, &raw mut (*this).callback);
            }
        }
    }

    /// Arms the event, as a suspending coroutine does. False with an exception.
    ///
    /// # Safety
    /// Subscribed.
    pub unsafe fn start(this: *mut Subscription) -> bool {
        // SAFETY: scheduler context is what the slot asks for.
        unsafe {
            let Some(start) = (*(*this).event).start else { return true };
            // Written first: the event may happen in the call, and end the subscription.
            (*this).started = true;
            let started = scheduler_context::within(|| start((*this).event));
            started && exception::pending().is_null()
        }
    }

    /// Stops the event if it was started, and unsubscribes unless the event has dropped the callback already.
    ///
    /// # Safety
    /// The event is alive.
    #[inline]
    pub unsafe fn leave(this: *mut Subscription) {
        // SAFETY: the event is alive through both calls, as the caller promises. The flags are read where the event may have changed them.
        unsafe {
            let event = (*this).event;
            if ptr::replace(&raw mut (*this).started, false)
                && let Some(stop) = (*event).stop
            {
                stop(event);
            }
            if ptr::read_volatile(&raw const (*this).subscribed)
                && let Some(remove) = (*event).del_callback
            {
                remove(event, &raw mut (*this).callback);
            }
        }
    }

    /// How many switches there had been when the wait began; None for a callback of another kind.
    ///
    /// # Safety
    /// `callback` is alive.
    pub unsafe fn since(callback: *mut EventCallback) -> Option<u64> {
        // SAFETY: what has our disposal is the start of a subscription.
        unsafe {
            let own = (*callback).dispose.is_some_and(|dispose| dispose as *const () == unsubscribed as *const ());
            own.then(|| (*callback.cast::<Subscription>()).since)
        }
    }

    /// The event it is for.
    pub fn event(&self) -> *mut Event {
        self.event
    }

    pub fn is_subscribed(&self) -> bool {
        self.subscribed
    }
}

/// The event's vector has dropped the callback. Its address tells subscriptions from other callbacks, so there must not be
/// several copies.
#[inline(never)]
unsafe extern "C" fn unsubscribed(callback: *mut EventCallback, _event: *mut Event) {
    // SAFETY: the callback is the start of a subscription.
    unsafe { (*callback.cast::<Subscription>()).subscribed = false };
}
