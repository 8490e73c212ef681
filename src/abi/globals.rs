//! The state every part of the runtime shares (ABI-71) and the version functions (ABI-21).

use super::flags::State;
use super::structs::{Globals, SwitchHandlersVector};
use core::ffi::{c_char, c_int};
use core::ptr;
use core::sync::atomic::AtomicBool;

impl Globals {
    const fn empty() -> Globals {
        Globals {
            state: State::Off,
            heartbeat: AtomicBool::new(false),
            in_scheduler_context: false,
            graceful_shutdown: false,
            active_coroutine_count: 0,
            active_event_count: 0,
            coroutine: ptr::null_mut(),
            main_scope: ptr::null_mut(),
            scheduler: ptr::null_mut(),
            main_coroutine: ptr::null_mut(),
            exit_exception: ptr::null_mut(),
            heartbeat_handler: None,
            acting_coroutine: ptr::null_mut(),
            main_coroutine_start_handlers: SwitchHandlersVector {
                length: 0,
                capacity: 0,
                data: ptr::null_mut(),
                in_execution: false,
            },
        }
    }
}

#[cfg(not(php_zts))]
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static mut zend_async_globals_api: Globals = Globals::empty();

/// The globals of this thread.
#[cfg(not(php_zts))]
#[inline(always)]
pub fn globals() -> *mut Globals {
    &raw mut zend_async_globals_api
}

#[cfg(php_zts)]
mod zts {
    use super::*;

    unsafe extern "C" {
        fn ts_allocate_fast_id(
            id: *mut c_int,
            offset: *mut usize,
            size: usize,
            ctor: Option<unsafe extern "C" fn(*mut core::ffi::c_void)>,
            dtor: Option<unsafe extern "C" fn(*mut core::ffi::c_void)>,
        ) -> c_int;
        fn tsrm_get_ls_cache() -> *mut u8;
    }

    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static mut zend_async_globals_id: c_int = 0;
    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static mut zend_async_globals_offset: usize = 0;

    unsafe extern "C" fn construct(memory: *mut core::ffi::c_void) {
        // SAFETY: TSRM hands over memory of the size asked for.
        unsafe { memory.cast::<Globals>().write(Globals::empty()) }
    }

    /// Reserves the per-thread copy; once, at module start.
    pub fn allocate() {
        // SAFETY: module start is single-threaded.
        unsafe {
            ts_allocate_fast_id(
                &raw mut zend_async_globals_id,
                &raw mut zend_async_globals_offset,
                size_of::<Globals>(),
                Some(construct),
                None,
            );
        }
    }

    thread_local! {
        static CACHE: core::cell::Cell<*mut Globals> = const { core::cell::Cell::new(ptr::null_mut()) };
    }

    /// The globals of this thread.
    #[inline]
    pub fn globals() -> *mut Globals {
        CACHE.with(|cache| {
            if cache.get().is_null() {
                // SAFETY: TSRM keeps the block at a fixed offset for the life of the thread.
                cache.set(unsafe { tsrm_get_ls_cache().add(zend_async_globals_offset) }.cast());
            }
            cache.get()
        })
    }
}
#[cfg(php_zts)]
pub use zts::{allocate, globals};

pub const API_VERSION_NUMBER: c_int = 25 << 8;

/// The ABI level this module was built for, as text.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_get_api_version() -> *const c_char {
    c"TrueAsync ABI v0.25.0".as_ptr()
}

/// The ABI level this module was built for: `(major << 16) | (minor << 8) | patch`.
#[unsafe(no_mangle)]
pub extern "C" fn zend_async_get_api_version_number() -> c_int {
    API_VERSION_NUMBER
}
