//! Parents and children, and the count of occupied ones.
//!
//! The vector of children is part of the ABI, and C code may add and remove with the helpers of the header. Each child
//! knows its place and its parent its own last idea of the length, so that a change from outside is noticed. Removal
//! swaps with the last entry; the order of creation, which is visible [core/SC-6], is restored when it is looked at.

use super::structure::{ScopeObject, hold, marks, unhold};
use crate::abi::{Scope, memory};
use core::mem::size_of;
use core::ptr;

/// Links a new, idle scope to its parent.
///
/// # Safety
/// Both are valid; the child has no parent.
pub(super) unsafe fn add_child(parent: *mut ScopeObject, child: *mut ScopeObject) {
    // SAFETY: both are alive, as the caller promises. The array always has `capacity` entries, and the new one is written below that.
    unsafe {
        let scopes = &raw mut (*parent).base.scopes;
        let length = (*scopes).length;
        if length == (*scopes).capacity {
            let capacity = (length * 2).max(4);
            (*scopes).data = memory::reallocate((*scopes).data, capacity as usize * size_of::<*mut Scope>());
            // Not before there is that much room: reaching the memory limit jumps out of the call.
            (*scopes).capacity = capacity;
        }
        *(*scopes).data.add(length as usize) = &raw mut (*child).base;
        (*child).index = length;
        (*scopes).length = length + 1;
        (*child).base.parent_scope = &raw mut (*parent).base;
        (*parent).known_children += 1;
    }
}

/// Unlinks an idle child.
///
/// # Safety
/// `child` is a child of `parent`.
pub(super) unsafe fn remove_child(parent: *mut ScopeObject, child: *mut ScopeObject) {
    // SAFETY: entries below `length` are children, which are alive; `index_of` has made sure that the place is right.
    unsafe {
        let at = index_of(parent, child);
        let scopes = &mut (*parent).base.scopes;
        let last = scopes.length - 1;
        if at != last {
            let moved = *scopes.data.add(last as usize);
            *scopes.data.add(at as usize) = moved;
            (*moved.cast::<ScopeObject>()).index = at;
            (*parent).marks |= marks::UNSORTED;
        }
        scopes.length = last;
        (*parent).known_children = (*parent).known_children.saturating_sub(1);
        (*child).base.parent_scope = ptr::null_mut();
    }
}

/// The memory of a scope goes that has been torn down: scopes that C code has put below it since become roots.
///
/// # Safety
/// `scope` is alive, and used no more.
pub(super) unsafe fn orphan_children(scope: *mut ScopeObject) {
    // SAFETY: entries below `length` are children, which are alive; a scope that counts another one is its parent.
    unsafe {
        for i in 0..(*scope).base.scopes.length {
            let child = child(scope, i);
            (*child).base.parent_scope = ptr::null_mut();
            (*child).counted_in = ptr::null_mut();
        }
        (*scope).base.scopes.length = 0;
    }
}

unsafe fn child(parent: *mut ScopeObject, index: u32) -> *mut ScopeObject {
    // SAFETY: the caller stays below the length.
    unsafe { (*(*parent).base.scopes.data.add(index as usize)).cast() }
}

pub(super) fn parent(scope: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: the callers' scope is alive; one field of it is read.
    unsafe { (*scope).base.parent_scope.cast() }
}

unsafe fn index_of(parent: *mut ScopeObject, scope: *mut ScopeObject) -> u32 {
    // SAFETY: `scope` is a child of `parent`, as the callers see to, so both are alive; behind `recount` its place is right.
    unsafe {
        let known = (*scope).index;
        if known >= (*parent).base.scopes.length || child(parent, known) != scope {
            recount(parent);
        }
        (*scope).index
    }
}

/// C code changed the vector: places and counts are taken from it again.
#[cold]
unsafe fn recount(scope: *mut ScopeObject) {
    // SAFETY: entries below `length` are valid.
    unsafe {
        (*scope).known_children = (*scope).base.scopes.length;
        (*scope).marks |= marks::UNSORTED;
        let mut busy = 0;
        for i in 0..(*scope).base.scopes.length {
            let child = child(scope, i);
            (*child).index = i;
            let occupied = is_occupied(child);
            (*child).counted_in = if occupied { scope } else { ptr::null_mut() };
            busy += u32::from(occupied);
        }
        (*scope).busy_children = busy;
    }
}

/// Whether a coroutine lives in a scope or below it.
///
/// # Safety
/// `scope` is alive. Runs nothing.
#[inline]
pub(super) unsafe fn is_occupied(scope: *mut ScopeObject) -> bool {
    // SAFETY: the caller's scope is alive, and so are its children, which `recount` looks at.
    unsafe {
        if (*scope).base.scopes.length != (*scope).known_children {
            recount(scope);
        }
        (*scope).count > 0 || (*scope).busy_children > 0
    }
}

