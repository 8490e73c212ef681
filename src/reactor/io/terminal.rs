//! Terminals: a description of one's own, where one can be had.
//!
//! A terminal that reports room may still block a write, because the kernel looks at nothing but `O_NONBLOCK` of the open file
//! description, and that is shared with the shell and every other process of the terminal. So the device is opened a second time.
//! That is not possible where the process does not see the device (another mount namespace), and for the controlling side of a
//! pseudo-terminal, whose path stands for a new one: there, small pieces are written after poll(2).
//!
//! Settings of a terminal (`termios`) are never changed: there is nothing to restore.

use crate::reactor::descriptors;
use core::ffi::{c_char, c_int};

/// Another descriptor of the same terminal, which does not block and is no other process's; `None` where there is none.
pub fn reopen(fd: c_int) -> Option<c_int> {
    const PATH_MAX: usize = 256;
    let mut path = [0 as c_char; PATH_MAX];
    let mut number: c_int = 0;
    // SAFETY: the kernel writes one number, the C library at most as many bytes as there are. The descriptor that comes of it
    // is not known to anything else yet.
    unsafe {
        if libc::ioctl(fd, libc::TIOCGPTN, &raw mut number) == 0 {
            return None;
        }
        let mode = libc::fcntl(fd, libc::F_GETFL);
        if mode < 0 || libc::ttyname_r(fd, path.as_mut_ptr(), PATH_MAX) != 0 {
            return None;
        }
        let flags = mode & libc::O_ACCMODE | libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
        let own = descriptors::own(libc::open(path.as_ptr(), flags));
        (own >= 0).then_some(own)
    }
}
