//! Coroutines: the object, and its life from spawn to end.

pub mod object;
pub use object::*;
pub mod blocking;
pub mod fiber;
pub mod finally;
pub(in crate::scheduler) mod finish;
pub(in crate::scheduler) mod internal_context;
pub mod protect;
pub mod spawn;
pub(in crate::scheduler) mod state;
