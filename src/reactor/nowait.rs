//! `preadv2` and `pwritev2` with `RWF_NOWAIT`: what can be moved without waiting. They fail with `EAGAIN` if nothing can, and with
//! `EOPNOTSUPP`, `ESPIPE`, `EINVAL`, `ENOSYS` or `EPERM` where kind of file, kernel or a filter of system calls does not know that [io/SF-17].
//!
//! The kernel is called without the C library. There they are cancellation points, which in a process with threads takes as long as
//! the call itself, and nothing here is cancelled by `pthread_cancel()`.

use core::ffi::{c_int, c_long};
use libc::iovec;

/// `RWF_NOWAIT` of linux/fs.h, as wide as an argument of `syscall()` is.
const NOWAIT: c_long = 8;

/// From `offset`, or for -1 from where the descriptor stands.
///
/// # Safety
/// As `preadv2`: `parts` are `count` parts of memory with room for as much as they say.
#[inline]
pub unsafe fn read(fd: c_int, parts: *const iovec, count: c_int, offset: i64) -> isize {
    // SAFETY: as this function demands. The offset is one argument on machines of 64 bits; the kernel ignores the other.
    unsafe {
        libc::syscall(libc::SYS_preadv2, fd, parts, count as c_long, offset as c_long, 0 as c_long, NOWAIT) as isize
    }
}

/// Where the descriptor stands.
///
/// # Safety
/// As `pwritev2`: `parts` are `count` parts of readable memory.
#[inline]
pub unsafe fn write(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: as this function demands.
    unsafe { libc::syscall(libc::SYS_pwritev2, fd, parts, count as c_long, -1 as c_long, 0 as c_long, NOWAIT) as isize }
}
