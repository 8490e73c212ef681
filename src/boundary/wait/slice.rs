//! Slices: a coroutine whose calls never block gives way now and then [io/W-10].
//!
//! Only calls on sockets, pipes and terminals, and polls that do not wait. Around a call on a file C code holds locks and
//! process-wide state that the others would run into.
//!
//! C code holds on to a descriptor, and to the stream it belongs to, while its call is left in the middle. So the call is
//! a visitor of the descriptor meanwhile: a close waits until the call has failed and its caller has left.

use super::frame::{Frame, WaitSlot, on_ready};
use super::hook::{HOOK_STATE, HookState, Outcome, entered_state, hooks_have_tasks, yield_once};
use super::sim;
use super::suspend::on_cancelled;
use crate::engine::descriptor::{file_kind, is_nonblocking, is_terminal};
use crate::engine::errno::{errno, set_errno};
use crate::engine::exception;
use crate::reactor::now_ns;
use crate::reactor::watch::{self, Waiter, WaiterKind};
use crate::scheduler;
use core::ffi::c_int;
use core::ptr;

/// Every which hook looks at the clock: reading it costs a fifth of a call that does not block.
const SLICE_SAMPLE: u32 = 8;

/// After so many calls in a row that ask not to wait and find nothing, one gives way: a loop that never waits. Before, libraries count on
/// it that no other coroutine runs during such a call, and are in the middle of what they share.
const IDLE_LOOKS: u32 = 1000;

/// A call that may ask not to wait has looked; `in_vain`: it does ask that, and there was nothing. Not inlined, as what calls that need
/// not wait never use: the address of thread-local storage would be looked up in every call.
#[inline(never)]
pub fn looked(in_vain: bool) {
    let hooks = HOOK_STATE.get();
    if !hooks.is_null() {
        // SAFETY: only this thread reaches its hook state.
        unsafe { (*hooks).idle_looks = if in_vain { (*hooks).idle_looks.saturating_add(1) } else { 0 } }
    }
}

/// Whether a call that asks not to wait may give way.
#[inline(never)]
pub fn looks_in_vain() -> bool {
    let hooks = HOOK_STATE.get();
    // SAFETY: only this thread reaches its hook state.
    !hooks.is_null() && unsafe { (*hooks).idle_looks >= IDLE_LOOKS }
}

/// How many hooks have looked whether to give way: none in between has if it is the same.
pub fn hooks_run() -> u32 {
    let hooks = HOOK_STATE.get();
    // SAFETY: only this thread reaches its hook state.
    if hooks.is_null() { 0 } else { unsafe { (*hooks).calls } }
}

/// A call that asks for the readiness of descriptors and does not wait. A close of the descriptor meanwhile (-1: there
/// is none or several) waits until this call has left: false then, the call fails with `EBADF`; after a cancellation with `ECANCELED`.
///
/// # Safety
/// As [`wait_one`](super::hook::wait_one).
#[inline]
pub unsafe fn slice(fd: c_int) -> bool {
    // SAFETY: the hook has entered, as this function demands, so there is a hook state, which only this thread reaches.
    unsafe { !is_due() || !slice_is_over(entered_state()) || goes_on(fd) }
}

/// Whether a call that moves no data, and [`is_due`], is to [`give_way`] now.
///
/// # Safety
/// As [`slice`].
#[inline]
pub unsafe fn is_over() -> bool {
    // SAFETY: the hook has entered, as this function demands, so there is a hook state.
    unsafe { slice_is_over(entered_state()) }
}

/// As [`slice`], for a call that moves data: on a file it never gives way, and one that asks not to wait only if it does nothing else.
///
/// # Safety
/// As [`slice`].
#[inline]
pub unsafe fn slice_of_transfer(fd: c_int, dont_wait: bool) -> bool {
    // SAFETY: the hook has entered, as this function demands, so there is a hook state, which only this thread reaches.
    unsafe {
        if !is_due() || !is_slice_over(fd) {
            return true;
        }
        if (dont_wait || is_nonblocking(fd)) && !looks_in_vain() {
            pass_over();
            return true;
        }
        goes_on(fd)
    }
}

/// The slice is over, and this call does not give way. Another one of those that a loop makes in turn looks at the clock next,
/// after six or seven calls: with two, four or eight of them it would always be the same one.
///
/// # Safety
/// As [`slice`].
#[cold]
pub unsafe fn pass_over() {
    let hooks = entered_state();
    // SAFETY: only this thread reaches its hook state.
    unsafe { (*hooks).calls = (*hooks).calls.wrapping_add(1 + (*hooks).calls / SLICE_SAMPLE % 2) }
}

