//! Making coroutines ready, and waiting: resume, enqueue, cancel, suspend, park (ABI-113, ABI-115 to ABI-117, CN-*).

use super::switch;
use crate::abi::*;
use crate::engine::state::PendingException;
use crate::engine::{exception, output, zone, zval};
use crate::scheduler::coroutine::object::{CoroutineObject, state};
use crate::scheduler::coroutine::{fiber, protect};
use crate::scheduler::event::waker;
use crate::scheduler::event::waker_state::zend_async_waker_apply_error;
use crate::scheduler::request::{launch, unwind};
use crate::scheduler::{current_object, runtime, scope};
use core::ptr;

/// Appends to the run queue, at most once (SD-2).
///
/// # Safety
/// Valid unfinished coroutine.
#[inline]
pub(in crate::scheduler) unsafe fn push(coroutine: *mut CoroutineObject) {
    // SAFETY: forwarded.
    unsafe {
        if (*coroutine).state & state::QUEUED == 0 {
            (*coroutine).state |= state::QUEUED;
            (*runtime()).queue.push_back(coroutine);
        }
    }
}

/// Slot `resume` (ABI-115): the wait of a coroutine is over, with an error or without. Never switches.
///
/// # Safety
/// Contract of ABI-115.
pub unsafe extern "C" fn resume(coroutine: *mut Coroutine, error: *mut Object, transfer: bool) -> bool {
    // SAFETY: all coroutines are ours.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        let scheduler_context = (*globals()).in_scheduler_context;
        // A finished coroutine waits only in a destructor of what it leaves behind.
        let ended = (*this).is_finished() && (*this).waker.status != WakerStatus::Waiting;
        if ended || ((*this).waker.status == WakerStatus::NoStatus && !scheduler_context) {
            if transfer {
                exception::release(error);
            }
            if !ended {
                let kind = AsyncClass::EXCEPTION_DEFAULT;
                exception::throw_new(kind, "Cannot resume a coroutine that has not been suspended");
            }
            return false;
        }
        if !error.is_null() {
            let cancels = exception::is_cancellation(error);
            zend_async_waker_apply_error(&raw mut (*this).waker, error, transfer, true, cancels);
        }
        if (*this).is_queued() {
            return true;
        }
        if this == (*runtime()).starting {
            // The event completed while the coroutine was about to suspend: it need not switch at all.
            (*this).waker.status = WakerStatus::Result;
            return true;
        }
        (*this).waker.status = WakerStatus::Queued;
        push(this);
        withdraw_waits(this);
        true
    }
}

/// A coroutine became ready: its events stop now. Their memory goes before the coroutine runs, so that nothing disappears
/// under a running notification and other waiters are told in the order in which they subscribed (ABI-108, AW-5).
unsafe fn withdraw_waits(coroutine: *mut CoroutineObject) {
    // SAFETY: forwarded.
    unsafe {
        let waker = &raw mut (*coroutine).waker;
        if !waker::has_events(waker) {
            return;
        }
        waker::zend_async_waker_stop_events(waker);
        if (*coroutine).state & state::CLEANUP == 0 {
            (*coroutine).state |= state::CLEANUP;
            (*runtime()).cleanups.push(coroutine);
        }
    }
}

/// Finishes what `withdraw_waits` put off.
///
/// # Safety
/// Not inside a notification.
#[inline]
pub(in crate::scheduler) unsafe fn run_cleanups() {
    // SAFETY: queued coroutines are alive: the scheduler holds a reference on each.
    unsafe {
        while let Some(coroutine) = (*runtime()).cleanups.pop() {
            (*coroutine).state &= !state::CLEANUP;
            waker::drop_events(&raw mut (*coroutine).waker);
        }
    }
}

/// Slot `enqueue_coroutine` (ABI-116).
///
/// # Safety
/// Contract of ABI-116.
pub unsafe extern "C" fn enqueue(coroutine: *mut Coroutine) -> bool {
    // SAFETY: all coroutines are ours.
    unsafe {
        let coroutine = if coroutine.is_null() {
            if current_object().is_null() && !launch::launch() {
                return false;
            }
            current_object()
        } else {
            coroutine.cast()
        };
        if (*coroutine).is_queued() || (*coroutine).is_finished() {
            return !(*coroutine).is_finished();
        }
        if (*coroutine).state & state::REGISTERED == 0 {
            return crate::scheduler::coroutine::spawn::enqueue_new(coroutine);
        }
        (*coroutine).waker.status = WakerStatus::Queued;
        push(coroutine);
        true
    }
}

