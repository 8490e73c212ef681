//! A request: the launch of its scheduler, what serves it as a whole, and its end.

pub(in crate::scheduler) mod abandon;
pub(in crate::scheduler) mod alive;
pub mod at_end;
pub(in crate::scheduler) mod autoload;
pub mod collect;
pub(in crate::scheduler) mod deadlock;
pub(in crate::scheduler) mod drain;
pub mod escape;
pub mod interrupts;
pub mod launch;
pub mod outside;
pub(in crate::scheduler) mod register;
pub mod shutdown;
pub mod stats;
mod table;
pub mod unwind;
