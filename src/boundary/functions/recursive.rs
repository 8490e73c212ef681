//! Functions that recurse over what they are given, mark what they are in, and call methods of it: `jsonSerialize()`,
//! `__debugInfo()`, `__serialize()`. The marks are for the coroutine alone (`engine/marks`) [io/EG-10].

use super::wrapped::Wrapped;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait;
use crate::engine::marks;
use crate::engine::wrap::{self, Function};
use crate::scheduler::protect;

/// Whether a function is one of them.
pub fn is_one(function: &Function) -> bool {
    function.class().is_empty()
        && matches!(
            function.name(),
            b"json_encode"
                | b"serialize"
                | b"print_r"
                | b"var_dump"
                | b"var_export"
                | b"debug_zval_dump"
                | b"array_walk_recursive"
        )
}

/// Whether a function calls `__debugInfo()`, where PHP takes an exception for the end of the process: what it calls is not
/// interrupted, a cancellation is thrown when it returns [core/CN-20].
pub fn is_sealed(function: &Function) -> bool {
    matches!(function.name(), b"print_r" | b"var_dump" | b"debug_zval_dump")
}

/// The wrapper of those that [`is_sealed`] knows.
///
/// # Safety
/// The arguments of a wrapper.
pub unsafe extern "C" fn call_sealed(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: `call` takes the arguments of a wrapper, and these are.
    unsafe {
        let sealed = wait::enabled() && protect::seal();
        call(frame, result);
        if sealed {
            protect::unseal(false);
        }
    }
}

/// The wrapper.
///
/// # Safety
/// The arguments of a wrapper.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: this wrapper is only put before functions with a note of ours.
    unsafe {
        let body = (*wrap::note(frame).cast::<Wrapped>()).body;
        if wait::enabled() { marks::walk(body, frame, result) } else { body(frame, result) }
    }
}
