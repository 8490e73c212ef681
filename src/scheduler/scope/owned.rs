//! What a scope owns and ends before it cancels any coroutine: coroutines that wait for such a thing see its end, not the
//! cancellation that follows [primitives/CH-41].
//!
//! Neither keeps the other alive. A scope that merely runs out of coroutines lets its things go on.

use super::questions::is_occupied;
use super::structure::{ScopeObject, hold, unhold};
use super::tree;
use crate::abi::*;
use crate::scheduler::list::{Link, List};

/// Part of what is owned, and stays where it is while a scope owns it.
#[repr(C)]
pub struct Owned {
    link: Link,
    /// Ends it: the scope is disposed or cancelled and has let it go. May run PHP code.
    end: unsafe fn(*mut Owned),
}

impl Owned {
    pub const fn new(end: unsafe fn(*mut Owned)) -> Owned {
        Owned { link: Link::new(), end }
    }

    /// From now on `scope` owns it; null for none.
    ///
    /// # Safety
    /// No scope owns it; it does not move until it is [`detach`](Self::detach)ed or ended.
    pub unsafe fn attach(this: *mut Owned, scope: *mut ScopeObject) {
        if !scope.is_null() {
            // SAFETY: what is owned is alive; the link is the start of it.
            unsafe { List::push_back(&raw mut (*scope).owned, this.cast()) }
        }
    }

    /// From now on it has no owner. Idempotent.
    ///
    /// # Safety
    /// `this` is alive.
    pub unsafe fn detach(this: *mut Owned) {
        // SAFETY: an owner is alive; the link is the start of what is owned.
        unsafe { Link::remove(this.cast()) }
    }
}

/// Ends what a scope owns and, with `below`, what is owned by the scopes that are about to end with it.
///
/// # Safety
/// `scope` is alive. May run PHP code.
pub unsafe fn end(scope: *mut ScopeObject, below: bool) {
    // SAFETY: the scope is held. Whatever ends may take others with it, so the list is read anew each time; what comes
    // into it meanwhile is left alone.
    unsafe {
        let count = if below { gather(scope) } else { count(&(*scope).owned) };
        if count == 0 {
            return;
        }
        hold(scope);
        for _ in 0..count {
            let first = List::pop_front(&raw mut (*scope).owned).cast::<Owned>();
            if first.is_null() {
                break;
            }
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
            while scope != root && !(*scope).owned.is_empty() {
                List::push_back(&raw mut (*root).owned, List::pop_front(&raw mut (*scope).owned));
            }
            if scope == root || !cancelled && is_occupied(scope) { tree::Step::Enter } else { tree::Step::Skip }
        });
        count(&(*root).owned)
    }
}

unsafe fn count(list: &List) -> usize {
    let mut count = 0;
    let mut at = list.first();
    while !at.is_null() {
        count += 1;
        // SAFETY: what is owned is alive.
        at = unsafe { (*at).next() };
    }
    count
}

/// A scope goes without having been disposed: its things have no owner any more.
///
/// # Safety
/// `scope` is alive. Runs nothing.
pub(super) unsafe fn disown(scope: *mut ScopeObject) {
    // SAFETY: what is owned is alive.
    unsafe { while !List::pop_front(&raw mut (*scope).owned).is_null() {} }
}
