//! The coroutine object: the ABI structure, its waker and our private part in one block that ends with the PHP object.

use super::{fiber, finally, internal_context};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::gc::Report;
use crate::engine::{call, class, exception, frame, hash, object, string, zval};
use crate::scheduler::event::wait::Wait;
use crate::scheduler::event::{self, callbacks, waker};
use crate::scheduler::list::List;
use crate::scheduler::run::context::Context;
use crate::scheduler::run::switch_handlers;
use crate::scheduler::runtime;
use crate::scheduler::scope::{self, ScopeObject};
use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};
use core::mem::{MaybeUninit, offset_of, size_of};
use core::ptr;

///
/// What a switch touches lies together: the end of `base`, the fields up to `state`, and the start of the waker.
#[repr(C)]
pub struct CoroutineObject {
    pub base: Coroutine,
    /// The stack it runs on; null before the first run and after the end.
    pub(in crate::scheduler) context: *mut Context,
    /// Position of the last suspension (CO-21). The file name is owned.
    pub(in crate::scheduler) suspend_file: *mut ZString,
    pub(in crate::scheduler) suspend_line: u32,
    pub(in crate::scheduler) state: u32,
    pub(in crate::scheduler) waker: Waker,
    /// Neighbours among all unfinished coroutines, in creation order.
    pub(in crate::scheduler) previous: *mut CoroutineObject,
    pub(in crate::scheduler) next: *mut CoroutineObject,
    /// Neighbours in the scope, in spawn order.
    pub(in crate::scheduler) scope_previous: *mut CoroutineObject,
    pub(in crate::scheduler) scope_next: *mut CoroutineObject,
    /// What it waits for, for those who ask. Null while it does not wait, or waits through the waker.
    pub(in crate::scheduler) wait: *const Wait,
    /// How many switches there had been when the last wait began.
    pub(in crate::scheduler) waits_since: u64,
    /// First cancellation that arrived inside protect() (PR-5), owned.
    pub(in crate::scheduler) deferred: *mut Object,
    /// How many calls of protect() are open; only counts while the coroutine has the flag (see `protect.rs`).
    pub(in crate::scheduler) protect_depth: u32,
    /// How many calls of `resume()` or `throw()` let others run before they resume its Fiber.
    pub(in crate::scheduler) resumers: u32,
    /// How many are open that do not protect any more, but have to deliver `deferred`.
    pub(in crate::scheduler) broken_stretches: u32,
    /// How many stretches it is in whose I/O blocks the process (see [`super::blocking`]).
    pub(in crate::scheduler) blocks: u32,
    /// How many open stretches must not be interrupted at all (see [`super::protect::seal`]).
    pub(in crate::scheduler) sealed: u32,
    /// See [`crate::scheduler::latch`].
    pub(in crate::scheduler) latch: *mut Object,
    pub(in crate::scheduler) finally: *mut finally::Handlers,
    /// What is to be done when it ends; not that of main.
    pub(in crate::scheduler) at_end: List,
    /// Where `base.fcall` points when PHP code spawned the coroutine. Not copied from the template.
    task: MaybeUninit<Fcall>,
    pub std: EmbeddedObject,
}

pub(in crate::scheduler) use super::state;

pub const OBJECT_OFFSET: usize = offset_of!(CoroutineObject, std);

static MODEL: ObjectModel = ObjectModel::new();

/// A new coroutine, ready to be copied. Written at MINIT only.
struct Template(UnsafeCell<MaybeUninit<CoroutineObject>>);
// SAFETY: constant after MINIT.
unsafe impl Sync for Template {}
static TEMPLATE: Template = Template(UnsafeCell::new(MaybeUninit::zeroed()));

/// Prepares the object handlers; at MINIT.
///
/// # Safety
/// Once, before any object exists.
pub unsafe fn initialise(ce: *mut ClassEntry) {
    // SAFETY: single-threaded module start.
    unsafe {
        prepare_template(TEMPLATE.0.get().cast());
        MODEL.install(ce, create_object, |own| {
            own.offset = OBJECT_OFFSET as c_int;
            own.free_obj = Some(free_object);
            own.dtor_obj = Some(destroy_object);
            own.get_gc = Some(report_to_gc);
        });
    }
}

