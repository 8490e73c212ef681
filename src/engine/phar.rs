//! PHP's phar wrapper behind a gate: every operation of it asks first, and tells when it is done.

use crate::engine::mirror::mirrored;

/// The answer to an operation that wants to begin; `enum true_async_passage` in shim_phar.c.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// It fails; an exception is pending.
    Refused,
    /// It begins, and nothing is to be told when it is done.
    Open,
    /// It begins.
    Entered,
}
mirrored!(enum Passage, Entered = 2);

/// Which gate; `enum true_async_phar_gate`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)] // The shim makes them.
pub enum Gate {
    Operation,
    /// Held as long as a stream is open for writing.
    Writer,
}
mirrored!(enum Gate, Writer = 1);

/// Asks. Told `true` for what must be done in any case, the answer is not [`Passage::Refused`].
pub type Enter = unsafe extern "C" fn(Gate, bool) -> Passage;
pub type Leave = unsafe extern "C" fn(Gate);

unsafe extern "C" {
    /// Puts the gate there, if there is such a wrapper. Idempotent.
    ///
    /// # Safety
    /// All modules have started, no user code has run.
    #[link_name = "true_async_wrap_phar"]
    pub fn wrap(enter: Enter, leave: Leave);
}
