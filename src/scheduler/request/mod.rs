//! A request: the launch of its scheduler, what serves it as a whole, and its end.

pub mod at_end;
pub(in crate::scheduler) mod autoload;
pub mod collect;
pub(in crate::scheduler) mod deadlock;
pub mod escape;
pub mod interrupts;
pub mod launch;
pub mod outside;
pub(in crate::scheduler) mod relay;
pub(in crate::scheduler) mod run_out;
pub mod shutdown;
pub mod stats;
pub mod unwind;
