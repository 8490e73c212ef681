//! Taking a resource: an idle one, a new one, or a wait for what others give back [primitives/PO-6 to PO-16].

use super::hooks::{self, Check};
use super::{ResourcePool, throw, wake_next};
use crate::abi::{AsyncClass, Zval};
use crate::engine::exception;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::reactor::{self, TimerNode};
use crate::scheduler::{current_object, launch, resume};
use core::mem::offset_of;
use core::ptr;

const NS_PER_MS: u64 = 1_000_000;

/// How the attempt to use a place went.
enum Attempt {
    /// A resource is in the caller's hands.
    Got,
    /// An idle resource was rejected and destroyed; its place is the caller's.
    Rejected,
    /// Nothing is idle, and there may not be more.
    Nothing,
    /// An exception is pending.
    Failed,
}

/// Waits until there is a resource and puts it into `result`, for the caller to own. `timeout_ms` above 0 bounds each wait.
/// False with an exception.
///
/// # Safety
/// A held pool. Runs PHP code; may suspend. `result` holds nothing.
#[inline]
pub unsafe fn acquire(this: *mut ResourcePool, timeout_ms: i64, result: *mut Zval) -> bool {
    // SAFETY: the pool is looked at afresh after everything that may have run PHP code.
    unsafe {
        // Called from plain top-level code: the scheduler starts by itself [primitives/CM-3].
        if current_object().is_null() && !launch::launch() {
            return false;
        }
        let mut promised = false;
        loop {
            if !may_serve(this, promised) {
                return false;
            }
            if promised || (*this).places() > 0 {
                match attempt(this, result) {
                    Attempt::Got => return true,
                    Attempt::Failed => return false,
                    Attempt::Rejected => {
                        promised = true;
                        continue;
                    }
                    Attempt::Nothing => {}
                }
            }
            match wait(this, timeout_ms) {
                Ok(reserved) => promised = reserved,
                Err(()) => return false,
            }
        }
    }
}

/// As [`acquire`] where that needs no wait for others; otherwise false without an exception [primitives/PO-16].
///
/// # Safety
/// As [`acquire`].
pub unsafe fn try_acquire(this: *mut ResourcePool, result: *mut Zval) -> bool {
    // SAFETY: the caller holds the pool, as `acquire` demands, too; it is looked at afresh after everything that may have
    // run PHP code.
    unsafe {
        let mut promised = false;
        while !(*this).is_closed() && !(*this).is_inactive() && (promised || (*this).places() > 0) {
            match attempt(this, result) {
                Attempt::Got => return true,
                Attempt::Failed | Attempt::Nothing => return false,
                Attempt::Rejected => promised = true,
            }
        }
        if promised {
            wake_next(this);
        }
        false
    }
}

/// Steps 1 and 2 of `acquire()`: a caller that was promised a place and leaves passes it on
/// [primitives/PO-6, primitives/PO-14].
#[inline]
unsafe fn may_serve(this: *mut ResourcePool, promised: bool) -> bool {
    // SAFETY: the caller of `acquire` holds the pool, and a request is active; throwing is the last that happens.
    unsafe {
        if (*this).is_closed() {
            throw("Pool is closed");
            return false;
        }
        if (*this).is_inactive() {
            if promised {
                wake_next(this);
            }
            let message = "Service is unavailable (circuit breaker is open)";
            exception::throw_new(AsyncClass::EXCEPTION_SERVICE_UNAVAILABLE, message);
            return false;
        }
        true
    }
}

/// Step 3 of `acquire()`, for a caller that may use a place [primitives/PO-6].
#[inline]
unsafe fn attempt(this: *mut ResourcePool, result: *mut Zval) -> Attempt {
    // SAFETY: the caller of `acquire` holds the pool, also while hooks and factory run PHP code; what is taken out of it is
    // the caller's at once.
    unsafe {
        if let Some(resource) = (*this).take_idle() {
            (*this).active += 1;
            if (*this).has(Check::BeforeAcquire) {
                return offer(this, resource, result);
            }
            result.write(resource);
            return Attempt::Got;
        }
        if !(*this).may_grow() {
            return Attempt::Nothing;
        }
        (*this).active += 1;
        match hooks::make(this) {
            Ok(resource) => {
                result.write(resource);
                Attempt::Got
            }
            Err(error) => {
                (*this).deactivate();
                wake_next(this);
                throw_failure(error);
                Attempt::Failed
            }
        }
    }
}

