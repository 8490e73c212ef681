//! Connections of a pool: what is known of one, and how it goes home.

use super::ids;
use super::session;
use super::sqlite;
use super::structures::{self, PdoPool, Slot};
use crate::abi::*;
use crate::boundary::functions::shared_cache;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::pdo::{self, Condition, Driver};
use crate::engine::state::PendingException;
use crate::engine::{bailout, connection, exception, hash, object, zval};
use crate::primitives::pool;
use crate::scheduler::list::ListOf;
use core::ffi::c_void;
use core::mem::size_of;

/// A new connection becomes a slot of the pool.
///
/// # Safety
/// Valid structure; the object was opened for it.
pub unsafe fn adopt(of: *mut PdoPool, object: *mut Object, room: u32) {
    // SAFETY: the slot is in the list until it is closed.
    unsafe {
        let this: *mut Slot = memory::allocate_zeroed(size_of::<Slot>());
        structures::hold(of);
        (*this).pool = of;
        (*this).object = object;
        ListOf::push_front(&raw mut (*of).slots, this);
        pdo::adopt(object, this.cast(), (*of).driver, room);
        // Its constructor may have set one; every call brings the template's.
        pdo::take_class(object);
        if !(*of).template.is_null() {
            pdo::copy_settings((*of).template, object);
        }
    }
}

/// A statement is about to be prepared or run [primitives/PP-32].
pub unsafe extern "C" fn says(this: *mut c_void, sql: *const u8, length: usize) {
    // SAFETY: the driver tells it of the connection of a slot, which is in use and so alive; the text has `length` bytes and stays for the
    // call, before whose only switch, in `forget_ids`, it is done with.
    unsafe {
        let this = this.cast::<Slot>();
        let text = core::slice::from_raw_parts(sql, length);
        let change = session::change((*(*this).pool).driver, text);
        (*this).changed |= change.session;
        if !(*this).made_id {
            let ids = ids::ids((*(*this).pool).driver, text);
            if ids.asks {
                forget_ids(this);
            }
            (*this).made_id |= ids.makes;
        }
        let before = (*this).hidden_transaction;
        (*this).hidden_transaction |= change.transaction && !pdo::tells_transactions((*this).object);
        // One that fails has begun nothing, if it is alone.
        (*this).hidden_after_failure = if change.alone { before } else { (*this).hidden_transaction };
    }
}

/// Its user asks for the last id: one of the user before is as none [primitives/PP-14]. Once, and only if there may be one.
///
/// # Safety
/// A lent slot whose lease is held. May suspend.
pub unsafe fn forget_ids(this: *mut Slot) {
    // SAFETY: the lease keeps the slot.
    unsafe {
        if (*this).made_id || !(*this).left_id {
            return;
        }
        let sql = match (*(*this).pool).driver {
            Driver::MySql => "DO LAST_INSERT_ID(0)",
            Driver::PgSql => "DISCARD SEQUENCES",
            Driver::Sqlite => return,
        };
        (*this).left_id = false;
        pdo::run((*this).object, sql);
    }
}

/// Prepares a slot for its new user: nothing has failed, attributes and registrations are those of the template
/// [primitives/PP-35, primitives/PP-44]. False with an exception.
///
/// # Safety
/// An idle slot, which is the caller's from now on. May suspend.
pub unsafe fn hand_out(this: *mut Slot) -> bool {
    // SAFETY: the caller holds the structure.
    unsafe {
        let of = (*this).pool;
        (*this).lent = true;
        (*this).keeps_failure = false;
        (*this).left_id |= core::mem::replace(&mut (*this).made_id, false);
        (*of).frozen = true;
        if (*this).attributes_version != (*of).attributes_version && !(*of).attributes.is_null() {
            (*this).attributes_version = (*of).attributes_version;
            // Setting one may wait, and others may remember more meanwhile: that is for the next time.
            let mut attributes = zval::from_array((*of).attributes);
            let mut attributes = zval::copy(&raw mut attributes);
            hash::each(attributes.value.array, apply_attribute, this.cast());
            zval::clear(&raw mut attributes);
        }
        (*this).registered = sqlite::register_on(of, (*this).object, (*this).registered);
        pdo::forget_errors((*this).object);
        let well = exception::pending().is_null();
        (*this).broken |= !well;
        well
    }
}

unsafe extern "C" fn apply_attribute(this: *mut c_void, attribute: u64, _: *mut ZString, value: *mut Zval) -> bool {
    // SAFETY: called by `hand_out`, with its slot and values of an array that it holds, which is not written to while it does.
    unsafe {
        pdo::set_attribute((*this.cast::<Slot>()).object, attribute as i64, value);
        exception::pending().is_null()
    }
}

