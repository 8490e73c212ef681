//! Attempts at the kernel: what can be moved at once, without changing flags of a descriptor that others may share.
//!
//! Sockets have `MSG_DONTWAIT`. Others are asked with `RWF_NOWAIT`, kinds that do not know that with poll(2) first. What epoll
//! cannot watch is always ready and takes an ordinary call, and so does a terminal that was opened for us alone
//! (`terminal.rs`), in non-blocking mode. Results are counts, or negative errors.

use crate::engine::descriptor::{file_kind, is_ready, is_stream_socket};
use crate::engine::errno::errno;
use crate::reactor::nowait;
use crate::sim::{Decision, below, once_in};
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use libc::{PIPE_BUF, iovec, siginfo_t, sigset_t};

/// A pseudo-terminal that is writable has room for 256 bytes; it makes up to eight of one (a tabulator).
const TERMINAL_WRITE: usize = 32;
/// What [`file_kind`] says of eventfds, timers and their like.
const NO_KIND: libc::mode_t = 0;
/// Parts of one call (`IOV_MAX`).
const PARTS_MAX: usize = 1024;

/// How a descriptor is asked without blocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Socket,
    /// With `RWF_NOWAIT`.
    Flag,
    /// After poll(2).
    Polled,
    /// After poll(2), in small pieces: a terminal that others have, too.
    Terminal,
    /// An eventfd: after a look at its count. It reports room for 1, and blocks a write of more.
    Counter,
    /// In non-blocking mode, and used by nothing else.
    NonBlocking,
    /// Always ready.
    Blocking,
}

fn outcome(result: isize) -> isize {
    if result < 0 { -(errno() as isize) } else { result }
}

impl Way {
    pub fn of(fd: c_int) -> Way {
        if file_kind(fd) == libc::S_IFSOCK { Way::Socket } else { Way::Flag }
    }

    /// Of a descriptor that does not know the flag.
    fn without_flag(fd: c_int) -> Way {
        match file_kind(fd) {
            libc::S_IFREG | libc::S_IFBLK | libc::S_IFDIR => Way::Blocking,
            NO_KIND if count_of(fd).is_some() => Way::Counter,
            // Also what has no kind, such as a timer: poll(2) knows them all.
            _ => Way::Polled,
        }
    }

    /// Whether the error says that the flag is not known, and what to do instead.
    fn falls_back(&mut self, fd: c_int, result: isize) -> bool {
        let refused = matches!(
            -result as c_int,
            libc::ENOSYS | libc::EOPNOTSUPP | libc::EINVAL | libc::EPERM | libc::ESPIPE | libc::ENODEV
        );
        if result < 0 && refused {
            *self = Way::without_flag(fd);
        }
        result < 0 && refused
    }
}

/// The count of an eventfd; `None` for everything else.
fn count_of(fd: c_int) -> Option<u64> {
    const ROOM: usize = 256;
    let mut text = [0u8; ROOM];
    let path = format!("/proc/self/fdinfo/{fd}\0");
    // SAFETY: the path ends with a zero byte; the kernel writes at most as much as there is room.
    let length = unsafe {
        let info = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        if info < 0 {
            return None;
        }
        let length = libc::read(info, text.as_mut_ptr().cast(), ROOM);
        libc::close(info);
        length
    };
    let text = core::str::from_utf8(text.get(..usize::try_from(length).ok()?)?).ok()?;
    let count = text.lines().find_map(|line| line.strip_prefix("eventfd-count:"))?;
    u64::from_str_radix(count.trim(), 16).ok()
}

/// Whether an eventfd has room for what is to be added. What is not a number of its size the kernel refuses at once.
unsafe fn has_room_for(fd: c_int, part: &iovec) -> bool {
    // SAFETY: the part is as long as it says.
    unsafe {
        if part.iov_len < size_of::<u64>() {
            return true;
        }
        let added = part.iov_base.cast::<u64>().read_unaligned();
        added == u64::MAX || count_of(fd).is_none_or(|count| count < u64::MAX - added)
    }
}

