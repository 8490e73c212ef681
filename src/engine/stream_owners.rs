//! What has a stream besides its resource: objects, arrays, processes.

use super::streams::{Stream, is_cast};
use super::{hash, zval};
use crate::abi::zend::IS_RESOURCE;
use crate::abi::{Array, Object, ZString, Zval};
use core::ffi::{c_int, c_void};
use ext_php_rs::ffi;

unsafe extern "C" {
    fn true_async_pipes_of_process(value: *mut Zval, pipes: *mut *mut Stream, room: usize) -> usize;
    fn true_async_streams_of(
        object: *mut Object,
        levels: c_int,
        found: unsafe extern "C" fn(*mut c_void, *mut Stream),
        to: *mut c_void,
    );
    fn true_async_stream_of_number(number: ffi::zend_long) -> *mut Stream;

    /// Whether an object tells the cycle collector that it holds the stream's resource; with `levels`, or that it holds an object which
    /// does. Runs no PHP code.
    ///
    /// # Safety
    /// A live object, and a stream that is not freed.
    #[link_name = "true_async_holds_stream"]
    pub fn is_held_by(object: *mut Object, levels: c_int, stream: *const Stream) -> bool;
}

/// Whether a value is the stream's resource, even if that looks closed.
///
/// # Safety
/// Null or a live value, and a stream that is not freed.
pub unsafe fn is_resource_of(value: *mut Zval, stream: *const Stream) -> bool {
    // SAFETY: the value is live, as demanded, and so is what it refers to. Addresses of resources are compared.
    unsafe {
        if value.is_null() {
            return false;
        }
        let value = zval::deref(value);
        (*value).kind() == IS_RESOURCE && (*value).value.ptr == (*stream).res.cast()
    }
}

/// Whether the stream's resource is in an array.
///
/// # Safety
/// A live array, and a stream that is not freed.
pub unsafe fn is_in_array(array: *mut Array, stream: *mut Stream) -> bool {
    struct Search {
        stream: *mut Stream,
        found: bool,
    }
    unsafe extern "C" fn look(search: *mut c_void, _: u64, _: *mut ZString, member: *mut Zval) -> bool {
        // SAFETY: the place below, and a live value.
        unsafe {
            let search = search.cast::<Search>();
            (*search).found = is_resource_of(member, (*search).stream);
            !(*search).found
        }
    }
    let mut search = Search { stream, found: false };
    // SAFETY: the array is live, as demanded; looking at its members runs no PHP code.
    unsafe { hash::each(array, look, (&raw mut search).cast()) };
    search.found
}

/// The pipes of a process that are open: as many as there are, at most as many as there is room for.
///
/// # Safety
/// Null or an argument of a live frame.
pub unsafe fn pipes_of_process(value: *mut Zval, pipes: &mut [*mut Stream]) -> usize {
    // SAFETY: null or an argument of a live frame, as demanded; the shim writes as many places as the slice has at most.
    unsafe { true_async_pipes_of_process(value, pipes.as_mut_ptr(), pipes.len()) }
}

/// The streams that an object tells the cycle collector it holds, and that have a `FILE*`; with `levels` also those of what it holds. Runs
/// no PHP code.
///
/// # Safety
/// A live object, of which nothing has been freed yet.
pub unsafe fn files_held_by(object: *mut Object, levels: c_int) -> Vec<*mut Stream> {
    unsafe extern "C" fn add(to: *mut c_void, stream: *mut Stream) {
        // SAFETY: the place below, and an open stream.
        unsafe {
            if is_cast(stream) {
                (*to.cast::<Vec<*mut Stream>>()).push(stream);
            }
        }
    }
    let mut files = Vec::new();
    // SAFETY: a live object, as demanded; what it tells is looked at before anything else happens.
    unsafe { true_async_streams_of(object, levels, add, (&raw mut files).cast()) };
    files
}

/// The stream whose resource has that number, or null when it is closed. Numbers do not come back.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn of_number(number: i64) -> *mut Stream {
    // SAFETY: a request is active, as demanded; a table is looked at.
    unsafe { true_async_stream_of_number(number as ffi::zend_long) }
}

/// The number of the stream's resource.
///
/// # Safety
/// A stream that is not freed.
pub unsafe fn number_of(stream: *const Stream) -> Option<i64> {
    // SAFETY: the stream is not freed, so its resource exists if it has one.
    unsafe { (*stream).res.as_ref().map(|resource| resource.handle) }
}
