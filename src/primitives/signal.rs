//! `signal()` (primitives 7): a future that is completed by the next delivery of a signal.
//!
//! ```text
//!   Future -> FutureState --producer--> Listener, behind the memory of its signal event
//!                  ^                      |   subscribed to the signal event
//!                  '------- weak ---------'   subscribed to the token, if there is one, and holds it
//! ```
//!
//! The future owns the listener: whatever completes it, and its end, end the listening. The listener only completes it; it holds it once
//! others are derived from it.

use super::awaiting;
use super::future::{self, FutureState};
use crate::abi::*;
use crate::engine::exception;
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{object, zval};
use crate::scheduler::event;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::subscription::Subscription;
use core::ffi::{c_int, c_void};
use core::mem::{offset_of, size_of};
use core::ptr;

#[repr(C)]
struct Listener {
    /// To the signal event, which the listener owns.
    signal: Subscription,
    /// To the token; its event is null without one, else held.
    token: Subscription,
    future: *mut FutureState,
    /// What the future is completed with, held.
    value: *mut Object,
    link: LinkOf<Listener>,
}

listed!(Listener, link);

per_thread!(
    /// Those of the request.
    fn listeners() -> *mut ListOf<Listener> = ListOf::EMPTY
);

/// Nothing is left of the request before.
pub fn request_startup() {
    // SAFETY: no listener of this request exists yet.
    unsafe { listeners().write(ListOf::EMPTY) }
}

/// Nothing is delivered any more: futures are held no longer by their listeners, and end with what else refers to them.
///
/// # Safety
/// RSHUTDOWN, after the scheduler.
pub unsafe fn request_shutdown() {
    // SAFETY: what is listed has not ended. With a future others may end, so the search begins anew.
    unsafe {
        let mut this = (*listeners()).first();
        while !this.is_null() {
            this = if FutureState::drop_held((*this).future) { (*listeners()).first() } else { (*this).link.next() };
        }
    }
}

/// A future that the next delivery of the signal completes with `value`, borrowed; it is rejected when `token`, an object or
/// null, completes before [primitives/SG-5]. Null with an exception.
///
/// # Safety
/// The scheduler was launched; both objects are valid.
pub unsafe fn listen(number: c_int, value: *mut Object, token: *mut Object) -> *mut Object {
    // SAFETY: the future's producer is the listener from the moment it is complete.
    unsafe {
        let mut token_event = ptr::null_mut();
        if !token.is_null() {
            match awaiting::event_of(token) {
                Some(found) => token_event = found,
                None => return ptr::null_mut(),
            }
            if (*token_event).flags.contains(EventFlags::CLOSED) {
                return future::failed(outcome(token_event));
            }
        }
        let signal: *mut Event = slots::new_signal(number, size_of::<Listener>()).cast();
        if signal.is_null() {
            if exception::pending().is_null() {
                let text = format!("Failed to create signal event for signal {number}");
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, &text);
            }
            return ptr::null_mut();
        }
        let state = future::new();
        let this: *mut Listener = signal.byte_add((*signal).extra_offset as usize).cast();
        this.write(Listener {
            signal: Subscription::new(signal, delivered),
            token: Subscription::new(token_event, token_fired),
            future: state,
            value: object::add_ref(value),
            link: LinkOf::new(),
        });
        ListOf::push_back(listeners(), this);
        if !token_event.is_null() {
            event::add_ref(token_event);
        }
        (*state).set_producer(end, this.cast());
        start(this, number);
        future::object_on(state)
    }
}

/// Begins to listen. What fails rejects the future, and so ends the listener.
unsafe fn start(this: *mut Listener, number: c_int) {
    // SAFETY: a complete listener. The caller holds its future, and the event its memory.
    unsafe {
        let (signal, token, future) = (&raw mut (*this).signal, &raw mut (*this).token, (*this).future);
        let event = (*signal).event();
        event::add_ref(event);
        Subscription::enter(signal);
        if !(Subscription::start(signal) && start_token(token, future)) {
            let error = exception::take()
                .unwrap_or_else(|| exception::new_base(&format!("Failed to start signal event for signal {number}")));
            FutureState::reject(future, error);
        }
        event::release(event);
    }
}

