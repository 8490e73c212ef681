//! Connections that a coroutine waits to close while others are in a call on them (`exclusion/forced_close.rs`): such a call is
//! not to wait any more [io/DB-9].

use super::call_stack::{self, InnermostCall};
use super::connection::Exclusion;
use super::{Key, gates};
use crate::abi::{ExecuteData, Object};
use crate::engine::current_frame;
use crate::engine::per_thread::per_thread;
use crate::scheduler::{self, CoroutineObject, current_object};

/// A coroutine waits to close a connection.
#[derive(Clone, Copy, PartialEq)]
pub struct ForcedClose {
    key: Key,
    /// Only calls on this handle are ended; null: all on the connection.
    handle: *mut Object,
    by: *mut CoroutineObject,
}

struct Table {
    closes: Vec<ForcedClose>,
    /// Calls that have not begun: they wait for a closing, or for their turn.
    outside: Vec<*mut ExecuteData>,
    /// What an older generation lists is of coroutines that do not exist any more.
    generation: u32,
}

per_thread!(fn listed() -> *mut Table = Table { closes: Vec::new(), outside: Vec::new(), generation: 0 });

fn table() -> *mut Table {
    let table = listed();
    // SAFETY: only this thread reaches its table, and no caller holds a reference into it.
    unsafe {
        if (*table).generation != scheduler::generation() {
            (*table).closes.clear();
            (*table).outside.clear();
            (*table).generation = scheduler::generation();
        }
    }
    table
}

/// Waits in a call that has not begun: no closing ends it, or waits for it.
///
/// # Safety
/// `frame` is that of the call.
pub unsafe fn outside<T>(frame: *mut ExecuteData, wait: impl FnOnce() -> T) -> T {
    // SAFETY: only this thread reaches its table, which is got anew after the wait.
    unsafe {
        (*table()).outside.push(frame);
        let result = wait();
        (*table()).outside.retain(|one| *one != frame);
        result
    }
}

/// Whether another coroutine is in a call on what has no gate, perhaps in PHP code that the call has called.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn is_any_call_inside(key: Key) -> bool {
    let mut any = false;
    // SAFETY: suspended coroutines have frames.
    unsafe { scheduler::each_coroutine(|coroutine| any |= is_inside(key, (*coroutine).suspended_frame())) };
    any
}

/// Whether a coroutine whose innermost frame that is is in such a call.
///
/// # Safety
/// `frame` is null, or the innermost one of a suspended coroutine, or one of the running coroutine.
pub unsafe fn is_inside(key: Key, frame: *mut ExecuteData) -> bool {
    let mut frame = frame;
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        while !frame.is_null() {
            if let InnermostCall::Connection(_, keys, exclusion) = call_stack::innermost_call(frame)
                && exclusion.is_until_closed()
                && keys.contains(&key)
                && !(*table()).outside.contains(&frame)
            {
                return true;
            }
            frame = (*frame).prev_execute_data;
        }
    }
    false
}

impl ForcedClose {
    /// One that the running coroutine wants.
    pub fn new(key: Key, handle: *mut Object) -> ForcedClose {
        ForcedClose { key, handle, by: current_object() }
    }

    /// From now on calls are ended, those under way as well.
    ///
    /// # Safety
    /// On a PHP thread with a request. `end` follows.
    pub unsafe fn begin(self) {
        // SAFETY: only this thread reaches its table. Suspended coroutines have frames; waking does not switch.
        unsafe {
            (*table()).closes.push(self);
            scheduler::each_coroutine(|coroutine| {
                if self.ends(coroutine, (*coroutine).suspended_frame()) {
                    scheduler::wake(coroutine.cast());
                }
            });
        }
    }

    /// No call is ended any more.
    ///
    /// # Safety
    /// It has begun.
    pub unsafe fn end(self) {
        // SAFETY: only this thread reaches its table, and nothing here is called that uses it.
        unsafe {
            let closes = &mut (*table()).closes;
            if let Some(index) = closes.iter().position(|one| *one == self) {
                closes.swap_remove(index);
            }
        }
    }

    /// Whether a coroutine whose innermost frame that is would wait in a call on the connection.
    unsafe fn ends(&self, coroutine: *mut CoroutineObject, frame: *mut ExecuteData) -> bool {
        // SAFETY: the innermost frame of a coroutine that is running or suspended.
        unsafe {
            if coroutine == self.by {
                return false;
            }
            match call_stack::innermost_call(frame) {
                // `foreach`, or a handle that is freed, in the middle of PHP code.
                InnermostCall::PhpCode => self.handle.is_null() && gates::holder(self.key) == coroutine,
                InnermostCall::Connection(call, keys, exclusion) => {
                    keys.contains(&self.key)
                        && (exclusion != Exclusion::Gate || gates::holder(self.key) == coroutine)
                        && !(*table()).outside.contains(&frame)
                        && (self.handle.is_null() || call_stack::is_given(call, self.handle))
                }
                InnermostCall::Elsewhere => false,
            }
        }
    }
}

/// Whether the running call works on a connection that another coroutine waits to close: it is not to wait any more.
#[inline]
pub fn must_abort() -> bool {
    // SAFETY: only this thread reaches its table.
    unsafe { !(*listed()).closes.is_empty() && is_ended() }
}

#[cold]
fn is_ended() -> bool {
    // SAFETY: only this thread reaches its table, and the innermost frame is the one that is executing.
    unsafe { (*table()).closes.iter().any(|close| close.ends(current_object(), current_frame())) }
}
