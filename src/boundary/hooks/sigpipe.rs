//! SIGPIPE, which libcurl has ignored while it is at work [io/CU-11].
//!
//! ```text
//!   sigpipe_ignore:   sigaction(SIGPIPE, NULL, &before)    asks
//!                     sigaction(SIGPIPE, &ignore, NULL)    begins
//!   a transfer, in whose waits other coroutines begin and end theirs
//!   sigpipe_restore:  sigaction(SIGPIPE, &before, NULL)    ends
//! ```
//!
//! Each of several transfers would find what another has set, and restore that: the action that PHP code has chosen would be back too
//! early, and lost after the last. So the first that begins changes the action, and the last that ends changes it back. A call that
//! asks meanwhile is told the action from before, and one that changes it changes that.
//!
//! PHP has the signal ignored anyway as long as PHP code does not choose otherwise: then two of the three calls would change nothing,
//! and are not made. What code without hooks changes (`signal()` of libc) is seen by the next that asks.

use crate::engine::per_thread::per_thread;
use crate::reactor::delivery;
use core::ffi::c_int;
use core::mem::{replace, zeroed};
use core::ptr;
use core::sync::atomic::{AtomicU64, Ordering::SeqCst};
use libc::{SIG_IGN, SIGPIPE};

/// What libraries of a thread do with the signal.
struct Ignoring {
    /// How many have it ignored that found another action before.
    begun: u32,
    /// The last call has asked, and found another action than to ignore it.
    asked: bool,
    /// The action from before, where `begun` is not 0.
    before: libc::sigaction,
}

per_thread!(
    // SAFETY: all-zero memory is the default action.
    fn ignoring() -> *mut Ignoring = Ignoring { begun: 0, asked: false, before: unsafe { zeroed() } }
);

/// Of the action that was found last, when that was to ignore the signal: its flags with [`IGNORED`], above them the number of
/// changes; and its mask. Without [`IGNORED`] nothing is known. Actions are the process's.
static FOUND: AtomicU64 = AtomicU64::new(0);
static FOUND_MASK: AtomicU64 = AtomicU64::new(0);
const IGNORED: u64 = 1 << 32;
const CHANGES_SHIFT: u32 = 33;

/// `sigaction(SIGPIPE)` of PHP.
///
/// # Safety
/// The arguments of `sigaction`, on a thread whose hooks work.
pub unsafe fn sigaction(new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    // SAFETY: only this thread reaches its state, to which no reference is held; `new` and `old` are null or the caller's.
    unsafe {
        let ignoring = ignoring();
        (*ignoring).asked = false;
        if (*ignoring).begun == 0 {
            return set_or_find(new, old);
        }
        let before = (*ignoring).before;
        if !new.is_null() {
            (*ignoring).before = *new;
        }
        if !old.is_null() {
            *old = before;
        }
        0
    }
}

/// `sigaction(SIGPIPE)` of a library.
///
/// # Safety
/// As [`sigaction`].
pub unsafe fn sigaction_of_library(new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    // SAFETY: as in `sigaction`.
    unsafe {
        let ignoring = ignoring();
        let asked = replace(&mut (*ignoring).asked, false);
        let begun = (*ignoring).begun;
        if new.is_null() {
            let result = sigaction(new, old);
            (*ignoring).asked = result == 0 && !old.is_null() && (*old).sa_sigaction != SIG_IGN;
            return result;
        }
        if !old.is_null() || begun == 0 && !asked {
            return sigaction(new, old);
        }
        match ((*new).sa_sigaction == SIG_IGN, begun) {
            (true, 0) => {
                let result = set_or_find(new, &raw mut (*ignoring).before);
                (*ignoring).begun = u32::from(result == 0);
                result
            }
            (true, _) if asked => {
                (*ignoring).begun += 1;
                0
            }
            // One that began when it was ignored ends.
            (true, _) => 0,
            (false, 0) => set_or_find(new, old),
            (false, 1) => end(ignoring),
            (false, _) => {
                (*ignoring).begun -= 1;
                0
            }
        }
    }
}

unsafe fn end(ignoring: *mut Ignoring) -> c_int {
    // SAFETY: the state of this thread, in which transfers have begun: the action from before is there.
    unsafe {
        (*ignoring).begun = 0;
        let before = (*ignoring).before;
        set_or_find(&before, ptr::null_mut())
    }
}

/// Transfers that were left for good will not end: at the end of a request, and in the child of a fork, which has those of the
/// coroutine that forked alone.
pub fn end_all() {
    // SAFETY: the thread is PHP's, and no transfer is in one of the calls above.
    unsafe {
        if (*ignoring()).begun != 0 {
            end(ignoring());
        }
    }
}

/// The action is about to change, or has: another thread may have looked meanwhile.
fn forget_found() {
    let next = |found: u64| Some((found >> CHANGES_SHIFT).wrapping_add(1) << CHANGES_SHIFT);
    let _ = FOUND.fetch_update(SeqCst, SeqCst, next);
}

/// As `sigaction`; what is known to change nothing is not done.
unsafe fn set_or_find(new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    // SAFETY: the arguments of `sigaction`: each is null or a whole action.
    unsafe {
        let found = FOUND.load(SeqCst);
        if new.is_null() {
            let result = delivery::sigaction(SIGPIPE, new, old);
            if result == 0 && !old.is_null() {
                let (flags, mask) = parts(old);
                FOUND_MASK.store(mask, SeqCst);
                let changes = found >> CHANGES_SHIFT << CHANGES_SHIFT;
                let now = if flags & IGNORED == 0 { changes } else { changes | flags };
                let _ = FOUND.compare_exchange(found, now, SeqCst, SeqCst);
            }
            return result;
        }
        let (flags, mask) = parts(new);
        let same = flags == found & ((1 << CHANGES_SHIFT) - 1) && mask == FOUND_MASK.load(SeqCst);
        if same && flags & IGNORED != 0 && old.is_null() {
            return 0;
        }
        forget_found();
        let result = delivery::sigaction(SIGPIPE, new, old);
        forget_found();
        result
    }
}

/// The flags, with [`IGNORED`] if the signal is to be ignored, and the mask, of which the kernel has one word.
unsafe fn parts(action: *const libc::sigaction) -> (u64, u64) {
    // SAFETY: the caller's action is whole.
    unsafe {
        let ignored = (*action).sa_sigaction == SIG_IGN;
        let mask = (&raw const (*action).sa_mask).cast::<u64>().read();
        (u64::from((*action).sa_flags as u32) | if ignored { IGNORED } else { 0 }, mask)
    }
}
