//! Connections of SQLite to a shared cache (`file:…?cache=shared`), by PDO; SQLite3 makes paths of such names.
//!
//! SQLite holds the cache's mutex while a query calls PHP code or waits for a lock. A coroutine that enters another
//! connection to that cache meanwhile would block the process in the mutex, for ever if the holder is a coroutine. So all of
//! these connections have one key [io/DB-8]: their calls take turns. Which caches are the same is known to SQLite alone.

use super::{Keys, handle_keys};
use crate::abi::zend::IS_STRING;
use crate::boundary::calls::Key;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::string;
use crate::scheduler::FirstCancellation;
use core::sync::atomic::{AtomicBool, Ordering};

/// No address, and no number of a resource.
const KEY: Key = 0b10;
/// Makes a number of a connection of PDO that nothing else has.
const OF_PDO: Key = 0b10;

static ANY: AtomicBool = AtomicBool::new(false);

/// The key of a call that opens a connection: the cache if its first argument names a shared one, or 0.
///
/// # Safety
/// A live call.
pub unsafe fn of_opening(call: Call) -> Key {
    // SAFETY: the arguments of a live call.
    unsafe {
        let source = call.arg(0);
        if source.is_null() || (*source).kind() != IS_STRING {
            return 0;
        }
        let text = string::bytes((*source).value.string);
        if text.windows(b"cache=shared".len()).any(|part| part == b"cache=shared") { KEY } else { 0 }
    }
}

/// A constructor of PDO whose call had these keys has made a connection.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn opened(keys: &Keys, connection: Key) {
    // SAFETY: on a PHP thread, as this function demands.
    unsafe {
        if connection != 0 && keys.contains(&KEY) {
            ANY.store(true, Ordering::Relaxed);
            handle_keys::set_number(connection | OF_PDO, KEY);
        } else if ANY.load(Ordering::Relaxed) {
            handle_keys::forget_number(connection | OF_PDO);
        }
    }
}

/// The key of a connection of PDO.
#[inline]
pub fn of_pdo(connection: Key) -> Key {
    if !ANY.load(Ordering::Relaxed) {
        return connection;
    }
    match handle_keys::of_number(connection | OF_PDO) {
        0 => connection,
        key => key,
    }
}

/// Calls a function that may enter a connection of PDO, when it is its turn. A cancellation that comes meanwhile is thrown
/// after.
///
/// # Safety
/// A live connection. May suspend.
pub unsafe fn take_turn<R>(connection: Key, function: impl FnOnce() -> R) -> R {
    let key = of_pdo(connection);
    if key == connection || !wait::enabled() {
        return function();
    }
    // SAFETY: the coroutine that has entered the gate leaves it.
    unsafe {
        let mut held = FirstCancellation::NONE;
        let entry = gate::enter_uncancelled(key, "SQLite", &mut held);
        let result = function();
        if entry == Entry::Entered {
            gate::leave(key);
        }
        wait::raise_held(held);
        result
    }
}
