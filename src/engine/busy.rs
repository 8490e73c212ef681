//! Globals that are at rest at almost every switch, and belong to the coroutine that uses them (io chapter 7): what is being
//! done, and what a function has left for the next call. Which they are, shim_busy.c knows.
//! The function of `set_error_handler()` and the ban on switching of destructors are of the same kind.

use super::{eg, error_handler, fiber, output};
use crate::abi::{ClassEntry, Zval};
use core::ffi::c_void;
use core::ptr;
use ext_php_rs::ffi;

/// Room for `true_async_busy`; the shim checks that it fits.
#[repr(C, align(8))]
struct Globals([u8; 1024]);

/// What one coroutine was busy with when it was left. Allocated once per stack, when first needed.
pub(super) struct Busy {
    /// Whether anything of the rest is to be put back.
    taken: bool,
    globals: Globals,
    /// Lent to the others while the coroutine is in it.
    error_handler: Zval,
    switch_blocks: u32,
    /// What C code does with warnings, and the class of what it throws instead.
    error_handling: ffi::zend_error_handling_t,
    exception_class: *mut ClassEntry,
}

unsafe extern "C" {
    fn true_async_find_busy() -> *const *const c_void;
    fn true_async_busy_take(to: *mut Globals);
    fn true_async_busy_put(from: *mut Globals);
    fn true_async_busy_forget();

    /// Whether the running coroutine is busy with anything. Reads globals that [`request_startup`] has found.
    #[link_name = "true_async_is_busy"]
    pub(super) safe fn is_busy() -> bool;
}

/// Finds the globals of this thread; at the start of every request.
pub(super) fn request_startup() {
    // SAFETY: the shim only looks for addresses.
    unsafe {
        output::request_startup(true_async_find_busy());
    }
}

impl Busy {
    /// Nothing, in memory that [`free`](Self::free) gives back.
    fn new() -> *mut Busy {
        Box::into_raw(Box::new(Busy {
            taken: false,
            globals: Globals([0; 1024]),
            error_handler: Zval::UNDEF,
            switch_blocks: 0,
            error_handling: 0,
            exception_class: ptr::null_mut(),
        }))
    }

    /// Moves it out of the engine, where it is at rest then.
    ///
    /// # Safety
    /// `this` is null or was made here. The coroutine is being left.
    #[cold]
    pub(super) unsafe fn take(this: &mut *mut Busy) {
        if this.is_null() {
            *this = Busy::new();
        }
        // SAFETY: ours until `free`; the shim moves between globals and the room given to it.
        unsafe {
            let this = &mut **this;
            true_async_busy_take(&raw mut this.globals);
            this.error_handler = error_handler::lend();
            this.switch_blocks += fiber::lift_ban();
            this.error_handling = core::mem::replace(&mut (*eg()).error_handling, 0);
            this.exception_class = (*eg()).exception_class;
            this.taken = true;
        }
    }

    /// Moves it back, if anything was taken.
    ///
    /// # Safety
    /// `this` is null or was made here. The coroutine is about to go on.
    #[inline]
    pub(super) unsafe fn put(this: *mut Busy) {
        // SAFETY: `this` is null or was made here, as demanded, and only the stack that is about to go on has it: no
        // other reference to it exists.
        unsafe {
            if !this.is_null() && (*this).taken {
                Busy::put_taken(&mut *this);
            }
        }
    }

    #[cold]
    unsafe fn put_taken(&mut self) {
        // SAFETY: this coroutine goes on next. Each value moves back once: `take` has left its place at rest.
        unsafe {
            self.taken = false;
            true_async_busy_put(&raw mut self.globals);
            error_handler::take_back(core::mem::replace(&mut self.error_handler, Zval::UNDEF));
            fiber::restore_ban(core::mem::take(&mut self.switch_blocks));
            (*eg()).error_handling = core::mem::replace(&mut self.error_handling, 0);
            (*eg()).exception_class = self.exception_class;
        }
    }

    /// # Safety
    /// `this` is null or was made here, and is not used again.
    pub(super) unsafe fn free(this: &mut *mut Busy) {
        if !this.is_null() {
            // SAFETY: made by `new`.
            drop(unsafe { Box::from_raw(*this) });
            *this = ptr::null_mut();
        }
    }
}

/// A coroutine has ended: releases what its calls have left for the next.
///
/// # Safety
/// On its stack.
#[inline]
pub(super) unsafe fn forget() {
    // SAFETY: the coroutine has ended, so nothing reads what its calls have left any more. What is released are strings and
    // arrays of strings, so no PHP code runs.
    unsafe {
        if is_busy() {
            true_async_busy_forget();
        }
    }
}