/// How much of `bytes` of a byte stream a simulated kernel moves.
pub fn room(way: Way, fd: c_int, bytes: usize, out: bool) -> usize {
    if bytes <= 1 || !once_in(Decision::Fault, 3) {
        return bytes;
    }
    let is_stream = match way {
        Way::Socket => is_stream_socket(fd),
        _ => file_kind(fd) == libc::S_IFIFO && (!out || bytes > PIPE_BUF),
    };
    if is_stream { 1 + below(Decision::Fault, bytes) } else { bytes }
}

/// Takes what is there.
///
/// # Safety
/// `buffer` has room for `size` bytes.
pub unsafe fn read(way: &mut Way, fd: c_int, buffer: *mut c_void, size: usize) -> isize {
    let size = room(*way, fd, size, false);
    // SAFETY: the buffer is as long as this function demands.
    unsafe {
        loop {
            let result = match way {
                Way::Socket => outcome(libc::recv(fd, buffer, size, libc::MSG_DONTWAIT)),
                Way::Flag => {
                    let part = iovec { iov_base: buffer, iov_len: size };
                    let result = outcome(nowait::read(fd, &part, 1, -1));
                    if way.falls_back(fd, result) {
                        continue;
                    }
                    result
                }
                Way::Polled | Way::Terminal | Way::Counter if !is_ready(fd, libc::POLLIN) => -(libc::EAGAIN as isize),
                Way::Polled | Way::Terminal | Way::Counter | Way::NonBlocking | Way::Blocking => {
                    outcome(libc::read(fd, buffer, size))
                }
            };
            if result != -(libc::EINTR as isize) {
                return result;
            }
        }
    }
}

/// Gives away what is taken.
///
/// # Safety
/// There are `count` parts, at least one.
pub unsafe fn write(way: &mut Way, fd: c_int, parts: *const iovec, count: usize) -> isize {
    // SAFETY: the parts are there, as this function demands; a shortened one is the beginning of the first.
    unsafe {
        let mut count = count.min(PARTS_MAX);
        let mut parts = parts;
        let limit = match way {
            Way::Polled => PIPE_BUF,
            Way::Counter => size_of::<u64>(),
            Way::Terminal => TERMINAL_WRITE,
            Way::Socket | Way::Flag | Way::NonBlocking | Way::Blocking => usize::MAX,
        };
        let first = (*parts).iov_len;
        let length = room(*way, fd, first, true).min(limit);
        let shortened = iovec { iov_base: (*parts).iov_base, iov_len: length };
        if length < first || limit != usize::MAX {
            parts = &shortened;
            count = 1;
        }
        loop {
            let result = match way {
                Way::Socket => {
                    let mut message = MaybeUninit::<libc::msghdr>::zeroed().assume_init();
                    message.msg_iov = parts.cast_mut();
                    message.msg_iovlen = count as _;
                    outcome(libc::sendmsg(fd, &message, libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL))
                }
                Way::Flag => {
                    let result = quietly(|| nowait::write(fd, parts, count as c_int));
                    if way.falls_back(fd, result) {
                        return write(way, fd, parts, count);
                    }
                    result
                }
                Way::Polled | Way::Terminal if !is_ready(fd, libc::POLLOUT) => -(libc::EAGAIN as isize),
                Way::Counter if !has_room_for(fd, &*parts) => -(libc::EAGAIN as isize),
                Way::Polled | Way::Terminal | Way::Counter | Way::NonBlocking | Way::Blocking => {
                    quietly(|| libc::writev(fd, parts, count as c_int))
                }
            };
            if result != -(libc::EINTR as isize) {
                return result;
            }
        }
    }
}

