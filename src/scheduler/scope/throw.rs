//! Routing an error through a scope: a coroutine in it throws [abi/ABI-141].

use super::structure::ScopeObject;
use super::{make, release};
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, object};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::spawn::spawn_internal;
use core::ptr;

/// Slot `spawn_and_throw`: a coroutine that throws, to route an error through a scope.
///
/// # Safety
/// `error` is null or a throwable, `scope` null or alive, on the PHP thread in a request [abi/ABI-141].
pub unsafe extern "C" fn spawn_and_throw(error: *mut Object, scope: *mut Scope, priority: i32) -> bool {
    if error.is_null() {
        // SAFETY: the slot is called on the PHP thread in a request, where exceptions can be made.
        unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot throw: there is no exception") };
        return false;
    }
    unsafe extern "C" fn throw_it() {
        // SAFETY: the data is the exception, owned by the coroutine until now.
        unsafe {
            let this = current_object();
            let error = ptr::replace(&raw mut (*this).base.extended_data, ptr::null_mut());
            exception::throw(OwnedObject::from_raw(error.cast()));
        }
    }
    unsafe extern "C" fn drop_it(coroutine: *mut Coroutine) {
        // SAFETY: null when it was thrown.
        unsafe { object::release(ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast()) }
    }
    // SAFETY: `error` is a throwable and `scope` null or alive, as this function demands. The coroutine gets a reference
    // of its own, and keeps the scope that it is in; `own` is held until `give_back`.
    unsafe {
        let mut target = scope;
        if target.is_null() && !current_object().is_null() {
            target = (*current_object()).base.scope;
        }
        let ended = EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED);
        let mut own: *mut ScopeObject = ptr::null_mut();
        if !target.is_null() && (*target).event.flags.intersects(ended) {
            own = make::new(target.cast());
            target = own.cast();
        }
        let new = spawn_internal(target, priority, throw_it, object::add_ref(error).cast(), Some(drop_it));
        if new.is_null() {
            object::release(error);
        }
        if !own.is_null() {
            release::give_back(own);
        }
        !new.is_null()
    }
}
