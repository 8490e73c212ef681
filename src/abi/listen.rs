//! Events of sockets that listen, and the functions around a fork, as data [abi/ABI-61, abi/ABI-155, abi/ABI-164].

use super::structs::Event;
use bitflags::bitflags;
use core::ffi::{c_char, c_int};

bitflags! {
    /// Options of listening. Unknown bits are ignored.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ListenFlags: u32 {
        const REUSEPORT = 1 << 0;
        const IPV6ONLY = 1 << 1;
        /// The host is a path.
        const UNIX = 1 << 2;
    }
}

pub type GetLocalAddress = unsafe extern "C" fn(*mut ListenEvent, *mut c_char, usize, *mut c_int) -> c_int;

/// A socket that listens; each connection is a notification [abi/ABI-61].
#[repr(C)]
pub struct ListenEvent {
    pub base: Event,
    pub host: *const c_char,
    pub port: c_int,
    pub backlog: c_int,
    pub socket_fd: c_int,
    pub get_local_address: Option<GetLocalAddress>,
}

pub type SocketListen = unsafe extern "C" fn(*const c_char, c_int, c_int, ListenFlags, usize) -> *mut ListenEvent;
pub type SocketListenFd = unsafe extern "C" fn(c_int, c_int, ListenFlags, usize) -> *mut ListenEvent;

pub type BeforeFork = unsafe extern "C" fn() -> bool;
pub type AfterForkChild = unsafe extern "C" fn();
