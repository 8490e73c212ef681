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
    // SAFETY: a registered coroutine is in the list of this thread, and its neighbours are alive.
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

/// Calls `visit` for every unfinished coroutine in creation order. `visit` may add coroutines, and ends none.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn each(mut visit: impl FnMut(*mut CoroutineObject)) {
    // SAFETY: the successor is read before the call, and is in the list after it: none ends.
    unsafe {
        let mut coroutine = (*unfinished()).coroutines.first();
        while !coroutine.is_null() {
            let next = (*coroutine).link.next();
            visit(coroutine);
            coroutine = next;
        }
    }
}

/// As [`each`], but `visit` may end any: its own coroutine, or what a destructor that it runs ends, as that of a Fiber does.
///
/// # Safety
/// On the PHP thread. One inside of another's `visit` lets that one begin anew.
pub(in crate::scheduler) unsafe fn each_once(mut visit: impl FnMut(*mut CoroutineObject)) {
    // SAFETY: listed coroutines are alive. The visited one is held; if it is still listed then, its link is valid, and giving the
    // reference back frees nothing. If not, the search begins anew.
    unsafe {
        each(|c| (*c).flags.remove(CoroutineFlags::VISITED));
        let mut coroutine = (*unfinished()).coroutines.first();
        while !coroutine.is_null() {
            if (*coroutine).flags.contains(CoroutineFlags::VISITED) {
                coroutine = (*coroutine).link.next();
                continue;
            }
            (*coroutine).flags.insert(CoroutineFlags::VISITED);
            object::add_ref(to_object(coroutine));
            visit(coroutine);
            let ended = !(*coroutine).flags.contains(CoroutineFlags::REGISTERED);
            object::release(to_object(coroutine));
            coroutine = if ended { (*unfinished()).coroutines.first() } else { (*coroutine).link.next() };
        }
    }
}