/// A write for which no SIGPIPE is raised: pipes have no flag for that.
pub fn quietly(call: impl FnOnce() -> isize) -> isize {
    let mut pipe = MaybeUninit::<sigset_t>::uninit();
    let mut before = MaybeUninit::<sigset_t>::uninit();
    let mut pending = MaybeUninit::<sigset_t>::uninit();
    // SAFETY: each set is written before it is read; the mask of this thread is what it was when this is left.
    unsafe {
        libc::sigemptyset(pipe.as_mut_ptr());
        libc::sigaddset(pipe.as_mut_ptr(), libc::SIGPIPE);
        libc::pthread_sigmask(libc::SIG_BLOCK, pipe.as_ptr(), before.as_mut_ptr());
        let result = outcome(call());
        let was_blocked = libc::sigismember(before.as_ptr(), libc::SIGPIPE) == 1;
        if result == -(libc::EPIPE as isize) && !was_blocked {
            libc::sigpending(pending.as_mut_ptr());
            if libc::sigismember(pending.as_ptr(), libc::SIGPIPE) == 1 {
                let time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
                libc::sigtimedwait(pipe.as_ptr(), ptr::null_mut::<siginfo_t>(), &time);
            }
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
        result
    }
}

/// What of a file is in memory. `EAGAIN` or a refusal means that a worker has to read it.
///
/// # Safety
/// `buffer` has room for `size` bytes.
pub unsafe fn read_cached(fd: c_int, buffer: *mut c_void, size: usize, offset: i64) -> isize {
    let part = iovec { iov_base: buffer, iov_len: size };
    // SAFETY: the buffer is as long as this function demands.
    outcome(unsafe { nowait::read(fd, &part, 1, offset) })
}

/// Whether a part of a file is in memory as a whole, so that sending it does not wait for a disk.
pub fn is_cached(fd: c_int, offset: i64, length: usize) -> bool {
    has_all_pages(fd, offset, length).unwrap_or_else(|| can_be_read_through(fd, offset, length))
}

/// The kernel's answer. None where it does not know (before Linux 6.5), or does not tell: it does for files that are one's own, or
/// that one may write.
fn has_all_pages(fd: c_int, offset: i64, length: usize) -> Option<bool> {
    /// The same on every architecture.
    const CACHESTAT: libc::c_long = 451;
    #[repr(C)]
    struct Range {
        offset: u64,
        length: u64,
    }
    #[repr(C)]
    struct Pages {
        cached: u64,
        dirty: u64,
        written_back: u64,
        evicted: u64,
        recently_evicted: u64,
    }
    // As in <linux/mman.h>.
    const { assert!(size_of::<Range>() == 16 && size_of::<Pages>() == 40) };
    static UNKNOWN: AtomicBool = AtomicBool::new(false);
    if UNKNOWN.load(Ordering::Relaxed) {
        return None;
    }
    let range = Range { offset: offset as u64, length: length as u64 };
    let mut pages = MaybeUninit::<Pages>::zeroed();
    // SAFETY: both structures are of the kernel's form; it reads the one and fills the other.
    unsafe {
        if libc::syscall(CACHESTAT, fd, &raw const range, pages.as_mut_ptr(), 0) != 0 {
            if errno() == libc::ENOSYS {
                UNKNOWN.store(true, Ordering::Relaxed);
            }
            return None;
        }
        let page = libc::sysconf(libc::_SC_PAGESIZE) as u64;
        let end = range.offset + range.length;
        Some((*pages.as_ptr()).cached >= end.div_ceil(page) - range.offset / page)
    }
}

/// Reads it all into the same few bytes, as far as it is in memory: still a small part of what sending costs.
fn can_be_read_through(fd: c_int, offset: i64, length: usize) -> bool {
    const ROOM: usize = 16 * 1024;
    const PARTS: usize = 32;
    let mut room = MaybeUninit::<[u8; ROOM]>::uninit();
    let parts = [iovec { iov_base: room.as_mut_ptr().cast(), iov_len: ROOM }; PARTS];
    let mut read = 0;
    while read < length {
        let left = length - read;
        // SAFETY: all parts are the one place above. What is read beyond the end of the part does no harm.
        let result = outcome(unsafe {
            nowait::read(fd, parts.as_ptr(), left.div_ceil(ROOM).min(PARTS) as c_int, offset + read as i64)
        });
        if result <= 0 {
            return false;
        }
        read += result as usize;
    }
    true
}
