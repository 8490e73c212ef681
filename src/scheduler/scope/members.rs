//! What a scope does for the ABI: coroutines come and go [abi/ABI-134].

use super::questions::{has_active, is_finished};
use super::structure::{ScopeObject, marks, refuse};
use super::{failure, link, make, object, release, tree};
use crate::abi::*;
use crate::engine::exception;
use crate::scheduler::coroutine::description;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::event::{callbacks, reference};
use crate::scheduler::list::ListOf;
use core::ptr;

/// Gives scopes their methods; at MINIT.
///
/// # Safety
/// Single-threaded module start.
pub(in crate::scheduler) unsafe fn initialise() {
    // SAFETY: MINIT: the template is zeroed, and no other thread runs that could read it.
    unsafe {
        make::prepare(|base| {
            let base = &mut *base;
            base.event.add_callback = Some(callbacks::add);
            base.event.del_callback = Some(callbacks::zend_async_callbacks_remove);
            base.event.start = Some(reference::nothing_to_do);
            base.event.stop = Some(reference::nothing_to_do);
            base.event.replay = Some(replay);
            base.event.dispose = Some(release::dispose);
            base.event.info = Some(description::scope_info);
            base.before_coroutine_enqueue = Some(before_enqueue);
            base.can_be_disposed = Some(can_be_disposed);
            base.try_to_dispose = Some(release::try_to_dispose);
            base.catch_or_cancel = Some(failure::catch_or_cancel);
        });
    }
}

/// Slot `new_scope` [abi/ABI-134].
///
/// # Safety
/// `parent` is null or alive, on the PHP thread in a request [abi/ABI-141].
pub unsafe extern "C" fn new_scope(parent: *mut Scope, with_object: bool) -> *mut Scope {
    // SAFETY: `parent` is null or alive, as this function demands; the new object is of the class, and linked to its scope.
    unsafe {
        let parent = parent.cast::<ScopeObject>();
        if !parent.is_null() && (*parent).has(marks::RELEASED) {
            // Only the memory is there, because its owner has not given it back.
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot create a child of a scope that has ended");
            return ptr::null_mut();
        }
        if with_object {
            return link::scope_of(object::new(parent)).cast();
        }
        let new = make::new(parent);
        (*new).marks |= marks::OWNED;
        new.cast()
    }
}

unsafe extern "C" fn before_enqueue(coroutine: *mut Coroutine, scope: *mut Scope, _: *mut Zval) -> bool {
    // SAFETY: the slot is that of our scopes, and all coroutines are ours; both are alive for the call, and nothing here runs PHP code.
    unsafe {
        let scope_object = scope.cast::<ScopeObject>();
        if (*scope_object).has(marks::RELEASED) {
            refuse();
            return false;
        }
        let new = coroutine.cast::<CoroutineObject>();
        (*coroutine).scope = scope;
        ListOf::push_back(&raw mut (*scope_object).members, new);
        if (*new).scope_link.is_alone() && (*scope_object).busy_children == 0 {
            tree::became_busy(scope_object);
        }
        (*scope_object).count += 1;
        true
    }
}

/// A coroutine leaves. A scope that becomes idle tells what waits for it, and so do the scopes above it [core/SC-50]; what they
/// hold may go then, which may run destructors: the result says whether it came to that.
///
/// # Safety
/// `coroutine` is in `scope`.
#[inline]
pub unsafe fn remove(scope: *mut ScopeObject, coroutine: *mut CoroutineObject) -> bool {
    // SAFETY: a coroutine leaves before it goes, so listed ones are alive, and its scope is not gone before the last has left.
    unsafe {
        ListOf::remove(&raw mut (*scope).members, coroutine);
        (*coroutine).base.scope = ptr::null_mut();
        if (*coroutine).flags.contains(CoroutineFlags::ZOMBIE) {
            (*coroutine).flags.remove(CoroutineFlags::ZOMBIE);
            (*scope).zombies -= 1;
        }
        (*scope).count -= 1;
        let idle = (*scope).count == 0 && !tree::is_occupied(scope);
        if idle {
            release::became_idle(scope);
        }
        idle
    }
}

unsafe extern "C" fn can_be_disposed(scope: *mut Scope, with_zombies: bool, check_objects: bool) -> bool {
    // SAFETY: the slot is that of our scopes, alive for the call; questions change nothing.
    unsafe {
        let this = scope.cast::<ScopeObject>();
        if check_objects {
            let empty = if with_zombies { !tree::is_occupied(this) } else { !has_active(this, EventFlags::empty()) };
            empty && release::is_unclaimed(this, false)
        } else if with_zombies {
            !tree::is_occupied(this)
        } else {
            is_finished(this)
        }
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _: *mut Zval,
    _: *mut *mut Object,
) -> bool {
    // SAFETY: the event is a scope's, and the callback null or alive [abi/ABI-85]; the result of a scope is empty.
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
