//! The heartbeat handler: called first in every scheduler tick [abi/ABI-133].

use crate::abi::{HeartbeatHandler, globals};

/// Installs a handler (null removes); returns the previous one, for chaining.
///
/// # Safety
/// On the PHP thread; the handler may not suspend.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_set_heartbeat_handler(
    handler: Option<HeartbeatHandler>,
) -> Option<HeartbeatHandler> {
    // SAFETY: the globals of a thread live as long as the thread; a pointer to a function is exchanged.
    unsafe { core::mem::replace(&mut (*globals()).heartbeat_handler, handler) }
}

/// The installed handler or null.
///
/// # Safety
/// On the PHP thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_get_heartbeat_handler() -> Option<HeartbeatHandler> {
    // SAFETY: the globals of a thread live as long as the thread; a pointer to a function is copied.
    unsafe { (*globals()).heartbeat_handler }
}

/// One beat.
///
/// # Safety
/// Scheduler context.
#[inline]
pub(in crate::scheduler) unsafe fn beat() {
    // SAFETY: the handler keeps its contract.
    unsafe {
        if let Some(handler) = (*globals()).heartbeat_handler {
            handler();
        }
    }
}
