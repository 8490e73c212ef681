//! pgsql: the key is the object of the connection; what several objects share because it is persistent, the text it was
//! opened with. Of results only functions that ask the server for the names of tables and types need it.

use super::{Connection, Keys, handle_keys, no_keys, object_at, objects, one, pgsql_freed};
use crate::abi::Object;
use crate::abi::zend::{IS_LONG, IS_STRING};
use crate::boundary::calls::Key;
use crate::engine::entry::Call;
use crate::engine::wrap::Function;
use crate::engine::{object, string};
use core::ptr;

// Functions that are given no connection use the one that was opened last.
crate::engine::per_thread::per_thread!(static DEFAULT: Key = 0);
// It, with a reference of ours. A connect releases the extension's reference to the one before while the extension still names it, and freeing
// it may wait for the rest of an answer: another coroutine's connect would release it again. So the last reference goes here, later.
crate::engine::per_thread::per_thread!(static KEPT: *mut Object = ptr::null_mut());

const FORCE_NEW: i64 = 2;

unsafe fn keys(call: Call) -> Keys {
    for index in 0..call.arg_count().min(2) {
        // SAFETY: an argument of a live call.
        unsafe {
            let object = object_at(call, index);
            if !object.is_null() {
                return one(objects::key_of(object));
            }
        }
    }
    one(DEFAULT.get())
}

/// The connection that a result came from.
unsafe fn of_result(call: Call) -> Keys {
    // SAFETY: an argument of a live call.
    unsafe {
        let object = object_at(call, 0);
        one(if object.is_null() { 0 } else { handle_keys::get(object) })
    }
}

/// What decides which persistent connection is meant.
unsafe fn of_text(call: Call) -> Keys {
    // SAFETY: arguments of a live call, not checked yet.
    unsafe {
        let (text, kind) = (call.arg(0), call.arg(1));
        if text.is_null() || (*text).kind() != IS_STRING {
            return one(0);
        }
        let kind = if kind.is_null() || (*kind).kind() != IS_LONG { 0 } else { (*kind).value.long & !FORCE_NEW };
        one(handle_keys::key_of_text(&[b"pg_pconnect", string::bytes((*text).value.string), &kind.to_le_bytes()]))
    }
}

unsafe fn connected(call: Call, _: &Keys) {
    // SAFETY: the function has returned.
    unsafe {
        let object = (*call.result()).object();
        if !object.is_null() {
            handle_keys::set(object, object as Key);
            DEFAULT.set(object as Key);
            keep(object);
        }
    }
}

unsafe fn connected_persistently(call: Call, keys: &Keys) {
    // SAFETY: the function has returned.
    unsafe {
        let object = (*call.result()).object();
        if !object.is_null() {
            handle_keys::set(object, keys[0]);
            DEFAULT.set(keys[0]);
            keep(object);
        }
    }
}

/// The connection is now the one that the extension names.
unsafe fn keep(connection: *mut Object) {
    // SAFETY: the caller's result, and a reference that this has made.
    unsafe {
        object::add_ref(connection);
        object::release(KEPT.replace(connection));
    }
}

/// Large objects and results belong to the connection that made them.
unsafe fn made(call: Call, keys: &Keys) {
    // SAFETY: the function has returned.
    unsafe {
        let object = (*call.result()).object();
        if !object.is_null() && keys[0] != 0 && matches!(object::class_name(object), b"PgSql\\Lob" | b"PgSql\\Result") {
            handle_keys::set(object, keys[0]);
        }
    }
}

/// The end of a request, before the extension forgets it, too.
pub fn forget_default() {
    DEFAULT.set(0);
    // SAFETY: the reference that `keep` has made.
    unsafe { object::release(KEPT.replace(ptr::null_mut())) }
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    const WHAT: &str = "pgsql";
    Some(match function.name() {
        b"pg_connect" => {
            Connection { around: Some(pgsql_freed::connect), ..Connection::new(WHAT, no_keys).with_after(connected) }
        }
        b"pg_pconnect" => Connection::new(WHAT, of_text).with_after(connected_persistently),
        b"pg_field_table" | b"pg_field_type" | b"pg_fieldtype" => Connection::new(WHAT, of_result),
        // Its argument is a stream, and it only waits for that.
        b"pg_socket_poll" => return None,
        b"pg_close" => Connection::new(WHAT, keys).closing(true),
        name if name.starts_with(b"pg_") => Connection::new(WHAT, keys).with_after(made),
        _ => return None,
    })
}
