//! Floor 3: the scheduler. Coroutines, their stacks, the run queue, wakers, scopes, the end of a request.
//!
//! Rooms, and their files in the order things happen:
//!
//! ```text
//!   request/    launch turns the running script into the main coroutine; drain lets all come to their end; deadlock
//!               resolves what can never end by itself
//!   scope/      owners of coroutines
//!   coroutine/  spawn makes coroutines and queues them; finish ends them; cancel
//!   event/      what can be waited for, and the waker that keeps a wait
//!   run/        ready puts into the queue; suspend leaves; switch moves control; stacks
//! ```
//!
//! A room's structures lie below what all rooms do with them: `coroutine/object.rs`, `scope/structure.rs`, `run/run_loop.rs`,
//! `run/phase.rs`. What runs below calls what lies above it through `run/above.rs`. State of a thread is kept by the file whose it is.

pub mod coroutine;
pub mod event;
pub mod list;
mod request;
mod run;
pub mod scope;

pub use coroutine::blocking::must_block;
pub use coroutine::first_cancellation::FirstCancellation;
pub use coroutine::object::{current, current_object, unseen_cancellation};
pub use coroutine::{CoroutineObject, each as each_coroutine};
pub use coroutine::{blocking, fiber, protect};
pub use event::{callbacks, subscription, waker, waker_callbacks, waker_state};
pub use request::alive::{only_main_is_alive, others_than_main};
pub use request::deadlock::declared as deadlocks;
pub use request::drain::{request_shutdown, request_startup};
pub use request::register::register;
pub use request::{at_end, collect, escape, interrupts, launch, outside, shutdown, stats};
pub use run::overflow::remove as module_shutdown;
pub use run::prefetch::prefetch_lines;
pub use run::ready::wake;
pub use run::run_loop::{generation, switches};
pub use run::suspend::{park, yield_now};
pub use run::switch::reactor_tick;
pub use run::{event_loop, large_stack, microtask, overflow, scheduler_context, switch_handlers};

/// Waiting, and ending the waits of others.
pub mod resume {
    pub use super::coroutine::cancel::cancel;
    pub use super::run::ready::{fail, resume, wake};
    pub use super::run::suspend::{Woken, check_may_suspend, may_suspend, suspend, yield_here};
}

/// What a parked coroutine waits for.
pub mod wait {
    pub use super::coroutine::wait::{Awaited, EventWait, Visit, Wait};
    pub use super::event::awaited::visit_inner;
}

/// Making coroutines.
pub mod spawn {
    pub use super::coroutine::spawn::{prepare, spawn_call, spawn_internal, spawn_task};
    pub use super::scope::provided::spawn_provided;
}

/// Finally handlers.
pub mod finally {
    pub use super::coroutine::handlers::{Handlers, add, free, report};
    pub use super::scope::finally::start_in_turn;
}

/// After a fatal error.
pub mod unwind {
    pub use super::run::run_loop::is_unwinding as is_active;
}

/// Frees what outlives requests: PHP ends on this thread.
///
/// # Safety
/// No request is active on this thread.
#[cfg(php_zts)]
pub unsafe fn thread_end() {
    // SAFETY: every execution on the slabs is idle or abandoned.
    unsafe {
        overflow::thread_end();
        run::executions::thread_end();
    }
}
