//! Large stacks: where C code runs that recurses deeply [io/FW-6].
//!
//! ```text
//!   coroutine's stack   ... array_map -> closure -> serialize() -> call() --.
//!                                                                           | on_stack, setjmp
//!   large stack         | guard | ... php_var_serialize_intern <- try <-----'
//!                                     |
//!                                     `-> __serialize() suspends: the execution is left from here, and the large stack
//!                                         stays with it
//! ```
//!
//! A coroutine's stack holds ordinary C code with room to spare, but data nested some hundred levels needs more than all
//! of it. Such a call moves to a large stack, made on demand and pooled, and moves back when it returns. An execution may hold
//! several, one above the other; they are left in the order in which they were entered, because everything on an execution
//! nests. A native Fiber has a stack of its own, and the process stack is large: there nothing moves.
//!
//! `longjmp` refuses to jump from a stack at higher addresses to one at lower ones, so a bailout ends at the base of the large
//! stack and is raised again below it.

use super::execution::{self, CStack, Execution, LargeStack};
use super::run_loop::run_loop;
use super::stack::{self, GUARD_BYTES, Slabs};
use crate::abi::Object;
use crate::engine::event_object::{self, Body};
use crate::engine::per_thread::per_thread;
use crate::engine::{bailout, state as engine_state};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// Address space of a large stack; more if the coroutines' own are larger.
pub(in crate::scheduler) const LARGE_BYTES: usize = 8 * 1024 * 1024;
pub(in crate::scheduler) const PER_SLAB: usize = 16;
/// C code that is about to call back into PHP moves when less than this is left.
const SHORT_BYTES: usize = 128 * 1024;
/// C code that recurses over data moves when less than this is left.
const DEEP_BYTES: usize = 4 * 1024 * 1024;
/// How many an execution may hold. A recursion without end finds an error before it finds the end of memory.
const MOST_PER_EXECUTION: u32 = 8;
/// How often idle ones are trimmed: at every so many returns to the pool.
const TRIM_EVERY: u32 = 256;
/// What stays resident of an idle one.
const KEPT_BYTES: usize = 16 * 1024;

/// All large stacks of a thread.
pub struct Pool {
    slabs: Slabs,
    /// Those that were used since the last trim come first.
    idle: *mut LargeStack,
    returns: u32,
}

impl Pool {
    pub const fn new() -> Pool {
        Pool { slabs: Slabs::new(PER_SLAB), idle: ptr::null_mut(), returns: 0 }
    }

    /// Settles the size, at launch: `stack_bytes` is what coroutines get.
    pub fn configure(&mut self, stack_bytes: usize, unguarded: bool) {
        self.slabs.configure(stack_bytes.max(LARGE_BYTES), unguarded);
    }

    pub fn created(&self) -> usize {
        self.slabs.created()
    }

    /// Gives all back to the kernel.
    ///
    /// # Safety
    /// Nothing on any of them is used again.
    #[cfg(php_zts)]
    pub unsafe fn unmap(&mut self) {
        // SAFETY: nothing on any of the stacks is used again, as the caller promises; their records, on them, are forgotten with `self`.
        unsafe { self.slabs.unmap() }
    }

    unsafe fn take(&mut self) -> *mut LargeStack {
        // SAFETY: records of idle stacks are alive; a new stack is zeroed memory.
        unsafe {
            let idle = self.idle;
            if !idle.is_null() {
                self.idle = (*idle).next;
                return idle;
            }
            let Ok(low) = self.slabs.take() else { return ptr::null_mut() };
            let bytes = self.slabs.stack_bytes();
            let record = low.add(bytes - size_of::<LargeStack>().next_multiple_of(64)).cast::<LargeStack>();
            record.write(LargeStack { next: ptr::null_mut(), low, bytes, depth: 0, used: false });
            execution::show_to_valgrind(low, record as usize - low as usize);
            record
        }
    }

    unsafe fn put(&mut self, large: *mut LargeStack) {
        // SAFETY: the caller has left the stack, so its record is all that is used of it, by the pool from now on.
        unsafe {
            (*large).used = true;
            (*large).next = self.idle;
            self.idle = large;
            self.returns += 1;
            if self.returns >= TRIM_EVERY {
                self.trim_idle();
            }
        }
    }

    /// Returns the memory of idle ones to the kernel.
    unsafe fn trim_idle(&mut self) {
        self.returns = 0;
        // SAFETY: nothing is in use but the records.
        unsafe {
            let mut large = self.idle;
            while !large.is_null() && (*large).used {
                (*large).used = false;
                stack::trim((*large).low, large.cast::<u8>().sub(KEPT_BYTES));
                large = (*large).next;
            }
        }
    }
}

per_thread!(
    /// Those of this thread.
    pub fn pool() -> *mut Pool = Pool::new()
);

