//! The end of a scope: completion, finally handlers, release (core 14.6, 14.7).
//!
//! A scope is released when it is idle and either was cancelled or has lost its PHP object [core/SC-51]. Finally handlers run
//! before; they occupy the scope, so the question comes up again when they have returned.

use super::finally;
use super::questions::is_occupied;
use super::structure::{ScopeObject, hold, marks, unhold, unregister};
use super::{link, owned, tree};
use crate::abi::*;
use crate::engine::{bailout, call, string};
use crate::scheduler::coroutine::handlers;
use crate::scheduler::event::callbacks;
use crate::scheduler::event::reference;
use crate::scheduler::list::ListOf;
use crate::scheduler::run::above::above;
use crate::scheduler::run::phase::phase;
use crate::scheduler::scope::structure::scopes;
use core::ptr;

/// The last coroutine has left a scope: it and every scope above that became idle by it tell what waits for them, then each is
/// released if nothing holds it any more. The finally handlers of a cancelled scope come before its parent is told.
///
/// # Safety
/// `scope` is alive and idle. May run destructors, behind which it may be gone.
#[cold]
pub(super) unsafe fn became_idle(scope: *mut ScopeObject) {
    // SAFETY: the scopes of the way up are held until they are settled: the tree may change meanwhile.
    unsafe {
        let mut length = 0;
        let mut at = scope;
        while !at.is_null() && has_ended(at) {
            length += 1;
            at = tree::leave_parent(at);
        }
        let mut way = tree::Snapshot::with_room(length);
        at = scope;
        for _ in 0..length {
            hold(at);
            way.push(at);
            at = tree::parent(at);
        }
        for i in 0..length {
            release_upwards(way.get(i), true);
            unhold(way.get(i));
        }
        way.free();
    }
}

/// Tells what waits for an idle scope. False when its finally handlers keep it busy.
unsafe fn has_ended(scope: *mut ScopeObject) -> bool {
    // SAFETY: nothing here runs PHP code: what waits is made ready, handlers are queued. The caller's scope stays alive.
    unsafe {
        callbacks::notify(&raw mut (*scope).base.event, ptr::null_mut(), ptr::null_mut());
        if (*scope).flags().contains(EventFlags::SCOPE_CANCELLED) && !(*scope).is_main() {
            (*scope).base.event.flags.insert(EventFlags::CLOSED);
            run_finally(scope);
        }
        !is_occupied(scope)
    }
}

/// Whether nothing outside claims a scope or one below it. Scopes below a cancelled one go with it [core/SC-52]. With `gently`
/// the reference of a C owner is a claim on a scope below, as an object is; a disposal that is asked for ends such a scope, and
/// leaves its owner the structure [abi/ABI-135, abi/ABI-138].
///
/// # Safety
/// `scope` is alive. Runs nothing.
pub(super) unsafe fn is_unclaimed(scope: *mut ScopeObject, gently: bool) -> bool {
    // SAFETY: the caller's scope is alive, and so are those below it; the walk changes nothing in the tree and runs nothing.
    unsafe {
        let cancelled = (*scope).flags().contains(EventFlags::SCOPE_CANCELLED);
        let over = EventFlags::SCOPE_CANCELLED.union(EventFlags::CLOSED);
        !tree::find(scope, |s| {
            let flags = (*s).flags();
            let over = if s == scope { cancelled } else { cancelled || flags.intersects(over) };
            // What was registered with a closed scope waits for the end of its object [core/SC-63].
            let waits = !cancelled && !(*s).finally.is_null();
            let kept = gently && s != scope && !over && (*s).has(marks::OWNED);
            if kept || flags.contains(EventFlags::SCOPE_OWNER_PINNED) || (!over || waits) && link::has_owner(s) {
                tree::Step::Found
            } else {
                tree::Step::Enter
            }
        })
    }
}

/// `try_to_dispose` of our scopes [abi/ABI-135]. A parent that became childless by it follows [abi/ABI-137].
///
/// # Safety
/// `scope` is alive. May run destructors, behind which it may be gone.
pub(super) unsafe extern "C" fn try_to_dispose(scope: *mut Scope) -> bool {
    // SAFETY: the slot is that of our scopes, alive for the call.
    unsafe { release_upwards(scope.cast(), false) }
}

/// Releases a scope if nothing stands against it, and then each parent that became childless by it. `gently`: see [`is_unclaimed`].
///
/// # Safety
/// As [`try_to_dispose`].
unsafe fn release_upwards(scope: *mut ScopeObject, gently: bool) -> bool {
    // SAFETY: each parent is held while its child goes. A loop, because trees may be deep.
    unsafe {
        let mut at = scope;
        let mut released = 0;
        hold(at);
        loop {
            let parent = tree::parent(at);
            if !parent.is_null() {
                hold(parent);
            }
            let gone = release_tree(at, gently);
            unhold(at);
            released += u32::from(gone);
            if parent.is_null() {
                break;
            }
            if !gone || (*parent).base.scopes.length > 0 {
                unhold(parent);
                break;
            }
            at = parent;
        }
        released > 0
    }
}

