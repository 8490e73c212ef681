//! C stacks cut from slabs (design D2).
//!
//! One `mmap` holds many stacks of equal size, so that a hundred thousand coroutines need few kernel mappings:
//!
//! ```text
//!   slab      | stack 0 | stack 1 | stack 2 | ...
//!
//!   stack     low                                                   high
//!             | guard page |  ... untouched ...  <- C stack | top area |
//! ```
//!
//! The *top area* belongs to the context (its own record and the first VM stack page), so that a suspended coroutine
//! of ordinary depth touches a single page.
//!
//! The guard page makes an overflow a clean SIGSEGV. It is installed with `MADV_GUARD_INSTALL` (Linux 6.13), which
//! needs no mapping of its own; on older kernels with `mprotect`, which splits the mapping, so only while the process
//! is far from `vm.max_map_count`; beyond that every sixteenth stack is guarded.

use core::ffi::c_void;
use core::ptr;

pub const PAGE: usize = 4096;
const DEFAULT_STACK_BYTES: usize = 512 * 1024;
const MIN_STACK_BYTES: usize = 128 * 1024;
const MADV_GUARD_INSTALL: libc::c_int = 102;
/// Stacks per slab, tried in this order: a small address space limit must not make coroutines impossible.
const SLAB_SIZES: [usize; 4] = [1024, 128, 16, 1];
/// Address space left for everybody else.
const HEADROOM_BYTES: usize = 128 * 1024 * 1024;
/// Guards by `mprotect` may use this part of `vm.max_map_count`, in percent.
const MAP_SHARE_PERCENT: usize = 40;
const SPARSE_GUARD_EVERY: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardMode {
    Unknown,
    /// `MADV_GUARD_INSTALL`: every stack, no extra mapping.
    Install,
    /// `mprotect`: every stack up to a budget of mappings, then every sixteenth.
    Protect,
}

/// Hands out stacks of one size. Stacks are not returned to the kernel while PHP runs on the thread; idle ones are pooled by
/// the contexts.
pub struct Slabs {
    stack_bytes: usize,
    next: *mut u8,
    end: *mut u8,
    created: usize,
    mode: GuardMode,
    protect_budget: usize,
    /// Every mapping with its size: threads end before the process does.
    #[cfg(php_zts)]
    mapped: Vec<(*mut c_void, usize)>,
}

impl Slabs {
    pub const fn new() -> Slabs {
        Slabs {
            stack_bytes: 0,
            next: ptr::null_mut(),
            end: ptr::null_mut(),
            created: 0,
            mode: GuardMode::Unknown,
            protect_budget: 0,
            #[cfg(php_zts)]
            mapped: Vec::new(),
        }
    }

    /// Sets the size of stacks made from now on; `requested` of 0 is the default.
    pub fn set_stack_bytes(&mut self, requested: usize) {
        let bytes = if requested == 0 { DEFAULT_STACK_BYTES } else { requested.max(MIN_STACK_BYTES) };
        let bytes = bytes.next_multiple_of(PAGE);
        if bytes != self.stack_bytes {
            self.stack_bytes = bytes;
            // What is left of the current slab has the old size; it is only address space.
            self.next = ptr::null_mut();
            self.end = ptr::null_mut();
        }
    }

    pub fn stack_bytes(&self) -> usize {
        self.stack_bytes
    }

    pub fn created(&self) -> usize {
        self.created
    }

    pub fn mode(&self) -> GuardMode {
        self.mode
    }

    /// A new stack: its lowest address. `None` when the address space is exhausted.
    pub fn take(&mut self) -> Option<*mut u8> {
        if self.next == self.end && !self.map_slab() {
            return None;
        }
        let low = self.next;
        self.next = low.wrapping_add(self.stack_bytes);
        self.guard(low);
        self.created += 1;
        Some(low)
    }

    #[cold]
    fn map_slab(&mut self) -> bool {
        for count in SLAB_SIZES {
            let bytes = count * self.stack_bytes;
            // SAFETY: a fresh private mapping.
            let slab = unsafe {
                libc::mmap(
                    ptr::null_mut(),
                    bytes,
                    libc::PROT_READ | libc::PROT_WRITE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK,
                    -1,
                    0,
                )
            };
            if slab == libc::MAP_FAILED {
                continue;
            }
            if !room_is_left() {
                // SAFETY: nobody has seen the mapping yet.
                unsafe { libc::munmap(slab, bytes) };
                continue;
            }
            // SAFETY: our own mapping. Huge pages would make every suspended coroutine cost 2 MiB.
            unsafe { libc::madvise(slab, bytes, libc::MADV_NOHUGEPAGE) };
            #[cfg(php_zts)]
            self.mapped.push((slab, bytes));
            self.next = slab.cast();
            self.end = self.next.wrapping_add(bytes);
            return true;
        }
        false
    }

    /// Gives all stacks back to the kernel.
    ///
    /// # Safety
    /// Nothing on any of them is used again.
    #[cfg(php_zts)]
    pub unsafe fn unmap(&mut self) {
        for (slab, bytes) in self.mapped.drain(..) {
            // SAFETY: our own mapping.
            unsafe { libc::munmap(slab, bytes) };
        }
    }

    fn guard(&mut self, low: *mut u8) {
        let page = low.cast::<c_void>();
        if self.mode == GuardMode::Unknown {
            // SAFETY: our own mapping; an unknown advice is refused without effect.
            let installed = unsafe { libc::madvise(page, PAGE, MADV_GUARD_INSTALL) } == 0;
            self.mode = if installed { GuardMode::Install } else { GuardMode::Protect };
            self.protect_budget = max_map_count() * MAP_SHARE_PERCENT / 100 / 2;
            if installed {
                return;
            }
        }
        match self.mode {
            GuardMode::Install => {
                // SAFETY: our own mapping.
                unsafe { libc::madvise(page, PAGE, MADV_GUARD_INSTALL) };
            }
            _ => {
                if self.created < self.protect_budget || self.created.is_multiple_of(SPARSE_GUARD_EVERY) {
                    // SAFETY: our own mapping. A failure leaves this stack without a guard, which is no error.
                    unsafe { libc::mprotect(page, PAGE, libc::PROT_NONE) };
                }
            }
        }
    }
}

/// Whether others can still map memory: stacks must not take the last of the address space, or PHP's own heap dies next
/// and nobody is left to hear of it.
fn room_is_left() -> bool {
    // SAFETY: a fresh mapping that goes at once.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let probe = libc::mmap(ptr::null_mut(), HEADROOM_BYTES, libc::PROT_NONE, flags, -1, 0);
        probe != libc::MAP_FAILED && libc::munmap(probe, HEADROOM_BYTES) == 0
    }
}

fn max_map_count() -> usize {
    std::fs::read_to_string("/proc/sys/vm/max_map_count")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(65_530)
}

/// Gives the memory of an idle stack back to the kernel, except its highest page.
///
/// # Safety
/// Nothing on the stack below its top page is in use.
pub unsafe fn trim(low: *mut u8, stack_bytes: usize) {
    // SAFETY: between the guard page and the top page.
    unsafe { libc::madvise(low.add(PAGE).cast(), stack_bytes - 2 * PAGE, libc::MADV_DONTNEED) };
}
