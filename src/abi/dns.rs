//! Events of name resolution, as data [abi/ABI-59, abi/ABI-147].

use super::structs::Event;
use super::zend::ZString;
use core::ffi::{c_char, c_int};
use libc::{addrinfo, sockaddr};

/// A lookup of the name of an address; the strings are the event's [abi/ABI-59].
#[repr(C)]
pub struct NameInfoEvent {
    pub base: Event,
    pub hostname: *mut ZString,
    pub service: *mut ZString,
}

/// A lookup of the addresses of a name; the result is the consumer's once it is taken [abi/ABI-59].
#[repr(C)]
pub struct AddrInfoEvent {
    pub base: Event,
    pub node: *const c_char,
    pub service: *const c_char,
    pub result: *mut addrinfo,
}

pub type GetNameInfo = unsafe extern "C" fn(*const sockaddr, c_int, usize) -> *mut NameInfoEvent;
pub type GetAddrInfo = unsafe extern "C" fn(*const c_char, *const c_char, *const addrinfo, usize) -> *mut AddrInfoEvent;
pub type FreeAddrInfo = unsafe extern "C" fn(*mut addrinfo) -> bool;