/// Slot `cancel` (ABI-117, CN-*).
///
/// # Safety
/// Contract of ABI-117.
pub unsafe extern "C" fn cancel(coroutine: *mut Coroutine, error: *mut Object, transfer: bool, safely: bool) -> bool {
    // SAFETY: all coroutines are ours; one reference of the error is stored or released on every path.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        let must_run = (*this).state & (state::MUST_RUN | state::WALKS) != 0 && !(*this).is_started();
        if (*this).is_finished() || must_run {
            if transfer {
                exception::release(error);
            }
            return true;
        }
        if safely && may_become_zombie(this) {
            if transfer {
                exception::release(error);
            }
            become_zombie(this);
            return true;
        }
        let error = match (error.is_null(), transfer) {
            (true, _) => exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Coroutine cancelled"),
            (false, true) => error,
            (false, false) => exception::add_ref(error),
        };
        if error.is_null() {
            return false;
        }
        deliver_cancellation(this, error);
        true
    }
}

/// CN-16 and CN-17: a started coroutine that is neither running nor protected lives on as a zombie.
unsafe fn may_become_zombie(coroutine: *mut CoroutineObject) -> bool {
    // SAFETY: valid coroutine.
    unsafe {
        (*coroutine).is_started() && !(*coroutine).is_running() && !(*coroutine).has(EventFlags::COROUTINE_PROTECTED)
    }
}

unsafe fn become_zombie(coroutine: *mut CoroutineObject) {
    // SAFETY: valid coroutine.
    unsafe {
        (*coroutine).base.event.flags.insert(EventFlags::COROUTINE_ZOMBIE.union(EventFlags::COROUTINE_CANCELLED));
        scope::count_zombie(coroutine);
    }
}

/// The state decides how a cancellation reaches a coroutine. Takes over the reference.
unsafe fn deliver_cancellation(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: valid coroutine.
    unsafe {
        let this = &mut *coroutine;
        if (this.is_current() && !this.is_leaving()) || fiber::executes(this) {
            // CN-6: nothing is thrown, execution goes on.
            this.base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
            if this.base.exception.is_null() {
                this.base.exception = error;
            } else {
                exception::release(error);
            }
        } else if this.has(EventFlags::COROUTINE_PROTECTED) {
            // PR-5: the first one is kept.
            if this.deferred.is_null() {
                this.deferred = error;
            } else {
                exception::release(error);
            }
        } else {
            this.base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
            interrupt(coroutine, error);
        }
    }
}

/// Makes a coroutine that is not running ready with an error: it is thrown at the suspension point, or the body never
/// starts. Takes over the reference.
///
/// # Safety
/// Unfinished and not running.
pub(in crate::scheduler) unsafe fn interrupt(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: forwarded.
    unsafe {
        let this = &mut *coroutine;
        this.state |= state::INTERRUPTED;
        if this.state & state::CANCELLATION_STORED == 0 {
            this.state |= state::CANCELLATION_STORED;
            // CN-4: also a cancellation that the wait itself ended with is only the previous of this one.
            zend_async_waker_apply_error(&raw mut this.waker, error, true, true, false);
            zval::clear(&raw mut this.waker.result);
        } else {
            exception::release(error);
        }
        if !this.is_started() {
            this.waker.status = WakerStatus::Ignored;
            if this.state & state::REGISTERED != 0 {
                push(coroutine);
            }
            return;
        }
        this.waker.status = WakerStatus::Queued;
        push(coroutine);
        withdraw_waits(coroutine);
    }
}

/// Cancels for a graceful shutdown: as [`cancel_unprotected`], but what must not be interrupted is not. Takes over the reference.
///
/// # Safety
/// Valid coroutine.
pub(in crate::scheduler) unsafe fn cancel_unsealed(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: forwarded.
    unsafe {
        if (*coroutine).sealed > 0 && !(*coroutine).is_finished() && !fiber::is_driven(&*coroutine) {
            cancel(&raw mut (*coroutine).base, error, true, false);
        } else {
            cancel_unprotected(coroutine, error);
        }
    }
}

