//! The slots of the scheduler group [abi/ABI-141, abi/ABI-142].

use super::refuse::{DISABLED, NO_CONTEXTS, NO_THREADS, refuse};
use super::{BoolFn, VoidFn, slots};
use crate::abi::iterator::{IteratorHandler, NewIterator};
use crate::abi::threads::{SnapshotCreate, SnapshotDestroy, ThreadEvent, ThreadLoadResult, ThreadRun};
use crate::abi::zend::{Fcc, Fci};
use crate::abi::*;
use core::ffi::c_void;
use core::ptr;
use ext_php_rs::ffi::zend_object_iterator;

pub type NewCoroutine = unsafe extern "C" fn(*mut Scope) -> *mut Coroutine;
pub type NewScope = unsafe extern "C" fn(*mut Scope, bool) -> *mut Scope;
pub type NewContext = unsafe extern "C" fn() -> *mut Context;
pub type Spawn = unsafe extern "C" fn(*mut Scope, *mut Object, i32) -> *mut Coroutine;
pub type Suspend = unsafe extern "C" fn(bool, bool) -> bool;
pub type Enqueue = unsafe extern "C" fn(*mut Coroutine) -> bool;
pub type Resume = unsafe extern "C" fn(*mut Coroutine, *mut Object, bool) -> bool;
pub type Cancel = unsafe extern "C" fn(*mut Coroutine, *mut Object, bool, bool) -> bool;
pub type ScopeAwait = unsafe extern "C" fn(*mut Scope, *mut Coroutine, *mut Fci, *mut Fcc, *mut Event);
pub type SpawnAndThrow = unsafe extern "C" fn(*mut Object, *mut Scope, i32) -> bool;
pub type WakerNew = unsafe extern "C" fn(*mut Coroutine) -> *mut Waker;
pub type GetCoroutines = unsafe extern "C" fn() -> *mut Array;
pub type AddMicrotask = unsafe extern "C" fn(*mut Microtask) -> bool;
pub type GetAwaitingInfo = unsafe extern "C" fn(*mut Coroutine) -> *mut Array;
pub type GetClassCe = unsafe extern "C" fn(AsyncClass) -> *mut ClassEntry;
pub type NewFuture = unsafe extern "C" fn(bool, usize) -> *mut Future;
pub type NewFutureObject = unsafe extern "C" fn(*mut Future) -> *mut Object;
pub type NewChannel = unsafe extern "C" fn(usize, bool, bool, usize) -> *mut Channel;
pub type NewChannelObject = unsafe extern "C" fn(*mut Channel) -> *mut Object;
pub type NewGroup = unsafe extern "C" fn(u32, u32, *mut Object) -> *mut Group;
pub type CallOnMainStack = unsafe extern "C" fn(Option<unsafe extern "C" fn(*mut c_void)>, *mut c_void);
pub type GetExecuteData = unsafe extern "C" fn(*mut Coroutine) -> *mut ExecuteData;

unsafe extern "C" {
    fn zend_async_waker_new(coroutine: *mut Coroutine) -> *mut Waker;
    fn zend_async_waker_destroy(coroutine: *mut Coroutine);
}

