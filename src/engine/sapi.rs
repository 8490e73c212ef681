//! The server interface as no-suspend zones [io/OUT-1]: a switch inside half an `echo` or a FastCGI record would
//! interleave bytes of two coroutines, one in the middle of sending headers would have them sent twice.

use super::replace::{Original, function};
use super::zone;
use crate::abi::{ExecuteData, Zval};
use core::ffi::{c_char, c_int, c_void};
use ext_php_rs::ffi;

static mut WRITE: Option<unsafe extern "C" fn(*const c_char, usize) -> usize> = None;
static mut FLUSH: Option<unsafe extern "C" fn(*mut c_void)> = None;
static mut SEND_HEADERS: Option<unsafe extern "C" fn(*mut ffi::sapi_headers_struct) -> c_int> = None;
static mut READ_POST: Option<unsafe extern "C" fn(*mut c_char, usize) -> usize> = None;

unsafe extern "C" {
    fn true_async_header_callback_startup();
    fn true_async_guard_header_callback();
}

static REGISTER_CALLBACK: Original = Original::new();

#[unsafe(no_mangle)]
extern "C" fn true_async_zone_enter() {
    zone::enter();
}

#[unsafe(no_mangle)]
extern "C" fn true_async_zone_leave() {
    zone::leave();
}

/// # Safety
/// Module start.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: no other thread is reading the handlers of functions yet.
    unsafe {
        true_async_header_callback_startup();
        function(c"header_register_callback", register_callback, &REGISTER_CALLBACK);
    }
}

unsafe extern "C" fn register_callback(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments are those of a call of this function, whose original was stored before it could be called;
    // PHP's own has set the callback when it is guarded.
    unsafe {
        REGISTER_CALLBACK.call(frame, result);
        if are_zones_installed() {
            true_async_guard_header_callback();
        }
    }
}

fn are_zones_installed() -> bool {
    // SAFETY: a pointer to a function is read, which always is one of the SAPI's, of an extension or ours.
    unsafe { ffi::sapi_module.ub_write.is_some_and(|current| current as *const () == write as *const ()) }
}

unsafe extern "C" fn write(text: *const c_char, length: usize) -> usize {
    zone::enter();
    // SAFETY: installed only after `WRITE` was set, and that is never emptied.
    let written = unsafe { WRITE.unwrap_unchecked()(text, length) };
    zone::leave();
    written
}

unsafe extern "C" fn flush(context: *mut c_void) {
    zone::enter();
    // SAFETY: installed only after `FLUSH` was set, and that is never emptied.
    unsafe { FLUSH.unwrap_unchecked()(context) };
    zone::leave();
}

unsafe extern "C" fn send_headers(headers: *mut ffi::sapi_headers_struct) -> c_int {
    zone::enter();
    // SAFETY: installed only after `SEND_HEADERS` was set, and that is never emptied.
    let result = unsafe { SEND_HEADERS.unwrap_unchecked()(headers) };
    zone::leave();
    result
}

unsafe extern "C" fn read_post(buffer: *mut c_char, length: usize) -> usize {
    zone::enter();
    // SAFETY: installed only after `READ_POST` was set, and that is never emptied.
    let count = unsafe { READ_POST.unwrap_unchecked()(buffer, length) };
    zone::leave();
    count
}

macro_rules! wrap {
    ($field:ident, $original:ident, $wrapper:ident) => {
        if let Some(current) = ffi::sapi_module.$field {
            if current as *const () != $wrapper as *const () {
                $original = Some(current);
                ffi::sapi_module.$field = Some($wrapper);
            }
        }
    };
}

macro_rules! unwrap {
    ($field:ident, $original:ident, $wrapper:ident) => {
        if ffi::sapi_module.$field.is_some_and(|current| current as *const () == $wrapper as *const ()) {
            ffi::sapi_module.$field = $original;
        }
    };
}

/// Wraps output, flushing, header sending with its callback, and body reading; idempotent.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install_zones() {
    // SAFETY: each original is stored before ours can be called. A thread that comes here at the same time finds and writes
    // the same.
    unsafe {
        wrap!(ub_write, WRITE, write);
        wrap!(flush, FLUSH, flush);
        wrap!(send_headers, SEND_HEADERS, send_headers);
        wrap!(read_post, READ_POST, read_post);
        true_async_guard_header_callback();
    }
}

/// Puts the originals back, unless another extension has replaced them since.
///
/// # Safety
/// Module shutdown.
pub unsafe fn remove_zones() {
    // SAFETY: module shutdown: no thread writes output any more that could be in one of ours.
    unsafe {
        unwrap!(ub_write, WRITE, write);
        unwrap!(flush, FLUSH, flush);
        unwrap!(send_headers, SEND_HEADERS, send_headers);
        unwrap!(read_post, READ_POST, read_post);
    }
}
