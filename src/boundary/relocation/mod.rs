//! Redirecting calls to our hooks: `relocations.rs` finds the slots of a mapped object, `got.rs` overwrites them.

pub mod got;
pub mod relocations;
