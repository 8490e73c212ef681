//! The pending exception of a coroutine that suspends.

use super::{eg, exception};
use crate::abi::Object;
use core::ptr;
use ext_php_rs::ffi;

/// The exception that was pending when a coroutine suspended, kept on that coroutine's stack (EG-1, SU-6).
pub struct PendingException {
    exception: *mut Object,
    previous: *mut Object,
    opline: *const ffi::zend_op,
}

impl PendingException {
    /// Takes the pending exception out of the engine.
    ///
    /// # Safety
    /// On the PHP thread.
    #[inline]
    pub unsafe fn take() -> PendingException {
        // SAFETY: this thread's globals.
        unsafe {
            let eg = &mut *eg();
            let taken = PendingException {
                exception: eg.exception,
                previous: eg.prev_exception,
                opline: eg.opline_before_exception,
            };
            if !(taken.exception.is_null() && taken.previous.is_null()) {
                eg.exception = ptr::null_mut();
                eg.prev_exception = ptr::null_mut();
            }
            taken
        }
    }

    /// Puts it back; an exception thrown meanwhile becomes the current one, with the old one as its previous.
    ///
    /// # Safety
    /// On the stack that took it.
    #[inline]
    pub unsafe fn put_back(self) {
        if self.exception.is_null() && self.previous.is_null() {
            return;
        }
        // SAFETY: this thread's globals; the references move back to where they came from.
        unsafe {
            let eg = &mut *eg();
            if !self.exception.is_null() {
                let newer = eg.exception;
                if newer.is_null() || newer == self.exception {
                    eg.exception = self.exception;
                } else {
                    exception::chain(newer, self.exception);
                }
                eg.opline_before_exception = self.opline;
            }
            if !self.previous.is_null() {
                if eg.prev_exception.is_null() {
                    eg.prev_exception = self.previous;
                } else {
                    exception::chain(eg.prev_exception, self.previous);
                }
            }
        }
    }
}
