//! Descriptors of the runtime's own. They never have the numbers 0, 1 and 2: a program that has closed one of these, as
//! daemons do, gets it with the next file it opens, and that is then its input, its output or its errors (io HK-10).
//!
//! ```text
//!   our own calls:   eventfd() --> own() --- 0, 1, 2? ---> fcntl(F_DUPFD_CLOEXEC, 3)
//!   libuv's:         Standard::occupy() --> uv_loop_init() --> give_back()
//!   a fork's child:  child_of_fork() occupies --> libuv's own handler opens a pipe --> child_has_begun() gives back
//! ```

use core::ffi::c_int;
use core::sync::atomic::{AtomicU8, Ordering};

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
    // SAFETY: the caller's descriptor.
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

/// What the child of a fork has occupied before libuv's handler runs in it.
static OF_CHILD: AtomicU8 = AtomicU8::new(0);

/// In the child of a fork, before libuv's handler.
pub fn begin_child() {
    OF_CHILD.store(Standard::occupy().0, Ordering::Relaxed);
}

/// In the child of a fork, after libuv's handler.
pub unsafe extern "C" fn child_has_begun() {
    Standard(OF_CHILD.swap(0, Ordering::Relaxed)).give_back();
}
