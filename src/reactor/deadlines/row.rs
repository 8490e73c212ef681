//! Deadlines in order: in at the back, out anywhere.
//!
//! What is taken out leaves a gap. Gaps at either end go at once, those within when there are more than three for each node;
//! only then other nodes are touched. Each operation is O(1), amortised.

use super::node::{Slot, TimerNode, less_room};
use core::ptr;
use std::collections::VecDeque;

/// Gaps a row may have beyond three for each node.
const GAPS: usize = 64;

pub struct Row {
    /// The first and the last one are no gaps.
    slots: VecDeque<Slot>,
    /// Gaps, whose node is null.
    gaps: usize,
    /// The index that the node of the first slot knows; they count on from there, and wrap around.
    start: u32,
}

impl Row {
    pub const fn new() -> Self {
        Self { slots: VecDeque::new(), gaps: 0, start: 0 }
    }

    /// Nodes, without gaps.
    pub fn len(&self) -> usize {
        self.slots.len() - self.gaps
    }

    #[inline]
    pub fn first(&self) -> Option<&Slot> {
        self.slots.front()
    }

    #[inline]
    pub fn last(&self) -> Option<&Slot> {
        self.slots.back()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| !slot.node.is_null())
    }

    /// Forgets all; what the nodes know is the caller's matter.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.gaps = 0;
    }

    /// Adds a slot that is not before the last one.
    ///
    /// # Safety
    /// Its node is alive.
    #[inline]
    pub unsafe fn push(&mut self, slot: Slot) {
        debug_assert!(self.last().is_none_or(|last| !slot.before(last)));
        // SAFETY: the node is alive, as this function demands.
        unsafe { (*slot.node).index = self.start.wrapping_add(self.slots.len() as u32) };
        self.slots.push_back(slot);
    }

    /// # Safety
    /// The node is in this row; all nodes in it are alive.
    #[inline]
    pub unsafe fn remove(&mut self, node: *mut TimerNode) {
        // SAFETY: the node is alive, as this function demands.
        let position = unsafe { (*node).index }.wrapping_sub(self.start) as usize;
        debug_assert!(self.slots.get(position).is_some_and(|slot| ptr::eq(slot.node, node)));
        if position == 0 {
            self.slots.pop_front();
            self.start = self.start.wrapping_add(1);
            while self.slots.front().is_some_and(|slot| slot.node.is_null()) {
                self.slots.pop_front();
                self.start = self.start.wrapping_add(1);
                self.gaps -= 1;
            }
        } else if position + 1 == self.slots.len() {
            self.slots.pop_back();
            while self.slots.back().is_some_and(|slot| slot.node.is_null()) {
                self.slots.pop_back();
                self.gaps -= 1;
            }
        } else {
            self.slots[position].node = ptr::null_mut();
            self.gaps += 1;
            if self.gaps > GAPS + 3 * self.len() {
                // SAFETY: all nodes are alive, as this function demands.
                unsafe { self.close_up() };
            }
        }
        if let Some(room) = less_room(self.slots.capacity(), self.slots.len()) {
            self.slots.shrink_to(room);
        }
    }

    /// # Safety
    /// All nodes are alive.
    #[cold]
    unsafe fn close_up(&mut self) {
        self.slots.retain(|slot| !slot.node.is_null());
        self.gaps = 0;
        for (position, slot) in self.slots.iter().enumerate() {
            // SAFETY: all nodes are alive, as this function demands.
            unsafe { (*slot.node).index = self.start.wrapping_add(position as u32) };
        }
    }
}

#[cfg(test)]
mod tests {
    // The nodes live as long as their test.
    #![allow(clippy::undocumented_unsafe_blocks)]

    use super::super::node::SMALL;
    use super::*;

    unsafe fn ignore(_: *mut TimerNode) {}

    fn slot(sequence: &mut u64, node: *mut TimerNode) -> Slot {
        *sequence += 1;
        Slot { deadline_ns: 0, sequence: *sequence, node }
    }

    /// The first node stays, and the others come and go, over the end of the indices: the row does not grow.
    #[test]
    fn gaps_behind_a_node_that_stays_are_closed() {
        let mut nodes: Vec<TimerNode> = (0..100).map(|_| TimerNode::new(ignore)).collect();
        let nodes: Vec<*mut TimerNode> = nodes.iter_mut().map(ptr::from_mut).collect();
        let mut row = Row { start: u32::MAX - 50, ..Row::new() };
        let mut sequence = 0;
        for &node in &nodes {
            unsafe { row.push(slot(&mut sequence, node)) };
        }
        for step in 0..100_000 {
            let node = nodes[1 + step * 7 % 99];
            unsafe {
                row.remove(node);
                row.push(slot(&mut sequence, node));
            }
            assert!(row.slots.len() <= 4 * 100 + GAPS + 1);
            assert_eq!((row.iter().count(), row.len()), (100, 100));
        }
    }

    #[test]
    fn memory_of_many_is_given_back() {
        let mut nodes: Vec<TimerNode> = (0..100_000).map(|_| TimerNode::new(ignore)).collect();
        let mut row = Row::new();
        let mut sequence = 0;
        for node in &mut nodes {
            unsafe { row.push(slot(&mut sequence, node)) };
        }
        assert!(row.slots.capacity() >= 100_000);
        for node in &mut nodes {
            unsafe { row.remove(node) };
        }
        assert!(row.slots.capacity() <= 2 * SMALL);
    }
}
