//! C stacks cut from slabs.
//!
//! One `mmap` holds many stacks of equal size, so that a hundred thousand coroutines need few kernel mappings:
//!
//! ```text
//!   slab      | stack 0 | stack 1 | stack 2 | ...
//!
//!   stack     low                                                                                   high
//!             | guard, 64 KiB |  ... untouched ...  <- C stack | top area | VM stack -> ... untouched ... |
//! ```
//!
//! The *top area* belongs to the execution (its own record and the start of the first VM stack page), so that a suspended
//! coroutine of ordinary depth touches a single page of memory.
//!
//! The guard makes an overflow a fault, which `overflow.rs` reports. It is as high as the largest frames of PHP are, which
//! are compiled without probes: one page would be jumped over, into the neighbour's stack. It is installed with
//! `MADV_GUARD_INSTALL` (Linux 6.13), which needs no mapping of its own; on older kernels with `mprotect`, which splits the
//! mapping, so there are as many stacks as a share of `vm.max_map_count` allows. Large stacks (`large_stack.rs`) are made
//! here as well.

use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicU8, AtomicUsize, Ordering};

pub const PAGE: usize = 4096;
/// Bytes of every stack, from its low end, that cannot be touched.
pub const GUARD_BYTES: usize = 64 * 1024;
pub const DEFAULT_STACK_BYTES: usize = 512 * 1024;
const MIN_STACK_BYTES: usize = GUARD_BYTES + 128 * 1024;
/// With this size one slab would be the whole address space of a process.
const MAX_STACK_BYTES: usize = 1 << 37;
const MADV_GUARD_INSTALL: libc::c_int = 102;
/// Stacks per slab, tried in this order: a small address space limit must not make coroutines impossible.
const SLAB_SIZES: [usize; 4] = [STACKS_PER_SLAB, 128, 16, 1];
pub const STACKS_PER_SLAB: usize = 1024;
/// Address space left for all others.
const HEADROOM_BYTES: usize = 128 * 1024 * 1024;
/// Guards by `mprotect` may use this part of `vm.max_map_count`, in percent. Each makes two mappings of one.
const MAP_SHARE_PERCENT: usize = 80;
const MAPPINGS_PER_STACK: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardMode {
    Unknown,
    /// `MADV_GUARD_INSTALL`: every stack, no extra mapping.
    Install,
    /// `mprotect`: every stack, as many as the budget of mappings allows.
    Protect,
}

/// Why there is no stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Memory,
    /// Its guard would take more mappings than `vm.max_map_count` leaves us.
    Mappings,
}

/// How guards are made is found out once, and the kernel counts mappings per process.
static MODE: AtomicU8 = AtomicU8::new(0);
static PROTECTED: AtomicUsize = AtomicUsize::new(0);
static BUDGET: AtomicUsize = AtomicUsize::new(0);

/// How the guards of this process are made.
pub fn guard_mode() -> GuardMode {
    match MODE.load(Ordering::Relaxed) {
        0 => GuardMode::Unknown,
        1 => GuardMode::Install,
        _ => GuardMode::Protect,
    }
}

/// Where stacks are: read by a signal handler, so it only grows. An area that is gone has length 0 and is used again.
struct Area {
    low: AtomicUsize,
    bytes: AtomicUsize,
    stack_bytes: AtomicUsize,
    next: *mut Area,
}

static AREAS: AtomicPtr<Area> = AtomicPtr::new(ptr::null_mut());

fn areas() -> impl Iterator<Item = &'static Area> {
    // SAFETY: areas are never freed, and complete before they are reachable.
    let mut at = unsafe { AREAS.load(Ordering::Acquire).as_ref() };
    core::iter::from_fn(move || {
        let area = at?;
        // SAFETY: `next` is null or an older area, complete before this one was reachable and never freed.
        at = unsafe { area.next.as_ref() };
        Some(area)
    })
}

