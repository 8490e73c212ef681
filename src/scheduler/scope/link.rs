//! The weak link between a scope and its PHP object, in both directions.

use super::structure::ScopeObject;
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::object;
use core::ptr;

#[repr(C)]
pub struct Handle {
    pub(super) event: EventRef,
    /// What the scope said when it was released.
    pub(super) was_cancelled: bool,
    pub(super) temporary: bool,
}

pub(super) fn from_object(object: *mut Object) -> *mut Handle {
    Handle::of(object)
}

/// A new object for a scope that has none, borrowed.
///
/// # Safety
/// `scope` is alive and has no object.
pub(super) unsafe fn link(scope: *mut ScopeObject) -> *mut Object {
    // SAFETY: the caller's scope is alive and without an object; the new handle is linked both ways before anything else sees it.
    unsafe {
        let handle = Handle::create(0);
        (*handle).event.event = &raw mut (*scope).base.event;
        (*scope).base.scope_object = Handle::object(handle);
        (*scope).base.scope_object
    }
}

/// The scope of an object; null once it was released.
///
/// # Safety
/// An object of the class.
pub unsafe fn scope_of(object: *mut Object) -> *mut ScopeObject {
    // SAFETY: an object of the class is the end of a handle; the event that this names is the start of a scope.
    unsafe { (*from_object(object)).event.event.cast() }
}

/// What a released scope said about its cancellation.
///
/// # Safety
/// An object of the class.
pub unsafe fn was_cancelled(object: *mut Object) -> bool {
    // SAFETY: an object of the class is the end of a handle, which lives as long.
    unsafe { (*from_object(object)).was_cancelled }
}

/// The object that the user has, borrowed, or null.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn owner(scope: *mut ScopeObject) -> *mut Object {
    // SAFETY: the caller's scope is alive, and so is an object that it names: one that goes is unlinked first.
    unsafe {
        let object = (*scope).base.scope_object;
        if object.is_null() || (*from_object(object)).temporary { ptr::null_mut() } else { object }
    }
}

/// Whether the user has an object of the scope.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn has_owner(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller's scope is alive, which is all that `owner` asks for.
    unsafe { !owner(scope).is_null() }
}

/// The object of a scope, a temporary one if it has none. Owned.
///
/// # Safety
/// `scope` is alive. Runs no PHP code.
pub unsafe fn of(scope: *mut ScopeObject) -> *mut Object {
    // SAFETY: the caller's scope is alive, and so is an object that it names; a new one is linked before anything else sees it.
    unsafe {
        let known = (*scope).base.scope_object;
        if !known.is_null() {
            return object::add_ref(known);
        }
        let new = link(scope);
        (*from_object(new)).temporary = true;
        new
    }
}

/// Scope and object forget each other; the object remembers how it ended.
///
/// # Safety
/// `scope` is alive. Runs no PHP code.
pub(super) unsafe fn unlink(scope: *mut ScopeObject) {
    // SAFETY: the caller's scope is alive, and so is an object that it names: one that goes comes here first.
    unsafe {
        let object = ptr::replace(&raw mut (*scope).base.scope_object, ptr::null_mut());
        if !object.is_null() {
            let handle = from_object(object);
            (*handle).was_cancelled = (*scope).is_cancelled();
            (*handle).event.event = ptr::null_mut();
        }
    }
}
