//! The end of a channel: by the user, a timeout, a deadlock, its owner scope, or with the object (primitives 2.5 to 2.8).

use super::pending::Pending;
use super::starvation::Starvation;
use super::{ChannelObject, release_values};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::state::PendingException;
use crate::engine::{class, exception, idle, object, zval};
use crate::primitives::future::FutureState;
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::event::order_waits;
use crate::scheduler::scope::owned::Owned;
use crate::scheduler::{callbacks, event};
use core::ffi::CStr;
use core::mem::offset_of;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

/// Why a channel was closed [primitives/CH-3].
#[derive(Clone, Copy, PartialEq)]
pub enum Reason {
    Explicit,
    Disposed,
    NoProducers,
    NoConsumers,
    Deadlock,
    ScopeDisposed,
}

impl Reason {
    /// The case of `Async\ChannelCloseReason`.
    fn case(self) -> &'static CStr {
        match self {
            Reason::Explicit => c"EXPLICIT",
            Reason::Disposed => c"DISPOSED",
            Reason::NoProducers => c"NO_PRODUCERS",
            Reason::NoConsumers => c"NO_CONSUMERS",
            Reason::Deadlock => c"DEADLOCK",
            Reason::ScopeDisposed => c"SCOPE_DISPOSED",
        }
    }

    fn message(self) -> &'static str {
        match self {
            Reason::Explicit => "Channel is closed",
            Reason::Disposed => "Channel disposed",
            Reason::NoProducers => "Channel deadlock: no producers",
            Reason::NoConsumers => "Channel deadlock: no consumers",
            Reason::Deadlock => "Channel deadlock",
            Reason::ScopeDisposed => "Channel closed: owner scope disposed",
        }
    }
}

static EXCEPTION: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());
static REASON: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

/// Says what `Async\ChannelException` and `Async\ChannelCloseReason` are; at MINIT.
pub fn set_classes(exception: *mut ClassEntry, reason: *mut ClassEntry) {
    EXCEPTION.store(exception, Ordering::Relaxed);
    REASON.store(reason, Ordering::Relaxed);
}

/// A new `ChannelException`.
///
/// # Safety
/// A request is active; nothing is pending.
pub unsafe fn new_error(reason: Reason) -> OwnedObject {
    // SAFETY: the property is declared by the class and has the type of the enumeration.
    unsafe {
        let make = || {
            let new = exception::new_of_class(EXCEPTION.load(Ordering::Relaxed), reason.message().as_bytes());
            let case = class::enum_case(REASON.load(Ordering::Relaxed), reason.case());
            object::set_object(new.as_ptr(), "reason", case);
            new
        };
        // No frame is to blame for what the scheduler does [core/EX-6].
        if *(*globals()).in_scheduler_context { idle::without_frame(make) } else { make() }
    }
}

/// The exception of every caller that learns of the end. Borrowed.
unsafe fn error(this: *mut ChannelObject) -> *mut Object {
    // SAFETY: callers hold a closed channel in a request; making an exception runs no PHP code, so the place is still empty
    // when it is filled.
    unsafe {
        if (*this).error.is_none() {
            (*this).error = Some(new_error((*this).reason));
        }
        (*this).error.as_nullable()
    }
}

/// Closes a channel; the first reason stays [primitives/CH-28, primitives/CH-29]. Never switches.
///
/// # Safety
/// The channel is alive. May run PHP code, and be the end of the channel.
pub unsafe fn close(this: *mut ChannelObject, reason: Reason) {
    // SAFETY: the channel is alive, as this function demands, and held from here to the end. What is released last may run
    // PHP code, for which everything is in order.
    unsafe {
        if (*this).is_closed() {
            return;
        }
        (*this).revive();
        let event = &raw mut (*this).base.event;
        event::add_ref(event);
        let pending = PendingException::take();
        (*this).reason = reason;
        (*event).flags.insert(EventFlags::CLOSED);
        Owned::detach(&raw mut (*this).owned);
        Starvation::check(this);
        fail_all(this, &raw mut (*this).receivers, false);
        let mut discarded = Zval::UNDEF;
        if !(*this).buffered && !(*this).committed && (*this).values.len() > 0 {
            // The value of a rendezvous that no receiver was promised is discarded [primitives/CH-30].
            discarded = (*this).values.pop();
        }
        (*this).delivering = ptr::null_mut();
        fail_all(this, &raw mut (*this).senders, true);
        if (*event).callbacks.length > 0 {
            order_waits(event);
            callbacks::notify(event, ptr::null_mut(), error(this));
        }
        pending.put_back();
        zval::clear(&raw mut discarded);
        event::release(event);
    }
}

/// Fails the waiters of a queue, newest first: those that were promised nothing, or all.
unsafe fn fail_all(this: *mut ChannelObject, queue: *mut WaitQueue, all: bool) {
    // SAFETY: `close` holds the channel. Queued waiters are alive: coroutines become ready but do not run, and after a
    // future, which may run others' code, the search begins anew.
    unsafe {
        let mut waiter = (*queue).last();
        while !waiter.is_null() {
            if (*waiter).is_reserved() && !all {
                waiter = (*waiter).previous();
            } else if (*waiter).coroutine().is_null() {
                FutureState::reject(Pending::withdraw(waiter), OwnedObject::share(error(this)));
                // That may have run others' code.
                waiter = (*queue).last();
            } else {
                let previous = (*waiter).previous();
                if (*(*(*waiter).coroutine()).base.waker).error.is_null() {
                    Waiter::fail(waiter, error(this));
                } else {
                    // Its cancellation becomes the previous of an exception of its own [primitives/CM-7].
                    let own = new_error((*this).reason);
                    Waiter::fail(waiter, own.as_ptr());
                    drop(own);
                }
                waiter = previous;
            }
        }
    }
}

/// The scope in which it was made is disposed [primitives/CH-40].
///
/// # Safety
/// The part of a living channel.
pub unsafe fn owner_ended(owned: *mut Owned) {
    // SAFETY: `owned` is part of a living channel, as this function demands, so the channel is at this offset before it. It
    // may be gone after this, and is not looked at.
    unsafe { close(owned.byte_sub(offset_of!(ChannelObject, owned)).cast(), Reason::ScopeDisposed) }
}

/// The object goes [primitives/CH-45].
///
/// # Safety
/// The engine destroys one of our objects, which it keeps until this returns. May run PHP code.
pub unsafe extern "C" fn destroy(object: *mut Object) {
    // SAFETY: the engine keeps the object until this returns, as this function demands, whatever the destructors of values
    // do to it.
    unsafe {
        let this = ChannelObject::of(object);
        Owned::detach(&raw mut (*this).owned);
        close(this, Reason::Disposed);
        if object::ref_count(object) == 1 {
            // Destructors of values may still find the object.
            release_values(this);
        }
    }
}

/// `replay`: a closed channel has its exception as outcome [primitives/CH-53].
///
/// # Safety
/// As the method `replay` demands [abi/ABI-85]: the event is a channel's; callback and place are null or valid.
pub unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut Zval,
    place: *mut *mut Object,
) -> bool {
    // SAFETY: the event is the start of a channel, as this function demands.
    unsafe {
        let this = event.cast::<ChannelObject>();
        if !(*this).is_closed() {
            return false;
        }
        let error = error(this);
        if !callback.is_null() {
            if let Some(call) = (*callback).callback {
                call(event, callback, ptr::null_mut(), error);
            }
        } else if place.is_null() {
            exception::throw(OwnedObject::share(error));
        } else {
            place.write(object::add_ref(error));
        }
        true
    }
}
