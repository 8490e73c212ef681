//! Gates: mutual exclusion between coroutines around calls of C code that is not written to be entered twice [io/SO-10,
//! io/FW-2, io/FW-5].
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

use crate::abi::Object;
use crate::boundary::wait;
use crate::boundary::wait::suspend::suspend_before_call;
use crate::engine::exception;
use crate::engine::per_thread::per_thread;
use crate::primitives::token::Token;
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ptr;

/// What a gate protects, by its address. 0 stands for no gate.
pub type Key = usize;

/// How an attempt to enter ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// To be left again.
    Entered,
    /// Nothing may be switched to here: the call goes on without the gate, which is not to be left.
    Passed,
    /// The exception is raised and latched.
    Cancelled,
    /// What was protected is being closed ([`close`]).
    Closed,
}

struct Gate {
    key: Key,
    /// Null when those that still wait are about to give up.
    holder: *mut CoroutineObject,
    /// How often the holder has entered; 0 when it has been told, and does not run yet.
    depth: u32,
    /// Null until a coroutine waits.
    queue: *mut WaitQueue,
}

const NONE: Gate = Gate { key: 0, holder: ptr::null_mut(), depth: 0, queue: ptr::null_mut() };
const SMALLEST: usize = 64;

/// The gates that are held or waited for: open addressing with linear probing, at most half full.
struct Table {
    gates: Vec<Gate>,
    used: usize,
    /// The gates of an older generation lie on stacks that do not exist any more.
    generation: u32,
}

per_thread!(static TABLE: *mut Table = ptr::null_mut());
// Coroutines that wait until others have left. Null when there are none.
per_thread!(static WATCHERS: *mut WaitQueue = ptr::null_mut());

/// A coroutine that waits; lies on its stack.
#[repr(C)]
struct Waiting {
    waiter: Waiter,
    what: &'static str,
    closed: bool,
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of a waiter, which is the start of the structure.
    unsafe { each(Awaited::Text(&format!("Gate({})", (*wait.cast::<Waiting>()).what))) }
}

impl Table {
    fn of_thread() -> *mut Table {
        TABLE.with(|table| {
            if table.get().is_null() {
                let gates = (0..SMALLEST).map(|_| NONE).collect();
                table.set(Box::into_raw(Box::new(Table { gates, used: 0, generation: scheduler::generation() })));
            }
            let current = table.get();
            // SAFETY: this thread's table; no reference into it is held.
            unsafe {
                if (*current).generation != scheduler::generation() {
                    (*current).forget();
                }
            }
            current
        })
    }

    fn home(&self, key: Key) -> usize {
        // Addresses differ in their middle bits.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) & (self.gates.len() - 1)
    }

    /// Where the gate is, or where it would be.
    fn place(&self, key: Key) -> usize {
        let mut place = self.home(key);
        while self.gates[place].key != 0 && self.gates[place].key != key {
            place = (place + 1) & (self.gates.len() - 1);
        }
        place
    }

    /// The gate, made if there is none.
    fn gate(&mut self, key: Key) -> *mut Gate {
        let mut place = self.place(key);
        if self.gates[place].key == 0 {
            if (self.used + 1) * 2 > self.gates.len() {
                self.grow();
                place = self.place(key);
            }
            self.used += 1;
            self.gates[place] = Gate { key, ..NONE };
        }
        &raw mut self.gates[place]
    }

    /// The gate, or null.
    fn find(&mut self, key: Key) -> *mut Gate {
        let place = self.place(key);
        if self.gates[place].key == 0 { ptr::null_mut() } else { &raw mut self.gates[place] }
    }

    fn grow(&mut self) {
        let twice = (0..self.gates.len() * 2).map(|_| NONE).collect();
        for gate in core::mem::replace(&mut self.gates, twice) {
            if gate.key != 0 {
                let place = self.place(gate.key);
                self.gates[place] = gate;
            }
        }
    }

    /// Takes out the gate at a place, which is neither held nor waited for. Those behind it that belong before it move up.
    fn remove(&mut self, mut hole: usize) {
        let mask = self.gates.len() - 1;
        self.gates[hole] = NONE;
        self.used -= 1;
        let mut place = hole;
        loop {
            place = (place + 1) & mask;
            if self.gates[place].key == 0 {
                return;
            }
            let distance = place.wrapping_sub(self.home(self.gates[place].key)) & mask;
            if distance >= place.wrapping_sub(hole) & mask {
                self.gates.swap(hole, place);
                hole = place;
            }
        }
    }

    /// After a fatal error: those that held or waited do not exist any more.
    fn forget(&mut self) {
        for gate in &mut self.gates {
            let old = core::mem::replace(gate, NONE);
            if !old.queue.is_null() {
                // SAFETY: made by `wait_in_line`; the queue does not touch those that stood in it.
                drop(unsafe { Box::from_raw(old.queue) });
            }
        }
        let watchers = WATCHERS.with(|watchers| watchers.replace(ptr::null_mut()));
        if !watchers.is_null() {
            // SAFETY: made by `watch`; as above.
            drop(unsafe { Box::from_raw(watchers) });
        }
        self.used = 0;
        self.generation = scheduler::generation();
    }
}

/// Enters a gate, waiting until it is free. `what` is named in the report of a deadlock.
///
/// # Safety
/// In an internal function that a coroutine calls, with hooks enabled.
#[inline]
pub unsafe fn enter(key: Key, what: &'static str) -> Entry {
    // SAFETY: forwarded.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, None, false)) }
}

