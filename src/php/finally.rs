//! What the `finally()` methods of `Async\Coroutine` and `Async\Scope` share [core/CO-30 to CO-33, core/SC-60 to SC-63].

use crate::abi::{Fcall, Zval};
use crate::engine::entry::Call;
use crate::engine::{args, call, exception};
use core::ptr;

/// The callback of the call, owned; `None` with an exception.
pub fn callback(call: Call) -> Option<*mut Fcall> {
    if !args::count(call, 1, 1) {
        return None;
    }
    // SAFETY: there is an argument, which the frame holds; no further ones are kept with it.
    let kept = unsafe { call::keep(call.arg(0), ptr::null_mut(), 0, ptr::null_mut()) };
    if kept.is_err() && exception::pending().is_null() {
        args::argument_type_error(0, "argument must be callable");
    }
    kept.ok()
}

/// The owner has ended already: the callback runs at once, in the caller [core/CO-33, core/SC-63]. Takes it over.
///
/// # Safety
/// `kept` comes from [`callback`] and is not used again. Runs PHP code; may suspend.
pub unsafe fn run_at_once(call: Call, kept: *mut Fcall) {
    // SAFETY: the callback is kept until it has returned, as this function demands; the frame holds the object that it is given.
    unsafe {
        call::invoke_with(kept, &mut [Zval::from_object(call.this())]);
        call::release(kept);
    }
}
