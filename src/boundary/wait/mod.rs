//! Waiting in a hook: the only place where C code is left in the middle.
//!
//! ```text
//!   hook.rs       what a hook may do, and the wait for one descriptor    any.rs        for several descriptors
//!   job.rs        for a worker thread                                    opener.rs     for the peer of a FIFO
//!   disk.rs       for the disk                                           sending.rs    nothing is sent behind a cancellation
//!   suspend.rs    the switch itself                                      slice.rs      giving way without a wait
//!   attempt.rs    code that must neither be left nor block               interrupt.rs  ending a system call that blocks
//!   descriptor.rs what waits ask of a descriptor, and the end of a connection
//!   sim.rs        what a simulated kernel does
//! ```

mod any;
pub mod attempt;
pub mod descriptor;
pub mod disk;
mod frame;
mod hook;
pub mod interrupt;
mod job;
pub mod opener;
mod sending;
pub mod sim;
mod slice;
pub mod suspend;

pub use crate::engine::errno::*;
pub use any::{SignalWatch, wait_any};
pub use frame::*;
pub use hook::*;
pub use job::run_job;
pub use sending::refuses_to_send;
pub use slice::{
    give_way, hooks_run, is_due, is_over, is_slice_over, looked, looks_in_vain, may_attempt_at_once, pass_over, slice,
    slice_of_transfer,
};
