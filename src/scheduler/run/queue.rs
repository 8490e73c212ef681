//! The run queue: a growable ring of pointers with a power-of-two capacity.

use core::ptr;

/// FIFO of raw pointers. `pop_front` and, with room left, the pushes are a few instructions.
pub struct Ring<T> {
    slots: Vec<*mut T>,
    /// The number of slots less one, while there are any.
    mask: usize,
    /// How many items were taken out and how many were put in, so to say: their places are these numbers modulo the capacity.
    head: usize,
    tail: usize,
}

impl<T> Ring<T> {
    pub const fn new() -> Ring<T> {
        Ring { slots: Vec::new(), mask: 0, head: 0, tail: 0 }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.tail.wrapping_sub(self.head)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tail == self.head
    }

    /// The slot of an item by its number. There are slots when there are items.
    #[inline(always)]
    fn slot(&mut self, number: usize) -> &mut *mut T {
        debug_assert!(!self.slots.is_empty());
        // SAFETY: the number of slots is a power of two, so what the mask leaves is less.
        unsafe { &mut *self.slots.as_mut_ptr().add(number & self.mask) }
    }

    #[inline(always)]
    pub fn push_back(&mut self, item: *mut T) {
        if self.len() == self.slots.len() {
            self.grow();
        }
        *self.slot(self.tail) = item;
        self.tail = self.tail.wrapping_add(1);
    }

    pub fn push_front(&mut self, item: *mut T) {
        if self.len() == self.slots.len() {
            self.grow();
        }
        self.head = self.head.wrapping_sub(1);
        *self.slot(self.head) = item;
    }

    /// The oldest item.
    #[inline(always)]
    pub fn pop_front(&mut self) -> Option<*mut T> {
        if self.is_empty() {
            return None;
        }
        let item = *self.slot(self.head);
        self.head = self.head.wrapping_add(1);
        Some(item)
    }

    /// The item that `pop_front` returns after `ahead` others. There are so many.
    #[inline]
    pub fn peek(&mut self, ahead: usize) -> *mut T {
        *self.slot(self.head.wrapping_add(ahead))
    }

    /// Exchanges the items that `peek` finds at two places; both exist.
    pub fn swap(&mut self, one: usize, other: usize) {
        let (one, other) = (self.head.wrapping_add(one), self.head.wrapping_add(other));
        let item = *self.slot(one);
        *self.slot(one) = core::mem::replace(self.slot(other), item);
    }

    /// Takes one out, wherever it is; the others keep their order.
    pub fn remove(&mut self, item: *mut T) {
        for _ in 0..self.len() {
            if let Some(first) = self.pop_front()
                && first != item
            {
                self.push_back(first);
            }
        }
    }

    pub fn clear(&mut self) {
        self.head = self.tail;
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (self.slots.len() * 2).max(64);
        let mut slots = Vec::with_capacity(capacity);
        while let Some(item) = self.pop_front() {
            slots.push(item);
        }
        self.head = 0;
        self.tail = slots.len();
        slots.resize(capacity, ptr::null_mut());
        self.slots = slots;
        self.mask = capacity - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Items are never followed: numbers do.
    fn item(number: usize) -> *mut u8 {
        ptr::without_provenance_mut(number)
    }

    fn drain(ring: &mut Ring<u8>) -> Vec<usize> {
        core::iter::from_fn(|| ring.pop_front()).map(|item| item.addr()).collect()
    }

    #[test]
    fn items_leave_in_the_order_they_came() {
        let mut ring = Ring::new();
        assert!(ring.is_empty() && ring.pop_front().is_none());
        for number in 0..1000 {
            ring.push_back(item(number));
        }
        assert_eq!(ring.len(), 1000);
        assert_eq!(drain(&mut ring), (0..1000).collect::<Vec<_>>());
        assert!(ring.is_empty());
    }

    #[test]
    fn whatever_is_put_in_front_leaves_first() {
        let mut ring = Ring::new();
        for number in 0..100 {
            ring.push_front(item(number));
        }
        assert_eq!(drain(&mut ring), (0..100).rev().collect::<Vec<_>>());
    }

    #[test]
    fn order_survives_growth_from_every_place_in_the_ring() {
        for shift in 0..64 {
            let mut ring = Ring::new();
            for number in 0..shift {
                ring.push_back(item(number));
                ring.pop_front();
            }
            // 65 items need more than the first 64 slots, wherever the first of them is.
            for number in 0..65 {
                ring.push_back(item(number));
            }
            assert_eq!(drain(&mut ring), (0..65).collect::<Vec<_>>(), "after {shift}");
        }
    }

    #[test]
    fn items_are_seen_and_exchanged_in_place() {
        let mut ring = Ring::new();
        for number in 1..4 {
            ring.push_back(item(number));
        }
        // The ring begins before its first slot.
        ring.push_front(item(0));
        assert_eq!((0..4).map(|ahead| ring.peek(ahead).addr()).collect::<Vec<_>>(), [0, 1, 2, 3]);
        ring.swap(0, 3);
        ring.swap(2, 2);
        assert_eq!(drain(&mut ring), [3, 1, 2, 0]);
    }

    #[test]
    fn a_cleared_ring_is_empty_and_usable() {
        let mut ring = Ring::new();
        for number in 0..70 {
            ring.push_back(item(number));
        }
        ring.clear();
        assert!(ring.is_empty() && ring.pop_front().is_none());
        ring.push_back(item(7));
        ring.push_front(item(6));
        assert_eq!(drain(&mut ring), [6, 7]);
    }

    #[test]
    fn any_operations_give_what_a_deque_gives() {
        let (mut ring, mut model) = (Ring::new(), VecDeque::new());
        let mut state = 1u64;
        for number in 0..100_000usize {
            // xorshift: the same numbers in every run.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let (what, random) = (state % 100, (state >> 32) as usize);
            // Grows for a while, then shrinks, so that it wraps in rings of several sizes.
            let grows = number / 5000 % 2 == 0;
            match what {
                0 if random.is_multiple_of(20) => {
                    ring.clear();
                    model.clear();
                }
                0..10 => {
                    ring.push_front(item(number));
                    model.push_front(number);
                }
                10..20 if !model.is_empty() => {
                    let (one, other) = (random % model.len(), random / 7 % model.len());
                    ring.swap(one, other);
                    model.swap(one, other);
                }
                20..30 if !model.is_empty() => {
                    let ahead = random % model.len();
                    assert_eq!(ring.peek(ahead).addr(), model[ahead]);
                }
                30..60 => assert_eq!(ring.pop_front().map(|item| item.addr()), model.pop_front()),
                60..75 if !grows => assert_eq!(ring.pop_front().map(|item| item.addr()), model.pop_front()),
                _ => {
                    ring.push_back(item(number));
                    model.push_back(number);
                }
            }
            assert_eq!(ring.len(), model.len());
        }
        assert_eq!(drain(&mut ring), Vec::from(model));
    }
}
