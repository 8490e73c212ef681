//! Making coroutines [abi/ABI-116, abi/ABI-118].

use super::object::{CoroutineFlags, CoroutineObject, current_object, to_object};
use super::{make, unfinished};
use crate::abi::*;
use crate::engine::state::PendingException;
use crate::engine::{call, current_frame, exception, frame, object, string};
use crate::scheduler::run::above::above;
use crate::scheduler::run::run_loop::transition;
use crate::scheduler::scope::structure;
use core::ptr;

/// Slot `new_coroutine`: one reference, owned by the caller; `scope` null leaves it unattached.
///
/// # Safety
/// `scope` is null or alive, and a request is active [abi/ABI-141].
pub unsafe extern "C" fn new_coroutine(scope: *mut Scope) -> *mut Coroutine {
    // SAFETY: `scope` is null or alive, as this function demands; the new coroutine belongs to this call until it is returned.
    unsafe {
        let new = make::new();
        if !scope.is_null() && !attach(new, scope) {
            refused(new);
            return ptr::null_mut();
        }
        &raw mut (*new).base
    }
}

/// A new coroutine whose scope has refused it: its creator's reference goes, and an exception is pending.
///
/// # Safety
/// `new` is not used again.
#[cold]
pub(in crate::scheduler) unsafe fn refused(new: *mut CoroutineObject) {
    // SAFETY: the caller gives `new` up, with the reference of its creation.
    unsafe {
        give_up(new);
        throw_refusal();
    }
}

/// A hook may refuse without a word [abi/ABI-135], but a call that fails throws [abi/ABI-9].
#[cold]
unsafe fn throw_refusal() {
    if exception::pending().is_null() {
        // SAFETY: a scope is asked on the PHP thread in a request, where exceptions can be made.
        unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "The scope has refused the coroutine") }
    }
}

/// The creator's reference of a coroutine goes. The hook of its scope may have cancelled it before, then it ends by itself.
///
/// # Safety
/// `new` is not used again.
unsafe fn give_up(new: *mut CoroutineObject) {
    // SAFETY: the reference of the creation is given back, which nothing else does once the mark is gone.
    unsafe {
        (*new).flags.remove(CoroutineFlags::CREATOR_HOLDS);
        object::release(to_object(new));
    }
}

#[inline]
pub(in crate::scheduler) unsafe fn attach(new: *mut CoroutineObject, scope: *mut Scope) -> bool {
    // SAFETY: coroutine and scope are alive, as the callers see to; the scope's own method decides.
    unsafe {
        match (*scope).before_coroutine_enqueue {
            Some(before) => before(&raw mut (*new).base, scope, ptr::null_mut()),
            None => true,
        }
    }
}

/// A new coroutine in a scope, queued; null for the current one. The result is borrowed: the scheduler owns the reference. Null
/// with an exception.
///
/// # Safety
/// `scope` is null or alive. Runs no PHP code, unless launching does.
#[inline]
pub unsafe fn spawn(scope: *mut Scope, priority: i32) -> *mut Coroutine {
    // SAFETY: `scope` is null or alive, as the caller promises, and the one that is chosen is; `new` is held by its creation reference
    // until the queue takes that over, and queued it does not run before this code waits.
    unsafe {
        let Some(scope) = choose_scope(scope) else { return ptr::null_mut() };
        let new = make::new();
        if !attach(new, scope) {
            refused(new);
            return ptr::null_mut();
        }
        remember_location(new);
        enqueue(new, priority);
        &raw mut (*new).base
    }
}

/// Spawns a PHP callable; what `task` holds moves into the coroutine. Borrowed result, null with an exception.
///
/// # Safety
/// `task` holds a kept callable and is not used again.
#[inline]
pub unsafe fn spawn_call(scope: *mut Scope, task: *mut Fcall, priority: i32) -> *mut Coroutine {
    // SAFETY: a coroutine that was queued just now has not started, so its task comes in time; without one `task` ends here.
    unsafe {
        let new = spawn(scope, priority);
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
        let new = spawn(scope, priority);
        if !new.is_null() {
            (*new).internal_entry = Some(entry);
            (*new).extended_data = data;
            (*new).extended_dispose = dispose;
            (*new.cast::<CoroutineObject>()).has_own_data();
            string::release(ptr::replace(&raw mut (*new).filename, ptr::null_mut()));
            (*new).lineno = 0;
        }
        new
    }
}

