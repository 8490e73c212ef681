//! What the kernel tells of a descriptor. Nothing is remembered: descriptors are closed and used again where no hook sees it.
//!
//! Any number may be asked for. What has no answer is not of the kind.

use super::errno::{errno, set_errno};
use core::ffi::c_int;
use core::mem::{size_of, zeroed};

/// What fstat(2) says.
#[inline]
pub fn status(fd: c_int) -> Option<libc::stat> {
    // SAFETY: all-zero memory is a valid `stat`; the kernel fills it.
    unsafe {
        let mut stat = zeroed::<libc::stat>();
        (libc::fstat(fd, &mut stat) == 0).then_some(stat)
    }
}

/// The `S_IFMT` bits, 0 if unknown, as of eventfds, timers and their like.
pub fn file_kind(fd: c_int) -> libc::mode_t {
    status(fd).map_or(0, |stat| stat.st_mode & libc::S_IFMT)
}

pub fn is_regular(fd: c_int) -> bool {
    file_kind(fd) == libc::S_IFREG
}

pub fn is_file_with_data(fd: c_int) -> bool {
    status(fd).is_some_and(|stat| stat.st_mode & libc::S_IFMT == libc::S_IFREG && stat.st_size > 0)
}

/// Device and inode of an open file.
pub fn file(fd: c_int) -> Option<(u64, u64)> {
    status(fd).map(|stat| (stat.st_dev, stat.st_ino))
}

/// How long a file is.
pub fn file_size(fd: c_int) -> Option<i64> {
    status(fd).map(|stat| stat.st_size)
}

/// Whether it is a terminal. errno stays.
pub fn is_terminal(fd: c_int) -> bool {
    let errno = errno();
    // SAFETY: isatty(3) takes any number.
    let terminal = unsafe { libc::isatty(fd) == 1 };
    set_errno(errno);
    terminal
}

/// Whether the open file is in non-blocking mode.
pub fn is_nonblocking(fd: c_int) -> bool {
    // SAFETY: no memory is involved.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
    flags >= 0 && flags & libc::O_NONBLOCK != 0
}

/// How many bytes can be read at once, as far as the kernel counts them for its kind.
pub fn bytes_held(fd: c_int) -> usize {
    let mut bytes: c_int = 0;
    // SAFETY: the request writes one integer, to this frame.
    let known = fd >= 0 && unsafe { libc::ioctl(fd, libc::FIONREAD, &raw mut bytes) } == 0;
    if known { bytes.max(0) as usize } else { 0 }
}

fn look(fd: c_int, events: i16) -> (c_int, i16) {
    let mut entry = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: one entry, on this frame.
    let count = unsafe { libc::poll(&mut entry, 1, 0) };
    (count, entry.revents)
}

/// What poll(2) reports now of these events, and of errors; 0 for nothing.
pub fn reported(fd: c_int, events: i16) -> i16 {
    look(fd, events).1
}

/// Whether poll(2) sees the events, or an error that the real call will tell.
pub fn is_ready(fd: c_int, events: i16) -> bool {
    look(fd, events).0 != 0
}

/// Whether the next call is told of an error. Asking does not take it away.
pub fn has_error(fd: c_int) -> bool {
    reported(fd, 0) & libc::POLLERR != 0
}

/// The next call is not told of an error any more.
#[cold]
pub fn take_error(fd: c_int) {
    // SAFETY: an integer.
    let _ = unsafe { socket_option::<c_int>(fd, libc::SO_ERROR, 0) };
}

/// Whether what a peek of a stream sees will not become more: the peer has ended, there is an error, or urgent data, at whose mark
/// the kernel stops unless what it sees is behind that.
pub fn has_no_more_to_come(fd: c_int) -> bool {
    match reported(fd, libc::POLLRDHUP | libc::POLLPRI) {
        0 => false,
        libc::POLLPRI => !is_at_mark(fd),
        _ => true,
    }
}

