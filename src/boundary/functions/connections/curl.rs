//! curl: handles are marked. While a callback waits others may use them, but not for what libcurl refuses then: transfers on an easy
//! handle, and on a multi handle all that begins, serves or ends one, have their turn one after the other.
//!
//! Coroutines may wait for the transfers of a multi handle while others start and read them. Closing it removes its transfers, and frees
//! those that are not held elsewhere: the calls under way end before [io/DB-9]. A stream that a handle has as a `FILE*` is not closed while
//! a call on the handle is under way [io/SO-6].

use super::{Connection, Exclusion, Keys, default, object_at};
use crate::abi::zend::{IS_ARRAY, IS_LONG, IS_OBJECT};
use crate::abi::{ZString, Zval};
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::boundary::calls::{Key, callbacks, unused_pair};
use crate::boundary::streams::holders;
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::per_thread::per_thread;
use crate::engine::stream_owners;
use crate::engine::streams::{self, Stream};
use crate::engine::wrap::Function;
use crate::engine::{hash, object};
use core::ffi::c_void;

per_thread!(
    /// Easy handles on which `curl_exec()` has not been called, and whose transfers always wait for a socket. One that was freed stays:
    /// what has its address then is new.
    fn new_handles() -> *mut Addresses<()> = Addresses::with_hasher(Address::BUILD)
);

/// Beyond that, handles are not noted.
const NEW_HANDLES: usize = 65_536;

pub fn connection_of(function: &Function) -> Connection {
    const PLAIN: Connection = Connection::new("curl", default::keys).tidy();
    // libcurl uses the streams of handles.
    const CURL: Connection = Connection { around: Some(using_streams), ..PLAIN };
    match function.name() {
        b"curl_multi_select" => Connection { before: Some(count_hooks), ..PLAIN }
            .with_exclusion(Exclusion::UntilClosed)
            .with_after(after_select),
        b"curl_multi_exec" => Connection { before: Some(count_hooks), ..CURL }
            .with_exclusion(Exclusion::InUseUntilClosed)
            .in_turn()
            .with_after(after_multi_exec),
        b"curl_multi_add_handle" | b"curl_multi_remove_handle" => {
            CURL.with_exclusion(Exclusion::InUseUntilClosed).in_turn()
        }
        b"curl_multi_close" => CURL.with_exclusion(Exclusion::InUseUntilClosed).closing(true),
        b"curl_init" => CURL.tracked().with_after(made),
        b"curl_copy_handle" => CURL.tracked().with_after(copied),
        b"curl_setopt" => Connection { before: Some(before_option), ..CURL.tracked() }.with_after(callback_changed),
        b"curl_setopt_array" => {
            Connection { before: Some(before_options), ..CURL.tracked() }.with_after(callback_changed)
        }
        b"curl_reset" | b"curl_multi_setopt" => {
            Connection { before: Some(change_callback), ..PLAIN.tracked() }.with_after(callback_changed)
        }
        b"curl_exec" => Connection { before: Some(before_exec), ..CURL.tracked().in_turn().with_after(after_exec) },
        b"curl_upkeep" | b"curl_pause" => CURL.tracked(),
        _ => PLAIN.tracked(),
    }
}

unsafe fn using_streams(call: Call, function: Handler) {
    // SAFETY: the wrapper's call, whose function is called with its arguments; hooks are enabled.
    unsafe { holders::during(call, uses, || function(call.frame(), call.result())) }
}

