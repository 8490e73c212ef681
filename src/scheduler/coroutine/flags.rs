//! What a coroutine is in, beyond the flags of its event that C code sees.

use bitflags::bitflags;

bitflags! {
    /// No flag is what a new coroutine has.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct CoroutineFlags: u32 {
        /// In the run queue.
        const QUEUED = 1 << 0;
        /// Counted in the table of unfinished coroutines.
        const REGISTERED = 1 << 1;
        /// Counted as active.
        const ACTIVE = 1 << 2;
        /// Its waits are to be withdrawn when scheduler context is left.
        const CLEANUP = 1 << 3;
        /// An exception that has reached no handler is kept in it [core/EH-4a].
        const KEEPS_EXCEPTION = 1 << 4;
        /// Runs finally handlers: it is not cancelled before it has started.
        const MUST_RUN = 1 << 5;
        /// Its exception has reached the coroutine that drove its Fiber [core/FI-6], or the group whose task it is.
        const DELIVERED = 1 << 6;
        /// Counted among the zombies of its scope.
        const ZOMBIE = 1 << 7;
        /// Was put at the front of the run queue [core/SD-3].
        const HIGH_PRIORITY = 1 << 8;
        /// Iterates on behalf of a coroutine that waits: as long as that one is not interrupted, it is not cancelled before it
        /// has started.
        const ITERATES_FOR_WAITER = 1 << 9;
        /// A cancellation was thrown into it, or is about to be.
        const INTERRUPTED = 1 << 10;
        /// What is stored in its waker is, or holds, a cancellation that has not been thrown yet [core/CN-11], or an error that no
        /// cancellation replaces.
        const CANCELLATION_STORED = 1 << 11;
        /// `exit` in a Fiber that it drives ends everything, also if it is main [core/SH-14].
        const EXITS_ALL = 1 << 12;
        /// `deferred` is thrown at its next wait, unless it is in a section that is still open.
        const CANCEL_LATER = 1 << 13;
        /// It was cancelled before it was enqueued, and that has queued it: the reference of its creation is still its creator's.
        const CREATOR_HOLDS = 1 << 14;
        /// Its subscribers were told how it ended: one that comes now is told at once.
        const TOLD = 1 << 15;
        /// There was no stack to start on, or no room for one.
        const NO_STACK = 1 << 16;
        /// It was in no scope when its cancellation queued it: none was told.
        const SCOPE_UNTOLD = 1 << 17;
        /// `extended_data` is this module's, and goes with the request after a fatal error. That of C code is disposed then, too.
        const OWN_DATA = 1 << 18;
        /// `deferred` came when the call that waited had what it waited for: no end of a section throws it, but the next wait
        /// [io/CX-10].
        const PUT_OFF = 1 << 19;
        /// `unfinished::each_once` has been at it.
        const VISITED = 1 << 20;
        /// It is in a section in which the API waits for nothing (see [`super::blocking`]).
        const REFUSES_WAITS = 1 << 21;
    }
}