/// The coroutine in front of its PHP object.
#[inline]
pub fn from_object(object: *mut Object) -> *mut CoroutineObject {
    object.wrapping_byte_sub(OBJECT_OFFSET).cast()
}

/// The PHP object of a coroutine.
#[inline]
pub fn to_object(coroutine: *mut CoroutineObject) -> *mut Object {
    coroutine.wrapping_byte_add(OBJECT_OFFSET).cast()
}

/// A new coroutine without body and scope; one reference. Slot part of `new_coroutine`.
///
/// # Safety
/// A request is active.
#[inline]
pub unsafe fn new() -> *mut CoroutineObject {
    // SAFETY: the handlers were prepared at MINIT.
    unsafe { from_object(create_object(class::get(AsyncClass::COROUTINE))) }
}

/// Every field of a new coroutine that is neither zero nor an address inside it.
unsafe fn prepare_template(template: *mut CoroutineObject) {
    // SAFETY: zeroed memory of ours.
    unsafe {
        let event = &mut (*template).base.event;
        event.flags = EventFlags::ZEND_OBJ.union(EventFlags::NO_FREE_MEMORY).union(EventFlags::ZVAL_RESULT);
        event.ref_count = OBJECT_OFFSET as u32;
        event.add_callback = Some(callbacks::add);
        event.del_callback = Some(callbacks::zend_async_callbacks_remove);
        event.start = Some(event::nothing_to_do);
        event.stop = Some(event::nothing_to_do);
        event.replay = Some(replay);
        event.dispose = Some(dispose);
        event.info = Some(crate::scheduler::request::deadlock::coroutine_info);
        (*template).waker.events_stopped = 1;
        hash::init(&raw mut (*template).waker.events, None);
    }
}

unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: the class has no properties, so the object header is the end of the block.
    unsafe {
        let coroutine: *mut CoroutineObject = memory::allocate(size_of::<CoroutineObject>());
        let template: *const CoroutineObject = TEMPLATE.0.get().cast();
        let bytes = offset_of!(CoroutineObject, task);
        ptr::copy_nonoverlapping(template.cast::<u8>(), coroutine.cast::<u8>(), bytes);
        (*coroutine).base.waker = &raw mut (*coroutine).waker;
        let object = to_object(coroutine);
        object::initialise(object, ce, MODEL.handlers());
        object
    }
}

impl CoroutineObject {
    #[inline]
    pub fn has(&self, flag: EventFlags) -> bool {
        self.base.event.flags.contains(flag)
    }

    /// Gives the coroutine its callable, which moves.
    ///
    /// # Safety
    /// `task` holds a kept callable and is not used again.
    #[inline]
    pub(in crate::scheduler) unsafe fn set_task(&mut self, task: *const Fcall) {
        // SAFETY: a bitwise move.
        unsafe { ptr::copy_nonoverlapping(task, self.task.as_mut_ptr(), 1) };
        self.base.fcall = self.task.as_mut_ptr();
    }

    /// Destroys the callable and its arguments, if they are still there. May run destructors and so may suspend.
    ///
    /// # Safety
    /// The callable is not running.
    #[inline]
    pub(in crate::scheduler) unsafe fn release_task(&mut self) {
        let task = core::mem::replace(&mut self.base.fcall, ptr::null_mut());
        // SAFETY: ours is part of the object, any other was given by C code as a block of its own.
        unsafe {
            if task == self.task.as_mut_ptr() {
                call::release_parts(task);
            } else {
                call::release(task);
            }
        }
    }

    /// It is not cancelled before it has started.
    pub fn must_run(&mut self) {
        self.state |= state::MUST_RUN;
    }

    /// Its exception has reached its owner: it is nobody else's business. For `extended_dispose`.
    pub fn exception_delivered(&mut self) {
        self.state |= state::DELIVERED;
    }

    /// It is a worker that a waiting coroutine needs: see [`state::WALKS`].
    pub fn walks_for_a_waiter(&mut self) {
        self.state |= state::WALKS;
    }

    #[inline]
    pub fn is_started(&self) -> bool {
        self.has(EventFlags::COROUTINE_STARTED)
    }

