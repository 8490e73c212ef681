//! FTP: a file is sent and received by steps on one connection, with PHP's streams in between, which may wait. `ftp_nb_continue()`
//! goes on with the stream that an earlier call was given [io/SO-6].

use super::{Connection, Keys, default, object_at};
use crate::abi::zend::IS_LONG;
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::boundary::calls::interrupted;
use crate::boundary::streams::holders;
use crate::boundary::wait::descriptor::shut_down;
use crate::engine::entry::{Call, Handler};
use crate::engine::per_thread::per_thread;
use crate::engine::stream_owners;
use crate::engine::streams::{self, Stream};
use crate::engine::wrap::Function;
use crate::engine::{connection, exception};
use core::ptr;

per_thread!(
    /// Transfers by steps that have not ended, by connection: the number of the stream's resource. PHP does not hold it.
    fn transfers() -> *mut Addresses<i64> = Addresses::with_hasher(Address::BUILD)
);

pub fn connection_of(function: &Function, closes: bool) -> Connection {
    let connection = Connection::new("FTP\\Connection", default::keys).closing(closes).with_after(returned);
    match function.name() {
        b"ftp_nb_fget" => connection.with_after(began_to_get),
        b"ftp_nb_fput" => connection.with_after(began_to_put),
        b"ftp_nb_get" | b"ftp_nb_put" | b"ftp_close" | b"ftp_quit" => connection.with_after(ended),
        b"ftp_nb_continue" => Connection { around: Some(go_on), ..connection }.with_after(went_on),
        _ => connection,
    }
}

/// Whether a transfer is not at its end.
unsafe fn is_to_go_on(call: Call) -> bool {
    const FTP_MOREDATA: i64 = 2;
    // SAFETY: the call has returned.
    unsafe { (*call.result()).kind() == IS_LONG && (*call.result()).value.long == FTP_MOREDATA }
}

unsafe fn began(call: Call, keys: &Keys, stream: u32) {
    // SAFETY: the call has returned, and still holds its arguments. Only this thread reaches the table.
    unsafe {
        let stream = streams::of_value(call.arg(stream));
        let number =
            if is_to_go_on(call) { stream.as_ref().and_then(|stream| stream_owners::number_of(stream)) } else { None };
        match number {
            Some(number) => (*transfers()).insert(object_at(call, 0) as usize, number),
            None => (*transfers()).remove(&(object_at(call, 0) as usize)),
        };
        returned(call, keys);
    }
}

unsafe fn began_to_get(call: Call, keys: &Keys) {
    // SAFETY: the call has returned.
    unsafe { began(call, keys, 1) }
}

unsafe fn began_to_put(call: Call, keys: &Keys) {
    // SAFETY: the call has returned.
    unsafe { began(call, keys, 2) }
}

unsafe fn ended(call: Call, keys: &Keys) {
    // SAFETY: the call has returned. Only this thread reaches the table.
    unsafe {
        (*transfers()).remove(&(object_at(call, 0) as usize));
        returned(call, keys);
    }
}

unsafe fn went_on(call: Call, keys: &Keys) {
    // SAFETY: the call has returned.
    unsafe { if is_to_go_on(call) { returned(call, keys) } else { ended(call, keys) } }
}

/// The number of the stream of the transfer that a call goes on with.
unsafe fn number_of(call: Call) -> Option<i64> {
    // SAFETY: the call has not returned. Only this thread reaches the table.
    unsafe { (*transfers()).get(&(object_at(call, 0) as usize)).copied() }
}

/// PHP would use the stream, also when that was closed.
unsafe fn go_on(call: Call, function: Handler) {
    // SAFETY: the wrapper's call, whose function is called with its arguments; hooks are enabled.
    unsafe {
        if number_of(call).is_some_and(|number| stream_owners::of_number(number).is_null()) {
            exception::throw_error(ptr::null_mut(), "The stream of the transfer was closed");
            return;
        }
        holders::during(call, uses, || function(call.frame(), call.result()));
    }
}

unsafe fn uses(call: Call, stream: *mut Stream) -> bool {
    // SAFETY: the call has not ended, and the stream, which is being closed, is not freed yet.
    unsafe { number_of(call).is_some_and(|number| stream_owners::number_of(stream) == Some(number)) }
}

/// The end of a request.
pub fn forget() {
    // SAFETY: only this thread reaches the table.
    unsafe { drop(core::mem::take(&mut *transfers())) };
}

/// A call that was cancelled leaves an answer on its way, wherever it waited: for the answer, for the connection of a file's data, or
/// in a stream, which stays as it is [io/CX-7].
unsafe fn returned(call: Call, keys: &Keys) {
    let was_interrupted = interrupted::was(keys[0]);
    // SAFETY: the call has returned; it holds its arguments still, and what it has thrown is pending.
    unsafe {
        let pending = exception::pending();
        if pending.is_null() || !(was_interrupted || exception::comes_from_cancellation(pending)) {
            return;
        }
        let object = object_at(call, 0);
        let socket = if object.is_null() { -1 } else { connection::ftp_socket(object) };
        if socket >= 0 {
            shut_down(socket);
        }
    }
}
