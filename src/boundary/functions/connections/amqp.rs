//! amqp: all objects of a connection share the gate of the connection [io/FW-2].

use super::{Connection, Keys, handle_keys, object_at, one, this_of};
use crate::abi::Object;
use crate::abi::zend::IS_NULL;
use crate::boundary::calls::Key;
use crate::engine::entry::Call;
use crate::engine::wrap::Function;
use crate::engine::{connection, foreign};

/// What a function of amqp is called on.
pub fn connection_of(function: &Function, closes: bool) -> Connection {
    let connection = Connection::new("amqp", keys).cut_off();
    match (function.class(), function.name()) {
        // Persistent connections are found by what they are given, and replaced: one at a time.
        (_, b"pconnect" | b"preconnect" | b"pdisconnect") => {
            Connection::new("amqp", persistent).cut_off().closing(closes)
        }
        // Closing a channel is an ordinary question.
        (b"AMQPConnection", _) => connection.closing(closes),
        (b"AMQPQueue", b"consume") => connection.endless(calls_back),
        _ => connection,
    }
}

/// Whether `consume()` has a callback; without, it only announces a consumer.
unsafe fn calls_back(call: Call) -> bool {
    let callback = call.arg(0);
    // SAFETY: an argument of a live call.
    !callback.is_null() && unsafe { (*callback).kind() != IS_NULL }
}

/// Channels hold their connection, queues and exchanges their channel. One that is being constructed is given it.
unsafe fn keys(call: Call) -> Keys {
    // SAFETY: objects of a live call.
    unsafe {
        match key_of(this_of(call)) {
            0 => one(key_of(object_at(call, 0))),
            key => one(key),
        }
    }
}

unsafe fn persistent(call: Call) -> Keys {
    // SAFETY: `keys` asks for a live call, as this function is given by the wrappers.
    let [connection, ..] = unsafe { keys(call) };
    [connection, handle_keys::key_of_text(&[b"amqp", b"persistent"]), 0, 0]
}

/// The connection of one of amqp's objects.
///
/// # Safety
/// A live object or null.
pub unsafe fn key_of(object: *mut Object) -> Key {
    unsafe extern "C" fn is_of_amqp(object: *mut Object) -> bool {
        // SAFETY: `held_by` asks only about objects that a live one holds.
        unsafe { matches!(foreign::class_of(object), b"AMQPConnection" | b"AMQPChannel") }
    }
    let mut object = object;
    // SAFETY: what a live object holds is alive.
    unsafe {
        // From a queue to its channel to its connection.
        for _ in 0..3 {
            if object.is_null() || foreign::class_of(object) == b"AMQPConnection" {
                break;
            }
            object = connection::held_by(object, is_of_amqp);
        }
    }
    object as Key
}