/// Waits for the token, too, if there is one. False when that failed.
unsafe fn start_token(token: *mut Subscription, future: *mut FutureState) -> bool {
    // SAFETY: the token is part of a listener in memory behind the signal event, which `start` holds, also when the
    // listener has ended meanwhile; the caller of `listen` holds future and token.
    unsafe {
        if (*token).event().is_null() {
            return true;
        }
        Subscription::enter(token);
        if (*future).is_completed() {
            // By a token that fires as soon as it gets a subscriber.
            Subscription::leave(token);
            return true;
        }
        Subscription::start(token)
    }
}

/// What a listener whose token has completed fails with: the token's own exception [primitives/SG-4].
unsafe fn outcome(token: *mut Event) -> OwnedObject {
    // SAFETY: the token is alive, and `replay` fills what it is given with owned values [abi/ABI-85].
    unsafe {
        let mut value = Zval::UNDEF;
        let mut error = ptr::null_mut();
        if let Some(replay) = (*token).replay {
            replay(token, ptr::null_mut(), &raw mut value, &raw mut error);
            zval::clear(&raw mut value);
        }
        OwnedObject::from_nullable(error).unwrap_or_else(|| cancelled())
    }
}

unsafe fn cancelled() -> OwnedObject {
    // SAFETY: callers are called in a request, where exceptions can be made.
    unsafe { exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Signal wait cancelled") }
}

unsafe extern "C" fn delivered(
    _event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of a listener, which ends when the future is completed.
    unsafe {
        let this = callback.cast::<Listener>();
        let future = (*this).future;
        if error.is_null() {
            FutureState::complete(future, Zval::from_object(object::add_ref((*this).value)));
        } else {
            FutureState::reject(future, OwnedObject::share(error));
        }
    }
}

unsafe extern "C" fn token_fired(
    token: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the second part of a listener, which ends when the future is completed.
    unsafe {
        let this = callback.byte_sub(offset_of!(Listener, token)).cast::<Listener>();
        let future = (*this).future;
        if error.is_null() {
            FutureState::reject(future, cancelled());
        } else {
            // It goes on in the future.
            (*token).flags.insert(EventFlags::EXCEPTION_HANDLED);
            FutureState::reject(future, OwnedObject::share(error));
        }
    }
}

/// The future has been completed, or freed: listening ends, and the listener with it.
unsafe fn end(this: *mut c_void) {
    // SAFETY: called once; what the listener holds is taken out before the memory goes with the event.
    unsafe {
        let this = this.cast::<Listener>();
        ListOf::remove(listeners(), this);
        let (signal, token, value) = ((*this).signal.event(), (*this).token.event(), (*this).value);
        Subscription::leave(&raw mut (*this).signal);
        if !token.is_null() {
            Subscription::leave(&raw mut (*this).token);
        }
        event::release(signal);
        object::release(value);
        if !token.is_null() {
            release_later(token);
        }
    }
}

#[repr(C)]
struct Release {
    task: Microtask,
    event: *mut Event,
}

/// Gives a reference back when the subscribers that are being told have been told: what the last one runs may throw.
unsafe fn release_later(event: *mut Event) {
    unsafe extern "C" fn release(task: *mut Microtask) {
        // SAFETY: the task's block is freed before others run.
        unsafe {
            let event = (*task.cast::<Release>()).event;
            memory::free(task);
            event::release(event);
        }
    }
    // SAFETY: the task takes the reference over.
    unsafe {
        if (*globals()).state != State::Active {
            event::release(event);
            return;
        }
        let later: *mut Release = memory::allocate_zeroed(size_of::<Release>());
        (*later).task.dtor = Some(release);
        (*later).event = event;
        if let Some(add) = slots::zend_async_add_microtask_fn {
            add(later.cast());
        }
    }
}
