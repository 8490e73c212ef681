//! `pcntl_fork()` (core 24). No coroutine but main may be alive: it would run twice. The child gets an event
//! loop of its own, and our hooks, which every fork turns off (`child_of_fork`), work in it again.

use crate::abi::zend::IS_LONG;
use crate::abi::{ExecuteData, State, Zval, globals};
use crate::boundary::wait;
use crate::engine::exception;
use crate::engine::replace::{Original, function};
use crate::{reactor, scheduler};
use core::ptr;

static FORK: Original = Original::new();
static RFORK: Original = Original::new();
static UNSHARE: Original = Original::new();

/// Replaces the functions; at the first request of the process, when all modules have started.
///
/// # Safety
/// On a PHP thread, no user code runs.
pub unsafe fn install() {
    // SAFETY: on a PHP thread where no user code runs, as this function demands.
    unsafe {
        function(c"pcntl_fork", fork, &FORK);
        function(c"pcntl_rfork", rfork, &RFORK);
        function(c"pcntl_unshare", unshare, &UNSHARE);
    }
}

unsafe extern "C" fn fork(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe { guarded(&FORK, frame, result) }
}

unsafe extern "C" fn rfork(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe { guarded(&RFORK, frame, result) }
}

unsafe extern "C" fn unshare(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        if refused() {
            result.write(Zval::NULL);
        } else {
            UNSHARE.call(frame, result);
        }
    }
}

/// A coroutine other than main is alive: forking is refused with an exception [core/FK-2].
unsafe fn refused() -> bool {
    const REASON: &str = "Cannot fork() while coroutines other than the main one are running. \
                          fork() is only allowed when just the main coroutine is active.";
    // SAFETY: a function of PHP is called, so this is a PHP thread with a request.
    unsafe {
        let refused = (*globals()).state == State::Active && scheduler::others_than_main();
        if refused {
            exception::throw_error(ptr::null_mut(), REASON);
        }
        refused
    }
}

unsafe fn guarded(original: &Original, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: in the child only this thread exists.
    unsafe {
        if refused() {
            result.write(Zval::NULL);
            return;
        }
        let hooks = wait::enabled();
        original.call(frame, result);
        let in_child = (*result).kind() == IS_LONG && (*result).value.long == 0;
        if in_child {
            // At once: closing a descriptor in the child must not reach the parent's registrations.
            reactor::after_fork();
            if hooks {
                wait::enable_again();
            }
        }
    }
}
