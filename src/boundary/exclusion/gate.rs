//! Gates: mutual exclusion between coroutines around calls of C code that is not written to be entered twice
//! [io/SO-10, io/FW-2, io/FW-5].
//!
//! ```text
//!   enter(key) --free, or mine--> the call ... leave(key) --> the oldest that waits holds it at once, and runs later
//!        | held by another
//!      wait, first come, first served --> Entered | Cancelled | Closed
//! ```
//!
//! A gate is known by a number: the address of what it protects. It exists while it is held or waited for, so
//! that nothing has to be told when the protected thing goes. Gates are recursive for one coroutine; waiting for one is no
//! active event, so a cycle of them is a deadlock like any other [core/DD-1].

use crate::boundary::calls::Key;
use crate::boundary::calls::gates::{Gate, Table, watchers};
use crate::boundary::wait;
use crate::boundary::wait::suspend::suspend_before_call;
use crate::engine::{exception, fiber};
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::resume::Woken;
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{CoroutineObject, FirstCancellation, current_object};
use core::ptr;

pub use crate::boundary::calls::gates::{holder, is_any_held, is_held_by_another, is_used_by_another};

/// How an attempt to enter ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// To be left again.
    Entered,
    /// Nothing may be switched to here, so there is no gate to be left. Whether the call goes on without it is for the caller to
    /// say ([`is_refused`]).
    Passed,
    /// The exception is raised, and noted as unseen.
    Cancelled,
    /// What was protected is being closed ([`close`]).
    Closed,
}

/// A coroutine that waits; lies on its stack.
#[repr(C)]
struct Waiting {
    waiter: Waiter,
    what: &'static str,
    closed: bool,
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the run loop asks about the wait of a coroutine that stands in line: the start of its `Waiting`.
    unsafe { each(Awaited::Text(&format!("Gate({})", (*wait.cast::<Waiting>()).what))) }
}

/// Enters a gate, waiting until it is free. `what` is named in the report of a deadlock.
///
/// # Safety
/// In an internal function that a coroutine calls, with hooks enabled.
#[inline]
pub unsafe fn enter(key: Key, what: &'static str) -> Entry {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, None, false)) }
}

/// As [`enter`], without waiting: `None` when another coroutine holds it.
///
/// # Safety
/// As [`enter`].
#[inline]
pub unsafe fn try_enter(key: Key) -> Option<Entry> {
    // SAFETY: only this thread reaches its table, and the gate is not used across a call.
    unsafe {
        let me = current_object();
        if me.is_null() {
            return Some(Entry::Passed);
        }
        let gate = (*Table::of_thread()).gate(key);
        if (*gate).holder.is_null() {
            (*gate).holder = me;
            (*gate).depth = 1;
            if !fiber::active().is_null() {
                (*gate).keep_holder();
            }
        } else if (*gate).holder == me || (*gate).is_of_this_fiber() {
            (*gate).depth += 1;
        } else {
            return None;
        }
        Some(Entry::Entered)
    }
}

/// As [`enter`], for what must be done in any case, such as freeing an object: the first cancellation that arrives is
/// left in `held`, for the caller to raise when it is done.
///
/// # Safety
/// On a PHP thread with a request, with hooks enabled.
pub unsafe fn enter_uncancelled(key: Key, what: &'static str, held: &mut FirstCancellation) -> Entry {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, Some(held), false)) }
}

/// As [`enter_uncancelled`], before all others that wait.
///
/// # Safety
/// As [`enter_uncancelled`].
pub unsafe fn enter_first(key: Key, what: &'static str, held: &mut FirstCancellation) -> Entry {
    // SAFETY: in a call of a coroutine with hooks enabled, as this function demands.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, Some(held), true)) }
}

