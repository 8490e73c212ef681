//! Executions: a stack on which coroutines run, one after the other. The only file that names corosensei.
//!
//! ```text
//!   low                                                                       high
//!   | guard |  ... untouched ...  <- C stack (corosensei) | Execution | VM stack page |
//!                                                         ^ base of the C stack
//! ```
//!
//! corosensei's coroutines are asymmetric: `resume` enters one, `suspend` returns to what resumed it. The resumer is
//! always the trampoline (`switch.rs`), which runs inside the main coroutine's suspend, on the process stack or on the
//! stack of the native Fiber in which main is waiting.
//!
//! The corosensei coroutine of an execution never returns. It runs its job, takes over the next coroutine that has not
//! started yet without any switch, and parks when there is none. An execution whose job ended in a bailout is dead: the
//! jump left frames behind that cannot be unwound, so it is reset by force and its stack starts from scratch.

#[cfg(hop)]
use super::hop;
use super::prefetch::prefetch_lines;
use super::stack::{GUARD_BYTES, Refusal, Slabs, vm_room};
use crate::abi::Coroutine;
use crate::abi::zend::FiberContext;
use crate::engine::state::{EngineState, NewStack};
use crate::engine::{bailout, frame};
use core::convert::Infallible;
use core::ffi::c_void;
use core::mem::{MaybeUninit, forget, size_of};
use core::num::NonZeroUsize;
use core::ptr;
use corosensei::stack::valgrind::ValgrindStackRegistration;
use corosensei::stack::{Stack, StackPointer};
use corosensei::{Coroutine as Corosensei, CoroutineResult, Yielder};

/// Bytes of VM stack in the page of the record, below the room: a closure with a few calls below it fits.
const VM_PAGE_BYTES: usize = 1280;
/// Tops of neighbouring stacks are shifted against each other, or they would all compete for the same cache sets.
const COLOUR_STEP: usize = 64;
const COLOURS: usize = 8;

/// Where a slab stack begins and ends for corosensei.
struct SlabStack {
    base: StackPointer,
    limit: StackPointer,
}

impl SlabStack {
    fn new(low: *mut u8, base: *mut u8) -> SlabStack {
        let pointer = |address| NonZeroUsize::new(address).expect("stacks are not at address 0");
        SlabStack { base: pointer(base as usize & !15), limit: pointer(low as usize) }
    }
}

// SAFETY: the range is mapped for ever, guarded at its low end (see stack.rs) and larger than the minimum.
unsafe impl Stack for SlabStack {
    fn base(&self) -> StackPointer {
        self.base
    }
    fn limit(&self) -> StackPointer {
        self.limit
    }
}

/// What leaves an execution names its successor; null if it does not know.
type Successor = *mut Coroutine;
type Machine = Corosensei<(), Successor, Infallible, SlabStack>;

/// What runs on an execution: set by the scheduler once, called on the execution's stack.
pub type Body = unsafe fn(*mut Execution);

/// A range of memory that is a C stack.
#[derive(Clone, Copy)]
pub struct CStack {
    pub low: *mut u8,
    pub bytes: usize,
}

impl CStack {
    pub const NONE: CStack = CStack { low: ptr::null_mut(), bytes: 0 };
}

/// The record of a large stack, at its high end.
pub struct LargeStack {
    /// The next one in the pool, or the one from which this was entered.
    pub(super) next: *mut LargeStack,
    pub(super) low: *mut u8,
    pub(super) bytes: usize,
    /// Its number in its execution, from 1.
    pub(super) depth: u32,
    /// It was used since it was last trimmed.
    pub(super) used: bool,
}

/// A C stack with the engine state of what runs on it.
#[repr(C)]
pub struct Execution {
    pub state: EngineState,
    /// The coroutine that runs here; null while idle.
    pub job: *mut Coroutine,
    yielder: *const Yielder<(), Successor>,
    /// The stack pointer at which the execution was left, or one near it.
    left_at: *const u8,
    /// The function of PHP code that was executing then. Only its address is used.
    pub(super) function: *const c_void,
    machine: MaybeUninit<Machine>,
    /// Next in the list of idle executions.
    pub next_idle: *mut Execution,
    body: Body,
    low: *mut u8,
    stack_bytes: usize,
    /// The C stack in use, its guard included: this one, or the innermost large stack.
    pub(in crate::scheduler) stack: CStack,
    /// The innermost large stack, or null.
    pub(in crate::scheduler) large: *mut LargeStack,
    bailed_out: bool,
    fiber_context: FiberContext,
    #[cfg(php_debug)]
    asan_placeholder: [u64; 8],
}

