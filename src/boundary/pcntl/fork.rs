//! `pcntl_fork()` (core 24), and the functions that extensions call which fork themselves [abi/ABI-164]. No coroutine but main
//! may be alive: it would run twice. The child gets an event loop of its own, and our hooks, which every fork turns off
//! (`child_of_fork`), work in it again.

use crate::abi::register::zend_async_fork_register;
use crate::abi::zend::IS_LONG;
use crate::abi::{ExecuteData, State, Zval, globals};
use crate::boundary::wait;
use crate::engine::exception;
use crate::engine::per_thread::per_thread;
use crate::engine::replace::{Original, function};
use crate::{reactor, scheduler};
use core::ptr;

static FORK: Original = Original::new();
static RFORK: Original = Original::new();
static UNSHARE: Original = Original::new();

per_thread!(
    // Whether the hooks worked before the fork.
    static HOOKS: bool = false
);

/// Registers what other extensions call.
///
/// # Safety
/// Module start.
pub unsafe fn module_startup() {
    // SAFETY: module start, as this function demands; the functions are never unmapped.
    unsafe { zend_async_fork_register(Some(before_fork), Some(after_fork_child)) }
}

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

/// In the parent. False with an `Error` where forking is refused.
unsafe extern "C" fn before_fork() -> bool {
    // SAFETY: extensions call the slot on a PHP thread with a request, as `guarded` is called.
    let refused = unsafe { refused() };
    if !refused {
        HOOKS.set(wait::enabled());
    }
    !refused
}

/// In the child, where only this thread exists. At once: closing a descriptor must not reach the parent's registrations.
unsafe extern "C" fn after_fork_child() {
    // SAFETY: the only thread of the child, outside a turn of the event loop: nothing forks in there.
    unsafe { reactor::after_fork() };
    if HOOKS.replace(false) {
        wait::enable_again();
    }
}

unsafe fn guarded(original: &Original, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the handler's frame and place for the result; both functions belong around a fork.
    unsafe {
        if !before_fork() {
            result.write(Zval::NULL);
            return;
        }
        original.call(frame, result);
        if (*result).kind() == IS_LONG && (*result).value.long == 0 {
            after_fork_child();
        }
    }
}
