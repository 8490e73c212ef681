//! Memory for entries: a group may have very many, made one after the other, which are walked in that order.
//!
//! Entries lie in blocks of a page. One that is given back is used again first; when none is left, all blocks go but one.

use super::entries::Entry;
use crate::abi::memory;
use core::mem::size_of;
use core::ptr;

/// What PHP's allocator gives out without a waste.
const BLOCK_BYTES: usize = 4096;
const PER_BLOCK: usize = (BLOCK_BYTES - size_of::<Header>()) / size_of::<Entry>();

/// The start of a block. As long as an entry, so that these begin where cache lines do.
#[repr(C)]
struct Header {
    next: *mut Header,
    unused: [usize; 7],
}

/// What is in a free entry.
struct Free {
    next: *mut Free,
}

pub struct Arena {
    /// The newest first.
    blocks: *mut Header,
    /// How many entries of the newest block were never used.
    fresh: usize,
    free: *mut Free,
    /// Entries in use.
    used: usize,
}

impl Arena {
    pub const EMPTY: Arena = Arena { blocks: ptr::null_mut(), fresh: 0, free: ptr::null_mut(), used: 0 };

    /// Room for one entry.
    ///
    /// # Safety
    /// A request is active.
    #[inline]
    pub unsafe fn take(&mut self) -> *mut Entry {
        // SAFETY: free entries lie in blocks that are still ours: `shrink` forgets them together. A fresh one lies behind
        // the header of the newest block.
        unsafe {
            self.used += 1;
            let free = self.free;
            if !free.is_null() {
                self.free = (*free).next;
                return free.cast();
            }
            if self.fresh == 0 {
                let new: *mut Header = memory::allocate(BLOCK_BYTES);
                (*new).next = self.blocks;
                self.blocks = new;
                self.fresh = PER_BLOCK;
            }
            let index = PER_BLOCK - self.fresh;
            self.fresh -= 1;
            self.blocks.add(1).cast::<Entry>().add(index)
        }
    }

    /// The entry is not used any more.
    ///
    /// # Safety
    /// It was taken from here.
    #[inline]
    pub unsafe fn give_back(&mut self, entry: *mut Entry) {
        // SAFETY: the entry was taken from here, as this function demands, so its memory lies in a block of ours and is
        // used by nothing now.
        unsafe {
            self.used -= 1;
            if self.used == 0 {
                self.shrink();
                return;
            }
            let free = entry.cast::<Free>();
            (*free).next = self.free;
            self.free = free;
        }
    }

    /// Nothing is in use: one block is kept for what comes.
    unsafe fn shrink(&mut self) {
        // SAFETY: no entry is in use, so nothing points into the blocks; there is one at least, as an entry was given back.
        unsafe {
            while !(*self.blocks).next.is_null() {
                let next = (*self.blocks).next;
                memory::free(self.blocks);
                self.blocks = next;
            }
            self.fresh = PER_BLOCK;
            self.free = ptr::null_mut();
        }
    }

    /// Frees everything.
    ///
    /// # Safety
    /// No entry is used any more.
    pub unsafe fn free(&mut self) {
        // SAFETY: no entry is used any more, as this function demands; the next block is read before one is freed.
        unsafe {
            while !self.blocks.is_null() {
                let next = (*self.blocks).next;
                memory::free(self.blocks);
                self.blocks = next;
            }
            *self = Arena::EMPTY;
        }
    }
}

const _: () = assert!(size_of::<Header>() == size_of::<Entry>());
