//! What every transferring hook has in common: the decision after an attempt that would block [io/HK-4], and the wait.

use crate::boundary::calls::hidden;
use crate::boundary::wait::descriptor::socket_deadline;
use crate::boundary::wait::sim;
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::{
    has_error, is_internet_stream, is_local_socket, is_nonblocking, is_regular, may_lie_about_room, take_error,
};
use crate::engine::per_thread::per_thread;
use crate::reactor::watch::WaiterKind;
use crate::reactor::{NEVER, now_ns, watch};
use core::ffi::c_int;
use core::ptr;

/// `readv` and `writev` refuse more parts (`IOV_MAX`).
pub const PARTS_MAX: c_int = 1024;
const FIRST_PAUSE_NS: u64 = 1_000_000;
const LAST_PAUSE_NS: u64 = 20_000_000;
/// How often a call that waits for room is attempted where poll(2) may not report how it ends.
const RECHECK_NS: u64 = 100_000_000;

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
    /// A regular file refuses the call.
    is_socket: bool,
    deadline: Option<u64>,
    /// Before the first attempt, where a call may give way.
    fresh: bool,
    /// There was a wait.
    waited: bool,
    /// The time limit was reached, and an attempt made after that.
    at_limit: bool,
    /// The length of the next pause, which takes the place of the wait; 0 for none.
    pause_ns: u64,
    /// A wait may be for what poll(2) does not report.
    rechecks: bool,
}

// The next call does not give way.
per_thread!(static QUIET: bool = false);

/// Makes a call for a library that must not be left where the call need not wait: what calls it may be OpenSSL, which
/// keeps its errors in the thread, and not with the connection [io/TLS-5].
pub fn quietly(call: impl FnOnce() -> isize) -> isize {
    // Threads of libraries come here, too, whose calls never give way.
    if !wait::enabled() {
        return call();
    }
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
        Patience {
            fd,
            events,
            is_socket: false,
            deadline: None,
            fresh,
            waited: false,
            at_limit: false,
            pause_ns: 0,
            rechecks: events & watch::OUT != 0,
        }
    }

    /// Of a call that is for sockets only; `attempted`: the first attempt was made already.
    #[inline]
    pub fn of_socket(fd: c_int, events: u32, attempted: bool) -> Patience {
        let this = Patience::new(fd, events);
        Patience { is_socket: true, fresh: this.fresh && !attempted, ..this }
    }

    fn is_of_file(&self) -> bool {
        !self.is_socket && is_regular(self.fd)
    }

    /// The first attempt was made already.
    pub fn attempted(&mut self) {
        self.fresh = false;
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
        let outcome = unsafe { wait::wait_spuriously(self.fd, self.events, WaiterKind::Observer) };
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
                if !dont_wait && self.is_of_file() {
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
                if dont_wait || (is_nonblocking(self.fd) && !self.is_of_file()) {
                    // A caller that polls and tries again would keep the closing coroutine waiting for ever [io/W-9].
                    let closed = watch::is_closing(self.fd) || hidden::must_leave();
                    wait::looked(true);
                    return fail(if closed { libc::EBADF } else { libc::EAGAIN });
                }
                self.deadline = Some(socket_deadline(self.fd, self.events));
            }
            let deadline = self.deadline.unwrap_or(NEVER);
            if core::mem::replace(&mut self.waited, true)
                && self.events & watch::OUT != 0
                && may_lie_about_room(self.fd)
            {
                self.waited_in_vain();
            }
            let pauses = self.pause_ns != 0;
            let outcome = if pauses {
                let now = now_ns();
                if now >= deadline {
                    return fail(libc::EAGAIN);
                }
                // For no event: a close of the descriptor meanwhile must be noticed [io/W-9].
                wait::wait_one(self.fd, 0, (now + self.pause_ns).min(deadline))
            } else {
                let Some(outcome) = self.wait(deadline) else { return Next::Again };
                outcome
            };
            match outcome {
                Outcome::Ready => Next::Again,
                // The end of a pause. At the time limit there is a last attempt.
                Outcome::Timeout if pauses => Next::Again,
                // Where the stream is not of TCP there is room before it is called writable.
                Outcome::Timeout
                    if self.events & watch::OUT != 0
                        && !core::mem::replace(&mut self.at_limit, true)
                        && !is_internet_stream(self.fd) =>
                {
                    Next::Again
                }
                Outcome::Timeout => fail(libc::EAGAIN),
                // As for one that is cancelled: the closing waits for the disk.
                Outcome::Closed if self.is_of_file() => Next::Block,
                Outcome::Cancelled | Outcome::Closed => {
                    outcome.fail();
                    Next::Fail
                }
                Outcome::Unwatchable => Next::Block,
            }
        }
    }

    /// `None`: it is to be attempted in between. That a full socket of `AF_UNIX` was shut down on either side poll(2) does not report.
    ///
    /// # Safety
    /// In a hook after `enter`.
    unsafe fn wait(&mut self, deadline: u64) -> Option<Outcome> {
        loop {
            let end = if self.rechecks { deadline.min(now_ns() + RECHECK_NS) } else { deadline };
            // SAFETY: the hook has entered, as this function demands.
            let outcome = unsafe { wait::wait_one(self.fd, self.events, end) };
            if outcome != Outcome::Timeout || end == deadline {
                return Some(outcome);
            }
            if is_local_socket(self.fd) {
                // It was not said that there is room.
                self.waited = false;
                return None;
            }
            self.rechecks = false;
        }
    }

    /// The wait said that the descriptor is ready, and the attempt found that it is not: another wait would say the same at
    /// once and the thread would spin. The next ones are pauses of 1, 2, 4 .. 20 ms [io/HK-5].
    #[cold]
    pub fn waited_in_vain(&mut self) {
        self.pause_ns = if self.pause_ns == 0 { FIRST_PAUSE_NS } else { (self.pause_ns * 2).min(LAST_PAUSE_NS) };
    }

    /// A part was sent. Where the stream is not of TCP the kernel limits each wait, and not the call [io/SK-3].
    pub fn sent_a_part(&mut self) {
        if self.deadline.is_some_and(|deadline| deadline != NEVER) && !is_internet_stream(self.fd) {
            (self.deadline, self.at_limit) = (None, false);
        }
    }

    /// What was waited for came: the next wait is none in vain.
    pub fn waited_with_success(&mut self) {
        self.pause_ns = 0;
    }

    /// Whether there was a wait or a pause.
    pub fn has_waited(&self) -> bool {
        self.waited
    }
}

