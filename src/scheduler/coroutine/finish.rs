//! The life of a coroutine on its stack: body, result, and the steps that end it [core 13, abi/ABI-119].

use super::object::{CoroutineFlags, CoroutineObject};
use super::{internal_context, protect, unfinished};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{bailout, call, exception, idle, object, output, zval};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::event::order_waits;
use crate::scheduler::event::{callbacks, waker};
use crate::scheduler::request::{at_end, shutdown};
use crate::scheduler::run::run_loop::{is_unwinding, transition};
use crate::scheduler::run::scheduler_context;
use crate::scheduler::run::stack::Refusal;
use crate::scheduler::run::switch_handlers;
use crate::scheduler::scope;
use core::ptr;

/// Runs a coroutine from start to end on the current execution.
///
/// # Safety
/// On an execution whose engine state was begun; `this` is the current coroutine and has not started.
pub(in crate::scheduler) unsafe fn run(this: *mut CoroutineObject) {
    // SAFETY: the scheduler owns a reference, given back at the very end.
    unsafe {
        if *(*this).waker.status == WakerStatus::Ignored {
            // Cancelled before it started, or woken with an error: the body never runs [core/CN-2].
            // What a destructor of its arguments waits for may be cancelled, as of others.
            let cancellation = (*this).take_error().into_nullable();
            CoroutineObject::release_task(this);
            // What the destructors of its arguments throw comes after the cancellation [core/CN-10].
            let later = take_pending();
            finish(this, exception::chain_any(later, OwnedObject::from_nullable(cancellation)));
            return;
        }
        transition::start(this);
        match (*this).base.internal_entry {
            Some(entry) => entry(),
            None if !(*this).base.fcall.is_null() => call::invoke((*this).base.fcall, &raw mut (*this).base.result),
            None => {}
        }
        if (*this).is_queued() {
            transition::leave_queue(this);
        }
        // Destructors may suspend: meanwhile the reference lies here as a pointer.
        let mut failure = take_pending().into_nullable();
        if is_unwinding() || (!failure.is_null() && bailout::memory_exhausted() && exception::is_exit(failure)) {
            bailout::raise();
        }
        // The callable and its arguments go while the coroutine can still suspend: their destructors may.
        if !(*this).base.fcall.is_null() {
            CoroutineObject::release_task(this);
            if let Some(later) = take_pending() {
                failure = exception::chain(later, OwnedObject::from_nullable(failure)).into_raw();
            }
        }
        if !(*this).at_end.is_empty()
            && let Some(exit) = at_end::run(&raw mut (*this).at_end)
        {
            object::release(ptr::replace(&raw mut failure, exit.into_raw()));
        }
        if output::buffered() {
            // Output that the body left in its buffers is written, as PHP does at the end of a script [core/OB-5].
            output::flush_all();
            failure = exception::chain_any(exception::take(), OwnedObject::from_nullable(failure)).into_nullable();
        }
        finish(this, OwnedObject::from_nullable(failure));
    }
}

/// Ends a coroutine for which there is no stack: nothing else is lost.
///
/// # Safety
/// On the trampoline's stack with main's engine state; `this` has not started.
pub(in crate::scheduler) unsafe fn fail_to_start(this: *mut CoroutineObject, refusal: Refusal) {
    // SAFETY: scheduler context keeps destructors from suspending here.
    unsafe {
        if (*this).has(EventFlags::COROUTINE_FIBER) {
            (*unfinished()).fibers -= 1;
        }
        let stored = OwnedObject::from_nullable(ptr::replace(&raw mut (*this).waker.error, ptr::null_mut()));
        let failure = stored.unwrap_or_else(|| {
            (*this).flags.insert(CoroutineFlags::NO_STACK);
            // The exception is of no frame: main's, which is in place, has nothing to do with it [core/EX-6].
            idle::without_frame(|| exception::new(AsyncClass::EXCEPTION_DEFAULT, why(refusal)))
        });
        finish_from_outside(this, Some(failure));
    }
}

