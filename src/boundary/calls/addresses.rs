//! Tables by address.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

/// Addresses differ in their middle bits; nothing better is needed.
#[derive(Default)]
pub struct Address(u64);

impl Address {
    /// For tables that are made at compile time.
    pub const BUILD: BuildHasherDefault<Address> = BuildHasherDefault::new();
}

impl Hasher for Address {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_usize(&mut self, value: usize) {
        self.0 = (value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(29);
    }
}

pub type Addresses<T> = HashMap<usize, T, BuildHasherDefault<Address>>;
