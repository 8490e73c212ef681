//! The children of `popen()` (`popen.rs`). A wait for any child may come before `pclose()`: their status is kept here for it.

use core::ffi::c_int;
use core::sync::atomic::{AtomicU64, Ordering};
use libc::pid_t;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A child whose status was not given yet. Its number may be that of another one as soon as a wait has taken its status.
struct Child {
    id: Id,
    pid: pid_t,
    /// The process whose child it is: one that was forked from it inherits this list, and may get a child of the same number.
    parent: pid_t,
    /// The address of the stream; 0 once it was closed: another one may get it soon.
    file: usize,
    /// A wait for any child came first.
    status: Option<c_int>,
}

/// Which child of all that this process has had.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(u64);

static CHILDREN: Mutex<Vec<Child>> = Mutex::new(Vec::new());
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

fn children() -> MutexGuard<'static, Vec<Child>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn add(pid: pid_t, file: usize) {
    let parent = std::process::id() as pid_t;
    let id = Id(NEXT_ID.fetch_add(1, Ordering::Relaxed));
    children().push(Child { id, pid, parent, file, status: None });
}

/// Its status was given, or is not asked for any more.
pub(super) fn remove(id: Id) {
    children().retain(|child| child.id != id);
}

/// The child of a stream that is being closed, and its number.
pub(super) fn closing(file: usize) -> Option<(Id, pid_t)> {
    let mut children = children();
    let child = children.iter_mut().find(|child| child.file == file && file != 0)?;
    child.file = 0;
    Some((child.id, child.pid))
}

/// Another wait has taken a child's status: whether it is one of `popen()`, which then finds it here.
pub(super) fn keep_status(pid: pid_t, status: c_int) -> bool {
    // The number of the process costs a system call, and few children are of `popen()`.
    let is_ours =
        |child: &&mut Child| child.pid == pid && child.status.is_none() && child.parent == std::process::id() as pid_t;
    let mut children = children();
    let Some(child) = children.iter_mut().rfind(is_ours) else {
        return false;
    };
    if libc::WIFEXITED(status) || libc::WIFSIGNALED(status) {
        child.status = Some(status);
    }
    true
}

pub(super) fn kept_status(id: Id) -> Option<c_int> {
    children().iter().find(|child| child.id == id)?.status
}
