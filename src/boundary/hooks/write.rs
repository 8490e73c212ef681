//! `write` and `writev`: calls with `RWF_NOWAIT` until everything is taken. Regular files do not know the flag and are
//! written as ever: to the page cache.

use super::transfer::{self, Next, PARTS_MAX, Patience, ends_early, partial};
use crate::boundary::wait;
use crate::boundary::wait::attempt;
use crate::boundary::wait::sim::{self, Direction};
use crate::engine::descriptor::{file_kind, is_nonblocking, is_ready};
use crate::engine::per_thread::per_thread;
use crate::reactor::{nowait, watch};
use core::ffi::{c_int, c_void};
use libc::{PIPE_BUF, iovec};

// The next write is one to a file, which takes everything.
per_thread!(static TO_FILE: bool = false);

/// Runs the write operation of a stream that has a position: it need not be found out that it is a file's, and waits for nothing.
#[inline]
pub fn to_file<R>(operation: impl FnOnce() -> R) -> R {
    // Where hooks do not wait they pass through and would not take it back.
    TO_FILE.set(wait::hooks_wait());
    let result = operation();
    TO_FILE.set(false);
    result
}

pub unsafe extern "C" fn write(fd: c_int, buffer: *const c_void, length: usize) -> isize {
    // SAFETY: the caller keeps the contract of `write`, in whose place this stands.
    unsafe {
        // What the operation runs after its write, as an error handler, does not find it set.
        if length == 0 || !wait::enter() || TO_FILE.replace(false) {
            return libc::write(fd, buffer, length);
        }
        let part = iovec { iov_base: buffer.cast_mut(), iov_len: length };
        give(fd, &raw const part, 1)
    }
}

/// For libraries.
pub unsafe extern "C" fn write_quietly(fd: c_int, buffer: *const c_void, length: usize) -> isize {
    // SAFETY: the caller keeps the contract of `write`, to which this only adds.
    transfer::quietly(|| unsafe { write(fd, buffer, length) })
}

pub unsafe extern "C" fn writev(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `writev`, in whose place this stands.
    unsafe {
        if count <= 0 || count > PARTS_MAX || !wait::enter() {
            return libc::writev(fd, parts, count);
        }
        give(fd, parts, count)
    }
}

unsafe fn give(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: the callers keep the contract of `writev`: there are `count` parts, and they and their memory stay while the callers' frames
    // wait below ours.
    unsafe {
        let mut way = Way::to_try(fd);
        if attempt::under_way() {
            return attempt::tried(give_now(fd, parts, count, 0, &mut way), watch::OUT);
        }
        let errno = wait::errno();
        let mut patience = Patience::new(fd, watch::OUT);
        let mut sent = 0usize;
        let length = transfer::total(parts, count as usize);
        loop {
            if !patience.may_attempt(false) || ends_early(fd, sent) {
                return partial(sent, errno);
            }
            let result = give_now(fd, parts, count, sent, &mut way);
            if result >= 0 {
                sent += result as usize;
                if sent >= length || result == 0 || way == Way::Blocking || is_nonblocking(fd) {
                    wait::set_errno(errno);
                    return sent as isize;
                }
                patience.sent_a_part();
                continue;
            }
            match wait::errno() {
                libc::EINTR => continue,
                libc::EAGAIN => (),
                _ => return partial(sent, errno),
            }
            match patience.would_block(false) {
                Next::Again => (),
                Next::Fail => return partial(sent, errno),
                Next::Block => {
                    wait::set_errno(errno);
                    let result = with_rest(parts, count, sent, |rest, left| libc::writev(fd, rest, left));
                    return if result >= 0 { result + sent as isize } else { partial(sent, errno) };
                }
            }
        }
    }
}

/// How what can be taken at once is given away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// With `RWF_NOWAIT`.
    Flag,
    /// After poll(2) has said that it can be taken.
    Polled,
    /// A file takes everything.
    Blocking,
}

// The descriptor that did not know the flag last. It only decides what is asked first, so another file may have its number by now.
per_thread!(static REFUSING: c_int = -1);

