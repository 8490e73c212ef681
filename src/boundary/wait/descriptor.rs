//! What the kernel tells of a descriptor. Nothing is remembered: descriptors are closed and used again where no hook sees it.

use super::errno::{errno, set_errno};
use crate::engine::per_thread::per_thread;
use crate::reactor::{NEVER, now_ns, watch};
use core::ffi::c_int;

pub fn is_regular(fd: c_int) -> bool {
    file_kind(fd) == libc::S_IFREG
}

/// The `S_IFMT` bits, 0 if unknown.
pub fn file_kind(fd: c_int) -> libc::mode_t {
    // SAFETY: all-zero memory is a valid `stat`; the kernel fills it.
    unsafe {
        let mut stat = core::mem::zeroed::<libc::stat>();
        if libc::fstat(fd, &mut stat) == 0 { stat.st_mode & libc::S_IFMT } else { 0 }
    }
}

pub fn is_file_with_data(fd: c_int) -> bool {
    // SAFETY: all-zero memory is a valid `stat`; the kernel fills it.
    unsafe {
        let mut stat = core::mem::zeroed::<libc::stat>();
        libc::fstat(fd, &mut stat) == 0 && stat.st_mode & libc::S_IFMT == libc::S_IFREG && stat.st_size > 0
    }
}

/// Whether poll(2) sees the events, or an error that the real call will tell.
pub fn is_ready(fd: c_int, events: i16) -> bool {
    let mut entry = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: one entry.
    unsafe { libc::poll(&mut entry, 1, 0) != 0 }
}

/// Whether the next call is told of an error. Asking does not take it away.
pub fn has_error(fd: c_int) -> bool {
    let mut entry = libc::pollfd { fd, events: 0, revents: 0 };
    // SAFETY: one entry.
    unsafe { libc::poll(&mut entry, 1, 0) == 1 && entry.revents & libc::POLLERR != 0 }
}

/// Whether it is a terminal. errno stays.
pub fn is_terminal(fd: c_int) -> bool {
    let errno = errno();
    // SAFETY: isatty(3) takes any number.
    let terminal = unsafe { libc::isatty(fd) == 1 };
    set_errno(errno);
    terminal
}

/// Device and inode of an open file.
pub fn file(fd: c_int) -> Option<(u64, u64)> {
    // SAFETY: all-zero memory is a valid `stat`; the kernel fills it.
    unsafe {
        let mut stat = core::mem::zeroed::<libc::stat>();
        (libc::fstat(fd, &mut stat) == 0).then_some((stat.st_dev as u64, stat.st_ino as u64))
    }
}

/// Whether the open file is in non-blocking mode.
pub fn is_nonblocking(fd: c_int) -> bool {
    // SAFETY: no memory is involved.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
    flags >= 0 && flags & libc::O_NONBLOCK != 0
}

/// A property of a socket that is one number; `None` for what is no socket.
fn socket_number(fd: c_int, option: c_int) -> Option<c_int> {
    let mut number: c_int = 0;
    let mut length = size_of::<c_int>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `length` bytes.
    let result = unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, option, (&raw mut number).cast(), &mut length) };
    (result == 0).then_some(number)
}

/// Whether the socket carries a byte stream.
pub fn is_stream_socket(fd: c_int) -> bool {
    socket_number(fd, libc::SO_TYPE) == Some(libc::SOCK_STREAM)
}

fn is_internet_socket(fd: c_int) -> bool {
    matches!(socket_number(fd, libc::SO_DOMAIN), Some(libc::AF_INET | libc::AF_INET6))
}

/// Whether it is a connection of TCP.
pub fn is_internet_stream(fd: c_int) -> bool {
    is_stream_socket(fd) && is_internet_socket(fd)
}

/// Whether poll(2) may call the socket writable although sending to an address would block: poll(2) knows no address, and the
/// receiver's queue may be full. So it is with datagrams of `AF_UNIX` and `AF_NETLINK`; those of the internet wait in no queue of
/// the receiver's.
pub fn may_lie_about_room(fd: c_int) -> bool {
    matches!(socket_number(fd, libc::SO_TYPE), Some(kind) if kind != libc::SOCK_STREAM) && !is_internet_socket(fd)
}

/// Whether what a peek of a stream sees will not become more: the peer has ended, there is an error, or urgent data, at whose mark
/// the kernel stops.
pub fn has_no_more_to_come(fd: c_int) -> bool {
    let mut entry = libc::pollfd { fd, events: libc::POLLRDHUP | libc::POLLPRI, revents: 0 };
    // SAFETY: one entry.
    unsafe { libc::poll(&mut entry, 1, 0) == 1 }
}

/// Whether an attempt fails with `EAGAIN` although a call that may block gets the end at once: the kernel says so of datagrams when
/// their socket was shut down for reading. Seen when the watch of the descriptor was told. errno stays.
#[inline]
pub fn is_shut_for_reading(fd: c_int) -> bool {
    watch::is_irregular(fd) && are_datagrams_shut(fd)
}

#[cold]
fn are_datagrams_shut(fd: c_int) -> bool {
    let errno = errno();
    let mut entry = libc::pollfd { fd, events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: one entry.
    let ended = unsafe { libc::poll(&mut entry, 1, 0) == 1 && entry.revents & libc::POLLRDHUP != 0 };
    let shut = ended && socket_number(fd, libc::SO_TYPE) == Some(libc::SOCK_DGRAM);
    set_errno(errno);
    shut
}

/// `SO_RCVTIMEO` or `SO_SNDTIMEO` from now on; anything that is no socket has none.
pub fn socket_deadline(fd: c_int, events: u32) -> u64 {
    let option = if events & watch::IN != 0 { libc::SO_RCVTIMEO } else { libc::SO_SNDTIMEO };
    let mut time = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let mut length = size_of::<libc::timeval>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `length` bytes.
    let result = unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, option, (&raw mut time).cast(), &mut length) };
    if result != 0 || (time.tv_sec == 0 && time.tv_usec == 0) {
        return NEVER;
    }
    let limit = (time.tv_sec as u64).saturating_mul(1_000_000_000).saturating_add(time.tv_usec as u64 * 1_000);
    now_ns().saturating_add(limit)
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

/// Whether a connection of a library was shut down since this was last asked: perhaps a persistent one [io/CX-7].
pub fn was_connection_broken() -> bool {
    BROKEN.replace(false)
}
