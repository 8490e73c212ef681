//! Attempts: C code runs that must not be left in the middle and must not block, OpenSSL for instance. Hooks that would
//! wait fail with `EAGAIN`, as for a non-blocking descriptor, and remember what they would have waited for; no call gives
//! way. The code that made the attempt waits, outside of that code, and makes it again.

use crate::engine::per_thread::per_thread;

per_thread!(static UNDER_WAY: bool = false);
// Events of the watches.
per_thread!(static WANTED: u32 = 0);
per_thread!(static NOTICED: bool = false);

/// Makes an attempt. Returns what would have been waited for as well, 0 for nothing.
///
/// Only where hooks wait ([`hooks_wait`](super::hook::hooks_wait)): elsewhere they block. The code runs PHP code only after
/// [`end`].
#[inline]
pub fn make<R>(code: impl FnOnce() -> R) -> (R, u32) {
    WANTED.set(0);
    UNDER_WAY.set(true);
    let result = code();
    end();
    (result, WANTED.get())
}

/// PHP code is about to run in the middle of an attempt: hooks wait again.
#[inline]
pub fn end() {
    UNDER_WAY.set(false);
}

/// Whether an attempt is under way. Asked by hooks of the PHP thread.
#[inline]
pub fn under_way() -> bool {
    UNDER_WAY.get()
}

/// A hook runs in an attempt.
#[inline]
pub fn notice() {
    NOTICED.set(true);
}

/// Whether a hook has run in an attempt since this was asked the last time.
pub fn was_noticed() -> bool {
    NOTICED.replace(false)
}

/// A hook of an attempt would have waited.
pub fn want(events: u32) {
    WANTED.with(|wanted| wanted.set(wanted.get() | events));
}
