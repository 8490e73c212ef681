//! Scopes: groups of coroutines and child scopes (ABI-43, ABI-134 to ABI-138, core 13.1 and 14).

use super::coroutine::{self, CoroutineObject};
use super::{callbacks, event, resume};
use crate::abi::*;
use crate::engine::{exception, object};
use core::mem::size_of;
use core::ptr;

/// A scope with its coroutines in spawn order.
#[repr(C)]
pub struct ScopeObject {
    pub base: Scope,
    first: *mut CoroutineObject,
    last: *mut CoroutineObject,
    /// All coroutines, zombies included.
    count: usize,
    /// The scheduler's own scope takes no other coroutines.
    is_scheduler: bool,
    /// Coroutines somebody holds may fail without taking the scope down: they are about to be awaited (AA-22).
    keeps_failures: bool,
}

/// A new scope without PHP object: child of `parent`, or a root. One reference.
///
/// # Safety
/// `parent` is null or valid.
pub unsafe fn new(parent: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: zeroed memory; every non-zero field is set here.
    unsafe {
        let scope: *mut ScopeObject = memory::allocate_zeroed(size_of::<ScopeObject>());
        let base = &mut (*scope).base;
        base.event.ref_count = 1;
        base.event.add_callback = Some(callbacks::add);
        base.event.del_callback = Some(callbacks::zend_async_callbacks_remove);
        base.event.start = Some(event::nothing_to_do);
        base.event.stop = Some(event::nothing_to_do);
        base.event.replay = Some(replay);
        base.event.dispose = Some(dispose);
        base.event.info = Some(super::deadlock::scope_info);
        base.before_coroutine_enqueue = Some(before_enqueue);
        base.can_be_disposed = Some(can_be_disposed);
        base.try_to_dispose = Some(try_to_dispose);
        base.catch_or_cancel = Some(catch_or_cancel);
        if parent.is_null() {
            base.event.flags.insert(EventFlags::SCOPE_DISPOSE_SAFELY);
        } else {
            let safe = (*parent).base.event.flags & EventFlags::SCOPE_DISPOSE_SAFELY;
            base.event.flags.insert(safe);
            base.request_scope = (*parent).base.request_scope;
            add_child(parent, scope);
        }
        scope
    }
}

/// Marks the scope that holds only the scheduler's own coroutine.
///
/// # Safety
/// Valid scope.
pub unsafe fn set_scheduler_scope(scope: *mut ScopeObject) {
    // SAFETY: forwarded.
    unsafe { (*scope).is_scheduler = true };
}

/// While `keep`, the failure of a coroutine that somebody holds is kept for whoever awaits it, and is no failure of the
/// scope: for what an iterator makes before it is registered for waiting.
///
/// # Safety
/// Valid scope of ours.
pub unsafe fn keep_failures(scope: *mut Scope, keep: bool) {
    // SAFETY: forwarded.
    unsafe { (*scope.cast::<ScopeObject>()).keeps_failures = keep };
}

/// Whether a scope is the scheduler's own.
///
/// # Safety
/// Valid scope of ours.
#[inline]
pub unsafe fn is_scheduler_scope(scope: *mut Scope) -> bool {
    // SAFETY: forwarded.
    unsafe { (*scope.cast::<ScopeObject>()).is_scheduler }
}

/// Slot `new_scope` (ABI-134). Scopes with a PHP object come with the class `Async\Scope`.
///
/// # Safety
/// Contract of ABI-141.
pub unsafe extern "C" fn new_scope(parent: *mut Scope, with_object: bool) -> *mut Scope {
    // SAFETY: forwarded.
    unsafe {
        if with_object {
            let message = "Scopes with a PHP object are not available";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return ptr::null_mut();
        }
        new(parent.cast()).cast()
    }
}

unsafe fn add_child(parent: *mut ScopeObject, child: *mut ScopeObject) {
    // SAFETY: the array always has `capacity` entries.
    unsafe {
        let scopes = &mut (*parent).base.scopes;
        if scopes.length == scopes.capacity {
            scopes.capacity = (scopes.capacity * 2).max(4);
            scopes.data = memory::reallocate(scopes.data, scopes.capacity as usize * size_of::<*mut Scope>());
        }
        *scopes.data.add(scopes.length as usize) = &raw mut (*child).base;
        scopes.length += 1;
        (*child).base.parent_scope = &raw mut (*parent).base;
    }
}

unsafe fn remove_child(parent: *mut Scope, child: *mut Scope) {
    // SAFETY: entries below `length` are valid. The order of the others is kept: it is visible (SC-6).
    unsafe {
        let scopes = &mut (*parent).scopes;
        let length = scopes.length as usize;
        let Some(at) = (0..length).find(|i| *scopes.data.add(*i) == child) else { return };
        ptr::copy(scopes.data.add(at + 1), scopes.data.add(at), length - at - 1);
        scopes.length -= 1;
        (*child).parent_scope = ptr::null_mut();
    }
}

