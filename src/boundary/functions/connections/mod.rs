//! Connections: one coroutine at a time is inside the C code of a connection, whichever of its handles is called (io FW-2,
//! DB-2).
//!
//! ```text
//!   $pdo->query()   $statement->fetch()   foreach ($statement ...)   a statement is freed
//!        \                 |                      |                        /
//!         `------------ key: the connection that the handle belongs to ---'
//!                          |
//!                  free, or mine: the call       held by another: wait, first come, first served
//! ```
//!
//! ```text
//!   pdo.rs mysqli.rs pgsql.rs sqlite.rs   which functions, and how the key is found
//!   objects.rs                            handles that are freed
//!   foreach.rs                            handles that are iterated over
//!   notes.rs                              keys of handles whose structures no header describes
//!   repair.rs                             a cancelled call ends with the cancellation
//! ```

mod curl;
mod foreach;
mod mysqli;
mod notes;
mod objects;
mod pdo;
mod pgsql;
pub mod repair;
mod sqlite;

use super::{Wrapped, zones};
use crate::abi::{ExecuteData, Object, Zval};
use crate::boundary::ending;
use crate::boundary::gate::{self, Entry, Key};
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::{self, Function};
use crate::engine::{connection, exception, frame, zone};
use crate::scheduler;
use core::ptr;

/// At most so many connections take part in one call.
const KEYS: usize = 2;

type Keys = [Key; KEYS];

/// A function that is called on a connection.
#[derive(Clone, Copy)]
pub struct Connection {
    /// The keys of a call; 0 where there is none. Runs no PHP code.
    keys: unsafe fn(Call) -> Keys,
    /// For the report of a deadlock: `Gate(what)`.
    what: &'static str,
    /// Whether nothing may suspend in a call (FW-4).
    zone: Option<unsafe fn(Call) -> bool>,
    /// Called inside the gates before the function.
    before: Option<unsafe fn(Call)>,
    /// Called inside the gates after the function; also before the API is used, for what must be known then.
    after: Option<unsafe fn(Call, &Keys)>,
    /// The function closes what its first key stands for: whoever is inside is sent away (DB-9).
    closes: bool,
    /// Any number of coroutines may be inside.
    has_gate: bool,
}

impl Connection {
    const fn new(what: &'static str, keys: unsafe fn(Call) -> Keys) -> Connection {
        Connection { keys, what, zone: None, before: None, after: None, closes: false, has_gate: true }
    }

    const fn with_zone(self, zone: unsafe fn(Call) -> bool) -> Connection {
        Connection { zone: Some(zone), ..self }
    }

    const fn with_after(self, after: unsafe fn(Call, &Keys)) -> Connection {
        Connection { after: Some(after), ..self }
    }

    const fn without_gate(self) -> Connection {
        Connection { has_gate: false, ..self }
    }

    const fn that_closes(self) -> Connection {
        Connection { closes: true, ..self }
    }
}

/// What a function of a known extension is called on.
pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.module() {
        b"PDO" | b"pdo_mysql" | b"pdo_pgsql" | b"pdo_sqlite" => pdo::connection_of(function),
        b"mysqli" => mysqli::connection_of(function),
        b"pgsql" => pgsql::connection_of(function),
        b"sqlite3" => sqlite::connection_of(function),
        b"curl" => curl::connection_of(function),
        b"SPL" if throws_for_files(function.class()) => Some(NONE),
        b"Phar" => Some(NONE),
        _ => None,
    }
}

/// Without a connection: only the exceptions are repaired.
const NONE: Connection = Connection::new("", no_keys);

unsafe fn no_keys(_: Call) -> Keys {
    [0; KEYS]
}

fn throws_for_files(class: &[u8]) -> bool {
    matches!(
        class,
        b"SplFileInfo"
            | b"SplFileObject"
            | b"SplTempFileObject"
            | b"DirectoryIterator"
            | b"FilesystemIterator"
            | b"RecursiveDirectoryIterator"
            | b"GlobIterator"
    )
}

