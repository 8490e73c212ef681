//! All unfinished coroutines of a thread, in creation order, and how many of them count as active.

use super::object::{CoroutineFlags, CoroutineObject, to_object};
use crate::abi::globals;
use crate::engine::object;
use crate::engine::per_thread::per_thread;
use core::ptr;

pub struct Unfinished {
    pub first: *mut CoroutineObject,
    pub last: *mut CoroutineObject,
    pub count: usize,
    /// Coroutines of Fibers among them.
    pub fibers: usize,
}

impl Unfinished {
    pub const NONE: Unfinished = Unfinished { first: ptr::null_mut(), last: ptr::null_mut(), count: 0, fibers: 0 };
}

per_thread!(
    /// Those of this thread.
    pub fn unfinished() -> *mut Unfinished = Unfinished::NONE
);

/// Adds a coroutine to the list of unfinished ones.
///
/// # Safety
/// Not registered yet.
#[inline]
pub(in crate::scheduler) unsafe fn register(coroutine: *mut CoroutineObject) {
    // SAFETY: the list holds live coroutines: the scheduler owns a reference on each.
    unsafe {
        let list = &mut *unfinished();
        (*coroutine).flags.insert(CoroutineFlags::REGISTERED.union(CoroutineFlags::ACTIVE));
        object::set_collectable(to_object(coroutine), false);
        (*coroutine).previous = list.last;
        (*coroutine).next = ptr::null_mut();
        if list.last.is_null() {
            list.first = coroutine;
        } else {
            (*list.last).next = coroutine;
        }
        list.last = coroutine;
        list.count += 1;
        (*globals()).active_coroutine_count += 1;
    }
}

/// Takes it out again.
///
/// # Safety
/// Registered.
#[inline]
pub(in crate::scheduler) unsafe fn unregister(coroutine: *mut CoroutineObject) {
    // SAFETY: as in `register`.
    unsafe {
        let list = &mut *unfinished();
        if !(*coroutine).flags.contains(CoroutineFlags::REGISTERED) {
            return;
        }
        let previous = ptr::replace(&raw mut (*coroutine).previous, ptr::null_mut());
        let next = ptr::replace(&raw mut (*coroutine).next, ptr::null_mut());
        if previous.is_null() {
            list.first = next;
        } else {
            (*previous).next = next;
        }
        if next.is_null() {
            list.last = previous;
        } else {
            (*next).previous = previous;
        }
        (*coroutine).flags.remove(CoroutineFlags::REGISTERED);
        list.count -= 1;
        leave_active(coroutine);
    }
}

/// A coroutine no longer counts as active: it ended or became a zombie.
///
/// # Safety
/// `coroutine` is alive.
pub(in crate::scheduler) unsafe fn leave_active(coroutine: *mut CoroutineObject) {
    // SAFETY: counted once, guarded by the bit.
    unsafe {
        if (*coroutine).flags.contains(CoroutineFlags::ACTIVE) {
            (*coroutine).flags.remove(CoroutineFlags::ACTIVE);
            let globals = globals();
            (*globals).active_coroutine_count = (*globals).active_coroutine_count.saturating_sub(1);
        }
    }
}

/// Calls `visit` for every unfinished coroutine in creation order. `visit` may end or add coroutines.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn each(mut visit: impl FnMut(*mut CoroutineObject)) {
    // SAFETY: the successor is read before the call; ending a coroutine happens on its own stack, never here.
    unsafe {
        let mut coroutine = (*unfinished()).first;
        while !coroutine.is_null() {
            let next = (*coroutine).next;
            visit(coroutine);
            coroutine = next;
        }
    }
}
