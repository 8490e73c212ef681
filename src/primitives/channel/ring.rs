//! The values that a channel stores, first in, first out. Memory comes with the first value and grows with need.

use crate::abi::zend::ZvalValue;
use crate::abi::{Zval, memory};
use crate::engine::gc::Report;
use core::mem::size_of;
use core::ptr;

/// Places of the first block.
const FIRST_SIZE: u32 = 4;

#[repr(C)]
pub struct Ring {
    data: *mut Zval,
    /// Places in the block.
    size: u32,
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

    /// Appends a value.
    ///
    /// # Safety
    /// There is room; the value is the ring's from now on.
    #[inline(always)]
    pub unsafe fn push(&mut self, value: Zval) {
        // SAFETY: the place is inside the block.
        unsafe {
            if self.count == self.size {
                self.grow();
            }
            let mut tail = self.head + self.count;
            if tail >= self.size {
                tail -= self.size;
            }
            self.data.add(tail as usize).write(value);
            self.count += 1;
        }
    }

    /// Takes the oldest value out.
    ///
    /// # Safety
    /// There is one; it is the caller's from now on.
    #[inline(always)]
    pub unsafe fn pop(&mut self) -> Zval {
        // SAFETY: places below `count` hold values.
        unsafe {
            let place = self.data.add(self.head as usize);
            // In two parts, see `zval::copy`.
            let value =
                Zval { value: ZvalValue { long: (*place).value.long }, type_info: (*place).type_info, extra: 0 };
            self.head += 1;
            if self.head == self.size {
                self.head = 0;
            }
            self.count -= 1;
            value
        }
    }

    #[cold]
    unsafe fn grow(&mut self) {
        // SAFETY: the new block exists before anything changes: there may be no memory left.
        unsafe {
            let size = self.size.saturating_mul(2).max(FIRST_SIZE).min(self.limit);
            let data: *mut Zval = memory::allocate(size as usize * size_of::<Zval>());
            let first = self.size - self.head;
            if !self.data.is_null() {
                ptr::copy_nonoverlapping(self.data.add(self.head as usize), data, first as usize);
                ptr::copy_nonoverlapping(self.data, data.add(first as usize), self.head as usize);
                memory::free(self.data);
            }
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
        // SAFETY: forwarded.
        unsafe { memory::free(core::mem::replace(&mut self.data, ptr::null_mut())) };
        self.size = 0;
        self.head = 0;
    }

    /// Reports all values to the cycle collector.
    ///
    /// # Safety
    /// Called by the collector.
    pub unsafe fn report(&self, report: &Report) {
        for i in 0..self.count {
            let mut place = self.head + i;
            if place >= self.size {
                place -= self.size;
            }
            // SAFETY: places below `count` hold values.
            unsafe { report.value(self.data.add(place as usize)) };
        }
    }
}
