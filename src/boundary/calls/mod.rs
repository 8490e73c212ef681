//! What is known of the calls under way. Nothing here waits: a wait in a hook asks these files before it begins, and tells
//! them when it leaves C code in the middle.
//!
//! ```text
//!   connection.rs           what a wrapped function is called on             in_use.rs    what C code is left in the middle of
//!   call_stack.rs           the calls that a coroutine is in the middle of   gates.rs     which gates are held, and by which coroutine
//!   cancellation_repair.rs  a cancelled call ends with the cancellation      closes.rs    connections that are being closed
//!   addresses.rs            tables by address                                hidden.rs    streams that are being closed
//!   held_locks.rs           locks of libraries, and which coroutine holds them
//!   file_calls.rs           calls that may be left while the disk works
//!   interrupted.rs          connections in whose calls a coroutine was cancelled or broken off
//!   unused_pair.rs          sockets that libcurl would make in a call, and not use
//! ```

pub mod addresses;
pub mod call_stack;
pub mod callbacks;
pub mod cancellation_repair;
pub mod closes;
pub mod connection;
pub mod file_calls;
pub mod gates;
pub mod held_locks;
pub mod hidden;
pub mod in_use;
pub mod interrupted;
pub mod unused_pair;

/// What a gate protects or a call uses, by its address. 0 stands for nothing.
pub type Key = usize;
