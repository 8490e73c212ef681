//! What of the engine travels with a coroutine (core ES-*, OB-*; io EG-*; engine-facts 3 and 8.1).
//!
//! `capture` and `restore` are the only code that knows the list. They run at every switch, so the list is split:
//!
//! ```text
//!   hot    VM stack, frame, bailout target, error level, fiber pointers ...   copied at every switch
//!   cold   what is in use only now and then (`busy`)                          moved only while in use, found by
//!                                                                             a load or two each
//! ```
//!
//! The pending exception is not in the list: a coroutine that suspends while one is pending puts it aside on its own
//! stack (`PendingException`), so that no other coroutine ever runs with it.

use super::busy::{self, Busy};
use super::entry::FRAME_SLOTS;
pub use super::pending::PendingException;
use super::per_thread::per_thread;
use super::version::StackBounds;
use super::vm_state::VmState;
use super::{eg, error_handler, ini};
use crate::abi::zend::FiberContext;
use crate::abi::{ExecuteData, Object, ZString, Zval};
use core::ffi::{CStr, c_void};
use core::mem::{offset_of, size_of};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::ffi;

/// Size of the pages that follow the first VM stack page, in bytes: that of Fibers.
const VM_PAGE_BYTES: usize = 16 * 1024;

const FIBER_RUNNING: u32 = 1;
const FIBER_SUSPENDED: u32 = 2;
const FIBER_DEAD: u32 = 3;

/// Engine state of a stack that is not running.
#[repr(C)]
pub struct EngineState {
    vm: VmState,
    bailout: *mut c_void,
    fiber_context: *mut FiberContext,
    active_fiber: *mut ffi::zend_fiber,
    in_autoload: *mut ffi::HashTable,
    error_reporting: i32,
    jit_trace_num: u32,
    stack_bounds: StackBounds,
    busy: *mut Busy,
}

per_thread!(static ERROR_REPORTING: *mut *mut ZString = ptr::null_mut());

/// Finds the globals of this thread; at the start of every request.
pub fn request_startup() {
    busy::request_startup();
    ERROR_REPORTING.set(ini::value_slot(c"error_reporting"));
    error_handler::request_startup();
}

/// What observers see as the executing file while no PHP code is executing.
static NO_FILE: AtomicPtr<ZString> = AtomicPtr::new(ptr::null_mut());

/// Once per process.
pub fn module_startup() {
    // SAFETY: at module start the engine makes permanent strings.
    let permanent = |text: &CStr| unsafe {
        ffi::zend_string_init_interned.map_or(ptr::null_mut(), |init| init(text.as_ptr(), text.count_bytes(), true))
    };
    NO_FILE.store(permanent(c"[no active file]"), Ordering::Relaxed);
    BOTTOM_FUNCTION.name.store(permanent(c"main"), Ordering::Relaxed);
}

impl EngineState {
    pub const EMPTY: EngineState = EngineState {
        vm: VmState::empty(VM_PAGE_BYTES),
        bailout: ptr::null_mut(),
        fiber_context: ptr::null_mut(),
        active_fiber: ptr::null_mut(),
        in_autoload: ptr::null_mut(),
        error_reporting: 0,
        jit_trace_num: 0,
        stack_bounds: StackBounds::NONE,
        busy: ptr::null_mut(),
    };

    /// Saves the engine state of the stack that is about to be left.
    ///
    /// # Safety
    /// Called on that stack, on the PHP thread.
    #[inline]
    pub unsafe fn capture(&mut self) {
        // SAFETY: plain copies out of this thread's globals; nothing is called while they are borrowed.
        unsafe {
            self.vm = *VmState::of(eg());
            let eg = &*eg();
            self.bailout = eg.bailout.cast();
            self.fiber_context = eg.current_fiber_context;
            self.active_fiber = eg.active_fiber;
            self.in_autoload = eg.in_autoload;
            self.error_reporting = eg.error_reporting;
            self.jit_trace_num = eg.jit_trace_num;
            self.stack_bounds = StackBounds::get(eg);
        }
        if busy::is_busy() {
            // SAFETY: `busy` is null or was made by `Busy`; the stack is being left, so nothing else touches the globals
            // while they are taken.
            unsafe { Busy::take(&mut self.busy) }
        }
    }

