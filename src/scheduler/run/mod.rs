//! What runs: stacks, the queue of those that are ready, and how control moves between them.

pub(in crate::scheduler) mod above;
pub(in crate::scheduler) mod draw;
pub mod event_loop;
pub(in crate::scheduler) mod execution;
pub(in crate::scheduler) mod executions;
pub(in crate::scheduler) mod heartbeat;
#[cfg(hop)]
pub(in crate::scheduler) mod hop;
pub mod large_stack;
pub(in crate::scheduler) mod main_stack;
pub mod microtask;
pub mod overflow;
pub(in crate::scheduler) mod phase;
pub(in crate::scheduler) mod prefetch;
pub(in crate::scheduler) mod queue;
pub(in crate::scheduler) mod ready;
pub(in crate::scheduler) mod run_loop;
pub mod scheduler_context;
pub(in crate::scheduler) mod stack;
pub(in crate::scheduler) mod suspend;
pub(in crate::scheduler) mod switch;
pub mod switch_handlers;
