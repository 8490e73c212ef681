//! Fields of the shared structures that every floor reads and one file writes.

use core::ops::Deref;

/// A field that is read as `*field`, and that assignments outside of this floor cannot change. Two files of the scheduler write such
/// fields, through [`place`](Self::place): `run/run_loop/transition.rs` and `run/scheduler_context.rs` (`scripts/floors.php` checks it).
/// To C code it is a plain `T`.
#[repr(transparent)]
pub struct ReadOnly<T>(T);

impl<T> ReadOnly<T> {
    pub(in crate::abi) const fn new(value: T) -> ReadOnly<T> {
        ReadOnly(value)
    }

    /// Where the value lies, to be written.
    ///
    /// # Safety
    /// Named by the writer of the field alone, and `this` is alive.
    #[inline(always)]
    pub unsafe fn place(this: *mut ReadOnly<T>) -> *mut T {
        this.cast()
    }
}

impl<T> Deref for ReadOnly<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}
