//! What is behind a template: the pool of slots, and what every slot is made with.
//!
//! The structure is counted: the template, every slot, every binding and every call that is under way has it. The template's
//! end closes the pool [primitives/PP-40].

use super::binding;
use super::exceptions;
use super::slot;
use super::sqlite;
use super::structures::{PdoPool, Slot, back, forget_values, release};
use crate::abi::zend::IS_OBJECT;
use crate::abi::*;
use crate::boundary::hooks::received_from_peer;
use crate::engine::gc::Report;
use crate::engine::pdo::{self, Driver};
use crate::engine::{bailout, hash, object, zval};
use crate::primitives::pool;
use crate::scheduler::{self, list::ListOf};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// What the options of the constructor say about the pool, corrected [primitives/PP-7].
#[derive(Clone, Copy)]
pub struct Limits {
    pub min: u32,
    pub max: u32,
    pub interval_ms: u32,
    pub room: u32,
}

/// A new structure with one reference. `arguments` are taken over.
///
/// # Safety
/// A request is active.
pub unsafe fn new(template: *mut Object, driver: Driver, arguments: [Zval; 4], limits: Limits) -> *mut PdoPool {
    // SAFETY: the pool can find its way back.
    unsafe {
        let this: *mut PdoPool = memory::allocate_zeroed(size_of::<PdoPool>());
        let own = pool::new(size_of::<*mut PdoPool>());
        this.write(PdoPool {
            references: 1,
            driver,
            template,
            pool: own,
            class: pdo::class_of_driver(driver),
            arguments,
            slots: ListOf::EMPTY,
            bindings: ListOf::EMPTY,
            attributes: ptr::null_mut(),
            attributes_version: 0,
            registrations: ptr::null_mut(),
            frozen: false,
            anchor: Zval::NULL,
            needs_anchor: driver == Driver::Sqlite && sqlite::is_in_memory(&arguments[0]),
            generation: scheduler::generation(),
            room: limits.room,
        });
        let base = &raw mut (*own).base;
        (*base).handler_flags = PoolHandlers::all().difference(PoolHandlers::STRATEGY_INTERNAL);
        (*base).min_size = limits.min;
        (*base).max_size = limits.max;
        (*base).factory.internal = Some(make);
        (*base).destructor.internal = Some(destroy);
        (*base).healthcheck.internal = Some(is_healthy);
        (*base).before_acquire.internal = Some(may_be_handed_out);
        (*base).before_release.internal = Some(may_be_reused);
        *back(base) = this;
        this
    }
}

/// The template is freed: the pool is closed, what is lent comes back when it is not needed any more [primitives/PP-40].
pub unsafe extern "C" fn freed(this: *mut c_void) {
    // SAFETY: called once, for the reference of the template.
    unsafe {
        let this = this.cast::<PdoPool>();
        (*this).template = ptr::null_mut();
        if !bailout::unclean_shutdown() {
            // The collector may be freeing it together with the template, whose alone it was; the pool lives as long as what is lent.
            pool::set_strategy((*this).pool, ptr::null_mut());
            pool::close((*this).pool);
            binding::template_gone(this);
        }
        forget_values(this);
        release(this);
    }
}

/// What the template holds, for the cycle collector.
pub unsafe extern "C" fn report(this: *mut c_void, buffer: *mut c_void) {
    // SAFETY: called by the collector for a live template.
    unsafe {
        let this = this.cast::<PdoPool>();
        let report = Report::of_buffer(buffer);
        pool::report((*this).pool, &report);
        for argument in &mut (*this).arguments {
            report.value(argument);
        }
        for array in [(*this).attributes, (*this).registrations] {
            if !array.is_null() {
                let mut value = zval::from_array(array);
                report.value(&raw mut value);
            }
        }
    }
}

/// The slot in a resource of the pool; null for what user code has put there.
unsafe fn slot_in(this: *mut PdoPool, resource: *mut Zval) -> *mut Slot {
    // SAFETY: a value of the pool's.
    unsafe {
        if (*resource).kind() != IS_OBJECT || this.is_null() {
            return ptr::null_mut();
        }
        let object = (*resource).object();
        if !object::is_a(object, pdo::class()) {
            return ptr::null_mut();
        }
        let slot = pdo::slot_of(object).cast::<Slot>();
        if slot.is_null() || (*slot).pool != this { ptr::null_mut() } else { slot }
    }
}

