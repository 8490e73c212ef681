//! What a method of SOAP sets for as long as it runs belongs to its coroutine (shim_soap.c).

use super::entry::Handler;
use crate::abi::{ExecuteData, Zval};

unsafe extern "C" {
    fn true_async_soap_travels() -> bool;
    fn true_async_soap_call(method: Handler, frame: *mut ExecuteData, result: *mut Zval);
    fn true_async_soap_forget();
}

/// Whether calls of several coroutines can be told apart.
pub fn travels() -> bool {
    // SAFETY: on a PHP thread with a request; looks for globals of the module.
    unsafe { true_async_soap_travels() }
}

/// Calls a method of SoapClient or SoapServer.
///
/// # Safety
/// The arguments of its handler.
pub unsafe fn call(method: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: forwarded.
    unsafe { true_async_soap_call(method, frame, result) }
}

/// A fatal error has ended all coroutines.
pub fn forget() {
    // SAFETY: globals of this thread; a coroutine that was in a call does not return to it.
    unsafe { true_async_soap_forget() }
}
