//! The concurrent iterator, as data [abi/ABI-50, abi/ABI-143].

use super::structs::{Event, Fcall, Microtask, Scope};
use super::zend::{Object, Zval};
use core::ffi::{c_int, c_uint, c_void};
use ext_php_rs::ffi::zend_object_iterator;

pub type IteratorMethod = unsafe extern "C" fn(*mut Iterator);
/// Returns `zend_result`: 0 goes on, anything else stops.
pub type IteratorHandler = unsafe extern "C" fn(*mut Iterator, *mut Zval, *mut Zval) -> c_int;

/// A pass over an array or a traversable in which several items may be under way at once [abi/ABI-50].
#[repr(C)]
pub struct Iterator {
    pub microtask: Microtask,
    pub scope: *mut Scope,
    pub extended_data: *mut c_void,
    pub extended_dtor: Option<IteratorMethod>,
    pub completion_event: *mut Event,
    pub run: Option<IteratorMethod>,
    pub run_in_coroutine: Option<unsafe extern "C" fn(*mut Iterator, i32, bool)>,
    pub concurrency: c_uint,
    pub priority: i32,
    pub exception: *mut Object,
}

pub type NewIterator = unsafe extern "C" fn(
    *mut Zval,
    *mut zend_object_iterator,
    *mut Fcall,
    Option<IteratorHandler>,
    *mut Scope,
    c_uint,
    i32,
    usize,
) -> *mut Iterator;
