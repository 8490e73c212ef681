//! Floor 2: the scheduler. Coroutines, their stacks, the run queue, wakers, scopes, the end of a request.
//!
//! The files in the order things happen: `launch` turns the running script into the main coroutine; `spawn` makes
//! coroutines and queues them; `switch` moves control; `resume` makes waiting coroutines ready; `finish` ends them;
//! `run_out` drains what is left when the script has ended; `deadlock` resolves what can never end by itself.

pub mod awaiting;
pub mod callbacks;
mod context;
pub mod coroutine;
mod deadlock;
pub mod event;
mod finally;
mod finish;
mod heartbeat;
mod internal_context;
pub mod launch;
mod microtask;
mod queue;
mod random;
pub mod resume;
mod run_out;
pub mod scope;
pub mod shutdown;
pub mod sim;
pub mod spawn;
mod stack;
pub mod stats;
mod switch;
mod switch_handlers;
pub mod waker;
pub mod waker_callbacks;
mod waker_state;

pub use coroutine::CoroutineObject;
pub use launch::register;
pub use resume::{park, wake, yield_now};
pub use run_out::{request_shutdown, request_startup};
pub use switch::reactor_tick;

use crate::abi::{Coroutine, Microtask, Object, globals};
use context::Context;
use core::cell::UnsafeCell;
use core::ptr;
use queue::Ring;
use stack::Slabs;

/// Switches between two looks at the event loop while the queue is busy; adapted so that a batch takes about
/// [`REACTOR_PERIOD_NS`].
const MAX_BATCH: u32 = 64;
const REACTOR_PERIOD_NS: u64 = 500_000;

/// The scheduler's private state; one per PHP thread.
pub struct Runtime {
    /// Coroutines that are ready to run.
    queue: Ring<CoroutineObject>,
    microtasks: Ring<Microtask>,
    /// The coroutine whose events are being started right now.
    starting: *mut CoroutineObject,
    /// Who runs next, named by the coroutine that just left; null when the event loop has to be asked.
    next: *mut CoroutineObject,
    /// Engine state of the stack on which the trampoline runs.
    main_context: Context,
    /// Contexts without a job.
    idle: *mut Context,
    idle_count: usize,
    slabs: Slabs,
    /// All unfinished coroutines in creation order.
    first: *mut CoroutineObject,
    last: *mut CoroutineObject,
    count: usize,
    /// Counts switches: tells whoever kept the number whether the running coroutine was left meanwhile.
    switches: u64,
    /// Switches until the event loop is looked at.
    until_reactor: u32,
    batch: u32,
    last_turn_ns: u64,
    /// Coroutines woken in scheduler context whose waits are withdrawn when that context is left.
    cleanups: Vec<*mut CoroutineObject>,
    /// Table handed to C code that asks for all coroutines.
    table: *mut crate::abi::Array,
    simulation: sim::Simulation,
    /// Called once per request when the scheduler is first launched.
    activated: bool,
    /// The drain at the end of the request is registered as a shutdown function.
    drain_registered: bool,
    /// Final shutdown: nothing may suspend any more.
    pub closing: bool,
}

struct PerThread(UnsafeCell<Runtime>);
// SAFETY: in NTS builds only the PHP thread uses it; in ZTS builds it is thread-local.
unsafe impl Sync for PerThread {}

impl Runtime {
    const fn new() -> Runtime {
        Runtime {
            queue: Ring::new(),
            microtasks: Ring::new(),
            starting: ptr::null_mut(),
            next: ptr::null_mut(),
            main_context: Context::for_process_stack(),
            idle: ptr::null_mut(),
            idle_count: 0,
            slabs: Slabs::new(),
            first: ptr::null_mut(),
            last: ptr::null_mut(),
            count: 0,
            switches: 0,
            until_reactor: MAX_BATCH,
            batch: MAX_BATCH,
            last_turn_ns: 0,
            cleanups: Vec::new(),
            table: ptr::null_mut(),
            simulation: sim::Simulation::new(),
            activated: false,
            drain_registered: false,
            closing: false,
        }
    }
}

#[cfg(not(php_zts))]
static RUNTIME: PerThread = PerThread(UnsafeCell::new(Runtime::new()));

/// The scheduler's state of this thread.
#[cfg(not(php_zts))]
#[inline(always)]
pub fn runtime() -> *mut Runtime {
    RUNTIME.0.get()
}

#[cfg(php_zts)]
thread_local! {
    static RUNTIME: PerThread = const { PerThread(UnsafeCell::new(Runtime::new())) };
}

/// The scheduler's state of this thread.
#[cfg(php_zts)]
#[inline]
pub fn runtime() -> *mut Runtime {
    RUNTIME.with(|runtime| runtime.0.get())
}

/// The running coroutine; null before launch.
#[inline]
pub fn current() -> *mut Coroutine {
    // SAFETY: this thread's globals.
    unsafe { (*globals()).coroutine }
}

/// The running coroutine as our own structure.
#[inline]
pub fn current_object() -> *mut CoroutineObject {
    current().cast()
}

/// How many switches there were.
#[inline]
pub fn switches() -> u64 {
    // SAFETY: this thread's state.
    unsafe { (*runtime()).switches }
}

/// Whether nothing but the main coroutine could run (io HK-2).
pub fn only_main_is_alive() -> bool {
    // SAFETY: this thread's state.
    unsafe {
        let runtime = &*runtime();
        runtime.count <= 1 && runtime.microtasks.is_empty() && (*globals()).active_event_count == 0
    }
}

/// Where the cancellation that a blocking call delivered to a coroutine is remembered until PHP code has seen it (io
/// CX-1). The reference is owned by the coroutine.
///
/// # Safety
/// Valid coroutine.
pub unsafe fn latch(coroutine: *mut Coroutine) -> *mut *mut Object {
    // SAFETY: all coroutines are ours.
    unsafe { &raw mut (*coroutine.cast::<CoroutineObject>()).latch }
}
