//! `read`, `readv`, `__read_chk`: one call with `RWF_NOWAIT`, then waits for input.
//!
//! Files of kinds that do not know `RWF_NOWAIT` (terminals) are asked with poll(2) first. What is not in the page cache of a
//! regular file a worker thread brings there, where the call may be left; elsewhere it is read blocking.

use super::transfer::{self, Next, PARTS_MAX, Patience};
use super::whole_file;
use crate::boundary::wait::attempt;
use crate::boundary::wait::disk::{self, Task};
use crate::boundary::wait::sim::{self, Direction};
use crate::boundary::wait::{self, Outcome};
use crate::engine::descriptor::{is_ready, is_regular};
use crate::engine::per_thread::per_thread;
use crate::reactor::{nowait, watch};
use core::ffi::{c_int, c_void};
use libc::iovec;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Amount {
    /// All that was asked for.
    Whole,
    /// What there is.
    Part,
    /// The same, and there is nothing to do before ([`wait::hooks_have_tasks`]).
    PartAtOnce,
}

// What the next read takes.
per_thread!(static NEXT: Amount = Amount::Whole);

/// Runs the read operation of a stream that PHP reads from until it has enough (`streams::is_read_on`): of a regular file it is given
/// what is cached, and it costs no system call to find out whether there is more.
#[inline]
pub fn in_parts<R>(operation: impl FnOnce() -> R) -> R {
    // Where hooks do not wait they pass through and would not take it back.
    NEXT.set(match wait::hooks_wait() {
        // SAFETY: hooks wait.
        true if unsafe { wait::hooks_have_tasks() } => Amount::Part,
        true => Amount::PartAtOnce,
        false => Amount::Whole,
    });
    let result = operation();
    NEXT.set(Amount::Whole);
    result
}

pub unsafe extern "C" fn read(fd: c_int, buffer: *mut c_void, length: usize) -> isize {
    // SAFETY: the caller keeps the contract of `read`, in whose place this stands.
    unsafe {
        if !wait::enabled() {
            // Perhaps on a thread of a library's.
            return libc::read(fd, buffer, length);
        }
        // An operation of a stream reads first of all: what it runs after that, as an error handler, does not find it set.
        let amount = NEXT.replace(Amount::Whole);
        if whole_file::is_at_end(fd) {
            return 0;
        }
        let at_once = match amount {
            Amount::PartAtOnce => true,
            Amount::Part => false,
            Amount::Whole => wait::enter() && wait::may_attempt_at_once(),
        };
        let mut refused = false;
        if at_once && length > 0 {
            let (part, errno) = (iovec { iov_base: buffer, iov_len: length }, wait::errno());
            let result = take_now(fd, &raw const part, 1, amount == Amount::Whole, errno);
            if result >= 0 {
                whole_file::was_read(fd, result, length);
                return result;
            }
            match wait::errno() {
                libc::EINTR => (),
                libc::EAGAIN => refused = true,
                // A socket tells an error once.
                _ => {
                    whole_file::forget(fd);
                    return -1;
                }
            }
            wait::set_errno(errno);
        }
        if length == 0 || !wait::enter() {
            let result = libc::read(fd, buffer, length);
            whole_file::was_read(fd, result, length);
            return result;
        }
        whole_file::forget(fd);
        let part = iovec { iov_base: buffer, iov_len: sim::room(fd, length, Direction::In) };
        take(fd, &raw const part, 1, amount == Amount::Whole, refused)
    }
}

/// For libraries.
pub unsafe extern "C" fn read_quietly(fd: c_int, buffer: *mut c_void, length: usize) -> isize {
    // SAFETY: the caller keeps the contract of `read`, to which this only adds.
    transfer::quietly(|| unsafe { read(fd, buffer, length) })
}

