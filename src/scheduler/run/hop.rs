//! From stack to stack on x86-64: corosensei's two steps over again, except that they jump where it calls and returns.
//!
//! A processor foresees where a return leads from the calls that it has seen. A call that enters one stack and a return that
//! leaves another one put it wrong twice per switch, which takes longer than all the rest of it. The stacks are corosensei's
//! all the same: it makes them, tells debuggers how they are linked, and is the one to enter each for the first time. So
//! what lies on them is as in its `arch/x86_64.rs`:
//!
//! ```text
//!   stack that was left:    rip, rbx, rbp            <- where it was left
//!   stack that entered it:  rbp, rip, rbx            <- its link, a word at the base of the stack that was entered
//! ```
//!
//! Not for AddressSanitizer, which corosensei tells of every change of stacks (`build.rs`).

use core::arch::asm;

/// Goes on where a stack was left; returns what it hands over when it is left again.
///
/// # Safety
/// The stack of that link was left at `left` and not entered since.
#[inline(always)]
pub unsafe fn enter(link: *mut usize, left: *const u8) -> usize {
    let handed;
    // SAFETY: all registers are clobbered, those that the compiler reserves are saved.
    unsafe {
        asm!(
            "push rbx",
            "lea rax, [rip + 2f]",
            "push rax",
            "push rbp",
            "mov [rsi], rsp",
            "mov rsp, rdx",
            "pop rax",
            "jmp rax",
            "2:",
            "pop rbx",
            in("rsi") link,
            in("rdx") left,
            lateout("rdi") handed,
            lateout("r12") _, lateout("r13") _, lateout("r14") _, lateout("r15") _,
            clobber_abi("sysv64"),
        );
    }
    handed
}

/// Leaves a stack, with its place written to `left`, for the one that entered it; returns when it is entered again.
///
/// # Safety
/// The innermost stack that was entered has that link. Both places outlive the call.
#[inline(always)]
pub unsafe fn leave(link: *const usize, left: *mut *const u8, hand: usize) {
    // SAFETY: all registers are clobbered but rbp and rbx, which the compiler reserves: they lie on the stack that is left until it is
    // entered again.
    unsafe {
        asm!(
            "push rbp",
            "push rbx",
            "lea rax, [rip + 2f]",
            "push rax",
            // The first time it is corosensei that has entered it, and it wants that in this register.
            "mov rsi, rsp",
            "mov [rcx], rsp",
            "mov rsp, [rdx]",
            "pop rbp",
            "pop rax",
            "jmp rax",
            "2:",
            "pop rbx",
            "pop rbp",
            in("rcx") left,
            in("rdx") link,
            in("rdi") hand,
            lateout("r12") _, lateout("r13") _, lateout("r14") _, lateout("r15") _,
            clobber_abi("sysv64"),
        );
    }
}
