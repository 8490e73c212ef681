//! Closing a connection ends the call that another coroutine waits in on it [io/DB-9, io/FW-2].
//!
//! ```text
//!   $db->query()  waits for the answer              <- 2. is woken; its wait fails as if the server had hung up, so the
//!                                                         library gives up and the call returns its ordinary failure
//!   $db->query()  waits for its turn                       4. finds the connection closed, as without coroutines
//!   $db->close()  1. says that it is coming, goes first -> 3. really closes
//! ```
//!
//! Ended is a call that is suspended in C code, and every wait that it begins afterwards. One that has called back into PHP
//! code is not disturbed: whoever closes waits until it is back. That wait is not cancellable [io/CX-12].

use super::functions::{self, Place, Turn};
use super::gate::{self, Entry, Key};
use super::leave::shut_down;
use super::marks;
use super::wait::{self, Outcome};
use crate::abi::{ExecuteData, Object};
use crate::engine::per_thread::per_thread;
use crate::engine::{self, exception};
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
    /// Calls that have not begun: they wait for a closing, or for their turn.
    outside: Vec<*mut ExecuteData>,
    /// What an older generation lists is of coroutines that do not exist any more.
    generation: u32,
}

per_thread!(static TABLE: *mut Table = ptr::null_mut());
// How many are listed.
per_thread!(static COUNT: usize = 0);

fn table() -> *mut Table {
    TABLE.with(|table| {
        if table.get().is_null() {
            let made = Table { endings: Vec::new(), outside: Vec::new(), generation: scheduler::generation() };
            table.set(Box::into_raw(Box::new(made)));
        }
        let current = table.get();
        // SAFETY: this thread's table; nobody holds a reference into it.
        unsafe {
            if (*current).generation != scheduler::generation() {
                (*current).endings.clear();
                (*current).outside.clear();
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
        ending.begin();
        let entry = gate::enter_first(key, what, held);
        ending.end();
        entry
    }
}

/// Ends the calls of others that are left in the middle on what is marked, and waits until they are back. Where nobody may
/// wait, or somebody was left in the middle again, they may still be there.
///
/// # Safety
/// As [`enter`].
pub unsafe fn pass(key: Key, handle: *mut Object, what: &'static str, held: &mut *mut Object) {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if !marks::is_marked_by_another(key) || !wait::may_suspend() {
            return;
        }
        let ending = Ending { key, handle, by: current_object() };
        ending.begin();
        marks::pass(key, what, false, Some(held));
        ending.end();
    }
}

/// Ends the calls of others on what has no gate, waits until they have returned, and lets nobody begin one until the gate
/// that it enters is left.
///
/// # Safety
/// As [`enter`]. A gate of that key serves nothing else.
pub unsafe fn enter_alone(key: Key, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded; the table is not used across a wait.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        let ending = Ending { key, handle: ptr::null_mut(), by: current_object() };
        ending.begin();
        let entry = gate::enter_first(key, what, held);
        let mut first = true;
        while is_anybody_inside(key) {
            let arrived = if core::mem::replace(&mut first, false) { wait::yield_uncancelled() } else { gate::watch() };
            if held.is_null() {
                *held = arrived;
            } else if !arrived.is_null() {
                exception::release(arrived);
            }
        }
        ending.end();
        entry
    }
}

/// A call on what has no gate begins: it waits while others close that. False with an exception.
///
/// # Safety
/// In the call.
#[inline]
pub unsafe fn begin_call(key: Key, what: &'static str) -> bool {
    // SAFETY: forwarded.
    unsafe { key == 0 || !gate::is_any_held() || !gate::is_held_by_another(key) || wait_for_closing(key, what) }
}

#[cold]
unsafe fn wait_for_closing(key: Key, what: &'static str) -> bool {
    // SAFETY: the frames of this call and of those that led to it.
    unsafe {
        // Who closes waits for the call around this one.
        let frame = engine::current_frame();
        if is_inside(key, (*frame).prev_execute_data) {
            return true;
        }
        let entry = outside(frame, || gate::enter(key, what));
        if entry == Entry::Entered {
            gate::leave(key);
        }
        matches!(entry, Entry::Entered | Entry::Passed)
    }
}

/// Waits in a call that has not begun: no closing ends it, or waits for it.
///
/// # Safety
/// `frame` is that of the call.
pub unsafe fn outside<T>(frame: *mut ExecuteData, wait: impl FnOnce() -> T) -> T {
    // SAFETY: this thread's table, which is not used across the wait.
    unsafe {
        (*table()).outside.push(frame);
        let result = wait();
        (*table()).outside.retain(|one| *one != frame);
        result
    }
}

/// Whether another coroutine is in a call on what has no gate, perhaps in PHP code that the call has called.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn is_anybody_inside(key: Key) -> bool {
    let mut any = false;
    // SAFETY: suspended coroutines have frames.
    unsafe { scheduler::each_coroutine(|coroutine| any |= is_inside(key, (*coroutine).suspended_frame())) };
    any
}

unsafe fn is_inside(key: Key, frame: *mut ExecuteData) -> bool {
    let mut frame = frame;
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        while !frame.is_null() {
            if let Place::Connection(_, keys, turn) = functions::place_of(frame)
                && turn.is_until_closed()
                && keys.contains(&key)
                && !(*table()).outside.contains(&frame)
            {
                return true;
            }
            frame = (*frame).prev_execute_data;
        }
    }
    false
}

impl Ending {
    /// From now on calls are ended, those under way as well.
    unsafe fn begin(self) {
        // SAFETY: this thread's table. Suspended coroutines have frames; waking does not switch.
        unsafe {
            (*table()).endings.push(self);
            COUNT.with(|count| count.set((*table()).endings.len()));
            scheduler::each_coroutine(|coroutine| {
                if self.ends(coroutine, (*coroutine).suspended_frame()) {
                    scheduler::wake(coroutine.cast());
                }
            });
        }
    }

    unsafe fn end(self) {
        // SAFETY: this thread's table.
        unsafe {
            let endings = &mut (*table()).endings;
            if let Some(index) = endings.iter().position(|one| *one == self) {
                endings.swap_remove(index);
            }
            COUNT.with(|count| count.set(endings.len()));
        }
    }

    /// Whether a coroutine whose innermost frame that is would wait in a call on the connection.
    unsafe fn ends(&self, coroutine: *mut CoroutineObject, frame: *mut ExecuteData) -> bool {
        // SAFETY: the innermost frame of a coroutine that is running or suspended.
        unsafe {
            if coroutine == self.by {
                return false;
            }
            match functions::place_of(frame) {
                // `foreach`, or a handle that is freed, in the middle of PHP code.
                Place::PhpCode => self.handle.is_null() && gate::holder(self.key) == coroutine,
                Place::Connection(call, keys, turn) => {
                    keys.contains(&self.key)
                        && (turn != Turn::Gate || gate::holder(self.key) == coroutine)
                        && !(*table()).outside.contains(&frame)
                        && (self.handle.is_null() || functions::is_given(call, self.handle))
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
/// connection fails, and so do waits on what has no gate: the transfers of curl may go on elsewhere.
#[cold]
pub fn leave(fd: c_int) -> Outcome {
    // SAFETY: the frame that is executing.
    let place = unsafe { functions::place_of(engine::current_frame()) };
    if matches!(place, Place::Connection(_, _, turn) if turn.is_until_closed()) {
        return Outcome::Closed;
    }
    if shut_down(fd) { Outcome::Ready } else { Outcome::Closed }
}
