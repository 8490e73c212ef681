//! The state every part of the runtime shares [abi/ABI-71] and the version functions [abi/ABI-21].

use super::flags::State;
use super::read_only::ReadOnly;
use super::structs::{Globals, SwitchHandlersVector};
use core::ffi::{c_char, c_int};
use core::ptr;
use core::sync::atomic::AtomicBool;

impl Globals {
    const fn empty() -> Globals {
        Globals {
            state: State::Off,
            heartbeat: AtomicBool::new(false),
            in_scheduler_context: ReadOnly::new(false),
            graceful_shutdown: false,
            active_coroutine_count: 0,
            active_event_count: 0,
            coroutine: ReadOnly::new(ptr::null_mut()),
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
    use core::cell::Cell;
    use core::ffi::c_void;

    unsafe extern "C" {
        fn ts_allocate_id(
            id: *mut c_int,
            size: usize,
            ctor: Option<unsafe extern "C" fn(*mut c_void)>,
            dtor: Option<unsafe extern "C" fn(*mut c_void)>,
        ) -> c_int;
        fn ts_resource_ex(id: c_int, thread: *mut c_void) -> *mut c_void;
    }

    /// The number under which TSRM keeps a copy for each PHP thread. PHP reserves the memory for copies at a fixed offset
    /// (`ts_allocate_fast_id`) before it loads any module, and exactly as much as its own globals need: there is none
    /// left for a module [abi/ABI-18].
    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static mut zend_async_globals_id: c_int = 0;

    /// Where in TSRM's table of a thread the pointer to the copy is, in bytes. Read by the header.
    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static mut zend_async_globals_offset: usize = 0;

    unsafe extern "C" fn construct(memory: *mut c_void) {
        // SAFETY: TSRM hands over memory of the size asked for.
        unsafe { memory.cast::<Globals>().write(Globals::empty()) }
    }

    /// Reserves the per-thread copies; `thread_end` is called on every PHP thread that ends. Once, at module start.
    pub fn allocate(thread_end: unsafe extern "C" fn(*mut c_void)) {
        // SAFETY: MINIT: no other thread runs that could use the number before it is written.
        unsafe {
            ts_allocate_id(&raw mut zend_async_globals_id, size_of::<Globals>(), Some(construct), Some(thread_end));
            // TSRM_UNSHUFFLE_RSRC_ID: numbers begin at 1.
            zend_async_globals_offset = (zend_async_globals_id as usize - 1) * size_of::<*mut c_void>();
        }
    }

    thread_local! {
        static CACHE: Cell<*mut Globals> = const { Cell::new(ptr::null_mut()) };
    }

    /// Finds the copy of this thread; at the start of every request, because PHP may end and begin again on a thread.
    pub fn find() -> *mut Globals {
        // SAFETY: on a PHP thread, after `allocate`.
        let found = unsafe { ts_resource_ex(zend_async_globals_id, ptr::null_mut()) }.cast();
        CACHE.set(found);
        found
    }

    /// The globals of this thread.
    #[inline]
    pub fn globals() -> *mut Globals {
        let cached = CACHE.get();
        if cached.is_null() { find() } else { cached }
    }
}
#[cfg(php_zts)]
pub use zts::{allocate, find, globals};

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
