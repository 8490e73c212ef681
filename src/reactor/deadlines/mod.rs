//! Every deadline of a thread.
//!
//! ```text
//!   rows   [ d0 d1 d2 d3 … ]    each in order: a deadline that is not before the last one of a row goes behind it
//!          [ d0 d1 … ]          (row.rs)
//!   heap   [ d0 | d1 d2 d3 d4 | … ]    what fits no row (heap.rs)
//!   newest   d                  the one that came last: it goes to a row or to the heap when the next one comes
//!            |
//!            v
//!   TimerNode { deadline_ns, place, fire }    lives in the caller's memory, e.g. on a coroutine's stack
//! ```
//!
//! Waits of the same length end in the order in which they began: the time limits of all sockets stand in one row, where
//! arming and taking back touch nothing of other waiters. The heap takes any order, in O(log n), and moves nodes of others.
//! Most time limits are taken back before another one is armed: those of calls that did not have to wait. They get no place.
//!
//! Equal deadlines leave in the order in which they came in.

mod heap;
mod node;
mod row;

use core::ptr;
use heap::Heap;
use node::{Place, Slot};
use row::Row;

pub use node::TimerNode;

/// In time each row holds waits of one length: while a longer one is the last in it, shorter ones go to another.
const ROWS: usize = 4;
/// Deadlines that fit no row before it is asked whether one is to be given up. In no order at all few fit behind each other.
const PATIENCE: usize = 32;
/// Of an empty row: behind all deadlines, and before them.
const NO_FRONT: u64 = u64::MAX;
const NO_BACK: u64 = 0;

pub struct Deadlines {
    rows: [Row; ROWS],
    /// The deadlines at the front of the rows, and at the back: what is asked for most is found side by side.
    fronts: [u64; ROWS],
    backs: [u64; ROWS],
    /// The least of each.
    front: u64,
    back: u64,
    heap: Heap,
    /// Without a node if there is none.
    newest: Slot,
    sequence: u64,
    /// From one sequence number to the next, odd.
    step: u64,
    /// Deadlines that have fitted no row since one was given up.
    missed: usize,
    /// As many are to miss before the next one is.
    patience: usize,
    len: usize,
    visible: usize,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self::new()
    }
}

