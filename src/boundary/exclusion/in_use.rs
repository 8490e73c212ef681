//! In use: what C code is in the middle of while its coroutine is suspended in a hook [io/FW-2]. This is the default for
//! extensions that are not known.
//!
//! ```text
//!   $object->get()           the call begins: nothing is recorded
//!     recv(), would block    the coroutine is suspended: $object is in use
//!     ... others run; one that calls a method of $object waits until it is not, first come, first served
//!     recv() returns         the coroutine is back: $object is free, the longest waiter looks again
//!   calls back into PHP      the coroutine may suspend, nothing is in use: others may call methods of $object
//! ```
//!
//! So nothing is held that others depend on: a waiter is woken whenever the C code runs, and waits on if that was left in
//! the middle again before the waiter ran.

use super::gate::{Entry, Key};
use crate::abi::Object;
use crate::boundary::calls::addresses::Addresses;
use crate::boundary::wait;
use crate::boundary::wait::suspend::suspend_before_call_for;
use crate::engine::{exception, per_thread};
use crate::primitives::token::Token;
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ptr;

/// At most so many objects are in use by one coroutine.
pub const MOST: usize = 4;

/// What a suspended coroutine uses. Lies on its stack.
#[derive(Clone, Copy)]
pub struct InUse {
    keys: [Key; MOST],
    used: usize,
}

impl InUse {
    pub const NONE: InUse = InUse { keys: [0; MOST], used: 0 };

    /// Adds what a call is on; more than fit are not listed.
    pub fn add(&mut self, key: Key) {
        if key != 0 && self.used < MOST && !self.contains(key) {
            self.keys[self.used] = key;
            self.used += 1;
        }
    }

    pub fn contains(&self, key: Key) -> bool {
        self.keys[..self.used].contains(&key)
    }

    pub fn remove(&mut self, key: Key) {
        if let Some(place) = self.keys[..self.used].iter().position(|other| *other == key) {
            self.used -= 1;
            self.keys[place] = self.keys[self.used];
        }
    }

    pub fn is_empty(&self) -> bool {
        self.used == 0
    }
}

struct Use {
    /// How many coroutines are in the middle of it.
    count: u32,
    /// The last of them.
    coroutine: *mut CoroutineObject,
    /// Null until a coroutine waits.
    queue: *mut WaitQueue,
}

struct Table {
    uses: Addresses<Use>,
    /// Entries of an older generation are of stacks that do not exist any more.
    generation: u32,
}

per_thread::per_thread!(static TABLE: *mut Table = ptr::null_mut());
// How many entries the table has.
per_thread::per_thread!(static COUNT: usize = 0);

/// A coroutine that waits; lies on its stack.
#[repr(C)]
struct Waiting {
    waiter: Waiter,
    what: &'static str,
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of a waiter, which is the start of the structure.
    unsafe { each(Awaited::Text(&format!("Gate({})", (*wait.cast::<Waiting>()).what))) }
}

fn table() -> *mut Table {
    TABLE.with(|table| {
        if table.get().is_null() {
            let made = Table { uses: Addresses::default(), generation: scheduler::generation() };
            table.set(Box::into_raw(Box::new(made)));
        }
        table.get()
    })
}

fn counted(table: &Table) {
    COUNT.with(|count| count.set(table.uses.len()));
}

/// Whether anything is in use or waited for.
#[inline(always)]
pub fn any() -> bool {
    COUNT.with(|count| count.get() != 0)
}

/// The calling coroutine is about to be suspended in a call.
///
/// # Safety
/// A coroutine runs. `end` follows when it is back.
pub unsafe fn begin(keys: &InUse) {
    // SAFETY: this thread's table; nothing is held across a call.
    unsafe {
        let table = &mut *table();
        if table.generation != scheduler::generation() {
            for (_, entry) in table.uses.drain() {
                free(entry.queue);
            }
            table.generation = scheduler::generation();
        }
        for key in &keys.keys[..keys.used] {
            let none = Use { count: 0, coroutine: ptr::null_mut(), queue: ptr::null_mut() };
            let entry = table.uses.entry(*key).or_insert(none);
            entry.count += 1;
            entry.coroutine = current_object();
        }
        counted(table);
    }
}

