//! Connections of pgsql that are being freed. That may wait for answers that are outstanding, and others run meanwhile: `pg_connect()`
//! would give them a connection that PHP still finds by the text it was opened with.

use crate::boundary::exclusion::gate;
use crate::boundary::wait;
use crate::engine::entry::{Call, Handler};
use crate::engine::per_thread::per_thread;
use crate::scheduler;

// The scheduler's generation, and how many connections are being freed.
per_thread!(static BEING_FREED: (u32, usize) = (0, 0));

fn being_freed() -> usize {
    let (generation, count) = BEING_FREED.get();
    // After a fatal error those of the generation before stay as they are.
    if generation == scheduler::generation() { count } else { 0 }
}

/// Frees a connection, which waits for answers that are outstanding.
///
/// # Safety
/// In coroutine context.
pub unsafe fn freeing(free: impl FnOnce()) {
    BEING_FREED.set((scheduler::generation(), being_freed() + 1));
    free();
    BEING_FREED.set((scheduler::generation(), being_freed().saturating_sub(1)));
    // SAFETY: a PHP thread with a request.
    unsafe { gate::tell_watchers() }
}

/// Calls `pg_connect()` when none is being freed.
///
/// # Safety
/// A live call that has not begun, and the function.
pub unsafe fn connect(call: Call, next: Handler) {
    // SAFETY: a live call that has not begun, as this function demands; it waits where suspending is allowed.
    unsafe {
        while being_freed() > 0 {
            if !wait::may_suspend() {
                return gate::refuse("pgsql");
            }
            if let Err(cancellation) = gate::watch() {
                return wait::raise(cancellation);
            }
        }
        next(call.frame(), call.result());
    }
}
