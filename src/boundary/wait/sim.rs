//! Simulated kernels (`async.sim_seed`): what an attempt at the kernel may give although it need not.
//!
//! * **Short transfers.** An attempt on a byte stream (stream socket or pipe) moves a part of what it could, at least one
//!   byte. Never of a datagram, a file, a terminal, a message with ancillary data; never less of a write to a pipe than
//!   it must move as a whole. A call that has to move everything goes on by itself, as the kernel's would.
//! * **EAGAIN** where a hook tries first: others run, then it tries again.
//! * **Cold files.** What is read of a file is taken for uncached, where the call may be left for that.
//! * **Spurious readiness.** A wait ends although nothing happened; the waiter looks again.
//! * **Slices.** A call gives way although it need not block [io/W-10].
//!
//! A caller that asked not to wait is told EAGAIN only by the kernel: PHP code may rely on data being where it just put
//! them. EINTR is never told: the hooks themselves try again after it.

use crate::engine::descriptor::{file_kind, is_file_with_data, is_stream_socket};
use crate::sim::{Decision, below, once_in};
use core::ffi::c_int;
use libc::PIPE_BUF;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// How much of `bytes` the next attempt may move.
#[inline]
pub fn room(fd: c_int, bytes: usize, direction: Direction) -> usize {
    if bytes > 1 && once_in(Decision::Fault, 3) { shortened(fd, bytes, direction) } else { bytes }
}

#[cold]
fn shortened(fd: c_int, bytes: usize, direction: Direction) -> usize {
    let may_be_short = match file_kind(fd) {
        libc::S_IFIFO => direction == Direction::In || bytes > PIPE_BUF,
        libc::S_IFSOCK => is_stream_socket(fd),
        _ => false,
    };
    if !may_be_short {
        return bytes;
    }
    // Small parts show more than middling ones.
    if below(Decision::Fault, 2) == 0 {
        1 + below(Decision::Fault, bytes.min(8))
    } else {
        1 + below(Decision::Fault, bytes)
    }
}

/// Whether the next attempt is taken for one that would block.
#[inline]
pub fn pretends_to_block() -> bool {
    once_in(Decision::Fault, 6)
}

/// Whether what is read next of a regular file is taken for uncached. Those of procfs, which are empty for stat(2), never are.
#[inline]
pub fn pretends_to_be_uncached(fd: c_int) -> bool {
    once_in(Decision::Fault, 6) && is_file_with_data(fd)
}

/// Whether a wait ends for no reason.
#[inline]
pub fn wakes_for_nothing() -> bool {
    once_in(Decision::Fault, 8)
}

/// Whether a call gives way.
pub fn gives_way() -> bool {
    once_in(Decision::Slice, 8)
}
