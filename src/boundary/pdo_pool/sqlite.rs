//! What is special about sqlite: private databases, and functions that are registered for all connections
//! [primitives/PP-43 to PP-46].

use super::exceptions::throw;
use super::structures::PdoPool;
use crate::abi::zend::IS_LONG;
use crate::abi::*;
use crate::engine::entry::Call;
use crate::engine::{args, call as engine_call, exception, hash, pdo, string, zval};
use core::ffi::c_void;

/// Whether a data source has a parameter of an URI with that value.
fn has_parameter(source: &[u8], name: &[u8], value: &[u8]) -> bool {
    let Some(start) = source.iter().position(|byte| *byte == b'?') else { return false };
    let end = source.iter().position(|byte| *byte == b'#').unwrap_or(source.len());
    source.get(start + 1..end).unwrap_or_default().split(|byte| *byte == b'&').any(|parameter| {
        let mut parts = parameter.splitn(2, |byte| *byte == b'=');
        parts.next() == Some(name) && parts.next() == Some(value)
    })
}

fn is_uri(source: &[u8]) -> bool {
    source.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"file:"))
}

/// Whether the file of an URI is `:memory:`, which is no file.
fn names_memory(source: &[u8]) -> bool {
    let path = source.get(5..).unwrap_or_default();
    let end = path.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(path.len());
    &path[..end] == b":memory:"
}

/// Whether every connection to a data source has a database of its own [primitives/PP-43].
pub fn is_private(source: &[u8]) -> bool {
    if !is_uri(source) {
        return source.is_empty() || source == b":memory:";
    }
    (names_memory(source) || has_parameter(source, b"mode", b"memory")) && !has_parameter(source, b"cache", b"shared")
}

/// Whether a data source name means a database that exists as long as a connection to it.
///
/// # Safety
/// A string.
pub unsafe fn is_in_memory(name: &Zval) -> bool {
    // SAFETY: the value is a string, as this function demands.
    let name = unsafe { string::bytes(name.value.string) };
    let source = name.strip_prefix(b"sqlite:").unwrap_or(name);
    is_uri(source) && (names_memory(source) || has_parameter(source, b"mode", b"memory"))
}

/// # Safety
/// On the PHP thread with a request.
pub unsafe fn refuse_private(source: &[u8]) {
    let source = String::from_utf8_lossy(source);
    // SAFETY: on the PHP thread with a request, as this function demands.
    unsafe {
        throw(&format!(
            "PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN \"{source}\" opens a private \
             database that cannot be shared between pool connections; use \"file:<name>?mode=memory&cache=shared\" if you need \
             a shared in-memory database)"
        ));
    }
}

/// Whether a method registers something that SQL can call, named in lower case.
pub fn registers(name: &[u8]) -> bool {
    kind_of(name).is_some()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Aggregate,
    Collation,
}

fn kind_of(name: &[u8]) -> Option<Kind> {
    match name.strip_prefix(b"sqlite").unwrap_or(name) {
        b"createfunction" => Some(Kind::Function),
        b"createaggregate" => Some(Kind::Aggregate),
        b"createcollation" => Some(Kind::Collation),
        _ => None,
    }
}

/// The name of the method of a call, as it was declared; borrowed.
unsafe fn method_name(call: Call) -> *mut ZString {
    // SAFETY: the call is live: its wrapper passes it on. A method has a name.
    unsafe { (*(*call.frame()).func).common.function_name }
}

/// A method that cannot be had with a pool [primitives/PP-46].
///
/// # Safety
/// A live call.
pub unsafe fn refuse(call: Call) {
    // SAFETY: the call is live, as this function demands, and has a function with a name.
    unsafe {
        let name = string::to_text(method_name(call));
        throw(&format!("PDO_SQLite: {name}() is not yet supported when PDO::ATTR_POOL_ENABLED is set"));
    }
}

/// Registers a function, an aggregate or a collation for all slots [primitives/PP-44, primitives/PP-45]. What is kept of the
/// call is an array: the name of the method and its arguments.
///
/// # Safety
/// A live call on a template.
pub unsafe fn register(of: *mut PdoPool, call: Call) {
    // SAFETY: arguments of a live call; what is kept is copied.
    unsafe {
        let name = string::bytes(method_name(call)).to_ascii_lowercase();
        let kind = kind_of(&name).unwrap_or(Kind::Function);
        drop(name);
        let Some(arity) = check(call, kind) else { return };
        let name = string::bytes((*call.arg(0)).value.string);
        if let Some(complaint) = complaint(of, kind, name, arity) {
            return throw(&complaint);
        }
        let kept = hash::new_array(5);
        hash::push(kept, zval::from_string(string::add_ref(method_name(call))));
        for index in 0..call.arg_count() {
            hash::push(kept, zval::copy(call.arg(index)));
        }
        if (*of).registrations.is_null() {
            (*of).registrations = hash::new_array(4);
        }
        hash::push((*of).registrations, zval::from_array(kept));
        call.set_bool(true);
    }
}

