//! What waits ask of a descriptor beyond what the kernel tells of it (`engine/descriptor.rs`), and the end of a connection.

use crate::engine::descriptor;
use crate::engine::errno::{errno, set_errno};
use crate::engine::per_thread::per_thread;
use crate::reactor::{NEVER, now_ns, watch};
use core::ffi::c_int;

/// Whether an attempt fails with `EAGAIN` although a call that may block gets the end at once: the kernel says so of datagrams when
/// their socket was shut down for reading. Seen when the watch of the descriptor was told. errno stays.
#[inline]
pub fn is_shut_for_reading(fd: c_int) -> bool {
    watch::is_irregular(fd) && descriptor::are_datagrams_shut(fd)
}

/// `SO_RCVTIMEO` or `SO_SNDTIMEO` from now on; anything that is no socket has none.
pub fn socket_deadline(fd: c_int, events: u32) -> u64 {
    descriptor::time_limit_ns(fd, events & watch::IN != 0).map_or(NEVER, |limit| now_ns().saturating_add(limit))
}

// A connection of a library was shut down since a request began.
per_thread!(static BROKEN: bool = false);

/// Ends a connection, on which nothing more will be sent or heard: what has arrived and was not read yet is discarded, or a
/// library would take it for the answer to its next question. What is no socket stays as it is: false.
#[cold]
pub fn shut_down(fd: c_int) -> bool {
    let errno = errno();
    BROKEN.set(true);
    // SAFETY: the descriptor may be anything.
    let ended = unsafe { libc::shutdown(fd, libc::SHUT_RDWR) } == 0;
    if ended {
        discard_input(fd);
    }
    set_errno(errno);
    ended
}

/// Takes everything out of the receive queue of a socket that was shut down: nothing is added to it any more.
fn discard_input(fd: c_int) {
    let mut bytes = [0_u8; 8192];
    // SAFETY: the kernel writes at most as much as there is room for.
    while unsafe { libc::recv(fd, bytes.as_mut_ptr().cast(), bytes.len(), libc::MSG_DONTWAIT) } > 0 {}
}

/// Whether a connection of a library was shut down in this request: perhaps a persistent one [io/CX-7].
pub fn is_connection_broken() -> bool {
    BROKEN.get()
}

/// As [`is_connection_broken`], once.
pub fn was_connection_broken() -> bool {
    BROKEN.replace(false)
}
