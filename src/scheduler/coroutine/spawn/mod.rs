//! Making coroutines (ABI-116, ABI-118).

mod provided;

use super::object::{CoroutineObject, from_object, state};
use crate::abi::*;
use crate::engine::{call, current_frame, exception, frame, object, string};
use crate::scheduler::coroutine;
use crate::scheduler::request::launch;
use crate::scheduler::run::resume;
use crate::scheduler::scope::{self, ScopeObject};
use crate::scheduler::{current_object, runtime};
use core::ptr;

/// Slot `new_coroutine`: one reference, owned by the caller; `scope` null leaves it unattached.
///
/// # Safety
/// Contract of ABI-141.
pub unsafe extern "C" fn new_coroutine(scope: *mut Scope) -> *mut Coroutine {
    // SAFETY: forwarded.
    unsafe {
        let new = coroutine::new();
        if !scope.is_null() && !attach(new, scope) {
            object::release(coroutine::to_object(new));
            return ptr::null_mut();
        }
        &raw mut (*new).base
    }
}

#[inline]
unsafe fn attach(new: *mut CoroutineObject, scope: *mut Scope) -> bool {
    // SAFETY: the scope's own method decides.
    unsafe {
        match (*scope).before_coroutine_enqueue {
            Some(before) => before(&raw mut (*new).base, scope, ptr::null_mut()),
            None => true,
        }
    }
}

/// Slot `spawn` (ABI-118). The result is borrowed: the scheduler owns the reference.
///
/// # Safety
/// Contract of ABI-118.
pub unsafe extern "C" fn spawn(scope: *mut Scope, provider: *mut Object, priority: i32) -> *mut Coroutine {
    // SAFETY: forwarded.
    unsafe {
        if !provider.is_null() {
            let created = provided::spawn(provider, ptr::null_mut(), priority);
            // Borrowed, unless a hook waited so long that it has ended already.
            let ended = !created.is_null() && object::ref_count(created) == 1;
            object::release(created);
            return if created.is_null() || ended { ptr::null_mut() } else { from_object(created).cast() };
        }
        let Some(scope) = choose_scope(scope) else { return ptr::null_mut() };
        let new = coroutine::new();
        if !attach(new, scope) {
            object::release(coroutine::to_object(new));
            return ptr::null_mut();
        }
        remember_location(new);
        enqueue(new, priority);
        &raw mut (*new).base
    }
}

pub use provided::spawn as spawn_provided;

/// Spawns a PHP callable; what `task` holds moves into the coroutine. Borrowed result, null with an exception.
///
/// # Safety
/// `task` holds a kept callable and is not used again.
#[inline]
pub unsafe fn spawn_call(scope: *mut Scope, task: *mut Fcall, priority: i32) -> *mut Coroutine {
    // SAFETY: forwarded.
    unsafe {
        let new = spawn(scope, ptr::null_mut(), priority);
        if new.is_null() {
            call::release_parts(task);
        } else {
            (*new.cast::<CoroutineObject>()).set_task(task);
        }
        new
    }
}

/// An internal coroutine that runs a C or Rust function.
///
/// # Safety
/// `entry` finds its data in the current coroutine's `extended_data`, which `dispose` frees.
pub unsafe fn spawn_internal(
    scope: *mut Scope,
    priority: i32,
    entry: CoroutineEntry,
    data: *mut core::ffi::c_void,
    dispose: Option<CoroutineMethod>,
) -> *mut Coroutine {
    // SAFETY: the fields are set before control can change.
    unsafe {
        let new = spawn(scope, ptr::null_mut(), priority);
        if !new.is_null() {
            (*new).internal_entry = Some(entry);
            (*new).extended_data = data;
            (*new).extended_dispose = dispose;
            string::release(ptr::replace(&raw mut (*new).filename, ptr::null_mut()));
            (*new).lineno = 0;
        }
        new
    }
}

/// A coroutine of whoever owns the scope, or has tasks in it: cancelled, but not closed, the scope takes it (primitives
/// TG-41). `place` is where it comes from. Borrowed result; null with an exception, and `task` is still the caller's.
///
/// # Safety
/// As [`spawn_call`]; the scheduler is launched. `place` is borrowed.
#[inline]
pub unsafe fn spawn_task(scope: *mut Scope, task: *mut Fcall, place: Option<(*mut ZString, u32)>) -> *mut Coroutine {
    // SAFETY: forwarded.
    unsafe {
        if (*scope).event.flags.contains(EventFlags::CLOSED) {
            scope::refuse();
            return ptr::null_mut();
        }
        let new = coroutine::new();
        if !attach(new, scope) {
            object::release(coroutine::to_object(new));
            return ptr::null_mut();
        }
        set_location(new, place);
        enqueue(new, 0);
        (*new).set_task(task);
        &raw mut (*new).base
    }
}

/// An internal coroutine in a scope in any state, also a closed one, that is not cancelled before it has started. The scope
/// lives as long. Null with an exception.
///
/// # Safety
/// As [`spawn_internal`].
pub(in crate::scheduler) unsafe fn spawn_last(
    scope: *mut Scope,
    entry: CoroutineEntry,
    data: *mut core::ffi::c_void,
    dispose: Option<CoroutineMethod>,
) -> *mut Coroutine {
    // SAFETY: the fields are set before control can change.
    unsafe {
        if !prepare() {
            return ptr::null_mut();
        }
        let new = coroutine::new();
        if !attach(new, scope) {
            object::release(coroutine::to_object(new));
            return ptr::null_mut();
        }
        (*new).must_run();
        (*new).base.internal_entry = Some(entry);
        (*new).base.extended_data = data;
        (*new).base.extended_dispose = dispose;
        enqueue(new, 0);
        &raw mut (*new).base
    }
}

