//! Streams: what libc does not know about them (io chapter 5).
//!
//! ```text
//!   fgets($s) --> functions/streams.rs: one call at a time --> PHP's buffer, filters --> operations of the stream
//!   fclose($s) -> closing.rs: the calls of others end, and leave --------------------> original
//! ```
//!
//! `tables.rs` puts our operations before those of PHP, which `originals.rs` keeps: `files.rs` and `sockets.rs`, which have
//! `transfer.rs` in common, and `user_space.rs` and `directories.rs` for streams and directories of user space.

pub mod closing;
pub mod copies;
mod directories;
mod files;
pub mod handshakes;
pub mod holders;
mod originals;
mod pending;
pub mod sockets;
pub mod tables;
pub mod taken;
mod transfer;
mod user_space;

use crate::boundary::calls::Key;
use crate::boundary::calls::hidden;
use crate::boundary::exclusion::gate;
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Stream};
use crate::reactor::{NEVER, now_ns};

// How many calls are to be told of reads of their streams (`taken.rs`).
per_thread!(static TAKING: usize = 0);

/// Until when a wait may last that begins now, with this time limit of a stream; `NEVER` for none. As in stock PHP a negative part of a
/// second takes from the seconds, and what is less than no time at all in milliseconds is no limit.
fn deadline(limit: &libc::timeval) -> u64 {
    let (seconds, rest) = (limit.tv_sec, limit.tv_usec);
    let limit = match rest {
        _ if seconds < 0 => return NEVER,
        0.. => seconds.saturating_mul(1_000_000_000).saturating_add(rest.saturating_mul(1_000)),
        _ => seconds.saturating_mul(1_000).saturating_add(rest.saturating_add(999) / 1_000).saturating_mul(1_000_000),
    };
    if limit < 0 { NEVER } else { now_ns().saturating_add(limit as u64) }
}

/// The gate of readers, and of writers as well where reading and writing share a position.
#[inline]
pub fn read_key(stream: *mut Stream) -> Key {
    stream as Key
}

/// The gate of writers.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn write_key(stream: *mut Stream) -> Key {
    // SAFETY: the stream is open, as this function demands.
    unsafe {
        if streams::shares_position(stream) {
            return read_key(stream);
        }
        if gate::is_held_by_another(read_key(stream)) {
            streams::keep_buffer(stream);
        }
    }
    writers_key(stream)
}

/// The gate of a direction of its own.
#[inline]
pub fn writers_key(stream: *mut Stream) -> Key {
    stream as Key + 1
}

/// The end of a request.
pub fn request_shutdown() {
    hidden::request_shutdown();
    files::request_shutdown();
    pending::request_shutdown();
    taken::request_shutdown();
    copies::request_shutdown();
    handshakes::request_shutdown();
}
