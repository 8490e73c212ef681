//! Tables of handlers, operations and functions are shared by all threads of a process: one thread at a time changes them.

use core::ffi::c_void;
use std::sync::{Mutex, PoisonError};

static LOCK: Mutex<()> = Mutex::new(());

unsafe extern "C" {
    /// Pages of tables that are read-only for other code stay writable from one change to the next one.
    safe fn true_async_unseal_tables();
    safe fn true_async_seal_tables();
}

/// As [`changing`], for the shims.
#[unsafe(no_mangle)]
extern "C" fn true_async_change_tables(change: unsafe extern "C" fn(*mut c_void), of: *mut c_void) {
    // SAFETY: a function of a shim with what it has passed on.
    changing(|| unsafe { change(of) });
}

/// Calls `change` while no other thread changes a shared table. It runs no PHP code, cannot end in a fatal error, and does not
/// call this again.
pub fn changing<R>(change: impl FnOnce() -> R) -> R {
    let _alone = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    true_async_unseal_tables();
    let result = change();
    true_async_seal_tables();
    result
}