/// An idle resource before it is handed out [primitives/PO-8]. Takes it over.
unsafe fn offer(this: *mut ResourcePool, resource: Zval, result: *mut Zval) -> Attempt {
    // SAFETY: the caller of `acquire` holds the pool while the hook runs; the resource, taken over, is in `result` or
    // destroyed.
    unsafe {
        let mut resource = resource;
        let answer = hooks::ask(this, Check::BeforeAcquire, &raw mut resource);
        if answer.accepted {
            result.write(resource);
            return Attempt::Got;
        }
        (*this).deactivate();
        // The destructor may suspend.
        let kept = answer.kept.into_nullable();
        let Some(error) = hooks::join(hooks::destroy(this, resource), OwnedObject::from_nullable(kept)) else {
            return Attempt::Rejected;
        };
        // The rejected resource is gone although its destructor threw: its place is for the next waiter [primitives/PO-10].
        wake_next(this);
        exception::throw(error);
        Attempt::Failed
    }
}

/// Throws what a factory failed with, if it did say [primitives/PO-9].
unsafe fn throw_failure(error: Option<OwnedObject>) {
    // SAFETY: callers have a request, and hand over the exception that they own, if there is one.
    unsafe {
        match error {
            None => throw("Failed to create pool resource"),
            Some(error) => exception::throw(error),
        }
    }
}

/// Makes one resource and leaves it idle, also if there are enough. False with an exception.
///
/// # Safety
/// As [`acquire`].
pub(super) unsafe fn add_idle(this: *mut ResourcePool) -> bool {
    // SAFETY: the caller holds the pool, as this function demands; the resource counts while it is being made
    // [primitives/PO-7], and whether the pool is closed is asked after that.
    unsafe {
        (*this).active += 1;
        let made = hooks::make(this);
        (*this).deactivate();
        match made {
            Ok(resource) if (*this).is_closed() => {
                let error = hooks::destroy(this, resource);
                let is_destroyed = error.is_none();
                hooks::throw(error);
                is_destroyed
            }
            Ok(resource) => {
                (*this).idle.push(resource);
                true
            }
            Err(error) => {
                throw_failure(error);
                false
            }
        }
    }
}

/// A coroutine in the queue of a pool, perhaps with a limit to its patience.
#[repr(C)]
struct Patience {
    waiter: Waiter,
    timer: TimerNode,
    expired: bool,
}

/// Step 4 of `acquire()`: parks until there is a place, for which the coroutine may hold a reservation. `Err` with an
/// exception [primitives/PO-6].
unsafe fn wait(this: *mut ResourcePool, timeout_ms: i64) -> Result<bool, ()> {
    // SAFETY: the waiter is out of the queue and its timer not armed before the frame ends. The call holds the pool.
    unsafe {
        if !resume::check_may_suspend() {
            return Err(());
        }
        let waiter = Waiter::current(&raw mut (*this).base.event);
        let mut patience = Patience { waiter, timer: TimerNode::new(expire), expired: false };
        if timeout_ms > 0 {
            let limit = (timeout_ms as u64).saturating_mul(NS_PER_MS);
            reactor::timer::start_node(&raw mut patience.timer, reactor::now_ns().saturating_add(limit));
        }
        let parked = WaitQueue::park(&raw mut (*this).waiters, &raw mut patience.waiter);
        reactor::timer::stop_node(&raw mut patience.timer);
        let error = match parked.woken {
            Err(error) => error,
            // Changed by the timer.
            Ok(()) if ptr::read_volatile(&raw const patience.expired) => {
                exception::new(AsyncClass::EXCEPTION_TIMEOUT, "Operation has been cancelled by timeout")
            }
            Ok(()) => return Ok(parked.reserved),
        };
        if parked.reserved {
            wake_next(this);
        }
        exception::throw(error);
        Err(())
    }
}

/// The time limit of a waiter: the exception is made when its coroutine runs [primitives/PO-11]. One that was woken and has
/// not run yet keeps its reservation until then.
unsafe fn expire(node: *mut TimerNode) {
    // SAFETY: an armed node is part of a `Patience` on the stack of a parked coroutine, which stops it before that frame
    // ends; waking does not switch.
    unsafe {
        let patience = node.byte_sub(offset_of!(Patience, timer)).cast::<Patience>();
        (*patience).expired = true;
        let waiter = &raw mut (*patience).waiter;
        if (*waiter).is_queued() && !(*waiter).is_reserved() {
            Waiter::wake(waiter);
        }
    }
}
