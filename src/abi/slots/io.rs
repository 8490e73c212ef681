//! The slots of the IO group [abi/ABI-156, abi/ABI-172].

use super::refuse::{DISABLED, refuse};
use super::slots;
use crate::abi::io::*;
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use libc::{sockaddr, socklen_t, timeval};

slots! {
    zend_async_io_create_fn: IoCreate = refuse!(DISABLED, fn(c_int, IoType, IoState) -> *mut Io = ptr::null_mut());
    zend_async_io_read_fn: IoRead = refuse!(DISABLED, fn(*mut Io, *mut c_char, usize) -> *mut IoRequest = ptr::null_mut());
    zend_async_io_write_fn: IoWrite =
        refuse!(DISABLED, fn(*mut Io, *const c_char, usize, Option<IoFree>) -> *mut IoRequest = ptr::null_mut());
    zend_async_io_writev_fn: IoWritev = refuse!(DISABLED, fn(
        *mut Io, *const c_void, u32, WritevFlags, Option<IoFree>, *mut c_void,
    ) -> *mut IoRequest = ptr::null_mut());
    zend_async_io_close_fn: IoClose = refuse!(DISABLED, fn(*mut Io) -> bool = false);
    zend_async_io_await_fn: IoAwait = refuse!(DISABLED, fn(*mut Io, u32, *mut timeval) -> c_int = -1);
    zend_async_io_flush_fn: IoFlush = refuse!(DISABLED, fn(*mut Io) -> *mut IoRequest = ptr::null_mut());
    zend_async_io_stat_fn: IoStat = refuse!(DISABLED, fn(*mut Io, *mut libc::stat) -> *mut IoRequest = ptr::null_mut());
    zend_async_io_seek_fn: IoSeek = refuse!(DISABLED, fn(*mut Io, i64, c_int) -> i64 = -1);
    zend_async_io_sendfile_fn: IoSendfile =
        refuse!(DISABLED, fn(*mut Io, *mut Io, i64, usize) -> *mut IoRequest = ptr::null_mut());
    zend_async_fs_open_fn: FsOpen = refuse!(DISABLED, fn(*const c_char, c_int, c_int) -> *mut Io = ptr::null_mut());
    zend_async_udp_sendto_fn: UdpSendTo = refuse!(DISABLED, fn(
        *mut Io, *const c_char, usize, *const sockaddr, socklen_t,
    ) -> *mut UdpRequest = ptr::null_mut());
    zend_async_udp_try_send_fn: UdpTrySend = Some(cannot_send);
    zend_async_udp_recvfrom_fn: UdpReceive = refuse!(DISABLED, fn(*mut Io, usize) -> *mut UdpRequest = ptr::null_mut());
    zend_async_io_set_option_fn: IoSetOption = Some(cannot_set);
    zend_async_udp_set_membership_fn: UdpSetMembership = Some(cannot_join);
    zend_async_udp_bind_fn: UdpBind = refuse!(DISABLED, fn(*const c_char, c_int, UdpFlags, usize) -> *mut Io = ptr::null_mut());
}

/* These report through their result only, which is a negative errno. */

unsafe extern "C" fn cannot_send(_: *mut Io, _: *const c_char, _: usize, _: *const sockaddr, _: socklen_t) -> isize {
    -(libc::ENOSYS as isize)
}
unsafe extern "C" fn cannot_set(_: *mut Io, _: SocketOption, _: c_int) -> c_int {
    -libc::ENOSYS
}
unsafe extern "C" fn cannot_join(_: *mut Io, _: *const c_char, _: *const c_char, _: bool) -> c_int {
    -libc::ENOSYS
}
