//! What a coroutine is in the middle of, read from its call stack: the calls on connections that have not returned.

use super::Key;
use super::connection::{Connection, Exclusion, Keys, object_at, this_of};
use super::in_use::InUse;
use crate::abi::{ExecuteData, Object};
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap;
use crate::engine::{current_frame, frame};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The wrappers of functions on a connection, which are above this file (`functions/connections`, `pdo_pool`). What they note on a
/// function begins with an `Option<Connection>`.
static WRAPPERS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// At module start.
pub fn set_wrappers(wrappers: [Handler; 2]) {
    for (place, wrapper) in WRAPPERS.iter().zip(wrappers) {
        place.store(wrapper as *mut (), Ordering::Relaxed);
    }
}

/// Whether a frame is that of a wrapped function on a connection. Their exceptions are repaired.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn is_repaired(frame: *mut ExecuteData) -> bool {
    // SAFETY: the wrappers were set at module start, before a frame could be asked about; the caller's `frame` is null or live.
    unsafe {
        let handler = frame::handler(frame);
        handler != 0
            && (handler == WRAPPERS[0].load(Ordering::Relaxed).addr()
                || handler == WRAPPERS[1].load(Ordering::Relaxed).addr())
    }
}

/// What the innermost frame of a coroutine executes.
pub enum InnermostCall {
    PhpCode,
    /// In a call on connections with these keys.
    Connection(Call, Keys, Exclusion),
    /// In another function.
    Elsewhere,
}

/// The connection that a frame's function was called on, if it is one of ours.
unsafe fn connection_of(frame: *mut ExecuteData) -> Option<&'static Connection> {
    // SAFETY: `frame` is null or live, as the callers demand. The note on a function that has our wrapper begins with an
    // optional connection, and lives as long as the process.
    unsafe { if is_repaired(frame) { (*wrap::note(frame).cast::<Option<Connection>>()).as_ref() } else { None } }
}

/// # Safety
/// `frame` is null or live.
pub unsafe fn innermost_call(frame: *mut ExecuteData) -> InnermostCall {
    // SAFETY: the caller's `frame` is null or live, and so are the callers of it.
    unsafe {
        if let Some(connection) = connection_of(frame) {
            let call = Call::of(frame, ptr::null_mut());
            return InnermostCall::Connection(call, (connection.keys)(call), connection.exclusion);
        }
        if frame::is_internal(frame) { InnermostCall::Elsewhere } else { InnermostCall::PhpCode }
    }
}

/// Whether the innermost call is one of a library that ends its connections itself.
///
/// # Safety
/// `frame` is null or live.
pub unsafe fn is_tidy(frame: *mut ExecuteData) -> bool {
    // SAFETY: the caller's `frame` is null or live.
    unsafe { connection_of(frame).is_some_and(|connection| connection.tidy) }
}

/// The part of the innermost call in work that several coroutines share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SharedWork {
    /// It does not wait for that.
    None,
    /// It waits for what others may serve as well (`curl_multi_select()`).
    Waits,
}

#[cold]
pub fn shared_work() -> SharedWork {
    // SAFETY: the frame that is executing.
    match unsafe { innermost_call(current_frame()) } {
        InnermostCall::Connection(_, _, Exclusion::UntilClosed) => SharedWork::Waits,
        _ => SharedWork::None,
    }
}

/// Whether an object is the one on which a call is made.
///
/// # Safety
/// A live call.
pub unsafe fn is_given(call: Call, object: *mut Object) -> bool {
    // SAFETY: the call is live, as this function demands, and has as many arguments as it says.
    unsafe { this_of(call) == object || (0..call.arg_count().min(2)).any(|index| object_at(call, index) == object) }
}

/// The keys of all calls on connections that have not returned, from this innermost frame up to PHP code.
///
/// # Safety
/// `frame` is null or live.
#[inline]
pub unsafe fn keys_in_use(frame: *mut ExecuteData) -> InUse {
    let mut keys = InUse::NONE;
    let mut frame = frame;
    // SAFETY: frames of calls that have not returned. Those of PHP code are not left by a hook.
    unsafe {
        while frame::is_internal(frame) {
            if let Some(connection) = connection_of(frame) {
                add(&mut keys, connection, frame);
            }
            frame = frame::caller(frame);
        }
    }
    keys
}

/// Whether the coroutine whose innermost frame that is, in or below a call that may last for ever, holds a key for it.
///
/// # Safety
/// `frame` is null or that of a suspended coroutine.
#[cold]
pub unsafe fn is_endless(key: Key, frame: *mut ExecuteData) -> bool {
    let mut frame = frame;
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        while !frame.is_null() {
            if let Some(connection) = connection_of(frame)
                && let Some(endless) = connection.endless
            {
                let call = Call::of(frame, ptr::null_mut());
                if (connection.keys)(call).contains(&key) && endless(call) {
                    return true;
                }
            }
            frame = frame::caller(frame);
        }
    }
    false
}

/// Whether a wait of the calling coroutine was one of C code that believes its connection to be idle now: it would take the
/// answer that still comes for that of its next question [io/CX-7]. So may any that frees something where no function in C runs. It may
/// also take a question that it has sent in part for sent, and its next wait, for the answer, is not refused [io/CX-3].
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn leaves_unread_answer() -> bool {
    // SAFETY: in coroutine context, as this function demands, whose innermost frame is live.
    unsafe {
        !frame::is_in_its_own_code(current_frame())
            || is_in_call(|connection| connection.cut_off || connection.exclusion.tracks_use())
    }
}

/// Whether the calling coroutine is in a call on a connection that its library would go on using after a cancellation.
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn is_on_connection() -> bool {
    // SAFETY: in coroutine context, as this function demands.
    unsafe { is_in_call(|_| true) }
}

unsafe fn is_in_call(of_kind: impl Fn(&Connection) -> bool) -> bool {
    let mut frame = current_frame();
    // SAFETY: frames of calls that have not returned.
    unsafe {
        while frame::is_internal(frame) {
            if let Some(connection) = connection_of(frame)
                && !connection.tidy
                && of_kind(connection)
                && (connection.keys)(Call::of(frame, ptr::null_mut())).iter().any(|key| *key != 0)
            {
                return true;
            }
            frame = frame::caller(frame);
        }
    }
    false
}

#[cold]
unsafe fn add(keys: &mut InUse, connection: &Connection, frame: *mut ExecuteData) {
    if connection.exclusion.tracks_use() {
        // SAFETY: the frame of a call on the connection.
        for key in unsafe { (connection.keys)(Call::of(frame, ptr::null_mut())) } {
            keys.add(key);
        }
    }
}
