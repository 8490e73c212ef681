//! SoapClient and SoapServer [io/FW-2]. What they keep in globals belongs to the coroutine (`engine/soap`), so calls on
//! several objects run at once. One at a time are
//!
//! - calls on one object: they share its connection and its last request. Methods that only tell or set something do
//!   not wait;
//! - loading of one description: SOAP would destroy one in memory, which a client uses, for another of the same name.
//!
//! Where the globals are not as they are known, methods are zones: nothing suspends in them.

use super::wrapped::{Gates, Guards, Keys, Wrapped};
use crate::abi::zend::IS_STRING;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::wrap::{self, Function};
use crate::engine::{frame, libxml, soap, string};

/// Whether a function is one of the methods.
pub fn is_method(function: &Function) -> bool {
    function.module().eq_ignore_ascii_case(b"soap") && matches!(function.class(), b"SoapClient" | b"SoapServer")
}

/// Descriptions are loaded with settings of libxml of their own, and URLs may be opened meanwhile: those are watched.
pub fn guards_of(function: &Function) -> Guards {
    let gates = match (function.class(), function.name()) {
        (_, b"__construct") => Some(Gates { keys: description, what: "description" }),
        (b"SoapClient", b"__call" | b"__soapcall" | b"__dorequest") => Some(Gates { keys: object, what: "SoapClient" }),
        (b"SoapServer", b"handle") => Some(Gates { keys: object, what: "SoapServer" }),
        _ => None,
    };
    Guards { gates, before: Some(libxml::watch), zone_when: Some(is_zone), ..Guards::default() }
}

unsafe fn object(call: Call) -> Keys {
    [call.this() as usize, 0]
}

/// Odd, unlike an address.
unsafe fn description(call: Call) -> Keys {
    let name = call.arg(0);
    // SAFETY: an argument of a live frame.
    unsafe {
        if name.is_null() || (*name).kind() != IS_STRING {
            return [0, 0];
        }
        let hash = string::bytes((*name).value.string)
            .iter()
            .fold(0usize, |hash, byte| (hash ^ usize::from(*byte)).wrapping_mul(0x100_0000_01b3));
        [hash | 1, 0]
    }
}

unsafe fn is_zone(_: Call) -> bool {
    !soap::travels()
}

/// The body of a wrapped method.
///
/// # Safety
/// The arguments of a wrapper.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: this wrapper is only put before functions with a note of ours.
    unsafe { soap::call((*wrap::note(frame).cast::<Wrapped>()).body, frame, result, has_coroutines, must_return) }
}

unsafe extern "C" fn has_coroutines() -> bool {
    wait::enabled()
}

unsafe extern "C" fn must_return(frame: *mut ExecuteData) -> bool {
    // SAFETY: a live frame below a method.
    wait::enabled() && super::gives_back(unsafe { frame::handler(frame) })
}
