//! Registration of slot groups [abi/ABI-167 to ABI-169, abi/ABI-171, abi/ABI-173].

use super::slots::*;
use super::structs::{Coroutine, CoroutineMethod, Waker};
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicPtr, Ordering};

unsafe extern "C" {
    fn true_async_registration_refused(module: *const c_char, group: *const c_char, owner: *const c_char);
}

/// The module that filled a group of slots, compared by the address of its name.
struct Group {
    name: &'static CStr,
    owner: AtomicPtr<c_char>,
}

enum Claim {
    Fill,
    Same,
    Refused,
}

static SCHEDULER: Group = Group { name: c"Scheduler", owner: AtomicPtr::new(core::ptr::null_mut()) };
static REACTOR: Group = Group { name: c"Reactor", owner: AtomicPtr::new(core::ptr::null_mut()) };
static POOL: Group = Group { name: c"Pool", owner: AtomicPtr::new(core::ptr::null_mut()) };

impl Group {
    fn claim(&self, module: *mut c_char, allow_override: bool) -> Claim {
        let claimed = self.owner.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |owner| {
            (owner.is_null() || (owner != module && allow_override)).then_some(module)
        });
        match claimed {
            Ok(_) => Claim::Fill,
            Err(owner) if owner == module => Claim::Same,
            Err(owner) => {
                self.refuse(module, owner);
                Claim::Refused
            }
        }
    }

    fn refuse(&self, module: *mut c_char, owner: *mut c_char) {
        // SAFETY: all names are static C strings, those of modules by the contract of registration. E_CORE_ERROR does
        // not bail out of MINIT; at request time it ends the request, and no frame here needs dropping.
        unsafe { true_async_registration_refused(module, self.name.as_ptr(), owner) };
    }

    fn registered(&self) -> bool {
        !self.owner.load(Ordering::SeqCst).is_null()
    }
}

/// Forgets all registrations: the module ends.
pub fn reset() {
    SCHEDULER.owner.store(core::ptr::null_mut(), Ordering::SeqCst);
    REACTOR.owner.store(core::ptr::null_mut(), Ordering::SeqCst);
    POOL.owner.store(core::ptr::null_mut(), Ordering::SeqCst);
}

/// Null waker slots select the built-in versions [abi/ABI-168].
unsafe fn default_wakers() {
    unsafe extern "C" {
        fn zend_async_waker_new(coroutine: *mut Coroutine) -> *mut Waker;
        fn zend_async_waker_destroy(coroutine: *mut Coroutine);
    }
    // SAFETY: MINIT of the module that has claimed the group: nobody calls through the slots yet.
    unsafe {
        let new = zend_async_waker_new_fn;
        zend_async_waker_new_fn = new.or(Some(zend_async_waker_new));
        let destroy = zend_async_waker_destroy_fn;
        zend_async_waker_destroy_fn = destroy.or(Some(zend_async_waker_destroy));
    }
}

macro_rules! register {
    ($(#[$doc:meta])* $name:ident, $group:ident, $($arg:ident: $kind:ty => $slot:ident,)*) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// `module` is a static C string; the functions keep the contracts of their slots. Call from MINIT.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name(module: *mut c_char, allow_override: bool, $($arg: $kind),*) -> bool {
            match $group.claim(module, allow_override) {
                // SAFETY: the claim made this caller the only writer of the group.
                Claim::Fill => unsafe {
                    $($slot = $arg;)*
                    default_wakers();
                    true
                },
                Claim::Same => true,
                Claim::Refused => false,
            }
        }
    };
}

register! {
    /// Fills the scheduler group [abi/ABI-168]. Null `waker_new` and `waker_destroy` select the built-in versions.
    zend_async_scheduler_register, SCHEDULER,
    scheduler_launch: Option<BoolFn> => zend_async_scheduler_launch_fn,
    new_coroutine: Option<NewCoroutine> => zend_async_new_coroutine_fn,
    new_scope: Option<NewScope> => zend_async_new_scope_fn,
    new_context: Option<NewContext> => zend_async_new_context_fn,
    spawn: Option<Spawn> => zend_async_spawn_fn,
    suspend: Option<Suspend> => zend_async_suspend_fn,
    enqueue_coroutine: Option<Enqueue> => zend_async_enqueue_coroutine_fn,
    resume: Option<Resume> => zend_async_resume_fn,
    cancel: Option<Cancel> => zend_async_cancel_fn,
    scope_await_after_cancellation: Option<ScopeAwait> => zend_async_scope_await_after_cancellation_fn,
    spawn_and_throw: Option<SpawnAndThrow> => zend_async_spawn_and_throw_fn,
    shutdown: Option<BoolFn> => zend_async_shutdown_fn,
    waker_new: Option<WakerNew> => zend_async_waker_new_fn,
    waker_destroy: Option<CoroutineMethod> => zend_async_waker_destroy_fn,
    get_coroutines: Option<GetCoroutines> => zend_async_get_coroutines_fn,
    add_microtask: Option<AddMicrotask> => zend_async_add_microtask_fn,
    get_awaiting_info: Option<GetAwaitingInfo> => zend_async_get_awaiting_info_fn,
    get_class_ce: Option<GetClassCe> => zend_async_get_class_ce_fn,
    new_iterator: Reserved => zend_async_new_iterator_fn,
    new_future: Option<NewFuture> => zend_async_new_future_fn,
    new_channel: Option<NewChannel> => zend_async_new_channel_fn,
    new_future_obj: Option<NewFutureObject> => zend_async_new_future_obj_fn,
    new_channel_obj: Option<NewChannelObject> => zend_async_new_channel_obj_fn,
    new_group: Option<NewGroup> => zend_async_new_group_fn,
    engine_shutdown: Option<BoolFn> => zend_async_engine_shutdown_fn,
    thread_snapshot_create: Reserved => zend_async_thread_snapshot_create_fn,
    thread_snapshot_destroy: Reserved => zend_async_thread_snapshot_destroy_fn,
    thread_run: Reserved => zend_async_thread_run_fn,
    thread_load_result: Reserved => zend_async_thread_load_result_fn,
}

