//! Cancelling and disposing of scopes: `close(reason, safe)` of core 14.4.

use super::questions::is_occupied;
use super::structure::{ScopeObject, hold, marks, unhold};
use super::tree::{self, Snapshot};
use super::{owned, release};
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, object};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::cancel;
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::event::callbacks;
use core::mem::size_of;
use core::ptr;

/// A scope that is being closed, with the children that come before it.
struct Frame {
    scope: *mut ScopeObject,
    children: Snapshot<ScopeObject>,
    next: usize,
    outer: *mut Frame,
}

/// Ends a scope and the scopes below it: what they own first, then children, in creation order, then its own coroutines,
/// then what waits for it. All get the same exception. `reason` is borrowed; null means a new `Scope was cancelled`.
///
/// # Safety
/// `scope` is alive. Cancelling may run destructors, behind which it may be gone.
pub unsafe fn close(scope: *mut ScopeObject, reason: *mut Object, safely: bool) {
    // SAFETY: the caller's scope is alive, and held here while destructors may run.
    unsafe {
        if (*scope).is_closed() && !(*scope).is_main() {
            return;
        }
        hold(scope);
        let busy = begin(scope);
        owned::end(scope, busy);
        if busy {
            cancel_tree(scope, reason, safely);
        }
        unhold(scope);
    }
}

/// As [`close`], but a scope that is busy and has been cancelled before stays open, and everything in it is cancelled once
/// more: its owner may have spawned since [primitives/TG-25, primitives/TG-41].
///
/// # Safety
/// As [`close`].
pub unsafe fn cancel_all(scope: *mut ScopeObject, reason: *mut Object, safely: bool) {
    // SAFETY: the caller's scope is alive, and held here while what it owns and its coroutines are told, which may run PHP code.
    unsafe {
        let again = (*scope).flags().contains(EventFlags::SCOPE_CANCELLED) && !(*scope).is_closed();
        if again && is_occupied(scope) {
            hold(scope);
            owned::end(scope, true);
            cancel_tree(scope, reason, safely);
            unhold(scope);
        } else {
            close(scope, reason, safely);
        }
    }
}

/// Steps 3 and 4.
unsafe fn cancel_tree(scope: *mut ScopeObject, reason: *mut Object, safely: bool) {
    // SAFETY: every scope and coroutine of the walk is held. The frames are request memory: trees may be deep.
    unsafe {
        // It lies here as a pointer: what is told may run PHP code.
        let reason = if reason.is_null() {
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Scope was cancelled").into_raw()
        } else {
            object::add_ref(reason)
        };
        let mut top = enter(scope, ptr::null_mut());
        while !top.is_null() {
            if (*top).next < (*top).children.length() {
                let child = (*top).children.get((*top).next);
                (*top).next += 1;
                if begin(child) {
                    top = enter(child, top);
                }
                continue;
            }
            let scope = (*top).scope;
            let outer = (*top).outer;
            tree::release_children(&(*top).children);
            memory::free(top);
            top = outer;
            cancel_members(scope, ptr::null_mut(), false, safely, || OwnedObject::share(reason));
            // A waiter may close the scope because it is told of a failure: the others that wait are told of that, too.
            if (*scope).base.event.callbacks.current_iterator.is_null() {
                callbacks::notify(&raw mut (*scope).base.event, ptr::null_mut(), reason);
            }
            unhold(scope);
        }
        object::release(reason);
    }
}

/// Steps 1 and 2. Whether there is something to cancel.
unsafe fn begin(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller holds the scope; its finally handlers are only scheduled.
    unsafe {
        if (*scope).is_main() {
            // It has no object of the user's and stays usable [core/EH-16].
            return true;
        }
        if (*scope).is_closed() {
            return false;
        }
        (*scope).marks |= marks::ENDED;
        let cancelled = (*scope).flags().contains(EventFlags::SCOPE_CANCELLED);
        if cancelled || !is_occupied(scope) {
            (*scope).base.event.flags.insert(EventFlags::CLOSED);
            if !cancelled {
                (*scope).marks |= marks::ENDED_IDLE;
            }
            release::run_finally(scope);
            return false;
        }
        (*scope).base.event.flags.insert(EventFlags::SCOPE_CANCELLED);
        true
    }
}

unsafe fn enter(scope: *mut ScopeObject, outer: *mut Frame) -> *mut Frame {
    // SAFETY: the caller's scope is alive, and its frame holds it; the memory is large enough and written at once.
    unsafe {
        hold(scope);
        let frame: *mut Frame = memory::allocate(size_of::<Frame>());
        frame.write(Frame { scope, children: tree::children(scope), next: 0, outer });
        frame
    }
}

/// Cancels the unfinished coroutines of a scope in spawn order, all but one. `once`: only those that have not been told
/// before. `reason` gives a reference for each.
///
/// # Safety
/// The scope is held.
pub(super) unsafe fn cancel_members(
    scope: *mut ScopeObject,
    except: *mut Coroutine,
    once: bool,
    safely: bool,
    mut reason: impl FnMut() -> OwnedObject,
) {
    // SAFETY: a destructor of a value that a wait had brought may run, so the list may change: each member is held.
    unsafe {
        let mut members: Snapshot<CoroutineObject> = Snapshot::with_room((*scope).count);
        let mut member = (*scope).members.first();
        while !member.is_null() {
            // Cancelled safely it may become a zombie, once.
            let can_change = safely && !(*member).has(EventFlags::COROUTINE_ZOMBIE);
            if &raw mut (*member).base != except && (can_change || !cancel::is_about_to_be_cancelled(&*member)) {
                object::add_ref(coroutine::to_object(member));
                members.push(member);
            }
            member = (*member).scope_link.next();
        }
        for i in 0..members.length() {
            let member = members.get(i);
            let told = once && (*member).has(EventFlags::COROUTINE_CANCELLED);
            if !told && !(*member).is_finished() {
                cancel::cancel(&raw mut (*member).base, reason().into_raw(), true, safely);
            }
            object::release(coroutine::to_object(member));
        }
        members.free();
    }
}
