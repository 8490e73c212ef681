//! Options of sockets, multicast groups, and numeric addresses [abi/ABI-156].

use crate::abi::io::{Io, IoState, IoType, SocketOption};
use core::ffi::{CStr, c_char, c_int};
use core::mem;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::engine::descriptor::socket_family;
use crate::engine::errno::errno;

/// Sets an option of an integer; 0 or a negative error.
pub fn switch(fd: c_int, level: c_int, option: c_int, value: c_int) -> c_int {
    // SAFETY: the kernel reads one integer, on this frame.
    let result = unsafe {
        libc::setsockopt(fd, level, option, (&raw const value).cast(), size_of::<c_int>() as libc::socklen_t)
    };
    if result == 0 { 0 } else { -errno() }
}

/// Slot `io_set_option`.
pub unsafe extern "C" fn set(io: *mut Io, option: SocketOption, value: c_int) -> c_int {
    // SAFETY: null or a handle made here.
    let (fd, kind, state) = unsafe {
        if io.is_null() {
            return -libc::EINVAL;
        }
        ((*io).descriptor, (*io).kind, (*io).state)
    };
    if !(SocketOption::BROADCAST.0..=SocketOption::KEEPALIVE.0).contains(&option.0) {
        return -1;
    }
    if state.contains(IoState::CLOSED) {
        return -libc::EBADF;
    }
    let of_connection = matches!(option, SocketOption::NODELAY | SocketOption::KEEPALIVE);
    if kind != if of_connection { IoType::TCP } else { IoType::UDP } {
        return 0;
    }
    let is_v6 = socket_family(fd) == Ok(libc::AF_INET6);
    match option {
        SocketOption::BROADCAST => switch(fd, libc::SOL_SOCKET, libc::SO_BROADCAST, c_int::from(value != 0)),
        SocketOption::MULTICAST_LOOP if is_v6 => {
            switch(fd, libc::IPPROTO_IPV6, libc::IPV6_MULTICAST_LOOP, c_int::from(value != 0))
        }
        SocketOption::MULTICAST_LOOP => switch(fd, libc::IPPROTO_IP, libc::IP_MULTICAST_LOOP, c_int::from(value != 0)),
        SocketOption::MULTICAST_TTL if is_v6 => switch(fd, libc::IPPROTO_IPV6, libc::IPV6_MULTICAST_HOPS, value),
        SocketOption::MULTICAST_TTL => switch(fd, libc::IPPROTO_IP, libc::IP_MULTICAST_TTL, value),
        SocketOption::TTL if is_v6 => switch(fd, libc::IPPROTO_IPV6, libc::IPV6_UNICAST_HOPS, value),
        SocketOption::TTL => switch(fd, libc::IPPROTO_IP, libc::IP_TTL, value),
        // A socket of another protocol, such as a local one, has no packets to delay.
        SocketOption::NODELAY if !is_v6 && socket_family(fd) != Ok(libc::AF_INET) => 0,
        SocketOption::NODELAY => switch(fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, c_int::from(value != 0)),
        _ => switch(fd, libc::SOL_SOCKET, libc::SO_KEEPALIVE, c_int::from(value != 0)),
    }
}

unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a CStr> {
    // SAFETY: null or a C string that the slot's caller keeps during the call.
    unsafe { (!pointer.is_null()).then(|| CStr::from_ptr(pointer)).filter(|text| !text.is_empty()) }
}

fn parse(text: Option<&CStr>) -> Option<IpAddr> {
    text?.to_str().ok()?.parse().ok()
}

/// Slot `udp_set_membership`.
pub unsafe extern "C" fn set_membership(
    io: *mut Io,
    multicast: *const c_char,
    interface: *const c_char,
    join: bool,
) -> c_int {
    // SAFETY: null or a handle made here, and null or C strings; the kernel reads structures on this frame.
    unsafe {
        if io.is_null() || (*io).kind != IoType::UDP {
            return -libc::EINVAL;
        }
        if (*io).state.contains(IoState::CLOSED) {
            return -libc::EBADF;
        }
        let fd = (*io).descriptor;
        let result = match parse(text(multicast)) {
            Some(IpAddr::V4(group)) => {
                let local = match text(interface) {
                    None => Ipv4Addr::UNSPECIFIED,
                    name => match parse(name) {
                        Some(IpAddr::V4(address)) => address,
                        _ => return -libc::EINVAL,
                    },
                };
                let request = libc::ip_mreq {
                    imr_multiaddr: libc::in_addr { s_addr: u32::from(group).to_be() },
                    imr_interface: libc::in_addr { s_addr: u32::from(local).to_be() },
                };
                let option = if join { libc::IP_ADD_MEMBERSHIP } else { libc::IP_DROP_MEMBERSHIP };
                let size = size_of::<libc::ip_mreq>() as libc::socklen_t;
                libc::setsockopt(fd, libc::IPPROTO_IP, option, (&raw const request).cast(), size)
            }
            Some(IpAddr::V6(group)) => {
                let index = match text(interface) {
                    None => 0,
                    Some(name) => match libc::if_nametoindex(name.as_ptr()) {
                        0 => return -libc::ENODEV,
                        index => index,
                    },
                };
                let request = libc::ipv6_mreq {
                    ipv6mr_multiaddr: libc::in6_addr { s6_addr: group.octets() },
                    ipv6mr_interface: index,
                };
                let option = if join { libc::IPV6_ADD_MEMBERSHIP } else { libc::IPV6_DROP_MEMBERSHIP };
                let size = size_of::<libc::ipv6_mreq>() as libc::socklen_t;
                libc::setsockopt(fd, libc::IPPROTO_IPV6, option, (&raw const request).cast(), size)
            }
            None => return -libc::EINVAL,
        };
        if result == 0 { 0 } else { -errno() }
    }
}

/// A numeric address; nothing stands for all of this machine's.
pub fn numeric_address(host: &CStr, port: u16) -> Option<(libc::sockaddr_storage, libc::socklen_t)> {
    let address = match host.to_str().ok()? {
        "" => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        "::" => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        text => text.parse().ok()?,
    };
    // SAFETY: all-zero memory is a valid address structure; each kind fits into the storage.
    unsafe {
        let mut storage = mem::zeroed::<libc::sockaddr_storage>();
        let length = match address {
            IpAddr::V4(address) => {
                let place = (&raw mut storage).cast::<libc::sockaddr_in>();
                (*place).sin_family = libc::AF_INET as libc::sa_family_t;
                (*place).sin_port = port.to_be();
                (*place).sin_addr.s_addr = u32::from(address).to_be();
                size_of::<libc::sockaddr_in>()
            }
            IpAddr::V6(address) => {
                let place = (&raw mut storage).cast::<libc::sockaddr_in6>();
                (*place).sin6_family = libc::AF_INET6 as libc::sa_family_t;
                (*place).sin6_port = port.to_be();
                (*place).sin6_addr.s6_addr = address.octets();
                size_of::<libc::sockaddr_in6>()
            }
        };
        Some((storage, length as libc::socklen_t))
    }
}