/// Checks the arguments as the method does. The number of arguments that is registered; none with an exception.
unsafe fn check(call: Call, kind: Kind) -> Option<i64> {
    let (callbacks, most) = match kind {
        Kind::Function => (1, 4),
        Kind::Aggregate => (2, 4),
        Kind::Collation => (1, 2),
    };
    // SAFETY: arguments of a live call.
    unsafe {
        if !args::count(call, 1 + callbacks, most) {
            return None;
        }
        args::string_at(call, 0)?;
        for index in 1..=callbacks {
            engine_call::release(args::owned_callable(call, index)?);
        }
        let arity = if kind == Kind::Collation { -1 } else { args::long_at(call, 1 + callbacks, -1)? };
        if kind == Kind::Function {
            args::long_at(call, 3, 0)?;
        }
        Some(arity)
    }
}

/// Why something cannot be registered.
unsafe fn complaint(of: *mut PdoPool, kind: Kind, name: &[u8], arity: i64) -> Option<String> {
    let shown = String::from_utf8_lossy(name);
    let what = if kind == Kind::Collation { "collation" } else { "function" };
    // SAFETY: the call on the template holds it, and the template holds the pool.
    unsafe {
        if (*of).frozen {
            return Some(format!(
                "PDO_SQLite: cannot register {what} \"{shown}\" after the pool has acquired its first connection — register all \
                 UDFs/collations before any query/exec/prepare on the pooled handle"
            ));
        }
        if !is_registered(of, kind == Kind::Collation, name, arity) {
            return None;
        }
        Some(if kind == Kind::Collation {
            format!("PDO_SQLite: collation \"{shown}\" is already registered on the pool template")
        } else {
            format!(
                "PDO_SQLite: function \"{shown}\" with {arity} argument(s) is already registered on the pool template"
            )
        })
    }
}

struct Wanted<'a> {
    collation: bool,
    name: &'a [u8],
    arity: i64,
    found: bool,
}

unsafe fn is_registered(of: *mut PdoPool, collation: bool, name: &[u8], arity: i64) -> bool {
    unsafe extern "C" fn compare(wanted: *mut c_void, _: u64, _: *mut ZString, kept: *mut Zval) -> bool {
        // SAFETY: what `register` has kept, and the argument below.
        unsafe {
            let wanted = &mut *wanted.cast::<Wanted>();
            let kept = (*kept).value.array;
            let method = string::bytes((*hash::find_index(kept, 0)).value.string).to_ascii_lowercase();
            let kind = kind_of(&method);
            let name = string::bytes((*hash::find_index(kept, 1)).value.string);
            let place = if kind == Some(Kind::Aggregate) { 4 } else { 3 };
            let arity = hash::find_index(kept, place);
            let arity = if arity.is_null() || (*arity).kind() != IS_LONG { -1 } else { (*arity).value.long };
            let same_kind = (kind == Some(Kind::Collation)) == wanted.collation;
            wanted.found |=
                same_kind && name.eq_ignore_ascii_case(wanted.name) && (wanted.collation || arity == wanted.arity);
            !wanted.found
        }
    }
    let mut wanted = Wanted { collation, name, arity, found: false };
    // SAFETY: nothing runs meanwhile.
    unsafe {
        if !(*of).registrations.is_null() {
            hash::each((*of).registrations, compare, (&raw mut wanted).cast());
        }
    }
    wanted.found
}

/// Registers on a connection what it does not have yet; `known` of them it has. How many it has then.
///
/// # Safety
/// A slot that is not in use.
pub unsafe fn register_on(of: *mut PdoPool, slot: *mut Object, known: u32) -> u32 {
    // SAFETY: registrations are only added.
    unsafe {
        if (*of).registrations.is_null() {
            return known;
        }
        let mut next = known;
        loop {
            let kept = hash::find_index((*of).registrations, u64::from(next));
            if kept.is_null() || !exception::pending().is_null() {
                return next;
            }
            next += 1;
            pdo::call_method(slot, (*kept).value.array);
        }
    }
}
