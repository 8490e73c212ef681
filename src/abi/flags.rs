//! Flag bits of `zend_async_event_t.flags` and the enumerations of C code [abi/ABI-28, abi/ABI-32, abi/ABI-33].

use bitflags::bitflags;

bitflags! {
    /// Bits 0-11 belong to the base event; bits 13 and up are reused by each concrete type.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct EventFlags: u32 {
        const CLOSED = 1 << 0;
        const RESULT_USED = 1 << 1;
        const EXC_CAUGHT = 1 << 2;
        const ZVAL_RESULT = 1 << 3;
        const ZEND_OBJ = 1 << 4;
        const NO_FREE_MEMORY = 1 << 5;
        const EXCEPTION_HANDLED = 1 << 6;
        const REFERENCE = 1 << 7;
        const OBJ_REF = 1 << 8;
        const CLOSE_FD = 1 << 9;
        const HIDDEN = 1 << 10;
        const BAILOUT = 1 << 11;

        const IO_MULTISHOT = 1 << 13;

        const TIMER_MULTISHOT = 1 << 13;
        const TIMER_REFRESH_CLOCK = 1 << 14;

        const THREAD_RESULT_LOADED = 1 << 13;
        const THREAD_EXCEPTION_CONSUMED = 1 << 14;
        /// Private: the OS thread was started.
        const THREAD_LAUNCHED = 1 << 15;

        const COROUTINE_STARTED = 1 << 13;
        const COROUTINE_CANCELLED = 1 << 14;
        const COROUTINE_ZOMBIE = 1 << 15;
        const COROUTINE_PROTECTED = 1 << 16;
        const COROUTINE_MAIN = 1 << 17;
        const COROUTINE_FIBER = 1 << 18;
        const COROUTINE_YIELD = 1 << 19;

        const FUTURE_THREAD_SAFE = 1 << 13;
        const FUTURE_IGNORED = 1 << 14;

        const CHANNEL_THREAD_SAFE = 1 << 13;

        const SCOPE_DISPOSE_SAFELY = 1 << 14;
        const SCOPE_CANCELLED = 1 << 15;
        const SCOPE_DISPOSING = 1 << 16;
        const SCOPE_OWNER_PINNED = 1 << 17;
    }

    /// `async_poll_event`
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct PollEvents: u32 {
        const READABLE = 1;
        const WRITABLE = 2;
        const DISCONNECT = 4;
        const PRIORITIZED = 8;
    }

    /// `triggered_events` of a file system event [abi/ABI-31].
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FilesystemChanges: u32 {
        /// An entry appeared, went or has another name.
        const RENAME = 1 << 0;
        /// What is in an entry, or known about it, changed.
        const CHANGE = 1 << 1;
    }

    /// `flags` of a file system event [abi/ABI-31].
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FilesystemFlags: u32 {
        const RECURSIVE = 1 << 0;
    }
}

/// Names of signals for C code: fixed numbers, not the platform's [abi/ABI-30].
pub mod signals {
    pub const HUP: u32 = 1;
    pub const INT: u32 = 2;
    pub const QUIT: u32 = 3;
    pub const ILL: u32 = 4;
    pub const ABRT_COMPAT: u32 = 6;
    pub const FPE: u32 = 8;
    pub const KILL: u32 = 9;
    pub const SEGV: u32 = 11;
    pub const TERM: u32 = 15;
    pub const BREAK: u32 = 21;
    pub const ABRT: u32 = 22;
    pub const WINCH: u32 = 28;
}

bitflags! {
    /// `zend_async_pool_t.handler_flags` [abi/ABI-31]: which handlers of a pool are C functions.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct PoolHandlers: u8 {
        const FACTORY_INTERNAL = 1 << 0;
        const DESTRUCTOR_INTERNAL = 1 << 1;
        const HEALTHCHECK_INTERNAL = 1 << 2;
        const BEFORE_ACQUIRE_INTERNAL = 1 << 3;
        const BEFORE_RELEASE_INTERNAL = 1 << 4;
        const STRATEGY_INTERNAL = 1 << 5;
    }
}

bitflags! {
    /// The byte of a waker behind its status.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct WakerMarks: u8 {
        /// `events_stopped`: the bulk stop was done since the last start.
        const STOPPED = 1 << 0;
        /// This waker has started the event of its first trigger inside, and not stopped it.
        const FIRST_STARTED = 1 << 1;
        /// The same of its second.
        const SECOND_STARTED = 1 << 2;
    }
}

/// First word of an event reference [abi/ABI-31].
pub const EVENT_REFERENCE_PREFIX: u32 = 0x80;

/// `ZEND_ASYNC_WAKER_STATUS`: where a coroutine stands between suspend and resume [abi/ABI-101].
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WakerStatus {
    NoStatus = 0,
    Waiting = 1,
    Queued = 2,
    Ignored = 3,
    Result = 4,
}

/// `zend_async_state_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Off = 0,
    Ready = 1,
    Active = 2,
}

/// `zend_async_circuit_state_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CircuitState {
    Active = 0,
    Inactive = 1,
    Recovering = 2,
}

/// `zend_async_class`: how C code names a class entry [abi/ABI-29]. A plain integer, because C may pass any value.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncClass(pub u32);

impl AsyncClass {
    pub const NO: Self = Self(0);
    pub const AWAITABLE: Self = Self(1);
    pub const COROUTINE: Self = Self(2);
    pub const SCOPE: Self = Self(3);
    pub const CONTEXT: Self = Self(4);
    pub const SCOPE_PROVIDER: Self = Self(5);
    pub const SPAWN_STRATEGY: Self = Self(6);
    pub const TIMEOUT: Self = Self(7);
    pub const COMPLETABLE: Self = Self(8);
    pub const CHANNEL: Self = Self(10);
    pub const FUTURE: Self = Self(11);
    pub const GROUP: Self = Self(12);
    pub const POOL: Self = Self(13);
    pub const EXCEPTION_DEFAULT: Self = Self(30);
    pub const EXCEPTION_CANCELLATION: Self = Self(31);
    pub const EXCEPTION_TIMEOUT: Self = Self(32);
    pub const EXCEPTION_INPUT_OUTPUT: Self = Self(33);
    pub const EXCEPTION_POLL: Self = Self(34);
    pub const EXCEPTION_DNS: Self = Self(35);
    pub const EXCEPTION_DEADLOCK: Self = Self(36);
    pub const EXCEPTION_SERVICE_UNAVAILABLE: Self = Self(37);
    pub const EXCEPTION_OPERATION_CANCELLED: Self = Self(38);
    pub const EXCEPTION_THREAD_TRANSFER: Self = Self(39);
    pub const EXCEPTION_REMOTE: Self = Self(40);
    /// One past the largest value, for tables.
    pub const LIMIT: usize = 41;
}

pub const COROUTINE_PRIORITY_NORMAL: i32 = 0;
pub const COROUTINE_PRIORITY_HIGH: i32 = 255;
pub const WAKER_INLINE_SLOTS: usize = 2;
