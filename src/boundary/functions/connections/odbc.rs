//! ODBC, whose results belong to connections: what calls on them wait for is the connection. No header says which it is, so it is
//! noted when a function makes a result of a connection. Results and connections are resources, objects as of PHP 8.4. Several
//! handles may stand for one connection, which is the key.
//!
//! PHP 8.4 closes all results of a connection when an object of it is freed, or closed, and leaves other objects of that connection
//! with what is freed. So a persistent connection has one object, which is held: `odbc_pconnect()` lets it go when nothing else
//! refers to it, and PHP does as if it had been gone.

use super::{Connection, Exclusion, Keys, default, handle_keys, no_keys, one};
use crate::abi::zend::{IS_LONG, IS_STRING};
use crate::abi::{ExecuteData, Object, Zval};
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::boundary::calls::call_stack::{InnermostCall, innermost_call};
use crate::boundary::calls::{Key, closes};
use crate::boundary::exclusion::forced_close;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::engine::connection::{self, OdbcHandle, odbc_handle};
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::wrap::Function;
use crate::engine::{object, string};
use crate::scheduler::{self, FirstCancellation};
use core::ptr;

const WHAT: &str = "odbc";

#[derive(Default)]
struct Table {
    /// The connections of results. An address that is used again is noted anew: only functions of ODBC make results, and what is no
    /// result, or none any more, is not looked for.
    of_results: Addresses<Key>,
    /// The persistent connections, by what they were opened with.
    persistent: Addresses<Key>,
    /// The objects of persistent connections, each with a reference; the engine frees what is left at the end of the request.
    held: Addresses<*mut Object>,
}

per_thread!(
    fn table() -> *mut Table = Table {
        of_results: Addresses::with_hasher(Address::BUILD),
        persistent: Addresses::with_hasher(Address::BUILD),
        held: Addresses::with_hasher(Address::BUILD),
    }
);

/// A connection is closed with all its results, and a call on it may be in a handler of its warnings.
pub fn connection_of(function: &Function) -> Option<Connection> {
    if default::is_excepted(WHAT.as_bytes()) {
        return None;
    }
    let connection = |keys| Connection::new(WHAT, keys).with_exclusion(Exclusion::InUseUntilClosed);
    Some(match function.name() {
        b"odbc_pconnect" => connection(of_arguments).with_after(connected_persistently),
        // It has its own way to end the calls of others.
        b"odbc_close_all" => connection(no_keys),
        name => connection(keys).with_after(returned).closing(name == b"odbc_close"),
    })
}

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: a live call.
    unsafe { one(key_of(call.arg(0))) }
}

unsafe fn key_of(value: *mut Zval) -> Key {
    // SAFETY: a value of a live call, or null. Only this thread reaches the table, and nothing that is called here uses it.
    unsafe {
        match odbc_handle(value) {
            OdbcHandle::None => 0,
            OdbcHandle::Connection(connection) => connection,
            OdbcHandle::Result(result) => (*table()).of_results.get(&result).copied().unwrap_or(0),
        }
    }
}

/// Whether a call is on a result.
///
/// # Safety
/// A live call.
pub unsafe fn is_on_result(call: Call) -> bool {
    // SAFETY: a live call, as this function demands.
    unsafe { matches!(odbc_handle(call.arg(0)), OdbcHandle::Result(_)) }
}

unsafe fn returned(call: Call, keys: &Keys) {
    // SAFETY: the call has returned, and its result is live. Only this thread reaches the table.
    unsafe {
        if let OdbcHandle::Result(made) = odbc_handle(call.result()) {
            (*table()).of_results.insert(made, keys[0]);
        }
    }
}

/// What decides which persistent connection is meant, as PHP writes it down.
unsafe fn text(call: Call) -> Key {
    const CURSORS_BY_DEFAULT: i64 = 2;
    // SAFETY: arguments of a live call, not checked yet.
    unsafe {
        let text = |index: u32| {
            let value = call.arg(index);
            if !value.is_null() && (*value).kind() == IS_STRING {
                string::bytes((*value).value.string)
            } else {
                b"(null)"
            }
        };
        let cursors = call.arg(3);
        let cursors =
            if cursors.is_null() || (*cursors).kind() != IS_LONG { CURSORS_BY_DEFAULT } else { (*cursors).value.long };
        handle_keys::key_of_text(&[b"odbc_pconnect", text(0), text(1), text(2), &cursors.to_le_bytes()])
    }
}

