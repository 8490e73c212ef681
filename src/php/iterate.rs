//! `Async\iterate()` (core 16).

use super::entering::enter_async;
use crate::abi::zend::IS_FALSE;
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::iterable::{self, Iterable, Refusal};
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{args, call, exception, object, zval};
use crate::primitives::iteration::{self, Iteration, Job};
use crate::scheduler::subscription::Subscription;
use crate::scheduler::wait::Wait;
use crate::scheduler::{CoroutineObject, FirstCancellation, current_object};
use core::ffi::c_void;
use core::mem::MaybeUninit;

/// The waiting caller. It outlives everything in the private scope, so it can be on the caller's stack.
#[repr(C)]
struct Caller {
    /// To the private scope.
    subscription: Subscription,
    coroutine: *mut CoroutineObject,
    completion: Wait,
    iteration: *mut Iteration,
    task: *mut Fcall,
}

handlers! {
    fn iterate(call) {
        if !args::count(call, 2, 4) {
            return;
        }
        // SAFETY: what the iteration needs lives until it is over, which is before this returns.
        unsafe {
            if !iterable::is_iterable(call.arg(0)) {
                let given = args::type_name(call.arg(0));
                args::argument_type_error(0, &format!("must be of type array|Traversable, {given} given"));
                return;
            }
            let mut task = MaybeUninit::<Fcall>::uninit();
            if !args::callable(call, 1, task.as_mut_ptr()) {
                return;
            }
            if let Some(limit) = args::long_at(call, 2, 0)
                && let Some(cancel_pending) = args::bool_at(call, 3, true)
                && enter_async()
            {
                let limit = u32::try_from(limit.max(0)).unwrap_or(0);
                run(call, task.as_mut_ptr(), limit, cancel_pending);
            }
            call::release_parts(task.as_mut_ptr());
        }
    }
}

/// # Safety
/// The first argument can be walked; `task` holds a kept callable, which the caller releases afterwards. The current coroutine may
/// suspend.
unsafe fn run(call: Call, task: *mut Fcall, limit: u32, cancel_pending: bool) {
    // SAFETY: `caller` is on this frame, which is left only when no worker is left and the private scope is empty, so nothing refers to
    // it or to the task any more. The iteration is closed once, at the end, and holds its scope until then; errors are owned.
    unsafe {
        let source = match Iterable::new(call.arg(0)) {
            Ok(source) => source,
            Err(Refusal::NoIterator) if exception::pending().is_null() => {
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Failed to create iterator");
                return;
            }
            Err(_) => return,
        };
        let this = current_object();
        let mut place = MaybeUninit::<Caller>::uninit();
        let caller = place.as_mut_ptr();
        let job = Job { visit, discard: |_| {}, changed, owner: caller.cast(), spared: false };
        let iteration = iteration::new(source, (*this).base.scope, limit, job);
        let scope = iteration::scope(iteration);
        (*scope).event.flags.remove(EventFlags::SCOPE_DISPOSE_SAFELY);
        let subscription = Subscription::new(&raw mut (*scope).event, scope_changed);
        let completion = iteration::completion();
        caller.write(Caller { subscription, coroutine: this, completion, iteration, task });
        Subscription::enter(caller.cast());
        let started = iteration::start(iteration);
        let mut interrupted = FirstCancellation::NONE;
        if !started && let Some(error) = exception::take() {
            drop(interrupted.keep(error));
        }

        // First the callbacks [core/IT-9].
        wait_until(caller, &mut interrupted, true, || iteration::is_over(iteration));
        let failed = iteration::has_failed(iteration);
        if cancel_pending && !failed && !is_empty(scope) {
            // What the callbacks have spawned does not outlive the call [core/IT-10, core/IT-11].
            iteration::cancel(iteration, "Cancellation of pending coroutines after iterator completion");
        }
        wait_until(caller, &mut interrupted, false, || is_empty(scope));

        // What goes with the iteration may have destructors.
        let failure = iteration::take_failure(iteration).into_nullable();
        Subscription::leave(caller.cast());
        iteration::close(iteration);
        if !failure.is_null() && interrupted.is_some() && exception::is_cancellation(failure) {
            // The scope was cancelled together with the caller's: the caller's own reason counts.
            object::release(failure);
            if let Some(reason) = interrupted.take() {
                exception::throw(reason);
            }
            return;
        }
        if let Some(thrown) = exception::chain_any(OwnedObject::from_nullable(failure), interrupted.take()) {
            exception::throw(thrown);
        }
    }
}

/// Parks until `done`, or, if `leave_early`, until the caller was interrupted. The first interruption is kept.
unsafe fn wait_until(
    caller: *mut Caller,
    interrupted: &mut FirstCancellation,
    leave_early: bool,
    done: impl Fn() -> bool,
) {
    // SAFETY: `run`, which has the caller on its frame, is called in a coroutine that may suspend.
    unsafe {
        while !(done() || (leave_early && interrupted.is_some())) {
            if let Err(error) = Wait::park(&raw const (*caller).completion) {
                drop(interrupted.keep(error));
            }
        }
    }
}

/// Whether no coroutine is left in the private scope and below it.
unsafe fn is_empty(scope: *mut Scope) -> bool {
    // SAFETY: the iteration holds its scope until `run` closes it, after the last of these questions.
    unsafe { (*scope).can_be_disposed.is_none_or(|test| test(scope, true, false)) }
}

unsafe fn visit(owner: *mut c_void, value: *mut Zval, key: *mut Zval) -> bool {
    // SAFETY: the caller waits for as long as a worker lives.
    unsafe {
        let mut result = Zval::UNDEF;
        call::invoke_for((*owner.cast::<Caller>()).task, &mut [*value, *key], &raw mut result);
        let go_on = result.kind() != IS_FALSE;
        zval::clear(&raw mut result);
        go_on
    }
}

unsafe fn changed(owner: *mut c_void) {
    // SAFETY: the caller is in `run` for as long as a worker lives.
    unsafe { wake(owner.cast()) }
}

unsafe fn wake(caller: *mut Caller) {
    // SAFETY: both callers' caller is in `run`, so it is there and its coroutine alive.
    unsafe { Wait::wake(&raw const (*caller).completion, (*caller).coroutine) }
}

/// A coroutine of the private scope failed, or the scope is empty [core/IT-12].
unsafe extern "C" fn scope_changed(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of a waiting caller.
    unsafe {
        let caller = callback.cast::<Caller>();
        if !error.is_null() && !exception::is_cancellation(error) {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            iteration::fail((*caller).iteration, OwnedObject::share(error));
        }
        wake(caller);
    }
}
