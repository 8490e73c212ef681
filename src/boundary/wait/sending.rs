//! What a call on a connection sends after it was cancelled.

use super::descriptor::shut_down;
use super::hook::poisoned;
use crate::boundary::calls::call_stack;
use crate::engine::errno::set_errno;
use crate::scheduler::unwind;
use core::ffi::c_int;

/// Whether a call on a connection was cancelled, wherever it waited: what it would send now may look to the server like a whole
/// request, of which it has only a part. The connection has ended then, and errno is set [io/CX-7].
///
/// # Safety
/// Hooks are enabled.
#[inline]
pub unsafe fn refuses_to_send(fd: c_int) -> bool {
    // SAFETY: on a PHP thread, whose coroutine, if one runs, is alive.
    unsafe { poisoned() && ends_connection(fd) }
}

#[cold]
unsafe fn ends_connection(fd: c_int) -> bool {
    // SAFETY: the coroutine is poisoned, so this is coroutine context.
    unsafe {
        let ends = !unwind::is_active() && call_stack::is_on_connection() && shut_down(fd);
        if ends {
            set_errno(libc::ECANCELED);
        }
        ends
    }
}
