//! mysqli: the key is mysqlnd's connection, which links, statements and results know.

use super::{Connection, Keys, object_at, objects, one, this_of};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: objects of a live call.
    unsafe {
        let of_this = objects::key_of(this_of(call));
        // Functions are given the handle, and constructors of statements and results the link.
        one(if of_this != 0 { of_this } else { objects::key_of(object_at(call, 0)) })
    }
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    let known = match function.class() {
        b"" => function.name().starts_with(b"mysqli_"),
        class => matches!(class, b"mysqli" | b"mysqli_stmt" | b"mysqli_result"),
    };
    let closes = matches!(function.class(), b"" | b"mysqli") && matches!(function.name(), b"close" | b"mysqli_close");
    known.then_some(Connection::new("mysqli", keys).closing(closes))
}
