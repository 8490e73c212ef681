//! The event loop, as the scheduler uses it. The reactor above fills it in.

use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

/// Called on the PHP thread.
pub struct EventLoop {
    /// Starts it for a request. False with an exception.
    pub startup: unsafe fn() -> bool,
    /// One turn in scheduler context; with true it waits for nothing.
    pub turn: unsafe fn(no_wait: bool),
    /// Stops it; everything that it watches is forgotten. Idempotent.
    pub shutdown: unsafe fn(),
    /// How many of the active events are there for coroutines only: where no coroutine is left they prolong nothing.
    pub lone: unsafe fn() -> u32,
    /// Whether a turn that waits has something to wait for. An active event may have nothing behind it: a handle that was
    /// started and reads nothing, a task that was never queued.
    pub can_happen: unsafe fn() -> bool,
}

static EVENT_LOOP: AtomicPtr<EventLoop> = AtomicPtr::new(ptr::null_mut());

/// At MINIT.
pub fn set(event_loop: &'static EventLoop) {
    EVENT_LOOP.store(ptr::from_ref(event_loop).cast_mut(), Ordering::Relaxed);
}

#[inline]
pub fn event_loop() -> &'static EventLoop {
    // SAFETY: set at module start, before anything runs; never null or changed from then on.
    unsafe { &*EVENT_LOOP.load(Ordering::Relaxed) }
}
