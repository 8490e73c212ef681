//! An intrusive 4-ary min-heap: deadlines in any order.
//!
//! ```text
//!   slots   [ d0 | d1 d2 d3 d4 | d5 d6 d7 d8 | ... ]     children of i: 4i+1 .. 4i+4
//!              |                                         one slot = deadline, sequence, node pointer
//!              v
//!   TimerNode { deadline_ns, index, … }
//! ```
//!
//! A node is inserted and removed in O(log n): the heap keeps the keys, the node keeps its index. Slots carry the keys
//! themselves, so that sifting touches the nodes only to tell them their new place. Four children per slot halve the height
//! of a binary heap, and the four keys lie side by side.

use super::node::{Slot, TimerNode, less_room};
use core::ptr;

pub struct Heap {
    slots: Vec<Slot>,
}

impl Heap {
    pub const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    #[inline]
    pub fn first(&self) -> Option<&Slot> {
        self.slots.first()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter()
    }

    /// # Safety
    /// The slot's node is alive, and stays where it is until it is removed.
    pub unsafe fn insert(&mut self, slot: Slot) {
        self.slots.push(slot);
        // SAFETY: the slot just pushed is the last one, and `sift_up` writes it, wherever it belongs.
        unsafe { self.sift_up(self.slots.len() - 1, slot) };
    }

    /// # Safety
    /// The node is in this heap; all nodes in it are alive.
    pub unsafe fn remove(&mut self, node: *mut TimerNode) {
        // SAFETY: the index of a node is that of its slot; the last slot fills the hole.
        unsafe {
            let hole = (*node).index as usize;
            debug_assert!(ptr::eq(self.slots[hole].node, node));
            let last = self.slots.pop().unwrap_unchecked();
            if let Some(&removed) = self.slots.get(hole) {
                if last.before(&removed) { self.sift_up(hole, last) } else { self.sift_down(hole, last) }
            }
            if let Some(room) = less_room(self.slots.capacity(), self.slots.len()) {
                self.slots.shrink_to(room);
            }
        }
    }

    /// # Safety
    /// `index` is inside `slots`; the slot there is a hole for `slot`.
    #[inline]
    unsafe fn sift_up(&mut self, mut index: usize, slot: Slot) {
        // SAFETY: a parent's index is below its child's.
        unsafe {
            while index > 0 {
                let parent = (index - 1) / 4;
                let above = *self.slots.get_unchecked(parent);
                if !slot.before(&above) {
                    break;
                }
                self.place(index, above);
                index = parent;
            }
            self.place(index, slot);
        }
    }

    /// # Safety
    /// As `sift_up`.
    #[inline]
    unsafe fn sift_down(&mut self, mut index: usize, slot: Slot) {
        let len = self.slots.len();
        // SAFETY: children are taken only below `len`.
        unsafe {
            loop {
                let first = 4 * index + 1;
                if first >= len {
                    break;
                }
                let mut least = first;
                for child in first + 1..(first + 4).min(len) {
                    if self.slots.get_unchecked(child).before(self.slots.get_unchecked(least)) {
                        least = child;
                    }
                }
                let below = *self.slots.get_unchecked(least);
                if !below.before(&slot) {
                    break;
                }
                self.place(index, below);
                index = least;
            }
            self.place(index, slot);
        }
    }

    /// # Safety
    /// `index` is inside `slots`.
    #[inline]
    unsafe fn place(&mut self, index: usize, slot: Slot) {
        // SAFETY: the index is inside `slots`, as this function demands; a node stays alive while it is in the heap, as
        // `insert` demands.
        unsafe {
            *self.slots.get_unchecked_mut(index) = slot;
            (*slot.node).index = index as u32;
        }
    }
}
