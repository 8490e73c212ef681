//! curl: handles are marked. Coroutines may wait for the transfers of a multi handle while others start and read them.
//! Closing it removes its transfers, and frees those that are not held elsewhere: the calls under way end before [io/DB-9].

use super::{Connection, Exclusion, default};
use crate::engine::wrap::Function;

pub fn connection_of(function: &Function) -> Connection {
    const CURL: Connection = Connection::new("curl", default::keys).tidy();
    match function.name() {
        b"curl_multi_select" => CURL.with_exclusion(Exclusion::UntilClosed),
        b"curl_multi_exec" | b"curl_multi_add_handle" | b"curl_multi_remove_handle" => {
            CURL.with_exclusion(Exclusion::InUseUntilClosed)
        }
        b"curl_multi_close" => CURL.with_exclusion(Exclusion::InUseUntilClosed).closing(true),
        _ => CURL.tracked(),
    }
}
