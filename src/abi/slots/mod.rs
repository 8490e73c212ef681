//! The function pointer variables ("slots") of the ABI and their values while nothing is registered [abi/ABI-121], a file per
//! group.
//!
//! Slots are exported under their C names, so that C extensions bind to them as data symbols. Rust code calls them
//! through the functions at the end of this file.

mod io;
mod listen;
mod pool;
mod reactor;
mod refuse;
mod scheduler;
mod threads;

pub use io::*;
pub use listen::*;
pub use pool::*;
pub use reactor::*;
pub use scheduler::*;
pub use threads::*;

use super::flags::{FilesystemFlags, PollEvents};
use super::structs::*;
use super::zend::ZString;
use core::ffi::c_int;

pub type BoolFn = unsafe extern "C" fn() -> bool;
pub type VoidFn = unsafe extern "C" fn();

/// Values of slots that no module fills. The modules of this one, which `register!` reads.
pub mod default {
    pub use super::io::default::*;
    pub use super::listen::default::*;
    pub use super::pool::default::*;
    pub use super::reactor::default::*;
    pub use super::scheduler::default::*;
    pub use super::threads::default::*;
}

macro_rules! slots {
    ($($name:ident: $kind:ty = $default:expr;)*) => {
        #[allow(non_upper_case_globals)]
        pub mod default {
            use super::*;
            $(pub const $name: Option<$kind> = $default;)*
        }
        $(
            #[unsafe(no_mangle)]
            #[allow(non_upper_case_globals)]
            pub static mut $name: Option<$kind> = default::$name;
        )*
        pub(super) unsafe fn reset() {
            // SAFETY: as `super::reset` demands: the only thread.
            unsafe { $($name = default::$name;)* }
        }
    };
}
use slots;

/// Puts every slot back to the value it has without a registered module.
///
/// # Safety
/// Only the thread that starts or ends the module may call this.
pub unsafe fn reset() {
    // SAFETY: the caller is the thread that starts or ends the module, as demanded: no other one runs that could read the slots.
    unsafe {
        scheduler::reset();
        reactor::reset();
        io::reset();
        threads::reset();
        listen::reset();
        pool::reset();
    }
}

macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident => $slot:ident($($arg:ident: $kind:ty),*) -> $ret:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// As the slot: the PHP thread only.
            #[inline]
            pub unsafe fn $name($($arg: $kind),*) -> $ret {
                // SAFETY: none of these slots is ever empty: registration puts the default in place of NULL. The caller keeps the
                // slot's contract.
                unsafe { ($slot.unwrap_unchecked())($($arg),*) }
            }
        )*
    };
}

callers! {
    /// Starts the event loop if it is not running.
    reactor_startup => zend_async_reactor_startup_fn() -> bool;
    /// Stops the event loop and drops everything it watches.
    reactor_shutdown => zend_async_reactor_shutdown_fn() -> bool;
    /// One turn of the event loop.
    reactor_execute => zend_async_reactor_execute_fn(no_wait: bool) -> bool;
    /// A new poll event, stopped, of a socket above 0 or else a descriptor.
    new_poll => zend_async_new_poll_event_fn(descriptor: c_int, socket: c_int, events: PollEvents, extra: usize) -> *mut PollEvent;
    /// A new signal event, stopped.
    new_signal => zend_async_new_signal_event_fn(signal: c_int, extra: usize) -> *mut SignalEvent;
    /// A new file system event, stopped; the path is borrowed.
    new_filesystem => zend_async_new_filesystem_event_fn(path: *mut ZString, flags: FilesystemFlags, extra: usize) -> *mut FilesystemEvent;
    /// A new timer event; `timeout` in milliseconds.
    new_timer => zend_async_new_timer_event_fn(timeout: u64, nanoseconds: u64, periodic: bool, extra: usize) -> *mut TimerEvent;
}
