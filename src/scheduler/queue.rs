//! The run queue: a growable ring of pointers with a power-of-two capacity (design D3).

use core::ptr;

/// FIFO of raw pointers. `pop_front` and, with room left, the pushes are a few instructions.
pub struct Ring<T> {
    slots: Vec<*mut T>,
    head: usize,
    length: usize,
}

impl<T> Ring<T> {
    pub const fn new() -> Ring<T> {
        Ring { slots: Vec::new(), head: 0, length: 0 }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    #[inline]
    fn mask(&self) -> usize {
        self.slots.len().wrapping_sub(1)
    }

    #[inline(always)]
    pub fn push_back(&mut self, item: *mut T) {
        if self.length == self.slots.len() {
            self.grow();
        }
        let at = (self.head + self.length) & self.mask();
        self.slots[at] = item;
        self.length += 1;
    }

    pub fn push_front(&mut self, item: *mut T) {
        if self.length == self.slots.len() {
            self.grow();
        }
        self.head = self.head.wrapping_sub(1) & self.mask();
        self.slots[self.head] = item;
        self.length += 1;
    }

    /// The oldest item, or null.
    #[inline]
    pub fn pop_front(&mut self) -> *mut T {
        if self.length == 0 {
            return ptr::null_mut();
        }
        let item = self.slots[self.head];
        self.head = (self.head + 1) & self.mask();
        self.length -= 1;
        item
    }

    /// The item that `pop_front` returns after `ahead` others, or null.
    #[inline]
    pub fn peek(&self, ahead: usize) -> *mut T {
        if ahead >= self.length { ptr::null_mut() } else { self.slots[(self.head + ahead) & self.mask()] }
    }

    /// Exchanges the items that `peek` finds at two places; both exist.
    pub fn swap(&mut self, one: usize, other: usize) {
        let mask = self.mask();
        self.slots.swap((self.head + one) & mask, (self.head + other) & mask);
    }

    pub fn clear(&mut self) {
        self.head = 0;
        self.length = 0;
    }

    #[cold]
    fn grow(&mut self) {
        let old = self.slots.len();
        let mut slots = Vec::with_capacity((old * 2).max(64));
        for i in 0..self.length {
            slots.push(self.slots[(self.head + i) & (old - 1)]);
        }
        slots.resize((old * 2).max(64), ptr::null_mut());
        self.slots = slots;
        self.head = 0;
    }
}
