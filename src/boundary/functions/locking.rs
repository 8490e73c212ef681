//! Modules whose libraries hold locks while they wait, which are noted by their hooks (io chapter 18): what the hooks cannot know.
//!
//! A call may hold locks that were taken before they were seen: one of LDAP that is under way when the API is first used, in a
//! function of PHP that it calls, and one of ODBC that loads a driver whose locks are not noted. Nothing suspends in these
//! before they return. While such a driver is loaded, all calls of ODBC block.
//!
//! A handle must stay as it is while a call on it is suspended. So a call blocks, when no other is inside, that is on what other calls
//! may free under it: a result of ODBC, which goes with its connection, and connections in an array. And where nothing may wait,
//! no call begins while a suspended coroutine holds locks.

use super::connections::{self, odbc};
use super::guarded;
use super::wrapped::{Around, Guards, Wrapped};
use crate::abi::zend::IS_ARRAY;
use crate::abi::{ExecuteData, ZString, Zval};
use crate::boundary::calls::held_locks;
use crate::boundary::exclusion::gate::Entry;
use crate::boundary::exclusion::idle;
use crate::boundary::relocation::got::has_unknown_driver;
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, exception, frame, hash, zone};
use crate::scheduler::{self, FirstCancellation};
use core::ffi::c_void;
use core::ptr;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let around: Around = match (function.module(), function.name()) {
        (b"ldap", _) => call_ldap,
        (b"odbc", b"odbc_close_all") => close_all_of_odbc,
        // PHP lists a persistent connection when it is open, and closes the one that was listed for the same arguments before.
        (b"odbc", b"odbc_pconnect") => connect_persistently,
        (b"odbc", _) => call_odbc,
        _ => return None,
    };
    Some(Guards { around: Some(around), ..Guards::default() })
}

/// Where nothing may wait no other coroutine may be in the middle, with locks that the call would need. True with an exception.
#[inline]
unsafe fn is_refused(module: &str) -> bool {
    // SAFETY: a wrapper runs with hooks enabled, in a call of PHP code.
    held_locks::others_hold_any() && !wait::may_suspend() && unsafe { refuse(module) }
}

#[cold]
unsafe fn refuse(module: &str) -> bool {
    let message = format!(
        "Cannot call {module} where nothing can be waited for while another coroutine is in the middle of a call"
    );
    // SAFETY: in a call of PHP code.
    unsafe { exception::throw_error(ptr::null_mut(), &message) };
    true
}

unsafe fn call_ldap(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        held_locks::end_call(frame);
        let first = Call::of(frame, result).arg(0);
        if is_refused("LDAP") {
            return;
        }
        if !first.is_null() && (*first).kind() == IS_ARRAY {
            if until_idle(first) {
                zone::enter();
                inner(frame, result);
                zone::leave();
            }
            return;
        }
        inner(frame, result);
    }
}

unsafe fn call_odbc(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        if is_refused("ODBC") {
            return;
        }
        if has_unknown_driver() || odbc::is_on_result(Call::of(frame, result)) {
            zone::enter();
            inner(frame, result);
            zone::leave();
            return;
        }
        inner(frame, result);
        held_locks::end_call(frame);
    }
}

unsafe fn connect_persistently(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    zone::enter();
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it. The zone is entered.
    unsafe {
        odbc::connects_persistently(Call::of(frame, result));
        inner(frame, result);
    }
    zone::leave();
}

/// It closes what others are in the middle of. Those that are not in a call on a connection may hold locks of one: they free what
/// belongs to it.
unsafe fn close_all_of_odbc(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    let mut held = FirstCancellation::NONE;
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it. It runs with hooks enabled.
    unsafe {
        let mut closed = false;
        let mut close = || {
            closed = !held_locks::others_hold_any();
            if closed {
                zone::enter();
                inner(frame, result);
                zone::leave();
            }
        };
        odbc::end_all_calls(&mut held, &mut close);
        if !closed {
            let message = "Cannot close all connections while another coroutine is in the middle of a call (odbc)";
            exception::throw_error(ptr::null_mut(), message);
        }
        wait::raise_held(held);
    }
}

/// Waits until no other coroutine is in the middle of a call on one of the connections in an array. False with an exception.
unsafe fn until_idle(array: *mut Zval) -> bool {
    struct IdleWait {
        newcomer: bool,
        outcome: Entry,
    }
    unsafe extern "C" fn wait_for(wait: *mut c_void, _: u64, _: *mut ZString, value: *mut Zval) -> bool {
        // SAFETY: elements of an array that a live call holds; `until_idle` gives a place for the outcome.
        unsafe {
            let wait = wait.cast::<IdleWait>();
            (*wait).outcome = idle::wait_until_idle((*value).object() as usize, "ldap", (*wait).newcomer, None);
            (*wait).outcome != Entry::Cancelled
        }
    }
    let mut wait = IdleWait { newcomer: true, outcome: Entry::Entered };
    // SAFETY: the call holds its argument, whatever others do while this waits.
    unsafe {
        loop {
            let before = scheduler::switches();
            hash::each((*array).value.array, wait_for, (&raw mut wait).cast());
            if wait.outcome == Entry::Cancelled {
                return false;
            }
            if scheduler::switches() == before {
                return true;
            }
            wait.newcomer = false;
        }
    }
}

/// The first use of the API in a request: hooks work from now on.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        let mut frame = current_frame();
        while !frame.is_null() {
            if is_ldap(frame) {
                return held_locks::block_call(frame);
            }
            frame = frame::caller(frame);
        }
    }
}

unsafe fn is_ldap(frame: *mut ExecuteData) -> bool {
    // SAFETY: a live frame; a function that has one of these handlers has such a note.
    unsafe {
        (frame::has_handler(frame, guarded) || frame::has_handler(frame, connections::call))
            && (*wrap::note(frame).cast::<Wrapped>())
                .guards
                .around
                .is_some_and(|around| around as *const () == call_ldap as *const ())
    }
}