/// The calling coroutine is back.
///
/// # Safety
/// After [`begin`], in the same coroutine.
pub unsafe fn end(keys: &InUse) {
    // SAFETY: this thread's table.
    unsafe {
        let table = &mut *table();
        for key in &keys.keys[..keys.used] {
            if let Some(entry) = table.uses.get_mut(key) {
                entry.count = entry.count.saturating_sub(1);
            }
            settle(table, *key);
        }
        counted(table);
    }
}

/// Wakes the longest waiter if no coroutine is in the middle any more, and forgets what is neither in use nor waited for.
unsafe fn settle(table: &mut Table, key: Key) {
    let Some(entry) = table.uses.get(&key) else { return };
    // SAFETY: queued waiters are coroutines that are alive. Waking does not switch.
    unsafe {
        if entry.count > 0 {
            return;
        }
        if !entry.queue.is_null() && !(*entry.queue).is_empty() {
            if (*entry.queue).reserved() == 0 {
                WaitQueue::reserve_next(entry.queue);
            }
            return;
        }
        free(entry.queue);
        table.uses.remove(&key);
    }
}

unsafe fn free(queue: *mut WaitQueue) {
    if !queue.is_null() {
        // SAFETY: made by `wait_in_line`; it is empty, or its waiters are on stacks that do not exist any more.
        drop(unsafe { Box::from_raw(queue) });
    }
}

/// Whether another coroutine than the calling one is in the middle of it.
///
/// # Safety
/// In coroutine context.
pub unsafe fn is_used_by_another(key: Key) -> bool {
    // SAFETY: forwarded.
    any() && unsafe { is_taken(key, false) }
}

/// Whether a call has to wait: another coroutine is in the middle, or others were there first.
#[inline]
unsafe fn is_taken(key: Key, newcomer: bool) -> bool {
    // SAFETY: this thread's table.
    unsafe {
        match (*table()).uses.get(&key) {
            None => false,
            Some(_) if (*table()).generation != scheduler::generation() => false,
            Some(entry) if entry.count > 0 => !(entry.count == 1 && entry.coroutine == current_object()),
            Some(entry) => newcomer && !entry.queue.is_null() && !(*entry.queue).is_empty(),
        }
    }
}

/// Waits until no other coroutine is in the middle. `Entered` needs no leaving. A newcomer lets those go first that wait
/// already; a coroutine that has waited before goes before them. With `held` the wait is not cancellable: the first
/// cancellation is left there.
///
/// # Safety
/// In coroutine context, with hooks enabled.
#[inline]
pub unsafe fn wait_until_idle(key: Key, what: &'static str, newcomer: bool, held: Option<&mut *mut Object>) -> Entry {
    // SAFETY: forwarded.
    unsafe { if any() && is_taken(key, newcomer) { wait_in_line(key, what, newcomer, held) } else { Entry::Entered } }
}

#[cold]
unsafe fn wait_in_line(key: Key, what: &'static str, newcomer: bool, mut held: Option<&mut *mut Object>) -> Entry {
    // SAFETY: `waiting` stays here until it has left the queue. The table may move the entry while others run.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        if held.is_none() && wait::poisoned() {
            return Entry::Cancelled;
        }
        let Some(entry) = (*table()).uses.get_mut(&key) else { return Entry::Entered };
        if entry.queue.is_null() {
            entry.queue = Box::into_raw(Box::new(WaitQueue::new()));
        }
        let queue = entry.queue;
        let mut waiting = Waiting { waiter: Waiter::describing(visit), what };
        let waiting = &raw mut waiting;
        // Others wait behind the oldest.
        let mut last = newcomer;
        loop {
            let woken = suspend_before_call_for(key, || {
                let waiter = &raw mut (*waiting).waiter;
                match core::mem::replace(&mut last, false) {
                    true => WaitQueue::park(queue, waiter, Token::NONE).woken,
                    false => WaitQueue::park_again(queue, waiter, Token::NONE).woken,
                }
            });
            let cancelled = match (woken, held.as_deref_mut()) {
                (Ok(()), _) => false,
                (Err(cancellation), Some(held)) => {
                    if held.is_null() {
                        *held = cancellation
                    } else {
                        exception::release(cancellation)
                    }
                    false
                }
                (Err(cancellation), None) => {
                    wait::raise(cancellation);
                    true
                }
            };
            if cancelled || !is_taken(key, false) {
                // The next one looks as well: this call may never go away in the middle.
                settle(&mut *table(), key);
                counted(&*table());
                return if cancelled { Entry::Cancelled } else { Entry::Entered };
            }
        }
    }
}