/// Launches if needed; false with an exception when no coroutine can be made.
///
/// # Safety
/// On the PHP thread.
#[inline]
pub unsafe fn prepare() -> bool {
    // SAFETY: this thread's globals.
    unsafe {
        let globals = globals();
        if !(*globals).coroutine.is_null() || (*globals).in_scheduler_context {
            return true;
        }
        if (*globals).state == State::Off {
            let message = "Cannot spawn a coroutine when async is disabled";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return false;
        }
        (*globals).state != State::Ready || launch::launch()
    }
}

/// Launches if needed and picks the scope; null with an exception.
#[inline(always)]
unsafe fn choose_scope(scope: *mut Scope) -> Option<*mut Scope> {
    // SAFETY: this thread's globals.
    unsafe {
        if !prepare() {
            return None;
        }
        let globals = globals();
        let by_member = scope.is_null();
        let mut scope = scope;
        if scope.is_null() && !(*globals).coroutine.is_null() {
            scope = (*(*globals).coroutine).scope;
        }
        if scope.is_null() {
            scope = (*globals).main_scope;
        }
        if scope.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot spawn a coroutine without a scope");
            return None;
        }
        let over = EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED);
        if (*scope).event.flags.intersects(over) && !scope::may_spawn(scope.cast(), by_member) {
            return None;
        }
        if scope::is_scheduler_scope(scope) {
            let message = "You cannot use the Scheduler scope to create coroutines";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return None;
        }
        Some(scope)
    }
}

/// Where the coroutine comes from (CO-20).
#[inline]
unsafe fn remember_location(new: *mut CoroutineObject) {
    // SAFETY: the frames of the running code.
    unsafe { set_location(new, frame::location(current_frame())) }
}

#[inline]
unsafe fn set_location(new: *mut CoroutineObject, place: Option<(*mut ZString, u32)>) {
    // SAFETY: the name is alive.
    unsafe {
        if let Some((file, line)) = place {
            if !(*new).base.filename.is_null() {
                string::release((*new).base.filename);
            }
            (*new).base.filename = string::add_ref(file);
            (*new).base.lineno = line;
        }
    }
}

/// Registers and queues a new coroutine that is attached to its scope. The queue takes over its creation reference.
#[inline(always)]
unsafe fn enqueue(new: *mut CoroutineObject, priority: i32) {
    // SAFETY: forwarded.
    unsafe {
        coroutine::register(new);
        // It may have been cancelled before.
        if (*new).waker.status != WakerStatus::Ignored {
            (*new).waker.status = WakerStatus::Queued;
        }
        if priority > 0 {
            (*new).state |= state::QUEUED | state::HIGH_PRIORITY;
            (*runtime()).queue.push_front(new);
        } else {
            resume::push(new);
        }
        let scope = (*new).base.scope;
        if let Some(after) = (*scope).after_coroutine_enqueue {
            after(&raw mut (*new).base, scope);
        }
    }
}

/// A coroutine made with `new_coroutine` is enqueued for the first time (ABI-116).
///
/// # Safety
/// Not registered yet.
pub(in crate::scheduler) unsafe fn enqueue_new(new: *mut CoroutineObject) -> bool {
    // SAFETY: forwarded.
    unsafe {
        let attached = (*new).base.scope;
        if attached.is_null() {
            let Some(scope) = choose_scope(ptr::null_mut()) else { return false };
            if !attach(new, scope) {
                return false;
            }
        }
        remember_location(new);
        enqueue(new, 0);
        true
    }
}

/// Slot `spawn_and_throw`: a coroutine that throws, to route an error through a scope.
///
/// # Safety
/// Contract of ABI-141.
pub unsafe extern "C" fn spawn_and_throw(error: *mut Object, scope: *mut Scope, priority: i32) -> bool {
    unsafe extern "C" fn throw_it() {
        // SAFETY: the data is the exception, owned by the coroutine until now.
        unsafe {
            let this = current_object();
            let error = ptr::replace(&raw mut (*this).base.extended_data, ptr::null_mut());
            exception::throw(error.cast());
        }
    }
    unsafe extern "C" fn drop_it(coroutine: *mut Coroutine) {
        // SAFETY: null when it was thrown.
        unsafe { exception::release(ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast()) }
    }
    // SAFETY: forwarded.
    unsafe {
        let mut target = scope;
        if target.is_null() && !current_object().is_null() {
            target = (*current_object()).base.scope;
        }
        let ended = EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED);
        let mut own: *mut ScopeObject = ptr::null_mut();
        if !target.is_null() && (*target).event.flags.intersects(ended) {
            own = scope::new(target.cast());
            target = own.cast();
        }
        let new = spawn_internal(target, priority, throw_it, exception::add_ref(error).cast(), Some(drop_it));
        if new.is_null() {
            exception::release(error);
        }
        if !own.is_null() {
            scope::let_go(own);
        }
        !new.is_null()
    }
}
