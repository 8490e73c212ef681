//! Floor 2: the scheduler. Coroutines, their stacks, the run queue, wakers, scopes, the end of a request.
//!
//! The files in the order things happen: `launch` turns the running script into the main coroutine; `spawn` makes
//! coroutines and queues them; `switch` moves control; `resume` makes waiting coroutines ready; `finish` ends them;
//! `run_out` drains what is left when the script has ended; `deadlock` resolves what can never end by itself.

pub mod coroutine;
pub mod event;
mod list;
mod random;
mod request;
mod run;
pub mod scope;
pub mod sim;

pub use coroutine::blocking::must_block;
pub use coroutine::{CoroutineObject, each as each_coroutine};
pub use coroutine::{blocking, fiber, finally, protect, spawn};
pub use event::{callbacks, subscription, wait, waker, waker_callbacks, waker_state};
pub use request::launch::register;
pub use request::run_out::{request_shutdown, request_startup};
pub use request::{at_end, collect, escape, interrupts, launch, outside, shutdown, stats, unwind};
pub use run::overflow::remove as module_shutdown;
pub use run::resume::{park, wake, yield_now};
pub use run::switch::reactor_tick;
pub use run::{large_stack, microtask, overflow, resume};

use crate::abi::{Coroutine, Microtask, Object, globals};
use crate::engine::destruction::EndPass;
use core::cell::UnsafeCell;
#[cfg(php_zts)]
use core::mem::ManuallyDrop;
use core::ptr;
use list::List;
use run::context::Context;
use run::queue::Ring;
use run::stack::Slabs;

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
    /// Engine state of the stack on which the trampoline runs.
    main_context: Context,
    /// Another engine state than main's is in place, or about to be.
    inside: bool,
    /// Contexts without a job.
    idle: *mut Context,
    idle_count: usize,
    /// Stacks made so far.
    contexts: usize,
    /// The first ones, unless their size is set, and the others.
    spacious: Slabs,
    slabs: Slabs,
    large_stacks: run::large_stack::Pool,
    /// The context that runs, or ran last, and the low end of the C stack that it uses.
    running: *mut Context,
    stack_low: *const u8,
    /// All unfinished coroutines in creation order.
    first: *mut CoroutineObject,
    last: *mut CoroutineObject,
    count: usize,
    /// All scopes in creation order.
    scopes: scope::List,
    /// Counts switches: tells whoever kept the number whether the running coroutine was left meanwhile.
    switches: u64,
    /// Switches until the event loop is looked at.
    until_reactor: u32,
    batch: u32,
    last_turn_ns: u64,
    /// Coroutines woken in scheduler context whose waits are withdrawn when that context is left.
    cleanups: Vec<*mut CoroutineObject>,
    /// Open calls of `protect()` that began before the scheduler was launched.
    early_stretches: u32,
    /// Those of them that must not be interrupted at all.
    early_seals: u32,
    /// Table handed to C code that asks for all coroutines.
    table: *mut crate::abi::Array,
    simulation: sim::Simulation,
    /// The script was ended by `exit`, an exception, or a shutdown: only coroutines keep it alive from then on.
    ended_early: bool,
    /// Called once per request when the scheduler is first launched.
    activated: bool,
    /// The drain at the end of the request is registered as a shutdown function.
    drain_registered: bool,
    /// None of them is called any more.
    shutdown_functions_over: bool,
    /// Coroutines of Fibers among the unfinished ones.
    fibers: usize,
    /// Classes that are being loaded.
    loads: request::autoload::Loads,
    /// Scopes that a timer will close.
    alarms: List,
    /// What may end a deadlock.
    escapes: List,
    /// What is to be done when the main flow ends.
    at_end: List,
    /// What a signal ends.
    interrupts: request::interrupts::Interrupts,
    /// How often fatal errors have ended all coroutines.
    abandoned: u32,
    /// Waits for what other processes may hold.
    outside: List,
    /// A deferred collection is queued or running.
    collecting: bool,
    /// Destruction of what is left at the end of the request; it happens once.
    end_pass: EndPass,
    end_pass_begun: bool,
    /// See [`unwind`].
    unwinding: bool,
    /// The others are being unwound right now.
    running_unwound: bool,
    /// Final shutdown: nothing may suspend any more.
    pub closing: bool,
}