impl Way {
    /// What is tried first.
    fn to_try(fd: c_int) -> Way {
        if nowait::cannot_write() {
            return Way::of(fd);
        }
        if REFUSING.get() != fd {
            return Way::Flag;
        }
        match file_kind(fd) {
            libc::S_IFREG => Way::Blocking,
            libc::S_IFCHR => Way::Polled,
            _ => {
                REFUSING.set(-1);
                Way::Flag
            }
        }
    }

    /// Of a descriptor that does not know the flag.
    fn of(fd: c_int) -> Way {
        match file_kind(fd) {
            libc::S_IFIFO | libc::S_IFCHR | libc::S_IFSOCK => Way::Polled,
            _ => Way::Blocking,
        }
    }
}

/// Gives away of the parts behind the first `sent` bytes what is taken at once; fails with `EAGAIN` when nothing is. `way` is
/// another one when the descriptor does not know the flag.
unsafe fn give_now(fd: c_int, parts: *const iovec, count: c_int, sent: usize, way: &mut Way) -> isize {
    // SAFETY: `give` passes its `count` parts on, of whose bytes `sent` are written.
    unsafe {
        if *way == Way::Flag {
            let errno = wait::errno();
            let result = give_rest(fd, parts, count, sent);
            if result >= 0 {
                return result;
            }
            match wait::errno() {
                libc::ENOSYS | libc::EOPNOTSUPP | libc::EINVAL | libc::EPERM | libc::ESPIPE => (),
                _ => return result,
            }
            wait::set_errno(errno);
            REFUSING.set(fd);
            *way = Way::of(fd);
        }
        match way {
            Way::Polled => give_slowly(fd, parts, count, sent),
            _ => with_rest(parts, count, sent, |rest, left| libc::writev(fd, rest, left)),
        }
    }
}

/// Calls `function` with the parts behind the first `sent` bytes.
unsafe fn with_rest(
    parts: *const iovec,
    count: c_int,
    sent: usize,
    function: impl FnOnce(*const iovec, c_int) -> isize,
) -> isize {
    // SAFETY: the callers pass on the `count` parts of `give`, of whose bytes `sent` are written; the copy has room for all of them.
    unsafe {
        if sent == 0 {
            return function(parts, count);
        }
        if count == 1 {
            let rest = iovec { iov_base: (*parts).iov_base.byte_add(sent), iov_len: (*parts).iov_len - sent };
            return function(&raw const rest, 1);
        }
        let rest = libc::malloc(count as usize * size_of::<iovec>()).cast::<iovec>();
        if rest.is_null() {
            wait::set_errno(libc::ENOMEM);
            return -1;
        }
        let left = transfer::skip_parts(parts, count as usize, sent, rest);
        let result = function(rest, left as c_int);
        let errno = wait::errno();
        libc::free(rest.cast());
        wait::set_errno(errno);
        result
    }
}

unsafe fn give_rest(fd: c_int, parts: *const iovec, count: c_int, sent: usize) -> isize {
    // SAFETY: `give` passes its parts on, of whose bytes `sent` are written; what is left of them is at least one part.
    unsafe {
        with_rest(parts, count, sent, |rest, left| {
            let mut part = *rest;
            part.iov_len = sim::room(fd, part.iov_len, Direction::Out);
            if part.iov_len < (*rest).iov_len {
                return nowait::write(fd, &raw const part, 1);
            }
            nowait::write(fd, rest, left)
        })
    }
}

/// Without `RWF_NOWAIT`: only what cannot block, only when poll(2) says so.
unsafe fn give_slowly(fd: c_int, parts: *const iovec, count: c_int, sent: usize) -> isize {
    if !is_ready(fd, libc::POLLOUT) {
        wait::set_errno(libc::EAGAIN);
        return -1;
    }
    // SAFETY: `give` passes its parts on, of whose bytes at least one is left; `index` stays below the number of parts.
    unsafe {
        with_rest(parts, count, sent, |rest, left| {
            let mut index = 0;
            while (*rest.add(index)).iov_len == 0 && index + 1 < left as usize {
                index += 1;
            }
            let part = &*rest.add(index);
            libc::write(fd, part.iov_base, part.iov_len.min(PIPE_BUF))
        })
    }
}