    /// Makes this the engine's state; the counterpart of [`capture`](Self::capture).
    ///
    /// # Safety
    /// The state was captured or begun, and the stack it belongs to runs next (or its callbacks do).
    #[inline]
    pub unsafe fn restore(&mut self) {
        // SAFETY: plain copies into this thread's globals; the borrow of them ends before the calls that use them.
        unsafe {
            *VmState::of(eg()) = self.vm;
            let eg = &mut *eg();
            eg.bailout = self.bailout.cast();
            eg.active_fiber = self.active_fiber;
            eg.in_autoload = self.in_autoload;
            eg.error_reporting = self.error_reporting;
            eg.jit_trace_num = self.jit_trace_num;
            self.stack_bounds.set(eg);
            if eg.current_fiber_context != self.fiber_context {
                switch_fiber_context(self.fiber_context);
            }
            Busy::put(self.busy);
        }
    }

    /// Puts the engine at rest for others: the stack, whose state is in place, is not run again, and what it was busy with (output
    /// buffers, the results of its calls) is left to the end of the request.
    ///
    /// # Safety
    /// On another stack. Nothing of the one that is given up is used again.
    #[cold]
    pub unsafe fn give_up(&mut self) {
        if busy::is_busy() {
            // SAFETY: `busy` is null or was made by `Busy`.
            unsafe { Busy::take(&mut self.busy) }
        }
    }

    /// The Fiber that runs on the stack, or null.
    pub fn fiber(&self) -> *mut Object {
        self.active_fiber.cast()
    }

    /// The frame at which the stack is suspended, or null.
    pub fn frame(&self) -> *mut ExecuteData {
        self.vm.frame
    }

    /// Releases what the state owns apart from the engine.
    ///
    /// # Safety
    /// The state is not restored again before it is begun anew.
    pub unsafe fn free(&mut self) {
        // SAFETY: `busy` is null or was made by `Busy`, and is null afterwards, so it is freed once.
        unsafe { Busy::free(&mut self.busy) }
    }
}

/// Tells observers about a switch, as `zend_fiber_switch_context` does, and makes `to` current.
unsafe fn switch_fiber_context(to: *mut FiberContext) {
    // SAFETY: both contexts are alive: contexts outlive their last switch notification. A request has one from its start.
    unsafe {
        let from = (*eg()).current_fiber_context;
        ffi::zend_observer_fiber_switch_notify(from, to);
        (*to).status = FIBER_RUNNING as _;
        if (*from).status == FIBER_RUNNING as ffi::zend_fiber_status {
            (*from).status = FIBER_SUSPENDED as _;
        }
        (*eg()).current_fiber_context = to;
    }
}

/// The bottom of a coroutine's VM stack: a frame of an internal function. It makes traces end at `{main}` and keeps an exception
/// that reaches it from being an immediate fatal error. Its name is in warnings of C code that runs when the first function of a
/// coroutine was left; they read it unasked.
#[repr(C, align(16))]
struct BottomFunction {
    kind: u8,
    arg_flags: [u8; 3],
    fn_flags: u32,
    name: AtomicPtr<ZString>,
    rest: [u8; 496],
}
const _: () = assert!(size_of::<BottomFunction>() >= size_of::<ffi::zend_internal_function>());
const _: () = assert!(offset_of!(BottomFunction, name) == offset_of!(ffi::zend_internal_function, function_name));
static BOTTOM_FUNCTION: BottomFunction = BottomFunction {
    kind: ffi::ZEND_INTERNAL_FUNCTION as u8,
    arg_flags: [0; 3],
    fn_flags: 0,
    name: AtomicPtr::new(ptr::null_mut()),
    rest: [0; 496],
};

