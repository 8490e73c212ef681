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
//! code is not disturbed: the close waits until it is back. That wait is not cancellable [io/CX-12]. The list of closings is in
//! `calls/closes.rs`, where waits that begin look.

use super::gate::{self, Entry};
use super::idle;
use crate::abi::Object;
use crate::boundary::calls::closes::{ForcedClose, is_any_call_inside, is_inside, outside};
use crate::boundary::calls::{Key, in_use};
use crate::boundary::wait;
use crate::engine;
use crate::scheduler::FirstCancellation;
use core::ptr;

/// Enters the gate of a connection before all others that wait for it, and ends the call that holds it. With `handle`
/// only if that call is on this handle: the connection itself belongs to others as well. The first cancellation that
/// arrives is left in `held`.
///
/// # Safety
/// In an internal function that a coroutine calls, with hooks enabled.
pub unsafe fn enter(key: Key, handle: *mut Object, what: &'static str, held: &mut FirstCancellation) -> Entry {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe {
        if let Some(entry) = gate::try_enter(key) {
            return entry;
        }
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let close = ForcedClose::new(key, handle);
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
pub unsafe fn end_calls(key: Key, handle: *mut Object, what: &'static str, held: &mut FirstCancellation) {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe {
        if !in_use::is_used_by_another(key) || !wait::may_suspend() {
            return;
        }
        let close = ForcedClose::new(key, handle);
        close.begin();
        idle::wait_until_idle(key, what, false, Some(held));
        close.end();
    }
}

/// Ends the calls of others on what has no gate, waits until they have returned, and lets no other begin until the gate
/// that it enters is left.
///
/// # Safety
/// As [`enter`]. A gate of that key serves nothing else.
pub unsafe fn enter_exclusively(key: Key, what: &'static str, held: &mut FirstCancellation) -> Entry {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let close = ForcedClose::new(key, ptr::null_mut());
        close.begin();
        let entry = enter_gate_first(key, what, held);
        if entry != Entry::Entered {
            close.end();
            return entry;
        }
        let mut first = true;
        while is_any_call_inside(key) {
            let woken = if core::mem::replace(&mut first, false) { wait::yield_uncancelled() } else { gate::watch() };
            if let Err(cancellation) = woken {
                drop(held.keep(cancellation));
            }
        }
        close.end();
        entry
    }
}

/// Another one may be closing already: that waits for the calls under way, of which this one is none.
unsafe fn enter_gate_first(key: Key, what: &'static str, held: &mut FirstCancellation) -> Entry {
    // SAFETY: the frames of this call and of those that led to it.
    unsafe {
        let frame = engine::current_frame();
        // It would wait for the call around this one, and this one for it.
        if gate::is_held_by_another(key) && is_inside(key, (*frame).prev_execute_data) {
            return Entry::Passed;
        }
        outside(frame, || gate::enter_first(key, what, held))
    }
}

/// A call on what has no gate begins: it waits while others close that. False with an exception.
///
/// # Safety
/// In the call.
#[inline]
pub unsafe fn begin_call(key: Key, what: &'static str) -> bool {
    // SAFETY: in the call, as this function demands.
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
        matches!(entry, Entry::Entered | Entry::Passed) && !gate::is_refused(entry, key, what)
    }
}