register! {
    /// Fills the reactor group [abi/ABI-169].
    zend_async_reactor_register, REACTOR,
    startup: Option<BoolFn> => zend_async_reactor_startup_fn,
    shutdown: Option<BoolFn> => zend_async_reactor_shutdown_fn,
    execute: Option<ReactorExecute> => zend_async_reactor_execute_fn,
    loop_alive: Option<BoolFn> => zend_async_reactor_loop_alive_fn,
    quiesce: Reserved => zend_async_reactor_quiesce_fn,
    new_socket_event: Option<NewSocketEvent> => zend_async_new_socket_event_fn,
    new_poll_event: Option<NewPollEvent> => zend_async_new_poll_event_fn,
    new_poll_proxy_event: Option<NewPollProxy> => zend_async_new_poll_proxy_event_fn,
    new_timer_event: Option<NewTimer> => zend_async_new_timer_event_fn,
    timer_rearm: Option<TimerRearm> => zend_async_timer_rearm_fn,
    new_signal_event: Option<NewSignalEvent> => zend_async_new_signal_event_fn,
    new_process_event: Reserved => zend_async_new_process_event_fn,
    new_thread_event: Reserved => zend_async_new_thread_event_fn,
    new_filesystem_event: Option<NewFilesystemEvent> => zend_async_new_filesystem_event_fn,
    getnameinfo: Reserved => zend_async_getnameinfo_fn,
    getaddrinfo: Reserved => zend_async_getaddrinfo_fn,
    freeaddrinfo: Reserved => zend_async_freeaddrinfo_fn,
    new_exec_event: Reserved => zend_async_new_exec_event_fn,
    exec: Reserved => zend_async_exec_fn,
    new_trigger_event: Reserved => zend_async_new_trigger_event_fn,
    available_parallelism: Option<unsafe extern "C" fn() -> u32> => zend_async_available_parallelism_fn,
    now: Option<unsafe extern "C" fn() -> u64> => zend_async_now_fn,
}

/// Fills the pool group [abi/ABI-171].
///
/// # Safety
/// `module` is a static C string; the functions keep the contracts of their slots. Call from MINIT.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn zend_async_pool_api_register(
    module: *mut c_char,
    allow_override: bool,
    new_pool: Option<NewPool>,
    new_pool_obj: Option<NewPoolObject>,
    acquire: Option<PoolAcquire>,
    try_acquire: Option<PoolTryAcquire>,
    release: Option<PoolRelease>,
    close: Option<PoolClose>,
) {
    if let Claim::Fill = POOL.claim(module, allow_override) {
        // SAFETY: the claim made this caller the only writer of the group.
        unsafe {
            zend_async_new_pool_fn = new_pool;
            zend_async_new_pool_obj_fn = new_pool_obj;
            zend_async_pool_acquire_fn = acquire;
            zend_async_pool_try_acquire_fn = try_acquire;
            zend_async_pool_release_fn = release;
            zend_async_pool_close_fn = close;
        }
    }
}

/// Whether a scheduler is registered [abi/ABI-173].
#[unsafe(no_mangle)]
pub extern "C" fn zend_scheduler_is_enabled() -> bool {
    SCHEDULER.registered()
}

/// Whether a reactor is registered [abi/ABI-173].
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_reactor_is_enabled() -> bool {
    REACTOR.registered()
}

/// Whether scheduler and reactor are registered [abi/ABI-173].
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_is_enabled() -> bool {
    zend_scheduler_is_enabled() && zend_async_reactor_is_enabled()
}

/// Whether tasks can be queued [abi/ABI-173].
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_thread_pool_is_enabled() -> bool {
    false
}

/// Forgets all registrations [abi/ABI-179]. Only this module's own end calls it with effect: dependents end before it.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_api_shutdown() {
    reset();
}

/// Kept for source compatibility [abi/ABI-179]: the globals are initialised statically.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_globals_ctor() {}

/// Kept for source compatibility [abi/ABI-179].
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_globals_dtor() {}
