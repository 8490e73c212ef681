//! The PHP object of a scope: an event reference [abi/ABI-38] with a weak link in both directions.
//!
//! When the object goes, the scope is closed; when the scope is released, the object stays usable for questions about its
//! state. A handler that must be given the scope of an object that has gone gets a *temporary* one, whose end means
//! nothing to the scope.

pub use super::link::{Handle, of, owner, scope_of, was_cancelled};
use super::link::{from_object, link, unlink};
use super::questions::is_occupied;
use super::structure::{ScopeObject, hold, unhold};
use super::{close, make, owned, release, tree};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::state::PendingException;
use crate::engine::{call, exception, hash, object};
use crate::scheduler::coroutine::handlers;
use core::ffi::c_void;
use core::ptr;

impl Body for Handle {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = Some(destroy_object);

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe { (*this).event = EventRef::new(ptr::null_mut(), Self::OFFSET) }
    }

    unsafe fn create_for_php() -> *mut Self {
        // SAFETY: a request is active, as the caller promises; a root has no parent that would have to be alive.
        unsafe { Self::of(new(ptr::null_mut())) }
    }

    /// Without a destructor before it (the constructor failed, or a fatal error ended the request) nothing may run.
    unsafe fn free(this: *mut Self) {
        // SAFETY: the scope is alive while it is linked.
        unsafe {
            let scope: *mut ScopeObject = (*this).event.event.cast();
            if !scope.is_null() {
                unlink(scope);
                release::release_handlers(scope);
                release::give_back(scope);
            }
        }
    }

    /// What the scope holds is reached through its object only; once that is destructed they are unlinked, so nothing that
    /// a living scope needs can be taken for garbage.
    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: a linked scope is alive.
        unsafe {
            let scope: *mut ScopeObject = (*this).event.event.cast();
            if !scope.is_null() && !(*this).temporary {
                call::report((*scope).on_exception, report);
                call::report((*scope).on_child_exception, report);
                handlers::report((*scope).finally, report);
                let context = (*scope).base.context;
                if !context.is_null() {
                    report.object(context.byte_add((*context).offset as usize).cast::<c_void>().cast());
                }
            }
        }
    }
}

/// A new object for a new scope: child of `parent`, or a root, which is not safe [core/SC-1]. Owned.
///
/// # Safety
/// `parent` is null or alive. Runs no PHP code.
pub unsafe fn new(parent: *mut ScopeObject) -> *mut Object {
    // SAFETY: the new scope is not seen by others before this returns; `link` gives it an object with one reference.
    unsafe {
        let scope = make::new(parent);
        if parent.is_null() {
            (*scope).base.event.flags.remove(EventFlags::SCOPE_DISPOSE_SAFELY);
        }
        link(scope)
    }
}

/// The objects of the direct children that have one, in creation order [core/SC-6]. Owned.
///
/// # Safety
/// `scope` is alive. Runs no PHP code.
pub unsafe fn of_children(scope: *mut ScopeObject) -> *mut Array {
    // SAFETY: every element gets a reference of its own.
    unsafe {
        let children = tree::children(scope);
        let list = hash::new_array(children.length() as u32);
        for i in 0..children.length() {
            let owner = owner(children.get(i));
            if !owner.is_null() {
                hash::push(list, Zval::from_object(object::add_ref(owner)));
            }
        }
        tree::release_children(&children);
        list
    }
}

/// The last reference is gone, the collector found a cycle, or the request destructs everything: the scope is disposed
/// [core/SC-26].
unsafe extern "C" fn destroy_object(object: *mut Object) {
    // SAFETY: called by the engine for one of our objects. The scope is alive while it is linked.
    unsafe {
        let scope = scope_of(object);
        if scope.is_null() {
            return;
        }
        // What makes the object go has nothing to do with what the scope's subscribers are told.
        let pending = PendingException::take();
        let temporary = (*from_object(object)).temporary;
        // Something still refers to it: a cycle, or any reference at the end of the request. The handlers can be given it.
        let remains = if object::ref_count(object) > 1 { object } else { ptr::null_mut() };
        hold(scope);
        unlink(scope);
        if !temporary && is_occupied(scope) {
            let message = "Scope is being disposed due to object destruction";
            let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, message).into_raw();
            let safely = (*scope).flags().contains(EventFlags::SCOPE_DISPOSE_SAFELY);
            close::close(scope, reason, safely);
            (*from_object(object)).was_cancelled = (*scope).is_cancelled();
            object::release(reason);
        } else {
            if !temporary {
                (*scope).base.event.flags.insert(EventFlags::CLOSED);
                owned::end(scope, false);
                release::run_finally_for(scope, remains);
            }
            release::give_back(scope);
        }
        unhold(scope);
        pending.put_back();
    }
}
