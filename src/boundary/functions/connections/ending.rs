//! Ending the call that waits for a connection's server when another coroutine closes the connection (io FW-2, DB-9).
//!
//! ```text
//!   $db->query()  waits for the answer    <- 2. its socket is shut down: the driver finds that the server has gone
//!   $db->query()  waits for its turn         3. has it, and finds the same
//!   $db->close()  1. says that it is there   4. has its turn: really closes
//! ```
//!
//! Who is in the middle of a callback of PHP code is not disturbed.

use super::{Connection, KEYS, Keys, is_repaired};
use crate::abi::ExecuteData;
use crate::boundary::{gate, leave, marks, wait};
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::wrap;
use crate::engine::{current_frame, frame};
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ffi::c_int;
use core::ptr;

/// A call that closes, until it has its turn. Lies on the stack of its coroutine.
struct Ending {
    keys: Keys,
    coroutine: *mut CoroutineObject,
    /// That of an older generation lies on a stack that does not exist any more.
    generation: u32,
    next: *mut Ending,
}

per_thread!(static ENDINGS: *mut Ending = ptr::null_mut());

/// Whether a method, by its name in lower case, closes a connection.
pub fn closes(name: &[u8]) -> bool {
    matches!(name, b"close" | b"disconnect" | b"pdisconnect" | b"quit")
}

/// Runs `enter`, which waits for the turn of a call that closes, while others are told to leave.
///
/// # Safety
/// In coroutine context, with hooks enabled.
#[cold]
pub unsafe fn while_ending(connection: &Connection, call: Call, enter: impl FnOnce() -> bool) -> bool {
    // SAFETY: the ending stays here until it is taken out of the list.
    unsafe {
        if !wait::may_suspend() {
            return enter();
        }
        let mut ending = Ending {
            keys: (connection.keys)(call),
            coroutine: current_object(),
            generation: scheduler::generation(),
            next: ENDINGS.with(|endings| endings.get()),
        };
        let this = &raw mut ending;
        if !(*this).next.is_null() && (*(*this).next).generation != scheduler::generation() {
            (*this).next = ptr::null_mut();
        }
        ENDINGS.with(|endings| endings.set(this));
        for key in ending.keys {
            if key == 0 {
                continue;
            }
            let inside = if connection.marked { marks::marked_by(key) } else { gate::holder(key) };
            // It waits in a hook if its innermost function is one on the connection, and looks again what it waits for.
            if !inside.is_null() && inside != current_object() && is_repaired((*inside).suspended_frame()) {
                scheduler::wake(inside.cast());
            }
        }
        let entered = enter();
        take_out(this);
        entered
    }
}

unsafe fn take_out(this: *mut Ending) {
    ENDINGS.with(|endings| {
        // SAFETY: listed endings are those of calls that have not gone on.
        unsafe {
            if endings.get() == this {
                return endings.set((*this).next);
            }
            let mut other = endings.get();
            while !other.is_null() {
                if (*other).next == this {
                    (*other).next = (*this).next;
                }
                other = (*other).next;
            }
        }
    });
}

/// Whether C code whose innermost frame that is was called on what a call closes.
unsafe fn is_inside(ending: *const Ending, frame: *mut ExecuteData) -> bool {
    let mut frame = frame;
    // SAFETY: frames of calls that have not returned.
    unsafe {
        while frame::is_internal(frame) {
            if is_repaired(frame)
                && let Some(connection) = &(*wrap::note(frame).cast::<super::Wrapped>()).connection
            {
                let keys = (connection.keys)(Call::of(frame, ptr::null_mut()));
                if (0..KEYS).any(|place| keys[place] != 0 && (*ending).keys.contains(&keys[place])) {
                    return true;
                }
            }
            frame = frame::caller(frame);
        }
    }
    false
}

/// The running coroutine is about to wait for a descriptor. True if that was a connection which another coroutine closes:
/// nothing more comes from it.
#[inline]
pub fn hang_up(fd: c_int) -> bool {
    // SAFETY: listed endings are those of calls that have not gone on.
    ENDINGS.with(|endings| !endings.get().is_null() && unsafe { hang_up_now(endings.get(), fd) })
}

#[cold]
unsafe fn hang_up_now(first: *mut Ending, fd: c_int) -> bool {
    // SAFETY: as above.
    unsafe {
        let mut ending = first;
        while !ending.is_null() && (*ending).generation == scheduler::generation() {
            if (*ending).coroutine != current_object() && is_inside(ending, current_frame()) {
                return leave::shut_down(fd);
            }
            ending = (*ending).next;
        }
    }
    false
}

/// The end of a request.
pub fn forget() {
    ENDINGS.with(|endings| endings.set(ptr::null_mut()));
}