    #[inline]
    pub fn is_finished(&self) -> bool {
        self.has(EventFlags::CLOSED)
    }

    #[inline]
    pub fn is_main(&self) -> bool {
        self.has(EventFlags::COROUTINE_MAIN)
    }

    /// Takes what its wait ended with; null when nothing is to be thrown.
    #[inline]
    pub(in crate::scheduler) fn take_error(&mut self) -> *mut Object {
        self.state &= !state::CANCELLATION_STORED;
        core::mem::replace(&mut self.waker.error, ptr::null_mut())
    }

    /// Whether it is parked and nothing has ended its wait yet.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.waker.status == WakerStatus::Waiting
    }

    #[inline]
    pub fn is_queued(&self) -> bool {
        self.state & state::QUEUED != 0
    }

    /// Whether the stack that runs is its own.
    pub(in crate::scheduler) fn is_current(&self) -> bool {
        ptr::eq(crate::scheduler::current_object(), self)
    }

    /// Whether its code executes: on its own stack, or that of its Fiber on the stack of whoever drives it.
    pub fn is_running(&self) -> bool {
        // SAFETY: on the PHP thread.
        self.is_current() || unsafe { fiber::executes(self) }
    }

    /// Whether it is about to leave its stack, or has left it.
    pub(in crate::scheduler) fn is_leaving(&self) -> bool {
        matches!(self.waker.status, WakerStatus::Waiting | WakerStatus::Queued)
    }

    /// Whether it goes on without anything else having to happen (CO-2).
    pub fn is_ready(&self) -> bool {
        if self.has(EventFlags::COROUTINE_FIBER) {
            // SAFETY: on the PHP thread.
            return unsafe { fiber::is_ready(self) };
        }
        self.is_queued()
    }

    /// Fetches what a switch to this coroutine touches.
    #[inline]
    pub(in crate::scheduler) fn prefetch(this: *const CoroutineObject) {
        let hot = this.cast::<u8>().wrapping_add(offset_of!(CoroutineObject, context));
        prefetch_lines(hot, 3);
    }

    pub fn scope(&self) -> *mut ScopeObject {
        self.base.scope.cast()
    }

    /// Keeps a reference of the name.
    #[inline]
    pub(in crate::scheduler) unsafe fn set_suspend_location(&mut self, file: *mut ZString, line: u32) {
        self.suspend_line = line;
        if self.suspend_file != file {
            // SAFETY: the old name is owned, the new one is alive.
            unsafe {
                string::release(self.suspend_file);
                self.suspend_file = string::add_ref(file);
            }
        }
    }

    pub fn suspend_location(&self) -> (*mut ZString, u32) {
        (self.suspend_file, self.suspend_line)
    }

    /// The frame at which a suspended coroutine stands, or null.
    pub fn suspended_frame(&self) -> *mut ExecuteData {
        // SAFETY: a context with a job is alive, and so is a Fiber that has not taken its pointer back.
        unsafe {
            if self.has(EventFlags::COROUTINE_FIBER) {
                return fiber::suspended_frame(self);
            }
            if self.context.is_null() || self.is_current() || self.is_finished() {
                return ptr::null_mut();
            }
            (*self.context).state.frame()
        }
    }

    /// `debug_backtrace($options, $limit)` at the point of suspension; null when there is none (CO-22).
    pub fn backtrace(&self, options: i64, limit: i64) -> Zval {
        let frame = self.suspended_frame();
        // SAFETY: the stack is not touched while the array is built.
        let build = || unsafe { frame::backtrace(frame, options, limit) };
        if frame.is_null() {
            Zval::NULL
        } else if self.has(EventFlags::COROUTINE_FIBER) {
            // SAFETY: a Fiber with a frame is alive.
            unsafe { crate::engine::fiber::cut_off(self.base.extended_data.cast(), build) }
        } else {
            build()
        }
    }

    pub fn is_cancellation_deferred(&self) -> bool {
        !self.deferred.is_null()
    }
}

