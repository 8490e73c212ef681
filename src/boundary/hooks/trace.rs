//! `async.io_trace`: how often each hook was called in coroutine context [io chapter 17].
//!
//! ```text
//!   off:  slot -> hook
//!   on:   slot -> stub of the name: count(number of the name), arguments untouched -> hook
//! ```
//!
//! The stubs are made from the table of hooks. Where nothing is counted nothing is asked for it: no slot leads to them.

use crate::boundary::wait;
use core::sync::atomic::{AtomicU64, Ordering};

/// As many names as there may be.
pub const MOST: usize = 128;
static HITS: [AtomicU64; MOST] = [const { AtomicU64::new(0) }; MOST];

/// How often the hook of each of these names was called in coroutine context since the process started.
pub fn hits_of(names: &'static [&'static str]) -> impl Iterator<Item = (&'static str, u64)> {
    names.iter().zip(&HITS).map(|(name, hits)| (*name, hits.load(Ordering::Relaxed)))
}

/// One more call. Runs before the hook, also on threads that are not PHP's: errno stays as it is.
pub extern "C" fn count(number: usize) {
    if wait::in_coroutine() {
        HITS[number].fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of a name in the table.
pub const fn number_of(names: &[&str], name: &str) -> usize {
    assert!(names.len() <= MOST);
    let mut number = 0;
    while !is_same(names[number].as_bytes(), name.as_bytes()) {
        number += 1;
    }
    number
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The address of a stub that counts a call and goes on with the hook, which finds arguments and stack as its caller left them: hooks
/// take up to eight words in registers, and what is variadic takes no numbers of floating point. On other machines the hook's own.
macro_rules! counting {
    ($name:literal, $hook:path) => {{
        #[cfg(target_arch = "x86_64")]
        #[unsafe(naked)]
        unsafe extern "C" fn stub() {
            core::arch::naked_asm!(
                "push rax",
                "push rdi",
                "push rsi",
                "push rdx",
                "push rcx",
                "push r8",
                "push r9",
                "mov edi, {number}",
                "call {count}",
                "pop r9",
                "pop r8",
                "pop rcx",
                "pop rdx",
                "pop rsi",
                "pop rdi",
                "pop rax",
                "jmp {hook}",
                number = const $crate::boundary::hooks::trace::number_of(NAMES, $name),
                count = sym $crate::boundary::hooks::trace::count,
                hook = sym $hook,
            )
        }
        #[cfg(target_arch = "aarch64")]
        #[unsafe(naked)]
        unsafe extern "C" fn stub() {
            core::arch::naked_asm!(
                "stp x29, x30, [sp, #-80]!",
                "mov x29, sp",
                "stp x0, x1, [sp, #16]",
                "stp x2, x3, [sp, #32]",
                "stp x4, x5, [sp, #48]",
                "stp x6, x7, [sp, #64]",
                "mov x0, #{number}",
                "bl {count}",
                "ldp x6, x7, [sp, #64]",
                "ldp x4, x5, [sp, #48]",
                "ldp x2, x3, [sp, #32]",
                "ldp x0, x1, [sp, #16]",
                "ldp x29, x30, [sp], #80",
                "b {hook}",
                number = const $crate::boundary::hooks::trace::number_of(NAMES, $name),
                count = sym $crate::boundary::hooks::trace::count,
                hook = sym $hook,
            )
        }
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        use $hook as stub;
        stub as *const c_void
    }};
}
pub(super) use counting;
