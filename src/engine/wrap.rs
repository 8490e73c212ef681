//! Putting wrappers in the place of the handlers of PHP's internal functions and methods, all of them in one pass. What
//! the wrappers do, and which functions get one, is decided above. (`replace` is for a single function.)
//!
//! A wrapper serves many functions: what it needs to know of the one that is called, a *note*, hangs on the function. Copies
//! of the function have it, too: methods that a class inherits, the function tables of other threads.

use super::entry::Handler;
use crate::abi::ExecuteData;
use crate::engine::mirror::mirrored;
use core::ffi::{c_char, c_int, c_void};
use core::slice;
use core::sync::atomic::{AtomicUsize, Ordering};

/// An internal function, as it is offered for wrapping. `true_async_function` in shim_wrap.c.
#[repr(C)]
pub struct Function {
    class: *const c_char,
    class_length: usize,
    name: *const c_char,
    name_length: usize,
    module: *const c_char,
    module_length: usize,
    /// Whether a parameter is declared as a callable.
    pub takes_callable: bool,
    pub is_static: bool,
    /// Whether it is called on an object, or may be given one, or a resource.
    pub takes_handle: bool,
    /// What is called today.
    pub handler: Handler,
}
mirrored!(Function, 64, handler at 56);

impl Function {
    /// The class that declared it, as it is written there; empty for functions.
    pub fn class(&self) -> &[u8] {
        // SAFETY: a string of the engine's with its length.
        unsafe { slice::from_raw_parts(self.class.cast(), self.class_length) }
    }

    /// In lower case.
    pub fn name(&self) -> &[u8] {
        // SAFETY: a string of the engine's with its length.
        unsafe { slice::from_raw_parts(self.name.cast(), self.name_length) }
    }

    /// The name of the extension, as it is written there.
    pub fn module(&self) -> &[u8] {
        // SAFETY: a string of the extension's with its length.
        unsafe { slice::from_raw_parts(self.module.cast(), self.module_length) }
    }
}

/// Chooses the wrapper of a function and stores its note.
pub type Choose = unsafe extern "C" fn(*const Function, *mut *const c_void) -> Option<Handler>;

unsafe extern "C" {
    fn true_async_wrap_startup() -> c_int;
    fn true_async_wrap_functions(choose: Choose);
    fn true_async_wrap_function(function: *mut c_void, choose: Choose);
}

/// Which of the fields that the engine reserves for extensions is ours.
static FIELD: AtomicUsize = AtomicUsize::new(0);

/// At module start.
///
/// # Safety
/// Single-threaded.
pub unsafe fn module_startup() {
    // SAFETY: asks the engine for a number.
    let field = unsafe { true_async_wrap_startup() };
    FIELD.store(usize::try_from(field).unwrap_or(0), Ordering::Relaxed);
}

/// Wraps what `choose` has a wrapper for, in the tables of this thread.
///
/// # Safety
/// All modules have started, no user code has run on this thread. `choose` leaves alone what is wrapped already.
pub unsafe fn wrap_functions(choose: Choose) {
    // SAFETY: no user code has run on this thread, as demanded, so no function of its tables is being called. Classes are
    // shared, but a thread that runs user code has wrapped their methods before.
    unsafe { true_async_wrap_functions(choose) }
}

/// Wraps a function that is in no table. Its name is as it is written.
///
/// # Safety
/// A function of the engine's that is not being called.
pub unsafe fn wrap_function(function: *mut c_void, choose: Choose) {
    // SAFETY: the function exists and is not being called, as demanded; the shim changes its handler and its note, if it is
    // an internal one.
    unsafe { true_async_wrap_function(function, choose) }
}

/// The note on a function.
///
/// # Safety
/// The frame of a call of an internal function. The note is one of `choose`'s only if its wrapper is the handler.
#[inline(always)]
pub unsafe fn note(frame: *mut ExecuteData) -> *const c_void {
    // SAFETY: a live frame of an internal function.
    unsafe {
        let function = &raw const (*(*frame).func).internal_function;
        (*function).reserved[FIELD.load(Ordering::Relaxed)]
    }
}
