//! All unfinished coroutines of a thread, in creation order, and how many of them count as active.

use super::object::{CoroutineFlags, CoroutineObject, to_object};
use crate::abi::globals;
use crate::engine::object;
use crate::engine::per_thread::per_thread;
use crate::scheduler::list::ListOf;

pub struct Unfinished {
    pub coroutines: ListOf<CoroutineObject>,
    pub count: usize,
    /// Coroutines of Fibers among them.
    pub fibers: usize,
}

impl Unfinished {
    pub const NONE: Unfinished = Unfinished { coroutines: ListOf::EMPTY, count: 0, fibers: 0 };
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
        let list = unfinished();
        (*coroutine).flags.insert(CoroutineFlags::REGISTERED.union(CoroutineFlags::ACTIVE));
        object::set_collectable(to_object(coroutine), false);
        ListOf::push_back(&raw mut (*list).coroutines, coroutine);
        (*list).count += 1;
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
        if !(*coroutine).flags.contains(CoroutineFlags::REGISTERED) {
            return;
        }
        let list = unfinished();
        ListOf::remove(&raw mut (*list).coroutines, coroutine);
        (*coroutine).flags.remove(CoroutineFlags::REGISTERED);
        (*list).count -= 1;
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
        let mut coroutine = (*unfinished()).coroutines.first();
        while !coroutine.is_null() {
            let next = (*coroutine).link.next();
            visit(coroutine);
            coroutine = next;
        }
    }
}
