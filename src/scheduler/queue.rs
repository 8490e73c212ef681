//! The run queue: a growable ring of pointers with a power-of-two capacity (design D3).

use core::ptr;

/// FIFO of raw pointers. `pop_front` and, with room left, the pushes are a few instructions.
pub struct Ring<T> {
    slots: Vec<*mut T>,
    /// How many items were taken out and how many were put in, so to say: their places are these numbers modulo the capacity.
    head: usize,
    tail: usize,
}

impl<T> Ring<T> {
    pub const fn new() -> Ring<T> {
        Ring { slots: Vec::new(), head: 0, tail: 0 }
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
        let mask = self.slots.len().wrapping_sub(1);
        debug_assert!(!self.slots.is_empty());
        // SAFETY: the length is a power of two, so what the mask leaves is less.
        unsafe { self.slots.get_unchecked_mut(number & mask) }
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
    }
}
