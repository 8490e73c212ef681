//! PHP's own `Fiber` objects: what state they are in, and a companion object that lives and dies with one.
//!
//! A Fiber has no room for data of ours. One that gets a companion also gets object handlers of its own: a copy of the
//! engine's that knows the companion, reports it to the cycle collector and tells when the Fiber is freed.

use super::eg;
use super::entry::Handler;
use super::replace::find_method;
use crate::abi::{ExecuteData, Object, ObjectHandlers, Zval, memory};
use core::cell::UnsafeCell;
use core::ffi::c_int;
use core::mem::{MaybeUninit, size_of};
use core::ptr;
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_add_get_coroutine(handler: Handler) -> bool;
    fn true_async_gc_append(object: *mut Object, table: *mut *mut ffi::zval, count: *mut c_int);
}

const INIT: u32 = 0;
const SUSPENDED: u32 = 2;
const DEAD: u32 = 3;
const FLAG_THREW: u8 = 1;

/// Called with the companion when its Fiber is freed.
pub type Freed = unsafe fn(*mut Object);

#[repr(C)]
struct Handlers {
    own: ObjectHandlers,
    engine: *const ObjectHandlers,
    companion: *mut Object,
    freed: Freed,
}

/// `Fiber::throw()` as it was at the start.
struct Throw(UnsafeCell<MaybeUninit<ffi::zend_internal_function>>);
// SAFETY: written once at MINIT.
unsafe impl Sync for Throw {}
static THROW: Throw = Throw(UnsafeCell::new(MaybeUninit::uninit()));

/// The class `Fiber`.
pub fn class() -> *mut crate::abi::ClassEntry {
    // SAFETY: set by the engine before modules start.
    unsafe { ffi::zend_ce_fiber }
}

/// Adds `Fiber::getCoroutine()` and keeps the engine's `throw()`; at MINIT, before methods are replaced.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn module_startup(get_coroutine: Handler) {
    // SAFETY: the copy is bitwise and is never changed.
    unsafe {
        let throw = find_method(class(), c"throw");
        assert!(!throw.is_null(), "Fiber::throw() is missing");
        ptr::copy_nonoverlapping(throw, (*THROW.0.get()).as_mut_ptr(), 1);
        assert!(true_async_add_get_coroutine(get_coroutine), "Fiber::getCoroutine() cannot be added");
    }
}

unsafe fn status(fiber: *const Object) -> u32 {
    // SAFETY: a Fiber, as the caller promises; its context is part of it.
    unsafe { (*fiber.cast::<ffi::zend_fiber>()).context.status }
}

/// Whether the Fiber was never started.
///
/// # Safety
/// A live Fiber, as in all functions below; on the thread that it belongs to.
pub unsafe fn is_new(fiber: *const Object) -> bool {
    // SAFETY: a live Fiber, as demanded; its status is only read.
    unsafe { status(fiber) == INIT }
}

/// Whether it stands in `Fiber::suspend()`, so that it can be resumed.
pub unsafe fn is_parked(fiber: *const Object) -> bool {
    // SAFETY: a live Fiber, as demanded; `caller` is compared, not followed.
    unsafe { status(fiber) == SUSPENDED && (*fiber.cast::<ffi::zend_fiber>()).caller.is_null() }
}

pub unsafe fn is_terminated(fiber: *const Object) -> bool {
    // SAFETY: a live Fiber, as demanded; the status stays when its stack is gone.
    unsafe { status(fiber) == DEAD }
}

/// Whether it ended with an exception.
pub unsafe fn has_thrown(fiber: *const Object) -> bool {
    // SAFETY: a live Fiber, as demanded; the flags are its own and stay when its stack is gone.
    unsafe { (*fiber.cast::<ffi::zend_fiber>()).flags & FLAG_THREW != 0 }
}

/// Whether it is `active`, or drives it, perhaps through others. `active` is null or the Fiber that a stack runs.
pub unsafe fn drives(fiber: *const Object, active: *const Object) -> bool {
    // SAFETY: the code that drives a Fiber lives as long as that runs; contexts of Fibers are part of them.
    unsafe {
        let mut at = active.cast::<ffi::zend_fiber>();
        while !at.is_null() {
            if at.cast() == fiber {
                return true;
            }
            let caller = (*at).caller;
            if caller.is_null() || (*caller).kind.cast_const() != class().cast() {
                return false;
            }
            at = caller.byte_sub(core::mem::offset_of!(ffi::zend_fiber, context)).cast();
        }
        false
    }
}

/// What it returned, borrowed; UNDEF before.
pub unsafe fn result(fiber: *mut Object) -> *mut Zval {
    // SAFETY: a live Fiber, as demanded; only the address of a field of it is taken.
    unsafe { (&raw mut (*fiber.cast::<ffi::zend_fiber>()).result).cast() }
}

/// The innermost frame of a Fiber that is parked or drives another one.
pub unsafe fn frame(fiber: *mut Object) -> *mut ExecuteData {
    // SAFETY: a live Fiber, as demanded; the pointer is read, not followed.
    unsafe { (*fiber.cast::<ffi::zend_fiber>()).execute_data }
}