#[cold]
unsafe fn wait_in_line(
    key: Key,
    what: &'static str,
    mut held: Option<&mut FirstCancellation>,
    before_all: bool,
) -> Entry {
    // SAFETY: `waiting` stays here until it has left the queue. The table may move the gate while others run.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        if held.is_none() && wait::poisoned() {
            return Entry::Cancelled;
        }
        let mut waiting = Waiting { waiter: Waiter::describing(visit), what, closed: false };
        let waiting = &raw mut waiting;
        let mut first = !before_all;
        loop {
            // Looked for again after a wait for nothing: the holder may have left, and the queue with it.
            let gate = (*Table::of_thread()).gate(key);
            if (*gate).holder.is_null() {
                (*gate).holder = current_object();
                begin(gate);
                return Entry::Entered;
            }
            if (*gate).queue.is_null() {
                (*gate).queue = Box::into_raw(Box::new(WaitQueue::new()));
            }
            let queue = (*gate).queue;
            let mut reserved = false;
            let woken = suspend_before_call(|| {
                let waiter = &raw mut (*waiting).waiter;
                let parked = match core::mem::replace(&mut first, false) {
                    true => WaitQueue::park(queue, waiter),
                    false => WaitQueue::park_again(queue, waiter),
                };
                reserved = parked.reserved;
                parked.woken
            });
            // Written by others while this coroutine was away.
            let closed = ptr::read_volatile(&raw const (*waiting).closed);
            match woken {
                Ok(()) if reserved => {
                    begin((*Table::of_thread()).gate(key));
                    return Entry::Entered;
                }
                Ok(()) if !closed => continue,
                Ok(()) => {
                    tidy(key);
                    return Entry::Closed;
                }
                Err(cancellation) if held.is_some() => {
                    if let Some(held) = held.as_deref_mut() {
                        drop(held.keep(cancellation));
                    }
                    if reserved {
                        begin((*Table::of_thread()).gate(key));
                        return Entry::Entered;
                    }
                }
                Err(cancellation) => {
                    if reserved {
                        hand_over(key);
                    }
                    tidy(key);
                    wait::raise(cancellation);
                    return Entry::Cancelled;
                }
            }
        }
    }
}

/// The running coroutine holds the gate, and enters as the first.
unsafe fn begin(gate: *mut Gate) {
    // SAFETY: the caller has just found the gate in the table of this thread.
    unsafe {
        (*gate).depth = 1;
        if !fiber::active().is_null() {
            (*gate).keep_holder();
        }
    }
}

/// Whether a call must not begin that could not wait for its turn: another coroutine is in the middle of what it is on. Then
/// there is an exception [io/FW-2].
///
/// # Safety
/// In an internal function that a coroutine calls.
#[inline]
pub unsafe fn is_refused(entry: Entry, key: Key, what: &str) -> bool {
    // SAFETY: on a PHP thread with a request, in a call of PHP code.
    unsafe {
        let refused = entry == Entry::Passed && is_used_by_another(key);
        if refused {
            refuse(what);
        }
        refused
    }
}

/// Throws that a call would have to wait.
///
/// # Safety
/// In a call of PHP code.
#[cold]
pub unsafe fn refuse(what: &str) {
    let message =
        format!("Cannot use what another coroutine is using, because nothing can be waited for here ({what})");
    // SAFETY: in a call of PHP code.
    unsafe { exception::throw_error(ptr::null_mut(), &message) }
}

/// Throws that others use what is to be closed, where nothing may wait for them.
///
/// # Safety
/// In a call of PHP code.
#[cold]
pub unsafe fn refuse_closing(what: &str) {
    let message =
        format!("Cannot close what another coroutine is using, because nothing can be waited for here ({what})");
    // SAFETY: in a call of PHP code.
    unsafe { exception::throw_error(ptr::null_mut(), &message) }
}

