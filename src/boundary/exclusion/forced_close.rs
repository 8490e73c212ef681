//! Closing a connection ends the call that another coroutine waits in on it [io/DB-9, io/FW-2].
//!
//! ```text
//!   $db->query()  waits for the answer              <- 2. is woken; its wait fails as if the server had hung up, so the
//!                                                         library gives up and the call returns its ordinary failure
//!   $db->query()  waits for its turn                       4. finds the connection closed, as without coroutines
//!   $db->close()  1. announces itself, goes first ------> 3. really closes
//! ```
//!
//! Ended is a call that is suspended in C code, and every wait that it begins afterwards. One that has called back into PHP
//! code is not disturbed: the close waits until it is back. That wait is not cancellable [io/CX-12].

use super::gate::{self, Entry, Key};
use super::in_use;
use crate::abi::{ExecuteData, Object};
use crate::boundary::functions::{self, Exclusion, InnermostCall};
use crate::boundary::wait::suspend::shut_down;
use crate::boundary::wait::{self, Outcome};
use crate::engine::per_thread::per_thread;
use crate::engine::{self, exception};
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ffi::c_int;
use core::ptr;

/// A coroutine waits to close a connection.
#[derive(Clone, Copy, PartialEq)]
struct ForcedClose {
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

per_thread!(static TABLE: *mut Table = ptr::null_mut());
// How many are listed.
per_thread!(static COUNT: usize = 0);

fn table() -> *mut Table {
    TABLE.with(|table| {
        if table.get().is_null() {
            let made = Table { closes: Vec::new(), outside: Vec::new(), generation: scheduler::generation() };
            table.set(Box::into_raw(Box::new(made)));
        }
        let current = table.get();
        // SAFETY: this thread's table; no reference into it is held.
        unsafe {
            if (*current).generation != scheduler::generation() {
                (*current).closes.clear();
                (*current).outside.clear();
                (*current).generation = scheduler::generation();
            }
        }
        current
    })
}

/// Enters the gate of a connection before all others that wait for it, and ends the call that holds it. With `handle`
/// only if that call is on this handle: the connection itself belongs to others as well. The first cancellation that
/// arrives is left in `held`.
///
/// # Safety
/// In an internal function that a coroutine calls, with hooks enabled.
pub unsafe fn enter(key: Key, handle: *mut Object, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if let Some(entry) = gate::try_enter(key) {
            return entry;
        }
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let close = ForcedClose { key, handle, by: current_object() };
        close.begin();
        let entry = gate::enter_first(key, what, held);
        close.end();
        entry
    }
}

/// Ends the calls of others that are left in the middle on what is in use, and waits until they are back. Where nothing may
/// wait, or a call was left in the middle again, they may still be there.
///
/// # Safety
/// As [`enter`].
pub unsafe fn end_calls(key: Key, handle: *mut Object, what: &'static str, held: &mut *mut Object) {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if !in_use::is_used_by_another(key) || !wait::may_suspend() {
            return;
        }
        let close = ForcedClose { key, handle, by: current_object() };
        close.begin();
        in_use::wait_until_idle(key, what, false, Some(held));
        close.end();
    }
}

/// Ends the calls of others on what has no gate, waits until they have returned, and lets no other begin until the gate
/// that it enters is left.
///
/// # Safety
/// As [`enter`]. A gate of that key serves nothing else.
pub unsafe fn enter_exclusively(key: Key, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let close = ForcedClose { key, handle: ptr::null_mut(), by: current_object() };
        close.begin();
        let entry = gate::enter_first(key, what, held);
        let mut first = true;
        while is_any_call_inside(key) {
            let arrived = if core::mem::replace(&mut first, false) { wait::yield_uncancelled() } else { gate::watch() };
            if held.is_null() {
                *held = arrived;
            } else if !arrived.is_null() {
                exception::release(arrived);
            }
        }
        close.end();
        entry
    }
}

