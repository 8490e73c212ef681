//! `close`, `dup2`, `dup3`, and the `fclose` family as far as the descriptor goes [io/W-9]: a coroutine that waits for a
//! descriptor leaves before it is closed, and its registration goes with it. Runs in any context of a PHP thread.

use super::whole_file;
use crate::boundary::exclusion::locks;
use crate::boundary::wait;
use crate::reactor::watch;
use crate::scheduler::FirstCancellation;
use crate::scheduler::unwind;
use core::ffi::c_int;
use libc::FILE;

pub unsafe extern "C" fn close(fd: c_int) -> c_int {
    // SAFETY: stands in the place of `close`: the descriptor is the caller's to close, and may be anything. Hooks run on the caller's
    // thread, and ask whether it is one of PHP's.
    unsafe {
        // libcurl closes the ends of a pair that it does not have [io/CU-10].
        if fd < 0 || is_being_closed(fd) {
            wait::set_errno(libc::EBADF);
            return -1;
        }
        let file = release(fd);
        let result = libc::close(fd);
        locks::after_close(file);
        result
    }
}

pub unsafe extern "C" fn dup2(from: c_int, to: c_int) -> c_int {
    // SAFETY: stands in the place of `dup2`: `to` is the caller's to close, and both may be anything.
    unsafe { replace(from, to, || libc::dup2(from, to)) }
}

pub unsafe extern "C" fn dup3(from: c_int, to: c_int, flags: c_int) -> c_int {
    // SAFETY: stands in the place of `dup3`: `to` is the caller's to close, and both may be anything.
    unsafe { replace(from, to, || libc::dup3(from, to, flags)) }
}

pub unsafe extern "C" fn fclose(file: *mut FILE) -> c_int {
    // SAFETY: stands in the place of `fclose`: the stream is open and the caller's, so nothing else closes it while the waiters leave.
    unsafe {
        let locked = release_file(file);
        let result = libc::fclose(file);
        locks::after_close(locked);
        result
    }
}

/// Whether another coroutine closes the descriptor, and waits until those that wait for it have left: it is not closed twice, since the
/// number may be another file's by then.
#[inline]
unsafe fn is_being_closed(fd: c_int) -> bool {
    wait::enabled() && fd >= 0 && watch::is_closing(fd)
}

/// `dup2`, `dup3`. What cannot work closes nothing.
unsafe fn replace(from: c_int, to: c_int, call: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: as the hooks demand.
    unsafe {
        if is_being_closed(to) {
            wait::set_errno(libc::EBUSY);
            return -1;
        }
        let closes = from != to && !(wait::enabled() && watch::is_known(to) && libc::fcntl(from, libc::F_GETFD) < 0);
        let file = if closes { release(to) } else { None };
        let result = call();
        locks::after_close(file);
        result
    }
}

/// Tells the waiters of the descriptor. Returns the file when its locks are waited for.
#[inline]
unsafe fn release(fd: c_int) -> Option<(u64, u64)> {
    // SAFETY: where hooks are enabled this is a PHP thread; `fd` may be anything.
    unsafe {
        if !wait::enabled() || fd < 0 {
            return None;
        }
        whole_file::forget(fd);
        if watch::is_known(fd) {
            drain(fd);
        }
        locks::before_close(fd)
    }
}

pub(super) unsafe fn release_file(file: *mut FILE) -> Option<(u64, u64)> {
    // SAFETY: null, or open as the contract of `fclose` and `pclose` demands; only its descriptor is asked for.
    unsafe {
        if !wait::enabled() || file.is_null() {
            return None;
        }
        {
            let errno = wait::errno();
            // A stream in memory has no descriptor: that is an error for libc.
            let fd = libc::fileno(file);
            wait::set_errno(errno);
            release(fd)
        }
    }
}

/// Drops the watch, wakes its waiters, and lets them run until each has left its hook and switched away. Not
/// cancellable: a cancellation that arrives meanwhile is raised afterwards [io/CX-12].
#[cold]
unsafe fn drain(fd: c_int) {
    let errno = wait::errno();
    // SAFETY: a hook calls this where hooks are enabled, so this is a PHP thread.
    unsafe {
        if watch::close(fd) > 0 {
            if !wait::enter() || unwind::is_active() {
                watch::closed(fd);
                wait::set_errno(errno);
                return;
            }
            let mut held = FirstCancellation::NONE;
            while watch::leaving(fd) > 0 {
                if let Err(cancellation) = wait::yield_uncancelled() {
                    drop(held.keep(cancellation));
                }
            }
            watch::closed(fd);
            wait::raise_held(held);
        }
    }
    wait::set_errno(errno);
}
