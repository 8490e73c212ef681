//! The timer heap: every deadline of the process in one intrusive 4-ary min-heap.
//!
//! ```text
//!   slots   [ d0 | d1 d2 d3 d4 | d5 d6 d7 d8 | ... ]     children of i: 4i+1 .. 4i+4
//!              |                                         one slot = deadline, sequence, node pointer
//!              v
//!   TimerNode { deadline_ns, heap_index, fire }          lives in the caller's memory, e.g. on a coroutine's stack
//! ```
//!
//! A node is inserted and removed in O(log n) without allocating: the heap keeps the keys, the node keeps its index.
//! Slots carry the keys themselves, so that sifting touches the nodes only to tell them their new place. Four children
//! per slot halve the height of a binary heap, and the four keys lie side by side.
//!
//! Equal deadlines leave in the order in which they came in.

use core::ptr;

/// `heap_index` of a node that is in no heap.
pub const IDLE: u32 = u32::MAX;

/// One deadline. The owner keeps it at one address while it is in the heap.
#[repr(C)]
pub struct TimerNode {
    /// Absolute `CLOCK_MONOTONIC` time.
    pub deadline_ns: u64,
    /// Called once, after the node has left the heap.
    pub fire: unsafe fn(*mut TimerNode),
    heap_index: u32,
    /// Does not count as work: neither an active event nor a reason to keep waiting.
    pub hidden: bool,
}

impl TimerNode {
    pub const fn new(fire: unsafe fn(*mut TimerNode)) -> Self {
        Self { deadline_ns: 0, fire, heap_index: IDLE, hidden: false }
    }

    /// Whether the node is in the heap.
    #[inline]
    pub fn is_armed(&self) -> bool {
        self.heap_index != IDLE
    }
}

#[derive(Clone, Copy)]
struct Slot {
    deadline_ns: u64,
    sequence: u64,
    node: *mut TimerNode,
}

impl Slot {
    #[inline]
    fn before(&self, other: &Slot) -> bool {
        (self.deadline_ns, self.sequence) < (other.deadline_ns, other.sequence)
    }
}

pub struct Heap {
    slots: Vec<Slot>,
    sequence: u64,
    /// From one sequence number to the next, odd.
    step: u64,
    visible: usize,
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

impl Heap {
    pub const fn new() -> Self {
        Self { slots: Vec::new(), sequence: 0, step: 1, visible: 0 }
    }

    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Nodes that count as work.
    pub fn visible(&self) -> usize {
        self.visible
    }

    /// The earliest deadline.
    #[inline]
    pub fn earliest(&self) -> Option<u64> {
        self.slots.first().map(|slot| slot.deadline_ns)
    }

    /// Adds a node under its `deadline_ns`.
    ///
    /// # Safety
    /// `node` is in no heap and stays where it is until it is removed or popped.
    pub unsafe fn insert(&mut self, node: *mut TimerNode) {
        // SAFETY: the node is alive, as this function demands, and only read here.
        let (deadline_ns, hidden) = unsafe { ((*node).deadline_ns, (*node).hidden) };
        let slot = Slot { deadline_ns, sequence: self.sequence, node };
        self.sequence = self.sequence.wrapping_add(self.step);
        self.visible += usize::from(!hidden);
        self.slots.push(slot);
        // SAFETY: the slot just pushed is the last one, and `sift_up` writes it, wherever it belongs.
        unsafe { self.sift_up(self.slots.len() - 1, slot) };
    }

    /// Takes a node out; a node that is in no heap is left alone.
    ///
    /// # Safety
    /// `node` is valid, and in this heap if it is in any.
    pub unsafe fn remove(&mut self, node: *mut TimerNode) {
        // SAFETY: an armed node knows its slot; the last slot fills the hole.
        unsafe {
            if !(*node).is_armed() {
                return;
            }
            let hole = (*node).heap_index as usize;
            debug_assert!(ptr::eq(self.slots[hole].node, node));
            (*node).heap_index = IDLE;
            self.visible -= usize::from(!(*node).hidden);
            let last = self.slots.pop().unwrap_unchecked();
            if hole == self.slots.len() {
                return;
            }
            let removed = *self.slots.get_unchecked(hole);
            if last.before(&removed) { self.sift_up(hole, last) } else { self.sift_down(hole, last) }
        }
    }

