//! Ways out of a deadlock: whoever can end one registers here for as long as it can. It is asked before anything is
//! reported (DD-1).

use super::runtime;
use core::ptr;

/// Part of whoever can end a deadlock, and stays where it is while it is registered.
#[repr(C)]
pub struct Escape {
    previous: *mut Escape,
    next: *mut Escape,
    /// Makes somebody ready, if it can. It is not registered any more then. Runs in scheduler context.
    take: unsafe fn(*mut Escape),
    registered: bool,
}

/// All that are registered, in the order in which they were.
pub struct List {
    first: *mut Escape,
    last: *mut Escape,
}

impl List {
    pub const fn new() -> List {
        List { first: ptr::null_mut(), last: ptr::null_mut() }
    }
}

impl Escape {
    pub const fn new(take: unsafe fn(*mut Escape)) -> Escape {
        Escape { previous: ptr::null_mut(), next: ptr::null_mut(), take, registered: false }
    }

    /// Registers it. Idempotent.
    ///
    /// # Safety
    /// It does not move until it is [`unregister`](Self::unregister)ed or taken.
    pub unsafe fn register(this: *mut Escape) {
        // SAFETY: registered ones are alive.
        unsafe {
            if core::mem::replace(&mut (*this).registered, true) {
                return;
            }
            let list = &mut (*runtime()).escapes;
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

    /// Takes it out. Idempotent.
    ///
    /// # Safety
    /// Valid.
    pub unsafe fn unregister(this: *mut Escape) {
        // SAFETY: registered ones are alive.
        unsafe {
            if !core::mem::replace(&mut (*this).registered, false) {
                return;
            }
            let list = &mut (*runtime()).escapes;
            let old = &mut *this;
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

/// Takes every way out.
///
/// # Safety
/// In scheduler context.
pub(super) unsafe fn take_all() {
    // SAFETY: this thread's state. Taking one may take others out.
    unsafe {
        while !(*runtime()).escapes.first.is_null() {
            let first = (*runtime()).escapes.first;
            Escape::unregister(first);
            ((*first).take)(first);
        }
    }
}

/// After a fatal error: what the ways out would end does not exist any more.
///
/// # Safety
/// Registered ones are still alive.
pub(super) unsafe fn forget_all() {
    // SAFETY: forwarded.
    unsafe {
        let list = core::mem::replace(&mut (*runtime()).escapes, List::new());
        let mut escape = list.first;
        while !escape.is_null() {
            (*escape).registered = false;
            escape = (*escape).next;
        }
    }
}
