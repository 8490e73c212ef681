//! `pcntl_signal()` for a signal that has subscribers [primitives/SG-10]: the reactor keeps the signal, and calls pcntl's
//! handler.
//!
//! PHP's own calls of `sigaction` are redirected, so that nothing is lost in between (`hooks/sigaction.rs`). Where nothing
//! is redirected (`async.io=0`) pcntl takes the signal away, and the reactor takes it back when pcntl is done.
//!
//! The reactor follows every signal that has a handler in PHP, so that waits end which it ends [io/SL-2].

use crate::abi::zend::{IS_LONG, IS_TRUE};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::callbacks;
use crate::engine::entry::Call;
use crate::engine::replace::{Original, function};
use crate::reactor::{delivery, signal};
use core::ffi::c_int;

static SIGNAL: Original = Original::new();

/// Replaces the function; at the first request of the process, when all modules have started.
///
/// # Safety
/// On a PHP thread, no user code runs.
pub unsafe fn install() {
    // SAFETY: on a PHP thread where no user code runs, as this function demands.
    unsafe {
        function(c"pcntl_signal", pcntl_signal, &SIGNAL);
    }
}

/// The start of a request: PHP code has no handlers.
///
/// # Safety
/// RINIT.
pub unsafe fn request_startup() {
    signal::follow_nothing();
}

/// The number of the signal, and whether it gets a handler in PHP: not `SIG_DFL` or `SIG_IGN`, which are numbers.
unsafe fn arguments(call: Call) -> Option<(c_int, bool)> {
    let (number, handler) = (call.arg(0), call.arg(1));
    // SAFETY: arguments of the call; a number in a string is left to pcntl alone.
    unsafe {
        if number.is_null() || handler.is_null() || (*number).kind() != IS_LONG {
            return None;
        }
        Some((c_int::try_from((*number).value.long).ok()?, (*handler).kind() != IS_LONG))
    }
}

unsafe extern "C" fn pcntl_signal(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        let arguments = arguments(Call::of(frame, result));
        callbacks::keep_running();
        SIGNAL.call(frame, result);
        delivery::keep_all();
        if let Some((number, is_code)) = arguments
            && (*result).kind() == IS_TRUE
        {
            signal::follow(number, is_code);
        }
        callbacks::give_back();
    }
}
