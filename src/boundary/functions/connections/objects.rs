//! The handles of connections, by class: their keys, and what happens when they are freed. Freeing a statement or a result
//! may talk to the server, so it takes the gate of its connection [io/DB-9].
//!
//! A class is known by the table of handlers that all its objects have, those of subclasses as well. Tables are changed in
//! place when the API is first used, and stay so.

use super::{amqp, handle_keys, pdo, pgsql_freed, zones};
use crate::abi::{Object, ObjectHandlers, Zval};
use crate::boundary::calls::Key;
use crate::boundary::calls::in_use::{self, InUse};
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::exclusion::idle;
use crate::boundary::streams::holders;
use crate::boundary::wait;
use crate::engine::deep::{self, Free};
use crate::engine::{connection, foreign, object, shared_tables, zone};
use crate::scheduler::FirstCancellation;
use core::ffi::c_void;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

struct Handle {
    /// In lower case.
    class: &'static str,
    key: unsafe fn(*mut Object) -> Key,
    what: &'static str,
    /// No gate: it is marked while it is left in the middle.
    marked: bool,
}

impl Handle {
    const fn tracked(self) -> Handle {
        Handle { marked: true, ..self }
    }
}

unsafe fn own(object: *mut Object) -> Key {
    object as Key
}

/// That of the handle which this one holds, looked for once.
unsafe fn of_holder(object: *mut Object) -> Key {
    unsafe extern "C" fn is_handle(object: *mut Object) -> bool {
        // SAFETY: `held_by` asks only about objects that a live one holds.
        unsafe { number_of(object).is_some() }
    }
    // SAFETY: the caller's object is live, and so is what it holds.
    unsafe {
        match handle_keys::get(object) {
            0 => {
                let key = key_of(connection::held_by(object, is_handle));
                if key != 0 {
                    handle_keys::set(object, key);
                }
                key
            }
            key => key,
        }
    }
}

/// Freeing it sends nothing.
unsafe fn none(_: *mut Object) -> Key {
    0
}

/// Shared with other objects if that was noted.
unsafe fn noted_or_own(object: *mut Object) -> Key {
    // SAFETY: the caller's object is live.
    match unsafe { handle_keys::get(object) } {
        0 => object as Key,
        key => key,
    }
}

const fn handle(class: &'static str, what: &'static str, key: unsafe fn(*mut Object) -> Key) -> Handle {
    Handle { class, key, what, marked: false }
}

const COUNT: usize = 18;

/// Where PDO and its statements are among them.
const PDO: usize = 0;
const STATEMENT: usize = 1;
/// And the connections of pgsql.
const PGSQL: usize = 5;

static HANDLES: [Handle; COUNT] = [
    handle("pdo", "PDO", pdo::key_of),
    handle("pdostatement", "PDO", pdo::key_of_statement),
    handle("mysqli", "mysqli", connection::of_mysqli),
    handle("mysqli_stmt", "mysqli", connection::of_mysqli_statement),
    handle("mysqli_result", "mysqli", connection::of_mysqli_result),
    handle("pgsql\\connection", "pgsql", noted_or_own),
    handle("pgsql\\lob", "pgsql", handle_keys::get),
    handle("pgsql\\result", "pgsql", none),
    handle("sqlite3", "SQLite3", own),
    handle("sqlite3stmt", "SQLite3", of_holder),
    handle("sqlite3result", "SQLite3", of_holder),
    handle("amqpchannel", "amqp", amqp::key_of),
    handle("memcached", "memcached", noted_or_own),
    handle("redis", "redis", noted_or_own),
    handle("curlmultihandle", "curl", own).tracked(),
    handle("odbc\\connection", "odbc", connection::of_odbc).tracked(),
    handle("curlhandle", "curl", own).tracked(),
    handle("ftp\\connection", "FTP\\Connection", own),
];

static WRAPPERS: [Free; COUNT] = [
    free::<0>, free::<1>, free::<2>, free::<3>, free::<4>, free::<5>, free::<6>, free::<7>, free::<8>, free::<9>,
    free::<10>, free::<11>, free::<12>, free::<13>, free::<14>, free::<15>, free::<16>, free::<17>,
];

/// The tables of handlers; null for classes that do not exist.
static TABLES: [AtomicPtr<ObjectHandlers>; COUNT] = [const { AtomicPtr::new(ptr::null_mut()) }; COUNT];
/// How objects were freed before.
static ORIGINALS: [AtomicPtr<c_void>; COUNT] = [const { AtomicPtr::new(ptr::null_mut()) }; COUNT];
static LEARNT: AtomicBool = AtomicBool::new(false);
static INSTALLED: AtomicBool = AtomicBool::new(false);

