//! `preadv2` and `pwritev2` with `RWF_NOWAIT`: what can be moved without waiting. They fail with `EAGAIN` if nothing can, and with
//! `EOPNOTSUPP`, `ESPIPE`, `EINVAL`, `ENOSYS` or `EPERM` where kind of file, kernel or a filter of system calls does not know that [io/SF-17].
//!
//! The kernel is called without the C library. There they are cancellation points, which in a process with threads takes as long as
//! the call itself, and nothing here is cancelled by `pthread_cancel()`.

use crate::engine::errno::{errno, set_errno};
use core::ffi::{c_int, c_long};
use core::sync::atomic::{AtomicI32, Ordering};
use libc::iovec;

/// `RWF_NOWAIT` of linux/fs.h, as wide as an argument of `syscall()` is.
const NOWAIT: c_long = 8;

/// A system call that the kernel or a filter of system calls refuses, whatever it is asked for [io/SF-17]: it is not made again.
struct Call {
    number: c_long,
    /// The error of the refusal, 0 without one.
    refusal: AtomicI32,
}

static READ: Call = Call { number: libc::SYS_preadv2, refusal: AtomicI32::new(0) };
static WRITE: Call = Call { number: libc::SYS_pwritev2, refusal: AtomicI32::new(0) };

impl Call {
    fn is_refused(&self) -> bool {
        self.refusal.load(Ordering::Relaxed) != 0
    }

    /// # Safety
    /// `parts` are `count` parts of memory that the call may use.
    #[inline]
    unsafe fn make(&self, fd: c_int, parts: *const iovec, count: c_int, offset: i64) -> isize {
        // SAFETY: as this function demands. The offset is one argument on machines of 64 bits; the kernel ignores the other.
        unsafe {
            let refusal = self.refusal.load(Ordering::Relaxed);
            if refusal != 0 {
                set_errno(refusal);
                return -1;
            }
            let result =
                libc::syscall(self.number, fd, parts, count as c_long, offset as c_long, 0 as c_long, NOWAIT) as isize;
            if result < 0 && matches!(errno(), libc::ENOSYS | libc::EPERM) {
                self.find_out();
            }
            result
        }
    }

    /// Whether the call is refused, or only this file: of a descriptor that is none a kernel that looks at it says so. Keeps errno.
    #[cold]
    fn find_out(&self) {
        // SAFETY: with no parts no memory is touched.
        unsafe {
            let told = errno();
            libc::syscall(
                self.number,
                -1 as c_long,
                core::ptr::null::<iovec>(),
                0 as c_long,
                -1 as c_long,
                0 as c_long,
                NOWAIT,
            );
            if matches!(errno(), libc::ENOSYS | libc::EPERM) {
                self.refusal.store(errno(), Ordering::Relaxed);
            }
            set_errno(told);
        }
    }
}

/// Whether no descriptor is read so.
pub fn cannot_read() -> bool {
    READ.is_refused()
}

/// Whether no descriptor is written so.
pub fn cannot_write() -> bool {
    WRITE.is_refused()
}

/// From `offset`, or for -1 from where the descriptor stands.
///
/// # Safety
/// As `preadv2`: `parts` are `count` parts of memory with room for as much as they say.
#[inline]
pub unsafe fn read(fd: c_int, parts: *const iovec, count: c_int, offset: i64) -> isize {
    // SAFETY: the parts have room for what they say, as demanded.
    unsafe { READ.make(fd, parts, count, offset) }
}

/// Where the descriptor stands.
///
/// # Safety
/// As `pwritev2`: `parts` are `count` parts of readable memory.
#[inline]
pub unsafe fn write(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: the parts are the caller's, and are only read.
    unsafe { WRITE.make(fd, parts, count, -1) }
}