/// Leaves a gate that was [`enter`](enter)ed.
///
/// # Safety
/// [`Entry::Entered`] was the answer, in this coroutine.
#[inline]
pub unsafe fn leave(key: Key) {
    // SAFETY: only this thread reaches its table; `gate` is used no more when the table changes.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        // After a fatal error there is none.
        if gate.is_null() {
            return;
        }
        (*gate).depth = (*gate).depth.saturating_sub(1);
        if (*gate).depth > 0 {
            return;
        }
        let kept = (*gate).end();
        if (*gate).queue.is_null() {
            (*Table::of_thread()).remove(gate);
        } else {
            hand_over(key);
            tidy(key);
        }
        tell_watchers();
        drop(kept);
    }
}

/// The oldest waiter holds it now; if there is none, it is free.
unsafe fn hand_over(key: Key) {
    // SAFETY: queued waiters are coroutines that are alive. Waking does not switch.
    unsafe {
        let gate = (*Table::of_thread()).gate(key);
        let next = (*(*gate).queue).next();
        (*gate).depth = 0;
        if next.is_null() {
            (*gate).holder = ptr::null_mut();
        } else {
            (*gate).holder = (*next).coroutine();
            WaitQueue::reserve((*gate).queue, next);
        }
    }
}

/// Forgets an empty queue, and a gate that is not held.
unsafe fn tidy(key: Key) {
    // SAFETY: only this thread reaches its table, and nothing that is called here uses it. An empty queue has no waiter that
    // would look at it.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        if gate.is_null() || (*gate).queue.is_null() || !(*(*gate).queue).is_empty() {
            return;
        }
        drop(Box::from_raw(ptr::replace(&raw mut (*gate).queue, ptr::null_mut())));
        if (*gate).holder.is_null() {
            (*Table::of_thread()).remove(gate);
        }
    }
}

/// What a gate protects is being closed: those that wait for it go away with [`Entry::Closed`]. Its holder stays.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn close(key: Key) {
    // SAFETY: queued waiters are coroutines that are alive. Waking does not switch.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        if gate.is_null() || (*gate).queue.is_null() {
            return;
        }
        loop {
            let waiter = (*(*gate).queue).next();
            if waiter.is_null() {
                return;
            }
            (*waiter.cast::<Waiting>()).closed = true;
            Waiter::wake(waiter);
        }
    }
}

unsafe fn visit_watcher(_: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    each(Awaited::Text("Close"));
}

/// Waits until a gate is left, or a call of another kind that tells ([`tell_watchers`]); the caller looks again
/// whether all have left that it waits for. Not cancellable: a cancellation is returned.
///
/// # Safety
/// In coroutine context, where suspending is allowed.
pub unsafe fn watch() -> Woken {
    // SAFETY: the waiter stays here until it has left the queue; the queue goes with the last one. Only this thread reaches
    // the place that names it.
    unsafe {
        // Forgets those of an older generation.
        Table::of_thread();
        if (*watchers()).is_null() {
            *watchers() = Box::into_raw(Box::new(WaitQueue::new()));
        }
        let queue = *watchers();
        let mut waiter = Waiter::describing(visit_watcher);
        let woken = suspend_before_call(|| WaitQueue::park(queue, &raw mut waiter).woken);
        let queue = *watchers();
        if !queue.is_null() && (*queue).is_empty() {
            drop(Box::from_raw(queue));
            *watchers() = ptr::null_mut();
        }
        woken
    }
}

/// Something was left that others may wait for.
///
/// # Safety
/// On a PHP thread with a request.
#[inline]
pub unsafe fn tell_watchers() {
    // SAFETY: only this thread reaches the place. The queue is alive, or there is none.
    unsafe {
        if !(*watchers()).is_null() {
            wake_watchers(*watchers());
        }
    }
}

#[cold]
unsafe fn wake_watchers(queue: *mut WaitQueue) {
    // SAFETY: queued waiters are coroutines that are alive. Waking does not switch.
    unsafe {
        loop {
            let waiter = (*queue).next();
            if waiter.is_null() {
                return;
            }
            Waiter::wake(waiter);
        }
    }
}
