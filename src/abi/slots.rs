//! The function pointer variables ("slots") of the scheduler, reactor and pool groups and their values while nothing is
//! registered [abi/ABI-121, abi/ABI-141, abi/ABI-142, abi/ABI-146, abi/ABI-147, abi/ABI-165].
//!
//! Slots are exported under their C names, so that C extensions bind to them as data symbols. Rust code calls them
//! through the functions at the end of this file.

use super::flags::{AsyncClass, FilesystemFlags, PollEvents};
use super::structs::*;
use super::zend::{Array, ClassEntry, ExecuteData, Fcc, Fci, Object, ZString, Zval};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;

/// A slot of a group that no module fills yet; C sees its full type.
pub type Reserved = Option<unsafe extern "C" fn()>;

pub type BoolFn = unsafe extern "C" fn() -> bool;
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
pub type NewPool = unsafe extern "C" fn(
    Option<PoolFactory>,
    Option<PoolDestructor>,
    Option<PoolCheck>,
    Option<PoolCheck>,
    Option<PoolCheck>,
    u32,
    u32,
    u32,
    usize,
) -> *mut Pool;
pub type NewPoolObject = unsafe extern "C" fn(*mut Pool) -> *mut Object;
pub type PoolAcquire = unsafe extern "C" fn(*mut Pool, *mut Zval, i64) -> bool;
pub type PoolTryAcquire = unsafe extern "C" fn(*mut Pool, *mut Zval) -> bool;
pub type PoolRelease = unsafe extern "C" fn(*mut Pool, *mut Zval);
pub type PoolClose = unsafe extern "C" fn(*mut Pool);
pub type NewSignalEvent = unsafe extern "C" fn(c_int, usize) -> *mut SignalEvent;
pub type NewFilesystemEvent = unsafe extern "C" fn(*mut ZString, FilesystemFlags, usize) -> *mut FilesystemEvent;
pub type CallOnMainStack = unsafe extern "C" fn(Option<unsafe extern "C" fn(*mut c_void)>, *mut c_void);
pub type GetExecuteData = unsafe extern "C" fn(*mut Coroutine) -> *mut ExecuteData;
pub type ReactorExecute = unsafe extern "C" fn(bool) -> bool;
pub type NewSocketEvent = unsafe extern "C" fn(c_int, PollEvents, usize) -> *mut PollEvent;
pub type NewPollEvent = unsafe extern "C" fn(c_int, c_int, PollEvents, usize) -> *mut PollEvent;
pub type NewPollProxy = unsafe extern "C" fn(*mut PollEvent, PollEvents, usize) -> *mut PollProxy;
pub type NewTimer = unsafe extern "C" fn(u64, u64, bool, usize) -> *mut TimerEvent;
pub type Sigaction = unsafe extern "C" fn(c_int) -> bool;
pub type TimerRearm = unsafe extern "C" fn(*mut TimerEvent, u64, u64) -> bool;

macro_rules! slots {
    ($($name:ident: $kind:ty = $default:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(non_upper_case_globals)]
            pub static mut $name: Option<$kind> = $default;
        )*
        /// Puts every slot back to the value it has without a registered module.
        ///
        /// # Safety
        /// Only the thread that starts or ends the module may call this.
        pub unsafe fn reset() {
            // SAFETY: the caller is the thread that starts or ends the module, as demanded: no other one runs that could
            // read the slots.
            unsafe { $($name = $default;)* }
        }
    };
}

