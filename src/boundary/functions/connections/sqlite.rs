//! SQLite3: the key is the object of the database, which statements and results hold. SQLite waits for a lock in the middle
//! of a call and forbids to enter the waiting connection again [io/DB-8].

use super::{Connection, Keys, channels, object_at, objects, this_of};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: objects of a live call. A backup has two databases; a statement is constructed on one. Sorted: of two calls with the same
    // two, neither gets the gate that the other waits for.
    unsafe {
        let (this, given) = (objects::key_of(this_of(call)), objects::key_of(object_at(call, 0)));
        [this.min(given), this.max(given), 0, 0]
    }
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.class() {
        _ if function.is_static => None,
        b"SQLite3" if function.name() == b"close" => Some(Connection::new("SQLite3", keys).closing(true)),
        b"SQLite3" if function.name() == b"openblob" => {
            Some(Connection::new("SQLite3", keys).with_after(channels::returned))
        }
        b"SQLite3" | b"SQLite3Stmt" | b"SQLite3Result" => Some(Connection::new("SQLite3", keys)),
        _ => None,
    }
}