/// The stack pointer, near enough.
#[inline(always)]
fn here() -> usize {
    let at: usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: reads a register.
    unsafe {
        core::arch::asm!("mov {}, rsp", out(reg) at, options(nomem, nostack, preserves_flags));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: reads a register.
    unsafe {
        core::arch::asm!("mov {}, sp", out(reg) at, options(nomem, nostack, preserves_flags));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let local = 0u8;
        at = &raw const local as usize;
    }
    at
}

/// Whether little is left of the coroutine's stack. On any other stack false: its addresses are far away.
#[inline(always)]
pub fn is_short() -> bool {
    // SAFETY: executions stay mapped as long as their thread lives.
    unsafe {
        let running = (*run_loop()).running();
        !running.is_null() && here().wrapping_sub((*running).stack.low as usize) < GUARD_BYTES + SHORT_BYTES
    }
}

/// Whether too little is left of the coroutine's stack for a recursion over data.
#[inline]
pub fn is_too_small() -> bool {
    // SAFETY: an execution stays mapped as long as its thread lives; its bounds are copied.
    unsafe {
        let running = (*run_loop()).running();
        !running.is_null() && {
            let stack = (*running).stack;
            here().wrapping_sub(stack.low as usize) < stack.bytes.min(GUARD_BYTES + DEEP_BYTES)
        }
    }
}

/// Calls `entry(arg)` on a large stack; false when there is none, and nothing was called.
///
/// # Safety
/// On the stack of the running execution, which [`is_short`] or [`is_too_small`] has just said. Rust frames between here and the
/// innermost bailout target hold nothing that needs dropping.
#[cold]
pub unsafe fn call(entry: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> bool {
    // SAFETY: between the two switches nothing but `entry` runs on this execution, however often that leaves it.
    unsafe {
        let execution: *mut Execution = (*run_loop()).running();
        let outer = (*execution).large;
        let depth = if outer.is_null() { 1 } else { (*outer).depth + 1 };
        let large = if depth > MOST_PER_EXECUTION { ptr::null_mut() } else { (*pool()).take() };
        if large.is_null() {
            return false;
        }
        (*large).next = outer;
        (*large).depth = depth;
        let outer_stack = (*execution).stack;
        (*execution).large = large;
        (*execution).stack = CStack { low: (*large).low, bytes: (*large).bytes };
        let base = large.cast::<u8>();
        let bounds = engine_state::enter_stack((*large).low.add(GUARD_BYTES), base);

        let finished = execution::call_on((*large).low, base, || bailout::catch(entry, arg));

        bounds.put_back();
        (*execution).large = outer;
        (*execution).stack = outer_stack;
        (*pool()).put(large);
        if !finished {
            bailout::raise();
        }
        true
    }
}

/// Calls `entry(arg)`: on a large stack if little is left of the coroutine's own, else here. Where there is no large stack, the guard
/// page is the end.
///
/// # Safety
/// As [`call`], and `entry` may be called with `arg`.
#[inline(always)]
pub unsafe fn with_room(entry: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) {
    // SAFETY: as this function demands; `call` says whether it has called.
    unsafe {
        if !(is_short() && call(entry, arg)) {
            entry(arg);
        }
    }
}

/// Frees an object that may be a link of a long chain, freed by a recursion: [`Body::FREE`] of its class.
///
/// # Safety
/// As [`event_object::free_object`].
pub unsafe extern "C" fn free_object<B: Body>(object: *mut Object) {
    unsafe extern "C" fn run<B: Body>(object: *mut c_void) {
        // SAFETY: the object that the function around was called for, which waits until this returns.
        unsafe { event_object::free_object::<B>(object.cast()) }
    }
    // SAFETY: as this function demands; this frame owns nothing.
    unsafe { with_room(run::<B>, object.cast()) }
}

/// Calls `entry(arg)` on a large stack from wherever this runs, also from a native Fiber's stack. None when there is none; else whether
/// it returned without a bailout.
///
/// # Safety
/// As [`call`], except for where it is called; and `entry` neither suspends nor switches Fibers.
#[cold]
pub(super) unsafe fn call_unbound(entry: unsafe extern "C" fn(*mut c_void), arg: *mut c_void) -> Option<bool> {
    // SAFETY: nothing else runs before `entry` is back, so the stack needs to be known to no execution.
    unsafe {
        let large = (*pool()).take();
        if large.is_null() {
            return None;
        }
        let base = large.cast::<u8>();
        let bounds = engine_state::enter_stack((*large).low.add(GUARD_BYTES), base);
        let finished = execution::call_on((*large).low, base, || bailout::catch(entry, arg));
        bounds.put_back();
        (*pool()).put(large);
        Some(finished)
    }
}

/// Takes the large stacks of an execution away, which was abandoned.
///
/// # Safety
/// Nothing on them is used again.
pub(in crate::scheduler) unsafe fn reclaim(execution: *mut Execution) {
    // SAFETY: the stacks of an execution are linked from the innermost one, each to the next that it was entered from; none is used again.
    unsafe {
        let mut large = ptr::replace(&raw mut (*execution).large, ptr::null_mut());
        while !large.is_null() {
            let outer = (*large).next;
            (*pool()).put(large);
            large = outer;
        }
    }
}

/// Returns the memory of idle ones to the kernel, at the end of a request.
///
/// # Safety
/// No coroutine is running.
pub(in crate::scheduler) unsafe fn trim_idle() {
    // SAFETY: what is in the pool is in use by nothing but its records, which stay.
    unsafe { (*pool()).trim_idle() }
}
