//! `read`, `readv`, `__read_chk`: one call with `RWF_NOWAIT`, then waits for input.
//!
//! Files of kinds that do not know `RWF_NOWAIT` (terminals) are asked with poll(2) first. Regular files that are not in
//! the page cache are read blocking.

use super::transfer::{self, Next, PARTS_MAX, Patience};
use crate::boundary::wait::attempt;
use crate::boundary::wait::descriptor::{is_ready, is_regular};
use crate::boundary::wait::sim::{self, Direction};
use crate::boundary::wait::{self, Call};
use crate::reactor::watch;
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, Ordering};
use libc::iovec;

/// `RWF_NOWAIT` of linux/fs.h.
pub const NOWAIT: c_int = 8;
/// The kernel or a filter of system calls refuses `preadv2` [io/SF-17].
static UNSUPPORTED: AtomicBool = AtomicBool::new(false);

pub unsafe extern "C" fn read(fd: c_int, buffer: *mut c_void, length: usize) -> isize {
    // SAFETY: the caller keeps the contract of `read`, in whose place this stands.
    unsafe {
        if length == 0 || !wait::enter(Call::Read) {
            return libc::read(fd, buffer, length);
        }
        let part = iovec { iov_base: buffer, iov_len: sim::room(fd, length, Direction::In) };
        take(fd, &raw const part, 1)
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
        if count <= 0 || count > PARTS_MAX || !wait::enter(Call::Read) {
            return libc::readv(fd, parts, count);
        }
        take(fd, parts, count)
    }
}

unsafe fn take(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: the callers keep the contract of `readv`: there are `count` parts, and they and their memory stay while the callers' frames
    // wait below ours.
    unsafe {
        if attempt::under_way() {
            return attempt::tried(take_now(fd, parts, count), watch::IN);
        }
        let errno = wait::errno();
        let mut patience = Patience::new(fd, watch::IN);
        loop {
            if !patience.may_attempt(false) {
                return -1;
            }
            let result = take_now(fd, parts, count);
            if result >= 0 {
                wait::set_errno(errno);
                return result;
            }
            match wait::errno() {
                libc::EINTR => continue,
                libc::EAGAIN => (),
                _ => return -1,
            }
            match patience.would_block(false) {
                Next::Again => (),
                Next::Fail => return -1,
                Next::Block => {
                    wait::set_errno(errno);
                    return libc::readv(fd, parts, count);
                }
            }
        }
    }
}

/// Takes what is there; fails with `EAGAIN` when nothing is.
unsafe fn take_now(fd: c_int, parts: *const iovec, count: c_int) -> isize {
    // SAFETY: `take` passes its `count` parts on, and was called by a hook that has entered, so this is a PHP thread.
    unsafe {
        if !UNSUPPORTED.load(Ordering::Relaxed) {
            let result = libc::preadv2(fd, parts, count, -1, NOWAIT);
            if result >= 0 {
                watch::took_input(fd);
                return complete_file(fd, parts, count, result);
            }
            match wait::errno() {
                libc::ENOSYS => UNSUPPORTED.store(true, Ordering::Relaxed),
                libc::EOPNOTSUPP | libc::EINVAL | libc::EPERM | libc::ESPIPE => (),
                _ => return result,
            }
        }
        if !is_ready(fd, libc::POLLIN) {
            wait::set_errno(libc::EAGAIN);
            return -1;
        }
        watch::took_input(fd);
        libc::readv(fd, parts, count)
    }
}

/// Of a regular file such a call returns what is cached; the blocking call would return all there is.
unsafe fn complete_file(fd: c_int, parts: *const iovec, count: c_int, got: isize) -> isize {
    // SAFETY: `take` passes its `count` parts on, of whose bytes `got` are filled; the copy has room for all of them.
    unsafe {
        if got == 0 || got as usize >= transfer::total(parts, count as usize) || !is_regular(fd) {
            return got;
        }
        let errno = wait::errno();
        let more = if count == 1 {
            let rest =
                iovec { iov_base: (*parts).iov_base.byte_add(got as usize), iov_len: (*parts).iov_len - got as usize };
            libc::readv(fd, &raw const rest, 1)
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
