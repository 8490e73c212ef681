//! Extensions whose handles share a connection although they are different objects (io FW-2): the key is what is really
//! shared. They are marked, not gated: their callbacks of PHP code may wait.

use super::{Connection, Keys, default, notes, object_at, one, this_of};
use crate::abi::Object;
use crate::abi::zend::{IS_FALSE, IS_LONG, IS_STRING};
use crate::boundary::gate::Key;
use crate::engine::entry::Call;
use crate::engine::wrap::Function;
use crate::engine::{connection, foreign, ini, string};

pub fn connection_of(function: &Function) -> Option<Connection> {
    let module = function.module();
    if default::is_excepted(module) {
        return None;
    }
    let closes = default::closes(function.name());
    match module {
        // Persistent connections are found by what they are given, and replaced: one at a time.
        b"amqp" if matches!(function.name(), b"pconnect" | b"preconnect" | b"pdisconnect") => {
            Some(Connection::new("amqp", amqp_persistent).marked().closing(closes))
        }
        // Closing a channel is an ordinary question.
        b"amqp" if function.class() == b"AMQPConnection" => {
            Some(Connection::new("amqp", amqp).marked().closing(closes))
        }
        b"amqp" => Some(Connection::new("amqp", amqp).marked()),
        b"memcached" if function.class() == b"Memcached" && function.name() == b"__construct" => {
            Some(Connection::new("memcached", default::keys).marked().with_after(memcached_constructed))
        }
        b"memcache" => {
            let connection = Connection::new("memcache", default::keys)
                .marked()
                .closing(closes || function.name() == b"memcache_close");
            let shares =
                matches!(function.name(), b"pconnect" | b"addserver" | b"memcache_pconnect" | b"memcache_add_server");
            Some(if shares { connection.with_after(memcache_shared) } else { connection })
        }
        b"redis" if function.class() == b"Redis" => {
            let connection = Connection::new("redis", default::keys).marked().closing(closes);
            Some(match function.name() {
                b"pconnect" | b"popen" => {
                    Connection::new("redis", redis_opened).marked().closing(closes).with_after(redis_shared)
                }
                b"connect" | b"open" => connection.with_after(redis_connected),
                _ => connection,
            })
        }
        // A file is sent and received by steps on one connection, with PHP's streams in between, which may wait.
        b"ftp" => Some(Connection::new("FTP\\Connection", default::keys).closing(closes)),
        _ => None,
    }
}

/// Channels hold their connection, queues and exchanges their channel. One that is being constructed is given it.
unsafe fn amqp(call: Call) -> Keys {
    // SAFETY: objects of a live call.
    unsafe {
        match amqp_connection(this_of(call)) {
            0 => one(amqp_connection(object_at(call, 0))),
            key => one(key),
        }
    }
}

unsafe fn amqp_persistent(call: Call) -> Keys {
    // SAFETY: forwarded.
    let [connection, ..] = unsafe { amqp(call) };
    [connection, notes::key_of_text(&[b"amqp", b"persistent"]), 0, 0]
}

/// The connection of one of amqp's objects.
///
/// # Safety
/// A live object or null.
pub unsafe fn amqp_connection(object: *mut Object) -> Key {
    unsafe extern "C" fn is_of_amqp(object: *mut Object) -> bool {
        // SAFETY: a live object.
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

/// Objects with the same persistent id share their connections.
unsafe fn memcached_constructed(call: Call, _: &Keys) {
    // SAFETY: the constructor has returned.
    unsafe {
        let id = call.arg(0);
        notes::forget(this_of(call));
        if !id.is_null() && (*id).kind() == IS_STRING && (*(*id).value.string).len > 0 {
            notes::set(this_of(call), notes::key_of_text(&[b"memcached", string::bytes((*id).value.string)]));
        }
    }
}

/// Persistent connections belong to the process; which servers an object has is not told, so all that have any are one.
unsafe fn memcache_shared(call: Call, _: &Keys) {
    // SAFETY: the call has returned.
    unsafe {
        let key = notes::key_of_text(&[b"memcache"]);
        let this = this_of(call);
        // `addServer($host, $port, $persistent)`, `memcache_add_server($memcache, $host, $port, $persistent)`.
        let (object, persistent) = match (this.is_null(), object_at(call, 0)) {
            (false, _) => (this, call.arg(2)),
            (true, argument) if !argument.is_null() => (argument, call.arg(3)),
            (true, _) => ((*call.result()).object(), call.arg(u32::MAX)),
        };
        let is_off = !persistent.is_null()
            && ((*persistent).kind() == IS_FALSE || ((*persistent).kind() == IS_LONG && (*persistent).value.long == 0));
        let pconnects = this.is_null() && object_at(call, 0).is_null();
        if !object.is_null() && (pconnects || !is_off) {
            notes::set(object, key);
        }
    }
}

unsafe fn redis_connected(call: Call, _: &Keys) {
    // SAFETY: the call has returned.
    unsafe { notes::forget(this_of(call)) }
}

/// What objects share that open the same persistent connection: PHP lists it before it is connected.
unsafe fn redis_opened(call: Call) -> Keys {
    // SAFETY: forwarded.
    unsafe {
        let [object, ..] = default::keys(call);
        [object, redis_persistent(call), 0, 0]
    }
}

/// The key of the connection that `pconnect($host, $port, $timeout, $persistent_id)` opens, 0 with phpredis's own pool.
unsafe fn redis_persistent(call: Call) -> Key {
    // SAFETY: arguments of a live frame.
    unsafe {
        if ini::is_on(c"redis.pconnect.pooling_enabled") {
            return 0;
        }
        let text = |index: u32| {
            let value = call.arg(index);
            if !value.is_null() && (*value).kind() == IS_STRING { string::bytes((*value).value.string) } else { b"" }
        };
        let port = call.arg(1);
        let port = if !port.is_null() && (*port).kind() == IS_LONG { (*port).value.long } else { 0 };
        notes::key_of_text(&[b"redis", text(0), &port.to_le_bytes(), text(3)])
    }
}

/// Without its pool of connections, objects with the same server and persistent id share one.
unsafe fn redis_shared(call: Call, _: &Keys) {
    // SAFETY: the call has returned.
    unsafe {
        match redis_persistent(call) {
            0 => notes::forget(this_of(call)),
            key => notes::set(this_of(call), key),
        }
    }
}