/// Cancels without regard to protection: graceful shutdown and deadlock (PR-10). They reach every coroutine, so one that
/// is part of another's stack is left out: the code there sees one cancellation, not two. Takes over the reference.
///
/// # Safety
/// Valid coroutine.
pub(in crate::scheduler) unsafe fn cancel_unprotected(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: forwarded.
    unsafe {
        let runs_first = (*coroutine).state & state::MUST_RUN != 0 && !(*coroutine).is_started();
        if runs_first || fiber::is_driven(&*coroutine) {
            exception::release(error);
            return;
        }
        if (*coroutine).is_finished() {
            // It waits in a destructor of what it leaves behind, or runs one.
            if (*coroutine).waker.status == WakerStatus::Waiting {
                interrupt(coroutine, error);
            } else {
                exception::release(error);
            }
            return;
        }
        protect::break_off(coroutine);
        (*coroutine).state &= !state::WALKS;
        cancel(&raw mut (*coroutine).base, error, true, false);
    }
}

/// Why suspending is impossible here; `None` when it is possible.
fn refusal() -> Option<&'static str> {
    // SAFETY: this thread's globals.
    if unsafe { (*globals()).in_scheduler_context } {
        Some("A coroutine cannot be stopped from the Scheduler context")
    } else if unwind::is_active() {
        Some("A coroutine cannot be stopped after a fatal error")
    } else if zone::active() {
        Some(
            "Cannot suspend a coroutine while a file is being compiled, output is being written, or a function of an \
             extension runs that must not be left (async.io_modules_blocking)",
        )
    } else if output::in_callback() {
        Some("Cannot suspend a coroutine inside an output callback")
    } else {
        None
    }
}

/// Whether the current code may suspend.
pub fn may_suspend() -> bool {
    refusal().is_none()
}

/// Slot `suspend` (ABI-113): waits for the events of the current coroutine's waker.
///
/// # Safety
/// Contract of ABI-113.
pub unsafe extern "C" fn suspend(from_main: bool, is_bailout: bool) -> bool {
    // SAFETY: forwarded.
    unsafe {
        if from_main {
            return crate::scheduler::request::run_out::after_main(is_bailout);
        }
        let pending = PendingException::take();
        if suspend_current() {
            deliver_error(current_object());
        }
        pending.put_back();
        exception::pending().is_null()
    }
}

/// Throws what the wait ended with (ABI-102).
#[inline]
unsafe fn deliver_error(coroutine: *mut CoroutineObject) {
    // SAFETY: the reference moves from the waker to the engine.
    unsafe {
        let error = (*coroutine).take_error();
        if !error.is_null() {
            exception::throw(error);
        }
    }
}

/// False when it threw instead of waiting.
unsafe fn suspend_current() -> bool {
    // SAFETY: on the stack of the current coroutine.
    unsafe {
        if let Some(reason) = refusal() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, reason);
            return false;
        }
        if current_object().is_null() && !launch::launch() {
            return false;
        }
        let this = current_object();
        let waker = &raw mut (*this).waker;
        if !(*this).is_queued() {
            if !waker::has_events(waker) && (*waker).status != WakerStatus::Waiting {
                waker::zend_async_waker_clean(&raw mut (*this).base);
                return true;
            }
            (*waker).status = WakerStatus::Waiting;
        }
        if waker::has_events(waker) {
            let globals = globals();
            (*globals).in_scheduler_context = true;
            (*runtime()).starting = this;
            let started = waker::start_events(waker);
            (*runtime()).starting = ptr::null_mut();
            (*globals).in_scheduler_context = false;
            if !started {
                waker::zend_async_waker_stop_events(waker);
                let error = exception::take();
                waker::zend_async_waker_clean(&raw mut (*this).base);
                exception::throw(error);
                return false;
            }
            if (*waker).status == WakerStatus::Result {
                waker::zend_async_waker_stop_events(waker);
                return true;
            }
        }
        if (*this).state & state::CANCEL_LATER != 0 {
            cancel_now(this);
        }
        switch::switch_away(this);
        (*waker).status = WakerStatus::Result;
        true
    }
}

/// The end of a light wait: `Err` holds an owned throwable that must be delivered.
pub type Woken = Result<(), *mut Object>;

/// Parks the current coroutine until [`wake`] or a cancellation. For waits that keep their own registrations.
///
/// # Safety
/// In a coroutine, outside scheduler context and no-suspend zones.
#[inline(never)]
pub unsafe fn park() -> Woken {
    // SAFETY: forwarded.
    unsafe { park_here(current_object()) }
}

