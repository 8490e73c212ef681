//! Streams on which a coroutine sets up TLS [io/SO-10].
//!
//! PHP has a blocking stream in non-blocking mode meanwhile, and calls on such streams are not waited for. These are: what was sent now
//! would go in the clear, into the handshake, and what was read would be taken from it.

use crate::engine::per_thread::per_thread;
use crate::engine::streams::Stream;

// A stream is in it once for each call.
per_thread!(static RUNNING: Vec<*mut Stream> = Vec::new());

/// Makes a call that sets up TLS on a blocking stream. A bailout may leave it.
pub fn during(stream: *mut Stream, call: impl FnOnce()) {
    change(|running| running.push(stream));
    call();
    change(|running| {
        if let Some(place) = running.iter().rposition(|one| *one == stream) {
            running.swap_remove(place);
        }
    });
}

/// Whether such a call has begun, and not ended.
pub fn runs(stream: *mut Stream) -> bool {
    change(|running| running.contains(&stream))
}

pub fn request_shutdown() {
    change(Vec::clear);
}

fn change<R>(change: impl FnOnce(&mut Vec<*mut Stream>) -> R) -> R {
    RUNNING.with(|running| {
        let mut list = running.take();
        let result = change(&mut list);
        running.set(list);
        result
    })
}
