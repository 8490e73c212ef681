//! Which gates are held, and by which coroutine; `exclusion/gate.rs` enters and leaves them.

use super::{Key, interrupted};
use crate::abi::Object;
use crate::engine::fiber;
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::primitives::wait_queue::WaitQueue;
use crate::scheduler::coroutine::to_object;
use crate::scheduler::{self, CoroutineObject, current_object};
use core::ptr;

pub struct Gate {
    /// 0: no gate.
    key: Key,
    /// Null when those that still wait are about to give up.
    pub holder: *mut CoroutineObject,
    /// How often the holder has entered; 0 when it has been told, and does not run yet.
    pub depth: u32,
    /// Null until a coroutine waits.
    pub queue: *mut WaitQueue,
    /// The native Fiber that entered, or null. Another coroutine may resume it, also when the holder has ended: so it keeps that.
    fiber: *mut Object,
}

const NONE: Gate = Gate { key: 0, holder: ptr::null_mut(), depth: 0, queue: ptr::null_mut(), fiber: ptr::null_mut() };

impl Gate {
    /// Whether the running Fiber is behind the gate, in whatever coroutine it entered.
    #[cold]
    pub fn is_of_this_fiber(&self) -> bool {
        !self.fiber.is_null() && self.fiber == fiber::active()
    }

    /// A native Fiber, which runs, has entered as the first.
    ///
    /// # Safety
    /// In coroutine context; the running coroutine is the holder.
    #[cold]
    pub unsafe fn keep_holder(&mut self) {
        self.fiber = fiber::active();
        // SAFETY: the running coroutine, whose reference `end` takes back.
        core::mem::forget(unsafe { OwnedObject::share(to_object(self.holder)) });
    }

    /// Nothing is behind the gate any more. What a Fiber has kept goes with what is returned.
    ///
    /// # Safety
    /// It was entered, and is left.
    #[inline]
    pub unsafe fn end(&mut self) -> Option<OwnedObject> {
        if self.fiber.is_null() {
            return None;
        }
        self.fiber = ptr::null_mut();
        // SAFETY: the reference that `keep_holder` took.
        Some(unsafe { OwnedObject::from_raw(to_object(self.holder)) })
    }
}

const SMALLEST: usize = 64;

/// The gates that are held or waited for. Most of the time there is only one, which is not searched for. The others: open addressing
/// with linear probing, at most half full. A call enters and leaves a gate in twelve nanoseconds less than with the standard library's
/// table.
pub struct Table {
    /// The one that was made while there was no other, until it is taken out.
    first: Gate,
    /// The others. Their number is a power of two.
    gates: Vec<Gate>,
    /// Gates among these.
    used: usize,
    /// The gates of an older generation lie on stacks that do not exist any more.
    generation: u32,
}

per_thread!(fn table() -> *mut Table =
    Table { first: NONE, gates: Vec::new(), used: 0, generation: 0 });
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

    fn home(&self, key: Key) -> usize {
        // Addresses differ in their middle bits.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) & (self.gates.len() - 1)
    }

    /// Where the gate is, or where it would be. There is a place for it.
    fn place(&mut self, key: Key) -> *mut Gate {
        let mut place = self.home(key);
        loop {
            // SAFETY: `home` and the mask leave less than the number of gates.
            let gate = unsafe { self.gates.as_mut_ptr().add(place) };
            // SAFETY: it points into the vector, which is borrowed mutably and not grown meanwhile.
            if unsafe { (*gate).key == 0 || (*gate).key == key } {
                return gate;
            }
            place = (place + 1) & (self.gates.len() - 1);
        }
    }

    /// The gate, made if there is none.
    #[inline]
    pub fn gate(&mut self, key: Key) -> *mut Gate {
        debug_assert_ne!(key, 0);
        if self.first.key == key {
            return &raw mut self.first;
        }
        if self.first.key == 0 && self.used == 0 {
            self.first.key = key;
            return &raw mut self.first;
        }
        self.gate_among_others(key)
    }

    #[inline(never)]
    fn gate_among_others(&mut self, key: Key) -> *mut Gate {
        if (self.used + 1) * 2 > self.gates.len() {
            self.grow();
        }
        let gate = self.place(key);
        // SAFETY: a place in the table, which does not change here.
        unsafe {
            if (*gate).key == 0 {
                self.used += 1;
                (*gate).key = key;
            }
        }
        gate
    }

    /// The gate, or null.
    #[inline]
    pub fn find(&mut self, key: Key) -> *mut Gate {
        if self.first.key == key {
            // There is none without a key.
            return if key == 0 { ptr::null_mut() } else { &raw mut self.first };
        }
        if self.used == 0 {
            return ptr::null_mut();
        }
        self.find_among_others(key)
    }

    #[inline(never)]
    fn find_among_others(&mut self, key: Key) -> *mut Gate {
        let gate = self.place(key);
        // SAFETY: a place in the table, which does not change here.
        if unsafe { (*gate).key == 0 } { ptr::null_mut() } else { gate }
    }

    #[cold]
    fn grow(&mut self) {
        let twice = (0..(self.gates.len() * 2).max(SMALLEST)).map(|_| NONE).collect();
        for gate in core::mem::replace(&mut self.gates, twice) {
            if gate.key != 0 {
                let place = self.place(gate.key);
                // SAFETY: a free place in the new table.
                unsafe { place.write(gate) };
            }
        }
    }

    /// Takes out a gate that is neither held nor waited for.
    ///
    /// # Safety
    /// `gate` was found in this table, which has not changed since.
    #[inline]
    pub unsafe fn remove(&mut self, gate: *mut Gate) {
        if ptr::eq(gate, &self.first) {
            self.first = NONE;
        } else {
            // SAFETY: as this function demands; it is one of the others.
            unsafe { self.remove_other(gate) }
        }
    }

    /// Those behind it that belong before it move up.
    #[inline(never)]
    unsafe fn remove_other(&mut self, gate: *mut Gate) {
        let mask = self.gates.len() - 1;
        // SAFETY: the gate is one of these.
        let mut hole = unsafe { gate.offset_from_unsigned(self.gates.as_ptr()) };
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
        for gate in self.gates.iter_mut().chain([&mut self.first]) {
            let old = core::mem::replace(gate, NONE);
            if !old.holder.is_null() {
                interrupted::note(old.key);
            }
            if !old.queue.is_null() {
                // SAFETY: made by `wait_in_line`; the queue does not touch those that stood in it.
                drop(unsafe { Box::from_raw(old.queue) });
            }
        }
        self.used = 0;
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
    unsafe { (*table()).first.key != 0 || (*table()).used != 0 }
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
        !gate.is_null()
            && !(*gate).holder.is_null()
            && (*gate).holder != current_object()
            && !(*gate).is_of_this_fiber()
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
        !gate.is_null() && (*gate).depth > 0 && (*gate).holder != current_object() && !(*gate).is_of_this_fiber()
    }
}
