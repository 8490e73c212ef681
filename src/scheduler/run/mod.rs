//!

pub(in crate::scheduler) mod context;
pub(in crate::scheduler) mod heartbeat;
#[cfg(hop)]
pub(in crate::scheduler) mod hop;
pub mod large_stack;
pub mod microtask;
pub mod overflow;
pub(in crate::scheduler) mod queue;
pub mod resume;
pub(in crate::scheduler) mod stack;
pub(in crate::scheduler) mod switch;
pub(in crate::scheduler) mod switch_handlers;
