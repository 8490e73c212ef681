//! `pcntl_signal()` for a signal that somebody listens to (primitives SG-10): the reactor keeps the signal, and calls pcntl's
//! handler.
//!
//! PHP's own calls of `sigaction` are redirected, so that nothing is lost in between (`hooks/sigaction.rs`). Where nothing
//! is redirected (`async.io=0`) pcntl takes the signal away, and the reactor takes it back when pcntl is done.

use crate::abi::{ExecuteData, Zval};
use crate::engine::replace::{Original, function};
use crate::reactor::delivery;

static SIGNAL: Original = Original::new();

/// Replaces the function; at the first request of the process, when all modules have started.
///
/// # Safety
/// On a PHP thread, no user code runs.
pub unsafe fn install() {
    // SAFETY: forwarded.
    unsafe {
        function(c"pcntl_signal", signal, &SIGNAL);
    }
}

unsafe extern "C" fn signal(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe {
        SIGNAL.call(frame, result);
        delivery::keep_all();
    }
}
