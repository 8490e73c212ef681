//! Floor 1: the Zend Engine behind safe names.
//!
//! The floor that names `ext_php_rs::ffi` functions and reads the executor's globals; `php/cancellation.rs` does so, too, whose classes
//! have handlers of the engine's kind.

pub mod args;
pub mod autoload;
pub mod bailout;
mod busy;
pub mod call;
pub mod channels;
pub mod class;
pub mod connection;
pub mod deep;
pub mod descriptor;
pub mod destruction;
pub mod entry;
pub mod errno;
pub mod error_callback;
pub mod error_handler;
pub mod event_object;
pub mod exception;
pub mod executor;
pub mod fiber;
pub mod foreign;
pub mod frame;
pub mod gc;
pub mod generator;
pub mod handler;
pub mod hash;
pub mod host_buffer;
pub mod idle;
pub mod info;
pub mod ini;
pub mod interrupt;
pub mod iterable;
pub mod iterator;
pub mod libxml;
pub mod marks;
pub mod mirror;
pub mod object;
pub mod output;
pub mod own_thread;
pub mod owned;
pub mod path;
pub mod pcre;
#[cfg(php_pdo)]
pub mod pdo;
mod pending;
pub mod per_thread;
pub mod phar;
pub mod read_ahead;
pub mod replace;
pub mod resolver;
pub mod sapi;
pub mod shared_tables;
pub mod signal;
pub mod soap;
pub mod stack_space;
pub mod state;
pub mod stream_buffer;
pub mod stream_owners;
pub mod streams;
pub mod string;
mod throw_exports;
pub mod ticks;
mod version;
mod vm_state;
pub mod wrap;
pub mod zone;
pub mod zval;

use crate::abi::ExecuteData;
use core::ffi::{CStr, c_char, c_void};
#[cfg(not(php_zts))]
use ext_php_rs::ffi;

/// The executor globals of this thread.
#[cfg(not(php_zts))]
#[inline(always)]
pub(crate) fn eg() -> *mut ffi::zend_executor_globals {
    &raw mut ffi::executor_globals
}

#[cfg(php_zts)]
mod zts {
    use core::cell::Cell;
    use ext_php_rs::ffi;

    thread_local! {
        static EXECUTOR: Cell<*mut ffi::zend_executor_globals> = const { Cell::new(core::ptr::null_mut()) };
    }

    /// Finds the executor globals of this thread; at the start of every request, because PHP may end and begin again on a
    /// thread.
    pub fn find_eg() -> *mut ffi::zend_executor_globals {
        // SAFETY: the block of a PHP thread stays where it is until PHP ends there.
        let found = unsafe { ffi::ext_php_rs_executor_globals() };
        EXECUTOR.set(found);
        found
    }

    /// The executor globals of this thread.
    #[inline]
    pub fn eg() -> *mut ffi::zend_executor_globals {
        let cached = EXECUTOR.get();
        if cached.is_null() { find_eg() } else { cached }
    }
}
#[cfg(php_zts)]
pub(crate) use zts::{eg, find_eg};

/// Whether a Zend extension is loaded; those of php.ini are before modules start. `name` as it calls itself.
pub fn has_zend_extension(name: &CStr) -> bool {
    unsafe extern "C" {
        fn zend_get_extension(name: *const c_char) -> *mut c_void;
    }
    // SAFETY: the list is complete when modules start, and only read here.
    unsafe { !zend_get_extension(name.as_ptr()).is_null() }
}

/// The frame that is executing, or null.
#[inline]
pub fn current_frame() -> *mut ExecuteData {
    // SAFETY: the globals are valid while PHP runs on this thread.
    unsafe { (*eg()).current_execute_data }
}

/// Whether a PHP frame is executing, so that an exception has somewhere to go.
#[inline]
pub fn frame_active() -> bool {
    !current_frame().is_null()
}
