//! Counters of hook hits (`async.io_trace`).

use core::sync::atomic::{AtomicU64, Ordering};

/// The hooks, for the trace counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Call {
    Poll,
    Select,
    EpollWait,
    Recv,
    Send,
    Read,
    Write,
    Accept,
    Connect,
    Sleep,
    Names,
    Close,
    Join,
    Lock,
    Open,
    SystemV,
    SignalWait,
    Child,
    Sync,
}

pub const CALLS: usize = 19;
static HITS: [AtomicU64; CALLS] = [const { AtomicU64::new(0) }; CALLS];

/// How often each hook ran in coroutine context since the process started (`async.io_trace`).
pub fn hits() -> [(&'static str, u64); CALLS] {
    const NAMES: [&str; CALLS] = [
        "poll",
        "select",
        "epoll_wait",
        "recv",
        "send",
        "read",
        "write",
        "accept",
        "connect",
        "sleep",
        "names",
        "close",
        "pthread_join",
        "lock",
        "open",
        "system_v",
        "sigtimedwait",
        "waitpid",
        "fsync",
    ];
    core::array::from_fn(|call| (NAMES[call], HITS[call].load(Ordering::Relaxed)))
}

/// One more hit.
pub fn count(call: Call) {
    HITS[call as usize].fetch_add(1, Ordering::Relaxed);
}
