//! ODBC, whose results belong to connections: what calls on them wait for is the connection. No header says which it is, so it is
//! noted when a function makes a result of a connection. Results and connections are resources, objects as of PHP 8.4.

use super::{Connection, Keys, objects, one};
use crate::abi::Zval;
use crate::boundary::calls::Key;
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;

per_thread!(
    /// The connections of results. An address that is used again is noted anew: only functions of ODBC make handles.
    fn results() -> *mut Addresses<Key> = Addresses::with_hasher(Address::BUILD)
);

pub const ODBC: Connection = Connection::new("odbc", keys).tracked().with_after(returned);

/// The address of a handle; 0 for other values.
unsafe fn handle(value: *mut Zval) -> Key {
    // SAFETY: a value of a live call, or null.
    unsafe {
        match value.is_null() {
            true => 0,
            false => match (*value).object() {
                object if !object.is_null() => object as Key,
                _ => objects::key_of_resource(value),
            },
        }
    }
}

/// The connection that a handle belongs to, if it is a result.
unsafe fn connection_of_result(handle: Key) -> Option<Key> {
    // SAFETY: only this thread reaches the table, and nothing that is called here uses it.
    unsafe { (*results()).get(&handle).copied() }
}

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: a live call.
    unsafe {
        let handle = handle(call.arg(0));
        one(connection_of_result(handle).unwrap_or(handle))
    }
}

/// Whether a call is on a result.
///
/// # Safety
/// A live call.
pub unsafe fn is_on_result(call: Call) -> bool {
    // SAFETY: a live call, as this function demands.
    unsafe { connection_of_result(handle(call.arg(0))).is_some() }
}

unsafe fn returned(call: Call, keys: &Keys) {
    // SAFETY: the call has returned, and its result is live. Only this thread reaches the table.
    unsafe {
        let made = handle(call.result());
        match made {
            0 => (),
            // A connection.
            _ if keys[0] == 0 => drop((*results()).remove(&made)),
            _ => drop((*results()).insert(made, keys[0])),
        }
    }
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches the table. Its memory goes with what it held.
    unsafe { drop(core::mem::take(&mut *results())) };
}