/// Releases a scope and the scopes below it, if nothing stands against it.
unsafe fn release_tree(scope: *mut ScopeObject, gently: bool) -> bool {
    // SAFETY: the caller holds the scope; those below are held by their own references until each is released.
    unsafe {
        let disposing = (*scope).flags().contains(EventFlags::SCOPE_DISPOSING) || (*scope).has(marks::RELEASED);
        if (*scope).is_main() || disposing || is_occupied(scope) || !is_unclaimed(scope, gently) {
            return false;
        }
        tree::find(scope, |s| {
            run_finally(s);
            tree::Step::Enter
        });
        if is_occupied(scope) {
            // Handlers come first.
            (*scope).base.event.flags.insert(EventFlags::CLOSED);
            return false;
        }
        // The whole tree is over before the first destructor runs: it may suspend, and no coroutine may come back in meanwhile.
        let cancelled = (*scope).is_cancelled();
        tree::find(scope, |s| {
            (*s).base.event.flags.insert(EventFlags::SCOPE_DISPOSING.union(EventFlags::CLOSED));
            if cancelled {
                // The scopes below count as cancelled, too: cancellation flows downwards [core/SC-23].
                (*s).marks |= marks::ENDED_IDLE;
            }
            link::unlink(s);
            tree::Step::Enter
        });
        let mut last = tree::deepest_last(scope);
        loop {
            let parent = if last == scope { ptr::null_mut() } else { tree::parent(last) };
            if !parent.is_null() {
                hold(parent);
            }
            // Destructors may give back the reference of its owner.
            hold(last);
            if tear_down(last) && !(*last).has(marks::OWNED) {
                unhold(last);
            }
            unhold(last);
            if parent.is_null() {
                return true;
            }
            // A destructor may have ended it meanwhile.
            let next = if (*parent).has(marks::RELEASED) { scope } else { parent };
            unhold(parent);
            last = tree::deepest_last(next);
        }
    }
}

/// Takes a scope out of everything that knows it and lets go of what it holds. Once: a scope above may be released while
/// a destructor in this one waits. Whether it was done now.
unsafe fn tear_down(scope: *mut ScopeObject) -> bool {
    // SAFETY: each part is taken out before it is released: releasing may run destructors.
    unsafe {
        if (*scope).has(marks::RELEASED) {
            return false;
        }
        (*scope).marks |= marks::RELEASED;
        (*scope).base.event.flags.insert(EventFlags::CLOSED.union(EventFlags::SCOPE_DISPOSING));
        link::unlink(scope);
        let parent = tree::parent(scope);
        if !parent.is_null() {
            tree::remove_child(parent, scope);
        }
        unregister(scope);
        if (*scope).is_cancelled() {
            // What it got after it was cancelled.
            owned::end(scope, false);
        }
        owned::disown(scope);
        release_handlers(scope);
        let context = ptr::replace(&raw mut (*scope).base.context, ptr::null_mut());
        if !context.is_null()
            && let Some(dispose) = (*context).dispose
        {
            dispose(context);
        }
        true
    }
}

/// Releases all handlers, also those that never ran.
///
/// # Safety
/// `scope` is alive and held. May run destructors.
pub(super) unsafe fn release_handlers(scope: *mut ScopeObject) {
    // SAFETY: each is taken out of the scope, which the caller holds, before it is released: destructors find its place empty.
    unsafe {
        call::release(ptr::replace(&raw mut (*scope).on_exception, ptr::null_mut()));
        call::release(ptr::replace(&raw mut (*scope).on_child_exception, ptr::null_mut()));
        handlers::free(ptr::replace(&raw mut (*scope).finally, ptr::null_mut()));
    }
}

/// `dispose` of the event [abi/ABI-82]. The last reference of an owner lets the scope go: what still uses it keeps it, and a scope
/// that nothing uses ends here [abi/ABI-134].
///
/// # Safety
/// The caller gives back a reference that it owns [abi/ABI-72].
pub(super) unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the event is the start of the scope.
    unsafe {
        if (*event).ref_count > 1 {
            (*event).ref_count -= 1;
            return true;
        }
        let scope = event.cast::<ScopeObject>();
        if !(*scope).has(marks::RELEASED) {
            // From now on this reference is the scope's own.
            (*event).ref_count = 1;
            (*scope).marks &= !marks::OWNED;
            release_upwards(scope, true);
            return true;
        }
        // What looks at it meanwhile does not dispose it again.
        (*event).ref_count = 2;
        tree::orphan_children(scope);
        callbacks::zend_async_callbacks_free(event);
        string::release((*scope).file);
        memory::free((*scope).base.scopes.data);
        memory::free(scope);
        true
    }
}