#[cfg(not(php_zts))]
struct PerThread(UnsafeCell<Runtime>);
// SAFETY: only the PHP thread uses it.
#[cfg(not(php_zts))]
unsafe impl Sync for PerThread {}

impl Runtime {
    const fn new() -> Runtime {
        Runtime {
            queue: Ring::new(),
            microtasks: Ring::new(),
            starting: ptr::null_mut(),
            main_context: Context::for_process_stack(),
            inside: false,
            idle: ptr::null_mut(),
            idle_count: 0,
            contexts: 0,
            spacious: Slabs::new(run::large_stack::PER_SLAB),
            slabs: Slabs::new(run::stack::STACKS_PER_SLAB),
            large_stacks: run::large_stack::Pool::new(),
            running: ptr::null_mut(),
            stack_low: ptr::null(),
            first: ptr::null_mut(),
            last: ptr::null_mut(),
            count: 0,
            scopes: scope::List::new(),
            switches: 0,
            until_reactor: MAX_BATCH,
            batch: MAX_BATCH,
            last_turn_ns: 0,
            cleanups: Vec::new(),
            early_stretches: 0,
            early_seals: 0,
            table: ptr::null_mut(),
            simulation: sim::Simulation::new(),
            ended_early: false,
            activated: false,
            drain_registered: false,
            shutdown_functions_over: false,
            fibers: 0,
            loads: request::autoload::Loads::NONE,
            alarms: List::EMPTY,
            escapes: List::EMPTY,
            at_end: List::EMPTY,
            interrupts: request::interrupts::Interrupts::new(),
            abandoned: 0,
            outside: List::EMPTY,
            collecting: false,
            end_pass: EndPass::NEW,
            end_pass_begun: false,
            unwinding: false,
            running_unwound: false,
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
    // Without a destructor, so that access needs no check whether it has run; see `thread_end`.
    static RUNTIME: ManuallyDrop<UnsafeCell<Runtime>> = const { ManuallyDrop::new(UnsafeCell::new(Runtime::new())) };
}

/// The scheduler's state of this thread.
#[cfg(php_zts)]
#[inline]
pub fn runtime() -> *mut Runtime {
    RUNTIME.with(|runtime| runtime.get())
}

/// Frees what outlives requests: PHP ends on this thread.
///
/// # Safety
/// No request is active on this thread.
#[cfg(php_zts)]
pub unsafe fn thread_end() {
    // SAFETY: this thread's state; every context on the slabs is idle or abandoned.
    unsafe {
        run::overflow::thread_end();
        (*runtime()).spacious.unmap();
        (*runtime()).slabs.unmap();
        (*runtime()).large_stacks.unmap();
        *runtime() = Runtime::new();
    }
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

/// Changes when a fatal error has ended all coroutines: whatever waited before lies on a stack that does not exist any more.
#[inline]
pub fn generation() -> u32 {
    // SAFETY: this thread's state.
    unsafe { (*runtime()).abandoned }
}

/// Whether a coroutine other than main has not finished. The one that destructs what is left at the end of the request
/// does what belongs to main (SH-5).
pub fn others_than_main() -> bool {
    let mut others = false;
    // SAFETY: this thread's state.
    unsafe {
        let destructs = |c: *mut CoroutineObject| {
            (*runtime()).end_pass_begun && c == current_object() && (*c).base.internal_entry.is_some()
        };
        coroutine::each(|c| others |= !(*c).is_main() && !destructs(c));
    }
    others
}

/// Whether there are coroutines besides the running one. Parked Fibers do not count.
extern "C" fn others_are_alive() -> bool {
    // SAFETY: this thread's state.
    unsafe { (*runtime()).count - (*runtime()).fibers > 1 }
}

/// Whether nothing but the main coroutine could run (io HK-2). Parked Fibers do not run by themselves.
pub fn only_main_is_alive() -> bool {
    // SAFETY: this thread's state.
    !others_are_alive() && unsafe { (*runtime()).microtasks.is_empty() && (*globals()).active_event_count == 0 }
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