fn why(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Memory => "Cannot create a coroutine: out of stack memory",
        Refusal::Mappings => {
            "Cannot create a coroutine: the guard of its stack needs more memory mappings than vm.max_map_count leaves. \
             Raise vm.max_map_count, or set async.unguarded_stacks=1 to go without guards"
        }
    }
}

/// As [`finish`], of a coroutine without a stack, on another one's.
///
/// # Safety
/// As [`finish`], but `this` is not current.
pub(in crate::scheduler) unsafe fn finish_from_outside(this: *mut CoroutineObject, failure: Option<OwnedObject>) {
    // SAFETY: scheduler context keeps destructors from suspending here; while they run the reference is a pointer.
    unsafe {
        let failure = failure.into_nullable();
        let end = || {
            CoroutineObject::release_task(this);
            finish(this, exception::chain_any(take_pending(), OwnedObject::from_nullable(failure)));
        };
        transition::with_current(this, || scheduler_context::within(end));
    }
}

/// Ends a coroutine that was never enqueued, as one cancelled before its start.
///
/// # Safety
/// Not registered; in a scope. The caller holds a reference.
pub(in crate::scheduler) unsafe fn discard(this: *mut CoroutineObject) {
    // SAFETY: the caller holds a reference. A hook may have let others wait for it, so they are told, and the scope that it is in is alive.
    unsafe {
        let event = &raw mut (*this).base.event;
        (*event).flags.insert(EventFlags::CLOSED.union(EventFlags::COROUTINE_CANCELLED));
        (*this).base.exception = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Coroutine cancelled").into_raw();
        callbacks::notify(event, (&raw mut (*this).base.result).cast(), (*this).base.exception);
        (*this).flags.insert(CoroutineFlags::TOLD);
        callbacks::zend_async_callbacks_free(event);
        scope::finally::schedule(this);
        CoroutineObject::release_task(this);
        scope::remove((*this).scope(), this);
    }
}