unsafe extern "C" fn before_enqueue(coroutine: *mut Coroutine, scope: *mut Scope, _: *mut Zval) -> bool {
    // SAFETY: both are ours.
    unsafe {
        let scope_object = &mut *scope.cast::<ScopeObject>();
        let new = coroutine.cast::<CoroutineObject>();
        (*coroutine).scope = scope;
        (*new).scope_previous = scope_object.last;
        (*new).scope_next = ptr::null_mut();
        if scope_object.last.is_null() {
            scope_object.first = new;
        } else {
            (*scope_object.last).scope_next = new;
        }
        scope_object.last = new;
        scope_object.count += 1;
        true
    }
}

/// A coroutine has ended: it leaves, and scopes that are thereby complete tell whoever waits (SC-50).
///
/// # Safety
/// `coroutine` is in `scope`.
#[inline]
pub unsafe fn remove(scope: *mut ScopeObject, coroutine: *mut CoroutineObject) {
    // SAFETY: the list holds live coroutines.
    unsafe {
        let old = &mut *coroutine;
        if old.scope_previous.is_null() {
            (*scope).first = old.scope_next;
        } else {
            (*old.scope_previous).scope_next = old.scope_next;
        }
        if old.scope_next.is_null() {
            (*scope).last = old.scope_previous;
        } else {
            (*old.scope_next).scope_previous = old.scope_previous;
        }
        old.scope_previous = ptr::null_mut();
        old.scope_next = ptr::null_mut();
        old.base.scope = ptr::null_mut();
        (*scope).count -= 1;
        if (*scope).count == 0 {
            completed(&raw mut (*scope).base);
        }
    }
}

unsafe fn completed(scope: *mut Scope) {
    // SAFETY: a scope that releases itself is not used afterwards.
    unsafe {
        let mut scope = scope;
        while !scope.is_null() && can_be_disposed(scope, true, false) {
            let parent = (*scope).parent_scope;
            if (*scope).event.callbacks.length != 0 {
                callbacks::notify(&raw mut (*scope).event, ptr::null_mut(), ptr::null_mut());
            }
            try_to_dispose(scope);
            scope = parent;
        }
    }
}

unsafe extern "C" fn can_be_disposed(scope: *mut Scope, with_zombies: bool, check_objects: bool) -> bool {
    // SAFETY: all scopes are ours.
    unsafe {
        let this = scope.cast::<ScopeObject>();
        let flags = (*scope).event.flags;
        if !check_objects && flags.intersects(EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED)) && !with_zombies {
            return true;
        }
        let busy = if with_zombies { (*this).count > 0 } else { has_active(this) };
        if busy {
            return false;
        }
        if check_objects {
            if flags.contains(EventFlags::SCOPE_OWNER_PINNED) {
                return false;
            }
            if !flags.contains(EventFlags::SCOPE_CANCELLED) && !(*scope).scope_object.is_null() {
                return false;
            }
        }
        let scopes = &(*scope).scopes;
        (0..scopes.length as usize).all(|i| can_be_disposed(*scopes.data.add(i), with_zombies, check_objects))
    }
}

unsafe fn has_active(scope: *mut ScopeObject) -> bool {
    // SAFETY: the list holds live coroutines.
    unsafe {
        let mut coroutine = (*scope).first;
        while !coroutine.is_null() {
            if !(*coroutine).has(EventFlags::COROUTINE_ZOMBIE) {
                return true;
            }
            coroutine = (*coroutine).scope_next;
        }
    }
    false
}

unsafe extern "C" fn try_to_dispose(scope: *mut Scope) -> bool {
    // SAFETY: disposal releases the structure's own reference.
    unsafe {
        if scope == (*globals()).main_scope || (*scope).event.flags.contains(EventFlags::SCOPE_DISPOSING) {
            return false;
        }
        if !can_be_disposed(scope, true, true) {
            return false;
        }
        (*scope).event.flags.insert(EventFlags::SCOPE_DISPOSING);
        while (*scope).scopes.length > 0 {
            let child = *(*scope).scopes.data.add((*scope).scopes.length as usize - 1);
            if !try_to_dispose(child) {
                (*scope).event.flags.remove(EventFlags::SCOPE_DISPOSING);
                return false;
            }
        }
        event::release(&raw mut (*scope).event);
        true
    }
}