slots! {
    zend_async_scheduler_launch_fn: BoolFn = Some(default_true);
    zend_async_new_coroutine_fn: NewCoroutine = None;
    zend_async_new_scope_fn: NewScope = None;
    zend_async_new_context_fn: NewContext = Some(default_new_context);
    zend_async_spawn_fn: Spawn = Some(default_spawn);
    zend_async_suspend_fn: Suspend = Some(default_suspend);
    zend_async_enqueue_coroutine_fn: Enqueue = Some(default_enqueue);
    zend_async_resume_fn: Resume = None;
    zend_async_cancel_fn: Cancel = None;
    zend_async_scope_await_after_cancellation_fn: ScopeAwait = None;
    zend_async_spawn_and_throw_fn: SpawnAndThrow = Some(default_spawn_and_throw);
    zend_async_shutdown_fn: BoolFn = Some(default_true);
    zend_async_engine_shutdown_fn: BoolFn = Some(default_true);
    zend_async_waker_new_fn: WakerNew = None;
    zend_async_waker_destroy_fn: CoroutineMethod = None;
    zend_async_get_coroutines_fn: GetCoroutines = Some(default_get_coroutines);
    zend_async_add_microtask_fn: AddMicrotask = Some(default_add_microtask);
    zend_async_get_awaiting_info_fn: GetAwaitingInfo = Some(default_awaiting_info);
    zend_async_get_class_ce_fn: GetClassCe = Some(default_class_ce);
    zend_async_new_iterator_fn: unsafe extern "C" fn() = None;
    zend_async_new_future_fn: NewFuture = None;
    zend_async_new_future_obj_fn: NewFutureObject = None;
    zend_async_new_channel_fn: NewChannel = None;
    zend_async_new_channel_obj_fn: NewChannelObject = None;
    zend_async_new_group_fn: NewGroup = None;
    zend_async_thread_snapshot_create_fn: unsafe extern "C" fn() = None;
    zend_async_thread_snapshot_destroy_fn: unsafe extern "C" fn() = None;
    zend_async_thread_run_fn: unsafe extern "C" fn() = None;
    zend_async_thread_load_result_fn: unsafe extern "C" fn() = None;

    zend_async_call_on_main_stack_fn: CallOnMainStack = Some(default_call_on_main_stack);
    zend_async_coroutine_get_execute_data_fn: GetExecuteData = None;
    zend_async_reactor_tick_fn: unsafe extern "C" fn() = None;
    zend_async_sigaction_fn: Sigaction = None;

    zend_async_reactor_startup_fn: BoolFn = None;
    zend_async_reactor_shutdown_fn: BoolFn = None;
    zend_async_reactor_execute_fn: ReactorExecute = None;
    zend_async_reactor_loop_alive_fn: BoolFn = None;
    zend_async_reactor_quiesce_fn: unsafe extern "C" fn() = None;
    zend_async_new_socket_event_fn: NewSocketEvent = None;
    zend_async_new_poll_event_fn: NewPollEvent = None;
    zend_async_new_poll_proxy_event_fn: NewPollProxy = None;
    zend_async_new_timer_event_fn: NewTimer = None;
    zend_async_timer_rearm_fn: TimerRearm = None;
    zend_async_new_signal_event_fn: NewSignalEvent = None;
    zend_async_new_process_event_fn: unsafe extern "C" fn() = None;
    zend_async_new_thread_event_fn: unsafe extern "C" fn() = None;
    zend_async_new_filesystem_event_fn: NewFilesystemEvent = None;
    zend_async_getnameinfo_fn: unsafe extern "C" fn() = None;
    zend_async_getaddrinfo_fn: unsafe extern "C" fn() = None;
    zend_async_freeaddrinfo_fn: unsafe extern "C" fn() = None;
    zend_async_new_exec_event_fn: unsafe extern "C" fn() = None;
    zend_async_exec_fn: unsafe extern "C" fn() = None;
    zend_async_new_trigger_event_fn: unsafe extern "C" fn() = None;
    zend_async_available_parallelism_fn: unsafe extern "C" fn() -> u32 = None;
    zend_async_now_fn: unsafe extern "C" fn() -> u64 = None;

    zend_async_new_pool_fn: NewPool = Some(default_new_pool);
    zend_async_new_pool_obj_fn: NewPoolObject = Some(default_new_pool_object);
    zend_async_pool_acquire_fn: PoolAcquire = Some(default_pool_acquire);
    zend_async_pool_try_acquire_fn: PoolTryAcquire = Some(default_pool_try_acquire);
    zend_async_pool_release_fn: PoolRelease = Some(default_pool_release);
    zend_async_pool_close_fn: PoolClose = Some(default_pool_close);
}

unsafe extern "C" {
    fn true_async_throw_error(ce: *mut ClassEntry, message: *const c_char);
}

/// Throws. Slots are called within a request; should the error be fatal, the default functions below own nothing that it skips.
fn not_enabled(message: &'static core::ffi::CStr) {
    // SAFETY: a null class means `Error`; the engine copies the text.
    unsafe { true_async_throw_error(ptr::null_mut(), message.as_ptr()) }
}

const DISABLED: &core::ffi::CStr = c"Async API is not enabled";