/// The engine's view of a new stack.
pub struct NewStack {
    /// First VM stack page, in memory of the execution.
    pub vm_page: *mut c_void,
    pub vm_page_bytes: usize,
    pub fiber_context: *mut FiberContext,
    /// Highest usable address of the C stack.
    pub stack_high: *mut u8,
    /// Lowest usable address of the C stack.
    pub stack_low: *mut u8,
}

/// Makes the engine run on a new stack: empty VM stack with a bottom frame, and the state of [`begin_next`]. The
/// counterpart of [`end`].
///
/// # Safety
/// Called on the new stack's thread when the previous state was captured; the memory outlives the stack.
#[inline]
pub unsafe fn begin(new: &NewStack) {
    // SAFETY: the page belongs to the execution, and nothing runs on it yet. The borrow of the globals ends before the calls
    // that use them.
    unsafe {
        let page: ffi::zend_vm_stack = new.vm_page.cast();
        let frame: *mut ExecuteData = page.cast::<u8>().add(VM_PAGE_HEADER).cast();
        (*page).top = frame.cast();
        (*page).end = new.vm_page.cast::<u8>().add(new.vm_page_bytes).cast();
        (*page).prev = ptr::null_mut();
        frame.write_bytes(0, 1);
        (*frame).func = bottom_function();
        let eg = &mut *eg();
        eg.vm_stack = page;
        eg.vm_stack_top = frame.cast::<u8>().add(FRAME_SLOTS * size_of::<Zval>()).cast();
        eg.vm_stack_end = (*page).end;
        eg.vm_stack_page_size = VM_PAGE_BYTES;
        eg.current_execute_data = frame;
        eg.active_fiber = ptr::null_mut();
        StackBounds::new(eg, new.stack_low, new.stack_high).set(eg);
        eg.in_autoload = ptr::null_mut();
        // The state before was captured or has ended: nothing is left of its calls.
        begin_settings();
        announce(new.fiber_context);
    }
}

/// What every coroutine begins with, also one that takes over a stack from another: error level from the ini, ordinary
/// warnings, no autoload in progress, no results of other calls.
///
/// # Safety
/// On the stack of [`begin`], at its bottom frame.
#[inline]
pub unsafe fn begin_next() {
    // SAFETY: no other coroutine runs on this thread meanwhile. The table of running autoloads holds no values that have
    // destructors, so no PHP code runs; no borrow of the globals lives across the calls.
    unsafe {
        let eg = eg();
        if !(*eg).in_autoload.is_null() {
            ffi::zend_array_destroy((*eg).in_autoload);
            (*eg).in_autoload = ptr::null_mut();
        }
        begin_settings();
        busy::forget();
    }
}

#[inline(always)]
unsafe fn begin_settings() {
    let error_reporting = initial_error_reporting();
    // SAFETY: plain stores into this thread's globals; nothing is called while they are borrowed.
    unsafe {
        let eg = &mut *eg();
        eg.jit_trace_num = 0;
        eg.error_handling = 0;
        eg.exception_class = ptr::null_mut();
        eg.error_reporting = error_reporting;
    }
}

/// Bytes before the first slot of a VM stack page: its header, in whole slots.
const VM_PAGE_HEADER: usize = size_of::<ffi::_zend_vm_stack>().next_multiple_of(16);

/// Gives a fiber context its first life for observers, and switches to it.
unsafe fn announce(context: *mut FiberContext) {
    // SAFETY: the context is zeroed memory of ours that outlives the switch away from it. Observers use the globals, so no
    // borrow of them lives across the calls.
    unsafe {
        // Any address that is not a class entry says "not a Fiber object".
        (*context).kind = (&raw const BOTTOM_FUNCTION).cast_mut().cast();
        (*context).status = 0;
        (*context).top_observed_frame = ptr::null_mut();
        ffi::zend_observer_fiber_init_notify(context);
        let eg = eg();
        // xdebug copies the executing file's name here and does not expect that there is none.
        let (file, line) = ((*eg).filename_override, (*eg).lineno_override);
        (*eg).filename_override = NO_FILE.load(Ordering::Relaxed);
        (*eg).lineno_override = 0;
        switch_fiber_context(context);
        (*eg).filename_override = file;
        (*eg).lineno_override = line;
    }
}

