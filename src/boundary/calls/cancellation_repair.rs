//! A cancelled call ends with the cancellation, whatever the library makes of its failed read [io/FW-1, io/CX-5].
//!
//! ```text
//!   the call      hook: cancelled, noted as unseen     C code: "lost connection"     the call returns
//!   before ----------- delivered -------------------- throws its own ------------- after: the cancellation again
//! ```
//!
//! Replaced is an exception of the library's own that has the cancellation in its chain, or that the function threw which
//! the cancellation was delivered to: PHP code has had no chance to see it in between. The same function may also have
//! dropped the pending exception; then its call still counts as poisoned until it returns.
//!
//! PHP code that the call has called may be cancelled in a wait of the API (`delay()`), of which nothing is noted: an exception that the
//! call itself has made, which its trace tells, makes way for a cancellation that it was thrown on top of.

use super::call_stack::is_repaired;
use super::{Key, interrupted};
use crate::abi::{ExecuteData, Object};
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{current_frame, exception};
use crate::scheduler::{self, unwind};
use core::ptr;

// The call of a repaired function to which a cancellation was delivered and which has not returned.
crate::engine::per_thread::per_thread!(static DELIVERED: *mut ExecuteData = ptr::null_mut());

/// A cancellation is raised in a hook.
pub fn delivered() {
    let frame = current_frame();
    // SAFETY: the frame that is executing.
    let repaired = unsafe { is_repaired(frame) };
    DELIVERED.set(if repaired { frame } else { ptr::null_mut() });
}

/// The call has returned to PHP code, in which what it was told is on its way.
pub fn returned(frame: *mut ExecuteData) {
    if DELIVERED.get() == frame {
        forget();
    }
}

/// Whether a cancellation was delivered to the function that is executing.
#[inline]
pub fn is_under_way() -> bool {
    let frame = DELIVERED.get();
    !frame.is_null() && frame == current_frame()
}

/// The cancellation not seen by the running coroutine, to be compared with after a call.
///
/// # Safety
/// On a PHP thread with a request.
#[inline]
pub unsafe fn before() -> *mut Object {
    let coroutine = scheduler::current_object();
    if coroutine.is_null() {
        ptr::null_mut()
    } else {
        // SAFETY: the running coroutine.
        unsafe { (*scheduler::unseen_cancellation(coroutine)).as_nullable() }
    }
}

/// The call has returned, which had the gate of `key` or none. `frame` is null for what is no call of a function.
///
/// # Safety
/// `before` was taken in the same coroutine.
#[inline]
pub unsafe fn after(frame: *mut ExecuteData, before: *mut Object, key: Key) {
    // SAFETY: the running coroutine.
    unsafe {
        let unseen_cancellation = self::before();
        if !unseen_cancellation.is_null() && unseen_cancellation != before {
            repair(frame, unseen_cancellation);
            if key != 0 {
                interrupted::note(key);
            }
        } else if key != 0 && unwind::is_active() {
            interrupted::note(key);
        }
        let pending = exception::pending();
        if !pending.is_null() {
            give_way(pending);
        }
    }
}

#[cold]
unsafe fn repair(frame: *mut ExecuteData, unseen_cancellation: *mut Object) {
    // SAFETY: the unseen cancellation is owned by the coroutine; what replaces an exception has a reference of its own.
    unsafe {
        let here = DELIVERED.with(|delivered| {
            let here = !frame.is_null() && delivered.get() == frame;
            if here {
                delivered.set(ptr::null_mut());
            }
            here
        });
        let pending = exception::pending();
        if pending == unseen_cancellation {
            return;
        }
        if pending.is_null() {
            if here {
                exception::throw(OwnedObject::share(unseen_cancellation));
            }
            return;
        }
        if exception::is_exit(pending) || !exception::is_internal(pending) {
            return;
        }
        if here || exception::chain_contains(pending, unseen_cancellation) {
            exception::replace_pending(unseen_cancellation);
        }
    }
}

/// A cancellation was pending in PHP code that the call has called, and C code of the call has thrown on top of it: PHP code has had no
/// chance to see the cancellation since. What that code itself has made of a cancellation stays.
#[cold]
unsafe fn give_way(pending: *mut Object) {
    // SAFETY: a pending exception is valid, and holds its previous one.
    unsafe {
        if exception::is_exit(pending) {
            return;
        }
        let mut thrown = pending;
        while !exception::is_cancellation(thrown) {
            let previous = exception::previous(thrown);
            if previous.is_null() || !exception::is_internal(thrown) || !exception::is_made_here(thrown) {
                return;
            }
            thrown = previous;
        }
        if thrown != pending {
            exception::replace_pending(thrown);
        }
    }
}

/// The end of a request.
pub fn forget() {
    DELIVERED.set(ptr::null_mut());
}
