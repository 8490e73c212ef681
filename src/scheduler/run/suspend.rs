//! Waiting: whether the current code may suspend, suspend, park, yield [abi/ABI-113, core/SU-1, core/SD-13].

use super::run_loop::{is_unwinding, run_loop, transition};
use super::{ready, scheduler_context, switch};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::state::PendingException;
use crate::engine::{exception, output, zone};
use crate::scheduler::coroutine::cancel::interrupt;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject, current_object};
use crate::scheduler::coroutine::protect;
use crate::scheduler::coroutine::wait::{EventWait, Wait};
use crate::scheduler::event::waker;
use crate::scheduler::run::above::above;
use core::ptr;

/// Whether the current code may suspend.
#[inline]
pub fn may_suspend() -> bool {
    // SAFETY: the globals of a thread live as long as the thread.
    let in_scheduler_context = unsafe { *(*globals()).in_scheduler_context };
    !(in_scheduler_context | is_unwinding() | zone::active() | output::in_callback())
}

/// Whether the coroutine is in a section in which the API waits for nothing [core/ES-4].
#[inline]
fn refuses_waits() -> bool {
    let this = current_object();
    // SAFETY: it is null or alive.
    !this.is_null() && unsafe { (*this).flags.contains(CoroutineFlags::REFUSES_WAITS) }
}

/// Why the current code may not suspend.
#[cold]
fn refusal() -> &'static str {
    if refuses_waits() {
        "Cannot suspend a coroutine while a constant expression is evaluated: I/O blocks the process there"
    } else if is_unwinding() {
        "A coroutine cannot be stopped after a fatal error"
    } else if zone::active() {
        "Cannot suspend a coroutine while a file is being compiled, output is being written, or a function of an \
         extension runs that must not be left (async.io_modules_blocking)"
    } else {
        "Cannot suspend a coroutine inside an output callback"
    }
}

/// Throws why the current code may not suspend; `in_scheduler_context` is what is said there.
#[cold]
unsafe fn refuse(in_scheduler_context: &str) {
    // SAFETY: the globals of a thread live as long as the thread; PHP runs on this one.
    unsafe {
        let reason = if *(*globals()).in_scheduler_context { in_scheduler_context } else { refusal() };
        exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, reason);
    }
}

/// Throws what the wait ended with [abi/ABI-102].
#[inline]
unsafe fn deliver_error(coroutine: *mut CoroutineObject) {
    // SAFETY: on the stack of the coroutine, which is alive.
    unsafe {
        if let Some(error) = (*coroutine).take_error() {
            exception::throw(error);
        }
    }
}

/// Waits for the events of the current coroutine's waker [abi/ABI-113]. False with an exception.
///
/// # Safety
/// On the stack of the current coroutine, or where one may be launched. May suspend.
pub unsafe fn suspend() -> bool {
    // SAFETY: on the stack of the current coroutine, or of what `suspend_current` makes the main one; when that says true, one is current.
    unsafe {
        let pending = PendingException::take();
        if suspend_current() {
            deliver_error(current_object());
        }
        pending.put_back();
        exception::pending().is_null()
    }
}

/// False when it threw instead of waiting.
unsafe fn suspend_current() -> bool {
    // SAFETY: on the stack of the current coroutine, which the scheduler holds, and the waker is part of it.
    unsafe {
        if !may_suspend() || refuses_waits() {
            refuse("A coroutine cannot be stopped from the Scheduler context");
            forget_yield();
            return false;
        }
        if current_object().is_null() && !(above().launch)() {
            return false;
        }
        let this = current_object();
        let waker = &raw mut (*this).waker;
        if *(*waker).status == WakerStatus::Queued {
            // It was enqueued while it ran: a yield [abi/ABI-116].
            transition::enter_queue(this);
        }
        if !(*this).is_queued() {
            if !waker::has_events(waker) && *(*waker).status != WakerStatus::Waiting {
                waker::zend_async_waker_clean(&raw mut (*this).base);
                return true;
            }
            transition::begin_wait(this);
        }
        if waker::has_events(waker) {
            (*run_loop()).starting = this;
            let started = scheduler_context::within(|| waker::start_events(waker));
            (*run_loop()).starting = ptr::null_mut();
            if !started {
                waker::zend_async_waker_stop_events(waker);
                // A destructor may run meanwhile.
                let error = exception::take().into_nullable();
                waker::zend_async_waker_clean(&raw mut (*this).base);
                if let Some(error) = OwnedObject::from_nullable(error) {
                    exception::throw(error);
                }
                return false;
            }
            if *(*waker).status == WakerStatus::Result {
                waker::zend_async_waker_stop_events(waker);
                return true;
            }
        }
        if (*this).flags.contains(CoroutineFlags::CANCEL_LATER) {
            cancel_now(this);
        }
        switch::switch_away(this);
        transition::end_with_result(this);
        true
    }
}

/// The current coroutine was enqueued to yield, which was refused.
#[cold]
unsafe fn forget_yield() {
    let this = current_object();
    // SAFETY: the current coroutine is alive; in scheduler context it may be one that is being left, and is in the queue.
    unsafe {
        if !this.is_null() && !(*this).is_queued() && *(*this).waker.status == WakerStatus::Queued {
            transition::forget_wait(this);
        }
    }
}

/// The end of a light wait: `Err` holds a throwable that must be delivered.
pub type Woken = Result<(), OwnedObject>;