/// Registers a finally handler.
///
/// # Safety
/// `fcall` is a kept callable, taken over.
pub unsafe fn add_finally(scope: *mut ScopeObject, fcall: *mut Fcall) {
    // SAFETY: the callable moves into the list of a scope that the caller keeps alive. The drain is what runs the handlers after a
    // fatal error [core/SH-35].
    unsafe {
        handlers::add(&mut (*scope).finally, fcall);
        (above().register_drain)();
    }
}

/// Schedules the finally handlers, if there are any and PHP code can still run.
///
/// # Safety
/// `scope` is alive. Handlers are only scheduled.
pub(super) unsafe fn run_finally(scope: *mut ScopeObject) {
    // SAFETY: the scope is alive, and its object while it is linked; the run takes a reference of its own on it.
    unsafe { run_finally_for(scope, link::owner(scope)) }
}

/// As [`run_finally`]; the handlers get `argument`, borrowed, or null.
///
/// # Safety
/// `scope` is alive; `argument` is null or alive. Handlers are only scheduled.
pub(super) unsafe fn run_finally_for(scope: *mut ScopeObject, argument: *mut Object) {
    // SAFETY: the scope is alive, and its list moves out of it into the run, which takes a reference of its own on `argument`.
    unsafe {
        let possible = (*globals()).state != State::Off && !(*phase()).closing;
        if (*scope).finally.is_null() || !possible {
            return;
        }
        let handlers = ptr::replace(&raw mut (*scope).finally, ptr::null_mut());
        finally::start(handlers, argument, scope);
    }
}

/// The creator of an internal scope gives its reference back: the scope ends with its last coroutine.
///
/// # Safety
/// The caller owns the creation reference, and does not use the scope again. May run destructors.
pub unsafe fn give_back(scope: *mut ScopeObject) {
    // SAFETY: the caller's creation reference keeps the scope alive; it is held while it works on it.
    unsafe {
        release_upwards(scope, true);
    }
}

/// The scheduler is launched again: a failure of the last run does not count in this one.
///
/// # Safety
/// There is a main scope.
pub(in crate::scheduler) unsafe fn reopen_main() {
    // SAFETY: there is a main scope, as the caller promises, and it lives until `release_main`.
    unsafe {
        (*(*globals()).main_scope).event.flags.remove(EventFlags::SCOPE_CANCELLED.union(EventFlags::CLOSED));
    }
}

/// The request ends. The main scope lives on only as the parent of scopes that are still held.
///
/// # Safety
/// No coroutine is left.
pub(in crate::scheduler) unsafe fn release_main() {
    // SAFETY: the reference that the globals had keeps it alive to here, and nothing reaches it through them any more.
    unsafe {
        let main = ptr::replace(&raw mut (*globals()).main_scope, ptr::null_mut());
        if !main.is_null() {
            release_upwards(main.cast(), true);
        }
    }
}

/// After a fatal error: no coroutine exists any more, whatever the lists say.
///
/// # Safety
/// No coroutine runs again.
pub(in crate::scheduler) unsafe fn forget_coroutines() {
    // SAFETY: the list holds live scopes. Memory that is given up here goes with the request.
    unsafe {
        let mut scope = (*scopes()).all.first();
        while !scope.is_null() {
            (*scope).members = ListOf::EMPTY;
            (*scope).count = 0;
            (*scope).zombies = 0;
            (*scope).busy_children = 0;
            (*scope).counted_in = ptr::null_mut();
            (*scope).base.event.callbacks = reference::EMPTY.callbacks;
            scope = (*scope).link.next();
        }
    }
}

/// After a fatal error and the shutdown functions: scopes whose object is still there run their finally handlers
/// [core/SH-35], in creation order. They are put at the front of the queue, so the last one goes first.
///
/// # Safety
/// Where coroutines can be spawned.
pub(in crate::scheduler) unsafe fn after_fatal_error() {
    // SAFETY: scopes made meanwhile are behind; none goes away while handlers are only queued.
    unsafe {
        if !bailout::unclean_shutdown() {
            return;
        }
        let mut scope = (*scopes()).all.last();
        while !scope.is_null() {
            let previous = (*scope).link.previous();
            if link::has_owner(scope) && !(*scope).finally.is_null() {
                (*scope).base.event.flags.insert(EventFlags::CLOSED);
                run_finally(scope);
            }
            scope = previous;
        }
    }
}