/// A call on what has no gate begins: it waits while others close that. False with an exception.
///
/// # Safety
/// In the call.
#[inline]
pub unsafe fn begin_call(key: Key, what: &'static str) -> bool {
    // SAFETY: forwarded.
    unsafe { key == 0 || !gate::is_any_held() || !gate::is_held_by_another(key) || wait_for_closing(key, what) }
}

#[cold]
unsafe fn wait_for_closing(key: Key, what: &'static str) -> bool {
    // SAFETY: the frames of this call and of those that led to it.
    unsafe {
        // The close waits for the call around this one.
        let frame = engine::current_frame();
        if is_inside(key, (*frame).prev_execute_data) {
            return true;
        }
        let entry = outside(frame, || gate::enter(key, what));
        if entry == Entry::Entered {
            gate::leave(key);
        }
        matches!(entry, Entry::Entered | Entry::Passed)
    }
}

/// Waits in a call that has not begun: no closing ends it, or waits for it.
///
/// # Safety
/// `frame` is that of the call.
pub unsafe fn outside<T>(frame: *mut ExecuteData, wait: impl FnOnce() -> T) -> T {
    // SAFETY: this thread's table, which is not used across the wait.
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

unsafe fn is_inside(key: Key, frame: *mut ExecuteData) -> bool {
    let mut frame = frame;
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        while !frame.is_null() {
            if let InnermostCall::Connection(_, keys, exclusion) = functions::innermost_call(frame)
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
    /// From now on calls are ended, those under way as well.
    unsafe fn begin(self) {
        // SAFETY: this thread's table. Suspended coroutines have frames; waking does not switch.
        unsafe {
            (*table()).closes.push(self);
            COUNT.with(|count| count.set((*table()).closes.len()));
            scheduler::each_coroutine(|coroutine| {
                if self.ends(coroutine, (*coroutine).suspended_frame()) {
                    scheduler::wake(coroutine.cast());
                }
            });
        }
    }

    unsafe fn end(self) {
        // SAFETY: this thread's table.
        unsafe {
            let closes = &mut (*table()).closes;
            if let Some(index) = closes.iter().position(|one| *one == self) {
                closes.swap_remove(index);
            }
            COUNT.with(|count| count.set(closes.len()));
        }
    }

    /// Whether a coroutine whose innermost frame that is would wait in a call on the connection.
    unsafe fn ends(&self, coroutine: *mut CoroutineObject, frame: *mut ExecuteData) -> bool {
        // SAFETY: the innermost frame of a coroutine that is running or suspended.
        unsafe {
            if coroutine == self.by {
                return false;
            }
            match functions::innermost_call(frame) {
                // `foreach`, or a handle that is freed, in the middle of PHP code.
                InnermostCall::PhpCode => self.handle.is_null() && gate::holder(self.key) == coroutine,
                InnermostCall::Connection(call, keys, exclusion) => {
                    keys.contains(&self.key)
                        && (exclusion != Exclusion::Gate || gate::holder(self.key) == coroutine)
                        && !(*table()).outside.contains(&frame)
                        && (self.handle.is_null() || functions::is_given(call, self.handle))
                }
                InnermostCall::Elsewhere => false,
            }
        }
    }
}

/// Whether the running call works on a connection that another coroutine waits to close: it is not to wait any more.
#[inline]
pub fn must_abort() -> bool {
    COUNT.with(|count| count.get()) != 0 && is_ended()
}

#[cold]
fn is_ended() -> bool {
    // SAFETY: this thread's table, and the frame that is executing.
    unsafe { (*table()).closes.iter().any(|close| close.ends(current_object(), engine::current_frame())) }
}

/// How a wait for a descriptor ends that must not begin: the library finds the connection at its end. What is no
/// connection fails, and so do waits on what has no gate: the transfers of curl may go on elsewhere.
#[cold]
pub fn abort_outcome(fd: c_int) -> Outcome {
    // SAFETY: the frame that is executing.
    let place = unsafe { functions::innermost_call(engine::current_frame()) };
    if matches!(place, InnermostCall::Connection(_, _, exclusion) if exclusion.is_until_closed()) {
        return Outcome::Closed;
    }
    if shut_down(fd) { Outcome::Ready } else { Outcome::Closed }
}
