//! What every transferring hook has in common: the decision after an attempt that would block [io/HK-4], and the wait.

use crate::boundary::calls::hidden;
use crate::boundary::wait::descriptor::{has_error, is_nonblocking, is_regular, socket_deadline};
use crate::boundary::wait::sim;
use crate::boundary::wait::{self, Outcome};
use crate::engine::per_thread::per_thread;
use crate::reactor::watch::Kind;
use crate::reactor::{NEVER, watch};
use core::ffi::c_int;

/// `readv` and `writev` refuse more parts (`IOV_MAX`).
pub const PARTS_MAX: c_int = 1024;

/// What the hook does after an attempt that would block.
pub enum Next {
    /// Try again.
    Again,
    /// Fail; errno is set.
    Fail,
    /// Make the real, blocking call.
    Block,
}

/// One call's patience, outside of attempts: the socket's own time limit, read when it is first needed.
pub struct Patience {
    fd: c_int,
    events: u32,
    deadline: Option<u64>,
    /// Before the first attempt, where a call may give way.
    fresh: bool,
}

// The next call does not give way.
per_thread!(static QUIET: bool = false);

/// Makes a call for a library that must not be left where the call need not wait: what calls it may be OpenSSL, which
/// keeps its errors in the thread, and not with the connection [io/TLS-5].
pub fn quietly(call: impl FnOnce() -> isize) -> isize {
    QUIET.set(true);
    let result = call();
    QUIET.set(false);
    result
}

// What libraries with a protocol have received, and how often a connection was made.
per_thread!(static RECEIVED: u64 = 0);
per_thread!(static CONNECTS: u64 = 0);

pub fn note_read(result: isize) {
    RECEIVED.with(|bytes| bytes.set(bytes.get().wrapping_add(result.max(0) as u64)));
}

pub fn note_connect() {
    CONNECTS.set(CONNECTS.get() + 1);
}

/// Whether a library with a protocol receives anything during a call, unless it connects anew.
pub fn received_from_peer(call: impl FnOnce()) -> bool {
    let numbers = || (RECEIVED.get(), CONNECTS.get());
    let before = numbers();
    call();
    let after = numbers();
    after.0 != before.0 && after.1 == before.1
}

impl Patience {
    pub fn new(fd: c_int, events: u32) -> Patience {
        let fresh = !QUIET.replace(false);
        Patience { fd, events, deadline: None, fresh }
    }

    /// Before an attempt. The first one may give way; simulation may take it for one that would block: then others run,
    /// and it is made after all. False when the call fails; errno is set.
    ///
    /// # Safety
    /// In a hook after `enter`.
    #[inline]
    pub unsafe fn may_attempt(&mut self, dont_wait: bool) -> bool {
        // SAFETY: the hook has entered, as this function demands.
        unsafe {
            !core::mem::replace(&mut self.fresh, false)
                || (wait::slice_of_transfer(self.fd, dont_wait)
                    && (!sim::pretends_to_block() || self.try_later(dont_wait)))
        }
    }

    #[cold]
    unsafe fn try_later(&mut self, dont_wait: bool) -> bool {
        // SAFETY: `may_attempt` was called in a hook that has entered.
        if dont_wait || unsafe { wait::poisoned() } || is_nonblocking(self.fd) {
            return true;
        }
        // SAFETY: `may_attempt` was called in a hook that has entered.
        let outcome = unsafe { wait::wait_spuriously(self.fd, self.events, Kind::Observer) };
        let failed = matches!(outcome, Outcome::Cancelled | Outcome::Closed);
        if failed {
            outcome.fail();
        }
        !failed
    }

    /// After `EAGAIN`. `dont_wait`: the caller asked not to wait by an argument.
    ///
    /// # Safety
    /// In a hook after `enter`.
    #[cold]
    pub unsafe fn would_block(&mut self, dont_wait: bool) -> Next {
        // SAFETY: the hook has entered, as this function demands.
        unsafe {
            if wait::poisoned() {
                // The disk is no peer: its answer comes, whatever happens to the coroutine.
                if !dont_wait && is_regular(self.fd) {
                    return Next::Block;
                }
                let error = if dont_wait { wait::refusal_errno() } else { libc::ECANCELED };
                if error == libc::ECANCELED {
                    wait::suspend::on_cancelled(self.fd);
                }
                return fail(error);
            }
            if self.deadline.is_none() {
                // The flag means nothing to a regular file: its blocking call always gives something [io/IO-3].
                if dont_wait || (is_nonblocking(self.fd) && !is_regular(self.fd)) {
                    // A caller that polls and tries again would keep the closing coroutine waiting for ever [io/W-9].
                    let closed = watch::is_closing(self.fd) || hidden::must_leave();
                    wait::looked(true);
                    return fail(if closed { libc::EBADF } else { libc::EAGAIN });
                }
                self.deadline = Some(socket_deadline(self.fd, self.events));
            }
            let outcome = wait::wait_one(self.fd, self.events, self.deadline.unwrap_or(NEVER));
            match outcome {
                Outcome::Ready => Next::Again,
                Outcome::Timeout => fail(libc::EAGAIN),
                // As for one that is cancelled: the closing waits for the disk.
                Outcome::Closed if is_regular(self.fd) => Next::Block,
                Outcome::Cancelled | Outcome::Closed => {
                    outcome.fail();
                    Next::Fail
                }
                Outcome::Unwatchable => Next::Block,
            }
        }
    }
}

fn fail(error: c_int) -> Next {
    wait::set_errno(error);
    Next::Fail
}

/// Whether a call that has moved something ends with that. The kernel tells the error of a socket once, and a blocking call leaves it
/// to the caller's next one: an attempt to go on would be told, and the caller would not.
#[inline]
pub fn ends_early(fd: c_int, moved: usize) -> bool {
    moved > 0 && has_error(fd)
}

/// The result of a call that cannot go on. What was moved before is a success, so errno is again what it was [io/HK-6]; a
/// call that moved nothing fails with the errno that is set.
pub fn partial(moved: usize, errno: c_int) -> isize {
    if moved == 0 {
        return -1;
    }
    wait::set_errno(errno);
    moved as isize
}

/// Copies `count` parts without their first `skip` bytes; returns how many are left.
///
/// # Safety
/// `to` has room for `count` parts.
pub unsafe fn skip_parts(from: *const libc::iovec, count: usize, mut skip: usize, to: *mut libc::iovec) -> usize {
    let mut left = 0;
    // SAFETY: both arrays hold `count` parts.
    unsafe {
        for index in 0..count {
            let part = &*from.add(index);
            if skip >= part.iov_len {
                skip -= part.iov_len;
                continue;
            }
            let base = part.iov_base.cast::<u8>().add(skip).cast();
            to.add(left).write(libc::iovec { iov_base: base, iov_len: part.iov_len - skip });
            skip = 0;
            left += 1;
        }
    }
    left
}

/// The bytes of all parts.
///
/// # Safety
/// `parts` holds `count` parts.
pub unsafe fn total(parts: *const libc::iovec, count: usize) -> usize {
    // SAFETY: `parts` holds `count` parts, as this function demands.
    unsafe { (0..count).map(|index| (*parts.add(index)).iov_len).sum() }
}