/// As [`enter`], without waiting: `None` when another coroutine holds it.
///
/// # Safety
/// As [`enter`].
#[inline]
pub unsafe fn try_enter(key: Key) -> Option<Entry> {
    // SAFETY: this thread's table; the gate is not used across a call.
    unsafe {
        let me = current_object();
        if me.is_null() {
            return Some(Entry::Passed);
        }
        let gate = (*Table::of_thread()).gate(key);
        if (*gate).holder.is_null() {
            (*gate).holder = me;
            (*gate).depth = 1;
        } else if (*gate).holder == me {
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
pub unsafe fn enter_uncancelled(key: Key, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, Some(held), false)) }
}

/// As [`enter_uncancelled`], before all others that wait.
///
/// # Safety
/// As [`enter_uncancelled`].
pub unsafe fn enter_first(key: Key, what: &'static str, held: &mut *mut Object) -> Entry {
    // SAFETY: forwarded.
    unsafe { try_enter(key).unwrap_or_else(|| wait_in_line(key, what, Some(held), true)) }
}

#[cold]
unsafe fn wait_in_line(key: Key, what: &'static str, mut held: Option<&mut *mut Object>, before_all: bool) -> Entry {
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
                (*gate).depth = 1;
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
                    true => WaitQueue::park(queue, waiter, Token::NONE),
                    false => WaitQueue::park_again(queue, waiter, Token::NONE),
                };
                reserved = parked.reserved;
                parked.woken
            });
            // Written by others while this coroutine was away.
            let closed = ptr::read_volatile(&raw const (*waiting).closed);
            match woken {
                Ok(()) if reserved => {
                    (*(*Table::of_thread()).gate(key)).depth = 1;
                    return Entry::Entered;
                }
                Ok(()) if !closed => continue,
                Ok(()) => {
                    tidy(key);
                    return Entry::Closed;
                }
                Err(cancellation) if held.is_some() => {
                    if let Some(held) = held.as_deref_mut() {
                        if held.is_null() { *held = cancellation } else { exception::release(cancellation) }
                    }
                    if reserved {
                        (*(*Table::of_thread()).gate(key)).depth = 1;
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

/// Leaves a gate that was [`enter`](enter)ed.
///
/// # Safety
/// [`Entry::Entered`] was the answer, in this coroutine.
#[inline]
pub unsafe fn leave(key: Key) {
    // SAFETY: this thread's table.
    unsafe {
        let table = &mut *Table::of_thread();
        let place = table.place(key);
        let gate = &mut table.gates[place];
        // After a fatal error there is none.
        if gate.key == 0 {
            return;
        }
        gate.depth = gate.depth.saturating_sub(1);
        if gate.depth > 0 {
            return;
        }
        if gate.queue.is_null() {
            table.remove(place);
        } else {
            hand_over(key);
            tidy(key);
        }
        tell_watchers();
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
    // SAFETY: this thread's table.
    unsafe {
        let table = &mut *Table::of_thread();
        let place = table.place(key);
        let gate = &mut table.gates[place];
        if gate.queue.is_null() || !(*gate.queue).is_empty() {
            return;
        }
        drop(Box::from_raw(core::mem::replace(&mut gate.queue, ptr::null_mut())));
        if gate.holder.is_null() {
            table.remove(place);
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

/// The holder of the gate; null when it is free.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn holder(key: Key) -> *mut CoroutineObject {
    // SAFETY: this thread's table.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        if gate.is_null() { ptr::null_mut() } else { (*gate).holder }
    }
}

/// Whether there is any gate at all.
#[inline]
pub fn is_any_held() -> bool {
    let table = TABLE.with(|table| table.get());
    // SAFETY: this thread's table.
    !table.is_null() && unsafe { (*table).used != 0 }
}

/// Whether another coroutine than the running one holds the gate.
///
/// # Safety
/// On a PHP thread with a request.
#[inline]
pub unsafe fn is_held_by_another(key: Key) -> bool {
    // SAFETY: forwarded.
    let holder = unsafe { holder(key) };
    !holder.is_null() && holder != current_object()
}

/// Whether another coroutine than the running one is behind the gate. One that has been told that it holds the gate, and does
/// not run yet, is not.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn is_used_by_another(key: Key) -> bool {
    // SAFETY: this thread's table.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        !gate.is_null() && (*gate).depth > 0 && (*gate).holder != current_object()
    }
}

unsafe fn visit_watcher(_: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    each(Awaited::Text("Close"));
}

/// Waits until a gate is left, or a call of another kind that tells ([`tell_watchers`]); the caller looks again
/// whether all have left that it waits for. Not cancellable: a cancellation is returned, the caller owns it.
///
/// # Safety
/// In coroutine context, where suspending is allowed.
pub unsafe fn watch() -> *mut Object {
    // SAFETY: the waiter stays here until it has left the queue; the queue goes with the last one.
    unsafe {
        // Forgets those of an older generation.
        Table::of_thread();
        let queue = WATCHERS.with(|watchers| {
            if watchers.get().is_null() {
                watchers.set(Box::into_raw(Box::new(WaitQueue::new())));
            }
            watchers.get()
        });
        let mut waiter = Waiter::describing(visit_watcher);
        let woken = suspend_before_call(|| WaitQueue::park(queue, &raw mut waiter, Token::NONE).woken);
        WATCHERS.with(|watchers| {
            let queue = watchers.get();
            if !queue.is_null() && (*queue).is_empty() {
                drop(Box::from_raw(queue));
                watchers.set(ptr::null_mut());
            }
        });
        woken.err().unwrap_or(ptr::null_mut())
    }
}

/// Something was left that others may wait for.
#[inline]
pub unsafe fn tell_watchers() {
    WATCHERS.with(|watchers| {
        if !watchers.get().is_null() {
            // SAFETY: forwarded.
            unsafe { wake_watchers(watchers.get()) }
        }
    });
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
