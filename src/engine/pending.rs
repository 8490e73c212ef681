//! The pending exception of a coroutine that suspends.

use super::owned::OwnedObject;
use super::{eg, exception};
use crate::abi::{ExecuteData, Object};
use core::ptr;
use ext_php_rs::ffi;

/// The exception that was pending when a coroutine suspended, kept on that coroutine's stack [io/EG-1, core/SU-6].
pub struct PendingException {
    exception: *mut Object,
    previous: *mut Object,
    opline: *const ffi::zend_op,
    /// The frame that is on its way to the handler, or null. What is thrown and taken meanwhile would put it elsewhere.
    marked: *mut ExecuteData,
}

impl PendingException {
    /// Whether there is anything to [`take`](Self::take).
    #[inline(always)]
    pub fn exists() -> bool {
        // SAFETY: two pointers in this thread's executor globals are compared with null.
        unsafe { !((*eg()).exception.is_null() && (*eg()).prev_exception.is_null()) }
    }

    /// Takes the pending exception out of the engine.
    ///
    /// # Safety
    /// On the PHP thread; what is returned is put back.
    #[inline]
    pub unsafe fn take() -> PendingException {
        // SAFETY: no code of the engine runs while the globals of this thread are borrowed; the references move with the
        // pointers, so each still has one owner.
        unsafe {
            let eg = &mut *eg();
            let taken = PendingException {
                exception: eg.exception,
                previous: eg.prev_exception,
                opline: eg.opline_before_exception,
                marked: if eg.exception.is_null() { ptr::null_mut() } else { marked_frame(eg) },
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
        // SAFETY: the references move back to where they came from, and `marked` is a frame of the stack that goes on. No
        // borrow of the globals lives across `hang`, which uses them.
        unsafe {
            let eg = eg();
            if !self.exception.is_null() {
                let newer = (*eg).exception;
                if newer.is_null() || newer == self.exception {
                    (*eg).exception = self.exception;
                } else {
                    exception::hang(newer, OwnedObject::from_raw(self.exception));
                }
                (*eg).opline_before_exception = self.opline;
                if !self.marked.is_null() {
                    (*self.marked).opline = (*eg).exception_op.as_ptr();
                }
            }
            if !self.previous.is_null() {
                if (*eg).prev_exception.is_null() {
                    (*eg).prev_exception = self.previous;
                } else {
                    exception::hang((*eg).prev_exception, OwnedObject::from_raw(self.previous));
                }
            }
        }
    }
}

/// The executing frame if it is one of PHP code whose next instruction is the handling of an exception.
unsafe fn marked_frame(eg: &ffi::zend_executor_globals) -> *mut ExecuteData {
    // SAFETY: the executing frame; only frames of PHP code have instructions, and their functions have even types.
    unsafe {
        let frame = eg.current_execute_data;
        let is_user = !frame.is_null() && !(*frame).func.is_null() && (*(*frame).func).type_ & 1 == 0;
        if is_user && (*frame).opline == eg.exception_op.as_ptr() { frame } else { ptr::null_mut() }
    }
}
