//! Registration of slot groups [abi/ABI-167 to ABI-173].

use super::dns::{FreeAddrInfo, GetAddrInfo, GetNameInfo};
use super::io::*;
use super::iterator::NewIterator;
use super::listen::{AfterForkChild, BeforeFork, SocketListen, SocketListenFd};
use super::process::{Exec, NewExecEvent, NewProcessEvent};
use super::slots::*;
use super::structs::CoroutineMethod;
use super::threads::*;
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

static SCHEDULER: Group = Group::new(c"Scheduler");
static REACTOR: Group = Group::new(c"Reactor");
static IO: Group = Group::new(c"IO");
static THREADS: Group = Group::new(c"Thread pool");
static LISTENING: Group = Group::new(c"Socket listening");
static POOL: Group = Group::new(c"Pool");

impl Group {
    const fn new(name: &'static CStr) -> Group {
        Group { name, owner: AtomicPtr::new(core::ptr::null_mut()) }
    }

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
    for group in [&SCHEDULER, &REACTOR, &IO, &THREADS, &LISTENING, &POOL] {
        group.owner.store(core::ptr::null_mut(), Ordering::SeqCst);
    }
}

/// What a registration function returns.
trait Answer {
    fn answer(registered: bool) -> Self;
}

impl Answer for bool {
    fn answer(registered: bool) -> bool {
        registered
    }
}

impl Answer for () {
    fn answer(_: bool) {}
}

/// The value in place of NULL is the slot's default, which throws where NULL says nothing else [abi/ABI-121, abi/ABI-168].
macro_rules! register {
    ($(#[$doc:meta])* $name:ident -> $answer:ty, $group:ident, $($arg:ident: $kind:ty => $slot:ident,)*) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// `module` is a static C string; the functions keep the contracts of their slots. Call from MINIT.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name(module: *mut c_char, allow_override: bool, $($arg: Option<$kind>),*) -> $answer {
            Answer::answer(match $group.claim(module, allow_override) {
                // SAFETY: the claim made this caller the only writer of the group.
                Claim::Fill => unsafe {
                    $($slot = $arg.or(default::$slot);)*
                    true
                },
                Claim::Same => true,
                Claim::Refused => false,
            })
        }
    };
}

register! {
    /// Fills the scheduler group [abi/ABI-168]. Null `waker_new` and `waker_destroy` select the built-in versions.
    zend_async_scheduler_register -> bool, SCHEDULER,
    scheduler_launch: BoolFn => zend_async_scheduler_launch_fn,
    new_coroutine: NewCoroutine => zend_async_new_coroutine_fn,
    new_scope: NewScope => zend_async_new_scope_fn,
    new_context: NewContext => zend_async_new_context_fn,
    spawn: Spawn => zend_async_spawn_fn,
    suspend: Suspend => zend_async_suspend_fn,
    enqueue_coroutine: Enqueue => zend_async_enqueue_coroutine_fn,
    resume: Resume => zend_async_resume_fn,
    cancel: Cancel => zend_async_cancel_fn,
    scope_await_after_cancellation: ScopeAwait => zend_async_scope_await_after_cancellation_fn,
    spawn_and_throw: SpawnAndThrow => zend_async_spawn_and_throw_fn,
    shutdown: BoolFn => zend_async_shutdown_fn,
    waker_new: WakerNew => zend_async_waker_new_fn,
    waker_destroy: CoroutineMethod => zend_async_waker_destroy_fn,
    get_coroutines: GetCoroutines => zend_async_get_coroutines_fn,
    add_microtask: AddMicrotask => zend_async_add_microtask_fn,
    get_awaiting_info: GetAwaitingInfo => zend_async_get_awaiting_info_fn,
    get_class_ce: GetClassCe => zend_async_get_class_ce_fn,
    new_iterator: NewIterator => zend_async_new_iterator_fn,
    new_future: NewFuture => zend_async_new_future_fn,
    new_channel: NewChannel => zend_async_new_channel_fn,
    new_future_obj: NewFutureObject => zend_async_new_future_obj_fn,
    new_channel_obj: NewChannelObject => zend_async_new_channel_obj_fn,
    new_group: NewGroup => zend_async_new_group_fn,
    engine_shutdown: BoolFn => zend_async_engine_shutdown_fn,
    thread_snapshot_create: SnapshotCreate => zend_async_thread_snapshot_create_fn,
    thread_snapshot_destroy: SnapshotDestroy => zend_async_thread_snapshot_destroy_fn,
    thread_run: ThreadRun => zend_async_thread_run_fn,
    thread_load_result: ThreadLoadResult => zend_async_thread_load_result_fn,
}

