//! The slots of listening sockets and of fork [abi/ABI-155, abi/ABI-164, abi/ABI-171].

use super::refuse::{NO_LISTENING, refuse};
use super::slots;
use crate::abi::listen::*;
use core::ffi::{c_char, c_int};
use core::ptr;

slots! {
    zend_async_socket_listen_fn: SocketListen =
        refuse!(NO_LISTENING, fn(*const c_char, c_int, c_int, ListenFlags, usize) -> *mut ListenEvent = ptr::null_mut());
    zend_async_socket_listen_fd_fn: SocketListenFd = Some(refuse_descriptor);

    // Both NULL until registered [abi/ABI-164].
    zend_async_before_fork_fn: BeforeFork = None;
    zend_async_after_fork_child_fn: AfterForkChild = None;
}

/// The descriptor is the callee's from the call on [abi/ABI-155].
unsafe extern "C" fn refuse_descriptor(fd: c_int, _: c_int, _: ListenFlags, _: usize) -> *mut ListenEvent {
    if fd >= 0 {
        // SAFETY: the caller has given it away.
        unsafe { libc::close(fd) };
    }
    NO_LISTENING.throw();
    ptr::null_mut()
}
