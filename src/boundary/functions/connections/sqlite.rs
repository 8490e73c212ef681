//! SQLite3: the key is the object of the database, which statements and results hold. SQLite waits for a lock in the middle
//! of a call and forbids to enter the waiting connection again [io/DB-8].

use super::{Connection, Keys, channels, object_at, objects, this_of};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: objects of a live call. A backup has two databases; a statement is constructed on one.
    unsafe { [objects::key_of(this_of(call)), objects::key_of(object_at(call, 0)), 0, 0] }
}

/// Sorted: of two backups of the same two databases neither has the gate that the other waits for.
unsafe fn keys_of_backup(call: Call) -> Keys {
    // SAFETY: the objects of the live call.
    let [this, to, ..] = unsafe { keys(call) };
    [this.min(to), this.max(to), 0, 0]
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.class() {
        _ if function.is_static => None,
        b"SQLite3" if function.name() == b"close" => Some(Connection::new("SQLite3", keys).closing(true)),
        b"SQLite3" if function.name() == b"backup" => Some(Connection::new("SQLite3", keys_of_backup)),
        b"SQLite3" if function.name() == b"openblob" => {
            Some(Connection::new("SQLite3", keys).with_after(channels::returned))
        }
        b"SQLite3" | b"SQLite3Stmt" | b"SQLite3Result" => Some(Connection::new("SQLite3", keys)),
        _ => None,
    }
}