/// The creator of an internal scope lets go of it: it ends with its last coroutine.
///
/// # Safety
/// The caller owns the creation reference.
pub unsafe fn let_go(scope: *mut ScopeObject) {
    // SAFETY: forwarded.
    unsafe {
        if (*scope).count == 0 {
            try_to_dispose(&raw mut (*scope).base);
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: contract of ABI-82; the event is the start of the scope.
    unsafe {
        if (*event).ref_count > 1 {
            (*event).ref_count -= 1;
            return true;
        }
        let scope = event.cast::<ScopeObject>();
        let base = &mut (*scope).base;
        if !base.parent_scope.is_null() {
            remove_child(base.parent_scope, &raw mut *base);
        }
        callbacks::zend_async_callbacks_free(event);
        let context = ptr::replace(&raw mut base.context, ptr::null_mut());
        if !context.is_null()
            && let Some(dispose) = (*context).dispose
        {
            dispose(context);
        }
        memory::free(base.scopes.data);
        memory::free(scope);
        true
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _: *mut Zval,
    _: *mut *mut Object,
) -> bool {
    // SAFETY: contract of ABI-85: a scope has an empty result.
    unsafe {
        if !(*event).flags.contains(EventFlags::CLOSED) {
            return false;
        }
        if !callback.is_null()
            && let Some(call) = (*callback).callback
        {
            call(event, callback, ptr::null_mut(), ptr::null_mut());
        }
        true
    }
}

/// Offers the exception of a finished coroutine to its scope and the scopes above (EH-10 to EH-16). True when handled.
///
/// # Safety
/// `failure` is borrowed.
pub unsafe fn catch_failure(scope: *mut ScopeObject, from: *mut CoroutineObject, failure: *mut Object) -> bool {
    // SAFETY: forwarded.
    unsafe {
        if (*scope).keeps_failures && object::ref_count(coroutine::to_object(from)) > 1 {
            return false;
        }
        let base = &raw mut (*scope).base;
        let safely = (*base).event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        catch_or_cancel(base, &raw mut (*from).base, ptr::null_mut(), failure, false, safely, false)
    }
}

/// ABI-136. As cancellation: ends the scope. As failure: handlers, then cancellation of the scope, then its parent.
unsafe extern "C" fn catch_or_cancel(
    scope: *mut Scope,
    coroutine: *mut Coroutine,
    _from: *mut Scope,
    failure: *mut Object,
    transfer: bool,
    safely: bool,
    is_cancellation: bool,
) -> bool {
    // SAFETY: one reference of the failure is released on every path that took it over.
    unsafe {
        let handled = if is_cancellation {
            cancel_scope(scope, failure, safely);
            true
        } else {
            fail_scope(scope, coroutine, failure, safely)
        };
        if transfer {
            exception::release(failure);
        }
        handled
    }
}

unsafe fn cancel_scope(scope: *mut Scope, reason: *mut Object, safely: bool) {
    // SAFETY: the scope is held while its members are told.
    unsafe {
        if (*scope).event.flags.contains(EventFlags::CLOSED) {
            return;
        }
        if can_be_disposed(scope, true, false) || (*scope).event.flags.contains(EventFlags::SCOPE_CANCELLED) {
            (*scope).event.flags.insert(EventFlags::CLOSED);
            return;
        }
        (*scope).event.ref_count += 1;
        let reason = if reason.is_null() {
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Scope was cancelled")
        } else {
            exception::add_ref(reason)
        };
        (*scope).event.flags.insert(EventFlags::SCOPE_CANCELLED);
        cancel_children(scope, |child| cancel_scope(child, reason, safely));
        cancel_members(scope, ptr::null_mut(), safely, || exception::add_ref(reason));
        callbacks::notify(&raw mut (*scope).event, ptr::null_mut(), reason);
        exception::release(reason);
        event::release(&raw mut (*scope).event);
    }
}

unsafe fn cancel_children(scope: *mut Scope, cancel: impl Fn(*mut Scope)) {
    // SAFETY: cancelling never frees a scope that still has members.
    unsafe {
        let mut i = 0;
        while i < (*scope).scopes.length {
            cancel(*(*scope).scopes.data.add(i as usize));
            i += 1;
        }
    }
}

unsafe fn cancel_members(
    scope: *mut Scope,
    except: *mut Coroutine,
    safely: bool,
    mut reason: impl FnMut() -> *mut Object,
) {
    // SAFETY: cancelling only queues coroutines, so the list does not change.
    unsafe {
        let mut member = (*scope.cast::<ScopeObject>()).first;
        while !member.is_null() {
            let next = (*member).scope_next;
            if &raw mut (*member).base != except && !(*member).is_finished() {
                resume::cancel(&raw mut (*member).base, reason(), true, safely);
            }
            member = next;
        }
    }
}

unsafe fn fail_scope(scope: *mut Scope, coroutine: *mut Coroutine, failure: *mut Object, safely: bool) -> bool {
    // SAFETY: the scope is held while its members are told.
    unsafe {
        (*scope).event.ref_count += 1;
        (*scope).event.flags.insert(EventFlags::SCOPE_CANCELLED);
        cancel_children(scope, |child| {
            let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Scope was cancelled");
            let safe = (*child).event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY);
            cancel_scope(child, reason, safe);
            exception::release(reason);
        });
        cancel_members(scope, coroutine, safely, || {
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Coroutine cancelled")
        });
        callbacks::notify(&raw mut (*scope).event, ptr::null_mut(), failure);
        let handled = (*scope).event.flags.contains(EventFlags::EXCEPTION_HANDLED);
        let parent = (*scope).parent_scope;
        if scope == (*globals()).main_scope {
            // The main scope stays usable (EH-16).
            (*scope).event.flags.remove(EventFlags::SCOPE_CANCELLED);
        }
        event::release(&raw mut (*scope).event);
        if handled || parent.is_null() {
            return handled;
        }
        fail_scope(parent, coroutine, failure, safely)
    }
}
