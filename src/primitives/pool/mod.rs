//! Pools of resources, with a circuit breaker [primitives 5, primitives 6, abi/ABI-48, abi/ABI-165].
//!
//! ```text
//!      factory                                     destructor
//!         |                                             ^
//!         v      release        accepted                | rejected, or the pool is closed
//!       active ----------->  in transit  ------------>  |
//!         ^                       |
//!         |      acquire          v
//!         '--------------------  idle, oldest first
//! ```
//!
//! A resource that is being made, or that a hook looks at, is active already. One that is reported to the strategy or is
//! being destroyed is *in transit*: without an owner, but not gone, so its place is not free yet. Together idle, active
//! and in transit never exceed the maximum. A *place* is the right to one more active resource; those promised to waiters
//! (`WaitQueue`) and those in transit are taken. Freeing a place wakes the oldest waiter for it.
//!
//! Hooks, factory, destructor and strategy are PHP callables or C functions; each may suspend, throw, use the pool and
//! close it. What calls them takes resources out of the structure first and looks at the structure again afterwards.
//!
//! The structure is a plain event with its own counter. PHP code has a `PoolObject` on it, which owns one reference.

mod acquire;
mod close;
mod health;
mod hooks;
mod idle;
mod object;
mod release;
mod slots;

pub use acquire::{acquire, try_acquire};
pub use close::{close, discard};
pub use object::{PoolObject, report, wrap};
pub use release::release;
pub use slots::register;

use crate::abi::flags::CircuitState;
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{exception, object as engine_object, string};
use crate::primitives::wait_queue::WaitQueue;
use crate::reactor::TimerNode;
use crate::scheduler::{callbacks, event};
use core::mem::size_of;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use idle::Idle;

#[repr(C)]
pub struct ResourcePool {
    pub base: Pool,
    idle: Idle,
    /// Handed out, being made, or inside a hook.
    active: u32,
    in_transit: u32,
    waiters: WaitQueue,
    /// References of our own, made for the length of a call, among those of the event.
    holds: u32,
    /// How many of the idle ones, the oldest, the running health check has not looked at yet.
    unchecked: u32,
    /// A health check is queued or running.
    checking: bool,
    timer: TimerNode,
    interval_ns: u64,
}

static EXCEPTION: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

/// Tells which class is `Async\PoolException`. At MINIT.
pub fn set_exception_class(ce: *mut ClassEntry) {
    EXCEPTION.store(ce, Ordering::Relaxed);
}

/// A new `Async\PoolException`.
unsafe fn new_exception(message: &str) -> OwnedObject {
    // SAFETY: callers have a request; the class is set at MINIT and never goes.
    unsafe { exception::new_of_class(EXCEPTION.load(Ordering::Relaxed), message.as_bytes()) }
}

/// Throws an `Async\PoolException`.
///
/// # Safety
/// On the PHP thread with a request.
pub unsafe fn throw(message: &str) {
    // SAFETY: a request is active, as this function demands.
    unsafe { exception::throw(new_exception(message)) }
}

/// An empty pool without handlers and limits, one reference, with `extra` zeroed bytes behind it.
///
/// # Safety
/// A request is active.
pub unsafe fn new(extra: usize) -> *mut ResourcePool {
    // SAFETY: a request is active, as this function demands. The memory is fresh and zeroed, and zero is a valid start of
    // every other field.
    unsafe {
        let this: *mut ResourcePool = memory::allocate_zeroed(size_of::<ResourcePool>() + extra);
        let event = &mut (*this).base.event;
        event.ref_count = 1;
        event.extra_offset = if extra > 0 { size_of::<ResourcePool>() as u32 } else { 0 };
        event.add_callback = Some(callbacks::add);
        event.del_callback = Some(callbacks::zend_async_callbacks_remove);
        event.start = Some(event::nothing_to_do);
        event.stop = Some(event::nothing_to_do);
        event.dispose = Some(close::dispose);
        event.info = Some(info);
        (*this).waiters = WaitQueue::new();
        health::prepare(this);
        this
    }
}

/// The pool begins its life, with its handlers and limits set: makes the first resources [primitives/PO-2] and starts the
/// health check [primitives/PO-28]. False with an exception: it is to be discarded, with what was made [primitives/PO-3].
///
/// # Safety
/// A new pool. Runs PHP code; may suspend.
pub unsafe fn open(this: *mut ResourcePool, interval_ms: u32) -> bool {
    // SAFETY: the caller has the only reference, so the pool is alive while factories run PHP code; no borrow of it lives
    // across them.
    unsafe { (0..(*this).base.min_size).all(|_| acquire::add_idle(this)) && health::start(this, interval_ms) }
}

