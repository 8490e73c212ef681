#![deny(clippy::undocumented_unsafe_blocks)]
pub mod abi;
pub mod engine;
pub mod scheduler;
