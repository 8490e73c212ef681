//! Interrupts: signals with PHP handlers, time limits, and whatever else asks the VM to stop for a moment.
//!
//! The VM looks at its flag between instructions. While every coroutine waits in the event loop nothing executes, so the
//! scheduler looks at it in the VM's place (io SF-4).

use super::eg;
use core::ptr;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn zend_timeout();
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
