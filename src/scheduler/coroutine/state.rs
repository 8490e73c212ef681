//! What a coroutine is in: the bits of `CoroutineObject::state`.

/// In the run queue.
pub const QUEUED: u32 = 1;
/// Counted in the table of unfinished coroutines.
pub const REGISTERED: u32 = 2;
/// Counted as active.
pub const ACTIVE: u32 = 4;
/// Its waits are to be withdrawn when scheduler context is left.
pub const CLEANUP: u32 = 8;
/// Runs finally handlers: it is not cancelled before it has started.
pub const MUST_RUN: u32 = 32;
/// Walks a Traversable on behalf of a coroutine that waits: as long as that one is not interrupted, it is not
/// cancelled before it has started.
pub const WALKS: u32 = 512;
/// Was put at the front of the run queue (SD-3).
pub const HIGH_PRIORITY: u32 = 256;
/// Its exception has reached whoever drove its Fiber (FI-6), or the group whose task it is.
pub const DELIVERED: u32 = 64;
/// Counted among the zombies of its scope.
pub const ZOMBIE: u32 = 128;
/// An exception nobody has seen is kept in it (EH-4a).
pub const KEEPS_EXCEPTION: u32 = 16;
/// `exit` in a Fiber that it drives ends everything, also if it is main (SH-14).
pub const EXITS_ALL: u32 = 4096;
/// A cancellation was thrown into it, or is about to be.
pub const INTERRUPTED: u32 = 1024;
/// What is stored in its waker is, or holds, a cancellation that has not been thrown yet (CN-11), or an error that no
/// cancellation replaces.
pub const CANCELLATION_STORED: u32 = 2048;
/// `deferred` is thrown at its next wait.
pub const CANCEL_LATER: u32 = 8192;
