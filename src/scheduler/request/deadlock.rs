//! Deadlock detection [core 18, abi/ABI-120].

use super::{autoload, outside, shutdown};
use crate::abi::*;
use crate::engine::exception::{self, E_ERROR};
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{idle, ini, string};
use crate::scheduler::coroutine::cancel;
use crate::scheduler::coroutine::fiber;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::coroutine::{self, description};
use crate::scheduler::run::phase::phase;
use core::ffi::c_void;
use ext_php_rs::ffi;
use std::fmt::Write;

per_thread!(static DECLARED: u32 = 0);

/// How many deadlocks were declared on this thread.
pub fn declared() -> u32 {
    DECLARED.get()
}

/// Deadlocks in a row that found as many coroutines as the one before, or more. Cancelling them has ended none: what they wait for may
/// be a wait that cannot be cancelled, or they catch everything and wait again.
const MOST_IN_A_ROW: u32 = 100;
/// How many of them are reported.
const MOST_REPORTS: u32 = 3;

/// Nothing can make the remaining coroutines ready: report, record a `DeadlockError`, cancel them all [core/DD-3]. False, and nothing is
/// done, when that has been of no use for long.
///
/// # Safety
/// On the trampoline, with an empty queue and no active event.
#[cold]
pub(in crate::scheduler) unsafe fn resolve() -> bool {
    // SAFETY: on the trampoline, as the caller promises: no coroutine's code runs, and cancelling only queues.
    unsafe {
        if outside::last_look() || autoload::give_up() || fiber::end_parked() {
            return true;
        }
        let count = (*unfinished()).count;
        let phase = phase();
        let in_a_row = if count < (*phase).deadlocked { 0 } else { (*phase).deadlocks_in_a_row };
        (*phase).deadlocked = count;
        (*phase).deadlocks_in_a_row = in_a_row + 1;
        if in_a_row >= MOST_IN_A_ROW {
            return false;
        }
        DECLARED.set(DECLARED.get().wrapping_add(1));
        if in_a_row < MOST_REPORTS && ini::is_on(c"async.debug_deadlock") {
            print_report(count);
        }
        // These exceptions belong to no frame, whichever is in place while the scheduler decides [core/EX-6].
        idle::without_frame(|| cancel_all(count));
        shutdown::absorb_scheduler_exception();
        true
    }
}

/// Ends the request by a fatal error.
///
/// # Safety
/// In scheduler context, which catches the jump.
pub(in crate::scheduler) unsafe extern "C" fn give_up(_: *mut c_void) {
    // SAFETY: nothing between here and where the jump is caught needs dropping.
    unsafe { exception::raise(E_ERROR, c"Deadlock: cancelling the coroutines that wait does not end them") }
}

unsafe fn cancel_all(count: usize) {
    // SAFETY: on the trampoline; cancelling only queues, and listed coroutines are alive. The text is gone before anything could jump.
    unsafe {
        let message = format!("Deadlock detected: no active coroutines, {count} coroutines in waiting");
        let error = exception::new(AsyncClass::EXCEPTION_DEADLOCK, &message);
        drop(message);
        let globals = globals();
        let earlier = (*globals).exit_exception;
        (*globals).exit_exception = exception::chain(error, OwnedObject::from_nullable(earlier)).into_raw();
        (*phase()).ended_early = true;
        coroutine::each_once(|c| {
            let cancellation = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Deadlock detected");
            cancel::cancel_unprotected(c, cancellation);
        });
    }
}

unsafe fn print_report(count: usize) {
    // SAFETY: the text is complete before it is printed, and the request's: a callback of output buffering may not come back.
    unsafe {
        let active = (*globals()).active_event_count;
        let mut text = String::from("\n=== DEADLOCK REPORT START ===\n");
        let _ = write!(text, "Coroutines waiting: {count}, active_events: {active}\n\n");
        coroutine::each(|c| {
            let _ = writeln!(text, "{}", description::describe(c));
            let events = description::lines_of_awaited(c);
            if events.is_empty() {
                text.push_str("  waiting for: <nothing>\n");
            } else {
                text.push_str("  waiting for:\n");
                for event in events {
                    let _ = writeln!(text, "    - {event}");
                }
            }
            text.push('\n');
        });
        text.push_str("=== DEADLOCK REPORT END   ===\n\n");
        let whole = string::of_bytes(text.as_bytes());
        drop(text);
        ffi::php_output_write(string::bytes(whole).as_ptr().cast(), string::bytes(whole).len());
        string::release(whole);
    }
}
