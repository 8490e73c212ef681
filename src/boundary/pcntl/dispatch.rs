//! Where PHP calls the handlers of signals: between two instructions, after a statement with ticks, in
//! `pcntl_signal_dispatch()`.
//!
//! pcntl takes all signals that have come out of its list, blocks further ones, and calls the handlers one after the other,
//! on the stack of whatever coroutine runs. While an exception is pending it calls none, and what it has taken is lost. A
//! handler may wait, and the coroutine that it runs on has nothing to do with it; so a cancellation of that coroutine is put
//! off until pcntl is done. A signal that has come meanwhile is delivered when pcntl unblocks, and the VM is asked to stop
//! again while the cancellation is pending: it is put aside for the handler [core/CN-21].

use crate::abi::{ExecuteData, Zval};
use crate::engine::replace::{Original, function};
use crate::engine::state::PendingException;
use crate::engine::{exception, interrupt, ticks};
use crate::scheduler::{current_object, protect};
use core::ffi::c_int;

static DISPATCH: Original = Original::new();

/// Takes the places; at the first request of the process, when all modules have started.
///
/// # Safety
/// On a PHP thread, no user code runs.
pub unsafe fn install() {
    // SAFETY: on a PHP thread where no user code runs, as this function demands.
    unsafe {
        interrupt::install(at_interrupt, at_ticks);
        ticks::install();
        function(c"pcntl_signal_dispatch", pcntl_signal_dispatch, &DISPATCH);
    }
}

/// Leaves them.
///
/// # Safety
/// Module shutdown.
pub unsafe fn remove() {
    // SAFETY: module shutdown, as this function demands: no other thread runs.
    unsafe { interrupt::remove(at_interrupt, at_ticks) }
}

/// Nothing that `body` calls is cancelled; a cancellation is thrown at its end.
fn sealed(body: impl FnOnce()) {
    let sealed = protect::seal();
    body();
    if sealed {
        protect::unseal(false);
    }
}

unsafe extern "C" fn at_interrupt(frame: *mut ExecuteData) {
    // SAFETY: the VM calls it between two instructions, where an exception may be pending only because the call before has
    // thrown it.
    unsafe {
        let earlier = exception::pending();
        if earlier.is_null() || current_object().is_null() || exception::is_exit(earlier) {
            sealed(|| interrupt::original_interrupt(frame));
            return;
        }
        let pending = PendingException::take();
        sealed(|| interrupt::original_interrupt(frame));
        pending.put_back();
    }
}

unsafe extern "C" fn at_ticks(count: c_int) {
    // SAFETY: the VM calls this, on the PHP thread, in place of what was there before, which gets the same count.
    // Functions of the user are none of pcntl's, and can be cancelled.
    unsafe {
        sealed(|| interrupt::original_ticks(count));
        ticks::run();
    }
}

unsafe extern "C" fn pcntl_signal_dispatch(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    sealed(|| unsafe { DISPATCH.call(frame, result) });
}
