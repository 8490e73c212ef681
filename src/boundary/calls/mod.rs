//! What is known of the calls under way.

pub mod addresses;
