//! `stream_select()` of empty arrays: a coroutine that serves whatever streams there are waits as long as it
//! has said instead of failing, and hears of invalid members only [io/SEL-5, io/SEL-10].

use super::wrapped::Guards;
use crate::abi::zend::IS_ARRAY;
use crate::abi::{Array, ExecuteData, Object, ZString, Zval};
use crate::boundary::wait::{self, Outcome};
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::Function;
use crate::engine::{args, exception, hash, streams, string, zval};
use crate::reactor::now_ns;
use core::ffi::c_void;

const SECONDS: u32 = 3;
const MICROSECONDS: u32 = 4;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let is_select = function.class().is_empty() && function.name() == b"stream_select";
    is_select.then(|| Guards { around: Some(select), ..Guards::default() })
}

unsafe fn select(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper, and the exception that the function has thrown.
    unsafe {
        inner(frame, result);
        let error = exception::pending();
        if error.is_null() || !wait::may_suspend() || !says_that_there_is_no_stream(error) {
            return;
        }
        let call = Call::of(frame, result);
        let mut arrays = (0..SECONDS).filter_map(|index| array(call.arg(index))).peekable();
        let previous = exception::previous(error);
        if !previous.is_null() {
            // Without an invalid member it comes from the `stream_cast()` of a wrapper.
            if is(previous, b"TypeError") && arrays.any(|array| has_invalid_member(array)) {
                exception::replace_pending(previous);
            }
            return;
        }
        // A stream that cannot be selected is an error, as without coroutines.
        if arrays.peek().is_some() && arrays.all(|array| (*array).nNumOfElements == 0) {
            drop(exception::take());
            wait_for_nothing(call);
        }
    }
}

unsafe fn says_that_there_is_no_stream(error: *mut Object) -> bool {
    // SAFETY: a live exception.
    unsafe { is(error, b"ValueError") && exception::message(error) == b"No stream arrays were passed" }
}

unsafe fn is(exception: *mut Object, class: &[u8]) -> bool {
    // SAFETY: a live exception has a class.
    unsafe { string::bytes((*(*exception).ce).name) == class }
}

/// The array that an argument is.
fn array(value: *mut Zval) -> Option<*mut Array> {
    // SAFETY: null, or an argument of a live frame.
    unsafe {
        if value.is_null() {
            return None;
        }
        let value = zval::deref(value);
        ((*value).kind() == IS_ARRAY).then_some((*value).value.array)
    }
}

/// Whether an array has a member that is no open stream.
unsafe fn has_invalid_member(array: *mut Array) -> bool {
    unsafe extern "C" fn look(found: *mut c_void, _: u64, _: *mut ZString, member: *mut Zval) -> bool {
        // SAFETY: the place below, and a live value.
        unsafe {
            *found.cast::<bool>() |= streams::of_value(member).is_null();
            !*found.cast::<bool>()
        }
    }
    let mut found = false;
    // SAFETY: the array of a live frame; looking at its members runs no PHP code.
    unsafe { hash::each(array, look, (&raw mut found).cast()) };
    found
}

/// Waits for the time limit of a call, which gives 0 then; without one it gives that at once. A limit that is none is an error, with
/// PHP's words.
unsafe fn wait_for_nothing(call: Call) {
    let (Some(seconds), Some(microseconds)) =
        (args::nullable_long_at(call, SECONDS), args::nullable_long_at(call, MICROSECONDS))
    else {
        return;
    };
    let rest = microseconds.unwrap_or(0);
    match seconds {
        None if rest != 0 => {
            return args::argument_value_error(MICROSECONDS, "must be null when argument #4 ($seconds) is null");
        }
        None => (),
        Some(..0) => return args::argument_value_error(SECONDS, "must be greater than or equal to 0"),
        Some(_) if rest < 0 => return args::argument_value_error(MICROSECONDS, "must be greater than or equal to 0"),
        Some(0) if rest == 0 => (),
        Some(seconds) => {
            let nanoseconds =
                (seconds as u64).saturating_mul(1_000_000_000).saturating_add((rest as u64).saturating_mul(1_000));
            // SAFETY: the call is that of an internal function, and may be left here.
            if unsafe { wait::sleep_until(now_ns().saturating_add(nanoseconds)) } != Outcome::Timeout {
                return call.set_bool(false);
            }
        }
    }
    call.set(Zval::from_long(0));
}
