//! Floor 6: the libc boundary. Blocking calls of PHP, its extensions and their libraries become cooperative.
//!
//! ```text
//!   php_stream read -> recv@plt -> [patched slot] -> hooks::recv -> try -> wait -> park -> reactor ... wake -> try
//! ```
//!
//! `relocation/` redirects the calls; `hooks/` has one file per family of functions, and `wait/` is the only place that
//! suspends. `streams/` knows what libc does not know of PHP's streams. `functions/` wraps internal functions of PHP for what
//! libc does not show; `exclusion/` lets coroutines into C code one by one. docs/architecture.md has a table of the rooms. The
//! first use of the Async API in a request activates the boundary; a request that never uses it runs unpatched code. Slots
//! stay patched between requests: a hook without an active runtime costs one thread-local load and a branch.

mod calls;
pub mod config;
mod deep;
mod exclusion;
mod functions;
mod hooks;
mod pcntl;
#[cfg(php_pdo)]
mod pdo_pool;
#[cfg(not(php_pdo))]
#[path = "pdo_pool/absent.rs"]
mod pdo_pool;
mod relocation;
mod streams;
mod wait;

use self::calls::{callbacks, held_locks};
use self::exclusion::{lock_owners, phar};
use self::pcntl::{dispatch, fork, signals};
use self::relocation::got;
use self::relocation::shared::{rescan, with_shared};
use self::wait::attempt;
use crate::engine::{self, error_callback, exception, libxml, output, read_ahead, sapi, shared_tables, wrap};
use crate::scheduler;
use crate::scheduler::unwind;
use crate::sim::{Time, active as simulating, time};
use core::sync::atomic::{AtomicBool, Ordering};

pub use config::Config;
pub use hooks::hits;
pub use relocation::got::Report;

static FUNCTIONS_REPLACED: AtomicBool = AtomicBool::new(false);

/// At module start.
///
/// # Safety
/// At MINIT, where no other thread runs.
pub unsafe fn module_startup() {
    // SAFETY: MINIT: no other thread runs yet that could read the slots which these fill, or call a function which they wrap.
    unsafe {
        wrap::module_startup();
        output::module_startup(is_in_other_coroutine);
        engine::streams::module_startup(end_attempt);
        pdo_pool::module_startup();
        fork::module_startup();
    }
    deep::module_startup();
}

/// Whether a coroutine other than main is running.
extern "C" fn is_in_other_coroutine() -> bool {
    let running = scheduler::current_object();
    // SAFETY: the running coroutine is alive.
    unsafe { !running.is_null() && !(*running).is_main() }
}

/// PHP reports an error, and may run PHP code for it.
extern "C" fn end_attempt() {
    attempt::end();
}

/// Takes over the settings; at module start.
pub fn configure(config: Config) {
    functions::configure(config.blocking.clone(), config.ungated.clone());
    with_shared(|shared| {
        shared.hooks = hooks::table(config.trace);
        shared.config = config;
    });
}

/// The first use of the Async API in a request: from now on the blocking calls of this thread may suspend.
///
/// # Safety
/// On a PHP thread with a request; the scheduler is being launched.
pub unsafe fn activate() {
    static FORK_HANDLER: AtomicBool = AtomicBool::new(false);
    // SAFETY: on a PHP thread with a request whose scheduler is being launched, as this function demands.
    unsafe {
        deep::activate();
        functions::activate();
        libxml::launch(functions::outside_blocking);
    }
    if !with_shared(|shared| shared.config.io) || wait::enabled() {
        return;
    }
    if !FORK_HANDLER.swap(true, Ordering::SeqCst) {
        // The child of a foreign fork runs through our hooks; its `close` would change the parent's registrations.
        // SAFETY: the handler stores values of its thread, and calls `sigaction` at most.
        unsafe { libc::pthread_atfork(None, None, Some(child_of_fork)) };
    }
    if time() != Time::Real && hooks::show_virtual_time() {
        // These names were left out by an earlier scan.
        with_shared(|shared| shared.scanned = 0);
    }
    if !rescan() {
        // SAFETY: a request is active.
        unsafe {
            exception::raise(
                exception::E_WARNING,
                c"Async: blocking calls of this PHP cannot be redirected; I/O stays blocking",
            );
        }
        with_shared(|shared| shared.config.io = false);
        return;
    }
    // SAFETY: a PHP thread with a request, as this function demands. All are put back by `shutdown`.
    unsafe {
        shared_tables::changing(|| {
            sapi::install_zones();
            error_callback::install(suppress);
        });
        streams::tables::change();
        engine::streams::mark_popen_streams();
    }
    let slice_ms = with_shared(|shared| shared.config.slice_ms);
    held_locks::forget();
    wait::enable(slice_ms, simulating());
    // SAFETY: on a PHP thread with a request, as this function demands.
    unsafe { functions::activate_locking() };
}

