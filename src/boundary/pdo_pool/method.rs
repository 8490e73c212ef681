//! What the methods of `PDO` do on a template.

use super::sqlite;
use crate::engine::wrap::Function;

/// What a method of `PDO` does on a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Construct,
    Connect,
    /// Goes to the slot of the coroutine, which is lent one if it has none.
    Forward,
    /// As [`Forward`](Self::Forward), and when it fails the slot is kept for `errorInfo()` [primitives/PP-25].
    Query,
    /// As [`Forward`](Self::Forward), and the slot is not lent again afterwards.
    ForwardAndSpoil,
    /// As [`Forward`](Self::Forward), and may make ids, of which no statement tells.
    ForwardAndMakeIds,
    /// Goes to the slot, or fails as without a transaction.
    EndTransaction,
    /// Goes to the slot; `false` without one [primitives/PP-13].
    LastInsertId,
    /// Only looks at the slot; `false` without one.
    InTransaction,
    /// Only looks at the slot; 0 without one.
    WarningCount,
    ErrorCode,
    ErrorInfo,
    GetAttribute,
    SetAttribute,
    /// A function, an aggregate or a collation for all connections.
    Register,
    /// Not to be had with a pool.
    Refused,
}

/// What a method does on a template; none for functions that are not PDO's, or do not care.
pub fn method_of(function: &Function) -> Option<Method> {
    Some(match (function.class(), function.name()) {
        (b"PDO", b"__construct") => Method::Construct,
        (b"PDO", b"connect") => Method::Connect,
        _ if function.is_static => return None,
        (b"PDO", b"commit" | b"rollback") => Method::EndTransaction,
        (b"PDO", b"intransaction") => Method::InTransaction,
        (b"PDO", b"lastinsertid") => Method::LastInsertId,
        (b"PDO", b"errorcode") => Method::ErrorCode,
        (b"PDO", b"errorinfo") => Method::ErrorInfo,
        (b"PDO", b"getattribute") => Method::GetAttribute,
        (b"PDO", b"setattribute") => Method::SetAttribute,
        (b"PDO", b"query") => Method::Query,
        (b"PDO", b"getpool") => return None,
        // Also what later versions may have: no driver is behind a template.
        (b"PDO", _) => Method::Forward,
        (b"Pdo\\Mysql", b"getwarningcount") => Method::WarningCount,
        (b"Pdo\\Mysql" | b"Pdo\\Pgsql" | b"Pdo\\Sqlite", name) => of_driver(name),
        _ => return None,
    })
}

/// What a method does that only a driver has, named in lower case.
pub fn of_driver(name: &[u8]) -> Method {
    if sqlite::registers(name) {
        return Method::Register;
    }
    match name {
        b"setnoticecallback" | b"pgsqlsetnoticecallback" => Method::ForwardAndSpoil,
        b"copyfromarray" | b"copyfromfile" | b"pgsqlcopyfromarray" | b"pgsqlcopyfromfile" => Method::ForwardAndMakeIds,
        b"openblob" | b"loadextension" | b"setauthorizer" => Method::Refused,
        _ => Method::Forward,
    }
}