impl ResourcePool {
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.base.event.flags.contains(EventFlags::CLOSED)
    }

    #[inline]
    fn is_inactive(&self) -> bool {
        self.base.circuit_state == CircuitState::Inactive
    }

    #[inline]
    pub fn idle_count(&self) -> u32 {
        self.idle.len()
    }

    #[inline]
    pub fn active_count(&self) -> u32 {
        self.active
    }

    /// How many more may become active: negative after too many releases [primitives/PO-5].
    #[inline]
    fn places(&self) -> i64 {
        i64::from(self.base.max_size) - i64::from(self.active) - i64::from(self.taken())
    }

    /// Places that are taken without a resource that is lent.
    #[inline]
    fn taken(&self) -> u32 {
        self.waiters.reserved() + self.in_transit
    }

    /// Whether there may be one more resource.
    #[inline]
    fn may_grow(&self) -> bool {
        u64::from(self.idle.len()) + u64::from(self.active) + u64::from(self.in_transit) < u64::from(self.base.max_size)
    }

    /// An active resource is none any more. Too many releases do not count below zero [primitives/PO-20].
    #[inline]
    fn deactivate(&mut self) {
        self.active = self.active.saturating_sub(1);
    }

    /// Whether only its object refers to it, apart from calls that are under way.
    fn is_last(&self) -> bool {
        self.base.event.ref_count - self.holds <= 1
    }

    /// The oldest idle resource; the caller counts it as active.
    #[inline]
    fn take_idle(&mut self) -> Option<Zval> {
        self.unchecked = self.unchecked.saturating_sub(1);
        self.idle.pop()
    }

    pub fn state(&self) -> CircuitState {
        self.base.circuit_state
    }

    /// Wakes no waiter [primitives/CB-3].
    pub fn set_state(&mut self, state: CircuitState) {
        self.base.circuit_state = state;
    }
}

/// A place may be free: it is promised to the oldest waiter without one [primitives/PO-12].
#[inline]
unsafe fn wake_next(this: *mut ResourcePool) {
    // SAFETY: callers have a living pool; its waiters are coroutines, which become ready but do not run here.
    unsafe {
        if !(*this).waiters.is_empty() && (*this).places() > 0 {
            WaitQueue::reserve_next(&raw mut (*this).waiters);
        }
    }
}

/// After a fatal error: those that had resources, were making some or waited for one do not exist any more. What is idle stays.
///
/// # Safety
/// A living pool; no coroutine of before the error runs again.
pub unsafe fn forget_users(this: *mut ResourcePool) {
    // SAFETY: the pool is alive, as this function demands. Those that stood in the queue are not touched.
    unsafe {
        (*this).waiters = WaitQueue::new();
        (*this).active = 0;
        (*this).in_transit = 0;
        (*this).unchecked = 0;
        (*this).checking = false;
    }
}

/// Replaces the strategy, null removes it; the new one gets a reference of its own [primitives/CB-4]. May run a destructor.
///
/// # Safety
/// The caller holds the pool; `strategy` implements `CircuitBreakerStrategy`.
pub unsafe fn set_strategy(this: *mut ResourcePool, strategy: *mut Object) {
    // SAFETY: the old one is released when the new one is in place. A C strategy belongs to the C code.
    unsafe {
        if !strategy.is_null() {
            engine_object::add_ref(strategy);
        }
        let base = &raw mut (*this).base;
        let was_internal = (*base).handler_flags.contains(PoolHandlers::STRATEGY_INTERNAL);
        let old = ptr::replace(&raw mut (*base).strategy.object, strategy);
        (*base).handler_flags.remove(PoolHandlers::STRATEGY_INTERNAL);
        if !was_internal {
            engine_object::release(old);
        }
    }
}

/// Keeps the pool for the length of a call; the caller's reference may go meanwhile.
///
/// # Safety
/// The pool is alive; paired with [`release_reference`].
unsafe fn hold(this: *mut ResourcePool) {
    // SAFETY: the pool is alive, as this function demands, and has a reference more from now on.
    unsafe {
        (*this).holds += 1;
        event::add_ref(&raw mut (*this).base.event);
    }
}

/// The counterpart of [`hold`]. May be the end of the pool.
///
/// # Safety
/// Held.
unsafe fn release_reference(this: *mut ResourcePool) {
    // SAFETY: `hold` has given the caller a reference, as this function demands, so the pool is alive until the last line.
    unsafe {
        (*this).holds -= 1;
        event::release(&raw mut (*this).base.event);
    }
}

/// The pool in reports [primitives/CM-15]. What is in transit keeps a place as a reservation does.
unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: asked while the pool is alive, whose event is its start; making a string runs no PHP code, so nothing changes
    // while it is borrowed.
    unsafe {
        let this = &*event.cast::<ResourcePool>();
        let (idle, active, reserved, max) = (this.idle.len(), this.active, this.taken(), this.base.max_size);
        string::new(&format!("Pool(idle={idle}, active={active}, reserved={reserved}, max={max})"))
    }
}
