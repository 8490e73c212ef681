//! Handlers registered with `finally()` [core/CO-30 to CO-39, core/SC-60 to SC-64].
//!
//! All handlers of an owner run in registration order in one internal high-priority coroutine; when one suspends, another
//! such coroutine takes the rest, so that nothing waits for it (`handoff.rs`) [core/CO-34]. When all have returned, what they threw
//! is thrown once: as it is, or as one `CompositeException`, which cancellations are no part of [core/CO-35, core/EH-5]. Those of a
//! primitive wait their turn in the queue, and for each other [primitives/CM-18].

use super::make;
use super::structure::ScopeObject;
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, exception, object};
use crate::scheduler::coroutine::handlers::{self, Handlers};
use crate::scheduler::coroutine::handoff::{self, WhenThrown, Work};
use crate::scheduler::coroutine::object::{CoroutineObject, to_object};
use crate::scheduler::run::phase::phase;
use core::ffi::c_void;
use core::ptr;

/// Handlers that are being carried out.
struct Run {
    handlers: Vec<*mut Fcall>,
    next: usize,
    /// The argument of the handlers, owned; null when it has gone.
    owner: *mut Object,
}

/// A coroutine has finished: its handlers are put at the front of the queue. Whether there are any, which then hold a
/// reference to it.
///
/// # Safety
/// `finished` is alive.
pub(in crate::scheduler) unsafe fn schedule(finished: *mut CoroutineObject) -> bool {
    // SAFETY: `finished` is alive, as the caller promises; the list moves out of it into the run, which takes a reference.
    unsafe {
        let list = ptr::replace(&raw mut (*finished).finally, ptr::null_mut());
        !list.is_null() && start(list, to_object(finished), (*finished).scope())
    }
}

/// Puts handlers at the front of the queue, in a child scope of `parent` [core/CO-37, core/SC-61]. They get `owner` or, when it is
/// null, PHP's null. False when they could not be scheduled.
///
/// # Safety
/// The list is taken over; `owner` is borrowed; `parent` is null or valid.
pub(in crate::scheduler) unsafe fn start(list: *mut Handlers, owner: *mut Object, parent: *mut ScopeObject) -> bool {
    // SAFETY: list, owner and parent are what `start_by` takes; the scope that `handoff` gets lives as long as a coroutine is in it.
    unsafe { start_by(list, owner, parent, |work, scope| handoff::start(work, scope)) }
}

/// As [`start`], at the end of the queue, and one handler after the other. False, with nothing thrown, when they could not
/// be scheduled.
///
/// # Safety
/// As [`start`].
pub unsafe fn start_in_turn(list: *mut Handlers, owner: *mut Object, parent: *mut ScopeObject) -> bool {
    // SAFETY: list, owner and parent are what `start_by` takes. The end of a request runs no handlers: there the list is freed instead.
    unsafe {
        if (*globals()).state == State::Off || (*phase()).closing {
            handlers::free(list);
            return false;
        }
        start_by(list, owner, parent, |work, scope| handoff::start_in_turn(work, scope))
    }
}

unsafe fn start_by(
    list: *mut Handlers,
    owner: *mut Object,
    parent: *mut ScopeObject,
    begin: impl FnOnce(Work, *mut Scope) -> bool,
) -> bool {
    // SAFETY: the list is ours now; the handlers move from it into the run, which belongs to the work. The owner is alive, and the run gets
    // a reference.
    unsafe {
        let handlers = core::mem::take(&mut (*list).0);
        drop(Box::from_raw(list));
        if !owner.is_null() {
            object::add_ref(owner);
        }
        let run = Box::into_raw(Box::new(Run { handlers, next: 0, owner }));
        let work = Work { data: run.cast(), step, may_have_more, ended, when_thrown: WhenThrown::Compose };
        let scope = make::new_for_finally(parent);
        let started = begin(work, scope.cast());
        if !started {
            // Not `release::give_back`: release is what runs handlers.
            (*scope).base.try_to_dispose.map(|dispose| dispose(scope.cast()));
        }
        started
    }
}

unsafe fn step(run: *mut c_void) -> bool {
    // SAFETY: the data of the work. No borrow of it lives across a call.
    unsafe {
        let run = run.cast::<Run>();
        if !may_have_more(run.cast()) {
            return false;
        }
        let handler = (&(*run).handlers)[(*run).next];
        (*run).next += 1;
        let owner = (*run).owner;
        let argument = if owner.is_null() { Zval::NULL } else { Zval::from_object(owner) };
        call::invoke_with(handler, &mut [argument]);
        // Destructors of what the handler held may suspend.
        let thrown = exception::take().into_nullable();
        call::release(handler);
        if !thrown.is_null()
            && let Some(whole) =
                exception::chain_before_cancellation(exception::take(), OwnedObject::from_nullable(thrown))
        {
            exception::throw(whole);
        }
        true
    }
}

unsafe fn may_have_more(run: *mut c_void) -> bool {
    // SAFETY: the data of the work is the run until `ended`; two numbers of it are read.
    unsafe { (*run.cast::<Run>()).next < (*run.cast::<Run>()).handlers.len() }
}

/// Handlers that never ran are released: their coroutine was cancelled.
unsafe fn ended(run: *mut c_void) {
    // SAFETY: the data of the work, which nothing else has any more. Nothing of it is borrowed while releasing runs destructors,
    // and what a bailout leaves behind is memory.
    unsafe {
        let run = run.cast::<Run>();
        while (*run).next < (*run).handlers.len() {
            let handler = (&(*run).handlers)[(*run).next];
            (*run).next += 1;
            call::release(handler);
        }
        object::release((*run).owner);
        drop(Box::from_raw(run));
    }
}
