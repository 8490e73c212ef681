//! Redirecting calls to our hooks: `relocations.rs` finds the slots of a mapped object, `got.rs` overwrites them,
//! `shared.rs` knows when that is to be done again.

pub mod got;
pub mod relocations;
pub mod shared;