impl Deadlines {
    pub const fn new() -> Self {
        Self {
            rows: [const { Row::new() }; ROWS],
            fronts: [NO_FRONT; ROWS],
            backs: [NO_BACK; ROWS],
            front: NO_FRONT,
            back: NO_BACK,
            heap: Heap::new(),
            newest: Slot::NONE,
            sequence: 0,
            step: 1,
            missed: 0,
            patience: PATIENCE,
            len: 0,
            visible: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Nodes that count as work.
    pub fn visible(&self) -> usize {
        self.visible
    }

    /// The earliest deadline.
    #[inline]
    pub fn earliest(&self) -> Option<u64> {
        self.first().map(|slot| slot.deadline_ns)
    }

    /// Adds a node under its `deadline_ns`.
    ///
    /// # Safety
    /// `node` is valid, not armed, and stays where it is, and its mark `hidden` as it is, until it is removed or popped.
    #[inline]
    pub unsafe fn insert(&mut self, node: *mut TimerNode) {
        // SAFETY: the node is alive, as this function demands, and so are those that are armed.
        unsafe {
            let slot = Slot { deadline_ns: (*node).deadline_ns, sequence: self.sequence, node };
            self.sequence = self.sequence.wrapping_add(self.step);
            self.len += 1;
            self.visible += usize::from(!(*node).hidden);
            (*node).place = Place::Newest;
            if !self.newest.node.is_null() {
                self.place(self.newest);
            }
            self.newest = slot;
        }
    }

    /// Takes a node out; one that is not armed is left alone.
    ///
    /// # Safety
    /// `node` is valid, and one of these if it is armed.
    #[inline]
    pub unsafe fn remove(&mut self, node: *mut TimerNode) {
        // SAFETY: the node is valid, as this function demands; an armed one knows its place, and the others are alive, as `insert`
        // demands.
        unsafe {
            match (*node).place {
                Place::Idle => return,
                Place::Newest => self.newest.node = ptr::null_mut(),
                Place::Heap | Place::Row(_) => self.take_from_place(node),
            }
            (*node).place = Place::Idle;
            self.len -= 1;
            self.visible -= usize::from(!(*node).hidden);
        }
    }

    /// Takes out the earliest node whose deadline is not after `now_ns`, or null.
    pub fn pop_due(&mut self, now_ns: u64) -> *mut TimerNode {
        match self.first() {
            Some(slot) if slot.deadline_ns <= now_ns => {
                let node = slot.node;
                // SAFETY: a node stays alive while it is armed, as `insert` demands, and this one is.
                unsafe { self.remove(node) };
                node
            }
            _ => ptr::null_mut(),
        }
    }

    /// A hidden node counts as work from now on.
    ///
    /// # Safety
    /// `node` is one of these, and hidden.
    pub unsafe fn show(&mut self, node: *mut TimerNode) {
        // SAFETY: the node is alive, as this function demands.
        unsafe { (*node).hidden = false };
        self.visible += 1;
    }

    /// From now on equal deadlines leave in an order that depends on `seed` (simulation).
    pub fn scatter(&mut self, seed: u64) {
        self.step = seed | 1;
    }

    /// Forgets every node without firing it.
    pub fn clear(&mut self) {
        for slot in self.rows.iter().flat_map(Row::iter).chain(self.heap.iter()).chain(self.newest()) {
            // SAFETY: a node stays alive while it is armed, as `insert` demands.
            unsafe { (*slot.node).place = Place::Idle };
        }
        *self = Self::new();
    }

    #[inline]
    fn first(&self) -> Option<&Slot> {
        let mut first = self.heap.first();
        if first.is_none_or(|first| self.front <= first.deadline_ns) {
            for (row, &front) in self.rows.iter().zip(&self.fronts) {
                if first.is_none_or(|first| front <= first.deadline_ns)
                    && let Some(slot) = row.first()
                    && first.is_none_or(|first| slot.before(first))
                {
                    first = Some(slot);
                }
            }
        }
        // Of equal ones it is not always the last: `scatter`.
        self.newest().filter(|slot| first.is_none_or(|first| slot.before(first))).or(first)
    }

    #[inline]
    fn newest(&self) -> Option<&Slot> {
        (!self.newest.node.is_null()).then_some(&self.newest)
    }

    /// Where the node of a slot stays until it is removed.
    ///
    /// # Safety
    /// All nodes are alive.
    #[inline(never)]
    unsafe fn place(&mut self, slot: Slot) {
        // SAFETY: the nodes are alive, as this function demands.
        unsafe {
            match self.row_for(&slot).or_else(|| self.missed_all()) {
                Some(row) => {
                    (*slot.node).place = Place::Row(row as u8);
                    self.rows[row].push(slot);
                    self.note_ends(row);
                }
                None => {
                    (*slot.node).place = Place::Heap;
                    self.heap.insert(slot);
                }
            }
        }
    }

    /// Takes a node out of its row or the heap.
    ///
    /// # Safety
    /// The node has such a place; all nodes are alive.
    #[inline(never)]
    unsafe fn take_from_place(&mut self, node: *mut TimerNode) {
        // SAFETY: the nodes are alive, as this function demands.
        unsafe {
            match (*node).place {
                Place::Row(row) => {
                    self.rows[row as usize].remove(node);
                    self.note_ends(row as usize);
                }
                _ => self.heap.remove(node),
            }
        }
    }

    /// The row whose last deadline is the latest that is not behind this one, or an empty row.
    #[inline]
    fn row_for(&self, slot: &Slot) -> Option<usize> {
        if slot.deadline_ns < self.back {
            return None;
        }
        let mut best = None;
        let mut latest = NO_BACK;
        for (row, &back) in self.backs.iter().enumerate() {
            if back <= slot.deadline_ns && (back > latest || best.is_none()) {
                (best, latest) = (Some(row), back);
            }
        }
        let row = best?;
        // Equal deadlines: as the sequence says.
        if latest == slot.deadline_ns && self.rows[row].last().is_some_and(|last| slot.before(last)) {
            return None;
        }
        Some(row)
    }

    #[inline]
    fn note_ends(&mut self, row: usize) {
        self.fronts[row] = self.rows[row].first().map_or(NO_FRONT, |slot| slot.deadline_ns);
        self.backs[row] = self.rows[row].last().map_or(NO_BACK, |slot| slot.deadline_ns);
        self.front = self.fronts.iter().fold(NO_FRONT, |least, &front| least.min(front));
        self.back = self.backs.iter().fold(u64::MAX, |least, &back| least.min(back));
    }

    /// A deadline has fitted no row. Returns one that has been given up.
    ///
    /// # Safety
    /// All nodes are alive.
    #[inline]
    unsafe fn missed_all(&mut self) -> Option<usize> {
        self.missed += 1;
        // SAFETY: the nodes are alive, as this function demands.
        if self.missed < self.patience { None } else { unsafe { self.give_up_a_row() } }
    }

    /// Deadlines far ahead keep all others out of their row. When as many have fitted no row as the shortest one has nodes, and not
    /// only a few, those go to the heap: no more are moved than have come. Returns the row, which is empty then.
    ///
    /// # Safety
    /// All nodes are alive.
    #[cold]
    unsafe fn give_up_a_row(&mut self) -> Option<usize> {
        let row = (0..ROWS).min_by_key(|&row| self.rows[row].len())?;
        self.patience = self.rows[row].len().max(PATIENCE);
        if self.missed < self.patience {
            return None;
        }
        self.patience = PATIENCE;
        self.missed = 0;
        for slot in self.rows[row].iter() {
            // SAFETY: all nodes are alive, as this function demands. The key stays, and with it the order.
            unsafe {
                (*slot.node).place = Place::Heap;
                self.heap.insert(*slot);
            }
        }
        self.rows[row].clear();
        self.note_ends(row);
        Some(row)
    }
}

#[cfg(test)]
mod tests;
