//! Which slot a coroutine has been lent, and for how long [primitives/PP-8 to PP-15].
//!
//! ```text
//!   binding (a note at the end of its coroutine) - - > lease <---- call, statements
//!        |                                               |
//!        '----------- while the slot is pinned --------->|----> slot
//! ```
//!
//! A lease is a PHP object without a face: what refers to it keeps the slot from being given back, and the last one that is
//! released gives it back. The binding only knows the lease, unless the slot is pinned: then it holds it as well. A lease
//! may outlive its coroutine, in statements.

use super::slot;
use super::structures::{self, Binding, Lease, PdoPool, Slot};
use crate::abi::*;
use crate::engine::pdo;
use crate::engine::state::PendingException;
use crate::engine::{bailout, exception, gc, object, zone};
use crate::primitives::pool;
use crate::scheduler::at_end::{self, AtEnd};
use crate::scheduler::current_object;
use crate::scheduler::list::{LinkOf, ListOf};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

pub const NO_ERROR: [u8; 5] = *b"00000";

/// The binding of the running coroutine, null if it has none yet.
pub fn find(of: *mut PdoPool) -> *mut Binding {
    // SAFETY: notes with our function are bindings.
    let note = at_end::find(|note| unsafe { (*note).is_for(ended) && (*note.cast::<Binding>()).pool == of });
    note.cast()
}

/// The binding of the running coroutine, made if it has none yet.
///
/// # Safety
/// Valid structure.
pub unsafe fn current(of: *mut PdoPool) -> *mut Binding {
    // SAFETY: the binding stays until its coroutine has ended.
    unsafe {
        let found = find(of);
        if !found.is_null() {
            return found;
        }
        let this: *mut Binding = memory::allocate(size_of::<Binding>());
        structures::hold(of);
        let note = AtEnd::new(ended);
        let link = LinkOf::new();
        this.write(Binding { note, link, pool: of, lease: ptr::null_mut(), holds: false, error_code: NO_ERROR });
        ListOf::push_back(&raw mut (*of).bindings, this);
        at_end::add(&raw mut (*this).note);
        this
    }
}

/// The template is gone: coroutines keep nothing of the pool but slots that are pinned for them. What is pinned for the running
/// one is given up at once, as a connection is closed with its object [primitives/PP-40].
///
/// # Safety
/// Held structure, of which no call is under way; no fatal error. May suspend.
pub unsafe fn template_gone(of: *mut PdoPool) {
    // SAFETY: bindings are listed until they are freed, and their coroutines alive until their notes have run. Nothing runs before the
    // walk is over; the binding of the running coroutine stays, for its note is cancelled and the structure held.
    unsafe {
        let own = find(of);
        let mut at = (*of).bindings.first();
        while !at.is_null() {
            let this = at;
            at = (*this).link.next();
            if this != own && !(*this).holds {
                AtEnd::cancel(&raw mut (*this).note);
                end_binding(this);
            }
        }
        if !own.is_null() {
            AtEnd::cancel(&raw mut (*own).note);
            end_binding(own);
        }
    }
}

/// The coroutine ends: what is pinned for it is not any more [primitives/PP-11].
unsafe fn ended(note: *mut AtEnd) {
    // SAFETY: the note is the start of a binding, and in no list any more.
    unsafe {
        end_binding(note.cast());
    }
}

/// Gives up what is pinned and frees the binding. Suspends only for what is pinned.
unsafe fn end_binding(this: *mut Binding) {
    // SAFETY: the callers' binding is alive, its note in no list and its pool held by it; nothing else knows it when it has left the list.
    unsafe {
        let of = (*this).pool;
        ListOf::remove(&raw mut (*of).bindings, this);
        unbind(this);
        memory::free(this);
        structures::release(of);
    }
}