impl Execution {
    /// An execution of the process stack: has engine state, is never resumed by us.
    pub const fn for_process_stack() -> Execution {
        Execution {
            state: EngineState::EMPTY,
            job: ptr::null_mut(),
            yielder: ptr::null(),
            left_at: ptr::null(),
            function: ptr::null(),
            machine: MaybeUninit::uninit(),
            next_idle: ptr::null_mut(),
            body: no_body,
            low: ptr::null_mut(),
            stack_bytes: 0,
            stack: CStack::NONE,
            large: ptr::null_mut(),
            bailed_out: false,
            // SAFETY: a plain C structure for which zero is the initial state.
            fiber_context: unsafe { core::mem::zeroed() },
            #[cfg(php_debug)]
            asan_placeholder: [0; 8],
        }
    }

    /// A new execution on a new stack, the `number`-th of the thread.
    pub fn create(slabs: &mut Slabs, number: usize, body: Body) -> Result<*mut Execution, Refusal> {
        let low = slabs.take()?;
        let stack_bytes = slabs.stack_bytes();
        let colour = (number % COLOURS) * COLOUR_STEP;
        let vm_page = low.wrapping_add(stack_bytes - vm_room(stack_bytes) - VM_PAGE_BYTES - colour);
        let execution = (vm_page as usize - size_of::<Execution>()) & !63;
        let execution = low.wrapping_add(execution - low as usize).cast::<Execution>();
        // SAFETY: fresh zeroed memory of the slab, aligned, large enough and ours for ever.
        unsafe {
            let stack = CStack { low, bytes: stack_bytes };
            execution.write(Execution { body, low, stack_bytes, stack, ..Execution::for_process_stack() });
            #[cfg(php_debug)]
            {
                (*execution).fiber_context.stack = (&raw mut (*execution).asan_placeholder).cast();
            }
            Execution::arm(execution);
        }
        show_to_valgrind(low, execution as usize - low as usize);
        Ok(execution)
    }

    /// Builds the corosensei coroutine on the (empty) stack and lets it begin.
    unsafe fn arm(execution: *mut Execution) {
        // SAFETY: the stack below the execution is unused; the closure borrows the execution, which lives as long.
        unsafe {
            let stack = SlabStack::new((*execution).low, execution.cast());
            let machine = Corosensei::with_stack_unchecked(stack, move |yielder: &Yielder<(), Successor>, ()| {
                (*execution).yielder = yielder;
                Execution::leave(execution, ptr::null_mut());
                loop {
                    if !bailout::catch(run_body, execution.cast()) {
                        (*execution).bailed_out = true;
                        Execution::leave(execution, ptr::null_mut());
                    }
                }
            });
            (*execution).machine.write(machine);
            Execution::resume_machine(execution);
        }
    }

    /// Runs the execution until it leaves; returns the successor that it named. One whose job ended in a bailout has none.
    ///
    /// # Safety
    /// Called by the trampoline, with the execution's engine state in place.
    #[inline(always)]
    pub unsafe fn resume(execution: *mut Execution) -> *mut Coroutine {
        // SAFETY: it was left before; the yielder is the link (see hop.rs) of its stack.
        #[cfg(hop)]
        return unsafe { hop::enter((*execution).yielder.cast_mut().cast(), (*execution).left_at) as *mut Coroutine };
        #[cfg(not(hop))]
        // SAFETY: the execution is armed and was left before, as the caller promises, so its machine can go on.
        return unsafe { Execution::resume_machine(execution) };
    }

    #[inline(always)]
    unsafe fn resume_machine(execution: *mut Execution) -> *mut Coroutine {
        // SAFETY: the machine never returns, so it can always be resumed.
        unsafe {
            match (*execution).machine.assume_init_mut().resume(()) {
                CoroutineResult::Yield(next) => next,
                CoroutineResult::Return(never) => match never {},
            }
        }
    }

    /// Whether its job ended in a bailout.
    ///
    /// # Safety
    /// `execution` is alive.
    pub unsafe fn has_bailed_out(execution: *const Execution) -> bool {
        // SAFETY: an execution stays mapped as long as its thread lives; one field of it is read.
        unsafe { (*execution).bailed_out }
    }