unsafe extern "C" fn default_true() -> bool {
    true
}
unsafe extern "C" fn default_new_context() -> *mut Context {
    not_enabled(c"Context API is not enabled");
    ptr::null_mut()
}
unsafe extern "C" fn default_spawn(_: *mut Scope, _: *mut Object, _: i32) -> *mut Coroutine {
    not_enabled(DISABLED);
    ptr::null_mut()
}
unsafe extern "C" fn default_suspend(_: bool, _: bool) -> bool {
    false
}
unsafe extern "C" fn default_enqueue(_: *mut Coroutine) -> bool {
    not_enabled(DISABLED);
    false
}
unsafe extern "C" fn default_spawn_and_throw(_: *mut Object, _: *mut Scope, _: i32) -> bool {
    not_enabled(DISABLED);
    false
}
unsafe extern "C" fn default_get_coroutines() -> *mut Array {
    ptr::null_mut()
}
unsafe extern "C" fn default_add_microtask(_: *mut Microtask) -> bool {
    true
}
unsafe extern "C" fn default_awaiting_info(_: *mut Coroutine) -> *mut Array {
    ptr::null_mut()
}
unsafe extern "C" fn default_class_ce(class: AsyncClass) -> *mut ClassEntry {
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
unsafe extern "C" fn default_call_on_main_stack(call: Option<unsafe extern "C" fn(*mut c_void)>, arg: *mut c_void) {
    if let Some(call) = call {
        // SAFETY: the caller vouches for the function and its argument.
        unsafe { call(arg) }
    }
}

unsafe extern "C" fn default_new_pool(
    _: Option<PoolFactory>,
    _: Option<PoolDestructor>,
    _: Option<PoolCheck>,
    _: Option<PoolCheck>,
    _: Option<PoolCheck>,
    _: u32,
    _: u32,
    _: u32,
    _: usize,
) -> *mut Pool {
    not_enabled(DISABLED);
    ptr::null_mut()
}
unsafe extern "C" fn default_new_pool_object(_: *mut Pool) -> *mut Object {
    not_enabled(DISABLED);
    ptr::null_mut()
}
unsafe extern "C" fn default_pool_acquire(_: *mut Pool, _: *mut Zval, _: i64) -> bool {
    not_enabled(DISABLED);
    false
}
unsafe extern "C" fn default_pool_try_acquire(_: *mut Pool, _: *mut Zval) -> bool {
    not_enabled(DISABLED);
    false
}
unsafe extern "C" fn default_pool_release(_: *mut Pool, _: *mut Zval) {
    not_enabled(DISABLED);
}
unsafe extern "C" fn default_pool_close(_: *mut Pool) {
    not_enabled(DISABLED);
}

macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident => $slot:ident($($arg:ident: $kind:ty),*) -> $ret:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// As the slot: the PHP thread only, after a module registered it.
            #[inline]
            pub unsafe fn $name($($arg: $kind),*) -> $ret {
                // SAFETY: our module fills every slot of its groups at MINIT; the caller keeps the slot's contract.
                unsafe { ($slot.unwrap_unchecked())($($arg),*) }
            }
        )*
    };
}

callers! {
    /// Starts the event loop if it is not running.
    reactor_startup => zend_async_reactor_startup_fn() -> bool;
    /// Stops the event loop and drops everything it watches.
    reactor_shutdown => zend_async_reactor_shutdown_fn() -> bool;
    /// One turn of the event loop.
    reactor_execute => zend_async_reactor_execute_fn(no_wait: bool) -> bool;
    /// A new poll event, stopped, of a socket above 0 or else a descriptor.
    new_poll => zend_async_new_poll_event_fn(descriptor: c_int, socket: c_int, events: PollEvents, extra: usize) -> *mut PollEvent;
    /// A new signal event, stopped.
    new_signal => zend_async_new_signal_event_fn(signal: c_int, extra: usize) -> *mut SignalEvent;
    /// A new file system event, stopped; the path is borrowed.
    new_filesystem => zend_async_new_filesystem_event_fn(path: *mut ZString, flags: FilesystemFlags, extra: usize) -> *mut FilesystemEvent;
    /// A new timer event; `timeout` in milliseconds.
    new_timer => zend_async_new_timer_event_fn(timeout: u64, nanoseconds: u64, periodic: bool, extra: usize) -> *mut TimerEvent;
}
