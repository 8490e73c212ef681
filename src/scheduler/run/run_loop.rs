//! What the scheduler keeps per thread to run coroutines: read together at every switch, so it lies together. Whatever else has
//! state keeps it in its own file.

pub(in crate::scheduler) mod transition;

use super::execution::Execution;
use super::queue::Ring;
use crate::abi::Microtask;
use crate::engine::per_thread::per_thread;
use crate::scheduler::coroutine::object::CoroutineObject;
use core::ffi::c_void;
use core::ptr;

/// Switches between two looks at the event loop while the queue is busy; adapted so that a batch takes about
/// [`REACTOR_PERIOD_NS`].
pub const MAX_BATCH: u32 = 64;
pub const REACTOR_PERIOD_NS: u64 = 500_000;

/// What a coroutine asks the trampoline to do, on the stack that it left for that (`main_stack.rs`).
pub struct Errand {
    pub call: unsafe extern "C" fn(*mut c_void),
    pub arg: *mut c_void,
    pub finished: bool,
}

pub struct RunLoop {
    /// Coroutines that are ready to run.
    pub queue: Ring<CoroutineObject>,
    pub microtasks: Ring<Microtask>,
    /// The coroutine whose events are being started right now.
    pub starting: *mut CoroutineObject,
    /// Engine state of the stack on which the trampoline runs.
    pub main_execution: Execution,
    /// Another engine state than main's is in place, or about to be.
    pub inside: bool,
    /// Coroutines that fatal errors have left in C code are being unwound: nothing may be waited for.
    pub unwinding: bool,
    /// Executions without a job.
    pub idle: *mut Execution,
    pub idle_count: usize,
    /// Stacks made so far.
    pub executions: usize,
    /// The execution that runs, or ran last; null before the first one.
    running: *mut Execution,
    /// What the execution that has just left wants to be done on the trampoline's stack; null as a rule.
    pub errand: *mut Errand,
    /// Counts switches: tells code that kept the number whether the running coroutine was left meanwhile.
    pub switches: u64,
    /// The number of the switch at which the event loop is looked at.
    pub next_turn: u64,
    /// How many switches there are between two looks.
    pub batch: u32,
    pub last_turn_ns: u64,
    /// Coroutines woken in scheduler context whose waits are withdrawn when that context is left.
    pub cleanups: Vec<*mut CoroutineObject>,
    /// How often fatal errors have ended all coroutines.
    pub abandoned: u32,
}

impl RunLoop {
    pub const fn new() -> RunLoop {
        RunLoop {
            queue: Ring::new(),
            microtasks: Ring::new(),
            starting: ptr::null_mut(),
            main_execution: Execution::for_process_stack(),
            inside: false,
            unwinding: false,
            idle: ptr::null_mut(),
            idle_count: 0,
            executions: 0,
            running: ptr::null_mut(),
            errand: ptr::null_mut(),
            switches: 0,
            next_turn: MAX_BATCH as u64,
            batch: MAX_BATCH,
            last_turn_ns: 0,
            cleanups: Vec::new(),
            abandoned: 0,
        }
    }
}

impl RunLoop {
    /// The event loop is looked at when so many coroutines have run; at least one.
    #[inline]
    pub fn look_after(&mut self, switches: u32) {
        self.next_turn = self.switches + u64::from(switches);
    }

    /// The execution that runs, or ran last; null before the first one.
    #[inline]
    pub fn running(&self) -> *mut Execution {
        self.running
    }
}

per_thread!(
    /// The run loop of this thread.
    pub fn run_loop() -> *mut RunLoop = RunLoop::new()
);

/// How many switches there were.
#[inline]
pub fn switches() -> u64 {
    // SAFETY: the run loop lives as long as the thread; a number of it is copied.
    unsafe { (*run_loop()).switches }
}

/// Changes when a fatal error has ended all coroutines: whatever waited before lies on a stack that does not exist any more.
#[inline]
pub fn generation() -> u32 {
    // SAFETY: the run loop lives as long as the thread; a number of it is copied.
    unsafe { (*run_loop()).abandoned }
}

/// Whether coroutines are being unwound after a fatal error: nothing may be waited for.
#[inline]
pub fn is_unwinding() -> bool {
    // SAFETY: the run loop lives as long as the thread; a mark of it is copied.
    unsafe { (*run_loop()).unwinding }
}
