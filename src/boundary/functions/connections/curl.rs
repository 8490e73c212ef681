//! curl: handles are marked. Coroutines may wait for the transfers of a multi handle while others start and read them.
//! Closing it removes its transfers, and frees those that are not held elsewhere: the calls under way end before [io/DB-9].

use super::{Connection, Exclusion, Keys, default, object_at};
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::boundary::calls::{Key, unused_pair};
use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::wrap::Function;

per_thread!(
    /// Easy handles on which `curl_exec()` has not been called. One that was freed stays: what has its address then is new.
    fn new_handles() -> *mut Addresses<()> = Addresses::with_hasher(Address::BUILD)
);

/// Beyond that, handles are not noted.
const NEW_HANDLES: usize = 65_536;

pub fn connection_of(function: &Function) -> Connection {
    const CURL: Connection = Connection::new("curl", default::keys).tidy();
    match function.name() {
        b"curl_multi_select" => CURL.with_exclusion(Exclusion::UntilClosed),
        b"curl_multi_exec" | b"curl_multi_add_handle" | b"curl_multi_remove_handle" => {
            CURL.with_exclusion(Exclusion::InUseUntilClosed)
        }
        b"curl_multi_close" => CURL.with_exclusion(Exclusion::InUseUntilClosed).closing(true),
        b"curl_init" | b"curl_copy_handle" => CURL.tracked().with_after(made),
        b"curl_exec" => Connection { before: Some(before_exec), ..CURL.tracked().with_after(after_exec) },
        _ => CURL.tracked(),
    }
}

unsafe fn made(call: Call, _: &Keys) {
    // SAFETY: the call has returned, and its result is live. Only this thread reaches the table, and nothing that is called here uses it.
    unsafe {
        let handle = (*call.result()).object() as Key;
        if handle != 0 && wait::enabled() && (*new_handles()).len() < NEW_HANDLES {
            (*new_handles()).insert(handle, ());
        }
    }
}

/// A handle that is used for the first time gets a multi handle of its own, without what could wake that.
unsafe fn before_exec(call: Call) {
    // SAFETY: a live call; as above.
    unsafe {
        if (*new_handles()).remove(&(object_at(call, 0) as Key)).is_some() {
            unused_pair::expect();
        }
    }
}

unsafe fn after_exec(call: Call, _: &Keys) {
    // SAFETY: a live call; as above. Hooks were not enabled where the handle is still there.
    unsafe { (*new_handles()).remove(&(object_at(call, 0) as Key)) };
    unused_pair::forget();
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches the table.
    unsafe { (*new_handles()).clear() };
}
