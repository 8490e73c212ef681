//! Streams that are channels of a connection.

use super::streams::Stream;
use crate::abi::Zval;
use crate::engine::mirror::mirrored;
use core::ffi::c_char;

/// What an operation has to leave again; `true_async_passage` in shim_channels.c.
#[repr(C)]
pub struct Passage {
    pub key: usize,
    pub entered: bool,
}
mirrored!(Passage, 16, entered at 8);

/// Before an operation on a stream, or on the resource with that number; false: it must not be done.
pub type Pass = unsafe extern "C" fn(*mut Stream, i64, bool, *mut Passage) -> bool;
/// After it.
pub type Passed = unsafe extern "C" fn(*mut Passage);
/// A stream was opened through the resource that its address names.
pub type Opened = unsafe extern "C" fn(i64, *mut Stream);

unsafe extern "C" {
    /// Before any stream is wrapped.
    #[link_name = "true_async_channels_startup"]
    pub safe fn startup(pass: Pass, passed: Passed, opened: Opened);

    /// The number of the resource in a value, 0 if there is none.
    ///
    /// # Safety
    /// A live value.
    #[link_name = "true_async_resource_number"]
    pub fn number(value: *const Zval) -> i64;

    /// The stream in a value, whose operations are wrapped from now on; null if there is none.
    ///
    /// # Safety
    /// A live value; [`startup`] was called.
    #[link_name = "true_async_channel"]
    pub fn wrap(value: *const Zval) -> *mut Stream;

    fn true_async_wrap_addresses(protocol: *const c_char, length: usize);
}

/// Wraps what is done with addresses of a protocol that begin with the number of a resource.
///
/// # Safety
/// `startup` was called; no request is running yet.
pub unsafe fn wrap_addresses(protocol: &str) {
    // SAFETY: no request runs yet, as demanded, so nothing is using the table of the wrapper; the name is read during the
    // call only.
    unsafe { true_async_wrap_addresses(protocol.as_ptr().cast(), protocol.len()) }
}