/// As [`park`], as part of its caller: a tenth less work, and one return less that the processor foresees wrongly because
/// the stack has changed. For what programs do most.
///
/// # Safety
/// As [`park`]; `this` is the current coroutine.
#[inline(always)]
pub unsafe fn park_here(this: *mut CoroutineObject) -> Woken {
    // SAFETY: forwarded.
    unsafe {
        (*this).waker.status = WakerStatus::Waiting;
        wait_light(this)
    }
}

/// Puts the current coroutine at the tail of the run queue and runs others (SU-1).
///
/// # Safety
/// As [`park`].
#[inline(never)]
pub unsafe fn yield_now() -> Woken {
    // SAFETY: forwarded.
    unsafe { yield_here() }
}

/// To [`yield_now`] what [`park_here`] is to [`park`].
///
/// # Safety
/// As [`park`].
#[inline(always)]
pub unsafe fn yield_here() -> Woken {
    // SAFETY: forwarded.
    unsafe {
        let this = current_object();
        (*this).waker.status = WakerStatus::Queued;
        push(this);
        wait_light(this)
    }
}

#[inline(always)]
unsafe fn wait_light(this: *mut CoroutineObject) -> Woken {
    // SAFETY: on the stack of the current coroutine.
    unsafe {
        if (*this).state & state::CANCEL_LATER != 0 {
            cancel_now(this);
        }
        if PendingException::exists() {
            switch_without_exception(this);
        } else {
            switch::switch_away(this);
        }
        (*this).waker.status = WakerStatus::NoStatus;
        (*this).state &= !state::CANCELLATION_STORED;
        if (*this).waker.error.is_null() { Ok(()) } else { failed(this) }
    }
}

/// A wait begins of a coroutine that was cancelled where it could not be interrupted: it ends as soon as it has begun.
#[cold]
unsafe fn cancel_now(this: *mut CoroutineObject) {
    // SAFETY: on the stack of the current coroutine, which is about to be left.
    unsafe {
        let cancellation = protect::take_later(this);
        if !cancellation.is_null() {
            interrupt(this, cancellation);
        }
    }
}

/// The wait has ended with an error.
#[cold]
unsafe fn failed(this: *mut CoroutineObject) -> Woken {
    // SAFETY: forwarded.
    unsafe { Err((*this).take_error()) }
}

/// As [`switch::switch_away`] with an exception pending, which nobody else may find.
#[cold]
unsafe fn switch_without_exception(this: *mut CoroutineObject) {
    // SAFETY: on the stack of the current coroutine.
    unsafe {
        let pending = PendingException::take();
        switch::switch_away(this);
        pending.put_back();
    }
}

/// Makes a parked coroutine ready; once is enough. Legal from event callbacks. Never switches.
///
/// # Safety
/// Valid coroutine.
#[inline]
pub unsafe fn wake(coroutine: *mut Coroutine) {
    // SAFETY: all coroutines are ours.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        if (*this).waker.status == WakerStatus::Waiting {
            (*this).waker.status = WakerStatus::Queued;
            push(this);
        }
    }
}

/// Ends the wait of a parked coroutine with an error, borrowed. A cancellation that comes later does not replace it; an
/// error that was on its way already becomes its previous (primitives CM-7).
///
/// # Safety
/// Valid coroutine, parked or woken and not running yet.
pub unsafe fn fail(coroutine: *mut CoroutineObject, error: *mut Object) {
    // SAFETY: forwarded.
    unsafe {
        (*coroutine).state |= state::CANCELLATION_STORED;
        zend_async_waker_apply_error(&raw mut (*coroutine).waker, error, false, true, false);
        wake(&raw mut (*coroutine).base);
    }
}

/// Whether the current code may suspend; throws the reason when not.
///
/// # Safety
/// On the PHP thread.
#[inline]
pub unsafe fn check_may_suspend() -> bool {
    // SAFETY: this thread's globals. SD-13
    let refusal = if unsafe { (*globals()).in_scheduler_context } {
        Some("The operation cannot be executed in the scheduler context")
    } else {
        refusal()
    };
    match refusal {
        None => true,
        Some(reason) => {
            // SAFETY: forwarded.
            unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, reason) };
            false
        }
    }
}
