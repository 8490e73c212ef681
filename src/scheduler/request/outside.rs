//! Waits for what belongs to the kernel and cannot be watched: locks of files, semaphores.
//!
//! Its holder may be a coroutine of this thread, and then only that coroutine can end the wait; or
//! another process, and then the wait may end at any time. Which of the two is expensive to find out, and it matters only
//! when nothing else can happen here: so these waits are no active events, and before a deadlock is declared each is asked
//! again ([`last_look`]).

use crate::engine::per_thread::per_thread;
use crate::scheduler::list::{Link, List};

per_thread!(fn waits() -> *mut List = List::EMPTY);

/// The start of a structure that describes such a wait. In the list while its coroutine is in the wait.
#[repr(C)]
pub struct Node {
    link: Link,
    /// Whether something can still happen: the wait is over, or it is an active event from now on. Must not switch.
    look: unsafe fn(*mut Node) -> bool,
}

impl Node {
    pub const fn new(look: unsafe fn(*mut Node) -> bool) -> Node {
        Node { link: Link::new(), look }
    }

    /// The one that began to wait next, or null.
    pub fn next(&self) -> *mut Node {
        self.link.next().cast()
    }
}

/// The longest wait, or null.
#[inline]
pub fn first() -> *mut Node {
    // SAFETY: the list of a thread lives as long as the thread; a pointer is copied out of it.
    unsafe { (*waits()).first().cast() }
}

/// A wait begins.
///
/// # Safety
/// The node is in no list and stays where it is until [`remove`].
pub unsafe fn add(node: *mut Node) {
    // SAFETY: the node and those in the list stay where they are until `remove`, as their callers promise; the link is the start of a node.
    unsafe { List::push_back(waits(), node.cast()) }
}

/// A wait is over.
///
/// # Safety
/// `node` is alive; if it is listed, so are its neighbours.
pub unsafe fn remove(node: *mut Node) {
    // SAFETY: the link is the start of a node.
    unsafe { Link::remove(node.cast()) }
}

/// Whether something can still happen although nothing is active. Asks every wait.
///
/// # Safety
/// On the trampoline.
pub(in crate::scheduler) unsafe fn last_look() -> bool {
    // SAFETY: looking adds and removes no node.
    unsafe {
        let mut any = false;
        let mut node = first();
        while !node.is_null() {
            any |= ((*node).look)(node);
            node = (*node).next();
        }
        any
    }
}

/// After a fatal error: the waits lie on stacks that do not exist any more.
pub(in crate::scheduler) fn forget_all() {
    // SAFETY: the nodes lie on stacks that do not exist any more: none is read, only the list's own two pointers are overwritten.
    unsafe { *waits() = List::EMPTY }
}