/// The steps of core chapter 13, with the exception that the body ended with.
///
/// # Safety
/// `this` is the current coroutine; after the call it may be gone.
pub(in crate::scheduler) unsafe fn finish(this: *mut CoroutineObject, failure: Option<OwnedObject>) {
    // SAFETY: `this` is alive until the scheduler's reference is given back at the end. The coroutine keeps the reference of `failure`,
    // which here is a pointer: destructors may suspend.
    unsafe {
        let event = &raw mut (*this).base.event;

        let mut failure = failure.into_nullable();

        if failure.is_null() && leaves_nothing(&*this) {
            (*event).flags.insert(EventFlags::CLOSED);
            (*this).flags.insert(CoroutineFlags::TOLD);
            if let Some(dispose) = (*this).base.extended_dispose.take() {
                dispose(&raw mut (*this).base);
                surface_pending();
                flush_buffers(this);
            }
            if !holds_nothing(&*this) {
                release_remains(this, false);
                flush_buffers(this);
            }
            // What the scope lets go of may run destructors, so there must still be a stack.
            leave_scope(this);
            (*this).execution = ptr::null_mut();
            unfinished::unregister(this);
            give_back(this);
            return;
        }

        if !failure.is_null() && !exception::is_exit(failure) {
            // A coroutine that failed has no result; it may have returned before a destructor of what it held threw [core/CO-10].
            zval::clear(&raw mut (*this).base.result);
            failure = exception::chain_any(take_pending(), OwnedObject::from_nullable(failure)).into_nullable();
        }
        let exiting = !failure.is_null() && exception::is_exit(failure);
        if exiting {
            object::release(ptr::replace(&raw mut failure, ptr::null_mut()));
        }
        if (*this).flags.contains(CoroutineFlags::CANCEL_LATER) {
            // It has not waited since: as if it had cancelled itself [core/CN-6].
            let own = OwnedObject::from_nullable((*this).base.exception);
            (*this).base.exception = exception::chain_any(own, protect::take_later(this)).into_nullable();
        }
        // What a self-cancellation stored becomes the previous of what the body ended with [core/CN-10].
        let stored = ptr::replace(&raw mut (*this).base.exception, ptr::null_mut());
        failure = exception::chain_any(OwnedObject::from_nullable(failure), OwnedObject::from_nullable(stored))
            .into_nullable();
        (*this).base.exception = failure;

        (*event).flags.insert(EventFlags::CLOSED);
        if !(*this).base.switch_handlers.is_null() {
            switch_handlers::zend_coroutine_call_switch_handlers(&raw mut (*this).base, false, true);
        }

        order_waits(event);
        callbacks::notify(event, (&raw mut (*this).base.result).cast(), failure);
        let mut handled = (*event).flags.contains(EventFlags::EXCEPTION_HANDLED);
        (*this).flags.insert(CoroutineFlags::TOLD);
        callbacks::zend_async_callbacks_free(event);
        if !(*this).base.internal_context.is_null() {
            internal_context::zend_async_coroutine_internal_context_dispose(&raw mut (*this).base);
        }
        let handlers = scope::finally::schedule(this);
        waker::clean_if_used(&raw mut (*this).base);
        if !(*this).is_queued() {
            // Cleaning leaves Ignored: the body must not run. It is over [abi/ABI-119].
            transition::forget_wait(this);
        }
        drop((*this).deferred.take());
        drop((*this).unseen_cancellation.take());
        if let Some(dispose) = (*this).base.extended_dispose.take() {
            dispose(&raw mut (*this).base);
        }
        surface_pending();
        handled |= (*this).flags.contains(CoroutineFlags::DELIVERED);

        let surfaces = !failure.is_null() && !exception::is_cancellation(failure);
        let scope = (*this).scope();
        // Asked before handlers of the scope get the coroutine as an argument: the trace of what they throw would hold it.
        // Its own finally handlers, which wait for their turn, do not count [core/EH-4b].
        let referenced = object::ref_count(coroutine::to_object(this)) > 1 + u32::from(handlers);
        // One that found no stack to start on does not take its scope down: nothing else is to be lost.
        let found_no_stack = (*this).flags.contains(CoroutineFlags::NO_STACK);
        if surfaces && !handled && !scope.is_null() && !found_no_stack {
            match scope::catch_failure(this, OwnedObject::share(failure)) {
                (true, left) => {
                    handled = true;
                    drop(left);
                }
                (false, left) => {
                    // What handlers threw on the way is part of it from now on [core/EH-12].
                    failure = left.into_raw();
                    object::release(ptr::replace(&raw mut (*this).base.exception, failure));
                }
            }
        }
        release_remains(this, surfaces && !handled);
        flush_buffers(this);
        if !scope.is_null() {
            leave_scope(this);
        }
        // What was thrown on the way may have a destructor that waits.
        surface_pending();
        (*this).execution = ptr::null_mut();
        unfinished::unregister(this);
        if (surfaces && !handled) || exiting {
            scheduler_context::within(|| {
                if surfaces && !handled {
                    keep_or_surface(this, failure, referenced);
                }
                if exiting {
                    shutdown::begin(None);
                }
                surface_pending();
            });
        }
        give_back(this);
    }
}

/// Whether a coroutine that returned normally has nothing to tell but its owner, and nothing to take down: the usual short way
/// out.
#[inline]
fn leaves_nothing(c: &CoroutineObject) -> bool {
    let base = &c.base;
    base.event.callbacks.length == 0
        && base.event.notify_handler.is_none()
        && base.exception.is_null()
        && base.switch_handlers.is_null()
        && base.internal_context.is_null()
        && !base.scope.is_null()
        && c.finally.is_null()
        && !c.deferred.is_some()
        && c.unseen_cancellation.is_none()
        && waker::is_initial(&c.waker)
}

/// Whether a finished coroutine refers to nothing else.
#[inline]
fn holds_nothing(c: &CoroutineObject) -> bool {
    !c.base.result.is_refcounted()
        && c.base.exception.is_null()
        && c.base.context.is_null()
        && !c.flags.contains(CoroutineFlags::KEEPS_EXCEPTION)
}

/// As `exception::take`, which is rarely needed.
#[inline]
unsafe fn take_pending() -> Option<OwnedObject> {
    if exception::pending().is_null() {
        return None;
    }
    // SAFETY: an exception is pending on this, PHP's, thread.
    unsafe { exception::take() }
}

