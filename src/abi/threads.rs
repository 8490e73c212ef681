//! Triggers, tasks of worker threads, and PHP threads, as data [abi/ABI-62, abi/ABI-67 to abi/ABI-70, abi/ABI-160 to abi/ABI-163].

use super::structs::{Event, Fcall};
use super::zend::{Array, Object, ZString, Zval};
use bitflags::bitflags;
use core::ffi::{c_char, c_void};
use core::mem::ManuallyDrop;
use core::sync::atomic::{AtomicI32, AtomicI64, AtomicPtr};

bitflags! {
    /// `zend_async_thread_event_t.thread_flags`
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ThreadFlags: u32 {
        const INHERIT = 1 << 0;
    }
}

/// An event that other threads may ring [abi/ABI-62].
#[repr(C)]
pub struct TriggerEvent {
    pub base: Event,
    pub trigger: Option<unsafe extern "C" fn(*mut TriggerEvent)>,
}

pub type NewTrigger = unsafe extern "C" fn(usize) -> *mut TriggerEvent;

pub type TaskRun = unsafe extern "C" fn(*mut Task);

/// A C function that a worker thread runs [abi/ABI-62].
#[repr(C)]
pub struct Task {
    pub base: Event,
    pub run: Option<TaskRun>,
    pub data: *mut c_void,
}

pub type NewTask = unsafe extern "C" fn(Option<TaskRun>, *mut c_void, usize) -> *mut Task;
pub type QueueTask = unsafe extern "C" fn(*mut Task) -> bool;

/// `zend_async_thread_handle_t`
pub type ThreadHandle = usize;

/// A PHP thread [abi/ABI-67].
#[repr(C)]
pub struct ThreadEvent {
    pub base: Event,
    pub thread_flags: ThreadFlags,
    pub result: Zval,
    pub exception: *mut Object,
    pub filename: *mut ZString,
    pub lineno: u32,
    pub context: *mut ThreadContext,
    pub notify_parent: Option<unsafe extern "C" fn(*mut ThreadEvent)>,
}

/// What a thread and its parent share; persistent memory [abi/ABI-68].
#[repr(C)]
pub struct ThreadContext {
    pub ref_count: AtomicI32,
    pub snapshot: *mut c_void,
    pub thread_id: AtomicI64,
    pub bailout_error_message: *mut c_char,
    pub event: AtomicPtr<ThreadEvent>,
    pub event_mutex: *mut c_void,
    pub internal_entry: *mut ThreadInternalEntry,
    pub key: ThreadHandle,
}

/// A thread's body in C [abi/ABI-68].
#[repr(C)]
pub struct ThreadInternalEntry {
    pub handler: Option<unsafe extern "C" fn(*mut ThreadEvent, *mut c_void)>,
    pub ctx: *mut c_void,
}

/// One transfer of values between threads [abi/ABI-69].
#[repr(C)]
pub struct TransferContext {
    pub xlat: ManuallyDrop<Array>,
    pub depth: u32,
    pub defer_release: *mut Array,
    pub error: *const c_char,
}

pub type PoolTaskHandler = unsafe extern "C" fn(*mut Event, *mut c_void);

/// Threads that run PHP tasks; persistent memory [abi/ABI-70].
#[repr(C)]
pub struct ThreadPool {
    pub ref_count: AtomicI32,
    pub worker_count: i32,
    pub pending_count: AtomicI32,
    pub running_count: AtomicI32,
    pub completed_count: AtomicI32,
    pub closed: AtomicI32,
    pub workers: *mut ThreadHandle,
    pub close: Option<unsafe extern "C" fn(*mut ThreadPool)>,
    pub dispose: Option<unsafe extern "C" fn(*mut ThreadPool)>,
    pub submit_internal:
        Option<unsafe extern "C" fn(*mut ThreadPool, Option<PoolTaskHandler>, *mut c_void) -> *mut Event>,
    pub reload: Option<unsafe extern "C" fn(*mut ThreadPool)>,
}

pub type NewThreadEvent = unsafe extern "C" fn(*const Fcall, *const Fcall, ThreadFlags, usize) -> *mut ThreadEvent;
pub type NewThreadPool = unsafe extern "C" fn(i32, i32, *const Fcall, bool, i32) -> *mut ThreadPool;
pub type StartThread = unsafe extern "C" fn(*mut ThreadInternalEntry, *mut ThreadContext) -> ThreadHandle;
pub type SnapshotCreate = unsafe extern "C" fn(*const Fcall, *const Fcall) -> *mut c_void;
pub type SnapshotDestroy = unsafe extern "C" fn(*mut c_void);
pub type ThreadRun = unsafe extern "C" fn(*mut c_void);
pub type ThreadLoadResult = unsafe extern "C" fn(*mut ThreadEvent);
pub type TransferZval = unsafe extern "C" fn(*mut TransferContext, *mut Zval, *const Zval);
pub type TransferZvalToplevel = unsafe extern "C" fn(*mut Zval, *const Zval);
pub type ReleaseZval = unsafe extern "C" fn(*mut Zval);
pub type ReleaseZvals = unsafe extern "C" fn(*mut *mut Zval, usize);
pub type XlatPut = unsafe extern "C" fn(*mut TransferContext, *const c_void, *mut c_void);
pub type DeferRelease = unsafe extern "C" fn(*mut TransferContext, *mut Zval);
