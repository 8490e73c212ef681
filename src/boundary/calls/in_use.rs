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
//! the middle again before the waiter ran. Here is what is in use; the waiting is in `exclusion/idle.rs`.

use super::Key;
use super::addresses::Addresses;
use crate::engine::per_thread;
use crate::primitives::wait_queue::WaitQueue;
use crate::scheduler::{self, current_object};
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
    /// Their addresses, combined by exclusive or: when one is left, its own.
    coroutines: usize,
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
    COUNT.set(table.uses.len());
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
    // SAFETY: only this thread reaches its table, and nothing that is called here uses it.
    unsafe {
        let table = &mut *table();
        if table.generation != scheduler::generation() {
            for (_, entry) in table.uses.drain() {
                free(entry.queue);
            }
            table.generation = scheduler::generation();
        }
        for key in &keys.keys[..keys.used] {
            let none = Use { count: 0, coroutines: 0, queue: ptr::null_mut() };
            let entry = table.uses.entry(*key).or_insert(none);
            entry.count += 1;
            entry.coroutines ^= current_object().addr();
        }
        counted(table);
    }
}

/// The calling coroutine is back.
///
/// # Safety
/// After [`begin`], in the same coroutine.
pub unsafe fn end(keys: &InUse) {
    // SAFETY: only this thread reaches its table; what is called here gets it from here, and runs no PHP code.
    unsafe {
        let table = &mut *table();
        for key in &keys.keys[..keys.used] {
            if let Some(entry) = table.uses.get_mut(key) {
                entry.count = entry.count.saturating_sub(1);
                entry.coroutines ^= current_object().addr();
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
        // SAFETY: made by `line`; it is empty, or its waiters are on stacks that do not exist any more.
        drop(unsafe { Box::from_raw(queue) });
    }
}

/// Whether another coroutine than the calling one is in the middle of it.
///
/// # Safety
/// In coroutine context.
pub unsafe fn is_used_by_another(key: Key) -> bool {
    // SAFETY: in coroutine context, as this function demands.
    any() && unsafe { is_taken(key, false) }
}

/// Whether a call has to wait: another coroutine is in the middle, or, for a newcomer, others were there first.
///
/// # Safety
/// In coroutine context.
#[inline]
pub unsafe fn is_taken(key: Key, newcomer: bool) -> bool {
    // SAFETY: only this thread reaches its table, whose queues are alive; nothing here changes it.
    unsafe {
        match (*table()).uses.get(&key) {
            None => false,
            Some(_) if (*table()).generation != scheduler::generation() => false,
            Some(entry) if entry.count > 0 => !(entry.count == 1 && entry.coroutines == current_object().addr()),
            Some(entry) => newcomer && !entry.queue.is_null() && !(*entry.queue).is_empty(),
        }
    }
}

/// The line of those that wait until it is not in use, made if there is none. Null when it is not in use.
///
/// # Safety
/// In coroutine context. The line goes with the last one that [`leave_line`]s.
pub unsafe fn line(key: Key) -> *mut WaitQueue {
    // SAFETY: only this thread reaches its table, and nothing that is called here uses it.
    unsafe {
        let Some(entry) = (*table()).uses.get_mut(&key) else { return ptr::null_mut() };
        if entry.queue.is_null() {
            entry.queue = Box::into_raw(Box::new(WaitQueue::new()));
        }
        entry.queue
    }
}

/// A coroutine is not in the line any more. The next one looks as well: what this one goes on to do may never be left in the
/// middle.
///
/// # Safety
/// In coroutine context.
pub unsafe fn leave_line(key: Key) {
    // SAFETY: only this thread reaches its table; what is called here gets it from here, and runs no PHP code.
    unsafe {
        let table = &mut *table();
        settle(table, key);
        counted(table);
    }
}