slots! {
    zend_async_scheduler_launch_fn: BoolFn = Some(succeed);
    zend_async_new_coroutine_fn: NewCoroutine = refuse!(DISABLED, fn(*mut Scope) -> *mut Coroutine = ptr::null_mut());
    zend_async_new_scope_fn: NewScope = refuse!(DISABLED, fn(*mut Scope, bool) -> *mut Scope = ptr::null_mut());
    zend_async_new_context_fn: NewContext = refuse!(NO_CONTEXTS, fn() -> *mut Context = ptr::null_mut());
    zend_async_spawn_fn: Spawn = refuse!(DISABLED, fn(*mut Scope, *mut Object, i32) -> *mut Coroutine = ptr::null_mut());
    zend_async_suspend_fn: Suspend = Some(suspend);
    zend_async_enqueue_coroutine_fn: Enqueue = refuse!(DISABLED, fn(*mut Coroutine) -> bool = false);
    zend_async_resume_fn: Resume = Some(resume);
    zend_async_cancel_fn: Cancel = Some(cancel);
    zend_async_scope_await_after_cancellation_fn: ScopeAwait =
        refuse!(DISABLED, fn(*mut Scope, *mut Coroutine, *mut Fci, *mut Fcc, *mut Event));
    zend_async_spawn_and_throw_fn: SpawnAndThrow = refuse!(DISABLED, fn(*mut Object, *mut Scope, i32) -> bool = false);
    zend_async_shutdown_fn: BoolFn = Some(succeed);
    zend_async_engine_shutdown_fn: BoolFn = Some(succeed);
    zend_async_waker_new_fn: WakerNew = Some(zend_async_waker_new);
    zend_async_waker_destroy_fn: CoroutineMethod = Some(zend_async_waker_destroy);
    zend_async_get_coroutines_fn: GetCoroutines = Some(no_coroutines);
    zend_async_add_microtask_fn: AddMicrotask = Some(ignore_microtask);
    zend_async_get_awaiting_info_fn: GetAwaitingInfo = Some(no_awaiting_info);
    zend_async_get_class_ce_fn: GetClassCe = Some(base_class);
    zend_async_new_iterator_fn: NewIterator = refuse!(DISABLED, fn(
        *mut Zval, *mut zend_object_iterator, *mut Fcall, Option<IteratorHandler>, *mut Scope, u32, i32, usize,
    ) -> *mut iterator::Iterator = ptr::null_mut());
    zend_async_new_future_fn: NewFuture = refuse!(DISABLED, fn(bool, usize) -> *mut Future = ptr::null_mut());
    zend_async_new_future_obj_fn: NewFutureObject = refuse!(DISABLED, fn(*mut Future) -> *mut Object = ptr::null_mut());
    zend_async_new_channel_fn: NewChannel =
        refuse!(DISABLED, fn(usize, bool, bool, usize) -> *mut Channel = ptr::null_mut());
    zend_async_new_channel_obj_fn: NewChannelObject =
        refuse!(DISABLED, fn(*mut Channel) -> *mut Object = ptr::null_mut());
    zend_async_new_group_fn: NewGroup = refuse!(DISABLED, fn(u32, u32, *mut Object) -> *mut Group = ptr::null_mut());
    zend_async_thread_snapshot_create_fn: SnapshotCreate =
        refuse!(NO_THREADS, fn(*const Fcall, *const Fcall) -> *mut c_void = ptr::null_mut());
    zend_async_thread_snapshot_destroy_fn: SnapshotDestroy = Some(no_snapshot);
    zend_async_thread_run_fn: ThreadRun = Some(no_thread);
    zend_async_thread_load_result_fn: ThreadLoadResult = refuse!(NO_THREADS, fn(*mut ThreadEvent));

    zend_async_call_on_main_stack_fn: CallOnMainStack = Some(call_here);
    zend_async_coroutine_get_execute_data_fn: GetExecuteData = None;
    zend_async_reactor_tick_fn: VoidFn = Some(no_tick);
}

unsafe extern "C" fn succeed() -> bool {
    true
}
unsafe extern "C" fn suspend(_: bool, _: bool) -> bool {
    false
}
/// Takes the error over, as the real one does on every path.
unsafe extern "C" fn resume(_: *mut Coroutine, error: *mut Object, transfer_error: bool) -> bool {
    // SAFETY: with `transfer_error` the reference is this function's.
    unsafe { drop_error(error, transfer_error) };
    DISABLED.throw();
    false
}
unsafe extern "C" fn cancel(_: *mut Coroutine, error: *mut Object, transfer_error: bool, _: bool) -> bool {
    // SAFETY: the error is null or the caller's; it is dropped only if its reference was handed over.
    unsafe { drop_error(error, transfer_error) };
    DISABLED.throw();
    false
}
unsafe fn drop_error(error: *mut Object, transferred: bool) {
    unsafe extern "C" {
        fn true_async_object_release(object: *mut Object);
    }
    if transferred && !error.is_null() {
        // SAFETY: the caller owns the reference, and nothing here holds one across the destructor.
        unsafe { true_async_object_release(error) }
    }
}
unsafe extern "C" fn no_coroutines() -> *mut Array {
    ptr::null_mut()
}
unsafe extern "C" fn ignore_microtask(_: *mut Microtask) -> bool {
    true
}
unsafe extern "C" fn no_awaiting_info(_: *mut Coroutine) -> *mut Array {
    ptr::null_mut()
}
unsafe extern "C" fn base_class(class: AsyncClass) -> *mut ClassEntry {
    use ext_php_rs::ffi::{zend_ce_error, zend_ce_exception};
    // SAFETY: both class entries are set when the engine has started.
    unsafe {
        match class {
            AsyncClass::EXCEPTION_CANCELLATION => zend_ce_error,
            AsyncClass::EXCEPTION_DEFAULT
            | AsyncClass::EXCEPTION_TIMEOUT
            | AsyncClass::EXCEPTION_INPUT_OUTPUT
            | AsyncClass::EXCEPTION_POLL
            | AsyncClass::EXCEPTION_DNS => zend_ce_exception,
            _ => ptr::null_mut(),
        }
    }
}
unsafe extern "C" fn call_here(call: Option<unsafe extern "C" fn(*mut c_void)>, arg: *mut c_void) {
    if let Some(call) = call {
        // SAFETY: the caller vouches for the function and its argument.
        unsafe { call(arg) }
    }
}
unsafe extern "C" fn no_tick() {}
/// There is nothing to destroy: no snapshot was ever made.
unsafe extern "C" fn no_snapshot(_: *mut c_void) {}
/// The start of a thread of its own, where no exception can be thrown.
unsafe extern "C" fn no_thread(_: *mut c_void) {}
