//! After a fatal error: the coroutines that connections were lent to have ended, and their notes have not run [core/SH-31].
//! Shutdown functions may use the pool [core/SH-33]. When it is used next, what was lent is not the pool's any more, and what
//! a coroutine has pinned is given up as at its end [primitives/PP-11, primitives/PP-18].

use super::slot;
use super::structures::{self, Binding, PdoPool, Slot};
use crate::engine::pdo::{self, Condition};
use crate::engine::state::PendingException;
use crate::engine::{exception, object};
use crate::primitives::pool;
use crate::scheduler;
use crate::scheduler::list::ListOf;
use core::ptr;

/// Looks whether there was a fatal error since the last call.
///
/// # Safety
/// Held structure. May suspend.
#[inline]
pub unsafe fn look(of: *mut PdoPool) {
    // SAFETY: the structure is held, as this function demands.
    unsafe {
        if (*of).generation != scheduler::generation() {
            take_back(of);
        }
    }
}

#[cold]
unsafe fn take_back(of: *mut PdoPool) {
    // SAFETY: the structure is held. The bindings are those of coroutines that have ended: others are made when this has taken them over.
    unsafe {
        (*of).generation = scheduler::generation();
        pool::forget_users((*of).pool);
        let mut slot = (*of).slots.first();
        while !slot.is_null() {
            (*slot).detached |= (*slot).lent;
            slot = (*slot).link.next();
        }
        let pending = PendingException::take();
        let mut bindings = core::mem::replace(&mut (*of).bindings, ListOf::EMPTY);
        loop {
            let binding = bindings.first();
            if binding.is_null() {
                break;
            }
            // Its memory goes with the request, as its coroutine, in whose list its note stands.
            ListOf::remove(&raw mut bindings, binding);
            unbind(binding);
            structures::release(of);
        }
        drop(exception::take());
        pending.put_back();
    }
}

/// A slot that only statements need stays with them [primitives/PP-15].
unsafe fn unbind(binding: *mut Binding) {
    // SAFETY: a lease that a binding knows is alive, and so is its slot.
    unsafe {
        let lease = ptr::replace(&raw mut (*binding).lease, ptr::null_mut());
        if lease.is_null() {
            return;
        }
        (*lease).binding = ptr::null_mut();
        if core::mem::replace(&mut (*binding).holds, false) {
            give_up((*lease).slot);
            object::release((*lease).object);
        }
    }
}

/// Statements on stacks that do not exist any more may hold the connection open, so it is not enough to let it go.
unsafe fn give_up(this: *mut Slot) {
    // SAFETY: the lease, which the binding holds, keeps the slot.
    unsafe {
        let object = (*this).object;
        // C code that the fatal error has left inside a call is never resumed: its connection is not used again [io/CX-13].
        if (*this).calls > 0 || pdo::is_inside(object) {
            return;
        }
        if !(*this).broken && pdo::condition(object) == Condition::Ready {
            // Open cursors of sqlite hold locks.
            pdo::close_cursors(object);
            if slot::in_transaction(this, true) {
                pdo::roll_back(object);
            }
            if (*this).changed {
                pdo::reset(object);
            }
        }
        (*this).broken = true;
        pdo::give_up(object);
    }
}