unsafe extern "C" fn child_of_fork() {
    hooks::stop_ignoring_pipes();
    wait::disable();
    wait::interrupt::begin_child();
}

/// The start of a request.
///
/// # Safety
/// RINIT.
pub unsafe fn request_startup() {
    // SAFETY: RINIT, as this function demands.
    unsafe { functions::request_startup() };
    // Every thread has a function table of its own, and another one when PHP begins there again.
    if cfg!(php_zts) || !FUNCTIONS_REPLACED.swap(true, Ordering::SeqCst) {
        // SAFETY: all modules have started, no user code has run on this thread.
        unsafe {
            shared_tables::changing(|| {
                fork::install();
                signals::install();
                dispatch::install();
                lock_owners::install();
                phar::install();
            });
        }
    }
    // SAFETY: RINIT, as this function demands.
    unsafe { signals::request_startup() };
    lock_owners::request_startup();
}

/// The end of a request: hooks of this thread pass through. Slots stay patched.
///
/// # Safety
/// No coroutine waits in a hook any more.
pub unsafe fn deactivate() {
    // SAFETY: no coroutine waits in a hook any more, as this function demands.
    unsafe { deep::deactivate() };
    streams::request_shutdown();
    // SAFETY: the end of the request, as promised, which has not freed its objects yet.
    unsafe { callbacks::request_shutdown() };
    wait::disable();
    hooks::stop_ignoring_pipes();
    held_locks::forget();
    hooks::forget_waits_for_locks();
    hooks::forget_whole_file();
    hooks::forget_lines();
    // SAFETY: the end of the request, as promised.
    unsafe { read_ahead::forget_include_paths() };
    functions::deactivate();
    lock_owners::request_shutdown();
}

/// PHP ends on this thread.
#[cfg(php_zts)]
pub fn thread_end() {
    hooks::forget_last_answer();
    wait::interrupt::thread_end();
}

/// The end of the module: everything is put back.
///
/// # Safety
/// Module shutdown, single-threaded.
pub unsafe fn shutdown() {
    wait::disable();
    // Modules go with their functions.
    FUNCTIONS_REPLACED.store(false, Ordering::SeqCst);
    functions::module_shutdown();
    // SAFETY: at module shutdown, as this function demands, no other thread runs that could be calling what is replaced.
    unsafe {
        dispatch::remove();
        deep::module_shutdown();
    }
    with_shared(|shared| {
        if shared.scanned != 0 {
            // SAFETY: only slots that still hold our hooks, of objects that are still mapped.
            unsafe {
                got::unpatch(shared.hooks);
                sapi::remove_zones();
                streams::tables::restore();
                error_callback::remove();
            }
            shared.scanned = 0;
        }
    });
}

/// What the last scan found.
pub fn report() -> Report {
    with_shared(|shared| shared.report)
}

/// The warnings of C code that fails because its coroutine was cancelled are dropped: the cancellation says it all
/// [io/CX-4]. After a fatal error that was reported there is nothing more to say. pgsql complains at the end of the request of a
/// persistent connection that was shut down [io/CX-7].
fn suppress(kind: i32, message: &[u8]) -> bool {
    const NOTICE: i32 = 8;
    const COMPLAINTS: i32 = 2 | 8 | 512 | 1024 | 8192 | 16384;
    // SAFETY: the engine reports an error, so this is a PHP thread with a request.
    wait::enabled() && (unwind::is_active() || (kind & COMPLAINTS != 0 && unsafe { wait::poisoned() }))
        || kind == NOTICE
            && wait::descriptor::is_connection_broken()
            && message == b"PHP Request Shutdown: Cannot set connection to blocking mode"
}
