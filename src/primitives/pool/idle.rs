//! The idle resources of a pool, oldest first: a ring in request memory, so that a fatal error leaves nothing behind.

use crate::abi::{Zval, memory};
use core::mem::size_of;
use core::ptr;

const FIRST_CAPACITY: u32 = 8;

/// Zeroed memory is an empty ring.
#[repr(C)]
pub struct Idle {
    slots: *mut Zval,
    /// 0 or a power of two.
    capacity: u32,
    head: u32,
    length: u32,
}

impl Idle {
    #[inline]
    pub fn len(&self) -> u32 {
        self.length
    }

    #[inline]
    fn slot(&self, index: u32) -> *mut Zval {
        self.slots.wrapping_add((self.head.wrapping_add(index) & (self.capacity - 1)) as usize)
    }

    /// Appends a resource; takes the reference over.
    #[inline]
    pub fn push(&mut self, resource: Zval) {
        if self.length == self.capacity {
            self.grow();
        }
        // SAFETY: after `grow` there is room, so the slot behind the last resource is inside the ring and empty.
        unsafe { self.slot(self.length).write(resource) };
        self.length += 1;
    }

    /// Takes the oldest resource out; the caller owns the reference.
    #[inline]
    pub fn pop(&mut self) -> Option<Zval> {
        if self.length == 0 {
            return None;
        }
        // SAFETY: there is a resource, so the first slot holds one; it counts as taken before it is used.
        let resource = unsafe { Zval::load(self.slot(0)) };
        self.head = self.head.wrapping_add(1);
        self.length -= 1;
        Some(resource)
    }

    /// Calls `each` for every resource.
    pub fn each(&self, mut each: impl FnMut(*mut Zval)) {
        for index in 0..self.length {
            each(self.slot(index));
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = if self.capacity == 0 { FIRST_CAPACITY } else { self.capacity * 2 };
        // SAFETY: the new ring has room for what is copied; the old one is not used again. Running out of memory jumps
        // away before anything has changed.
        unsafe {
            let slots: *mut Zval = memory::allocate(capacity as usize * size_of::<Zval>());
            for index in 0..self.length {
                slots.add(index as usize).write(self.slot(index).read());
            }
            memory::free(ptr::replace(&raw mut self.slots, slots));
        }
        self.capacity = capacity;
        self.head = 0;
    }

    /// Gives the memory back.
    ///
    /// # Safety
    /// No resource is in it.
    pub unsafe fn free(&mut self) {
        // SAFETY: no resource is in it, as this function demands, so only the memory is lost, which may be null; the ring
        // forgets it.
        unsafe { memory::free(ptr::replace(&raw mut self.slots, ptr::null_mut())) };
        self.capacity = 0;
    }
}
