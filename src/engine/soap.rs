//! What a method of SOAP sets for as long as it runs belongs to its coroutine (shim_soap.c).

use super::entry::Handler;
use crate::abi::{ExecuteData, Zval};

unsafe extern "C" {
    /// Whether calls of several coroutines can be told apart.
    #[link_name = "true_async_soap_travels"]
    pub safe fn travels() -> bool;

    /// Calls a method of SoapClient or SoapServer.
    ///
    /// # Safety
    /// The arguments of its handler.
    #[link_name = "true_async_soap_call"]
    pub fn call(method: Handler, frame: *mut ExecuteData, result: *mut Zval);

    /// A fatal error has ended all coroutines.
    #[link_name = "true_async_soap_forget"]
    pub safe fn forget();
}