    /// Takes out the earliest node whose deadline is not after `now_ns`, or null.
    pub fn pop_due(&mut self, now_ns: u64) -> *mut TimerNode {
        match self.slots.first() {
            Some(slot) if slot.deadline_ns <= now_ns => {
                let node = slot.node;
                // SAFETY: a node stays alive while it is in the heap, as `insert` demands, and this one is in it.
                unsafe { self.remove(node) };
                node
            }
            _ => ptr::null_mut(),
        }
    }

    /// From now on equal deadlines leave in an order that depends on `seed` (simulation).
    pub fn scatter(&mut self, seed: u64) {
        self.step = seed | 1;
    }

    /// Forgets every node without firing it.
    pub fn clear(&mut self) {
        for slot in self.slots.drain(..) {
            // SAFETY: a node stays alive while it is in the heap, as `insert` demands, and knows afterwards that it is in
            // none.
            unsafe { (*slot.node).heap_index = IDLE };
        }
        *self = Self::new();
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
            (*slot.node).heap_index = index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    // Nodes of a test outlive its heap; saying so at every call would drown the test.
    #![allow(clippy::undocumented_unsafe_blocks)]

    use super::*;

    unsafe fn ignore(_: *mut TimerNode) {}

    fn node(deadline_ns: u64) -> TimerNode {
        TimerNode { deadline_ns, ..TimerNode::new(ignore) }
    }

    /// xorshift: the same numbers in every run.
    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn nodes_leave_in_order_of_deadline() {
        let mut state = 1;
        let mut nodes: Vec<TimerNode> = (0..10_000).map(|_| node(random(&mut state) % 5_000)).collect();
        let mut heap = Heap::new();
        for node in &mut nodes {
            unsafe { heap.insert(node) };
        }
        let mut previous = 0;
        for _ in 0..10_000 {
            let node = heap.pop_due(u64::MAX);
            let deadline = unsafe { (*node).deadline_ns };
            assert!(deadline >= previous);
            previous = deadline;
        }
        assert!((heap.len() == 0) && heap.visible() == 0);
    }

    #[test]
    fn equal_deadlines_leave_in_order_of_insertion() {
        let mut nodes: Vec<TimerNode> = (0..1_000).map(|_| node(7)).collect();
        let mut heap = Heap::new();
        for node in &mut nodes {
            unsafe { heap.insert(node) };
        }
        for node in &mut nodes {
            assert!(ptr::eq(heap.pop_due(7), node));
        }
    }

    #[test]
    fn removed_nodes_never_leave_and_the_rest_stays_ordered() {
        let mut state = 99;
        let mut nodes: Vec<TimerNode> = (0..5_000).map(|_| node(random(&mut state) % 1_000)).collect();
        let mut heap = Heap::new();
        for node in &mut nodes {
            unsafe { heap.insert(node) };
        }
        for node in nodes.iter_mut().step_by(3) {
            unsafe { heap.remove(node) };
            unsafe { heap.remove(node) };
            node.deadline_ns = u64::MAX;
        }
        let mut previous = 0;
        while heap.len() != 0 {
            let deadline = unsafe { (*heap.pop_due(u64::MAX)).deadline_ns };
            assert!(deadline >= previous && deadline != u64::MAX);
            previous = deadline;
        }
        assert!(nodes.iter().all(|node| !node.is_armed()));
    }

    #[test]
    fn nothing_leaves_before_its_deadline() {
        let mut early = node(100);
        let mut heap = Heap::new();
        unsafe { heap.insert(&mut early) };
        assert!(heap.pop_due(99).is_null());
        assert_eq!(heap.earliest(), Some(100));
        assert!(ptr::eq(heap.pop_due(100), &early));
    }

    #[test]
    fn hidden_nodes_are_not_work() {
        let mut hidden = TimerNode { hidden: true, ..node(1) };
        let mut heap = Heap::new();
        unsafe { heap.insert(&mut hidden) };
        assert_eq!((heap.len(), heap.visible()), (1, 0));
        unsafe { heap.remove(&mut hidden) };
        assert_eq!((heap.len(), heap.visible()), (0, 0));
    }
}
