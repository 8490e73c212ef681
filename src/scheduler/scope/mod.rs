//! Scopes: groups of coroutines and child scopes [core 13.1, core 14, abi/ABI-43, abi/ABI-134 to ABI-138].
//!
//! ```text
//!   Async\Scope (object.rs) <--weak--> ScopeObject (structure.rs) --- coroutines, a list in spawn order
//!                                        |  parent, children (tree.rs)
//!                                        |  exception handlers (failure.rs), finally handlers (finally.rs)
//!                                        |  what it owns (owned.rs)
//! ```
//!
//! Structure and PHP object live independently: the end of the object closes the scope (close.rs), the structure is
//! released (release.rs) when its last coroutine has left. Whether a scope is *occupied*, that is, holds a coroutine in
//! itself or in a scope below, is counted and never searched for: every question below is answered from it.

mod close;
mod failure;
pub mod finally;
mod link;
mod make;
mod members;
pub mod object;
pub mod owned;
pub(in crate::scheduler) mod provided;
mod questions;
mod release;
pub(in crate::scheduler) mod structure;
pub(in crate::scheduler) mod throw;
pub mod timeout;
mod tree;
pub mod wait;

pub use close::{cancel_all, close};
pub(in crate::scheduler) use failure::catch_failure;
pub use failure::{HandlerKind, keep_failures, offer, set_handler};
pub use make::new;
pub(in crate::scheduler) use members::initialise;
pub use members::{new_scope, remove};
pub use questions::{has_children, has_unfinished, is_finished, is_occupied};
pub use release::{add_finally, give_back};
pub(in crate::scheduler) use release::{after_fatal_error, forget_coroutines, release_main, reopen_main};
pub(in crate::scheduler) use structure::set_scheduler_scope;
pub use structure::{ScopeObject, current, refuse};
pub(in crate::scheduler) use timeout::forget_all as forget_alarms;
