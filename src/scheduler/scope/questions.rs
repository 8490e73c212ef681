//! What runs in a scope and below it, answered from counts.

use super::structure::ScopeObject;
use super::tree;
use crate::abi::*;

/// Nothing that is not a zombie runs in it or below [core/SC-15].
///
/// # Safety
/// `scope` is alive. Runs nothing, as all functions here.
pub unsafe fn is_finished(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller's scope is alive, which is all that `has_active` asks for.
    unsafe { !has_active(scope, EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED)) }
}

/// Whether a coroutine that is no zombie lives in a scope or below, apart from scopes with one of the flags.
///
/// # Safety
/// `scope` is alive.
pub(super) unsafe fn has_active(scope: *mut ScopeObject, apart_from: EventFlags) -> bool {
    // SAFETY: the caller's scope is alive, and so are those below it; nothing is taken away. Only occupied scopes are entered.
    unsafe {
        tree::find(scope, |s| {
            if (*s).flags().intersects(apart_from) || !tree::is_occupied(s) {
                tree::Step::Skip
            } else if (*s).count > (*s).zombies {
                tree::Step::Found
            } else {
                tree::Step::Enter
            }
        })
    }
}

/// Whether a coroutine that has not finished lives in it or below: one that has may still be destructing what it left
/// behind.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn has_unfinished(scope: *mut ScopeObject) -> bool {
    // SAFETY: the lists hold live coroutines. Only occupied scopes are entered.
    unsafe {
        tree::find(scope, |s| {
            if !tree::is_occupied(s) {
                return tree::Step::Skip;
            }
            let mut member = (*s).members.first();
            while !member.is_null() && (*member).is_finished() {
                member = (*member).scope_link.next();
            }
            if member.is_null() { tree::Step::Enter } else { tree::Step::Found }
        })
    }
}

/// Whether a coroutine lives in it or below.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn is_occupied(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller's scope is alive, which is all that the tree asks for.
    unsafe { tree::is_occupied(scope) }
}

/// Whether it has child scopes.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn has_children(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller keeps the scope alive; one field of it is read.
    unsafe { (*scope).base.scopes.length > 0 }
}
