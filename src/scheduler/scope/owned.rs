//! What a scope owns and ends before it cancels anybody: coroutines that wait for such a thing see its end, not the
//! cancellation that follows (primitives CH-41).
//!
//! Neither keeps the other alive. A scope that merely runs out of coroutines lets its things go on.

use super::{ScopeObject, hold, is_occupied, tree, unhold};
use crate::abi::*;
use core::ptr;

/// Part of what is owned, and stays where it is while a scope owns it.
#[repr(C)]
pub struct Owned {
    /// The owner; null when there is none.
    scope: *mut ScopeObject,
    previous: *mut Owned,
    next: *mut Owned,
    /// Ends it: the scope is disposed or cancelled and has let it go. May run PHP code.
    end: unsafe fn(*mut Owned),
}

/// The things of one scope, in the order in which it got them.
pub struct List {
    first: *mut Owned,
    last: *mut Owned,
}

impl Owned {
    pub const fn new(end: unsafe fn(*mut Owned)) -> Owned {
        Owned { scope: ptr::null_mut(), previous: ptr::null_mut(), next: ptr::null_mut(), end }
    }

    /// From now on `scope` owns it; null for none.
    ///
    /// # Safety
    /// Nobody owns it; it does not move until it is [`detach`](Self::detach)ed or ended.
    pub unsafe fn attach(this: *mut Owned, scope: *mut ScopeObject) {
        // SAFETY: what is owned is alive.
        unsafe {
            if scope.is_null() {
                return;
            }
            let list = &mut (*scope).owned;
            (*this).scope = scope;
            (*this).previous = list.last;
            (*this).next = ptr::null_mut();
            if list.last.is_null() {
                list.first = this;
            } else {
                (*list.last).next = this;
            }
            list.last = this;
        }
    }

    /// From now on nobody owns it. Idempotent.
    ///
    /// # Safety
    /// Valid.
    pub unsafe fn detach(this: *mut Owned) {
        // SAFETY: an owner is alive, and so is what it owns.
        unsafe {
            let old = &mut *this;
            let scope = core::mem::replace(&mut old.scope, ptr::null_mut());
            if scope.is_null() {
                return;
            }
            let list = &mut (*scope).owned;
            if old.previous.is_null() {
                list.first = old.next;
            } else {
                (*old.previous).next = old.next;
            }
            if old.next.is_null() {
                list.last = old.previous;
            } else {
                (*old.next).previous = old.previous;
            }
        }
    }
}

/// Ends what a scope owns and, with `below`, what is owned by the scopes that are about to end with it.
///
/// # Safety
/// Valid scope. May run PHP code.
pub(super) unsafe fn end(scope: *mut ScopeObject, below: bool) {
    // SAFETY: the scope is held. Whatever ends may take others with it, so the list is read anew each time; what comes
    // into it meanwhile is left alone.
    unsafe {
        let count = if below { gather(scope) } else { count((*scope).owned.first) };
        if count == 0 {
            return;
        }
        hold(scope);
        for _ in 0..count {
            let first = (*scope).owned.first;
            if first.is_null() {
                break;
            }
            Owned::detach(first);
            ((*first).end)(first);
        }
        unhold(scope);
    }
}

/// Makes a scope the owner of everything that is owned below, as far as a scope there ends when its parent does. How many
/// things it owns then.
unsafe fn gather(root: *mut ScopeObject) -> usize {
    // SAFETY: moving things from one owner to another changes nothing in the tree.
    unsafe {
        tree::find(root, |scope| {
            if (*scope).is_closed() && scope != root {
                return tree::Step::Skip;
            }
            let cancelled = (*scope).flags().contains(EventFlags::SCOPE_CANCELLED);
            while scope != root && !(*scope).owned.first.is_null() {
                let first = (*scope).owned.first;
                Owned::detach(first);
                Owned::attach(first, root);
            }
            if scope == root || !cancelled && is_occupied(scope) { tree::Step::Enter } else { tree::Step::Skip }
        });
        count((*root).owned.first)
    }
}

unsafe fn count(first: *mut Owned) -> usize {
    // SAFETY: what is owned is alive.
    unsafe {
        let mut count = 0;
        let mut at = first;
        while !at.is_null() {
            count += 1;
            at = (*at).next;
        }
        count
    }
}

/// A scope goes without having been disposed: nobody owns its things any more.
///
/// # Safety
/// Valid scope.
pub(super) unsafe fn let_go(scope: *mut ScopeObject) {
    // SAFETY: detaching changes the list.
    unsafe {
        while !(*scope).owned.first.is_null() {
            Owned::detach((*scope).owned.first);
        }
    }
}
