//! Streams that are channels of a connection: those of ssh2, large objects of PDO pgsql, blobs of SQLite3. Their operations
//! take the gate of the connection, whichever function of PHP calls them; so do the addresses of ssh2 that name a session.

use super::{Connection, Keys, handle_keys, one, shared_cache, this_of};
use crate::abi::Zval;
use crate::boundary::calls::Key;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait;
use crate::engine::channels::{self, Passage};
use crate::engine::connection;
use crate::engine::entry::Call;
use crate::engine::shared_tables;
use crate::engine::streams::{self, Stream};
use crate::engine::wrap::Function;
use crate::scheduler::FirstCancellation;
use core::ffi::c_void;

const WHAT: &str = "channel";

/// Numbers of resources are given once in a request.
const RESOURCE: Key = 1 << 62;

/// Makes another number of the address of a stream.
const WHOLE_CALLS: Key = 1;

/// The start of the first request of a process or thread.
///
/// # Safety
/// RINIT.
pub unsafe fn startup() {
    channels::startup(pass, passed, opened);
    for protocol in ["ssh2.sftp", "ssh2.exec", "ssh2.shell", "ssh2.tunnel", "ssh2.scp"] {
        // SAFETY: RINIT, as this function demands: no stream exists yet.
        unsafe { channels::wrap_addresses(protocol) }
    }
}

/// The functions of ssh2: the key is the session, and what a function returns is one of its channels.
pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.name() {
        b"ssh2_connect" | b"ssh2_poll" => None,
        name => Some(Connection::new("ssh2", of_resource).with_after(returned).closing(name == b"ssh2_disconnect")),
    }
}

unsafe fn of_resource(call: Call) -> Keys {
    let value = call.arg(0);
    // SAFETY: an argument of a live call.
    one(if value.is_null() { 0 } else { key_of(unsafe { channels::number(value) }) })
}

/// What belongs to no other resource is a session itself.
fn key_of(number: i64) -> Key {
    if number == 0 {
        return 0;
    }
    let name = RESOURCE | number as Key;
    match handle_keys::of_number(name) {
        0 => name,
        key => key,
    }
}

/// A stream or another resource that a call on a connection returned is a channel of it.
pub unsafe fn returned(call: Call, keys: &Keys) {
    // SAFETY: the call has returned.
    unsafe { note(call.result(), keys[0]) }
}

/// A stream or another resource is a channel of a connection.
unsafe fn note(value: *mut Zval, key: Key) {
    // SAFETY: the call that has returned holds the value. Wrapping runs no PHP code.
    unsafe {
        let number = channels::number(value);
        if number == 0 || key == 0 {
            return;
        }
        handle_keys::set_number(RESOURCE | number as Key, key);
        let stream = channels::wrap(value);
        if !stream.is_null() {
            handle_keys::set_number(stream as usize, key);
        }
    }
}

/// As [`returned`], for a method of a driver, which may open a large object.
pub unsafe fn returned_large_object(call: Call, keys: &Keys) {
    // SAFETY: the call has returned.
    unsafe { note_large_object(call.result(), keys[0]) }
}

/// As [`note`], for streams that the connection itself closes, as PDO pgsql does with large objects at the end of their
/// transaction: no call may be inside of one then, so a call on it keeps others off the connection until it has returned.
unsafe fn note_large_object(value: *mut Zval, key: Key) {
    // SAFETY: the call that has returned holds the value.
    unsafe {
        note(value, key);
        let stream = streams::of_value(value);
        if !stream.is_null() && key != 0 {
            handle_keys::set_number(stream as usize | WHOLE_CALLS, key);
        }
    }
}

/// A column was bound: one that is bound as a large object becomes a stream when a row is fetched, in whichever way.
pub unsafe fn column_bound(call: Call, _: &Keys) {
    unsafe extern "C" fn fetched(stream: *mut Zval, connection: *mut c_void) {
        // SAFETY: told in the middle of a call on the connection, of a value that lives.
        unsafe { note_large_object(stream, shared_cache::of_pdo(connection as usize)) }
    }
    // SAFETY: the object of a call that has returned.
    unsafe {
        let statement = this_of(call);
        if !statement.is_null() {
            shared_tables::changing(|| connection::watch_large_objects(statement, fetched));
        }
    }
}

/// The connection whose gate a call on a stream holds from begin to end; 0 for most streams.
#[inline]
pub fn gate_of_calls(stream: *mut Stream) -> Key {
    handle_keys::of_number(stream as usize | WHOLE_CALLS)
}

unsafe extern "C" fn opened(resource: i64, stream: *mut Stream) {
    // SAFETY: ssh2 opens a stream in a call of PHP code, so this is a PHP thread with a request.
    unsafe { handle_keys::set_number(stream as usize, key_of(resource)) };
}

unsafe extern "C" fn pass(stream: *mut Stream, resource: i64, closing: bool, passage: *mut Passage) -> bool {
    // SAFETY: called around an operation on a live stream, with room for the passage.
    unsafe {
        let key = match wait::enabled() {
            true if stream.is_null() => key_of(resource),
            true => handle_keys::of_number(stream as usize),
            false => 0,
        };
        *passage = Passage { key, entered: false };
        let mut held = FirstCancellation::NONE;
        let entry = match key {
            0 => Entry::Passed,
            _ if closing => gate::enter_uncancelled(key, WHAT, &mut held),
            _ => gate::enter(key, WHAT),
        };
        (*passage).entered = entry == Entry::Entered;
        if closing {
            handle_keys::forget_number(stream as usize);
            handle_keys::forget_number(stream as usize | WHOLE_CALLS);
        }
        wait::raise_held(held);
        if !closing && (stream.is_null() || !streams::is_being_freed(stream)) {
            return matches!(entry, Entry::Entered | Entry::Passed) && !gate::is_refused(entry, key, WHAT);
        }
        // Where nothing may wait: what C code is in the middle of is not freed.
        let busy = entry == Entry::Passed && gate::is_used_by_another(key);
        (closing || matches!(entry, Entry::Entered | Entry::Passed)) && !busy
    }
}

unsafe extern "C" fn passed(passage: *mut Passage) {
    // SAFETY: given to `pass`.
    unsafe {
        if (*passage).entered {
            gate::leave((*passage).key);
        }
    }
}