/// Calls `look`, which neither runs PHP code nor suspends, as if the frames of a Fiber ended with it.
pub unsafe fn cut_off<T>(fiber: *mut Object, look: impl FnOnce() -> T) -> T {
    // SAFETY: the bottom frame of a Fiber leads to the frames of the code that drives it, if there is any.
    unsafe {
        let bottom = (*fiber.cast::<ffi::zend_fiber>()).stack_bottom;
        let driver = ptr::replace(&raw mut (*bottom).prev_execute_data, ptr::null_mut());
        let seen = look();
        (*bottom).prev_execute_data = driver;
        seen
    }
}

/// The Fiber that runs on the current stack, or null.
#[inline]
pub fn active() -> *mut Object {
    // SAFETY: reads a pointer in this thread's executor globals.
    unsafe { (*eg()).active_fiber.cast() }
}

/// The object whose method a frame calls.
///
/// # Safety
/// A live frame of a call of a method, not of a static one.
pub unsafe fn this_of(frame: *mut ExecuteData) -> *mut Object {
    // SAFETY: the frame is one of a method, as demanded, so `This` is an object.
    unsafe { (*(&raw mut (*frame).This).cast::<Zval>()).value.object }
}

/// `$fiber->throw($exception)` without turns for others. May run PHP code, suspend and bail out.
pub unsafe fn throw_into(fiber: *mut Object, exception: *mut Object) {
    // SAFETY: the engine takes references of its own; an exception stays pending.
    unsafe {
        let mut argument = Zval::from_object(exception);
        let mut result = Zval::UNDEF;
        let throw = (*THROW.0.get()).as_mut_ptr().cast::<ffi::zend_function>();
        ffi::zend_call_known_function(
            throw,
            fiber,
            (*fiber).ce,
            (&raw mut result).cast(),
            1,
            (&raw mut argument).cast(),
            ptr::null_mut(),
        );
        super::zval::clear(&raw mut result);
    }
}

/// No Fiber may be entered or left from here on; nests.
pub fn forbid_switches() {
    // SAFETY: a counter.
    unsafe { ffi::zend_fiber_switch_block() }
}

/// The counterpart of [`forbid_switches`].
pub fn allow_switches() {
    // SAFETY: a counter.
    unsafe { ffi::zend_fiber_switch_unblock() }
}

/// Lifts the engine's ban on switching Fibers inside destructors (before PHP 8.4); returns how deep it was.
pub fn lift_ban() -> u32 {
    let mut depth = 0;
    // SAFETY: only a yes-or-no query is exported: count by unblocking.
    unsafe {
        while ffi::zend_fiber_switch_blocked() {
            ffi::zend_fiber_switch_unblock();
            depth += 1;
        }
    }
    depth
}

/// Puts the ban back.
pub fn restore_ban(depth: u32) {
    for _ in 0..depth {
        // SAFETY: a counter.
        unsafe { ffi::zend_fiber_switch_block() }
    }
}

/// Gives a Fiber its companion; the reference moves.
pub unsafe fn attach(fiber: *mut Object, companion: *mut Object, freed: Freed) {
    // SAFETY: the copy lives until the Fiber is freed.
    unsafe {
        let handlers: *mut Handlers = memory::allocate(size_of::<Handlers>());
        let engine = (*fiber).handlers;
        let mut own = ptr::read(engine);
        own.free_obj = Some(free_object);
        own.get_gc = Some(report_to_gc);
        handlers.write(Handlers { own, engine, companion, freed });
        (*fiber).handlers = &raw const (*handlers).own;
    }
}

/// The companion, borrowed, or null.
pub unsafe fn companion(fiber: *mut Object) -> *mut Object {
    // SAFETY: handlers with our function are the start of ours.
    unsafe {
        let handlers = (*fiber).handlers;
        if (*handlers).free_obj.is_some_and(|free| free as *const () == free_object as *const ()) {
            (*handlers.cast::<Handlers>()).companion
        } else {
            ptr::null_mut()
        }
    }
}

unsafe extern "C" fn free_object(fiber: *mut Object) {
    // SAFETY: called by the engine once, for a Fiber with a companion.
    unsafe {
        let handlers = (*fiber).handlers.cast::<Handlers>().cast_mut();
        let (engine, companion, freed) = ((*handlers).engine, (*handlers).companion, (*handlers).freed);
        (*fiber).handlers = engine;
        memory::free(handlers);
        freed(companion);
        if let Some(free) = (*engine).free_obj {
            free(fiber);
        }
    }
}

unsafe extern "C" fn report_to_gc(
    fiber: *mut Object,
    table: *mut *mut ffi::zval,
    count: *mut c_int,
) -> *mut ffi::HashTable {
    // SAFETY: `attach` gave this function to a Fiber together with our handlers, and they stay until it is freed; a report
    // runs no PHP code.
    unsafe {
        let handlers = (*fiber).handlers.cast::<Handlers>();
        let more = (*(*handlers).engine).get_gc.map_or(ptr::null_mut(), |report| report(fiber, table, count));
        true_async_gc_append((*handlers).companion, table, count);
        more
    }
}
