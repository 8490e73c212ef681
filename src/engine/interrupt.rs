//! Interrupts: signals with PHP handlers, time limits, and whatever else asks the VM to stop for a moment.
//!
//! The VM looks at its flag between instructions. While every coroutine waits in the event loop nothing executes, so the
//! scheduler looks at it in the VM's place [io/SF-4].

use super::eg;
use crate::abi::ExecuteData;
use core::ffi::c_int;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::ffi;

type Interrupt = unsafe extern "C" fn(*mut ExecuteData);
type Ticks = unsafe extern "C" fn(c_int);

unsafe extern "C" {
    static mut zend_ticks_function: Option<Ticks>;
    fn zend_timeout();
}

/// What the VM called before our functions took its place; null is nothing.
static INTERRUPT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static TICKS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// From now on the VM calls these where it was asked to stop, and after statements of code that declares ticks.
///
/// # Safety
/// No PHP code runs on any thread, all modules have started.
pub unsafe fn install(interrupt: Interrupt, ticks: Ticks) {
    // SAFETY: no PHP code runs on any thread, as demanded, so nothing calls through these variables meanwhile. A function
    // and a pointer to it are of one size.
    unsafe {
        let place = &raw mut ffi::zend_interrupt_function;
        if let Some(before) = *place
            && before as *const () != interrupt as *const ()
        {
            INTERRUPT.store(before as *mut (), Ordering::Relaxed);
            *place = Some(interrupt);
        }
        let place = &raw mut zend_ticks_function;
        if let Some(before) = *place
            && before as *const () != ticks as *const ()
        {
            TICKS.store(before as *mut (), Ordering::Relaxed);
            *place = Some(ticks);
        }
    }
}

/// Puts back what was there, unless something else has taken our place.
///
/// # Safety
/// No PHP code runs on any thread.
pub unsafe fn remove(interrupt: Interrupt, ticks: Ticks) {
    // SAFETY: no PHP code runs on any thread, as demanded; what is put back was stored by `install`, or is the null that
    // stands for none.
    unsafe {
        let place = &raw mut ffi::zend_interrupt_function;
        if (*place).is_some_and(|now| now as *const () == interrupt as *const ()) {
            *place = transmute::<*mut (), Option<Interrupt>>(INTERRUPT.load(Ordering::Relaxed));
        }
        let place = &raw mut zend_ticks_function;
        if (*place).is_some_and(|now| now as *const () == ticks as *const ()) {
            *place = transmute::<*mut (), Option<Ticks>>(TICKS.load(Ordering::Relaxed));
        }
    }
}

/// Does what others do when the VM was asked to stop: pcntl calls handlers of signals.
///
/// # Safety
/// The argument of the [`install`]ed function.
pub unsafe fn original_interrupt(frame: *mut ExecuteData) {
    // SAFETY: null, or a function of this type that `install` has stored; the frame is the one that the VM passed.
    unsafe {
        if let Some(original) = transmute::<*mut (), Option<Interrupt>>(INTERRUPT.load(Ordering::Relaxed)) {
            original(frame);
        }
    }
}

/// Does what others do after a statement of code that declares ticks.
///
/// # Safety
/// The argument of the [`install`]ed function.
pub unsafe fn original_ticks(count: c_int) {
    // SAFETY: null, or a function of this type that `install` has stored.
    unsafe {
        if let Some(original) = transmute::<*mut (), Option<Ticks>>(TICKS.load(Ordering::Relaxed)) {
            original(count);
        }
    }
}

/// Whether the VM was asked to stop.
#[inline]
pub fn pending() -> bool {
    // SAFETY: a flag that signal handlers set.
    unsafe { ptr::read_volatile(&raw const (*eg()).vm_interrupt.value) }
}

/// Does what the VM does when it was asked to stop. May run PHP code, throw and bail out.
///
/// # Safety
/// On a stack that may run PHP code.
pub unsafe fn handle() {
    // SAFETY: as the VM does between two instructions.
    unsafe {
        ptr::write_volatile(&raw mut (*eg()).vm_interrupt.value, false);
        if ptr::read_volatile(&raw const (*eg()).timed_out.value) {
            zend_timeout();
        } else if let Some(interrupt) = ffi::zend_interrupt_function {
            interrupt((*eg()).current_execute_data);
        }
    }
}