/// Whether a call is given the stream, or a handle that has it as a `FILE*`; a multi handle has those of its easy handles. What handles
/// hold otherwise, such as what closures use, is PHP code's own.
unsafe fn uses(call: Call, stream: *mut Stream) -> bool {
    // A multi handle and an easy one; further arguments are values of options.
    const HANDLES: u32 = 2;
    // SAFETY: the call has not ended, so its arguments are alive, and the stream, which is being closed, is not freed yet.
    unsafe {
        let is_file = streams::is_cast(stream);
        (0..call.arg_count()).any(|index| {
            let value = call.arg(index);
            match (*value).kind() {
                IS_OBJECT if index >= HANDLES => false,
                IS_OBJECT => is_file && stream_owners::is_held_by((*value).value.object, 1, stream),
                IS_ARRAY => stream_owners::is_in_array((*value).value.array, stream),
                _ => stream_owners::is_resource_of(value, stream),
            }
        })
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

unsafe fn copied(call: Call, keys: &Keys) {
    // SAFETY: a live call. Only this thread reaches the table, and looking up a handle calls nothing that uses it.
    unsafe {
        if (*new_handles()).contains_key(&(object_at(call, 0) as Key)) {
            made(call, keys);
        }
    }
}

/// Whether a transfer with the option may wait for nothing but time, or for what is done in a callback, which may pause it: then it is
/// the pair of sockets by which libcurl is told that its wait has ended, because the coroutine was cancelled.
const fn may_wait_without_socket(option: i64) -> bool {
    const MAX_SEND_SPEED_LARGE: i64 = 30145;
    const MAX_RECV_SPEED_LARGE: i64 = 30146;
    // CURLOPTTYPE_FUNCTIONPOINT, up to CURLOPTTYPE_OFF_T.
    matches!(option, 20_000..30_000 | MAX_SEND_SPEED_LARGE | MAX_RECV_SPEED_LARGE)
}

/// A handle may be in the middle of a transfer whose callback waits, and lose that callback.
unsafe fn change_callback(call: Call) {
    /// Of the variable and of the argument: no transfer has it.
    const ITS_OWN: u32 = 2;
    // SAFETY: a live call.
    unsafe {
        let handle = object_at(call, 0);
        if !handle.is_null() && object::ref_count(handle) > ITS_OWN {
            callbacks::keep_running();
        }
    }
}

unsafe fn callback_changed(_: Call, _: &Keys) {
    // SAFETY: on a PHP thread with a request.
    unsafe { callbacks::give_back() }
}

unsafe fn before_option(call: Call) {
    // SAFETY: a live call. Only this thread reaches the table, and removing a handle calls nothing that uses it.
    unsafe {
        let option = call.arg(1);
        if !option.is_null() && is_callback((*option).value.long as u64) {
            change_callback(call);
        }
        if !option.is_null() && ((*option).kind() != IS_LONG || may_wait_without_socket((*option).value.long)) {
            (*new_handles()).remove(&(object_at(call, 0) as Key));
        }
    }
}

/// libcurl's options for functions are numbered from 20,000 on.
fn is_callback(option: u64) -> bool {
    (20_000..30_000).contains(&option)
}

unsafe fn before_options(call: Call) {
    #[derive(Default)]
    struct Seen {
        callback: bool,
        waits_without_socket: bool,
    }
    unsafe extern "C" fn look(seen: *mut c_void, option: u64, _: *mut ZString, _: *mut Zval) -> bool {
        // SAFETY: a variable of the caller's, which waits.
        let seen = unsafe { &mut *seen.cast::<Seen>() };
        seen.callback |= is_callback(option);
        seen.waits_without_socket |= may_wait_without_socket(option as i64);
        true
    }
    // SAFETY: a live call; looking at an array runs no PHP code. Only this thread reaches the table.
    unsafe {
        let options = call.arg(1);
        if !options.is_null() && (*options).kind() == IS_ARRAY {
            let mut seen = Seen::default();
            hash::each((*options).value.array, look, (&raw mut seen).cast());
            if seen.waits_without_socket {
                (*new_handles()).remove(&(object_at(call, 0) as Key));
            }
            if seen.callback {
                change_callback(call);
            }
        }
    }
}

// How many hooks had run when the call began.
per_thread!(static HOOKS: u32 = 0);

unsafe fn count_hooks(_: Call) {
    HOOKS.set(wait::hooks_run());
}

/// A loop over transfers that wait for no descriptor, since they are paused or as fast as they may be, comes to no hook that
/// would give way [io/W-10].
unsafe fn after_select(_: Call, _: &Keys) {
    // SAFETY: hooks wait, and the call, which has returned, may be left.
    unsafe {
        if wait::hooks_wait() && HOOKS.get() == wait::hooks_run() && wait::is_due() && wait::is_over() {
            wait::give_way(-1);
        }
    }
}

/// Without `curl_multi_select()`, whose turn it is otherwise [io/CU-2].
unsafe fn after_multi_exec(call: Call, keys: &Keys) {
    if wait::hooks_wait() && HOOKS.get() == wait::hooks_run() {
        wait::looked(true);
        if wait::looks_in_vain() {
            // SAFETY: the call has returned, and hooks wait, so it may be left: what `after_select` needs, too.
            unsafe { after_select(call, keys) };
        }
    }
}

/// A handle that is used for the first time gets a multi handle of its own, without what could wake that.
unsafe fn before_exec(call: Call) {
    // SAFETY: a live call. Only this thread reaches the table, and looking up a handle calls nothing that uses it.
    unsafe {
        if (*new_handles()).remove(&(object_at(call, 0) as Key)).is_some() {
            unused_pair::expect();
        }
    }
}

unsafe fn after_exec(call: Call, _: &Keys) {
    // SAFETY: a live call. Only this thread reaches the table. Hooks were not enabled where the handle is still there.
    unsafe { (*new_handles()).remove(&(object_at(call, 0) as Key)) };
    unused_pair::forget();
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches the table. Its memory, which may be much, goes with what it held.
    unsafe { drop(core::mem::take(&mut *new_handles())) };
    unused_pair::forget();
}
