//! `fsync` and `fdatasync`: on a worker thread [io/IO-15].

use crate::boundary::wait::disk::{self, Task};
use crate::boundary::wait::{self, Outcome};
use core::ffi::c_int;

pub unsafe extern "C" fn fsync(fd: c_int) -> c_int {
    // SAFETY: in the place of `fsync`, on the thread of its caller; the descriptor may be anything.
    unsafe { cooperative(fd, false).unwrap_or_else(|| libc::fsync(fd)) }
}

pub unsafe extern "C" fn fdatasync(fd: c_int) -> c_int {
    // SAFETY: in the place of `fdatasync`, on the thread of its caller; the descriptor may be anything.
    unsafe { cooperative(fd, true).unwrap_or_else(|| libc::fdatasync(fd)) }
}

/// `None` where the call may not wait in this way.
unsafe fn cooperative(fd: c_int, only_data: bool) -> Option<c_int> {
    // SAFETY: both callers are hooks, so this is the thread whose coroutine may wait; nothing is borrowed while it does.
    unsafe {
        if !wait::enter() || !disk::may_wait(fd) {
            return None;
        }
        match disk::run(fd, Task::Sync { only_data }) {
            Ok(0) => Some(0),
            Ok(error) => {
                wait::set_errno(error);
                Some(-1)
            }
            Err(Outcome::Unwatchable) => None,
            Err(outcome) => Some(outcome.fail()),
        }
    }
}
