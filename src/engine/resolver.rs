//! The resolver's state, whose layout only the C library's header knows (`shim_resolver.c`).

use crate::engine::mirror::mirrored;
use core::ffi::{CStr, c_int, c_void};
use core::ptr;

/// The settings of a caller's state.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Options {
    options: core::ffi::c_ulong,
    retrans: c_int,
    retry: c_int,
    ndots: core::ffi::c_uint,
}
mirrored!(Options, 24, ndots at 16);

unsafe extern "C" {
    fn true_async_resolver_options(state: *const c_void, to: *mut Options);
    fn true_async_resolver_set_error(state: *mut c_void, error: c_int);
    fn true_async_resolver_ask(
        from: *const Options,
        search: c_int,
        name: *const core::ffi::c_char,
        class: c_int,
        kind: c_int,
        answer: *mut u8,
        room: c_int,
        error: *mut c_int,
    ) -> c_int;
}

impl Options {
    /// Those of a state, or the system's where there is none.
    ///
    /// # Safety
    /// `state` is null, or `res_ninit()` has filled it in.
    pub unsafe fn of(state: *const c_void) -> Options {
        let mut options = Options::default();
        if !state.is_null() {
            // SAFETY: a state that is filled in, as this function demands.
            unsafe { true_async_resolver_options(state, &mut options) };
        }
        options
    }
}

/// Writes the number of `h_errno` into a state.
///
/// # Safety
/// As [`Options::of`].
pub unsafe fn set_error(state: *mut c_void, error: c_int) {
    if !state.is_null() {
        // SAFETY: a state that is filled in, as this function demands.
        unsafe { true_async_resolver_set_error(state, error) };
    }
}

/// Asks for records, on any thread; blocks. The length of the answer, of which there may be more than there was room for, or a
/// number of `h_errno`.
pub fn ask(
    options: &Options,
    search: bool,
    name: &CStr,
    class: c_int,
    kind: c_int,
    answer: &mut [u8],
) -> Result<usize, c_int> {
    let mut error = 0;
    let room = c_int::try_from(answer.len()).unwrap_or(c_int::MAX);
    // SAFETY: the name ends with 0, and the answer has that much room.
    let length = unsafe {
        true_async_resolver_ask(
            ptr::from_ref(options),
            c_int::from(search),
            name.as_ptr(),
            class,
            kind,
            answer.as_mut_ptr(),
            room,
            &mut error,
        )
    };
    usize::try_from(length).map_err(|_| error)
}
