//! Coroutines: the object (`object.rs` and what it points at), what is asked of it, and its life from spawn to end.

pub mod blocking;
pub(in crate::scheduler) mod body;
pub(in crate::scheduler) mod cancel;
pub(in crate::scheduler) mod class;
pub(in crate::scheduler) mod description;
pub mod fiber;
pub(in crate::scheduler) mod finish;
pub mod first_cancellation;
pub(in crate::scheduler) mod flags;
pub(in crate::scheduler) mod handlers;
pub(in crate::scheduler) mod handoff;
pub(in crate::scheduler) mod internal_context;
pub(in crate::scheduler) mod make;
pub mod object;
pub(in crate::scheduler) mod place;
pub mod protect;
pub mod spawn;
pub(in crate::scheduler) mod unfinished;
pub mod wait;

pub use class::initialise;
pub use object::{CoroutineObject, from_object, to_object};
pub use unfinished::each;
pub(in crate::scheduler) use unfinished::each_once;
