//! Waits for what belongs to the kernel and cannot be watched: locks of files, semaphores.
//!
//! Whoever holds such a thing may be a coroutine of this thread, and then nobody but that coroutine can end the wait; or
//! another process, and then the wait may end at any time. Which of the two is expensive to find out, and it matters only
//! when nothing else can happen here: so these waits are no active events, and before a deadlock is declared each is asked
//! once more ([`last_look`]).

use super::runtime;
use core::ptr;

/// The start of a structure that describes such a wait. In the list while its coroutine is in the wait.
#[repr(C)]
pub struct Node {
    next: *mut Node,
    previous: *mut Node,
    /// Whether something can still happen: the wait is over, or it is an active event from now on. Must not switch.
    look: unsafe fn(*mut Node) -> bool,
}

impl Node {
    pub const fn new(look: unsafe fn(*mut Node) -> bool) -> Node {
        Node { next: ptr::null_mut(), previous: ptr::null_mut(), look }
    }

    /// The one that began to wait next, or null.
    pub fn next(&self) -> *mut Node {
        self.next
    }
}

/// The waits of a thread, the longest first.
pub struct List {
    first: *mut Node,
    last: *mut Node,
}

impl List {
    pub(super) const EMPTY: List = List { first: ptr::null_mut(), last: ptr::null_mut() };
}

unsafe fn list() -> *mut List {
    // SAFETY: this thread's state.
    unsafe { &raw mut (*runtime()).outside }
}

/// The longest wait, or null.
#[inline]
pub fn first() -> *mut Node {
    // SAFETY: this thread's state.
    unsafe { (*list()).first }
}

/// A wait begins.
///
/// # Safety
/// The node is in no list and stays where it is until [`remove`].
pub unsafe fn add(node: *mut Node) {
    // SAFETY: listed nodes are alive.
    unsafe {
        let list = list();
        (*node).next = ptr::null_mut();
        (*node).previous = (*list).last;
        if (*list).last.is_null() {
            (*list).first = node;
        } else {
            (*(*list).last).next = node;
        }
        (*list).last = node;
    }
}

/// A wait is over.
///
/// # Safety
/// The node is listed.
pub unsafe fn remove(node: *mut Node) {
    // SAFETY: listed nodes are alive.
    unsafe {
        let list = list();
        match (*node).previous {
            previous if previous.is_null() => (*list).first = (*node).next,
            previous => (*previous).next = (*node).next,
        }
        match (*node).next {
            next if next.is_null() => (*list).last = (*node).previous,
            next => (*next).previous = (*node).previous,
        }
    }
}

/// Whether something can still happen although nothing is active. Asks every wait.
///
/// # Safety
/// On the trampoline.
pub(super) unsafe fn last_look() -> bool {
    // SAFETY: looking adds and removes no node.
    unsafe {
        let mut any = false;
        let mut node = (*list()).first;
        while !node.is_null() {
            any |= ((*node).look)(node);
            node = (*node).next;
        }
        any
    }
}
