//! The slots of the thread group [abi/ABI-159 to abi/ABI-163, abi/ABI-170] and what no registration sets [abi/ABI-142].

use super::refuse::{DISABLED, NO_THREAD_POOLS, NO_THREADS, refuse};
use super::slots;
use crate::abi::threads::*;
use crate::abi::{Fcall, Zval};
use core::ffi::{c_char, c_void};
use core::ptr;

slots! {
    zend_async_new_task_fn: NewTask =
        refuse!(DISABLED, fn(Option<TaskRun>, *mut c_void, usize) -> *mut Task = ptr::null_mut());
    zend_async_queue_task_fn: QueueTask = refuse!(DISABLED, fn(*mut Task) -> bool = false);
    zend_async_new_thread_pool_fn: NewThreadPool =
        refuse!(NO_THREAD_POOLS, fn(i32, i32, *const Fcall, bool, i32) -> *mut ThreadPool = ptr::null_mut());
    zend_async_start_thread_fn: StartThread =
        refuse!(NO_THREADS, fn(*mut ThreadInternalEntry, *mut ThreadContext) -> ThreadHandle = 0);
    zend_async_thread_transfer_zval_fn: TransferZval = Some(cannot_transfer);
    zend_async_thread_load_zval_fn: TransferZval = Some(cannot_transfer);
    zend_async_thread_transfer_zval_toplevel_fn: TransferZvalToplevel = Some(cannot_transfer_toplevel);
    zend_async_thread_load_zval_toplevel_fn: TransferZvalToplevel = Some(cannot_transfer_toplevel);
    zend_async_thread_release_transferred_zval_fn: ReleaseZval = refuse!(NO_THREADS, fn(*mut Zval));
    zend_async_thread_xlat_put_fn: XlatPut = refuse!(NO_THREADS, fn(*mut TransferContext, *const c_void, *mut c_void));
    zend_async_thread_defer_release_fn: DeferRelease = refuse!(NO_THREADS, fn(*mut TransferContext, *mut Zval));

    zend_async_thread_release_transferred_zvals_fn: ReleaseZvals = refuse!(NO_THREADS, fn(*mut *mut Zval, usize));
}

/// Reports through the context, as the real one does [abi/ABI-163]. The destination is defined on every path.
unsafe extern "C" fn cannot_transfer(context: *mut TransferContext, to: *mut Zval, _: *const Zval) {
    // SAFETY: both are the caller's or null, by the contract of the slot.
    unsafe {
        if !to.is_null() {
            *to = Zval::UNDEF;
        }
        match context.as_mut() {
            Some(context) => context.error = NO_THREADS.text().cast::<c_char>(),
            None => NO_THREADS.throw(),
        }
    }
}

unsafe extern "C" fn cannot_transfer_toplevel(to: *mut Zval, _: *const Zval) {
    if !to.is_null() {
        // SAFETY: the caller's destination, by the contract of the slot.
        unsafe { *to = Zval::UNDEF }
    }
    NO_THREADS.throw();
}
