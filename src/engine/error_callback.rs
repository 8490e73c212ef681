//! The error callback: lets one filter decide which diagnostics are dropped before they are shown or logged. What is left
//! is shown and logged as a no-suspend zone [io/FW-5]: a switch there would tear lines, and PHP drops what is logged while
//! it is logging. A fatal error of a cancelled method of SOAP is the end of that method alone (shim_soap.c).

use super::{bailout, output, soap, string, zone};
use core::ffi::c_int;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::ffi;

/// Type, file, line, message.
type Callback = unsafe extern "C" fn(c_int, *mut ffi::zend_string, u32, *mut ffi::zend_string);
type Filter = fn(i32, &[u8]) -> bool;

/// The engine's `E_FATAL_ERRORS`: after one of them it jumps, over our frame, unless `E_DONT_BAIL` says otherwise.
const FATAL: c_int = 1 | 4 | 16 | 64 | 256 | 4096;
const DOES_NOT_JUMP: c_int = 1 << 15;
const WARNING: c_int = 2;

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());
static FILTER: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

unsafe extern "C" fn filtered(kind: c_int, file: *mut ffi::zend_string, line: u32, message: *mut ffi::zend_string) {
    // SAFETY: both pointers were stored by `install`.
    unsafe {
        let filter: Filter = core::mem::transmute(FILTER.load(Ordering::Relaxed));
        let comes_back = kind & FATAL == 0 || kind & DOES_NOT_JUMP != 0;
        if kind == WARNING | DOES_NOT_JUMP && soap::drops_cancellation(message) {
            return;
        }
        if !comes_back && soap::ends_cancelled() {
            bailout::raise();
        }
        // The engine marks some types with high bits.
        if filter(kind & 0x7fff, string::bytes(message.cast())) {
            if !comes_back {
                bailout::raise();
            }
        } else {
            let original: Callback = core::mem::transmute(ORIGINAL.load(Ordering::Relaxed));
            if comes_back {
                zone::enter();
            } else {
                soap::before_fatal_error();
                output::before_jump();
            }
            original(kind, file, line, message);
            if comes_back {
                zone::leave();
            }
        }
    }
}

/// Puts `filter` before the engine's callback; it returns true for what is dropped. Idempotent.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn install(filter: Filter) {
    // SAFETY: a global of the engine, changed while no other PHP thread starts.
    unsafe {
        let current = ffi::zend_error_cb;
        let Some(original) = current else { return };
        if original as *const () == filtered as *const () {
            return;
        }
        FILTER.store(filter as *mut (), Ordering::Relaxed);
        ORIGINAL.store(original as *mut (), Ordering::Relaxed);
        ffi::zend_error_cb = Some(filtered);
    }
}

/// Puts the engine's callback back, unless another extension has replaced it since.
///
/// # Safety
/// Module shutdown.
pub unsafe fn remove() {
    // SAFETY: at module shutdown no other thread raises errors; what is put back was stored by `install`.
    unsafe {
        if ffi::zend_error_cb.is_some_and(|callback| callback as *const () == filtered as *const ()) {
            ffi::zend_error_cb = core::mem::transmute::<*mut (), Option<Callback>>(ORIGINAL.load(Ordering::Relaxed));
        }
    }
}
