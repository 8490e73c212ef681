//! `flock`, `fcntl` with its blocking locks, `lockf`. Unlocking offers the lock to its waiters.

use crate::boundary::exclusion::locks::{self, Key, Request};
use crate::boundary::wait;
use crate::reactor::NEVER;
use core::ffi::{c_int, c_short};
use libc::off_t;

pub unsafe extern "C" fn flock(fd: c_int, operation: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `flock`, in whose place this stands.
    unsafe {
        let waits = matches!(operation, libc::LOCK_SH | libc::LOCK_EX);
        if waits && wait::enter() {
            return match locks::acquire(Request::Flock { fd, operation }, NEVER) {
                Some(result) => result as c_int,
                None => libc::flock(fd, operation),
            };
        }
        let result = libc::flock(fd, operation);
        // Also an exchange for another lock, and one that failed, may have let something go.
        offer(fd, Key::File);
        result
    }
}

unsafe fn offer(fd: c_int, key: fn(u64, u64) -> Key) {
    if wait::enabled()
        && let Some((device, inode)) = locks::before_close(fd)
    {
        // SAFETY: a hook calls this where hooks are enabled, so this is a PHP thread.
        unsafe { locks::offer(key(device, inode)) }
    }
}

/// Commands without an argument get whatever is in the register, as libc's does.
pub unsafe extern "C" fn fcntl(fd: c_int, command: c_int, argument: usize) -> c_int {
    // SAFETY: the caller keeps the contract of `fcntl`, in whose place this stands.
    unsafe {
        match command {
            libc::F_SETLKW | libc::F_OFD_SETLKW | libc::F_SETLK | libc::F_OFD_SETLK => {
                set_lock(fd, command, argument as *mut libc::flock)
            }
            _ => libc::fcntl(fd, command, argument),
        }
    }
}

unsafe fn set_lock(fd: c_int, command: c_int, lock: *mut libc::flock) -> c_int {
    // SAFETY: the caller of `fcntl` passes a valid structure with these commands.
    unsafe {
        let immediate = match command {
            libc::F_SETLKW => libc::F_SETLK,
            libc::F_OFD_SETLKW => libc::F_OFD_SETLK,
            _ => command,
        };
        let waits = immediate != command && !lock.is_null() && (*lock).l_type != libc::F_UNLCK as c_short;
        if waits && wait::enter() {
            return match locks::acquire(Request::Record { fd, command: immediate, lock }, NEVER) {
                Some(result) => result as c_int,
                None => libc::fcntl(fd, command, lock),
            };
        }
        let result = libc::fcntl(fd, command, lock);
        offer(fd, Key::Records);
        result
    }
}

/// The same as a lock of `fcntl` from the position on, which is how libc makes it.
pub unsafe extern "C" fn lockf(fd: c_int, command: c_int, length: off_t) -> c_int {
    // SAFETY: the caller keeps the contract of `lockf`; the structure lives during the call.
    unsafe {
        if command == libc::F_LOCK {
            let mut lock = core::mem::zeroed::<libc::flock>();
            lock.l_type = libc::F_WRLCK as c_short;
            lock.l_whence = libc::SEEK_CUR as c_short;
            lock.l_len = length;
            return set_lock(fd, libc::F_SETLKW, &raw mut lock);
        }
        let result = libc::lockf(fd, command, length);
        offer(fd, Key::Records);
        result
    }
}
