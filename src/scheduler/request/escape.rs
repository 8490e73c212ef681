//! Ways out of a deadlock: what can end one registers here for as long as it can. It is asked before anything is
//! reported [core/DD-1].

use crate::engine::per_thread::per_thread;
use crate::scheduler::list::{Link, List};

per_thread!(fn escapes() -> *mut List = List::EMPTY);

/// Part of what can end a deadlock, and stays where it is while it is registered.
#[repr(C)]
pub struct Escape {
    link: Link,
    /// Makes a coroutine ready, if it can. It is not registered any more then. Runs in scheduler context.
    take: unsafe fn(*mut Escape),
}

impl Escape {
    pub const fn new(take: unsafe fn(*mut Escape)) -> Escape {
        Escape { link: Link::new(), take }
    }

    /// Registers it. Idempotent.
    ///
    /// # Safety
    /// It does not move until it is [`unregister`](Self::unregister)ed or taken.
    pub unsafe fn register(this: *mut Escape) {
        // SAFETY: the caller keeps `this` where it is until it is taken out, as those that are listed are kept; so all links are alive.
        unsafe {
            if !(*this).link.is_listed() {
                List::push_back(escapes(), this.cast());
            }
        }
    }

    /// Takes it out. Idempotent.
    ///
    /// # Safety
    /// `this` is alive.
    pub unsafe fn unregister(this: *mut Escape) {
        // SAFETY: the link is the start of it.
        unsafe { Link::remove(this.cast()) }
    }
}

/// Takes every way out.
///
/// # Safety
/// In scheduler context.
pub(in crate::scheduler) unsafe fn take_all() {
    // SAFETY: listed ways out are alive, as `register` demands. Each has left the list when it is called: it may take others out, or free
    // itself, and the list is read anew.
    unsafe {
        loop {
            let first = List::pop_front(escapes()).cast::<Escape>();
            if first.is_null() {
                return;
            }
            ((*first).take)(first);
        }
    }
}

/// After a fatal error: what the ways out would end does not exist any more.
///
/// # Safety
/// Registered ones are still alive.
pub(in crate::scheduler) unsafe fn forget_all() {
    // SAFETY: registered ones are still alive, as the caller promises, so their links can be cleared.
    unsafe { while !List::pop_front(escapes()).is_null() {} }
}

/// A request begins: what a fatal error left went with the memory of the last one.
pub(in crate::scheduler) fn begin() {
    // SAFETY: what is still listed is freed memory of the last request: only the list's own two pointers are overwritten.
    unsafe { *escapes() = List::EMPTY }
}
