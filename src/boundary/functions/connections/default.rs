//! Extensions that nothing is known of: an object or resource of theirs is marked while one of their functions is left in the
//! middle [io/FW-2]. What belongs to PHP itself is either built for it or has rules of its own.

use super::{Connection, KEYS, Keys, handle_keys, objects};
use crate::abi::{Object, Zval};
use crate::boundary::calls::Key;
use crate::boundary::config::Modules;
use crate::engine::entry::Call;
use crate::engine::foreign::{self, Module};
use crate::engine::wrap::Function;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Modules of PHP's whose functions do not wait, or may be entered while they do; and debuggers.
const CORE: &[&[u8]] = &[
    b"Core",
    b"standard",
    b"date",
    b"pcre",
    b"SPL",
    b"Reflection",
    b"json",
    b"hash",
    b"random",
    b"ctype",
    b"tokenizer",
    b"filter",
    b"mbstring",
    b"iconv",
    b"intl",
    b"calendar",
    b"bcmath",
    b"gmp",
    b"zlib",
    b"bz2",
    b"zip",
    b"libxml",
    b"dom",
    b"SimpleXML",
    b"xml",
    b"xmlwriter",
    b"xsl",
    b"tidy",
    b"openssl",
    b"sodium",
    b"sockets",
    b"pcntl",
    b"posix",
    b"readline",
    b"session",
    b"Phar",
    b"fileinfo",
    b"exif",
    b"gd",
    b"gettext",
    b"FFI",
    b"Zend OPcache",
    b"shmop",
    b"sysvmsg",
    b"sysvsem",
    b"sysvshm",
    b"enchant",
    b"pspell",
    b"PDO",
    b"pdo_mysql",
    b"pdo_pgsql",
    b"pdo_sqlite",
    b"mysqli",
    b"mysqlnd",
    b"pgsql",
    b"sqlite3",
    b"soap",
    b"lexbor",
    b"uri",
    b"xdebug",
    b"true_async",
    b"",
];

static EXCEPTED: OnceLock<Modules> = OnceLock::new();

/// Whether objects of a module have gates: each call with an object asks, and comparing names takes long. At the number of the
/// module: its address, and in the lowest bit, which no address has, the answer.
static KNOWN: [AtomicUsize; 128] = [const { AtomicUsize::new(0) }; 128];

/// Takes over `async.gates`: modules that have no such gates. At module start.
pub fn configure(excepted: Modules) {
    // Where PHP begins a second time in one process the setting is the same.
    let _ = EXCEPTED.set(excepted);
    // Its modules need not be.
    KNOWN.iter().for_each(|known| known.store(0, Ordering::Relaxed));
}

pub fn is_excepted(module: &[u8]) -> bool {
    EXCEPTED.get().is_some_and(|modules| modules.contains(module))
}

fn has_gates(module: &[u8]) -> bool {
    !CORE.contains(&module) && !is_excepted(module)
}

fn objects_have_gates(module: &Module) -> bool {
    let Some(known) = module.number().and_then(|number| KNOWN.get(number)) else {
        return has_gates(module.name());
    };
    match known.load(Ordering::Relaxed) ^ module.address() {
        0 => false,
        1 => true,
        _ => {
            let has_gates = has_gates(module.name());
            known.store(module.address() | usize::from(has_gates), Ordering::Relaxed);
            has_gates
        }
    }
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    (function.takes_handle && has_gates(function.module()))
        .then(|| Connection::new(name(function.module()), keys).tracked().closing(closes(function.name())))
}

/// Whether a method, by its name in lower case, closes a connection.
pub fn closes(name: &[u8]) -> bool {
    matches!(name, b"close" | b"disconnect" | b"pdisconnect" | b"quit")
}

/// The name of a module, for as long as the process lives.
pub fn name(module: &[u8]) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.iter().find(|known| known.as_bytes() == module) {
        return known;
    }
    let name: &'static str = Box::leak(String::from_utf8_lossy(module).into_owned().into_boxed_str());
    names.push(name);
    name
}

/// The object of a call and those among its arguments.
pub unsafe fn keys(call: Call) -> Keys {
    let mut keys = [0; KEYS];
    let mut used = 0;
    let mut add = |key: Key| {
        if key != 0 && used < KEYS {
            keys[used] = key;
            used += 1;
        }
    };
    // SAFETY: the values of a live call.
    unsafe {
        add(of_object((*call.this_value()).object()));
        for index in 0..call.arg_count().min(KEYS as u32) {
            add(of_value(call.arg(index)));
        }
    }
    keys
}

unsafe fn of_value(value: *mut Zval) -> Key {
    // SAFETY: an argument of a live call.
    unsafe {
        match (*value).object() {
            object if !object.is_null() => of_object(object),
            _ => objects::key_of_resource(value),
        }
    }
}

/// Objects of PHP's own, and of user space, need no gate.
unsafe fn of_object(object: *mut Object) -> Key {
    // SAFETY: the value of a live call holds the object, unless it is null.
    unsafe {
        if object.is_null() {
            return 0;
        }
        if !foreign::module_of(object).is_some_and(|module| objects_have_gates(&module)) {
            return objects::key_of(object);
        }
        of_handle(object)
    }
}

/// What an object shares with others if that was noted, or the object.
///
/// # Safety
/// A live object, or null.
#[inline]
pub unsafe fn of_handle(object: *mut Object) -> Key {
    // SAFETY: the object is live or null, as this function demands.
    match unsafe { handle_keys::get(object) } {
        0 => object as Key,
        key => key,
    }
}
