//! No-suspend zones: sections of engine code that must not be left by a stack switch, because they use state that has
//! to nest strictly (the compiler, half-written output).
//!
//! Nothing can switch while a zone is active, so one counter per thread serves all coroutines.

use super::per_thread::per_thread;

per_thread!(static DEPTH: u32 = 0);

pub fn enter() {
    DEPTH.set(DEPTH.get() + 1);
}

pub fn leave() {
    DEPTH.with(|depth| depth.set(depth.get().saturating_sub(1)));
}

/// Whether suspending is forbidden here.
#[inline]
pub fn active() -> bool {
    DEPTH.with(|depth| depth.get() != 0)
}

/// A bailout jumped out of every zone.
pub fn reset() {
    DEPTH.set(0);
}
