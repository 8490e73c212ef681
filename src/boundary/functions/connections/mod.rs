//! Connections: one coroutine at a time is inside the C code of a connection, whichever of its handles is called
//! [io/FW-2, io/DB-2].
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
//! listed as in use (`boundary/calls/in_use.rs`).
//!
//! ```text
//!   pdo.rs mysqli.rs pgsql.rs sqlite.rs   which functions, and how the key is found
//!   odbc.rs                               results of ODBC, whose connections are noted
//!   others.rs amqp.rs ftp.rs              the same for extensions of others that are known
//!   default.rs curl.rs                    the same for what is in use only while a call is left in a hook
//!   readers.rs                            objects of PHP's own that use streams of user space or call PHP functions
//!   objects.rs                            handles that are freed
//!   foreach.rs                            handles that are iterated over
//!   channels.rs                           streams that belong to a connection
//!   parameters.rs                         streams that a statement reads when it is executed
//!   handle_keys.rs                        keys of handles whose structures no header describes
//!   exclusion.rs                          waiting until a call may begin
//! ```
//!
//! What the calls under way are on, and how a cancelled one ends, is below this folder: `boundary/calls/`.

mod amqp;
mod channels;
mod curl;
mod default;
mod exclusion;
mod foreach;
mod ftp;
mod handle_keys;
mod mysqli;
mod objects;
pub mod odbc;
mod others;
mod parameters;
mod pdo;
mod pgsql;
mod pgsql_freed;
mod readers;
pub mod shared_cache;
mod sqlite;

pub use crate::boundary::calls::connection::{Connection, Exclusion, KEYS, Keys, object_at, this_of};
pub use channels::gate_of_calls;
pub use handle_keys::key_of_text;

use self::exclusion::{Held, call_without_gate};
use super::wrapped::Wrapped;
use super::zones;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::Key;
use crate::boundary::calls::{call_stack, cancellation_repair};
use crate::boundary::config::Modules;
use crate::boundary::pdo_pool;
use crate::boundary::wait;
use crate::boundary::wait::descriptor;
use crate::engine::entry::Call;
use crate::engine::wrap::{self, Function};
use crate::engine::{connection, zone};
use crate::scheduler::FirstCancellation;

/// What a function of a known extension is called on.
pub fn connection_of(function: &Function) -> Option<Connection> {
    match function.module() {
        b"PDO" | b"pdo_mysql" | b"pdo_pgsql" | b"pdo_sqlite" => pdo::connection_of(function),
        b"mysqli" => mysqli::connection_of(function),
        b"pgsql" => pgsql::connection_of(function),
        b"sqlite3" => sqlite::connection_of(function),
        b"curl" if !default::is_excepted(b"curl") => Some(curl::connection_of(function)),
        b"odbc" => odbc::connection_of(function),
        b"ssh2" if !default::is_excepted(b"ssh2") => channels::connection_of(function),
        // `open()` and `XML()` are static, and replace the reader of an object that they are called on.
        b"xmlreader" => Some(readers::READER),
        b"xmlwriter" if function.class().is_empty() => Some(readers::WRITER_GIVEN),
        b"xmlwriter" if !function.is_static => Some(readers::WRITER),
        // Those that make one throw that they could not, whatever the reason.
        b"xmlwriter" => Some(NONE),
        b"xsl" if !function.is_static => Some(readers::PROCESSOR),
        b"hash" if readers::is_of_context(function) => Some(readers::HASH),
        b"fileinfo" if function.class().is_empty() => Some(readers::FILE_INFO_GIVEN),
        b"fileinfo" if !function.is_static => Some(readers::FILE_INFO),
        b"SPL" if readers::is_directory(function) => Some(readers::DIRECTORY),
        b"SPL" if readers::is_resizing(function) => Some(readers::FIXED_ARRAY),
        b"SPL" if throws_for_files(function.class()) => Some(NONE),
        b"Phar" => Some(NONE),
        b"soap" if matches!(function.class(), b"SoapClient" | b"SoapServer") => Some(NONE),
        // A stream of user space may be cancelled below: they throw that it is no document, or cannot be selected.
        b"SimpleXML" if function.class() == b"SimpleXMLElement" && function.name() == b"__construct" => Some(NONE),
        b"standard" if function.class().is_empty() && function.name() == b"stream_select" => Some(NONE),
        _ => others::connection_of(function).or_else(|| default::connection_of(function)),
    }
}

/// Without a connection: only the exceptions are repaired.
const NONE: Connection = Connection::new("", no_keys).tracked();

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

/// Takes over the setting; at module start.
pub fn configure(ungated: Modules) {
    call_stack::set_wrappers([call, pdo_pool::call]);
    default::configure(ungated);
}

/// The start of the first request of a process or thread.
///
/// # Safety
/// RINIT: no user code has seen a class.
pub unsafe fn startup() {
    // SAFETY: RINIT, as this function demands: no user code has seen a class.
    unsafe {
        foreach::install();
        channels::startup();
        objects::startup();
    }
}

/// The start of a request.
///
/// # Safety
/// RINIT.
pub unsafe fn request_startup() {
    if descriptor::was_connection_broken() {
        // SAFETY: RINIT, as this function demands: no code uses a persistent connection yet.
        unsafe { connection::drop_broken_links() };
    }
}

/// The first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    // SAFETY: on a PHP thread with a request, as this function demands.
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
    odbc::forget();
    curl::forget();
    ftp::forget();
}

/// A function on a connection.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result; the note on its function lives as long as the
    // process. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        let next = (*wrapped).next;
        let Some(connection) = &(*wrapped).connection else { return next(frame, result) };
        let call = Call::of(frame, result);
        if !wait::enabled() {
            if let Some(early) = connection.early {
                early(call);
            }
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
        let mut cancellation = FirstCancellation::NONE;
        let entered = match connection.closes {
            false => held.enter(connection, call),
            true => held.enter_to_close(connection, call, &mut cancellation),
        };
        if !entered {
            return wait::raise_held(cancellation);
        }
        let unseen_cancellation = cancellation_repair::before();
        if let Some(before) = connection.before {
            before(call);
        }
        match connection.around {
            None => next(frame, result),
            Some(around) => around(call, next),
        }
        cancellation_repair::after(frame, unseen_cancellation, held.keys()[0]);
        if let Some(after) = connection.after {
            after(call, held.keys());
        }
        held.leave();
        wait::raise_held(cancellation);
    }
}
