//! The calls of libraries that speak a protocol of questions and answers on their connection [io/P-8, io/CX-7]: libpq,
//! librabbitmq, libmemcached, libhiredis, libssh2, libgearman.
//!
//! Such a library takes a cancelled wait for an error of this one call. The answer would still come, and be taken for that
//! of the next question. So the connection is shut down: its next user is told that it has ended.
//!
//! Such a call may also be cancelled where it waits for something else: the file that it sends. It would go on as if that had ended
//! there, and the server take half of it for all. So nothing is sent any more.

use super::{poll, read, recv as receiving, send, transfer, write};
use crate::boundary::calls::cancellation_repair;
use crate::boundary::functions::is_in_foreign_destruction;
use crate::boundary::wait;
use crate::boundary::wait::descriptor::shut_down;
use core::ffi::{c_int, c_void};
use libc::{iovec, msghdr, nfds_t, pollfd, sigset_t, sockaddr, socklen_t, timespec};

/// Ends the connections, and returns what `poll` says of them then: that there is an end to read. libpq takes it for the server's, and the
/// connection for lost; after a failed `poll` it goes on as before, and gives the state of a COPY again and again to its waiters.
#[cold]
unsafe fn end_all(fds: *mut pollfd, count: nfds_t) -> Option<c_int> {
    // SAFETY: a hook in the place of `poll` or `ppoll` passes its array on, with `count` entries.
    unsafe {
        for index in 0..count as usize {
            shut_down((*fds.add(index)).fd);
        }
        let errno = wait::errno();
        let ready = libc::poll(fds, count, 0);
        wait::set_errno(errno);
        (ready > 0).then_some(ready)
    }
}

/// Ends the connection; the call fails as it has.
#[cold]
unsafe fn end(fd: c_int) -> Option<isize> {
    shut_down(fd);
    None
}

unsafe fn receive(fd: c_int, buffer: *mut c_void, length: usize, flags: c_int) -> isize {
    // SAFETY: the callers keep the contract of `recv`: the buffer has room for `length` bytes.
    let result = unsafe { receiving::recv_quietly(fd, buffer, length, flags) };
    transfer::note_read(result);
    result
}

/// Functions with the arguments of the hook, which is called unless a module runs that must not be left. OpenSSL may be above
/// a library, so its calls do not give way [io/TLS-5].
macro_rules! hooks {
    ($($name:ident = $hook:path | $real:path: ($first:ident: $kind:ty $(, $argument:ident: $type:ty)*) -> $result:ty
       $(=> $refuse:path)?, $end:expr;)*) => {
        $(
            pub unsafe extern "C" fn $name($first: $kind $(, $argument: $type)*) -> $result {
                // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
                unsafe {
                    // Also on threads that are not PHP's.
                    if !wait::enabled() || is_in_foreign_destruction() {
                        return $real($first $(, $argument)*);
                    }
                    $(if $refuse($first) {
                        return -1;
                    })?
                    let before = cancellation_repair::before();
                    let result = $hook($first $(, $argument)*);
                    let unseen = cancellation_repair::before();
                    // The cancellation was delivered in this very call, perhaps where PHP code frees something.
                    if unseen != before && !unseen.is_null() {
                        if let Some(instead) = $end {
                            return instead;
                        }
                    }
                    result
                }
            }
        )*
    };
}

hooks! {
    poll = poll::poll | libc::poll: (fds: *mut pollfd, count: nfds_t, timeout_ms: c_int) -> c_int, end_all(fds, count);
    ppoll = poll::ppoll | libc::ppoll:
        (fds: *mut pollfd, count: nfds_t, timeout: *const timespec, mask: *const sigset_t) -> c_int, end_all(fds, count);
    recv = receive | libc::recv: (fd: c_int, buffer: *mut c_void, length: usize, flags: c_int) -> isize, end(fd);
    recvfrom = receiving::recvfrom | libc::recvfrom:
        (fd: c_int, buffer: *mut c_void, length: usize, flags: c_int, address: *mut sockaddr, size: *mut socklen_t) -> isize,
        end(fd);
    recvmsg = receiving::recvmsg | libc::recvmsg: (fd: c_int, message: *mut msghdr, flags: c_int) -> isize, end(fd);
    read = read::read_quietly | libc::read: (fd: c_int, buffer: *mut c_void, length: usize) -> isize, end(fd);
    readv = read::readv | libc::readv: (fd: c_int, parts: *const iovec, count: c_int) -> isize, end(fd);
    send = send::send_quietly | libc::send: (fd: c_int, buffer: *const c_void, length: usize, flags: c_int) -> isize
        => wait::refuses_to_send, end(fd);
    sendto = send::sendto | libc::sendto:
        (fd: c_int, buffer: *const c_void, length: usize, flags: c_int, address: *const sockaddr, size: socklen_t) -> isize
        => wait::refuses_to_send, end(fd);
    sendmsg = send::sendmsg | libc::sendmsg: (fd: c_int, message: *const msghdr, flags: c_int) -> isize
        => wait::refuses_to_send, end(fd);
    write = write::write_quietly | libc::write: (fd: c_int, buffer: *const c_void, length: usize) -> isize
        => wait::refuses_to_send, end(fd);
    writev = write::writev | libc::writev: (fd: c_int, parts: *const iovec, count: c_int) -> isize
        => wait::refuses_to_send, end(fd);
}

/// The size of the array is checked here because libc's own check is passed by.
pub unsafe extern "C" fn poll_checked(fds: *mut pollfd, count: nfds_t, timeout_ms: c_int, bytes: usize) -> c_int {
    if bytes / size_of::<pollfd>() < count as usize {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `poll`, to which this only adds.
    unsafe { poll(fds, count, timeout_ms) }
}

pub unsafe extern "C" fn recv_checked(fd: c_int, buffer: *mut c_void, n: usize, size: usize, flags: c_int) -> isize {
    if n > size {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `recv`, to which this only adds.
    unsafe { recv(fd, buffer, n, flags) }
}

pub unsafe extern "C" fn read_checked(fd: c_int, buffer: *mut c_void, n: usize, size: usize) -> isize {
    if n > size {
        std::process::abort();
    }
    // SAFETY: the caller keeps the contract of `read`, to which this only adds.
    unsafe { read(fd, buffer, n) }
}
