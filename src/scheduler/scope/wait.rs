//! Waiting for the coroutines of a scope (core 14.5).

use super::questions::is_occupied;
use super::structure::{ScopeObject, hold, unhold};
use super::{link, tree};
use crate::abi::zend::{Fcc, Fci};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, exception, hash, object, zval};
use crate::scheduler::CoroutineObject;
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::wait::{EventWait, Wait};
use crate::scheduler::event::reference;
use crate::scheduler::event::subscription::Subscription;
use crate::scheduler::event::waker_callbacks;
use crate::scheduler::run::suspend::{self, Woken};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// Deeper nesting is refused [core/SC-33].
const MAX_NESTING: u32 = 64;

/// Whether the current coroutine may wait for a scope: not from inside its tree. Throws when not.
///
/// # Safety
/// `scope` is alive; a coroutine is current. Changes nothing, and runs no PHP code.
pub unsafe fn check_outside(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller's scope is alive, and so is the scope of the current coroutine with all above: parents outlive their children.
    unsafe {
        let mut at = (*current_object()).scope();
        let mut nesting = 0;
        while !at.is_null() && at != scope && nesting <= MAX_NESTING {
            at = tree::parent(at);
            nesting += 1;
        }
        let message = if at == scope && nesting <= MAX_NESTING {
            "Cannot await completion of scope from a coroutine that belongs to the same scope or its children"
        } else if is_nested_deeper(scope, MAX_NESTING) {
            "Maximum recursion depth exceeded while checking coroutine containment"
        } else {
            return true;
        };
        exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
        false
    }
}

/// Whether there are more than `limit` levels below a scope.
unsafe fn is_nested_deeper(scope: *mut ScopeObject, limit: u32) -> bool {
    // SAFETY: the caller's scope is alive, and so are those below it, each with a parent; the walk changes nothing in the tree.
    unsafe {
        tree::find(scope, |s| {
            let mut levels = 0;
            let mut at = s;
            // A scope with children is looked at before them, so the first one too deep ends the walk.
            while at != scope {
                at = tree::parent(at);
                levels += 1;
            }
            if levels > limit { tree::Step::Found } else { tree::Step::Enter }
        })
    }
}

#[repr(C)]
struct Watch {
    subscription: Subscription,
    wait: *mut ScopeWait,
}

/// A wait. Not on the waiter's stack: after a fatal error the token may outlive that.
struct ScopeWait {
    /// For the whole wait: coroutines may fail while an earlier failure is being handled.
    of_scope: Watch,
    of_token: Watch,
    waiter: *mut CoroutineObject,
    parked: EventWait,
    /// Failures are collected for a handler; without one the first ends the wait.
    collects: bool,
    /// Failures that no wait has delivered yet, from `next_failure` on.
    failures: *mut Array,
    next_failure: u64,
    complete: bool,
    /// What the token ended the wait with.
    token_error: Option<OwnedObject>,
}

impl ScopeWait {
    /// # Safety
    /// `this` is alive, and so is its waiter.
    unsafe fn wake(this: *mut ScopeWait) {
        // SAFETY: the waiter is in `after_cancellation` as long as something tells the wait, so it is alive; nothing of the wait is
        // touched after the call.
        unsafe { Wait::wake(&raw const (*this).parked.wait, (*this).waiter) }
    }

    /// The next failure, if there is one.
    ///
    /// # Safety
    /// `this` is alive.
    unsafe fn take_failure(this: *mut ScopeWait) -> Option<OwnedObject> {
        // SAFETY: `scope_changed` puts only objects into the array, each with a reference; the array keeps its own.
        unsafe {
            if (*this).failures.is_null() {
                return None;
            }
            let found = hash::find_index((*this).failures, (*this).next_failure);
            if found.is_null() {
                return None;
            }
            (*this).next_failure += 1;
            Some(OwnedObject::share((*found).object()))
        }
    }
}

unsafe extern "C" fn scope_changed(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of a watch of a wait that has not finished.
    unsafe {
        let wait = (*callback.cast::<Watch>()).wait;
        if error.is_null() {
            (*wait).complete = true;
        } else if exception::is_cancellation(error) {
            return;
        } else if (*wait).collects || (*wait).failures.is_null() {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            if (*wait).failures.is_null() {
                (*wait).failures = hash::new_array(1);
            }
            hash::push((*wait).failures, Zval::from_object(object::add_ref(error)));
        }
        ScopeWait::wake(wait);
    }
}

unsafe extern "C" fn token_fired(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: `after_cancellation` takes this watch out of the token, or has it replayed, before it frees the wait.
    unsafe {
        let wait = (*callback.cast::<Watch>()).wait;
        if (*wait).token_error.is_none() {
            (*wait).token_error = Some(waker_callbacks::cancelled_by(event, error));
        }
        ScopeWait::wake(wait);
    }
}