/// The start of the first request of a process or thread.
///
/// # Safety
/// RINIT: no user code has seen a class.
pub unsafe fn startup() {
    // SAFETY: forwarded.
    unsafe { foreach::install() }
}

// A connection of a library was shut down since a request began.
crate::engine::per_thread::per_thread!(static BROKEN: bool = false);

/// A connection of a library is shut down, perhaps a persistent one (CX-7).
pub fn note_broken_connection() {
    BROKEN.with(|broken| broken.set(true));
}

/// The start of a request.
///
/// # Safety
/// RINIT.
pub unsafe fn request_startup() {
    if BROKEN.with(|broken| broken.replace(false)) {
        // SAFETY: forwarded.
        unsafe { connection::drop_broken_links() };
    }
}

/// The first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    // SAFETY: forwarded.
    unsafe { objects::install() }
}

/// The end of a request.
pub fn deactivate() {
    notes::clear();
    repair::forget();
    pgsql::forget_default();
}

/// The object on which a method was called, or null.
unsafe fn this_of(call: Call) -> *mut Object {
    // SAFETY: a live frame.
    unsafe { (*call.this_value()).object() }
}

/// The object given as an argument, or null.
unsafe fn object_at(call: Call, index: u32) -> *mut Object {
    let value = call.arg(index);
    // SAFETY: an argument of a live frame.
    unsafe { if value.is_null() { ptr::null_mut() } else { (*value).object() } }
}

/// A function on a connection.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine; nothing here needs dropping.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        let next = (*wrapped).next;
        let Some(connection) = &(*wrapped).connection else { return next(frame, result) };
        let call = Call::of(frame, result);
        if !wait::enabled() {
            return match connection.after {
                None => next(frame, result),
                Some(after) => {
                    let keys = (connection.keys)(call);
                    next(frame, result);
                    after(call, &keys);
                }
            };
        }
        if connection.zone.is_some_and(|zone| zone(call)) {
            zone::enter();
            next(frame, result);
            zone::leave();
            return;
        }
        if !connection.has_gate {
            return call_without_gate(connection, call, next);
        }
        let mut held = Held { keys: [0; KEYS], entered: 0 };
        let mut cancellation = ptr::null_mut();
        let entered = match connection.closes {
            false => held.enter(connection, call),
            true => held.enter_to_close(connection, call, &mut cancellation),
        };
        if !entered {
            return;
        }
        let latch = repair::before();
        if let Some(before) = connection.before {
            before(call);
        }
        next(frame, result);
        repair::after(frame, latch);
        if let Some(after) = connection.after {
            after(call, &held.keys);
        }
        held.leave();
        if !cancellation.is_null() {
            wait::raise(cancellation);
        }
    }
}

unsafe fn call_without_gate(connection: &Connection, call: Call, next: Handler) {
    // SAFETY: the arguments of a wrapper.
    unsafe {
        let mut cancellation = ptr::null_mut();
        let key = (connection.keys)(call)[0];
        let mut entry = Entry::Passed;
        if !connection.closes {
            if !ending::begin_call(key, connection.what) {
                return;
            }
        } else if key != 0 && ending::is_anybody_inside(key) {
            entry = ending::enter_alone(key, connection.what, &mut cancellation);
            if entry != Entry::Entered {
                return refuse(connection.what);
            }
        }
        let latch = repair::before();
        next(call.frame(), call.result());
        repair::after(call.frame(), latch);
        if entry == Entry::Entered {
            gate::leave(key);
        }
        // Who waits for this call to end looks again.
        gate::tell_watchers();
        if !cancellation.is_null() {
            wait::raise(cancellation);
        }
    }
}

/// What is in use by others cannot be closed where nobody may wait for them.
#[cold]
unsafe fn refuse(what: &str) {
    let message =
        format!("Cannot close what another coroutine is using, because nothing can be waited for here ({what})");
    // SAFETY: in a call of PHP code.
    unsafe { exception::throw_error(ptr::null_mut(), &message) }
}