/// Parks the current coroutine until [`wake`] or a cancellation. For waits that keep their own registrations.
///
/// # Safety
/// In a coroutine, outside scheduler context and no-suspend zones.
#[inline(never)]
pub unsafe fn park() -> Woken {
    // SAFETY: in a coroutine, as the caller promises: it is alive, and its stack may be left.
    unsafe {
        let this = current_object();
        transition::begin_wait(this);
        wait_light(this)
    }
}

/// As [`park`], as part of its caller: a tenth less work, and one return less that the processor foresees wrongly because
/// the stack has changed. For what programs do most.
///
/// # Safety
/// As [`park`]; `this` is the current coroutine.
#[inline(always)]
pub unsafe fn park_here(this: *mut CoroutineObject) -> Woken {
    // SAFETY: `this` is the current coroutine, as the caller promises; the scheduler holds it while it waits.
    unsafe {
        transition::begin_wait(this);
        wait_light(this)
    }
}

/// Puts the current coroutine at the tail of the run queue and runs others [core/SU-1].
///
/// # Safety
/// As [`park`].
#[inline(never)]
pub unsafe fn yield_now() -> Woken {
    // SAFETY: where `park` may be called `yield_here` may be, too.
    unsafe { yield_here() }
}

/// To [`yield_now`] what [`park_here`] is to [`park`].
///
/// # Safety
/// As [`park`].
#[inline(always)]
pub unsafe fn yield_here() -> Woken {
    // SAFETY: in a coroutine, as the caller promises: it is alive and unfinished, so it may be queued.
    unsafe {
        let this = current_object();
        transition::queue(this);
        wait_light(this)
    }
}

#[inline(always)]
unsafe fn wait_light(this: *mut CoroutineObject) -> Woken {
    // SAFETY: `this` is the current coroutine and this its stack; the scheduler holds it while it waits.
    unsafe {
        if (*this).flags.contains(CoroutineFlags::CANCEL_LATER) {
            cancel_now(this);
        }
        if PendingException::exists() {
            switch_without_exception(this);
        } else {
            switch::switch_away(this);
        }
        transition::end_wait(this);
        if (*this).waker.error.is_null() { Ok(()) } else { failed(this) }
    }
}

/// A wait begins of a coroutine that was cancelled where it could not be interrupted: it ends as soon as it has begun.
#[cold]
unsafe fn cancel_now(this: *mut CoroutineObject) {
    // SAFETY: on the stack of the current coroutine, which is about to be left.
    unsafe {
        if let Some(cancellation) = protect::take_later(this) {
            interrupt(this, cancellation);
        }
    }
}

/// The wait has ended with an error.
#[cold]
unsafe fn failed(this: *mut CoroutineObject) -> Woken {
    // SAFETY: `this` is the coroutine that goes on here, and is alive.
    unsafe { (*this).take_error().map_or(Ok(()), Err) }
}

/// As [`switch::switch_away`] with an exception pending, which no other coroutine may find.
#[cold]
unsafe fn switch_without_exception(this: *mut CoroutineObject) {
    // SAFETY: `this` is the current coroutine and this its stack; what is pending waits on this frame meanwhile.
    unsafe {
        let pending = PendingException::take();
        switch::switch_away(this);
        pending.put_back();
    }
}

/// Whether the current code may suspend; throws the reason when not [core/SD-13].
///
/// # Safety
/// On the PHP thread.
#[inline]
pub unsafe fn check_may_suspend() -> bool {
    let may = may_suspend() && !refuses_waits();
    if !may {
        // SAFETY: on the PHP thread, as the caller promises.
        unsafe { refuse("The operation cannot be executed in the scheduler context") }
    }
    may
}

impl Wait {
    /// Parks the current coroutine in this wait until it is woken or cancelled.
    ///
    /// # Safety
    /// As [`park`].
    #[inline(never)]
    pub unsafe fn park(this: *const Wait) -> Woken {
        // SAFETY: the caller keeps the wait alive until this returns, and is in a coroutine that may be parked.
        unsafe { Wait::park_here(this, current_object()) }
    }

    /// As [`park`](Self::park), as part of its caller: see [`park_here`].
    ///
    /// # Safety
    /// As [`park_here`].
    #[inline(always)]
    pub unsafe fn park_here(this: *const Wait, coroutine: *mut CoroutineObject) -> Woken {
        // SAFETY: the caller keeps the wait alive until this returns, and it is forgotten before that, or in `abandon` if the
        // coroutine never comes back here.
        unsafe {
            (*coroutine).wait = this;
            let woken = park_here(coroutine);
            (*coroutine).wait = ptr::null();
            woken
        }
    }

    /// Wakes a coroutine that is parked in this very wait: not one that looks before it parks, or is in something else that code
    /// on its stack waits for meanwhile, such as a destructor.
    ///
    /// # Safety
    /// `coroutine` is alive.
    pub unsafe fn wake(this: *const Wait, coroutine: *mut CoroutineObject) {
        // SAFETY: the coroutine is alive, as this function demands; the wait is compared only.
        unsafe {
            if (*coroutine).wait == this {
                ready::wake(&raw mut (*coroutine).base);
            }
        }
    }
}

impl EventWait {
    /// As [`Wait::park`].
    ///
    /// # Safety
    /// As [`suspend::park`].
    #[inline]
    pub unsafe fn park(&self) -> Woken {
        // SAFETY: the wait is the start of what is borrowed until this returns.
        unsafe { Wait::park(&raw const self.wait) }
    }
}