/// It asks the connection that is open with these arguments whether it is still in order.
unsafe fn of_arguments(call: Call) -> Keys {
    // SAFETY: a live call. Only this thread reaches the table.
    unsafe { one((*table()).persistent.get(&text(call)).copied().unwrap_or(0)) }
}

/// It opens a connection again that is not in order: no handle may stand for that then.
///
/// # Safety
/// A live call of `odbc_pconnect()` which no other disturbs, where nothing suspends.
pub unsafe fn connects_persistently(call: Call) {
    // SAFETY: a live call. Only this thread reaches the table; it is not used while objects are closed or freed.
    unsafe {
        let connection = of_arguments(call)[0];
        if connection == 0 {
            return;
        }
        let held = (*table()).held.get(&connection).copied().unwrap_or(ptr::null_mut());
        let is_used = held.is_null() || object::ref_count(held) > 1;
        if is_used && !closes::is_any_call_inside(connection) {
            connection::close_broken_odbc(connection, held);
        }
        if !held.is_null() && (!is_used || connection::of_odbc(held) == 0) {
            (*table()).held.remove(&connection);
            object::release(held);
        }
    }
}

unsafe fn connected_persistently(call: Call, _: &Keys) {
    // SAFETY: the call has returned, and its result is live. Only this thread reaches the table, and nothing that is called here uses it.
    unsafe {
        match odbc_handle(call.result()) {
            OdbcHandle::Connection(connection) => {
                (*table()).persistent.insert(text(call), connection);
                hold(call.result(), connection);
            }
            _ => drop((*table()).persistent.remove(&text(call))),
        }
    }
}

/// Makes the object the one of its connection, or replaces it by that one.
unsafe fn hold(value: *mut Zval, connection: Key) {
    // SAFETY: the value is the result of the call that has just returned; the table has a reference of each object in it.
    unsafe {
        let made = (*value).object();
        if made.is_null() {
            return;
        }
        match (*table()).held.get(&connection).copied() {
            Some(held) if held == made => (),
            Some(held) if connection::of_odbc(held) == connection => connection::replace_odbc_link(value, held),
            closed => {
                (*table()).held.insert(connection, object::add_ref(made));
                object::release(closed.unwrap_or(ptr::null_mut()));
            }
        }
    }
}

/// Ends the calls of others on all connections, waits until they are back, and calls `then`: meanwhile no other begins on these. The
/// first cancellation that arrives is left in `held`. False, without calling it, if they are not back, because nothing may wait here.
///
/// # Safety
/// In a call of a coroutine with hooks enabled.
pub unsafe fn end_all_calls(held: &mut FirstCancellation, then: &mut dyn FnMut()) -> bool {
    // SAFETY: in a call of a coroutine, as this function demands; the gate is left if it was entered.
    unsafe {
        let key = under_a_call();
        if key == 0 {
            then();
            return true;
        }
        if forced_close::enter_exclusively(key, WHAT, held) != Entry::Entered {
            return false;
        }
        let done = end_all_calls(held, then);
        gate::leave(key);
        done
    }
}

/// A connection that another coroutine is in a call on; 0 if there is none.
unsafe fn under_a_call() -> Key {
    let mut found = 0;
    // SAFETY: suspended coroutines have frames.
    unsafe {
        scheduler::each_coroutine(|coroutine| {
            let mut frame: *mut ExecuteData = (*coroutine).suspended_frame();
            while !frame.is_null() && found == 0 {
                if let InnermostCall::Connection(call, _, Exclusion::InUseUntilClosed) = innermost_call(frame) {
                    let key = key_of(call.arg(0));
                    found = if key != 0 && closes::is_any_call_inside(key) { key } else { 0 };
                }
                frame = (*frame).prev_execute_data;
            }
        });
    }
    found
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches the table. Its memory goes with what it held.
    unsafe { drop(core::mem::take(&mut *table())) };
}
