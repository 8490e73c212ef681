//! A multi handle of curl: coroutines may wait for its transfers while others start and read them, so it has no gate. Closing
//! it removes its transfers, and frees those that nobody else holds: the calls under way end before (DB-9).

use super::{Connection, Keys, object_at};
use crate::boundary::gate::Key;
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

unsafe fn keys(call: Call) -> Keys {
    // SAFETY: an argument of a live call; functions of multi handles are given the handle first.
    unsafe { [object_at(call, 0) as Key, 0] }
}

pub fn connection_of(function: &Function) -> Option<Connection> {
    const MULTI: Connection = Connection::new("curl", keys).without_gate();
    match function.name() {
        b"curl_multi_close" => Some(MULTI.that_closes()),
        b"curl_multi_select" | b"curl_multi_exec" | b"curl_multi_add_handle" | b"curl_multi_remove_handle" => {
            Some(MULTI)
        }
        _ => None,
    }
}
