//! Events: what is told of them, and what a coroutine that waits keeps.

pub mod awaited;
pub mod callbacks;
pub mod coroutine_callbacks;
mod embed;
pub mod reference;
pub mod subscription;
mod trigger;
pub mod waker;
pub mod waker_callbacks;
pub mod waker_state;

pub use crate::scheduler::coroutine::description::mark_used;
pub use coroutine_callbacks::order_waits;
pub use embed::embed;
pub use reference::{EMPTY, add_ref, from_object, index_of, mark_token, needs_no_start, nothing_to_do, release};
