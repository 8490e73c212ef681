//! Sections in which I/O of a coroutine blocks the process: it is in the middle of what is not for two at once, and which no
//! gate can keep from others, because all PHP code may use it [core/ES-4, io/FW-5].

use super::object::{CoroutineFlags, CoroutineObject};
use crate::engine::object;
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::object::current_object;

/// Whether I/O of the running coroutine is to block.
///
/// # Safety
/// In a coroutine.
#[inline]
pub unsafe fn must_block() -> bool {
    // SAFETY: a coroutine runs, as the caller promises, so the current one is not null and alive.
    unsafe { (*current_object()).blocks > 0 }
}

/// Calls something in which I/O blocks.
///
/// # Safety
/// On the PHP thread; `call` holds nothing that needs dropping.
pub unsafe fn blocking(call: impl FnOnce()) {
    // SAFETY: what the caller promises of `call` is all that `counted` asks for.
    unsafe { counted(1, call) }
}

/// As [`blocking`]; what waits through the API is refused there, too.
///
/// # Safety
/// As [`blocking`].
pub unsafe fn refusing_waits(call: impl FnOnce()) {
    // SAFETY: what the caller promises of `call` is all that `counted` asks for, which holds the coroutine meanwhile.
    unsafe {
        let this: *mut CoroutineObject = current_object();
        counted(1, || {
            if this.is_null() {
                return call();
            }
            let outer = (*this).flags.contains(CoroutineFlags::REFUSES_WAITS);
            (*this).flags.insert(CoroutineFlags::REFUSES_WAITS);
            call();
            (*this).flags.set(CoroutineFlags::REFUSES_WAITS, outer);
        });
    }
}

/// Calls something outside the innermost of such sections that the coroutine is in, if it is in one.
///
/// # Safety
/// As [`blocking`].
pub unsafe fn outside(call: impl FnOnce()) {
    // SAFETY: what the caller promises of `call` is all that `counted` asks for; the current object is null or alive, and only
    // inside of a section, where its count is above 0, is that decreased.
    unsafe {
        let this: *mut CoroutineObject = current_object();
        let is_inside = !this.is_null() && (*this).blocks > 0;
        counted(-i32::from(is_inside), call);
    }
}

unsafe fn counted(change: i32, call: impl FnOnce()) {
    // SAFETY: the coroutine is held: a Fiber that is parked in the call may outlive it.
    unsafe {
        let this: *mut CoroutineObject = current_object();
        if this.is_null() {
            return call();
        }
        object::add_ref(coroutine::to_object(this));
        (*this).blocks = (*this).blocks.wrapping_add_signed(change);
        call();
        (*this).blocks = (*this).blocks.wrapping_add_signed(-change);
        object::release(coroutine::to_object(this));
    }
}
