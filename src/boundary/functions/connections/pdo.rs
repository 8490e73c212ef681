//! PDO: the key is the connection that PDO objects and their statements share. A constructor that asks for a persistent
//! connection holds the name of the connection as well, so that two do not make the same one [io/DB-6].

use super::super::wrapped::Wrapped;
use super::{Connection, Keys, call, channels, one, parameters, shared_cache, this_of, zones};
use crate::abi::{Object, ObjectHandlers};
use crate::boundary::calls::gates::Table;
use crate::boundary::calls::{Key, held_locks, interrupted};
use crate::engine::connection;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::{self, Function};
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

const WHAT: &str = "PDO";

/// The key of the connection of an object.
///
/// # Safety
/// A live object of the class.
pub unsafe fn key_of(this: *mut Object) -> Key {
    // SAFETY: the object is live and of the class, as this function demands.
    shared_cache::of_pdo(unsafe { connection::of_pdo(this) })
}

/// The key of the connection of a statement.
///
/// # Safety
/// A live object of the class.
pub unsafe fn key_of_statement(this: *mut Object) -> Key {
    // SAFETY: the object is live and of the class, as this function demands.
    shared_cache::of_pdo(unsafe { connection::of_pdo_statement(this) })
}

unsafe fn of_this(call: Call) -> Keys {
    // SAFETY: methods of the class are called on its objects.
    unsafe {
        let this = this_of(call);
        one(if this.is_null() { 0 } else { key_of(this) })
    }
}

unsafe fn of_statement(call: Call) -> Keys {
    // SAFETY: methods of the class are called on its objects, which the call holds.
    unsafe {
        let this = this_of(call);
        one(if this.is_null() { 0 } else { key_of_statement(this) })
    }
}

unsafe fn of_constructor(call: Call) -> Keys {
    // SAFETY: methods of the class are called on its objects; the arguments, which are not checked yet, are read as what
    // they are.
    unsafe {
        match connection::persistent(call) {
            Some((name, connection)) => [name, connection, shared_cache::of_opening(call), 0],
            None => [of_this(call)[0], shared_cache::of_opening(call), 0, 0],
        }
    }
}

/// Where the name of a driver lies that is not a zone: programs use one driver as a rule, and ask for each call.
static ORDINARY: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Whether nothing may suspend in calls on a connection [io/FW-4].
///
/// # Safety
/// A live connection or 0.
#[inline]
pub unsafe fn is_zone(connection: Key) -> bool {
    if !zones::any_driver() {
        return false;
    }
    // SAFETY: a live connection or 0, as this function demands.
    unsafe {
        let name = connection::pdo_driver_name(connection);
        !ptr::eq(name.cast(), ORDINARY.load(Ordering::Relaxed)) && ask_for(connection)
    }
}

#[cold]
unsafe fn ask_for(connection: Key) -> bool {
    // SAFETY: `is_zone` was given a live connection or 0.
    unsafe {
        let is_zone = zones::contains_driver(connection::pdo_driver(connection));
        // That one may become a zone.
        if !is_zone && connection::pdo_driver(connection) != zones::ODBC {
            ORDINARY.store(connection::pdo_driver_name(connection).cast_mut().cast(), Ordering::Relaxed);
        }
        is_zone
    }
}

unsafe fn call_is_zone(call: Call) -> bool {
    // SAFETY: methods of the class are called on its objects, which the call holds.
    unsafe {
        let this = this_of(call);
        zones::any_driver() && !this.is_null() && is_zone(connection::of_pdo(this))
    }
}

/// A constructor has no driver yet, only the text that names it.
unsafe fn constructor_is_zone(call: Call) -> bool {
    // SAFETY: its arguments are not checked yet.
    unsafe { zones::any_driver() && zones::contains_driver(connection::driver_asked_for(call)) }
}