/// A stack has run its coroutines to their end: releases what the engine hung onto it.
///
/// # Safety
/// Called on that stack, before it is reused or left for good.
#[inline]
pub unsafe fn end(context: *mut FiberContext, vm_page: *mut c_void) {
    // SAFETY: as in `begin`; the observer's stack of this context ends here. Observers use the globals, so no borrow of
    // them lives across the calls.
    unsafe {
        let eg = eg();
        if !(*eg).in_autoload.is_null() {
            ffi::zend_array_destroy((*eg).in_autoload);
            (*eg).in_autoload = ptr::null_mut();
        }
        busy::forget();
        debug_assert!((*eg).vm_stack.cast() == vm_page, "a coroutine left VM stack pages behind");
        let _ = vm_page;
        // Leaving a dead context makes observers end the calls that are still open on it.
        (*context).status = FIBER_DEAD as _;
        switch_fiber_context((*eg).main_fiber_context);
        ffi::zend_observer_fiber_destroy_notify(context);
    }
}

/// `error_reporting` of the ini; `E_ALL` when it is not set at all [core/ES-1].
#[inline]
fn initial_error_reporting() -> i32 {
    let slot = ERROR_REPORTING.get();
    // SAFETY: the slot is an ini entry's and lives as long as the request.
    unsafe {
        if slot.is_null() || (*slot).is_null() {
            return ffi::E_ALL as i32;
        }
        let value = *slot;
        let digits = core::slice::from_raw_parts((&raw const (*value).val).cast::<u8>(), (*value).len);
        // The usual form, a short decimal number, needs no call.
        if digits.len() <= 9 && digits.first().is_some_and(|first| *first != b'0') {
            let mut number = 0;
            for digit in digits {
                if !digit.is_ascii_digit() {
                    return ini::long(c"error_reporting") as i32;
                }
                number = number * 10 + i32::from(digit - b'0');
            }
            return number;
        }
        ini::long(c"error_reporting") as i32
    }
}

/// What the engine knew of the C stack that was left for another one.
pub struct OuterStack(StackBounds);

impl OuterStack {
    /// The counterpart of [`enter_stack`].
    ///
    /// # Safety
    /// On the stack that was left.
    pub unsafe fn put_back(self) {
        // SAFETY: on the stack that was left, as demanded, so the bounds are its own again; two fields of this thread's
        // executor globals are written.
        unsafe { self.0.set(&mut *eg()) }
    }
}

/// The C stack changes below the running frames: tells engines that check its depth [io/EG-6].
///
/// # Safety
/// Between these addresses is the stack on which the engine runs next.
pub unsafe fn enter_stack(low: *mut u8, high: *mut u8) -> OuterStack {
    // SAFETY: the addresses are those of the next stack, as demanded; they are only compared with. Nothing is called while
    // the globals are borrowed.
    unsafe {
        let eg = &mut *eg();
        let outer = StackBounds::get(eg);
        StackBounds::new(eg, low, high).set(eg);
        OuterStack(outer)
    }
}

/// Where a bailout on the current stack jumps to.
#[inline]
pub fn bailout_target() -> *mut c_void {
    // SAFETY: reads a pointer in this thread's executor globals.
    unsafe { (*eg()).bailout.cast() }
}

/// Sets where a bailout on the current stack jumps to.
///
/// # Safety
/// `target` lies on the current stack.
#[inline]
pub unsafe fn set_bailout_target(target: *mut c_void) {
    // SAFETY: the target lies on this stack, as demanded, so a bailout finds its frame; a pointer is written to this
    // thread's executor globals.
    unsafe { (*eg()).bailout = target.cast() };
}

/// The function of bottom frames.
pub(super) fn bottom_function() -> *mut ffi::zend_function {
    (&raw const BOTTOM_FUNCTION).cast_mut().cast()
}
