//! The IO handle, its requests and their slots as data [abi/ABI-31, abi/ABI-63 to abi/ABI-66, abi/ABI-156].

use super::structs::Event;
use super::zend::Object;
use bitflags::bitflags;
use core::ffi::{c_char, c_int, c_uint, c_void};
use libc::{sockaddr, sockaddr_storage, socklen_t, timeval};

/// `zend_async_io_type`. A plain integer, because C may pass any value.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IoType(pub u32);

impl IoType {
    pub const PIPE: Self = Self(0);
    pub const FILE: Self = Self(1);
    pub const TCP: Self = Self(2);
    pub const UDP: Self = Self(3);
    pub const TTY: Self = Self(4);
}

/// `io_descriptor_type`
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DescriptorType(pub u32);

impl DescriptorType {
    pub const FD: Self = Self(1);
    pub const SOCKET: Self = Self(2);
    pub const PROCESS: Self = Self(3);
}

/// `zend_async_socket_option_t`
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketOption(pub u32);

impl SocketOption {
    pub const BROADCAST: Self = Self(1);
    pub const MULTICAST_LOOP: Self = Self(2);
    pub const MULTICAST_TTL: Self = Self(3);
    pub const TTL: Self = Self(4);
    pub const NODELAY: Self = Self(5);
    pub const KEEPALIVE: Self = Self(6);
}

bitflags! {
    /// `zend_async_io_t.state`
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct IoState: u32 {
        const READABLE = 1 << 0;
        const WRITABLE = 1 << 1;
        /// Every new operation fails.
        const CLOSED = 1 << 2;
        /// The end of the stream was seen.
        const EOF = 1 << 3;
        const APPEND = 1 << 4;
        /// The caller's standard descriptor stays open.
        const PRESERVE_FD = 1 << 5;
        /// The reactor opened the descriptor and closes it.
        const OWNS_FD = 1 << 6;
    }

    /// Mode and options of a vectored write.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct WritevFlags: u32 {
        /// An array of [`IoBuffer`]; without it one of owned strings.
        const IOV = 1 << 0;
        /// The caller awaits the write.
        const AWAIT = 1 << 1;
    }

    /// Options of binding a UDP socket. Unknown bits are ignored.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UdpFlags: u32 {
        const REUSEPORT = 1 << 0;
        const IPV6ONLY = 1 << 1;
        const RECV_GSO = 1 << 2;
    }

    /// `zend_async_udp_req_t.flags`, the reactor's own.
    #[repr(transparent)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UdpRequestFlags: u32 {
        const CALLBACK_DONE = 1 << 0;
        const DISPOSE_PENDING = 1 << 1;
    }
}

impl WritevFlags {
    pub const MODE_MASK: u32 = 1;
}

/// `zend_async_buf_t` [abi/ABI-66]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct IoBuffer {
    pub base: *mut c_char,
    pub len: usize,
}

/// `io_descriptor_t` [abi/ABI-66]; `fd` is the union of `fd`, `socket` and `process`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct IoDescriptor {
    pub fd: c_int,
    pub kind: DescriptorType,
}

pub type IoAlloc = unsafe extern "C" fn(*mut Io, usize, *mut IoBuffer);
pub type IoFree = unsafe extern "C" fn(*mut c_void, *mut Io);
pub type IoDetach = unsafe extern "C" fn(*mut Io, *mut c_void);

/// A handle for a pipe, file, TCP or UDP socket or terminal; `descriptor` is the union of `fd` and `socket` [abi/ABI-63].
#[repr(C)]
pub struct Io {
    pub event: Event,
    pub descriptor: c_int,
    pub kind: IoType,
    pub state: IoState,
    pub on_detach: Option<IoDetach>,
    pub on_detach_arg: *mut c_void,
    pub alloc_cb: Option<IoAlloc>,
    pub user_data: *mut c_void,
}

/// One operation on a handle; `transferred` is also its result [abi/ABI-64].
#[repr(C)]
pub struct IoRequest {
    pub transferred: isize,
    pub exception: *mut Object,
    pub buf: *mut c_char,
    pub completed: bool,
    pub io_closed: bool,
    pub dispose: Option<unsafe extern "C" fn(*mut IoRequest)>,
    pub free_cb: Option<IoFree>,
}

/// One datagram sent or received [abi/ABI-65].
#[repr(C)]
pub struct UdpRequest {
    pub transferred: isize,
    pub exception: *mut Object,
    pub buf: *mut c_char,
    pub completed: bool,
    pub io_closed: bool,
    pub flags: UdpRequestFlags,
    pub dispose: Option<unsafe extern "C" fn(*mut UdpRequest)>,
    pub addr: sockaddr_storage,
    pub addr_len: socklen_t,
}

pub type IoCreate = unsafe extern "C" fn(c_int, IoType, IoState) -> *mut Io;
pub type IoRead = unsafe extern "C" fn(*mut Io, *mut c_char, usize) -> *mut IoRequest;
pub type IoWrite = unsafe extern "C" fn(*mut Io, *const c_char, usize, Option<IoFree>) -> *mut IoRequest;
pub type IoWritev =
    unsafe extern "C" fn(*mut Io, *const c_void, c_uint, WritevFlags, Option<IoFree>, *mut c_void) -> *mut IoRequest;
pub type IoClose = unsafe extern "C" fn(*mut Io) -> bool;
pub type IoAwait = unsafe extern "C" fn(*mut Io, u32, *mut timeval) -> c_int;
pub type IoFlush = unsafe extern "C" fn(*mut Io) -> *mut IoRequest;
pub type IoStat = unsafe extern "C" fn(*mut Io, *mut libc::stat) -> *mut IoRequest;
pub type IoSeek = unsafe extern "C" fn(*mut Io, i64, c_int) -> i64;
pub type IoSendfile = unsafe extern "C" fn(*mut Io, *mut Io, i64, usize) -> *mut IoRequest;
pub type FsOpen = unsafe extern "C" fn(*const c_char, c_int, c_int) -> *mut Io;
pub type UdpSendTo = unsafe extern "C" fn(*mut Io, *const c_char, usize, *const sockaddr, socklen_t) -> *mut UdpRequest;
pub type UdpTrySend = unsafe extern "C" fn(*mut Io, *const c_char, usize, *const sockaddr, socklen_t) -> isize;
pub type UdpReceive = unsafe extern "C" fn(*mut Io, usize) -> *mut UdpRequest;
pub type IoSetOption = unsafe extern "C" fn(*mut Io, SocketOption, c_int) -> c_int;
pub type UdpSetMembership = unsafe extern "C" fn(*mut Io, *const c_char, *const c_char, bool) -> c_int;
pub type UdpBind = unsafe extern "C" fn(*const c_char, c_int, UdpFlags, usize) -> *mut Io;
