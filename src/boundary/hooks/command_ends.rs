//! Descriptors that `proc_open()` makes for its command: `pipe`, `socketpair`, `openpty`, `dup`. Never suspends.
//!
//! `proc_open()` also opens files and asks streams of user space for their descriptors, where it may be left. A command that another
//! coroutine starts meanwhile must not get what was made by then: it would keep the pipe open after the command that it is for has
//! ended [io/EXE-5]. That one gets copies by `dup2`, which are inherited.

use crate::boundary::calls::unused_pair;
use crate::boundary::functions::{self, Waiter};
use crate::boundary::wait;
use core::ffi::{c_char, c_int};
use libc::{termios, winsize};

/// Whether what is made now is for the command of a `proc_open()`.
pub fn is_for_command() -> bool {
    // SAFETY: where hooks are enabled this is a PHP thread.
    wait::enabled() && unsafe { functions::waiter() } == Waiter::ProcOpen
}

/// Lets those be inherited whose number may be one that the command gets: PHP makes no copy of what has its number already.
///
/// # Safety
/// In a call of `proc_open()`; each is -1, or was made just now with its mark to be closed.
pub unsafe fn let_inherit(ends: &[c_int]) {
    // SAFETY: as this function demands; nothing else knows the descriptors yet.
    unsafe {
        let numbers = functions::numbers_of_command();
        for end in ends.iter().filter(|end| (0..numbers).contains(*end)) {
            libc::fcntl(*end, libc::F_SETFD, 0);
        }
    }
}

pub unsafe extern "C" fn pipe(ends: *mut c_int) -> c_int {
    // SAFETY: stands in the place of `pipe`, whose contract the caller keeps: both places are filled when it succeeds.
    unsafe {
        let for_command = is_for_command();
        let result = libc::pipe2(ends, if for_command { libc::O_CLOEXEC } else { 0 });
        if result == 0 && for_command {
            let_inherit(core::slice::from_raw_parts(ends, 2));
        }
        result
    }
}

pub unsafe extern "C" fn socketpair(domain: c_int, kind: c_int, protocol: c_int, pair: *mut c_int) -> c_int {
    // SAFETY: stands in the place of `socketpair`, whose contract the caller keeps: both places are filled when it succeeds.
    unsafe {
        let for_command = is_for_command();
        let kind = if for_command { kind | libc::SOCK_CLOEXEC } else { kind };
        let result = libc::socketpair(domain, kind, protocol, pair);
        if result == 0 && for_command {
            let_inherit(core::slice::from_raw_parts(pair, 2));
        }
        result
    }
}

/// That of libcurl, which waits for nothing: a pair that nothing would use is refused.
pub unsafe extern "C" fn socketpair_of_library(domain: c_int, kind: c_int, protocol: c_int, pair: *mut c_int) -> c_int {
    // SAFETY: stands in the place of `socketpair`, whose contract the caller keeps.
    unsafe {
        if wait::enabled() && unused_pair::take() {
            *libc::__errno_location() = libc::EMFILE;
            return -1;
        }
        libc::socketpair(domain, kind, protocol, pair)
    }
}

pub unsafe extern "C" fn openpty(
    master: *mut c_int,
    slave: *mut c_int,
    name: *mut c_char,
    settings: *mut termios,
    size: *mut winsize,
) -> c_int {
    // SAFETY: stands in the place of `openpty`, whose contract the caller keeps: both places are filled when it succeeds.
    unsafe {
        let result = libc::openpty(master, slave, name, settings, size);
        if result == 0 && is_for_command() {
            libc::fcntl(*master, libc::F_SETFD, libc::FD_CLOEXEC);
            libc::fcntl(*slave, libc::F_SETFD, libc::FD_CLOEXEC);
            let_inherit(&[*master, *slave]);
        }
        result
    }
}

pub unsafe extern "C" fn dup(fd: c_int) -> c_int {
    // SAFETY: stands in the place of `dup`; the descriptor may be anything.
    unsafe {
        if is_for_command() {
            let copy = libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0);
            let_inherit(&[copy]);
            copy
        } else {
            libc::dup(fd)
        }
    }
}