/// Slot `scope_await_after_cancellation`: waits until no coroutine, zombies included, is left in the tree of a scope that
/// is being cancelled [core/SC-43, core/SC-44].
///
/// # Safety
/// As the slot demands [abi/ABI-141]: `scope` is alive, the handler null or callable, inside a coroutine. Suspends.
pub unsafe extern "C" fn after_cancellation(
    scope: *mut Scope,
    _awaiter: *mut Coroutine,
    handler: *mut Fci,
    handler_cache: *mut Fcc,
    token: *mut Event,
) {
    // SAFETY: the scope is held; the watches are taken back before the frame ends.
    unsafe {
        let scope = scope.cast::<ScopeObject>();
        if scope.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot wait for a scope: there is none");
            return;
        }
        if (*scope).is_closed() || !check_outside(scope) || !is_occupied(scope) {
            return;
        }
        if !suspend::check_may_suspend() {
            return;
        }
        hold(scope);
        let scope_event = &raw mut (*scope).base.event;
        let wait: *mut ScopeWait = memory::allocate(size_of::<ScopeWait>());
        wait.write(ScopeWait {
            of_scope: Watch { subscription: Subscription::new(scope_event, scope_changed), wait },
            of_token: Watch { subscription: Subscription::new(token, token_fired), wait },
            waiter: current_object(),
            parked: EventWait::new(scope_event),
            collects: !handler.is_null(),
            failures: ptr::null_mut(),
            next_failure: 0,
            complete: false,
            token_error: None,
        });
        let of_scope = &raw mut (*wait).of_scope.subscription;
        let of_token = &raw mut (*wait).of_token.subscription;
        Subscription::enter(of_scope);
        let live = !token.is_null() && !(*token).flags.contains(EventFlags::CLOSED);
        let mut possible = true;
        if live {
            reference::add_ref(token);
            Subscription::enter(of_token);
            possible = Subscription::start(of_token);
        } else if !token.is_null()
            && let Some(replay) = (*token).replay
        {
            // It has fired before.
            replay(token, of_token.cast(), ptr::null_mut(), ptr::null_mut());
        }
        let scope_object = if handler.is_null() { ptr::null_mut() } else { link::of(scope) };
        let woken = if possible {
            run(scope, wait, handler, handler_cache, scope_object)
        } else {
            exception::take().map_or(Ok(()), Err)
        };
        // The token may go, and have a destructor.
        let woken = woken.map_err(OwnedObject::into_raw);
        Subscription::leave(of_scope);
        if live {
            Subscription::leave(of_token);
            reference::release(token);
        }
        finish(wait, woken.map_err(|error| OwnedObject::from_raw(error)));
        object::release(scope_object);
        unhold(scope);
    }
}

/// The wait itself.
unsafe fn run(
    scope: *mut ScopeObject,
    wait: *mut ScopeWait,
    handler: *mut Fci,
    handler_cache: *mut Fcc,
    scope_object: *mut Object,
) -> Woken {
    // SAFETY: no borrow of the wait lives across a call.
    unsafe {
        loop {
            if let Some(failure) = ScopeWait::take_failure(wait) {
                if handler.is_null() {
                    return Err(failure);
                }
                let failure = failure.into_raw();
                let mut arguments = [Zval::from_object(failure), Zval::from_object(scope_object)];
                let mut result = Zval::UNDEF;
                call::invoke_info(handler, handler_cache, &mut arguments, &raw mut result);
                zval::clear(&raw mut result);
                object::release(failure);
                if let Some(thrown) = exception::take() {
                    return Err(thrown);
                }
                continue;
            }
            if (*wait).complete || !is_occupied(scope) {
                return Ok(());
            }
            if let Some(fired) = (*wait).token_error.take() {
                return Err(fired);
            }
            if let Err(cancellation) = Wait::park(&raw const (*wait).parked.wait) {
                // The token had fired before, so its error is the previous of the cancellation [core/CN-4].
                return Err(exception::chain(cancellation, (*wait).token_error.take()));
            }
        }
    }
}

/// Throws what the wait ended with; failures that were not delivered become its previous [core/EX-7]. Frees the wait.
unsafe fn finish(wait: *mut ScopeWait, woken: Woken) {
    // SAFETY: the wait is over, and nothing else refers to it. What goes with it may have destructors: the reference lies here as a
    // pointer.
    unsafe {
        let mut error = woken.err();
        while let Some(failure) = ScopeWait::take_failure(wait) {
            error = exception::chain_any(error, Some(failure));
        }
        let error = error.into_nullable();
        if !(*wait).failures.is_null() {
            hash::release((*wait).failures);
        }
        drop((*wait).token_error.take());
        memory::free(wait);
        if let Some(error) = OwnedObject::from_nullable(error) {
            exception::throw(error);
        }
    }
}
