//! What a method of SOAP sets for as long as it runs belongs to its coroutine (shim_soap.c).

use super::entry::Handler;
use crate::abi::{ExecuteData, Object, Zval};
use ext_php_rs::ffi;

unsafe extern "C" {
    /// Whether calls of several coroutines can be told apart.
    #[link_name = "true_async_soap_travels"]
    pub safe fn travels() -> bool;

    /// Calls a method of SoapClient or SoapServer. Where there are coroutines when it returns, a fatal error that it has made a
    /// fault of is none for the others. It makes none of one that is raised below a function which `must_return`, in the method.
    ///
    /// # Safety
    /// The arguments of its handler.
    #[link_name = "true_async_soap_call"]
    pub fn call(
        method: Handler,
        frame: *mut ExecuteData,
        result: *mut Zval,
        has_coroutines: unsafe extern "C" fn() -> bool,
        must_return: unsafe extern "C" fn(*mut ExecuteData) -> bool,
    );

    /// Whether the running coroutine is in a method.
    #[link_name = "true_async_soap_is_in_method"]
    pub(super) safe fn is_in_method() -> bool;

    /// A cancellation is thrown in the method that the coroutine is in, or below it.
    ///
    /// # Safety
    /// It is in one; a live exception.
    #[link_name = "true_async_soap_thrown"]
    pub(super) fn thrown(cancellation: *mut Object);

    /// A warning that does not jump is reported: whether it says that the engine drops the cancellation of a method, which has
    /// failed with a fatal error.
    ///
    /// # Safety
    /// The message of a warning.
    #[link_name = "true_async_soap_drops_cancellation"]
    pub(super) fn drops_cancellation(message: *const ffi::zend_string) -> bool;

    /// Whether a fatal error is that of a cancelled method, which alone ends: a jump is caught around it.
    #[link_name = "true_async_soap_ends_cancelled"]
    pub(super) safe fn ends_cancelled() -> bool;

    /// A fatal error is about to be reported.
    #[link_name = "true_async_soap_before_fatal_error"]
    pub(super) safe fn before_fatal_error();

    /// A fatal error has ended all coroutines.
    #[link_name = "true_async_soap_forget"]
    pub safe fn forget();
}