fn announce(low: usize, bytes: usize, stack_bytes: usize) {
    for area in areas() {
        if area.bytes.load(Ordering::Relaxed) == 0
            && area.low.compare_exchange(0, low, Ordering::SeqCst, Ordering::Relaxed).is_ok()
        {
            area.stack_bytes.store(stack_bytes, Ordering::Relaxed);
            area.bytes.store(bytes, Ordering::Release);
            return;
        }
    }
    let mut area = Box::new(Area {
        low: AtomicUsize::new(low),
        bytes: AtomicUsize::new(bytes),
        stack_bytes: AtomicUsize::new(stack_bytes),
        next: ptr::null_mut(),
    });
    let mut first = AREAS.load(Ordering::Acquire);
    loop {
        area.next = first;
        let new = &raw mut *area;
        match AREAS.compare_exchange_weak(first, new, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => break,
            Err(other) => first = other,
        }
    }
    core::mem::forget(area);
}

#[cfg(php_zts)]
fn forget(low: usize) {
    for area in areas() {
        if area.low.load(Ordering::Relaxed) == low {
            area.bytes.store(0, Ordering::Release);
            area.low.store(0, Ordering::Release);
        }
    }
}

/// The size of the stack in whose guard an address lies. Async-signal-safe.
pub fn stack_of_guard(address: usize) -> Option<usize> {
    areas().find_map(|area| {
        let offset = address.wrapping_sub(area.low.load(Ordering::Relaxed));
        let stack_bytes = area.stack_bytes.load(Ordering::Relaxed);
        let inside = offset < area.bytes.load(Ordering::Acquire) && stack_bytes != 0;
        (inside && offset % stack_bytes < GUARD_BYTES).then_some(stack_bytes)
    })
}

/// Hands out stacks of one size. Stacks are not returned to the kernel while PHP runs on the thread; idle ones are pooled by
/// the executions.
pub struct Slabs {
    stack_bytes: usize,
    /// Stacks in one slab at most.
    most: usize,
    next: *mut u8,
    end: *mut u8,
    created: usize,
    /// Stacks for which no guard is left go without (`async.unguarded_stacks`).
    unguarded: bool,
    /// Every mapping with its size: threads end before the process does.
    #[cfg(php_zts)]
    mapped: Vec<(*mut c_void, usize)>,
    #[cfg(php_zts)]
    protected: usize,
}

impl Slabs {
    pub const fn new(most: usize) -> Slabs {
        Slabs {
            stack_bytes: 0,
            most,
            next: ptr::null_mut(),
            end: ptr::null_mut(),
            created: 0,
            unguarded: false,
            #[cfg(php_zts)]
            mapped: Vec::new(),
            #[cfg(php_zts)]
            protected: 0,
        }
    }

    /// Sets the size of stacks made from now on, their guards included.
    pub fn configure(&mut self, bytes: usize, unguarded: bool) {
        self.unguarded = unguarded;
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

    /// A new stack: its lowest address.
    pub fn take(&mut self) -> Result<*mut u8, Refusal> {
        if self.next == self.end && !self.map_slab() {
            return Err(Refusal::Memory);
        }
        let low = self.next;
        match guard(low) {
            Ok(_protected) => {
                #[cfg(php_zts)]
                {
                    self.protected += usize::from(_protected);
                }
            }
            Err(_) if self.unguarded => {}
            Err(refusal) => return Err(refusal),
        }
        self.next = low.wrapping_add(self.stack_bytes);
        self.created += 1;
        Ok(low)
    }

    #[cold]
    fn map_slab(&mut self) -> bool {
        for count in SLAB_SIZES.into_iter().filter(|count| *count <= self.most) {
            let bytes = count * self.stack_bytes;
            let slab = map(bytes);
            if slab.is_null() {
                continue;
            }
            if !room_is_left() {
                // SAFETY: nothing uses the mapping yet.
                unsafe { libc::munmap(slab.cast(), bytes) };
                continue;
            }
            announce(slab as usize, bytes, self.stack_bytes);
            #[cfg(php_zts)]
            self.mapped.push((slab.cast(), bytes));
            self.next = slab;
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
            forget(slab as usize);
            // SAFETY: `map_slab` has mapped that many bytes there, and nothing on them is used again, as the caller promises.
            unsafe { libc::munmap(slab, bytes) };
        }
        PROTECTED.fetch_sub(self.protected, Ordering::Relaxed);
    }
}

/// The size of a stack for what `fiber.stack_size` asks for.
/// `requested` of 0 is the default.
pub fn size_for(requested: usize) -> usize {
    if requested == 0 || is_absurd(requested) {
        return DEFAULT_STACK_BYTES;
    }
    requested.max(MIN_STACK_BYTES).next_multiple_of(PAGE)
}

/// Bytes of a stack, in whole pages, that are room above the top area for the VM stack: with the default size for some hundred frames,
/// four times as many as a Fiber of PHP's has at first. A frame that finds none begins a page on the heap. That costs an allocation for
/// each call there, and in such a frame the JIT of PHP 8.2 goes astray when the destructor of a variable throws at the function's end,
/// also without this extension.
pub const fn vm_room(stack_bytes: usize) -> usize {
    stack_bytes / 8 / PAGE * PAGE
}

/// Whether `fiber.stack_size` asks for what no process has room for; the default is used then.
pub fn is_absurd(requested: usize) -> bool {
    requested > MAX_STACK_BYTES
}

/// Address space for stacks, or null.
fn map(bytes: usize) -> *mut u8 {
    // SAFETY: a fresh private mapping. Huge pages would make every suspended coroutine cost 2 MiB.
    unsafe {
        let slab = libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK,
            -1,
            0,
        );
        if slab == libc::MAP_FAILED {
            return ptr::null_mut();
        }
        libc::madvise(slab, bytes, libc::MADV_NOHUGEPAGE);
        slab.cast()
    }
}

