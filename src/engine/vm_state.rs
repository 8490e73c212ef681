//! The part of a stack's engine state that says where PHP's own stack is.

use crate::abi::ExecuteData;
use core::ffi::c_void;
use core::mem::offset_of;
use core::ptr;
use ext_php_rs::ffi;

/// What the executor's globals have side by side, so that it is copied as a block: two fields at once.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct VmState {
    stack_top: *mut c_void,
    stack_end: *mut c_void,
    stack: ffi::zend_vm_stack,
    stack_page_size: usize,
    pub frame: *mut ExecuteData,
}

impl VmState {
    /// No stack yet; its pages will have that size.
    pub const fn empty(stack_page_size: usize) -> VmState {
        let (stack_top, stack_end) = (ptr::null_mut(), ptr::null_mut());
        VmState { stack_top, stack_end, stack: ptr::null_mut(), stack_page_size, frame: ptr::null_mut() }
    }

    /// Its place in the executor's globals.
    #[inline(always)]
    pub fn of(eg: *mut ffi::zend_executor_globals) -> *mut VmState {
        const START: usize = offset_of!(ffi::zend_executor_globals, vm_stack_top);
        const {
            assert!(offset_of!(ffi::zend_executor_globals, vm_stack_end) - START == offset_of!(VmState, stack_end));
            assert!(offset_of!(ffi::zend_executor_globals, vm_stack) - START == offset_of!(VmState, stack));
            assert!(
                offset_of!(ffi::zend_executor_globals, vm_stack_page_size) - START
                    == offset_of!(VmState, stack_page_size)
            );
            assert!(offset_of!(ffi::zend_executor_globals, current_execute_data) - START == offset_of!(VmState, frame));
        }
        eg.wrapping_byte_add(START).cast()
    }
}