/// A coroutine of the owner of the scope, or has tasks in it: cancelled, but not closed, the scope takes it
/// [primitives/TG-41]. `place` is where it comes from. Borrowed result; null with an exception, and `task` is still the caller's.
///
/// # Safety
/// As [`spawn_call`]; the scheduler is launched. `place` is borrowed.
#[inline]
pub unsafe fn spawn_task(scope: *mut Scope, task: *mut Fcall, place: Option<(*mut ZString, u32)>) -> *mut Coroutine {
    // SAFETY: the scope is alive, as the caller promises; a coroutine that was queued just now has not started, so its task comes in time.
    unsafe {
        if (*scope).event.flags.contains(EventFlags::CLOSED) {
            structure::refuse();
            return ptr::null_mut();
        }
        let new = make::new();
        if !attach(new, scope) {
            refused(new);
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
        let new = make::new();
        if !attach(new, scope) {
            refused(new);
            return ptr::null_mut();
        }
        (*new).must_run();
        (*new).base.internal_entry = Some(entry);
        (*new).base.extended_data = data;
        (*new).base.extended_dispose = dispose;
        (*new).has_own_data();
        enqueue(new, 0);
        &raw mut (*new).base
    }
}

/// Launches if needed; false with an exception when no coroutine can be made.
///
/// # Safety
/// On the PHP thread in a request, where coroutines may be launched.
#[inline]
pub unsafe fn prepare() -> bool {
    // SAFETY: the globals of a thread live as long as the thread; a request is active on it, so launching may be tried.
    unsafe {
        let globals = globals();
        if !(*globals).coroutine.is_null() || *(*globals).in_scheduler_context {
            return true;
        }
        if (*globals).state == State::Off {
            let message = "Cannot spawn a coroutine when async is disabled";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return false;
        }
        (*globals).state != State::Ready || (above().launch)()
    }
}

/// Launches if needed and picks the scope; `None` with an exception.
///
/// # Safety
/// `scope` is null or alive.
#[inline(always)]
pub(in crate::scheduler) unsafe fn choose_scope(scope: *mut Scope) -> Option<*mut Scope> {
    // SAFETY: a given scope is alive, as the caller promises, and so is that of the current coroutine; the main scope lives until the
    // request ends.
    unsafe {
        if !prepare() {
            return None;
        }
        let globals = globals();
        let by_member = scope.is_null();
        let mut scope = scope;
        if scope.is_null() && !(*globals).coroutine.is_null() {
            scope = (**(*globals).coroutine).scope;
        }
        if scope.is_null() {
            scope = (*globals).main_scope;
        }
        if scope.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot spawn a coroutine without a scope");
            return None;
        }
        let over = EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED);
        if (*scope).event.flags.intersects(over) && !structure::may_spawn(scope.cast(), by_member) {
            return None;
        }
        if structure::is_scheduler_scope(scope) {
            let message = "You cannot use the Scheduler scope to create coroutines";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return None;
        }
        Some(scope)
    }
}

/// Where the coroutine comes from [core/CO-20].
#[inline]
pub(in crate::scheduler) unsafe fn remember_location(new: *mut CoroutineObject) {
    // SAFETY: the frames of the code that runs, which calls this, are alive.
    unsafe { set_location(new, frame::location(current_frame())) }
}