/// Whether a call that moves data, and [`is_due`], is to [`give_way`] now.
///
/// # Safety
/// As [`slice`].
#[cold]
pub unsafe fn is_slice_over(fd: c_int) -> bool {
    // SAFETY: the hook has entered, as this function demands, so there is a hook state, which only this thread reaches. The clock
    // is asked first: the kind of the descriptor is known to the kernel only.
    unsafe { slice_is_over(entered_state()) && may_give_way(fd) }
}

/// Whether this call looks at the clock, or at what simulation has for it.
///
/// # Safety
/// As [`slice`].
#[inline]
pub unsafe fn is_due() -> bool {
    let hooks = entered_state();
    // SAFETY: only this thread reaches its hook state.
    unsafe {
        (*hooks).calls = (*hooks).calls.wrapping_add(1);
        let due = (*hooks).calls.is_multiple_of(SLICE_SAMPLE) && (*hooks).slice_ns != 0;
        due || (*hooks).simulating
    }
}

/// Whether a call need do nothing before it asks the kernel: hooks have no tasks, and [`is_due`] would not say that it is. Where it would,
/// the call counts itself later.
///
/// # Safety
/// As [`slice`].
#[inline]
pub unsafe fn may_attempt_at_once() -> bool {
    let hooks = entered_state();
    // SAFETY: the hook has entered, as this function demands, so there is a hook state, which only this thread reaches.
    unsafe {
        let calls = (*hooks).calls.wrapping_add(1);
        if hooks_have_tasks() || calls.is_multiple_of(SLICE_SAMPLE) && (*hooks).slice_ns != 0 {
            return false;
        }
        (*hooks).calls = calls;
        true
    }
}

fn may_give_way(fd: c_int) -> bool {
    match file_kind(fd) {
        libc::S_IFSOCK | libc::S_IFIFO => true,
        libc::S_IFCHR => is_terminal(fd),
        _ => false,
    }
}

unsafe fn slice_is_over(hooks: *mut HookState) -> bool {
    // SAFETY: only this thread reaches its hook state.
    unsafe {
        if !exception::pending().is_null() {
            return false;
        }
        let (now, switches) = (now_ns(), scheduler::switches());
        if (*hooks).slice_start_ns == 0 || (*hooks).slice_switches != switches {
            (*hooks).slice_start_ns = now;
            (*hooks).slice_switches = switches;
        }
        let over = (*hooks).slice_ns != 0 && now - (*hooks).slice_start_ns > (*hooks).slice_ns;
        over || sim::gives_way()
    }
}

/// As [`give_way`]; whether the call is made then. If not it fails, and errno is set.
#[cold]
unsafe fn goes_on(fd: c_int) -> bool {
    // SAFETY: called by hooks that were entered, which is all that `give_way` needs.
    let outcome = unsafe { give_way(fd) };
    let goes_on = outcome == Outcome::Ready;
    if !goes_on {
        outcome.fail();
    }
    goes_on
}

/// Lets others run. `Closed` when the descriptor was closed meanwhile, `Cancelled` when the coroutine was cancelled: what the call
/// would take then would be lost [io/CX-6].
///
/// # Safety
/// As [`slice`].
#[inline(never)]
pub unsafe fn give_way(fd: c_int) -> Outcome {
    // SAFETY: slot and frame stay here until the waiter is detached.
    unsafe {
        let errno = errno();
        (*entered_state()).slice_start_ns = 0;
        (*entered_state()).idle_looks = 0;
        let mut frame = Frame::new();
        let waiter = Waiter::new(fd, 0, WaiterKind::Visitor, on_ready);
        let mut slot = WaitSlot { waiter, frame: &raw mut frame, revents: 0, input: 0 };
        let slot = &raw mut slot;
        if watch::attach(slot.cast()).is_err_and(|error| error == watch::CLOSING) {
            // Nothing would wait for us to come back.
            return Outcome::Ready;
        }
        // Coroutines that wait for time or a descriptor must get a chance, too.
        scheduler::reactor_tick();
        let outcome = yield_once();
        watch::detach(slot.cast());
        if outcome == Outcome::Cancelled && fd >= 0 {
            on_cancelled(fd);
        }
        set_errno(errno);
        // Written while this coroutine was away.
        let open = ptr::read_volatile(&raw const (*(*slot).frame).closed_fd) < 0;
        if open { outcome } else { Outcome::Closed }
    }
}