/// A binding and its lease go their own ways. May suspend.
unsafe fn unbind(this: *mut Binding) {
    // SAFETY: both forget each other first.
    unsafe {
        let lease = ptr::replace(&raw mut (*this).lease, ptr::null_mut());
        let held = core::mem::replace(&mut (*this).holds, false);
        if !lease.is_null() {
            (*lease).binding = ptr::null_mut();
            if held {
                object::release((*lease).object);
            }
        }
    }
}

/// How the last call has ended.
///
/// # Safety
/// Valid binding, or null.
pub unsafe fn error_code(this: *mut Binding) -> [u8; 5] {
    // SAFETY: the binding is valid, as this function demands, and not null.
    if this.is_null() { NO_ERROR } else { unsafe { (*this).error_code } }
}

/// # Safety
/// Valid binding.
pub unsafe fn set_error_code(this: *mut Binding, code: &[u8]) {
    // SAFETY: the binding is valid, as this function demands.
    unsafe { (*this).error_code = code.try_into().unwrap_or(NO_ERROR) }
}

/// The lease of the running coroutine as it is, null if there is none; one that is out of order only for `any`.
///
/// # Safety
/// Valid structure.
pub unsafe fn bound(of: *mut PdoPool, any: bool) -> *mut Lease {
    // SAFETY: a lease that a binding knows is alive.
    unsafe {
        let this = find(of);
        if this.is_null() || (*this).lease.is_null() || (!any && (*(*(*this).lease).slot).broken) {
            ptr::null_mut()
        } else {
            (*this).lease
        }
    }
}

/// The lease of a coroutine for one call, which holds it: the one it has, or a new one [primitives/PP-8]. Null with an
/// exception.
///
/// # Safety
/// The binding of the running coroutine. May suspend.
pub unsafe fn lend(this: *mut Binding) -> *mut Lease {
    // SAFETY: the binding has a reference to the structure; it stays while its coroutine runs.
    unsafe {
        if !(*this).lease.is_null() && (*(*(*this).lease).slot).broken {
            // A connection that its server has closed is not used again [primitives/PP-27].
            slot::detach((*(*this).lease).slot);
            unbind(this);
        }
        if (*this).lease.is_null() {
            return borrow(this);
        }
        object::add_ref((*(*this).lease).object);
        (*this).lease
    }
}

/// Gets a slot from the pool, with a new lease that the caller holds. Null with an exception.
unsafe fn borrow(this: *mut Binding) -> *mut Lease {
    // SAFETY: what was acquired is a slot that is not lent.
    unsafe {
        let own = (*(*this).pool).pool;
        let mut resource = Zval::UNDEF;
        // A script without coroutines needs no scheduler for it.
        let had = current_object().is_null() && pool::try_acquire(own, &raw mut resource);
        if !had && (!exception::pending().is_null() || !pool::acquire(own, 0, &raw mut resource)) {
            return ptr::null_mut();
        }
        let lent = pdo::slot_of(resource.object()).cast::<Slot>();
        if !slot::hand_out(lent) {
            slot::go_home(lent);
            return ptr::null_mut();
        }
        let lease: *mut Lease = memory::allocate(size_of::<Lease>());
        let object = pdo::new_lease((*lent).object, lease.cast());
        lease.write(Lease { object, slot: lent, binding: this });
        (*lent).lease = lease;
        // Another one may have come here at the same time, from a hook of the pool.
        unbind(this);
        (*this).lease = lease;
        lease
    }
}

/// A call on a slot has returned: remembers how, and gives up the hold of the call. `keeps_failure` if the slot is to stay
/// after a failure, until the next call.
///
/// # Safety
/// The binding and the lease of `lend`. May suspend.
pub unsafe fn settle(this: *mut Binding, lease: *mut Lease, keeps_failure: bool) {
    // SAFETY: the call holds the lease.
    unsafe {
        let lent = (*lease).slot;
        set_error_code(this, pdo::error_code((*lent).object));
        let well = (*this).error_code == NO_ERROR && exception::pending().is_null();
        if !well {
            slot::look_for_damage(lent);
        }
        (*lent).keeps_failure = keeps_failure && !well;
        review(lease, well);
        object::release((*lease).object);
    }
}