register! {
    /// Fills the reactor group [abi/ABI-169].
    zend_async_reactor_register -> bool, REACTOR,
    startup: BoolFn => zend_async_reactor_startup_fn,
    shutdown: BoolFn => zend_async_reactor_shutdown_fn,
    execute: ReactorExecute => zend_async_reactor_execute_fn,
    loop_alive: BoolFn => zend_async_reactor_loop_alive_fn,
    quiesce: VoidFn => zend_async_reactor_quiesce_fn,
    new_socket_event: NewSocketEvent => zend_async_new_socket_event_fn,
    new_poll_event: NewPollEvent => zend_async_new_poll_event_fn,
    new_poll_proxy_event: NewPollProxy => zend_async_new_poll_proxy_event_fn,
    new_timer_event: NewTimer => zend_async_new_timer_event_fn,
    timer_rearm: TimerRearm => zend_async_timer_rearm_fn,
    new_signal_event: NewSignalEvent => zend_async_new_signal_event_fn,
    new_process_event: NewProcessEvent => zend_async_new_process_event_fn,
    new_thread_event: NewThreadEvent => zend_async_new_thread_event_fn,
    new_filesystem_event: NewFilesystemEvent => zend_async_new_filesystem_event_fn,
    getnameinfo: GetNameInfo => zend_async_getnameinfo_fn,
    getaddrinfo: GetAddrInfo => zend_async_getaddrinfo_fn,
    freeaddrinfo: FreeAddrInfo => zend_async_freeaddrinfo_fn,
    new_exec_event: NewExecEvent => zend_async_new_exec_event_fn,
    exec: Exec => zend_async_exec_fn,
    new_trigger_event: NewTrigger => zend_async_new_trigger_event_fn,
    available_parallelism: AvailableParallelism => zend_async_available_parallelism_fn,
    now: Now => zend_async_now_fn,
}

register! {
    /// Fills the IO group [abi/ABI-172].
    zend_async_io_register -> bool, IO,
    create: IoCreate => zend_async_io_create_fn,
    read: IoRead => zend_async_io_read_fn,
    write: IoWrite => zend_async_io_write_fn,
    writev: IoWritev => zend_async_io_writev_fn,
    close: IoClose => zend_async_io_close_fn,
    wait: IoAwait => zend_async_io_await_fn,
    flush: IoFlush => zend_async_io_flush_fn,
    stat: IoStat => zend_async_io_stat_fn,
    seek: IoSeek => zend_async_io_seek_fn,
    sendfile: IoSendfile => zend_async_io_sendfile_fn,
    fs_open: FsOpen => zend_async_fs_open_fn,
    udp_sendto: UdpSendTo => zend_async_udp_sendto_fn,
    udp_try_send: UdpTrySend => zend_async_udp_try_send_fn,
    udp_recvfrom: UdpReceive => zend_async_udp_recvfrom_fn,
    set_option: IoSetOption => zend_async_io_set_option_fn,
    udp_set_membership: UdpSetMembership => zend_async_udp_set_membership_fn,
    udp_bind: UdpBind => zend_async_udp_bind_fn,
}

register! {
    /// Fills the group of listening sockets [abi/ABI-171].
    zend_async_socket_listening_register -> bool, LISTENING,
    socket_listen: SocketListen => zend_async_socket_listen_fn,
    socket_listen_fd: SocketListenFd => zend_async_socket_listen_fd_fn,
}

register! {
    /// Fills the thread group [abi/ABI-170].
    zend_async_thread_pool_register -> (), THREADS,
    new_task: NewTask => zend_async_new_task_fn,
    queue_task: QueueTask => zend_async_queue_task_fn,
    new_thread_pool: NewThreadPool => zend_async_new_thread_pool_fn,
    start_thread: StartThread => zend_async_start_thread_fn,
    transfer_zval: TransferZval => zend_async_thread_transfer_zval_fn,
    load_zval: TransferZval => zend_async_thread_load_zval_fn,
    transfer_zval_toplevel: TransferZvalToplevel => zend_async_thread_transfer_zval_toplevel_fn,
    load_zval_toplevel: TransferZvalToplevel => zend_async_thread_load_zval_toplevel_fn,
    release_transferred_zval: ReleaseZval => zend_async_thread_release_transferred_zval_fn,
    xlat_put: XlatPut => zend_async_thread_xlat_put_fn,
    defer_release: DeferRelease => zend_async_thread_defer_release_fn,
}

register! {
    /// Fills the pool group [abi/ABI-171].
    zend_async_pool_api_register -> (), POOL,
    new_pool: NewPool => zend_async_new_pool_fn,
    new_pool_obj: NewPoolObject => zend_async_new_pool_obj_fn,
    acquire: PoolAcquire => zend_async_pool_acquire_fn,
    try_acquire: PoolTryAcquire => zend_async_pool_try_acquire_fn,
    release: PoolRelease => zend_async_pool_release_fn,
    close: PoolClose => zend_async_pool_close_fn,
}

/// Sets what is called around a fork [abi/ABI-171]. Null: nothing is.
///
/// # Safety
/// The functions keep the contracts of their slots. Call from MINIT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_fork_register(
    before_fork: Option<BeforeFork>,
    after_fork_child: Option<AfterForkChild>,
) {
    // SAFETY: module start: nothing reads the slots at the same time.
    unsafe {
        zend_async_before_fork_fn = before_fork;
        zend_async_after_fork_child_fn = after_fork_child;
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
    THREADS.registered()
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