/// Factory: opens a connection. Its exceptions are the driver's [primitives/PP-4], or the cancellation that came meanwhile
/// [primitives/PP-23].
unsafe extern "C" fn make(pool: *mut Pool, result: *mut Zval) -> bool {
    // SAFETY: the caller holds the structure.
    unsafe {
        let this = *back(pool);
        if this.is_null() {
            return false;
        }
        if (*this).needs_anchor && (*this).anchor.kind() != IS_OBJECT {
            let mut arguments = (*this).arguments;
            let anchor = pdo::open((*this).class, &mut arguments);
            if anchor.is_null() {
                return false;
            }
            pdo::take_class(anchor);
            // Error handlers may have run meanwhile: one may have made an anchor as well, or freed the template and with it the arguments.
            let mut other = ptr::replace(&raw mut (*this).anchor, Zval::from_object(anchor));
            zval::clear(&raw mut other);
            if (*this).template.is_null() {
                return false;
            }
        }
        // A copy: connecting may suspend, and PHP code may let the pool go meanwhile. The constructor's call holds the values.
        let mut arguments = (*this).arguments;
        let object = pdo::open((*this).class, &mut arguments);
        if object.is_null() {
            exceptions::repair();
            return false;
        }
        slot::adopt(this, object, (*this).room);
        result.write(Zval::from_object(object));
        true
    }
}

unsafe extern "C" fn destroy(pool: *mut Pool, resource: *mut Zval) {
    // SAFETY: the resource is the pool's last; a lease keeps the object.
    unsafe {
        let slot = slot_in(*back(pool), resource);
        if !slot.is_null() {
            (*slot).detached = true;
        }
    }
}

/// Health check of an idle connection [primitives/PP-41].
unsafe extern "C" fn is_healthy(pool: *mut Pool, resource: *mut Zval) -> bool {
    // SAFETY: idle slots have no user.
    unsafe {
        let slot = slot_in(*back(pool), resource);
        !slot.is_null() && !(*slot).lent && is_alive((*slot).pool, (*slot).object)
    }
}

/// The driver's own check. That of pgsql reads what the server has sent, and does not look at it: a server that sends
/// something on an idle connection ends it.
unsafe fn is_alive(this: *mut PdoPool, connection: *mut Object) -> bool {
    // SAFETY: the health check of an idle slot holds its object and the pool's structure.
    unsafe {
        let mut alive = false;
        let heard = received_from_peer(|| alive = pdo::is_alive(connection));
        alive && !(heard && (*this).driver == Driver::PgSql)
    }
}

/// Checked before a connection is handed out, only where the driver can tell without asking the server [primitives/PP-28].
/// What is lent is not lent twice, however it got here.
unsafe extern "C" fn may_be_handed_out(pool: *mut Pool, resource: *mut Zval) -> bool {
    // SAFETY: idle slots have no user.
    unsafe {
        let this = *back(pool);
        let slot = slot_in(this, resource);
        !slot.is_null() && !(*slot).lent && ((*this).driver != Driver::PgSql || is_alive(this, (*slot).object))
    }
}

/// Whether a connection that comes back may be used again [primitives/PP-26].
unsafe extern "C" fn may_be_reused(pool: *mut Pool, resource: *mut Zval) -> bool {
    // SAFETY: the resource is not lent.
    unsafe {
        let slot = slot_in(*back(pool), resource);
        !slot.is_null() && !(*slot).broken
    }
}

/// Takes an attribute down for all slots [primitives/PP-35].
///
/// # Safety
/// Valid structure; the value is copied.
pub unsafe fn remember_attribute(this: *mut PdoPool, attribute: i64, value: *mut Zval) {
    // SAFETY: this pool's reference of the array is given up for the one of its copy, if it is shared.
    unsafe {
        if (*this).attributes.is_null() {
            (*this).attributes = hash::new_array(4);
        }
        // A slot that is setting them holds the array as it was.
        let mut shared = zval::from_array((*this).attributes);
        (*this).attributes = hash::separate(&raw mut shared);
        hash::set_index((*this).attributes, attribute as u64, zval::copy(value));
        (*this).attributes_version += 1;
    }
}

/// All slots get the settings of the template, while there is one.
///
/// # Safety
/// Held structure. May run destructors.
pub unsafe fn settings_changed(this: *mut PdoPool) {
    // SAFETY: a slot whose object is held stays in the list. The structure is held.
    unsafe {
        let mut slot = (*this).slots.first();
        while !slot.is_null() && !(*this).template.is_null() {
            let object = object::add_ref((*slot).object);
            pdo::copy_settings((*this).template, object);
            slot = (*slot).link.next();
            object::release(object);
        }
    }
}