/// What a destructor threw surfaces.
#[inline(always)]
unsafe fn surface_pending() {
    #[cold]
    unsafe fn surface_now() {
        // SAFETY: an exception is pending on this, PHP's, thread, in a request.
        unsafe {
            if let Some(left) = exception::take() {
                shutdown::surface(left);
            }
        }
    }
    if !exception::pending().is_null() {
        // SAFETY: on the PHP thread, in a request, as all that ends a coroutine.
        unsafe { surface_now() }
    }
}

/// Core 13 step 5. Exceptions of destructors surface.
#[inline(always)]
unsafe fn leave_scope(this: *mut CoroutineObject) {
    // SAFETY: `this` is in a scope until here, which lives as long.
    unsafe {
        if scope::remove((*this).scope(), this) {
            surface_pending();
            flush_buffers(this);
        }
    }
}

/// Writes what handlers and destructors have left in buffers since the body ended: later they would be another coroutine's
/// [core/OB-5]. Those of main PHP writes itself; one that ends on another's stack has none.
#[inline(always)]
unsafe fn flush_buffers(this: *mut CoroutineObject) {
    #[cold]
    unsafe fn flush_now(this: *mut CoroutineObject) {
        // SAFETY: a coroutine that has a stack is still on it, so output callbacks may suspend.
        unsafe {
            if !(*this).execution.is_null() && !(*this).is_main() {
                output::flush_all();
                surface_pending();
            }
        }
    }
    if output::buffered() {
        // SAFETY: `this` is alive, as the caller promises.
        unsafe { flush_now(this) }
    }
}

/// An exception that no handler took is kept while it can still be asked for, else it surfaces. Those of the script and of
/// fibers always do [core/EH-4].
unsafe fn keep_or_surface(this: *mut CoroutineObject, failure: *mut Object, referenced: bool) {
    // SAFETY: `this` is not given back before `finish` ends. It keeps `failure`, of which `surface` gets a reference of its own.
    unsafe {
        if referenced && !(*this).has(EventFlags::COROUTINE_FIBER) && !(*this).has(EventFlags::COROUTINE_MAIN) {
            (*this).flags.insert(CoroutineFlags::KEEPS_EXCEPTION);
        } else {
            shutdown::surface(OwnedObject::share(failure));
        }
    }
}

/// What cannot be asked for any more goes while the coroutine still has its stack and counts as alive: destructors may
/// suspend [core/GC-20].
#[cold]
unsafe fn release_remains(this: *mut CoroutineObject, keep_exception: bool) {
    // SAFETY: one reference is the scheduler's; each part is taken out before it is released.
    unsafe {
        let object = coroutine::to_object(this);
        if object::ref_count(object) > 1 {
            return;
        }
        zval::clear(&raw mut (*this).base.result);
        if !keep_exception {
            object::release(ptr::replace(&raw mut (*this).base.exception, ptr::null_mut()));
        }
        let context = ptr::replace(&raw mut (*this).base.context, ptr::null_mut());
        if !context.is_null()
            && let Some(dispose) = (*context).dispose
        {
            dispose(context);
        }
        surface_pending();
    }
}

/// Gives the scheduler's reference back. There is no stack to suspend on any more.
unsafe fn give_back(this: *mut CoroutineObject) {
    // SAFETY: the last use of `this` by the scheduler.
    unsafe {
        let object = coroutine::to_object(this);
        object::set_collectable(object, true);
        let last = object::ref_count(object) == 1;
        if !last && holds_nothing(&*this) {
            // It cannot be part of a cycle: no work for the collector.
            object::del_ref(object);
            transition::run_none();
            return;
        }
        scheduler_context::within(|| {
            if last {
                zval::clear(&raw mut (*this).base.result);
                object::release(ptr::replace(&raw mut (*this).base.exception, ptr::null_mut()));
            }
            if !(*this).flags.contains(CoroutineFlags::KEEPS_EXCEPTION) {
                object::release_plain(object);
            } else {
                object::release(object);
            }
            surface_pending();
        });
        transition::run_none();
    }
}