/// Finds the tables of classes that exist. Idempotent.
#[cold]
unsafe fn learn() {
    shared_tables::changing(|| {
        if LEARNT.load(Ordering::Relaxed) {
            return;
        }
        for (number, handle) in HANDLES.iter().enumerate() {
            // SAFETY: a handle is asked about or changed only on a PHP thread with a request, where classes have their handlers.
            unsafe {
                let table = deep::handlers_of(handle.class);
                // One that serves several classes would be taken for the first.
                let known = |other: &AtomicPtr<ObjectHandlers>| other.load(Ordering::Relaxed).cast_const() == table;
                if !table.is_null() && table != deep::std_handlers() && !TABLES.iter().any(known) {
                    TABLES[number].store(table.cast_mut(), Ordering::SeqCst);
                }
            }
        }
        LEARNT.store(true, Ordering::SeqCst);
    });
}

/// The start of the first request: what methods of drivers return is known from then on, however early they are called.
///
/// # Safety
/// RINIT.
pub unsafe fn startup() {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.swap(true, Ordering::SeqCst) {
        return;
    }
    // SAFETY: the table lives as long as the module.
    unsafe {
        let pdo = deep::handlers_of(HANDLES[PDO].class).cast_mut();
        if !pdo.is_null() && !ptr::eq(pdo, deep::std_handlers()) {
            pdo::watch_driver_methods(pdo);
        }
    }
}

/// Changes the tables.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install() {
    // SAFETY: on a PHP thread with a request, as this function demands. A wrapper calls what was there before, which is stored first.
    unsafe {
        learn();
        shared_tables::changing(|| {
            if INSTALLED.swap(true, Ordering::SeqCst) {
                return;
            }
            for number in 0..COUNT {
                let table = TABLES[number].load(Ordering::Relaxed);
                let Some(original) = table.as_ref().and_then(|table| table.free_obj) else { continue };
                ORIGINALS[number].store(original as *mut c_void, Ordering::SeqCst);
                deep::set_free(table, WRAPPERS[number]);
            }
        });
    }
}

/// Which of the classes an object is of.
unsafe fn number_of(object: *mut Object) -> Option<usize> {
    // SAFETY: the callers' objects are live.
    let handlers = unsafe { (*object).handlers };
    TABLES.iter().position(|table| table.load(Ordering::Relaxed).cast_const() == handlers)
}

/// The key of the connection that an object is a handle of; 0 if it is none.
///
/// # Safety
/// A live object or null.
pub unsafe fn key_of(object: *mut Object) -> Key {
    // SAFETY: the object is live or null, as this function demands.
    unsafe {
        if object.is_null() {
            return 0;
        }
        if !LEARNT.load(Ordering::Relaxed) {
            learn();
        }
        number_of(object).map_or(0, |number| (HANDLES[number].key)(object))
    }
}

/// The key of a resource that is no stream of PHP's; 0 for others, and for what is no resource.
///
/// # Safety
/// A live value.
pub unsafe fn key_of_resource(value: *mut Zval) -> Key {
    // SAFETY: the value is live, as this function demands.
    unsafe { foreign::resource(value) as Key }
}

/// Whether nothing may suspend in what is done with an object [io/FW-4].
///
/// # Safety
/// A live handle; hooks are on.
#[inline]
pub unsafe fn is_zone(object: *mut Object) -> bool {
    // SAFETY: a statement holds its connection until the end of the request, when hooks are off.
    unsafe {
        zones::any_driver()
            && match number_of(object) {
                Some(PDO) => pdo::is_zone(connection::of_pdo(object)),
                Some(STATEMENT) => pdo::is_zone(connection::of_pdo_statement(object)),
                _ => false,
            }
    }
}

unsafe extern "C" fn free<const NUMBER: usize>(this: *mut Object) {
    // SAFETY: the engine frees an object of the class, once, by what stands in the place of `original`, which was stored before that.
    unsafe {
        let original = transmute::<*mut c_void, Free>(ORIGINALS[NUMBER].load(Ordering::Relaxed));
        let handle = &HANDLES[NUMBER];
        let key = if wait::enabled() { (handle.key)(this) } else { 0 };
        if key == 0 {
            handle_keys::forget(this);
            return original(this);
        }
        if is_zone(this) {
            zone::enter();
            original(this);
            zone::leave();
            return;
        }
        // Others may run before the engine has come so far.
        object::end_weak_references(this);
        let mut held = FirstCancellation::NONE;
        if handle.marked {
            idle::wait_until_idle(key, handle.what, true, Some(&mut held));
            // No function of the extension is running that would mark it.
            let mut marks = InUse::NONE;
            marks.add(key);
            in_use::begin(&marks);
            handle_keys::forget(this);
            // libcurl writes to the streams of handles while it ends their connections [io/SO-6].
            holders::while_freed(this, || original(this));
            in_use::end(&marks);
            wait::raise_held(held);
            return;
        }
        let entry = gate::enter_uncancelled(key, handle.what, &mut held);
        handle_keys::forget(this);
        if entry == Entry::Entered {
            if NUMBER == PGSQL {
                pgsql_freed::freeing(|| original(this));
            } else {
                original(this);
            }
            gate::leave(key);
        } else if gate::is_used_by_another(key) {
            // Where nothing may wait: what C code is in the middle of is not freed.
            if NUMBER == PDO {
                connection::forget_pdo(this);
            }
            object::destroy_properties(this);
        } else {
            original(this);
        }
        wait::raise_held(held);
    }
}