/// An idle scope is about to count a coroutine: the scopes above are told.
///
/// # Safety
/// `scope` is alive. Runs nothing.
#[cold]
pub(super) unsafe fn became_busy(scope: *mut ScopeObject) {
    // SAFETY: parents outlive their children.
    unsafe {
        let mut at = scope;
        loop {
            let above = parent(at);
            if above.is_null() || !(*at).counted_in.is_null() {
                return;
            }
            let was_occupied = is_occupied(above);
            (*above).busy_children += 1;
            (*at).counted_in = above;
            if was_occupied {
                return;
            }
            at = above;
        }
    }
}

/// An idle scope no longer counts in its parent. The parent if that made it idle as well, else null.
///
/// # Safety
/// `scope` is alive and idle. Runs nothing.
pub(super) unsafe fn leave_parent(scope: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: a scope that counts this one is its parent, or was when that was changed by C code, and outlives it.
    unsafe {
        let above = ptr::replace(&raw mut (*scope).counted_in, ptr::null_mut());
        if above.is_null() {
            return above;
        }
        (*above).busy_children -= 1;
        let stays = above != parent(scope) || is_occupied(above);
        if stays { ptr::null_mut() } else { above }
    }
}

/// What to do after a scope was looked at.
pub(super) enum Step {
    Found,
    Enter,
    Skip,
}

/// Looks at a scope and then at the scopes below it, each before its children, until one is found. Needs no stack,
/// however deep the tree is.
///
/// # Safety
/// `root` is alive; `visit` may add scopes, not take them away.
pub(super) unsafe fn find(root: *mut ScopeObject, mut visit: impl FnMut(*mut ScopeObject) -> Step) -> bool {
    // SAFETY: every scope below the root has a parent.
    unsafe {
        let mut at = root;
        loop {
            match visit(at) {
                Step::Found => return true,
                Step::Enter if (*at).base.scopes.length > 0 => {
                    at = child(at, 0);
                    continue;
                }
                _ => {}
            }
            loop {
                if at == root {
                    return false;
                }
                let above = parent(at);
                let next = index_of(above, at) + 1;
                if next < (*above).base.scopes.length {
                    at = child(above, next);
                    break;
                }
                at = above;
            }
        }
    }
}

/// The first scope from `scope` downwards that has no children: always the last child.
///
/// # Safety
/// `scope` is alive.
pub(super) unsafe fn deepest_last(scope: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: the caller's scope is alive, and so are those below it; an index below the length is that of a child.
    unsafe {
        let mut at = scope;
        while (*at).base.scopes.length > 0 {
            at = child(at, (*at).base.scopes.length - 1);
        }
        at
    }
}

/// Children or members of a scope at one moment, each with a reference, in request memory.
pub(super) struct Snapshot<T> {
    data: *mut *mut T,
    length: usize,
}

impl<T> Snapshot<T> {
    pub unsafe fn with_room(room: usize) -> Snapshot<T> {
        let bytes = room.max(1) * size_of::<*mut T>();
        // SAFETY: a request is active.
        Snapshot { data: unsafe { memory::allocate(bytes) }, length: 0 }
    }

    pub unsafe fn push(&mut self, entry: *mut T) {
        // SAFETY: the caller stays within the room.
        unsafe { *self.data.add(self.length) = entry };
        self.length += 1;
    }

    pub fn length(&self) -> usize {
        self.length
    }

    pub unsafe fn get(&self, index: usize) -> *mut T {
        // SAFETY: the caller stays below the length.
        unsafe { *self.data.add(index) }
    }

    pub unsafe fn free(&self) {
        // SAFETY: allocated by `with_room`, and not used again, as the caller promises.
        unsafe { memory::free(self.data) }
    }
}

/// The children in creation order; each is held.
///
/// # Safety
/// `scope` is alive. Give back with [`release_children`].
pub(super) unsafe fn children(scope: *mut ScopeObject) -> Snapshot<ScopeObject> {
    // SAFETY: entries below `length` are valid.
    unsafe {
        sort(scope);
        let length = (*scope).base.scopes.length;
        let mut children = Snapshot::with_room(length as usize);
        for i in 0..length {
            let child = child(scope, i);
            hold(child);
            children.push(child);
        }
        children
    }
}

/// # Safety
/// Once for each result of [`children`]. May run destructors.
pub(super) unsafe fn release_children(children: &Snapshot<ScopeObject>) {
    // SAFETY: `children` has held each once; one that goes here is not looked at again.
    unsafe {
        for i in 0..children.length() {
            unhold(children.get(i));
        }
        children.free();
    }
}

/// Puts the children into creation order.
unsafe fn sort(scope: *mut ScopeObject) {
    // SAFETY: entries below `length` are children, which are alive; sorting compares numbers of theirs and calls nothing.
    unsafe {
        if (*scope).base.scopes.length != (*scope).known_children {
            recount(scope);
        }
        if !(*scope).has(marks::UNSORTED) {
            return;
        }
        (*scope).marks &= !marks::UNSORTED;
        let scopes = &(*scope).base.scopes;
        let list = core::slice::from_raw_parts_mut(scopes.data.cast::<*mut ScopeObject>(), scopes.length as usize);
        list.sort_unstable_by_key(|child| (**child).born);
        for (i, child) in list.iter().enumerate() {
            (**child).index = i as u32;
        }
    }
}