/// Whether a frame is that of a function whose exceptions are repaired.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn is_repaired(frame: *mut ExecuteData) -> bool {
    // SAFETY: forwarded.
    unsafe { frame::has_handler(frame, call) }
}

/// Where a coroutine is that may be inside of a connection, by its innermost frame.
pub enum Place {
    PhpCode,
    /// In a call on connections with these keys, and whether they have gates.
    Connection(Call, Keys, bool),
    /// In another function.
    Elsewhere,
}

/// # Safety
/// `frame` is null or live.
pub unsafe fn place_of(frame: *mut ExecuteData) -> Place {
    // SAFETY: the note of a wrapper's function is ours.
    unsafe {
        if is_repaired(frame) {
            let call = Call::of(frame, ptr::null_mut());
            if let Some(connection) = &(*wrap::note(frame).cast::<Wrapped>()).connection {
                return Place::Connection(call, (connection.keys)(call), connection.has_gate);
            }
        }
        if frame::is_internal(frame) { Place::Elsewhere } else { Place::PhpCode }
    }
}

/// Whether an object is the one on which a call is made.
///
/// # Safety
/// A live call.
pub unsafe fn is_given(call: Call, object: *mut Object) -> bool {
    // SAFETY: forwarded.
    unsafe { this_of(call) == object || (0..call.arg_count().min(2)).any(|index| object_at(call, index) == object) }
}

/// The gates of a call.
struct Held {
    keys: Keys,
    entered: u32,
}

impl Held {
    /// False with an exception.
    #[inline]
    unsafe fn enter(&mut self, connection: &Connection, call: Call) -> bool {
        // SAFETY: the arguments stay while the call waits.
        unsafe {
            loop {
                self.keys = (connection.keys)(call);
                let before = scheduler::switches();
                for place in 0..KEYS {
                    if self.keys[place] == 0 {
                        continue;
                    }
                    match gate::enter(self.keys[place], connection.what) {
                        Entry::Entered => self.entered |= 1 << place,
                        Entry::Passed => (),
                        Entry::Cancelled | Entry::Closed => {
                            self.leave();
                            return false;
                        }
                    }
                }
                // Who waits may come to a handle that belongs to another connection by now, or to none.
                if scheduler::switches() == before || self.keys == (connection.keys)(call) {
                    return true;
                }
                self.leave();
            }
        }
    }

    /// As [`enter`](Self::enter), for a call that closes the connection. Not cancellable: a cancellation is left behind.
    unsafe fn enter_to_close(&mut self, connection: &Connection, call: Call, cancellation: &mut *mut Object) -> bool {
        // SAFETY: the arguments stay while the call waits.
        unsafe {
            loop {
                self.keys = (connection.keys)(call);
                let key = self.keys[0];
                if key == 0 {
                    return true;
                }
                // What is shared by handles that are not alike stays open for the others.
                let given = if this_of(call).is_null() { object_at(call, 0) } else { this_of(call) };
                let handle = if notes::is_of_text(key) { given } else { ptr::null_mut() };
                match ending::enter(key, handle, connection.what, cancellation) {
                    Entry::Entered => self.entered = 1,
                    // Under its user it cannot be closed.
                    _ if gate::is_held_by_another(key) => {
                        refuse(connection.what);
                        return false;
                    }
                    _ => return true,
                }
                // Another one may have closed it, and it may have been opened again.
                let now = (connection.keys)(call)[0];
                if now == 0 || now == key {
                    return true;
                }
                self.leave();
            }
        }
    }

    #[inline]
    unsafe fn leave(&mut self) {
        for place in (0..KEYS).rev() {
            if self.entered & (1 << place) != 0 {
                // SAFETY: it was entered by this call.
                unsafe { gate::leave(self.keys[place]) }
            }
        }
        self.entered = 0;
    }
}
