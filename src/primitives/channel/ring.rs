//! The values that a channel stores, first in, first out. Memory comes with the first value and grows with need.

use crate::abi::{Zval, memory};
use crate::engine::gc::Report;
use core::mem::size_of;
use core::ptr;

/// Places of the first block.
const FIRST_SIZE: u32 = 4;

#[repr(C)]
pub struct Ring {
    data: *mut Zval,
    /// Places in the block: a power of two, or none.
    size: u32,
    /// The place of the oldest value, modulo the size.
    head: u32,
    count: u32,
    /// Places there may be, at least 1.
    limit: u32,
}

impl Ring {
    /// A ring for `limit` values at most.
    pub fn new(limit: u32) -> Ring {
        Ring { data: ptr::null_mut(), size: 0, head: 0, count: 0, limit }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.count
    }

    /// How many values it can take.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// How many more values it can take.
    #[inline]
    pub fn room(&self) -> u32 {
        self.limit - self.count
    }

    /// The place of the value that came `after` others, the oldest being the first.
    ///
    /// # Safety
    /// There is a block.
    #[inline(always)]
    unsafe fn place(&self, after: u32) -> *mut Zval {
        let index = self.head.wrapping_add(after) & self.size.wrapping_sub(1);
        // SAFETY: there is a block, as this function demands; the index is below its size, a power of two.
        unsafe { self.data.add(index as usize) }
    }

    /// Appends a value.
    ///
    /// # Safety
    /// There is room; the value is the ring's from now on.
    #[inline(always)]
    pub unsafe fn push(&mut self, value: Zval) {
        // SAFETY: there is room, as this function demands, so after `grow` the place is in the block, and no value is in
        // it.
        unsafe {
            if self.count == self.size {
                self.grow();
            }
            self.place(self.count).write(value);
            self.count += 1;
        }
    }

    /// Takes the oldest value out.
    ///
    /// # Safety
    /// There is one; it is the caller's from now on.
    #[inline(always)]
    pub unsafe fn pop(&mut self) -> Zval {
        // SAFETY: there is a value, as this function demands, and it is in the first place; it counts as taken before it is
        // used.
        unsafe {
            let value = Zval::load(self.place(0));
            self.head = self.head.wrapping_add(1);
            self.count -= 1;
            value
        }
    }

    #[cold]
    unsafe fn grow(&mut self) {
        // SAFETY: the new block exists before anything changes: there may be no memory left.
        unsafe {
            let size = (self.size * 2).max(self.limit.next_power_of_two().min(FIRST_SIZE));
            let data: *mut Zval = memory::allocate(size as usize * size_of::<Zval>());
            for i in 0..self.count {
                data.add(i as usize).write(*self.place(i));
            }
            memory::free(self.data);
            self.data = data;
            self.size = size;
            self.head = 0;
        }
    }

    /// Frees the block of an empty ring.
    ///
    /// # Safety
    /// No value is left.
    pub unsafe fn free(&mut self) {
        // SAFETY: no value is left, as this function demands, so only the block is lost, which may be null; the ring
        // forgets it.
        unsafe { memory::free(core::mem::replace(&mut self.data, ptr::null_mut())) };
        self.size = 0;
        self.head = 0;
    }

    /// Reports all values to the cycle collector.
    ///
    /// # Safety
    /// The collector asks, which changes nothing.
    pub unsafe fn report(&self, report: &Report) {
        for i in 0..self.count {
            // SAFETY: places below `count` hold values.
            unsafe { report.value(self.place(i)) };
        }
    }
}
