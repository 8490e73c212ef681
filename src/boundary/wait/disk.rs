//! Waiting for the disk: a worker thread reads what is not in the page cache, or flushes a file [io/IO-3, io/IO-15, io/W-8].
//!
//! ```text
//!   read(2) that must not wait --EAGAIN--> a worker reads the same place into memory of its own, so that
//!        ^                                 the kernel has it in its cache
//!        '----------- done -----------------------'
//! ```
//!
//! So the position, the result and errno are always those of the caller's own call. A waiter that is cancelled leaves at once,
//! and the descriptor may be closed and used again while the worker still has it: the worker looks whether it is still the same
//! file, and does nothing to one that could be noticed.

use super::hook::Outcome;
use super::job::run_job;
use crate::boundary::calls::file_calls;
use crate::engine::{descriptor, errno};
use crate::reactor::offload::Job;
use core::ffi::c_int;
use libc::off_t;

/// As much as one job reads, in bytes: a cancelled one ends soon.
const MOST: usize = 8 << 20;
/// As much as one call of a worker reads, in bytes.
const PART: usize = 256 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Read so many bytes from the position.
    Read(usize),
    /// `fsync`, or `fdatasync`: without what does not belong to the data.
    Sync { only_data: bool },
}

#[repr(C)]
struct DiskJob {
    job: Job,
    fd: c_int,
    /// Device and inode.
    file: (u64, u64),
    task: Task,
    position: off_t,
    /// 0 for success.
    errno: c_int,
}

/// On a worker thread, whose the job is now.
unsafe fn work(job: *mut Job) {
    // SAFETY: the job is the start of a `DiskJob`, which is this thread's until it is done.
    let disk_job = unsafe { &mut *job.cast::<DiskJob>() };
    if descriptor::file(disk_job.fd) != Some(disk_job.file) {
        return;
    }
    disk_job.errno = match disk_job.task {
        Task::Read(bytes) => {
            fill_cache(disk_job.fd, disk_job.position, bytes.min(MOST));
            0
        }
        // SAFETY: no memory is involved.
        Task::Sync { only_data: false } if unsafe { libc::fsync(disk_job.fd) } != 0 => errno::errno(),
        // SAFETY: no memory is involved.
        Task::Sync { only_data: true } if unsafe { libc::fdatasync(disk_job.fd) } != 0 => errno::errno(),
        Task::Sync { .. } => 0,
    };
}

/// Reads, for the kernel to have it. Errors are those of the call that reads after this one, too.
fn fill_cache(fd: c_int, mut position: off_t, mut bytes: usize) {
    let mut memory = vec![0_u8; bytes.min(PART)];
    while bytes > 0 {
        let part = memory.len().min(bytes);
        // SAFETY: the memory has room for that many bytes.
        let count = unsafe { libc::pread(fd, memory.as_mut_ptr().cast(), part, position) };
        if count <= 0 {
            return;
        }
        position += count as off_t;
        bytes = bytes.saturating_sub(count as usize);
    }
}

unsafe fn free(job: *mut Job) {
    // SAFETY: the job is the start of a `DiskJob` made by `run`.
    drop(unsafe { Box::from_raw(job.cast::<DiskJob>()) });
}

/// Whether the call that is being made may wait for the disk in this way.
///
/// # Safety
/// In a hook that has entered.
pub unsafe fn may_wait(fd: c_int) -> bool {
    // SAFETY: the hook has entered, as this function demands.
    unsafe { file_calls::may_leave_for_disk(fd) && !super::poisoned() }
}

/// Has a worker do it. `Ok(0)`, or `Ok` with the error number of the call that the worker made; otherwise why it was not done, or
/// not waited for. errno stays.
///
/// # Safety
/// In a hook where [`may_wait`] is true.
pub unsafe fn run(fd: c_int, task: Task) -> Result<c_int, Outcome> {
    let before = errno::errno();
    // SAFETY: a descriptor may be anything. After the wait the job is ours again unless it was cancelled.
    unsafe {
        let position = if let Task::Read(_) = task { libc::lseek(fd, 0, libc::SEEK_CUR) } else { 0 };
        let (Some(file), 0..) = (descriptor::file(fd), position) else {
            errno::set_errno(before);
            return Err(Outcome::Unwatchable);
        };
        let job = Job::new(work, free);
        let job: *mut DiskJob = Box::into_raw(Box::new(DiskJob { job, fd, file, task, position, errno: 0 }));
        let outcome = run_job(job.cast());
        errno::set_errno(before);
        match outcome {
            Outcome::Ready => {
                let error = (*job).errno;
                free(job.cast());
                Ok(error)
            }
            Outcome::Unwatchable => {
                free(job.cast());
                Err(outcome)
            }
            outcome => Err(outcome),
        }
    }
}