/// A statement has been in its driver, wherever it is used [primitives/PP-15, primitives/PP-16].
pub unsafe extern "C" fn used(lent: *mut c_void, well: bool) {
    // SAFETY: a live slot, whose lease the statement holds.
    unsafe {
        let lent = lent.cast::<Slot>();
        let well = well && exception::pending().is_null();
        if !well {
            slot::look_for_damage(lent);
        }
        if !(*lent).lease.is_null() {
            review((*lent).lease, well);
        }
    }
}

/// Whether the slot is to be pinned [primitives/PP-9], or given up.
unsafe fn review(lease: *mut Lease, well: bool) {
    // SAFETY: the lease has a holder besides the binding.
    unsafe {
        let (lent, binding) = ((*lease).slot, (*lease).binding);
        let pinned = (*lent).keeps_failure
            || !(*lent).broken && ((*lent).changed || (*lent).spoiled || slot::in_transaction(lent, well));
        if !binding.is_null() && (*binding).holds != pinned {
            (*binding).holds = pinned;
            if pinned {
                object::add_ref((*lease).object);
            } else {
                object::del_ref((*lease).object);
            }
        }
        if (*lent).broken && !bailout::unclean_shutdown() {
            let pending = PendingException::take();
            slot::detach(lent);
            let thrown = exception::take();
            pending.put_back();
            if let Some(thrown) = thrown {
                exception::throw(thrown);
            }
        }
    }
}

/// Nothing refers to the lease any more: the slot is given back.
pub unsafe extern "C" fn release_lease(lease: *mut c_void) {
    // SAFETY: called once, before the object is freed.
    unsafe {
        let lease = lease.cast::<Lease>();
        let lent = end(lease);
        if !lent.is_null() {
            let of = (*lent).pool;
            structures::hold(of);
            // Others that run while the collector frees its garbage would lose theirs.
            let collects = gc::is_freeing();
            if collects {
                zone::enter();
            }
            slot::go_home(lent);
            if collects {
                zone::leave();
            }
            structures::release(of);
        }
    }
}

/// The object of a lease is freed; without having been let go after a fatal error, and at the very end.
pub unsafe extern "C" fn freed(lease: *mut c_void) {
    // SAFETY: the last use of the lease.
    unsafe {
        let lease = lease.cast::<Lease>();
        let lent = end(lease);
        memory::free(lease);
        if !lent.is_null() {
            (*lent).detached = true;
            object::release((*lent).object);
        }
    }
}

/// The lease refers to nothing any more. The slot it was for, with the reference to its object; null if it has ended before.
unsafe fn end(lease: *mut Lease) -> *mut Slot {
    // SAFETY: everything that knows the lease forgets it.
    unsafe {
        let lent = ptr::replace(&raw mut (*lease).slot, ptr::null_mut());
        let binding = ptr::replace(&raw mut (*lease).binding, ptr::null_mut());
        if !binding.is_null() {
            (*binding).lease = ptr::null_mut();
            (*binding).holds = false;
        }
        if !lent.is_null() {
            (*lent).lease = ptr::null_mut();
        }
        lent
    }
}

/// The connection is closed under a lease: objects are freed in any order at the end of a request.
///
/// # Safety
/// The lease of a slot that ends, or null.
pub unsafe fn cut_off(lease: *mut Lease) {
    if lease.is_null() {
        return;
    }
    // SAFETY: its object will not be told of its end.
    unsafe {
        end(lease);
        pdo::cut_off((*lease).object);
        memory::free(lease);
    }
}

/// The connection is closed, because its object was dropped.
pub unsafe extern "C" fn closed(this: *mut c_void) {
    // SAFETY: called once.
    unsafe {
        let this = this.cast::<Slot>();
        cut_off((*this).lease);
        let of = (*this).pool;
        ListOf::remove(&raw mut (*of).slots, this);
        memory::free(this);
        structures::release(of);
    }
}
