//! Attempts: C code runs that must not be left in the middle and must not block, OpenSSL for instance. A hook calls the kernel
//! once, without waiting, and what it would have waited for is remembered; no call gives way. The code that made the
//! attempt waits, outside of that code, and makes it again.

use crate::engine::errno::{errno, errno_place};
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{Notifications, Socket, Stream};
use core::ffi::c_char;
use core::ptr;

struct Attempt {
    under_way: bool,
    /// Events of the watches.
    wanted: u32,
    /// A hook has run in an attempt.
    noticed: bool,
    /// Whose operation it is; null if it is no socket's.
    socket: *mut Socket,
    was_blocked: c_char,
    notifications: Option<Notifications>,
}

per_thread!(
    fn attempt() -> *mut Attempt = Attempt {
        under_way: false,
        wanted: 0,
        noticed: false,
        socket: ptr::null_mut(),
        was_blocked: 0,
        notifications: None,
    }
);

/// Makes an attempt. Returns what would have been waited for as well, 0 for nothing.
///
/// Only where hooks wait ([`hooks_wait`](super::hook::hooks_wait)): elsewhere they block. The code runs PHP code only after
/// [`end`].
#[inline]
pub fn make<R>(code: impl FnOnce() -> R) -> (R, u32) {
    // SAFETY: only this thread reaches its attempt, and no reference into it is held while `code` runs.
    unsafe {
        (*attempt()).wanted = 0;
        (*attempt()).under_way = true;
        let result = code();
        end();
        (result, (*attempt()).wanted)
    }
}

/// As [`make`], of an operation of a socket: for PHP it is in non-blocking mode meanwhile, and its notifier is not called. `code` returns
/// the count or -1.
///
/// # Safety
/// An open stream and its socket, in an operation of it; `code` leaves it open until PHP code runs.
#[inline]
pub unsafe fn make_on_socket(stream: *mut Stream, socket: *mut Socket, code: impl FnOnce() -> isize) -> (isize, u32) {
    // SAFETY: the stream and its socket are open, as this function demands. `end` puts back what is changed before PHP code, which
    // could close them, runs again.
    unsafe {
        (*attempt()).was_blocked = core::mem::replace(&mut (*socket).is_blocked, 0);
        if !(*stream).ctx.is_null() {
            (*attempt()).notifications = Some(Notifications::silence(stream));
        }
        (*attempt()).socket = socket;
    }
    make(code)
}

/// As [`make_on_socket`], where the socket may speak TLS: PHP's code for that takes what is left in errno for the reason of the end.
///
/// # Safety
/// As [`make_on_socket`].
#[inline]
pub unsafe fn make_with_clear_errno(
    stream: *mut Stream,
    socket: *mut Socket,
    code: impl FnOnce() -> isize,
) -> (isize, u32) {
    let errno = errno_place();
    // SAFETY: the caller passes on an open stream and its socket, in an operation of it; the thread, and so the place, outlives that.
    unsafe {
        let before = core::mem::replace(&mut *errno, 0);
        let (result, wanted) = make_on_socket(stream, socket, code);
        // A success leaves errno as it found it [io/HK-6].
        if result > 0 || result == 0 && wanted == 0 {
            *errno = before;
        }
        (result, wanted)
    }
}

/// The attempt is over, or PHP code is about to run in the middle of it: hooks wait again. Idempotent.
#[inline]
pub fn end() {
    // SAFETY: only this thread reaches its attempt. A socket that stands there is that of an operation under way.
    unsafe {
        let attempt = attempt();
        (*attempt).under_way = false;
        let socket = core::mem::replace(&mut (*attempt).socket, ptr::null_mut());
        if !socket.is_null() {
            (*socket).is_blocked = (*attempt).was_blocked;
            if let Some(notifications) = (*attempt).notifications.take() {
                notifications.restore();
            }
        }
    }
}

/// Whether an attempt is under way. Asked by hooks of the PHP thread.
#[inline]
pub fn under_way() -> bool {
    // SAFETY: only this thread reaches its attempt.
    unsafe { (*attempt()).under_way }
}

/// What a hook returns in an attempt: the `result` of its call to the kernel, which would have waited for `events` if it
/// failed with `EAGAIN`.
#[inline]
pub fn tried(result: isize, events: u32) -> isize {
    // SAFETY: only this thread reaches its attempt.
    unsafe {
        (*attempt()).noticed = true;
        if result < 0 && matches!(errno(), libc::EAGAIN | libc::EINTR) {
            (*attempt()).wanted |= events;
        }
    }
    result
}

/// Whether a hook has run in an attempt since this was asked the last time.
pub fn was_noticed() -> bool {
    // SAFETY: only this thread reaches its attempt.
    unsafe { core::mem::replace(&mut (*attempt()).noticed, false) }
}
