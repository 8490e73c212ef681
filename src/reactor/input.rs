//! Input that hooks have taken from descriptors.
//!
//! A read of a socket that gets less than it has room for has taken all there was: the socket is *drained*. What comes later is an
//! edge that the kernel reports. Until then an attempt would find nothing, and need not be made: a request on a kept connection
//! costs one `recv`, not two [io/HK-3].
//!
//! That holds for TCP. The end of the input, an error, and urgent data, at whose mark a read ends early, may be reported together
//! with data: behind a report of one, attempts are always made. Should anything else end a read early, the registration of
//! the waiters is unverified: it is asked for again after 20 ms, and then the kernel reports what is there. And before a
//! time limit is told, an attempt is made.

use super::current;
use super::watch::{EDGE, IN};
use core::ffi::c_int;

/// Changes whenever a hook takes input from the descriptor.
pub fn input_count(fd: c_int) -> u32 {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared, and is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if watch.is_null() { 0 } else { (*watch).taken }
    }
}

/// A read got less than it had room for, and something.
pub fn took_less(fd: c_int) {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; one field is stored.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if !watch.is_null() && (*watch).armed & (IN | EDGE) == IN | EDGE && !(*watch).irregular {
            (*watch).drained = true;
        }
    }
}

/// Whether the end of input, an error or urgent data was reported.
#[inline]
pub fn is_irregular(fd: c_int) -> bool {
    // SAFETY: what `find` returns is null or a watch of this thread, and is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        !watch.is_null() && (*watch).irregular
    }
}

/// Whether a read would find nothing: a wait is told of whatever comes.
#[inline]
pub fn is_drained(fd: c_int) -> bool {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; it is only read here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        !watch.is_null() && (*watch).drained
    }
}
