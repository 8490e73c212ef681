//! Extensions whose objects are one connection each, or share one although they are different objects [io/FW-2]: the key is
//! what is really shared, the gate is held for whole calls. In the middle of an answer they call PHP code, such as
//! `__unserialize()`, and that may wait.

use super::{Connection, Keys, amqp, default, ftp, handle_keys, object_at, one, this_of};
use crate::abi::Object;
use crate::abi::zend::{IS_FALSE, IS_LONG, IS_STRING};
use crate::boundary::calls::Key;
use crate::engine::entry::Call;
use crate::engine::wrap::Function;
use crate::engine::{ini, string};

pub fn connection_of(function: &Function) -> Option<Connection> {
    let module = function.module();
    if default::is_excepted(module) {
        return None;
    }
    let closes = default::closes(function.name());
    match module {
        b"amqp" => Some(amqp::connection_of(function, closes)),
        b"memcached" if function.takes_handle => Some(match (function.class(), function.name()) {
            (b"Memcached", b"__construct") => {
                Connection::new("memcached", memcached_made).cut_off().with_after(memcached_constructed)
            }
            _ => Connection::new("memcached", handle).cut_off().closing(closes),
        }),
        b"memcache" if function.takes_handle || function.name() == b"memcache_pconnect" => {
            Some(memcache(function, closes))
        }
        b"redis" if function.takes_handle => {
            let connection = Connection::new("redis", handle).cut_off().closing(closes);
            Some(match (function.class(), function.name()) {
                (b"Redis", b"pconnect" | b"popen") => {
                    Connection::new("redis", redis_opened).cut_off().with_after(redis_shared)
                }
                (b"Redis", b"connect" | b"open") => connection.with_after(redis_connected),
                (_, b"subscribe" | b"psubscribe" | b"ssubscribe") => connection.endless(always),
                _ => connection,
            })
        }
        b"gearman" if function.takes_handle => Some(Connection::new("gearman", handle).cut_off().closing(closes)),
        b"ftp" => Some(ftp::connection_of(function, closes)),
        _ => None,
    }
}

/// What the object of a call shares with others, or the object. Functions are given it.
unsafe fn handle(call: Call) -> Keys {
    // SAFETY: objects of a live call.
    unsafe { one(default::of_handle(handle_of(call))) }
}

unsafe fn handle_of(call: Call) -> *mut Object {
    // SAFETY: the wrapper's call has not returned, so its object and arguments are alive.
    unsafe {
        let this = this_of(call);
        if this.is_null() { object_at(call, 0) } else { this }
    }
}

unsafe fn always(_: Call) -> bool {
    true
}

/// The key of the connections that objects with the persistent id of a constructor share; 0 without one.
unsafe fn memcached_persistent(call: Call) -> Key {
    let id = call.arg(0);
    // SAFETY: an argument of a live call.
    unsafe {
        if id.is_null() || (*id).kind() != IS_STRING || (*(*id).value.string).len == 0 {
            return 0;
        }
        handle_keys::key_of_text(&[b"memcached", string::bytes((*id).value.string)])
    }
}

/// The first object with a persistent id calls PHP code, which adds the servers.
unsafe fn memcached_made(call: Call) -> Keys {
    // SAFETY: the wrapper's call has not returned, so its object and arguments are alive.
    unsafe { [this_of(call) as Key, memcached_persistent(call), 0, 0] }
}

unsafe fn memcached_constructed(call: Call, _: &Keys) {
    // SAFETY: the constructor has returned.
    unsafe {
        match memcached_persistent(call) {
            0 => handle_keys::forget(this_of(call)),
            key => handle_keys::set(this_of(call), key),
        }
    }
}

fn memcache(function: &Function, closes: bool) -> Connection {
    let opening = |keys| Connection::new("memcache", keys).cut_off().with_after(memcache_opened);
    match (function.class(), function.name()) {
        (_, b"pconnect" | b"memcache_pconnect") => opening(memcache_persistent),
        (b"MemcachePool", b"connect" | b"addserver") | (_, b"memcache_add_server") => opening(memcache_fourth),
        (_, b"addserver") => opening(memcache_third),
        (_, name) => Connection::new("memcache", handle).cut_off().closing(closes || name == b"memcache_close"),
    }
}

/// Persistent connections belong to the process; which servers an object has is not told, so all that have any are one.
unsafe fn memcache_persistent(call: Call) -> Keys {
    // SAFETY: the wrapper's call has not returned, so its object and arguments are alive.
    unsafe {
        let [object, ..] = handle(call);
        [object, handle_keys::key_of_text(&[b"memcache"]), 0, 0]
    }
}

unsafe fn memcache_third(call: Call) -> Keys {
    // SAFETY: the wrapper's call has not returned, so its arguments are alive.
    unsafe { memcache_unless_off(call, 2) }
}

unsafe fn memcache_fourth(call: Call) -> Keys {
    // SAFETY: the wrapper's call has not returned, so its arguments are alive.
    unsafe { memcache_unless_off(call, 3) }
}

/// Servers are persistent unless an argument says otherwise.
unsafe fn memcache_unless_off(call: Call, index: u32) -> Keys {
    // SAFETY: arguments of a live call.
    unsafe {
        let persistent = call.arg(index);
        let off = !persistent.is_null()
            && ((*persistent).kind() == IS_FALSE || ((*persistent).kind() == IS_LONG && (*persistent).value.long == 0));
        if off { handle(call) } else { memcache_persistent(call) }
    }
}

/// From now on the object shares what it has opened.
unsafe fn memcache_opened(call: Call, keys: &Keys) {
    // SAFETY: the call has returned; `memcache_pconnect()` returns the object.
    unsafe {
        let object = match handle_of(call) {
            object if object.is_null() => (*call.result()).object(),
            object => object,
        };
        if keys[1] != 0 && !object.is_null() {
            handle_keys::set(object, keys[1]);
        }
    }
}

unsafe fn redis_connected(call: Call, _: &Keys) {
    // SAFETY: the call has returned.
    unsafe { handle_keys::forget(this_of(call)) }
}

/// What objects share that open the same persistent connection: PHP lists it before it is connected.
unsafe fn redis_opened(call: Call) -> Keys {
    // SAFETY: the wrapper's call has not returned, so its object and arguments are alive.
    unsafe {
        let [object, ..] = handle(call);
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
        handle_keys::key_of_text(&[b"redis", text(0), &port.to_le_bytes(), text(3)])
    }
}

/// Without its pool of connections, objects with the same server and persistent id share one.
unsafe fn redis_shared(call: Call, _: &Keys) {
    // SAFETY: the call has returned.
    unsafe {
        match redis_persistent(call) {
            0 => handle_keys::forget(this_of(call)),
            key => handle_keys::set(this_of(call), key),
        }
    }
}