unsafe fn statement_is_zone(call: Call) -> bool {
    // SAFETY: a statement holds its connection.
    unsafe {
        let this = this_of(call);
        zones::any_driver() && !this.is_null() && is_zone(connection::of_pdo_statement(this))
    }
}

unsafe fn after_constructor(call: Call, keys: &Keys) {
    // SAFETY: the object of a call that has returned.
    unsafe {
        let this = this_of(call);
        held_locks::end_call(call.frame());
        if !this.is_null() {
            shared_cache::opened(keys, connection::of_pdo(this));
        }
    }
}

unsafe fn before_constructor(call: Call) {
    // SAFETY: the gates of the name and of the connection are held.
    unsafe {
        if let Some((_, connection)) = connection::persistent(call) {
            connection::give_up_dead(call, interrupted::was(connection));
        }
    }
}

/// A coroutine of an earlier request may have been broken off in the middle of the connection.
unsafe fn before_first_use(call: Call) {
    // SAFETY: a live call, on a thread where no coroutine runs.
    unsafe {
        // Those that were in the middle of a call at a fatal error are noted now.
        Table::of_thread();
        if interrupted::any()
            && let Some((_, connection)) = connection::persistent(call)
            && interrupted::was(connection)
        {
            connection::give_up_dead(call, true);
        }
    }
}

const fn of_connection() -> Connection {
    Connection::new(WHAT, of_this).with_zone(call_is_zone)
}

const fn of_statements() -> Connection {
    Connection::new(WHAT, of_statement).with_zone(statement_is_zone)
}

/// A method of the driver: it may return a stream that is a large object of the connection.
const fn of_driver() -> Connection {
    of_connection().with_after(channels::returned_large_object)
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    match (function.class(), function.name()) {
        (b"PDO", b"__construct" | b"connect") => {
            let connection = Connection::new(WHAT, of_constructor).with_zone(constructor_is_zone);
            let early = Some(before_first_use as unsafe fn(Call));
            Some(Connection { before: Some(before_constructor), early, after: Some(after_constructor), ..connection })
        }
        _ if function.is_static => None,
        (b"PDOStatement", b"bindcolumn") => Some(of_statements().with_after(channels::column_bound)),
        (b"PDOStatement", b"execute") => Some(Connection { around: Some(parameters::execute), ..of_statements() }),
        (b"PDOStatement", _) => Some(of_statements()),
        (b"PDO", _) => Some(of_connection()),
        // The classes of drivers, as of PHP 8.4.
        (class, _) if class.starts_with(b"Pdo\\") => Some(of_driver()),
        _ => None,
    }
}

/// Methods of drivers (`pgsqlCopyFromArray()`, `sqliteCreateFunction()`) are in tables that connections make for
/// themselves.
///
/// # Safety
/// The table of handlers of PDO.
pub unsafe fn watch_driver_methods(handlers: *mut ObjectHandlers) {
    // SAFETY: the table is that of PDO, as this function demands, and `found` takes what it is told.
    unsafe { connection::watch_driver_methods(handlers, found) }
}

unsafe extern "C" fn found(function: *mut c_void) {
    // SAFETY: the engine passes the function that it has found, before it is called.
    unsafe { wrap::wrap_function(function, choose) }
}

/// Every connection has its own copy of a method; there is one note for all.
static METHODS: Mutex<Vec<&'static Wrapped>> = Mutex::new(Vec::new());

unsafe extern "C" fn choose(function: *const Function, note: *mut *const c_void) -> Option<Handler> {
    // SAFETY: lives for the length of this call.
    let handler = unsafe { (*function).handler };
    if handler as *const () == call as *const () {
        return None;
    }
    let mut methods = METHODS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = methods.iter().copied().find(|known| known.original as *const () == handler as *const ());
    let wrapped = known.unwrap_or_else(|| {
        let made = Wrapped::of_connection(handler, of_driver(), call);
        methods.push(made);
        made
    });
    // SAFETY: a place of the caller's.
    unsafe { *note = (&raw const *wrapped).cast() };
    Some(call)
}