pub unsafe extern "C" fn read_checked(fd: c_int, buffer: *mut c_void, n: usize, size: usize) -> isize {
    if n > size {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `read`, to which this only adds.
    unsafe { read(fd, buffer, n) }
}

pub unsafe extern "C" fn readv(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `readv`, in whose place this stands.
    unsafe {
        if count <= 0 || count > PARTS_MAX || !wait::enter() {
            return libc::readv(fd, parts, count);
        }
        take(fd, parts, count, true, false)
    }
}

/// `completely`: of a regular file, as much as was asked for. `refused`: just now there was nothing to take.
unsafe fn take(fd: c_int, parts: *const iovec, count: c_int, completely: bool, mut refused: bool) -> isize {
    // SAFETY: the callers keep the contract of `readv`: there are `count` parts, and they and their memory stay while the callers' frames
    // wait below ours.
    unsafe {
        let errno = wait::errno();
        if attempt::under_way() {
            return attempt::tried(take_now(fd, parts, count, completely, errno), watch::IN);
        }
        if sim::pretends_to_be_uncached(fd) && disk::may_wait(fd) && is_left_for_disk(fd, (*parts).iov_len) {
            return interrupted();
        }
        let mut patience = Patience::new(fd, watch::IN);
        if refused {
            patience.attempted();
        }
        loop {
            if !core::mem::take(&mut refused) {
                if !patience.may_attempt(false) {
                    return -1;
                }
                let result = take_now(fd, parts, count, completely, errno);
                if result >= 0 {
                    wait::set_errno(errno);
                    return result;
                }
                match wait::errno() {
                    libc::EINTR => continue,
                    libc::EAGAIN => (),
                    _ => return -1,
                }
            }
            match patience.would_block(false) {
                Next::Again => (),
                Next::Fail => return -1,
                Next::Block => {
                    wait::set_errno(errno);
                    let result = read_file(fd, parts, count);
                    if result >= 0 {
                        wait::set_errno(errno);
                    }
                    return result;
                }
            }
        }
    }
}

/// Takes what is there; fails with `EAGAIN` when nothing is. Of a descriptor that does not know the flag a success leaves `errno`, the
/// caller's.
#[inline]
unsafe fn take_now(fd: c_int, parts: *const iovec, count: c_int, completely: bool, errno: c_int) -> isize {
    // SAFETY: `take` passes its `count` parts on, and was called by a hook that has entered, so this is a PHP thread.
    unsafe {
        if !nowait::cannot_read() {
            let result = nowait::read(fd, parts, count, -1);
            if result >= 0 {
                watch::took_input(fd);
                let is_whole = result == 0 || (count == 1 && result as usize == (*parts).iov_len);
                return if is_whole || !completely { result } else { complete_file(fd, parts, count, result) };
            }
            match wait::errno() {
                libc::ENOSYS | libc::EOPNOTSUPP | libc::EINVAL | libc::EPERM | libc::ESPIPE => (),
                _ => return result,
            }
        }
        if !is_ready(fd, libc::POLLIN) {
            wait::set_errno(libc::EAGAIN);
            return -1;
        }
        watch::took_input(fd);
        wait::set_errno(errno);
        libc::readv(fd, parts, count)
    }
}

/// Of a regular file such a call returns what is cached; the blocking call would return all there is.
#[cold]
unsafe fn complete_file(fd: c_int, parts: *const iovec, count: c_int, got: isize) -> isize {
    // SAFETY: `take` passes its `count` parts on, of whose bytes `got` are filled; the copy has room for all of them.
    unsafe {
        if got as usize >= transfer::total(parts, count as usize) || !is_regular(fd) {
            return got;
        }
        let errno = wait::errno();
        let more = if count == 1 {
            let rest =
                iovec { iov_base: (*parts).iov_base.byte_add(got as usize), iov_len: (*parts).iov_len - got as usize };
            read_file(fd, &raw const rest, 1)
        } else {
            let rest = libc::malloc(count as usize * size_of::<iovec>()).cast::<iovec>();
            if rest.is_null() {
                return got;
            }
            let left = transfer::skip_parts(parts, count as usize, got as usize, rest);
            let more = libc::readv(fd, rest, left as c_int);
            libc::free(rest.cast());
            more
        };
        wait::set_errno(errno);
        got + more.max(0)
    }
}

/// Reads all of what can be had of a regular file, or of what else cannot be watched, after an attempt that would have blocked.
#[cold]
unsafe fn read_file(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: as in `complete_file`. What is read next goes behind what was read before.
    unsafe {
        if count != 1 || nowait::cannot_read() || !is_regular(fd) || !disk::may_wait(fd) {
            return libc::readv(fd, parts, count);
        }
        let mut rest = *parts;
        let mut moved = 0;
        // A part was brought into the cache, and nothing of it was read since.
        let mut brought = false;
        while rest.iov_len > 0 {
            let result = match nowait::read(fd, &raw const rest, 1, -1) {
                -1 if wait::errno() == libc::EAGAIN && !brought => {
                    if is_left_for_disk(fd, rest.iov_len) {
                        return if moved > 0 { moved } else { interrupted() };
                    }
                    brought = true;
                    continue;
                }
                // Pressed out of the cache again, or a file that is never in it.
                -1 => libc::readv(fd, &raw const rest, 1),
                result => result,
            };
            match result {
                0 => break,
                -1 => return if moved > 0 { moved } else { -1 },
                _ => (),
            }
            brought = false;
            moved += result;
            rest.iov_base = rest.iov_base.byte_add(result as usize);
            rest.iov_len -= result as usize;
        }
        moved
    }
}

/// Waits until a worker has brought the next bytes of a file into the cache. Whether the coroutine was cancelled meanwhile.
unsafe fn is_left_for_disk(fd: c_int, bytes: usize) -> bool {
    // SAFETY: the caller has asked `disk::may_wait`.
    unsafe { matches!(disk::run(fd, Task::Read(bytes)), Err(Outcome::Cancelled | Outcome::Closed)) }
}

/// How a read ends that was cancelled before it moved anything: PHP takes this for a file that has nothing to give now, so it
/// neither complains nor takes it for the end of the file [io/CX-6].
fn interrupted() -> isize {
    wait::set_errno(libc::EAGAIN);
    -1
}