    /// Leaves the execution for the trampoline, which goes on with `next`; returns when it is resumed.
    ///
    /// # Safety
    /// Called on the execution's stack or on that of a native Fiber above it, with its engine state captured.
    #[inline(always)]
    pub unsafe fn leave(execution: *mut Execution, next: *mut Coroutine) {
        // SAFETY: the yielder lives at the bottom of the execution's stack, and is its link.
        #[cfg(hop)]
        unsafe {
            hop::leave((*execution).yielder.cast(), &raw mut (*execution).left_at, next as usize);
        }
        #[cfg(not(hop))]
        // SAFETY: the yielder lives at the bottom of the execution's stack, on which this runs.
        unsafe {
            let here = MaybeUninit::<u8>::uninit();
            (*execution).left_at = here.as_ptr();
            (*(*execution).yielder).suspend(next);
        }
    }

    /// Fetches the record itself, as far as a switch touches it.
    #[inline]
    pub fn prefetch(execution: *const Execution) {
        prefetch_lines(execution.cast(), 5);
    }

    /// Fetches the top of the C stack and of the VM stack of an execution that is in the cache itself, and of the function there what
    /// its next suspension looks at: every closure has one of its own.
    ///
    /// # Safety
    /// `execution` is alive.
    #[inline]
    pub unsafe fn prefetch_stack(execution: *const Execution) {
        // SAFETY: only addresses are read from the record.
        unsafe {
            prefetch_lines((*execution).left_at.wrapping_sub(64), 6);
            // The frame of the call that has suspended, and below it that of the PHP code which has called it.
            prefetch_lines((*execution).state.frame().cast_const().cast::<u8>().wrapping_sub(128), 4);
            for offset in frame::READ_BY_LOCATION {
                prefetch_lines((*execution).function.wrapping_byte_add(offset).cast(), 1);
            }
        }
    }

    /// What the engine needs to know of the stack.
    pub fn new_stack(execution: *mut Execution) -> NewStack {
        // SAFETY: executions stay mapped as long as their thread lives; addresses are computed and one field is read.
        unsafe {
            NewStack {
                vm_page: Execution::vm_page(execution),
                vm_page_bytes: VM_PAGE_BYTES + vm_room((*execution).stack_bytes),
                fiber_context: &raw mut (*execution).fiber_context,
                stack_high: execution.cast(),
                stack_low: (*execution).low.add(GUARD_BYTES),
            }
        }
    }

    /// The VM stack page inside the execution's memory.
    pub fn vm_page(execution: *mut Execution) -> *mut c_void {
        // SAFETY: the page follows the execution, 16-byte aligned because both sizes are.
        unsafe { (execution as *mut u8).add(size_of::<Execution>().next_multiple_of(16)).cast() }
    }

    /// Makes an execution reusable whose stack cannot be unwound: after a fatal error.
    ///
    /// # Safety
    /// Nothing on the stack is used again.
    pub unsafe fn reset(execution: *mut Execution) {
        // SAFETY: forced reset drops nothing on the stack; the frames are abandoned on purpose.
        unsafe {
            (*execution).machine.assume_init_mut().force_reset();
            (*execution).machine.assume_init_drop();
            (*execution).bailed_out = false;
            (*execution).job = ptr::null_mut();
            (*execution).state.free();
            (*execution).stack = CStack { low: (*execution).low, bytes: (*execution).stack_bytes };
            Execution::arm(execution);
        }
    }

    pub fn low(execution: *mut Execution) -> *mut u8 {
        // SAFETY: executions stay mapped as long as their thread lives; one field is read.
        unsafe { (*execution).low }
    }

    /// The size of the stack.
    pub fn stack_bytes(execution: *mut Execution) -> usize {
        // SAFETY: executions stay mapped as long as their thread lives; one field is read.
        unsafe { (*execution).stack_bytes }
    }
}

/// Calls `call` on another stack, between `low` and `base`. What it calls may leave the execution and come back: the
/// yielder saves the stack pointer, whichever stack that points into.
///
/// # Safety
/// Nothing on that stack is in use, and nothing unwinds or jumps out of the call.
pub(in crate::scheduler) unsafe fn call_on<R>(low: *mut u8, base: *mut u8, call: impl FnOnce() -> R) -> R {
    corosensei::on_stack(SlabStack::new(low, base), call)
}

/// Tells valgrind of a stack: a jump to it is no gigantic frame. A few instructions that do nothing elsewhere; never
/// deregistered, as stacks live as long as PHP does on their thread.
pub(in crate::scheduler) fn show_to_valgrind(low: *mut u8, bytes: usize) {
    forget(ValgrindStackRegistration::new(low, bytes));
}

unsafe fn no_body(_: *mut Execution) {}

unsafe extern "C" fn run_body(execution: *mut c_void) {
    let execution = execution.cast::<Execution>();
    // SAFETY: the argument given in `arm`.
    unsafe { ((*execution).body)(execution) }
}