fn fail(error: c_int) -> Next {
    wait::set_errno(error);
    Next::Fail
}

/// Whether a call that has moved something ends with that. The kernel tells the error of a socket once, and a blocking call leaves it
/// to the caller's next one: an attempt to go on would be told, and the caller would not. On `AF_UNIX` the blocking call takes it along.
#[inline]
pub fn ends_early(fd: c_int, moved: usize) -> bool {
    let ends = moved > 0 && has_error(fd);
    if ends && is_local_socket(fd) {
        take_error(fd);
    }
    ends
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

/// Calls `function` with the message without its first `skip` bytes, its address and its ancillary data. -1 with `ENOMEM`
/// where there is no memory for the list of its parts.
///
/// # Safety
/// A valid message of more than `skip` bytes; `function` neither suspends nor runs PHP code.
pub unsafe fn with_rest_of_message(
    message: &libc::msghdr,
    skip: usize,
    function: impl FnOnce(&mut libc::msghdr) -> isize,
) -> isize {
    // SAFETY: the message is valid, as this function demands, and the copy has room for all of its parts.
    unsafe {
        let count = message.msg_iovlen;
        let parts = libc::malloc(count * size_of::<libc::iovec>()).cast::<libc::iovec>();
        if parts.is_null() {
            wait::set_errno(libc::ENOMEM);
            return -1;
        }
        let mut rest = *message;
        rest.msg_iov = parts;
        rest.msg_iovlen = skip_parts(message.msg_iov, count, skip, parts) as _;
        rest.msg_name = ptr::null_mut();
        rest.msg_namelen = 0;
        rest.msg_control = ptr::null_mut();
        rest.msg_controllen = 0;
        let result = function(&mut rest);
        let errno = wait::errno();
        libc::free(parts.cast());
        wait::set_errno(errno);
        result
    }
}

/// The bytes of all parts.
///
/// # Safety
/// `parts` holds `count` parts.
pub unsafe fn total(parts: *const libc::iovec, count: usize) -> usize {
    // SAFETY: `parts` holds `count` parts, as this function demands.
    unsafe { (0..count).map(|index| (*parts.add(index)).iov_len).sum() }
}