#[inline]
unsafe fn set_location(new: *mut CoroutineObject, place: Option<(*mut ZString, u32)>) {
    // SAFETY: the name belongs to a frame, or to the caller, and gets a reference of the coroutine's own.
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
///
/// # Safety
/// `new` was not registered before, and is in a scope. Runs the scope's hook, if C code has set one.
#[inline(always)]
pub(in crate::scheduler) unsafe fn enqueue(new: *mut CoroutineObject, priority: i32) {
    // SAFETY: `new` is in its scope, which is alive, and in no other list; the reference of its creation is the scheduler's from now on.
    unsafe {
        if (*new).flags.contains(CoroutineFlags::CREATOR_HOLDS) {
            // The hook of the scope has cancelled it.
            return hand_over(new);
        }
        unfinished::register(new);
        transition::queue_new(new, priority);
        let scope = (*new).base.scope;
        if let Some(after) = (*scope).after_coroutine_enqueue {
            after(&raw mut (*new).base, scope);
        }
    }
}

/// A coroutine is cancelled that was made, but never enqueued: it is queued so that it is finalised [abi/ABI-117]. Its creator cannot
/// know of that, and still has its reference, to release or to enqueue: the queue gets one of its own.
///
/// # Safety
/// `new` was never registered, and its waker is to be ignored. Runs the hook of its scope, if it has both.
#[cold]
pub(super) unsafe fn enqueue_cancelled(new: *mut CoroutineObject) {
    // SAFETY: the creator's reference, or that of what cancels, keeps `new` alive until it has the queue's; it is in no list but its scope's.
    unsafe {
        if !launched_for_cancelled() {
            // Nothing will run any more, or not yet: then it is finalised when it is enqueued.
            return;
        }
        object::add_ref(to_object(new));
        (*new).flags.insert(CoroutineFlags::CREATOR_HOLDS);
        unfinished::register(new);
        transition::enter_queue(new);
        if (*new).base.scope.is_null() {
            (*new).flags.insert(CoroutineFlags::SCOPE_UNTOLD);
        } else {
            tell_scope(new);
        }
    }
}

/// Launches if needed; false, with nothing thrown, where that is refused.
unsafe fn launched_for_cancelled() -> bool {
    // SAFETY: the globals of a thread live as long as the thread; what is pending waits on this frame, and what launching throws is dropped.
    unsafe {
        if (*globals()).state == State::Off {
            return false;
        }
        let pending = PendingException::take();
        let launched = prepare();
        if !launched {
            drop(exception::take());
        }
        pending.put_back();
        launched
    }
}

/// The scope's hook, if it has one, hears of a coroutine that was queued.
unsafe fn tell_scope(new: *mut CoroutineObject) {
    // SAFETY: the coroutine is alive, and as long as it is in a scope that is, too.
    unsafe {
        let scope = (*new).base.scope;
        if let Some(after) = (*scope).after_coroutine_enqueue {
            after(&raw mut (*new).base, scope);
        }
    }
}

/// A coroutine that its cancellation has queued is enqueued: the reference of its creation is not needed any more.
///
/// # Safety
/// `new` is not used again. Runs the hook of the scope that it has got since.
#[cold]
unsafe fn hand_over(new: *mut CoroutineObject) {
    // SAFETY: the reference of the creation keeps it alive until it is given back here.
    unsafe {
        let untold = (*new).flags.contains(CoroutineFlags::SCOPE_UNTOLD) && !(*new).base.scope.is_null();
        (*new).flags.remove(CoroutineFlags::SCOPE_UNTOLD);
        if untold && !(*new).is_finished() {
            tell_scope(new);
        }
        give_up(new);
    }
}

/// A coroutine made with `new_coroutine` is enqueued for the first time [abi/ABI-116].
///
/// # Safety
/// Not registered yet.
pub(in crate::scheduler) unsafe fn enqueue_new(new: *mut CoroutineObject) -> bool {
    // SAFETY: `new` was never registered, as the caller promises; its creation reference keeps it alive, the scheduler's from now on.
    unsafe {
        let attached = (*new).base.scope;
        if attached.is_null() {
            let Some(scope) = choose_scope(ptr::null_mut()) else { return false };
            if !attach(new, scope) {
                throw_refusal();
                return false;
            }
        } else if !prepare() {
            return false;
        }
        remember_location(new);
        enqueue(new, 0);
        true
    }
}

/// Slot `enqueue_coroutine` [abi/ABI-116].
///
/// # Safety
/// As the slot `enqueue_coroutine` demands [abi/ABI-116]: `coroutine` is null or alive, on the PHP thread.
pub unsafe extern "C" fn enqueue_slot(coroutine: *mut Coroutine) -> bool {
    // SAFETY: all coroutines are ours.
    unsafe {
        let coroutine = if coroutine.is_null() {
            if current_object().is_null() && !(above().launch)() {
                return false;
            }
            current_object()
        } else {
            coroutine.cast()
        };
        let runs = (*coroutine).is_current() && !*(*globals()).in_scheduler_context;
        // One that has finished, but still has its stack, yields as any other.
        if (*coroutine).is_finished() && !(runs && (*coroutine).flags.contains(CoroutineFlags::REGISTERED)) {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot enqueue a coroutine that has finished");
            return false;
        }
        if (*coroutine).flags.contains(CoroutineFlags::CREATOR_HOLDS) && !runs {
            // It is in the queue, or was taken out of it to be finalised.
            hand_over(coroutine);
            return true;
        }
        if (*coroutine).is_queued() {
            return true;
        }
        if !(*coroutine).flags.contains(CoroutineFlags::REGISTERED) {
            return enqueue_new(coroutine);
        }
        if !runs {
            transition::queue(coroutine);
            return true;
        }
        // One that runs comes into the queue when it suspends: if it is not allowed to, or waits in another way first, no entry
        // may be left that would end that wait.
        transition::prepare_yield(coroutine);
        true
    }
}
