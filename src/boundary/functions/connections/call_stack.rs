//! What a coroutine is in the middle of, read from its call stack: the calls on connections that have not returned.

use super::{Connection, Exclusion, Keys, is_repaired, object_at, this_of};
use crate::abi::{ExecuteData, Object};
use crate::boundary::exclusion::gate::Key;
use crate::boundary::exclusion::in_use::InUse;
use crate::boundary::functions::Wrapped;
use crate::engine::entry::Call;
use crate::engine::wrap;
use crate::engine::{current_frame, frame};
use core::ptr;

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
    // SAFETY: the note of a wrapper's function is ours, and lives as long as the process.
    unsafe { if is_repaired(frame) { (*wrap::note(frame).cast::<Wrapped>()).connection.as_ref() } else { None } }
}

/// # Safety
/// `frame` is null or live.
pub unsafe fn innermost_call(frame: *mut ExecuteData) -> InnermostCall {
    // SAFETY: forwarded.
    unsafe {
        if let Some(connection) = connection_of(frame) {
            let call = Call::of(frame, ptr::null_mut());
            return InnermostCall::Connection(call, (connection.keys)(call), connection.exclusion);
        }
        if frame::is_internal(frame) { InnermostCall::Elsewhere } else { InnermostCall::PhpCode }
    }
}

/// Whether an object is the one on which a call is made.
///
/// # Safety
/// A live call.
pub unsafe fn is_given(call: Call, object: *mut Object) -> bool {
    // SAFETY: forwarded.
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
/// answer that still comes for that of its next question [io/CX-7].
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn leaves_unread_answer() -> bool {
    let mut frame = current_frame();
    // SAFETY: frames of calls that have not returned.
    unsafe {
        while frame::is_internal(frame) {
            if let Some(connection) = connection_of(frame)
                && !connection.tidy
                && (connection.cut_off || connection.exclusion.tracks_use())
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
