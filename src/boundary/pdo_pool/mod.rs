//! The PDO pool (primitives 9): one `PDO` object for all coroutines, a connection for each that needs one.
//!
//! ```text
//!   $pdo->query()      template: no connection; the call is wrapped (boundary/functions)
//!        |
//!     binding          of the running coroutine: which slot it has been lent, how its last call has ended
//!        |
//!      lease           counts what needs the slot: the call, its statements, the binding while the slot is pinned
//!        |                                                      (transaction, changed session, failed query)
//!      slot            a connection: an ordinary PDO object; the same call goes on with it as $this
//!        |
//!     Async\Pool       idle slots, the limit, coroutines that wait
//! ```
//!
//! When a lease is not needed any more, its slot is given back: what is left of a transaction is rolled back, a changed
//! session is reset, and a connection that is out of order is closed instead. PDO is not patched: slots are made by its own
//! constructor, and what is prepared, run and closed is heard of through the table of functions that PDO has for its
//! drivers.
//!
//! ```text
//!   construct.rs   the constructor's options           calls.rs      the methods of a template
//!   template.rs    the pool and its hooks              attributes.rs getAttribute(), setAttribute()
//!   binding.rs     coroutines and leases               sqlite.rs     what is special about sqlite
//!   slot.rs        connections                         session.rs    which statements change a session
//!   structures.rs  what all of these share           method.rs     what each method does on a template
//!   forward.rs     a method goes on with a slot      exceptions.rs
//!   scanner.rs     words and quotes of SQL             ids.rs        which statements make ids, or ask for them
//!   abandoned.rs   what a fatal error leaves
//! ```

mod abandoned;
mod attributes;
mod binding;
mod calls;
mod construct;
mod exceptions;
mod forward;
mod ids;
mod method;
mod scanner;
mod session;
mod slot;
mod sqlite;
mod structures;
mod template;

pub use method::{Method, method_of};

use super::calls::cancellation_repair;
use super::functions::pooled;
use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::Call;
use crate::engine::pdo::{self, Hooks};
use structures::PdoPool;

static HOOKS: Hooks = Hooks {
    get_pool: calls::get_pool,
    driver_method: calls::driver_method,
    template_freed: template::freed,
    template_report: template::report,
    lease_released: binding::release_lease,
    lease_freed: binding::freed,
    slot_says: slot::says,
    slot_used: binding::used,
    slot_closed: binding::closed,
};

/// At module start.
///
/// # Safety
/// At MINIT, where no other thread runs.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: no other thread runs yet that could read what this fills; the table lives as long as the process.
    unsafe { pdo::startup(&HOOKS) }
}

/// The wrapper of the methods that [`method_of`] knows.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame, which holds the object, and a place for the result; `next` gets both as they
    // are. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        let (method, next) = pooled(frame);
        let call = Call::of(frame, result);
        match method {
            Method::Construct => construct::construct(call, next),
            Method::Connect => construct::connect(call, next),
            _ => {
                let pool = pdo::pool_of(call.this()).cast::<PdoPool>();
                if pool.is_null() && method == Method::GetAttribute {
                    attributes::get_without_pool(call, next);
                } else if pool.is_null() {
                    next(frame, result);
                } else {
                    calls::on_template(pool, method, call, next);
                    // It may have been cancelled before or behind the call on a connection.
                    cancellation_repair::returned(frame);
                }
            }
        }
    }
}