/// Asks the processor for cache lines that will be needed soon.
#[inline]
pub fn prefetch_lines(from: *const u8, lines: usize) {
    for i in 0..lines {
        let line = from.wrapping_add(i * 64);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching does not fault.
        unsafe {
            core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(line.cast())
        };
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}

/// Adds a coroutine to the list of unfinished ones.
///
/// # Safety
/// Not registered yet.
#[inline]
pub(in crate::scheduler) unsafe fn register(coroutine: *mut CoroutineObject) {
    // SAFETY: the list holds live coroutines: the scheduler owns a reference on each.
    unsafe {
        let runtime = &mut *runtime();
        let new = &mut *coroutine;
        new.state |= state::REGISTERED | state::ACTIVE;
        object::set_collectable(to_object(coroutine), false);
        new.previous = runtime.last;
        new.next = ptr::null_mut();
        if runtime.last.is_null() {
            runtime.first = coroutine;
        } else {
            (*runtime.last).next = coroutine;
        }
        runtime.last = coroutine;
        runtime.count += 1;
        (*globals()).active_coroutine_count += 1;
    }
}

/// Takes it out again.
///
/// # Safety
/// Registered.
#[inline]
pub(in crate::scheduler) unsafe fn unregister(coroutine: *mut CoroutineObject) {
    // SAFETY: as in `register`.
    unsafe {
        let runtime = &mut *runtime();
        let old = &mut *coroutine;
        if old.state & state::REGISTERED == 0 {
            return;
        }
        if old.previous.is_null() {
            runtime.first = old.next;
        } else {
            (*old.previous).next = old.next;
        }
        if old.next.is_null() {
            runtime.last = old.previous;
        } else {
            (*old.next).previous = old.previous;
        }
        old.previous = ptr::null_mut();
        old.next = ptr::null_mut();
        old.state &= !state::REGISTERED;
        runtime.count -= 1;
        leave_active(coroutine);
    }
}

/// A coroutine no longer counts as active: it ended or became a zombie.
///
/// # Safety
/// Valid coroutine.
pub(in crate::scheduler) unsafe fn leave_active(coroutine: *mut CoroutineObject) {
    // SAFETY: counted once, guarded by the bit.
    unsafe {
        if (*coroutine).state & state::ACTIVE != 0 {
            (*coroutine).state &= !state::ACTIVE;
            let globals = globals();
            (*globals).active_coroutine_count = (*globals).active_coroutine_count.saturating_sub(1);
        }
    }
}

/// Calls `visit` for every unfinished coroutine in creation order. `visit` may end or add coroutines.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn each(mut visit: impl FnMut(*mut CoroutineObject)) {
    // SAFETY: the successor is read before the call; ending a coroutine happens on its own stack, never here.
    unsafe {
        let mut coroutine = (*runtime()).first;
        while !coroutine.is_null() {
            let next = (*coroutine).next;
            visit(coroutine);
            coroutine = next;
        }
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut Zval,
    error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is the start of a coroutine; contract of ABI-85.
    unsafe {
        let coroutine = &mut *event.cast::<CoroutineObject>();
        if !coroutine.is_finished() {
            return false;
        }
        coroutine.state &= !state::KEEPS_EXCEPTION;
        let failure = coroutine.base.exception;
        if !callback.is_null() {
            if let Some(call) = (*callback).callback {
                call(event, callback, (&raw mut coroutine.base.result).cast(), failure);
            }
            return true;
        }
        if !result.is_null() {
            result.write(zval::copy(&raw mut coroutine.base.result));
        }
        if !failure.is_null() {
            if error.is_null() {
                exception::throw(exception::add_ref(failure));
            } else {
                error.write(exception::add_ref(failure));
            }
        }
        true
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: contract of ABI-82.
    unsafe { object::release(to_object(event.cast())) };
    true
}

/// Runs when the last reference goes: an exception nobody has seen is thrown at that point (EH-6).
unsafe extern "C" fn destroy_object(object: *mut Object) {
    // SAFETY: called by the engine for one of our objects.
    unsafe {
        let coroutine = &mut *from_object(object);
        if coroutine.state & state::KEEPS_EXCEPTION == 0 {
            return;
        }
        coroutine.state &= !state::KEEPS_EXCEPTION;
        let caught = coroutine.has(EventFlags::EXC_CAUGHT);
        let ended = (*runtime()).closing || (*runtime()).end_pass_begun;
        let running = crate::engine::frame_active() && !ended;
        if !caught && running && !coroutine.base.exception.is_null() {
            exception::throw(exception::add_ref(coroutine.base.exception));
        }
    }
}

unsafe extern "C" fn free_object(object: *mut Object) {
    // SAFETY: called by the engine once, for one of our objects. Each part is taken out before it is released.
    unsafe {
        let coroutine = from_object(object);
        let this = &mut *coroutine;
        this.release_task();
        if !this.base.event.callbacks.data.is_null() {
            callbacks::zend_async_callbacks_vector_free(&raw mut this.base.event.callbacks, &raw mut this.base.event);
        }
        if !this.base.scope.is_null()
            || this.base.extended_dispose.is_some()
            || !this.base.switch_handlers.is_null()
            || !this.base.internal_context.is_null()
        {
            free_unusual_parts(coroutine);
        }
        let context = ptr::replace(&raw mut this.base.context, ptr::null_mut());
        if !context.is_null()
            && let Some(dispose) = (*context).dispose
        {
            dispose(context);
        }
        for owned in [&raw mut this.base.exception, &raw mut this.deferred, &raw mut this.latch] {
            exception::release(ptr::replace(owned, ptr::null_mut()));
        }
        string::release(ptr::replace(&raw mut this.base.filename, ptr::null_mut()));
        string::release(ptr::replace(&raw mut this.suspend_file, ptr::null_mut()));
        finally::free(ptr::replace(&raw mut this.finally, ptr::null_mut()));
        waker::clean_if_used(&raw mut this.base);
        if !hash::is_unused(&this.waker.events) {
            hash::destroy(&raw mut this.waker.events);
        }
        zval::clear(&raw mut this.base.result);
        ext_php_rs::ffi::zend_object_std_dtor(object);
    }
}

#[cold]
unsafe fn free_unusual_parts(coroutine: *mut CoroutineObject) {
    // SAFETY: each part is taken out before it is released.
    unsafe {
        let base = &raw mut (*coroutine).base;
        if !(*base).scope.is_null() {
            // It was never enqueued.
            scope::remove((*coroutine).scope(), coroutine);
        }
        if let Some(dispose) = (*base).extended_dispose.take() {
            dispose(base);
        }
        switch_handlers::zend_coroutine_switch_handlers_destroy(base);
        internal_context::zend_async_coroutine_internal_context_dispose(base);
    }
}

unsafe extern "C" fn report_to_gc(
    object: *mut Object,
    table: *mut *mut ext_php_rs::ffi::zval,
    count: *mut c_int,
) -> *mut ext_php_rs::ffi::HashTable {
    // SAFETY: called by the collector for one of our objects. The variables of a suspended stack are not reported: the
    // scheduler holds a reference on every unfinished coroutine, so nothing of it can be garbage.
    unsafe {
        let this = &mut *from_object(object);
        let report = Report::new();
        call::report(this.base.fcall, &report);
        report.value(&raw mut this.base.result);
        report.value(&raw mut this.waker.result);
        for held in [this.base.exception, this.deferred, this.latch, this.waker.error] {
            report.object(held);
        }
        if !this.base.context.is_null() {
            let context = this.base.context;
            report.object(context.byte_add((*context).offset as usize).cast::<c_void>().cast());
        }
        finally::report(this.finally, &report);
        report.finish(table.cast(), count);
        ptr::null_mut()
    }
}

impl CoroutineObject {
    /// After a fatal error: finished without running anything. What it subscribed to may already be gone, so the
    /// subscriptions are forgotten, not withdrawn; the memory goes with the request.
    ///
    /// # Safety
    /// Never runs again.
    pub(in crate::scheduler) unsafe fn abandon(&mut self) {
        self.base.event.flags.insert(EventFlags::CLOSED.union(EventFlags::BAILOUT));
        self.base.event.callbacks = event::EMPTY.callbacks;
        self.base.scope = ptr::null_mut();
        self.base.extended_dispose = None;
        self.context = ptr::null_mut();
        self.state = 0;
        self.finally = ptr::null_mut();
        // SAFETY: the waker is embedded.
        unsafe { waker::zend_async_waker_init(&raw mut self.waker) };
        self.latch = ptr::null_mut();
        self.previous = ptr::null_mut();
    }
}
