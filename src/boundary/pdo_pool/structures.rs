//! The structures of a pool, which point at each other: the pool, its slots, their leases, and what a coroutine has of it.

use crate::abi::*;
use crate::engine::pdo::Driver;
use crate::engine::{hash, zval};
use crate::primitives::pool::{self, ResourcePool};
use crate::scheduler::at_end::AtEnd;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ptr;

/// So many has the constructor of PDO.
pub const ARGUMENTS: usize = 4;

/// A pool. Templates and slots have references.
pub struct PdoPool {
    pub references: u32,
    pub driver: Driver,
    /// Null when it is gone.
    pub template: *mut Object,
    /// One reference of the event.
    pub pool: *mut ResourcePool,
    /// Of slots.
    pub class: *mut ClassEntry,
    /// The arguments of the constructor of a slot: data source name, user, password, options.
    pub arguments: [Zval; ARGUMENTS],
    /// All connections that are open.
    pub slots: ListOf<Slot>,
    /// What coroutines have of it.
    pub bindings: ListOf<Binding>,
    /// Attributes of drivers that were set, by number, and how often that was done [primitives/PP-35].
    pub attributes: *mut Array,
    pub attributes_version: u32,
    /// What was registered for all slots, in order; null until something was.
    pub registrations: *mut Array,
    /// A slot was handed out [primitives/PP-45].
    pub frozen: bool,
    /// An in-memory database of sqlite exists as long as a connection to it: this one is never lent.
    pub anchor: Zval,
    pub needs_anchor: bool,
    /// The scheduler's, when connections were lent last.
    pub generation: u32,
    /// How many prepared statements a connection keeps.
    pub room: u32,
}

/// A connection of a pool.
pub struct Slot {
    /// One reference.
    pub pool: *mut PdoPool,
    /// The connection; the slot ends with it.
    pub object: *mut Object,
    /// Null while the slot is not needed.
    pub lease: *mut Lease,
    /// Lent, or being given back.
    pub lent: bool,
    /// Out of order: it is not lent again [primitives/PP-26].
    pub broken: bool,
    /// The session is not what the constructor has made of it [primitives/PP-32].
    pub changed: bool,
    /// Its user may have made an id: the last one is its own, or there is none.
    pub made_id: bool,
    /// An earlier user may have.
    pub left_id: bool,
    /// What was done to it cannot be undone.
    pub spoiled: bool,
    /// What is known about the failure of the last call is asked from the connection [primitives/PP-25].
    pub keeps_failure: bool,
    /// Not the pool's any more; closed when its lease ends.
    pub detached: bool,
    /// How many methods of a template are under way on it, one inside the other.
    pub calls: u32,
    /// There may be a transaction that PDO knows nothing of.
    pub hidden_transaction: bool,
    /// The same, should the statement fail that is being run.
    pub hidden_after_failure: bool,
    /// What was applied to it so far.
    pub attributes_version: u32,
    pub registered: u32,
    /// Among all slots of the pool.
    pub link: LinkOf<Slot>,
}

listed!(Slot, link);

/// What needs a slot holds its lease.
pub struct Lease {
    pub object: *mut Object,
    /// The reference to its object is the lease's. Null when the lease has ended.
    pub slot: *mut Slot,
    /// Null when the coroutine has ended, or goes on with another slot.
    pub binding: *mut Binding,
}

/// Of one coroutine and one pool.
#[repr(C)]
pub struct Binding {
    pub note: AtEnd,
    /// Among the bindings of its pool.
    pub link: LinkOf<Binding>,
    /// One reference.
    pub pool: *mut PdoPool,
    /// Borrowed, unless `holds`.
    pub lease: *mut Lease,
    pub holds: bool,
    /// The SQLSTATE of the last call [primitives/PP-24].
    pub error_code: [u8; 5],
}

listed!(Binding, link);

impl PdoPool {
    /// The options of connections.
    pub fn options(&self) -> *mut Array {
        // SAFETY: always an array.
        unsafe { self.arguments[3].value.array }
    }
}

/// Where a pool keeps its structure.
///
/// # Safety
/// A pool that a template made.
pub unsafe fn back(pool: *mut Pool) -> *mut *mut PdoPool {
    // SAFETY: made with room for a pointer.
    unsafe { pool.byte_add((*pool).event.extra_offset as usize).cast() }
}

/// One more reference.
///
/// # Safety
/// Valid structure.
pub unsafe fn hold(this: *mut PdoPool) {
    // SAFETY: the caller's structure is valid.
    unsafe { (*this).references += 1 }
}

/// Gives a reference back. The last one frees everything.
///
/// # Safety
/// Held. May run destructors.
pub unsafe fn release(this: *mut PdoPool) {
    // SAFETY: nothing refers to it after the last one; without slots the pool has nothing to call back for.
    unsafe {
        (*this).references -= 1;
        if (*this).references > 0 {
            return;
        }
        *back(&raw mut (*(*this).pool).base) = ptr::null_mut();
        pool::discard((*this).pool);
        forget_values(this);
        memory::free(this);
    }
}

/// Drops what the template reports to the cycle collector, and what is for slots that will be made.
///
/// # Safety
/// Valid structure. May run destructors.
pub unsafe fn forget_values(this: *mut PdoPool) {
    // SAFETY: every value is taken out before it is released.
    unsafe {
        // No reference is held: destructors may run here.
        for index in 0..ARGUMENTS {
            zval::clear(&raw mut (*this).arguments[index]);
        }
        for array in [&raw mut (*this).attributes, &raw mut (*this).registrations] {
            let array = ptr::replace(array, ptr::null_mut());
            if !array.is_null() {
                hash::release(array);
            }
        }
        zval::clear(&raw mut (*this).anchor);
    }
}