/// Makes the guard of a stack; whether it counts against the budget of mappings.
fn guard(low: *mut u8) -> Result<bool, Refusal> {
    let at = low.cast::<c_void>();
    // SAFETY: the start of a stack of our own mapping that nothing uses yet; an unknown advice is refused without effect.
    let install = || unsafe { libc::madvise(at, GUARD_BYTES, MADV_GUARD_INSTALL) } == 0;
    if guard_mode() == GuardMode::Unknown {
        let installed = install();
        let budget = max_map_count() * MAP_SHARE_PERCENT / 100 / MAPPINGS_PER_STACK;
        BUDGET.store(budget, Ordering::Relaxed);
        MODE.store(if installed { 1 } else { 2 }, Ordering::Relaxed);
    }
    if guard_mode() == GuardMode::Install {
        // It fails when there is no memory for page tables.
        return if install() { Ok(false) } else { Err(Refusal::Memory) };
    }
    if PROTECTED.fetch_add(1, Ordering::Relaxed) >= BUDGET.load(Ordering::Relaxed) {
        PROTECTED.fetch_sub(1, Ordering::Relaxed);
        return Err(Refusal::Mappings);
    }
    // SAFETY: the start of a stack of our own mapping that nothing uses yet. It fails when others have used the mappings up.
    if unsafe { libc::mprotect(at, GUARD_BYTES, libc::PROT_NONE) } != 0 {
        PROTECTED.fetch_sub(1, Ordering::Relaxed);
        return Err(Refusal::Mappings);
    }
    Ok(true)
}

/// Whether others can still map memory: stacks must not take the last of the address space, or PHP's own heap dies next
/// and nothing is left to report it.
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

/// Gives the memory of an idle stack back to the kernel, except what lies above `keep`.
///
/// # Safety
/// Nothing on the stack between its guard and `keep` is in use.
pub unsafe fn trim(low: *mut u8, keep: *mut u8) {
    let bytes = (keep as usize - low as usize - GUARD_BYTES) & !(PAGE - 1);
    // SAFETY: the bytes between the guard and what is kept, which nothing uses, as the caller promises.
    unsafe { give_back(low.add(GUARD_BYTES), bytes) };
}

/// As [`trim`], the room of the VM stack.
///
/// # Safety
/// `low` is that of a stack of `stack_bytes` whose execution runs nothing.
pub unsafe fn trim_room(low: *mut u8, stack_bytes: usize) {
    // SAFETY: the room of a VM stack that nothing uses, as the caller promises.
    unsafe { give_back(low.add(stack_bytes - vm_room(stack_bytes)), vm_room(stack_bytes)) };
}

unsafe fn give_back(start: *mut u8, bytes: usize) {
    // SAFETY: whole pages of a stack that nothing uses, as the callers promise; they read as zeros from now on.
    unsafe { libc::madvise(start.cast(), bytes, libc::MADV_DONTNEED) };
}
