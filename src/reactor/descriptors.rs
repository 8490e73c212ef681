//! Descriptors of the runtime's own. They never have the numbers 0, 1 and 2: a program that has closed one of these, as
//! daemons do, gets it with the next file it opens, and that is then its input, its output or its errors [io/HK-10].
//!
//! ```text
//!   our own calls:   eventfd() --> own() --- 0, 1, 2? ---> fcntl(F_DUPFD_CLOEXEC, 3)
//!   libuv's:         Standard::occupy() --> uv_loop_init() --> give_back()
//!   a fork's child:  child_of_fork() occupies --> libuv's own handler opens a pipe --> child_has_begun() gives back
//! ```
//!
//! libuv aborts the process where it cannot have a descriptor that all loops share. It is asked for beforehand, and the child
//! of a fork may need a higher limit for as long as libuv's handler runs [io/HK-11].

use core::cell::UnsafeCell;
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use libc::{RLIMIT_NOFILE, rlimit};

const FIRST: c_int = libc::STDERR_FILENO + 1;

/// Takes what a system call has just opened, or its failure, and returns the descriptor under a number that may be kept, or
/// -1 with errno.
///
/// # Safety
/// Nothing else uses the descriptor yet.
pub unsafe fn own(fd: c_int) -> c_int {
    if !(0..FIRST).contains(&fd) {
        return fd;
    }
    // SAFETY: nothing else uses the descriptor yet, as this function demands, so nothing misses its old number; errno is
    // this thread's.
    unsafe {
        let moved = libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, FIRST);
        let error = *libc::__errno_location();
        libc::close(fd);
        *libc::__errno_location() = error;
        moved
    }
}

/// The standard descriptors that were closed and are occupied, a bit for each.
#[must_use]
pub struct Standard(u8);

impl Standard {
    /// Until they are given back, what is opened gets other numbers.
    pub fn occupy() -> Standard {
        let mut occupied = 0;
        // SAFETY: asks; what is opened is noted.
        unsafe {
            if (0..FIRST).all(|fd| libc::fcntl(fd, libc::F_GETFD) >= 0) {
                return Standard(0);
            }
            loop {
                // It needs no file system.
                match libc::eventfd(0, libc::EFD_CLOEXEC) {
                    fd if (0..FIRST).contains(&fd) => occupied |= 1 << fd,
                    fd => {
                        if fd >= 0 {
                            libc::close(fd);
                        }
                        return Standard(occupied);
                    }
                }
            }
        }
    }

    pub fn give_back(self) {
        for fd in (0..FIRST).filter(|fd| self.0 & (1 << fd) != 0) {
            // SAFETY: opened by `occupy`.
            unsafe { libc::close(fd) };
        }
    }
}

/// Whether so many descriptors can be opened; errno tells why not.
pub fn can_be_had(count: usize) -> bool {
    const MOST: usize = 8;
    let mut opened = [-1; MOST];
    // SAFETY: opens descriptors that need no file system, and closes the same.
    unsafe {
        for fd in &mut opened[..count] {
            *fd = libc::eventfd(0, libc::EFD_CLOEXEC);
        }
        let error = *libc::__errno_location();
        for fd in opened.into_iter().filter(|fd| *fd >= 0) {
            libc::close(fd);
        }
        *libc::__errno_location() = error;
    }
    opened[..count].iter().all(|fd| *fd >= 0)
}

/// What the child of a fork has occupied before libuv's handler runs in it.
static OF_CHILD: AtomicU8 = AtomicU8::new(0);

/// The limit of descriptors that the child of a fork has come with, if it was raised for libuv's handler.
struct Limit {
    raised: AtomicBool,
    before: UnsafeCell<rlimit>,
}

// SAFETY: it is used where a single thread runs: by the handlers of a fork in the child, and at the end of the process.
unsafe impl Sync for Limit {}

static LIMIT: Limit =
    Limit { raised: AtomicBool::new(false), before: UnsafeCell::new(rlimit { rlim_cur: 0, rlim_max: 0 }) };

/// libuv has registered its handler, and ours follows it.
static FOLLOWED: AtomicBool = AtomicBool::new(false);

/// After libuv has registered its handler, once.
pub fn follow_libuv() {
    // SAFETY: the handler is never unmapped.
    let failed = unsafe { libc::pthread_atfork(None, None, Some(child_has_begun)) } != 0;
    FOLLOWED.store(!failed, Ordering::Relaxed);
}

/// In the child of a fork, before libuv's handler, which closes a pipe and aborts if it cannot have another: a process may
/// have lowered its limit below the numbers that are open.
pub fn begin_child() {
    if !FOLLOWED.load(Ordering::Relaxed) {
        return;
    }
    OF_CHILD.store(Standard::occupy().0, Ordering::Relaxed);
    if !can_be_had(2) {
        raise_limit();
    }
}

/// As far as the process may. In the child of a fork, or at the end of the process.
pub fn raise_limit() {
    // SAFETY: plain system calls; see `Limit`.
    unsafe {
        let before = LIMIT.before.get();
        if libc::getrlimit(RLIMIT_NOFILE, before) == 0 {
            let highest = rlimit { rlim_cur: (*before).rlim_max, ..*before };
            LIMIT.raised.store(libc::setrlimit(RLIMIT_NOFILE, &highest) == 0, Ordering::Relaxed);
        }
    }
}

/// In the child of a fork, after libuv's handler.
unsafe extern "C" fn child_has_begun() {
    Standard(OF_CHILD.swap(0, Ordering::Relaxed)).give_back();
    if LIMIT.raised.swap(false, Ordering::Relaxed) {
        // SAFETY: what was there before was written when the limit was raised, by the thread that has set the mark.
        unsafe { libc::setrlimit(RLIMIT_NOFILE, LIMIT.before.get()) };
    }
}