/// A method of the template goes on with the slot. Statements that it makes are of the template's class.
///
/// # Safety
/// A lent slot whose lease is held, until [`end_call`].
pub unsafe fn begin_call(this: *mut Slot) {
    // SAFETY: the frame of the method holds the template. It is none any more where its constructor has failed meanwhile.
    unsafe {
        let template = (*(*this).pool).template;
        if (*this).calls == 0 && !template.is_null() {
            pdo::lend_class(template, (*this).object);
        }
        (*this).calls += 1;
    }
}

/// # Safety
/// As for [`begin_call`]. May run destructors.
pub unsafe fn end_call(this: *mut Slot) {
    // SAFETY: the slot is valid and has a call under way, as for `begin_call`.
    unsafe {
        (*this).calls -= 1;
        if (*this).calls == 0 {
            pdo::take_class((*this).object);
        }
    }
}

/// Whether there is a transaction, however it was begun [primitives/PP-16]. PDO does not know of those of sqlite that
/// statements have begun, before PHP 8.4: one cannot be begun inside of another one, and ends at once if it could. After a
/// failure that is not tried, so that what is known about the failure stays.
///
/// # Safety
/// Valid slot that is in order.
pub unsafe fn in_transaction(this: *mut Slot, well: bool) -> bool {
    // SAFETY: the slot is valid and in order, as this function demands, so its object is alive.
    unsafe {
        if pdo::in_transaction((*this).object) {
            return true;
        }
        if !well {
            (*this).hidden_transaction = (*this).hidden_after_failure;
        } else if (*this).hidden_transaction {
            (*this).hidden_transaction = !pdo::run((*this).object, "BEGIN");
            if !(*this).hidden_transaction {
                pdo::run((*this).object, "COMMIT");
            }
        }
        (*this).hidden_after_failure = (*this).hidden_transaction;
        (*this).hidden_transaction
    }
}

/// A call has failed: is it the connection?
///
/// # Safety
/// Valid slot.
pub unsafe fn look_for_damage(this: *mut Slot) {
    // SAFETY: the slot is valid, as this function demands, so its object is alive.
    unsafe {
        let pending = exception::pending();
        let interrupted = !pending.is_null() && exception::is_cancellation(pending);
        if interrupted || pdo::condition((*this).object) == Condition::Dead {
            (*this).broken = true;
        }
    }
}

/// The slot is not lent any more, and its place in the pool is free [primitives/PP-26, primitives/PP-27]. It is closed when
/// its lease ends.
///
/// # Safety
/// A lent slot. Runs PHP code of the pool's strategy; may suspend.
pub unsafe fn detach(this: *mut Slot) {
    // SAFETY: the lease keeps the object.
    unsafe {
        if !(*this).detached {
            (*this).detached = true;
            (*this).broken = true;
            pdo::give_up((*this).object);
            pool::release((*(*this).pool).pool, Zval::from_object(object::add_ref((*this).object)));
        }
    }
}

/// Takes the slot back from its last user, with the reference to its object: it goes to the pool as the constructor has made
/// it, or not at all. May leave a cancellation that came meanwhile.
///
/// # Safety
/// A lent slot without a lease; the caller holds the structure. May suspend.
pub unsafe fn go_home(this: *mut Slot) {
    // SAFETY: the slot has no other user.
    unsafe {
        let object = (*this).object;
        if (*this).detached {
            return object::release(object);
        }
        let pending = PendingException::take();
        if !(*this).broken {
            shared_cache::take_turn(connection::of_pdo((*this).object), || clean_up(this));
        }
        // The pool may call PHP code.
        let thrown = exception::take().into_nullable();
        if !thrown.is_null() {
            (*this).broken = true;
        }
        (*this).lent = false;
        pool::release((*(*this).pool).pool, Zval::from_object(object));
        let thrown = exception::chain_any(exception::take(), OwnedObject::from_nullable(thrown));
        pending.put_back();
        if let Some(thrown) = thrown {
            exception::throw(thrown);
        }
    }
}

/// Undoes what the last user has left; the slot is broken if that fails.
unsafe fn clean_up(this: *mut Slot) {
    // SAFETY: the slot is being given back, and has its object until it is closed.
    unsafe {
        let object = (*this).object;
        pdo::forget_errors(object);
        let in_order = !bailout::unclean_shutdown() && !(*this).spoiled && pdo::condition(object) == Condition::Ready;
        let rolled_back = || !in_transaction(this, true) || (pdo::roll_back(object) && !in_transaction(this, true));
        let reset = || !(*this).changed || pdo::reset(object);
        (*this).broken = !(in_order && rolled_back() && reset());
        (*this).changed = false;
    }
}
