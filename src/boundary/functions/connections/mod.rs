//! Connections: one coroutine at a time is inside the C code of a connection, whichever of its handles is called [io/FW-2,
//! io/DB-2].
//!
//! ```text
//!   $pdo->query()   $statement->fetch()   foreach ($statement ...)   a statement is freed
//!        \                 |                      |                        /
//!         `------------ key: the connection that the handle belongs to ---'
//!                          |
//!                  free, or mine: the call       held by another: wait, first come, first served
//! ```
//!
//! Calls that wait for messages until they are told to end have the connection to themselves: calls of others are refused.
//! Extensions that are not known are entered freely, and left in the middle only in a hook: then what they were called on is
//! listed as in use (`boundary/exclusion/in_use.rs`).
//!
//! ```text
//!   pdo.rs mysqli.rs pgsql.rs sqlite.rs   which functions, and how the key is found
//!   others.rs                             the same for extensions of others that are known
//!   default.rs curl.rs                    the same for what is in use only while a call is left in a hook
//!   readers.rs                            objects of PHP's own that use streams of user space or call PHP functions
//!   objects.rs                            handles that are freed
//!   foreach.rs                            handles that are iterated over
//!   channels.rs                           streams that belong to a connection
//!   parameters.rs                         streams that a statement reads when it is executed
//!   handle_keys.rs                        keys of handles whose structures no header describes
//!   exclusion.rs                          waiting until a call may begin
//!   call_stack.rs                         what a suspended coroutine is in the middle of
//!   cancellation_repair.rs                a cancelled call ends with the cancellation
//! ```

mod call_stack;
pub mod cancellation_repair;
mod channels;
mod curl;
mod default;
mod exclusion;
mod foreach;
mod handle_keys;
mod mysqli;
mod objects;
mod others;
mod parameters;
mod pdo;
mod pgsql;
mod readers;
pub mod shared_cache;
mod sqlite;

pub use call_stack::{InnermostCall, innermost_call, is_given, keys_in_use, leaves_unread_answer};
pub use channels::gate_of_calls;
pub use default::configure;
pub use handle_keys::key_of_text;

use self::exclusion::{Held, call_without_gate};
use super::{Wrapped, zones};
use crate::abi::{ExecuteData, Object, Zval};
use crate::boundary::exclusion::gate::Key;
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::{self, Function};
use crate::engine::{connection, frame, zone};
use core::ptr;

/// At most so many connections take part in one call.
const KEYS: usize = 4;

type Keys = [Key; KEYS];

/// What keeps calls on one connection apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exclusion {
    /// A gate: one coroutine at a time.
    Gate,
    /// The keys are in use while a call is left in the middle in a hook; only then others wait.
    InUse,
    /// As [`Exclusion::InUse`]; and closing waits until all calls have returned, also those that are in PHP code.
    InUseUntilClosed,
    /// Nothing but closing, as above.
    UntilClosed,
}

impl Exclusion {
    fn tracks_use(self) -> bool {
        matches!(self, Exclusion::InUse | Exclusion::InUseUntilClosed)
    }

    pub fn is_until_closed(self) -> bool {
        matches!(self, Exclusion::InUseUntilClosed | Exclusion::UntilClosed)
    }
}

/// A function that is called on a connection.
#[derive(Clone, Copy)]
pub struct Connection {
    /// The keys of a call; 0 where there is none. Runs no PHP code.
    keys: unsafe fn(Call) -> Keys,
    /// For the report of a deadlock: `Gate(what)`.
    what: &'static str,
    exclusion: Exclusion,
    /// The library itself ends a connection on which it was interrupted.
    tidy: bool,
    /// A gate whose library believes a connection on which it was interrupted to be idle: that is shut down [io/CX-7].
    cut_off: bool,
    /// Ends the connection: calls that wait on it are ended [io/DB-9].
    closes: bool,
    /// Whether a call may last for ever: calls of others are refused meanwhile.
    endless: Option<unsafe fn(Call) -> bool>,
    /// Whether nothing may suspend in a call [io/FW-4].
    zone: Option<unsafe fn(Call) -> bool>,
    /// Called inside the gates before the function.
    before: Option<unsafe fn(Call)>,
    /// Called inside the gates in the function's place, with the function.
    around: Option<unsafe fn(Call, Handler)>,
    /// Called inside the gates after the function; also before the API is used, for what must be known then.
    after: Option<unsafe fn(Call, &Keys)>,
}

impl Connection {
    const fn new(what: &'static str, keys: unsafe fn(Call) -> Keys) -> Connection {
        Connection {
            keys,
            what,
            exclusion: Exclusion::Gate,
            tidy: false,
            cut_off: false,
            closes: false,
            endless: None,
            zone: None,
            before: None,
            around: None,
            after: None,
        }
    }

    const fn tracked(self) -> Connection {
        Connection { exclusion: Exclusion::InUse, ..self }
    }

    const fn with_exclusion(self, exclusion: Exclusion) -> Connection {
        Connection { exclusion, ..self }
    }

    const fn tidy(self) -> Connection {
        Connection { tidy: true, ..self }
    }

    const fn cut_off(self) -> Connection {
        Connection { cut_off: true, ..self }
    }

    const fn endless(self, endless: unsafe fn(Call) -> bool) -> Connection {
        Connection { endless: Some(endless), ..self }
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
        b"curl" if !default::is_excepted(b"curl") => Some(curl::connection_of(function)),
        b"ssh2" if !default::is_excepted(b"ssh2") => channels::connection_of(function),
        b"xmlreader" if !function.is_static => Some(readers::READER),
        b"xmlwriter" if function.class().is_empty() => Some(readers::WRITER_GIVEN),
        b"xmlwriter" if !function.is_static => Some(readers::WRITER),
        b"xsl" if !function.is_static => Some(readers::PROCESSOR),
        b"SPL" if readers::is_directory(function) => Some(readers::DIRECTORY),
        b"SPL" if readers::is_resizing(function) => Some(readers::FIXED_ARRAY),
        b"SPL" if throws_for_files(function.class()) => Some(NONE),
        b"Phar" => Some(NONE),
        b"standard" if function.class().is_empty() && function.name() == b"stream_select" => Some(SELECT),
        _ => others::connection_of(function).or_else(|| default::connection_of(function)),
    }
}

/// Without a connection: only the exceptions are repaired.
const NONE: Connection = Connection::new("", no_keys).tracked();

const SELECT: Connection = NONE.with_after(cancellation_repair::selected);

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
        objects::startup();
    }
}

// A connection of a library was shut down since a request began.
crate::engine::per_thread::per_thread!(static BROKEN: bool = false);

/// A connection of a library is shut down, perhaps a persistent one [io/CX-7].
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
    unsafe {
        objects::install();
        readers::install();
    }
}

/// The end of a request.
pub fn deactivate() {
    handle_keys::clear();
    cancellation_repair::forget();
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
        if connection.exclusion != Exclusion::Gate {
            return call_without_gate(connection, call, next);
        }
        let mut held = Held::NONE;
        let mut cancellation = ptr::null_mut();
        let entered = match connection.closes {
            false => held.enter(connection, call),
            true => held.enter_to_close(connection, call, &mut cancellation),
        };
        if !entered {
            return;
        }
        let latch = cancellation_repair::before();
        if let Some(before) = connection.before {
            before(call);
        }
        match connection.around {
            None => next(frame, result),
            Some(around) => around(call, next),
        }
        cancellation_repair::after(frame, latch);
        if let Some(after) = connection.after {
            after(call, held.keys());
        }
        held.leave();
        if !cancellation.is_null() {
            wait::raise(cancellation);
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
