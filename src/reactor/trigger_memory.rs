//! What other threads may touch of triggers (`trigger.rs`), whenever that is: blocks and mailboxes that are used again, and
//! never given back to the system.
//!
//! Blocks come in powers of two and wait in a queue of their size. The oldest is used again when [`REST`] others wait behind
//! it, so a ring that comes too late finds a trigger that has no owner, rather than one that was made since.

use crate::abi::threads::TriggerEvent;
use crate::scheduler::list::{LinkOf, listed};
use core::mem::offset_of;
use core::ptr;
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// In a mailbox, on the way into one, or taken out and not told of yet.
pub(super) const RUNG: u32 = 1 << 0;
/// Rings do nothing.
pub(super) const SILENT: u32 = 1 << 1;
/// Disposed: to be used again when it is not rung.
pub(super) const UNUSED: u32 = 1 << 2;

/// Blocks of a size that rest before the oldest is used again.
const REST: usize = 32;
const CLASSES: usize = usize::BITS as usize;

#[repr(C)]
pub(super) struct Trigger {
    pub event: TriggerEvent,
    pub state: AtomicU32,
    /// Of the thread that has made it.
    pub mailbox: AtomicPtr<Mailbox>,
    /// In the mailbox: the one rung before this.
    pub next: AtomicPtr<Trigger>,
    pub link: LinkOf<Trigger>,
    /// Among the living ones of its reactor.
    pub listed: bool,
    /// The block has two to the power of this many bytes.
    class: u32,
}

listed!(Trigger, link);

/// Where the triggers of one PHP thread are put that were rung.
pub(super) struct Mailbox {
    /// The newest one.
    pub rung: AtomicPtr<Trigger>,
    /// An eventfd, or -1.
    pub descriptor: AtomicI32,
    /// Threads that may be writing to the descriptor.
    pub ringing: AtomicU32,
}

/// Blocks or mailboxes at rest.
struct Resting<T>(T);
// SAFETY: what rests belongs to no thread.
unsafe impl<T> Send for Resting<T> {}

static BLOCKS: Mutex<Resting<[VecDeque<*mut Trigger>; CLASSES]>> =
    Mutex::new(Resting([const { VecDeque::new() }; CLASSES]));
static MAILBOXES: Mutex<Resting<Vec<*mut Mailbox>>> = Mutex::new(Resting(Vec::new()));

impl Mailbox {
    /// One that no thread has. It may hold disposed triggers.
    pub fn acquire() -> *mut Mailbox {
        let resting = MAILBOXES.lock().unwrap_or_else(PoisonError::into_inner).0.pop();
        resting.unwrap_or_else(|| {
            Box::into_raw(Box::new(Mailbox {
                rung: AtomicPtr::new(ptr::null_mut()),
                descriptor: AtomicI32::new(-1),
                ringing: AtomicU32::new(0),
            }))
        })
    }

    /// It is closed, and the caller does not use it again.
    #[cfg(php_zts)]
    pub fn release(this: *mut Mailbox) {
        MAILBOXES.lock().unwrap_or_else(PoisonError::into_inner).0.push(this);
    }

    /// Makes the descriptor readable; any thread, and signal handlers.
    pub fn wake(&self) {
        self.ringing.fetch_add(1, SeqCst);
        let descriptor = self.descriptor.load(SeqCst);
        if descriptor >= 0 {
            let one = 1u64;
            // SAFETY: eight bytes for an eventfd, which `close` leaves open as long as we are counted. A full one is readable
            // already. errno is this thread's, and the interrupted code's.
            unsafe {
                let errno = *libc::__errno_location();
                libc::write(descriptor, (&raw const one).cast(), size_of::<u64>());
                *libc::__errno_location() = errno;
            }
        }
        self.ringing.fetch_sub(1, SeqCst);
    }

    /// The PHP thread: makes the descriptor unreadable until it is written to again.
    pub fn silence(&self) {
        let mut count = 0u64;
        // SAFETY: eight bytes from an eventfd that does not block.
        unsafe { libc::read(self.descriptor.load(SeqCst), (&raw mut count).cast(), size_of::<u64>()) };
    }

    /// The PHP thread: rings write nowhere any more.
    pub fn close(&self) {
        let descriptor = self.descriptor.swap(-1, SeqCst);
        if descriptor < 0 {
            return;
        }
        while self.ringing.load(SeqCst) > 0 {
            // SAFETY: gives way to a thread that is about to leave `wake`.
            unsafe { libc::sched_yield() };
        }
        // SAFETY: opened by the owner of the mailbox; nothing else has the number any more.
        unsafe { libc::close(descriptor) };
    }
}

/// A block for a trigger with `extra` bytes behind it, zeroed, as a silent trigger that nothing rings yet. Null if there is no
/// memory. `ring` is the method of all triggers.
pub(super) fn take(extra: usize, ring: unsafe extern "C" fn(*mut TriggerEvent)) -> *mut Trigger {
    let Some(size) = size_of::<Trigger>().checked_add(extra).and_then(usize::checked_next_power_of_two) else {
        return ptr::null_mut();
    };
    let class = size.trailing_zeros();
    let resting = {
        let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = &mut blocks.0[class as usize];
        if queue.len() > REST { queue.pop_front() } else { None }
    };
    // SAFETY: a new block, or one that no mailbox has. Threads that ring it nevertheless look at `trigger` and at the atomics,
    // which are valid throughout.
    unsafe {
        let trigger = match resting {
            Some(trigger) => {
                const RING: usize = offset_of!(TriggerEvent, trigger);
                ptr::write_bytes(trigger.cast::<u8>(), 0, RING);
                ptr::write_bytes(trigger.add(1).cast::<u8>(), 0, size - size_of::<Trigger>());
                trigger
            }
            None => {
                let trigger = libc::calloc(1, size).cast::<Trigger>();
                if trigger.is_null() {
                    return trigger;
                }
                (*trigger).event.trigger = Some(ring);
                (*trigger).state.store(SILENT, SeqCst);
                trigger
            }
        };
        (*trigger).link = LinkOf::new();
        (*trigger).listed = false;
        (*trigger).class = class;
        trigger
    }
}

/// A disposed trigger that is not rung; rings do nothing.
pub(super) unsafe fn put_back(trigger: *mut Trigger) {
    let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the caller's trigger, made by `take`, which says how large it is.
    let class = unsafe { (*trigger).class };
    blocks.0[class as usize].push_back(trigger);
}
