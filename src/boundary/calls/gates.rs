//! Which gates are held, and by which coroutine; `exclusion/gate.rs` enters and leaves them.

use super::Key;
use super::addresses::{Address, Addresses};
use crate::engine::per_thread::per_thread;
use crate::primitives::wait_queue::WaitQueue;
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ptr;

pub struct Gate {
    /// Null when those that still wait are about to give up.
    pub holder: *mut CoroutineObject,
    /// How often the holder has entered; 0 when it has been told, and does not run yet.
    pub depth: u32,
    /// Null until a coroutine waits.
    pub queue: *mut WaitQueue,
}

const FREE: Gate = Gate { holder: ptr::null_mut(), depth: 0, queue: ptr::null_mut() };

/// The gates that are held or waited for.
pub struct Table {
    gates: Addresses<Gate>,
    /// The gates of an older generation lie on stacks that do not exist any more.
    generation: u32,
}

per_thread!(fn table() -> *mut Table = Table { gates: Addresses::with_hasher(Address::BUILD), generation: 0 });
per_thread!(
    /// Coroutines that wait until others have left. Null when there are none.
    pub fn watchers() -> *mut *mut WaitQueue = ptr::null_mut()
);

impl Table {
    /// The gates of this thread. No reference into them may be held across a wait.
    pub fn of_thread() -> *mut Table {
        let table = table();
        // SAFETY: only this thread reaches its table, and no caller holds a reference into it.
        unsafe {
            if (*table).generation != scheduler::generation() {
                (*table).forget();
            }
        }
        table
    }

    /// The gate, made if there is none.
    pub fn gate(&mut self, key: Key) -> *mut Gate {
        self.gates.entry(key).or_insert(FREE)
    }

    /// The gate, or null.
    pub fn find(&mut self, key: Key) -> *mut Gate {
        self.gates.get_mut(&key).map_or(ptr::null_mut(), ptr::from_mut)
    }

    /// Takes out a gate that is neither held nor waited for.
    pub fn remove(&mut self, key: Key) {
        self.gates.remove(&key);
    }

    /// After a fatal error: those that held or waited do not exist any more.
    fn forget(&mut self) {
        for (_, gate) in self.gates.drain() {
            if !gate.queue.is_null() {
                // SAFETY: made by `wait_in_line`; the queue does not touch those that stood in it.
                drop(unsafe { Box::from_raw(gate.queue) });
            }
        }
        // SAFETY: only this thread reaches the place.
        let watchers = unsafe { watchers().replace(ptr::null_mut()) };
        if !watchers.is_null() {
            // SAFETY: made by `watch`; the queue does not touch those that stood in it.
            drop(unsafe { Box::from_raw(watchers) });
        }
        self.generation = scheduler::generation();
    }
}

/// The holder of the gate; null when it is free.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn holder(key: Key) -> *mut CoroutineObject {
    // SAFETY: only this thread reaches its table, and a gate that is found is in it until the next change.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        if gate.is_null() { ptr::null_mut() } else { (*gate).holder }
    }
}

/// Whether there is any gate at all.
#[inline]
pub fn is_any_held() -> bool {
    // SAFETY: only this thread reaches its table.
    unsafe { !(*table()).gates.is_empty() }
}

/// Whether another coroutine than the running one holds the gate.
///
/// # Safety
/// On a PHP thread with a request.
#[inline]
pub unsafe fn is_held_by_another(key: Key) -> bool {
    // SAFETY: only this thread reaches its table, and a gate that is found is in it until the next change.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        !gate.is_null() && !(*gate).holder.is_null() && (*gate).holder != current_object()
    }
}

/// Whether another coroutine than the running one is behind the gate. One that has been told that it holds the gate, and does
/// not run yet, is not.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn is_used_by_another(key: Key) -> bool {
    // SAFETY: only this thread reaches its table, and a gate that is found is in it until the next change.
    unsafe {
        let gate = (*Table::of_thread()).find(key);
        !gate.is_null() && (*gate).depth > 0 && (*gate).holder != current_object()
    }
}
