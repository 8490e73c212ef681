//! Closing a connection ends the call that another coroutine waits in on it (io DB-9, FW-2).
//!
//! ```text
//!   $db->query()  waits for the answer              <- 2. is woken; its wait fails as if the server had hung up, so the
//!                                                         library gives up and the call returns its ordinary failure
//!   $db->query()  waits for its turn                       4. finds the connection closed, as without coroutines
//!   $db->close()  1. says that it is coming, goes first -> 3. really closes
//! ```
//!
//! Ended is a call that is suspended in C code, and every wait that it begins afterwards. One that has called back into PHP
//! code is not disturbed: whoever closes waits until it is back. That wait is not cancellable (CX-12).

use super::functions::{self, Place};
use super::gate::{self, Entry, Key};
use super::wait::{self, Outcome};
use crate::abi::{ExecuteData, Object};
use crate::engine;
use crate::engine::per_thread::per_thread;
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ffi::c_int;
use core::ptr;

/// Somebody waits to close a connection.
#[derive(Clone, Copy, PartialEq)]
struct Ending {
    key: Key,
    /// Only calls on this handle are ended; null: all on the connection.
    handle: *mut Object,
    by: *mut CoroutineObject,
}

struct Table {
    endings: Vec<Ending>,
    /// What an older generation lists is of coroutines that do not exist any more.
    generation: u32,
}

per_thread!(static TABLE: *mut Table = ptr::null_mut());
// How many are listed.
per_thread!(static COUNT: usize = 0);

fn table() -> *mut Table {
    TABLE.with(|table| {
        if table.get().is_null() {
            let made = Table { endings: Vec::new(), generation: scheduler::generation() };
            table.set(Box::into_raw(Box::new(made)));
        }
        let current = table.get();
        // SAFETY: this thread's table; nobody holds a reference into it.
        unsafe {
            if (*current).generation != scheduler::generation() {
                (*current).endings.clear();
                (*current).generation = scheduler::generation();
            }
        }
        current
    })
}

/// Enters the gate of a connection before all others that wait for it, and ends the call of whoever holds it. With `handle`
/// only if that call is on this handle: the connection itself belongs to others as well. The first cancellation that
/// arrives is left in `held`.
///
/// # Safety
/// In an internal function that a coroutine calls, with hooks enabled.
pub unsafe fn enter(key: Key, handle: *mut Object, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if let Some(entry) = gate::try_enter(key) {
            return entry;
        }
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let ending = Ending { key, handle, by: current_object() };
        (*table()).endings.push(ending);
        COUNT.with(|count| count.set((*table()).endings.len()));
        scheduler::each_coroutine(|coroutine| {
            if ending.ends(coroutine, (*coroutine).suspended_frame()) {
                scheduler::wake(coroutine.cast());
            }
        });
        let entry = gate::enter_first(key, what, held);
        let endings = &mut (*table()).endings;
        if let Some(index) = endings.iter().position(|one| *one == ending) {
            endings.swap_remove(index);
        }
        COUNT.with(|count| count.set(endings.len()));
        entry
    }
}

impl Ending {
    /// Whether a coroutine whose innermost frame that is would wait in a call on the connection.
    unsafe fn ends(&self, coroutine: *mut CoroutineObject, frame: *mut ExecuteData) -> bool {
        // SAFETY: the innermost frame of a coroutine that is running or suspended.
        unsafe {
            if coroutine == self.by || gate::holder(self.key) != coroutine {
                return false;
            }
            match functions::place_of(frame) {
                // `foreach`, or a handle that is freed, in the middle of PHP code.
                Place::PhpCode => self.handle.is_null(),
                Place::Connection(call, keys) => {
                    keys.contains(&self.key) && (self.handle.is_null() || functions::is_given(call, self.handle))
                }
                Place::Elsewhere => false,
            }
        }
    }
}

/// Whether the running call works on a connection that another coroutine waits to close: it is not to wait any more.
#[inline]
pub fn must_leave() -> bool {
    COUNT.with(|count| count.get()) != 0 && is_ended()
}

#[cold]
fn is_ended() -> bool {
    // SAFETY: this thread's table, and the frame that is executing.
    unsafe { (*table()).endings.iter().any(|ending| ending.ends(current_object(), engine::current_frame())) }
}

/// How a wait for a descriptor ends that must not begin: the library finds the connection at its end. What is no
/// connection fails.
#[cold]
pub fn leave(fd: c_int) -> Outcome {
    let errno = wait::errno();
    // SAFETY: the descriptor may be anything.
    let shut = unsafe { libc::shutdown(fd, libc::SHUT_RDWR) } == 0;
    wait::set_errno(errno);
    if shut { Outcome::Ready } else { Outcome::Closed }
}