/// Whether it is a socket of datagrams that was shut down for reading. errno stays.
#[cold]
pub fn are_datagrams_shut(fd: c_int) -> bool {
    let errno = errno();
    let ended = reported(fd, libc::POLLRDHUP) & libc::POLLRDHUP != 0;
    let shut = ended && socket_type(fd) == Ok(libc::SOCK_DGRAM);
    set_errno(errno);
    shut
}

/// An option of a socket, or the error.
///
/// # Safety
/// All bits may be a `T`.
unsafe fn socket_option<T>(fd: c_int, option: c_int, mut value: T) -> Result<T, c_int> {
    let mut length = size_of::<T>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `length` bytes, to this frame; whatever they are is a value, as the caller promises.
    match unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, option, (&raw mut value).cast(), &mut length) } {
        0 => Ok(value),
        _ => Err(errno()),
    }
}

fn socket_number(fd: c_int, option: c_int) -> Result<c_int, c_int> {
    // SAFETY: an integer.
    unsafe { socket_option(fd, option, 0) }
}

/// The type of a socket, or the error.
pub fn socket_type(fd: c_int) -> Result<c_int, c_int> {
    socket_number(fd, libc::SO_TYPE)
}

/// The address family of a socket, or the error.
pub fn socket_family(fd: c_int) -> Result<c_int, c_int> {
    socket_number(fd, libc::SO_DOMAIN)
}

/// Whether it is a socket that listens.
pub fn listens(fd: c_int) -> bool {
    socket_number(fd, libc::SO_ACCEPTCONN) == Ok(1)
}

/// Whether what is read next of a socket lies behind the mark of urgent data.
pub fn is_at_mark(fd: c_int) -> bool {
    // Of asm-generic/sockios.h, which the libc crate leaves out.
    const SIOCATMARK: libc::c_ulong = 0x8905;
    let mut at_mark: c_int = 0;
    // SAFETY: the request writes one integer, to this frame.
    unsafe { libc::ioctl(fd, SIOCATMARK as _, &raw mut at_mark) == 0 && at_mark != 0 }
}

/// Whether the socket carries a byte stream.
pub fn is_stream_socket(fd: c_int) -> bool {
    socket_type(fd) == Ok(libc::SOCK_STREAM)
}

fn is_internet_socket(fd: c_int) -> bool {
    matches!(socket_family(fd), Ok(libc::AF_INET | libc::AF_INET6))
}

/// Whether it is a socket of `AF_UNIX`.
#[cold]
pub fn is_local_socket(fd: c_int) -> bool {
    socket_family(fd) == Ok(libc::AF_UNIX)
}

/// Whether it is a connection of TCP.
pub fn is_internet_stream(fd: c_int) -> bool {
    is_stream_socket(fd) && is_internet_socket(fd)
}

/// Whether poll(2) may call the socket writable although sending to an address would block: poll(2) knows no address, and the
/// receiver's queue may be full. So it is with datagrams of `AF_UNIX` and `AF_NETLINK`; those of the internet wait in no queue of
/// the receiver's.
pub fn may_lie_about_room(fd: c_int) -> bool {
    matches!(socket_type(fd), Ok(kind) if kind != libc::SOCK_STREAM) && !is_internet_socket(fd)
}

/// `SO_RCVTIMEO` or `SO_SNDTIMEO` in nanoseconds. `None`: there is no limit, or it is no socket.
pub fn time_limit_ns(fd: c_int, receives: bool) -> Option<u64> {
    let option = if receives { libc::SO_RCVTIMEO } else { libc::SO_SNDTIMEO };
    // SAFETY: two integers.
    let time = unsafe { socket_option(fd, option, libc::timeval { tv_sec: 0, tv_usec: 0 }) }.ok()?;
    if time.tv_sec == 0 && time.tv_usec == 0 {
        return None;
    }
    Some((time.tv_sec as u64).saturating_mul(1_000_000_000).saturating_add(time.tv_usec as u64 * 1_000))
}
