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
//! Extensions that are not known are entered freely, and left in the middle only in a hook: then what they were called on is
//! marked (`boundary/marks.rs`).
//!
//! ```text
//!   pdo.rs mysqli.rs pgsql.rs sqlite.rs   which functions, and how the key is found
//!   others.rs default.rs                  the same for what is marked
//!   readers.rs                            objects of PHP's own that read streams, which may be of user space
//!   objects.rs                            handles that are freed
//!   foreach.rs                            handles that are iterated over
//!   channels.rs                           streams that belong to a connection
//!   notes.rs                              keys of handles whose structures no header describes
//!   ending.rs                             a closing call ends those that wait
//!   repair.rs                             a cancelled call ends with the cancellation
//! ```

mod channels;
mod default;
pub mod ending;
mod foreach;
mod mysqli;
mod notes;
mod objects;
mod others;
mod pdo;
mod pgsql;
mod readers;
pub mod repair;
mod sqlite;

pub use notes::key_of_text;

use super::{Wrapped, zones};
use crate::abi::{ExecuteData, Object, Zval};
use crate::boundary::gate::{self, Entry, Key};
use crate::boundary::marks::{self, Marks};
use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, frame, zone};
use crate::scheduler;
use core::ptr;

/// At most so many connections take part in one call.
const KEYS: usize = 4;

type Keys = [Key; KEYS];

/// A function that is called on a connection.
#[derive(Clone, Copy)]
pub struct Connection {
    /// The keys of a call; 0 where there is none. Runs no PHP code.
    keys: unsafe fn(Call) -> Keys,
    /// For the report of a deadlock: `Gate(what)`.
    what: &'static str,
    /// No gate: the keys are marked while the function is left in the middle.
    marked: bool,
    /// The library itself ends a connection on which it was interrupted.
    tidy: bool,
    /// Ends the connection: whoever waits for its server is told.
    closes: bool,
    /// Whether nothing may suspend in a call (FW-4).
    zone: Option<unsafe fn(Call) -> bool>,
    /// Called inside the gates before the function.
    before: Option<unsafe fn(Call)>,
    /// Called inside the gates after the function; also before the API is used, for what must be known then.
    after: Option<unsafe fn(Call, &Keys)>,
}

impl Connection {
    const fn new(what: &'static str, keys: unsafe fn(Call) -> Keys) -> Connection {
        Connection { keys, what, marked: false, tidy: false, closes: false, zone: None, before: None, after: None }
    }

    const fn marked(self) -> Connection {
        Connection { marked: true, ..self }
    }

    const fn tidy(self) -> Connection {
        Connection { tidy: true, ..self }
    }

    const fn closing(self, closes: bool) -> Connection {
        Connection { closes, ..self }
    }

    const fn with_zone(self, zone: unsafe fn(Call) -> bool) -> Connection {
        Connection { zone: Some(zone), ..self }
    }

    const fn with_after(self, after: unsafe fn(Call, &Keys)) -> Connection {
        Connection { after: Some(after), ..self }
    }
}

/// What a function of a known extension is called on.
pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.module() {
        b"PDO" | b"pdo_mysql" | b"pdo_pgsql" | b"pdo_sqlite" => pdo::connection_of(function),
        b"mysqli" => mysqli::connection_of(function),
        b"pgsql" => pgsql::connection_of(function),
        b"sqlite3" => sqlite::connection_of(function),
        b"ssh2" if !default::is_excepted(b"ssh2") => channels::connection_of(function),
        b"xmlreader" if !function.is_static => Some(readers::READER),
        b"SPL" if readers::is_directory(function) => Some(readers::DIRECTORY),
        b"SPL" if throws_for_files(function.class()) => Some(NONE),
        b"Phar" => Some(NONE),
        _ => others::connection_of(function).or_else(|| default::connection_of(function)),
    }
}

/// Without a connection: only the exceptions are repaired.
const NONE: Connection = Connection::new("", no_keys).marked();

fn one(key: Key) -> Keys {
    [key, 0, 0, 0]
}

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
    unsafe {
        foreach::install();
        channels::startup();
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

pub use default::configure;

/// The end of a request.
pub fn deactivate() {
    notes::clear();
    ending::forget();
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
        let latch = repair::before();
        if connection.marked {
            if marks::any() && !begin(connection, call, || pass(connection, call)) {
                return;
            }
            next(frame, result);
            repair::after(frame, latch);
            if let Some(after) = connection.after {
                after(call, &(connection.keys)(call));
            }
            return;
        }
        let mut held = Held { keys: [0; KEYS], entered: 0 };
        if !begin(connection, call, || held.enter(connection, call)) {
            return;
        }
        if let Some(before) = connection.before {
            before(call);
        }
        next(frame, result);
        repair::after(frame, latch);
        if let Some(after) = connection.after {
            after(call, &held.keys);
        }
        held.leave();
    }
}

/// Waits for the turn of a call. False with an exception.
#[inline]
unsafe fn begin(connection: &Connection, call: Call, enter: impl FnOnce() -> bool) -> bool {
    // SAFETY: forwarded.
    if connection.closes { unsafe { ending::while_ending(connection, call, enter) } } else { enter() }
}

/// Waits until nobody is in the middle of what a call is on. False with an exception.
#[cold]
unsafe fn pass(connection: &Connection, call: Call) -> bool {
    // SAFETY: the arguments stay while the call waits.
    unsafe {
        let mut newcomer = true;
        // A method that calls another one of the same object has had its turn.
        let outer = in_the_middle(frame::caller(current_frame()));
        loop {
            let before = scheduler::switches();
            for key in (connection.keys)(call) {
                let newcomer = newcomer && !outer.contains(key);
                if key != 0 && marks::pass(key, connection.what, newcomer, None) == Entry::Cancelled {
                    return false;
                }
            }
            if scheduler::switches() == before {
                return true;
            }
            newcomer = false;
        }
    }
}

/// What C code is in the middle of whose innermost frame that is.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn in_the_middle(frame: *mut ExecuteData) -> Marks {
    let mut marks = Marks::NONE;
    let mut frame = frame;
    // SAFETY: frames of calls that have not returned. Those of PHP code are not left by a hook.
    unsafe {
        while frame::is_internal(frame) {
            if is_repaired(frame) {
                add(&mut marks, frame);
            }
            frame = frame::caller(frame);
        }
    }
    marks
}

/// Whether a wait of the calling coroutine was one of C code that believes its connection to be idle now: it would take the
/// answer that still comes for that of its next question (CX-7).
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn leaves_an_answer() -> bool {
    let mut frame = current_frame();
    // SAFETY: frames of calls that have not returned.
    unsafe {
        while frame::is_internal(frame) {
            if is_repaired(frame) {
                let mut marks = Marks::NONE;
                add(&mut marks, frame);
                let wrapped = wrap::note(frame).cast::<Wrapped>();
                if let Some(connection) = &(*wrapped).connection
                    && !connection.tidy
                    && !marks.is_empty()
                {
                    return true;
                }
            }
            frame = frame::caller(frame);
        }
    }
    false
}

#[cold]
unsafe fn add(marks: &mut Marks, frame: *mut ExecuteData) {
    // SAFETY: a live frame whose function has a note of ours.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        if let Some(connection) = &(*wrapped).connection
            && connection.marked
        {
            for key in (connection.keys)(Call::of(frame, ptr::null_mut())) {
                marks.add(key);
            }
        }
    }
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
