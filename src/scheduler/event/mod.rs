//! Events: who is told of them, and what a coroutine that waits keeps.

pub mod reference;
pub use reference::*;
pub mod callbacks;
pub mod subscription;
pub mod wait;
pub mod waker;
pub mod waker_callbacks;
pub mod waker_state;
