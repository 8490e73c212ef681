//! The one way a hook suspends (io chapters 2, 8 and 16).
//!
//! ```text
//!   hook:  enter()? --no--> real function
//!            | yes
//!          try without blocking --done--> return
//!            | would block
//!          wait(interest, deadline) -----> waiters and timer live in this frame, on the coroutine's stack
//!            |                              park: other coroutines run; the reactor marks the frame and wakes us
//!          Ready: try again   Timeout   Cancelled: exception pending, noted, fail with ECANCELED   Closed: EBADF
//! ```
//!
//! Nothing here allocates for up to eight descriptors, nothing in a waiting frame needs dropping, and nothing is unwound:
//! a cancelled wait is a failed call.
//!
//! **Poisoned**: a cancellation is pending in C code, which has not returned to the PHP code that may see it. Then no hook waits: loops of
//! C code that retry would spin or hang. Where it came from does not matter: from a hook, or from a wait of the API in PHP code that the C
//! code has called, in which case the next hook notes it as if it had delivered it. The state ends when a hook is
//! entered with nothing pending, unless C code has dropped the exception, which is repaired when it returns.

use super::attempt;
use super::descriptor::shut_down;
use super::frame::{Frame, WaitSlot, on_ready};
use super::interrupt;
use super::sim;
use super::suspend::{self, suspend_in_call};
use crate::abi::globals;
use crate::boundary::calls::call_stack::is_tidy;
use crate::boundary::calls::{cancellation_repair, closes, held_locks, hidden};
use crate::engine::errno::{errno, set_errno};
use crate::engine::own_thread::own_thread;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::per_thread::per_thread;
use crate::engine::state::PendingException;
use crate::engine::{self, current_frame, exception, frame, zone};
use crate::reactor::timer::{start_node, stop_node};
use crate::reactor::watch::{self, Waiter, WaiterKind};
use crate::reactor::{NEVER, now_ns};
use crate::scheduler::resume::Woken;
use crate::scheduler::{self, FirstCancellation, unwind, wait::Wait};
use core::ffi::c_int;
use core::ptr;

/// How a wait ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Something may have happened: try again.
    Ready,
    Timeout,
    /// The exception is raised, and noted as unseen.
    Cancelled,
    /// Another coroutine closes the descriptor.
    Closed,
    /// The kernel cannot watch this: make the blocking call.
    Unwatchable,
}

impl Outcome {
    /// How a call fails whose wait was cancelled or closed: -1, errno is set.
    #[cold]
    pub fn fail(self) -> c_int {
        set_errno(if self == Outcome::Closed { libc::EBADF } else { libc::ECANCELED });
        -1
    }
}

/// What the hooks of one thread share. Reached through a pointer that only this thread sees, so that a null pointer means all at once:
/// foreign thread, nothing active, child of a fork.
pub struct HookState {
    pub simulating: bool,
    /// The next wait ends at once.
    wake_at_once: bool,
    /// 0 = no slices.
    pub slice_ns: u64,
    /// When the running slice was first seen, 0 if not yet.
    pub slice_start_ns: u64,
    /// The switch count at that time.
    pub slice_switches: u64,
    pub calls: u32,
    /// How many calls in a row that ask not to wait have found nothing.
    pub idle_looks: u32,
    /// How often a poisoned call was told to come back later.
    refusals: u32,
}

const DISABLED: HookState = HookState {
    simulating: false,
    wake_at_once: false,
    slice_ns: 0,
    slice_start_ns: 0,
    slice_switches: 0,
    calls: 0,
    idle_looks: 0,
    refusals: 0,
};

// Not `per_thread!`, in whose place a process with one PHP thread has a plain static: hooks are called on threads of libraries, too,
// and those must find null.
own_thread!(pub static HOOK_STATE: *mut HookState);

per_thread!(
    /// What [`HOOK_STATE`] points to while it is not null: for a hook that has entered, which runs on a PHP thread.
    pub fn entered_state() -> *mut HookState = DISABLED
);

/// Hooks of this thread work from now on.
pub fn enable(slice_ms: u32, simulating: bool) {
    let slice_ns = u64::from(slice_ms) * 1_000_000;
    start(HookState { simulating, slice_ns, ..DISABLED });
}

/// Hooks of this thread work again, with the settings that they had.
pub fn enable_again() {
    // SAFETY: no hook runs now, and no reference to the state is held anywhere.
    let old = unsafe { entered_state().read() };
    start(HookState { simulating: old.simulating, slice_ns: old.slice_ns, ..DISABLED });
}

fn start(state: HookState) {
    // SAFETY: no reference to the state is held; hooks use raw pointers and do not run now.
    unsafe { entered_state().write(state) };
    // While hooks did not work none has seen a change.
    interrupt::mask_changed();
    HOOK_STATE.set(entered_state());
}

/// Hooks of this thread pass through from now on. Safe in the child of a fork: nothing is allocated or locked.
pub extern "C" fn disable() {
    HOOK_STATE.set(ptr::null_mut());
}

/// Whether the hooks of this thread work.
#[inline(always)]
pub fn enabled() -> bool {
    !HOOK_STATE.get().is_null()
}

/// The entry of every hook: whether it may suspend [io/HK-1, io/HK-2]; otherwise it passes through.
///
/// # Safety
/// From a hook.
#[inline]
pub unsafe fn enter() -> bool {
    if !hooks_wait() {
        return false;
    }
    // SAFETY: only this thread reaches its hook state, which is there; a coroutine runs, so what it has not seen is valid.
    unsafe {
        if (*scheduler::unseen_cancellation(scheduler::current_object())).is_some() || PendingException::exists() {
            settle_cancellation();
        }
    }
    true
}

/// The cancellation that was delivered last has been seen, unless it is still pending. One that is pending in C code and was not
/// delivered here ended a wait of the API in PHP code that the C code has called: it is unseen from now on.
#[cold]
unsafe fn settle_cancellation() {
    // SAFETY: a coroutine runs, so what it has not seen is valid; it owns that.
    unsafe {
        let pending = exception::pending();
        let unseen = scheduler::unseen_cancellation(scheduler::current_object());
        if pending.is_null() {
            if !cancellation_repair::is_under_way() {
                drop((*unseen).take());
            }
        } else if pending != (*unseen).as_nullable() && is_cancelled_below() {
            note_unseen(OwnedObject::share(pending));
        }
    }
}

/// Whether a pending exception is a cancellation that has reached the C code which is executing out of PHP code that this has called. What
/// that PHP code leaves behind is freed before, as behind it [io/CX-3].
#[cold]
unsafe fn is_cancelled_below() -> bool {
    // SAFETY: a pending exception is valid, and so is the frame that is executing.
    unsafe {
        let pending = exception::pending();
        !pending.is_null() && exception::is_cancellation(pending) && frame::is_in_its_own_code(current_frame())
    }
}

/// Whether a coroutine runs on this thread, whether it may wait or not [io chapter 1].
pub fn in_coroutine() -> bool {
    // SAFETY: where hooks are enabled this is a PHP thread, which alone uses its globals.
    enabled() && !unsafe { *(*globals()).in_scheduler_context } && !scheduler::current_object().is_null()
}

/// What a hook would answer to [`enter`] now.
#[inline]
pub fn hooks_wait() -> bool {
    let hooks = HOOK_STATE.get();
    // SAFETY: only this thread reaches its hook state, and where it has one it is a PHP thread, which alone uses its globals.
    unsafe {
        if hooks.is_null()
            || *(*globals()).in_scheduler_context
            || zone::active()
            || scheduler::current_object().is_null()
            || scheduler::must_block()
            || !held_locks::may_be_kept()
        {
            return false;
        }
        // What was cancelled, or is about to be, does not block either, whether others are alive or not.
        !scheduler::only_main_is_alive()
            || (*hooks).simulating
            || (*scheduler::current_object()).is_cancelled_later()
            || poisoned()
    }
}

/// Whether [`enter`] does more than to say that hooks wait, or an attempt is not the kernel's alone. Asked where [`hooks_wait`].
///
/// # Safety
/// Hooks wait.
#[inline]
pub unsafe fn hooks_have_tasks() -> bool {
    let hooks = entered_state();
    // SAFETY: only this thread reaches its hook state, which is there; a coroutine runs, so what it has not seen is valid.
    unsafe {
        (*hooks).simulating
            || attempt::under_way()
            || (*scheduler::unseen_cancellation(scheduler::current_object())).is_some()
            || PendingException::exists()
    }
}

/// Whether a coroutine runs that may be left here: the question of [`enter`] outside a hook.
#[inline]
pub fn may_suspend() -> bool {
    // SAFETY: hooks are enabled, so this is a PHP thread, which alone uses its globals.
    enabled()
        && !unwind::is_active()
        && !unsafe { *(*globals()).in_scheduler_context }
        && !zone::active()
        && !scheduler::current_object().is_null()
        // SAFETY: in a coroutine.
        && !unsafe { scheduler::must_block() }
}

/// Lets the others run once. A cancellation that arrives is raised; where no frame is executing the call goes on all the same, for its
/// C code would not learn that it has ended [io/CX-1].
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn yield_once() -> Outcome {
    // SAFETY: a hook has entered, as this function demands, so a coroutine runs that may be suspended.
    unsafe {
        if poisoned() {
            return Outcome::Cancelled;
        }
        match suspend_in_call(|| scheduler::yield_now()) {
            Ok(()) => Outcome::Ready,
            Err(cancellation) => {
                raise(cancellation);
                if engine::frame_active() || unwind::is_active() { Outcome::Cancelled } else { Outcome::Ready }
            }
        }
    }
}

/// As [`yield_once`], but a cancellation is returned instead of raised.
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn yield_uncancelled() -> Woken {
    // SAFETY: a hook has entered, as this function demands, so a coroutine runs that may be suspended.
    unsafe { suspend_in_call(|| scheduler::yield_now()) }
}

/// Raises a cancellation and remembers it until PHP has seen it [io/CX-1].
///
/// # Safety
/// In coroutine context.
pub unsafe fn raise(cancellation: OwnedObject) {
    // SAFETY: in coroutine context, as this function demands. The one that was noted before goes meanwhile, so the reference lies here
    // as a pointer.
    unsafe {
        let noted = cancellation.add_ref();
        let cancellation = cancellation.into_raw();
        note_unseen(noted);
        exception::throw(OwnedObject::from_raw(cancellation));
    }
}

/// What could not be interrupted is over: raises the first cancellation that arrived meanwhile.
///
/// # Safety
/// In coroutine context.
#[inline]
pub unsafe fn raise_held(mut held: FirstCancellation) {
    if let Some(cancellation) = held.take() {
        // SAFETY: in coroutine context, as this function demands.
        unsafe { raise(cancellation) }
    }
}

/// A cancellation is told to the C code that is executing.
unsafe fn note_unseen(cancellation: OwnedObject) {
    // SAFETY: in coroutine context, so a coroutine is current, which keeps the reference; what is given back is in its place no more.
    unsafe {
        let unseen_cancellation = scheduler::unseen_cancellation(scheduler::current_object());
        let hooks = HOOK_STATE.get();
        if !hooks.is_null() {
            (*hooks).refusals = 0;
        }
        cancellation_repair::delivered();
        drop((*unseen_cancellation).replace(cancellation));
    }
}

/// Whether a cancellation is pending in C code, or was delivered to that and dropped by it [io/CX-3], or a fatal error is unwinding all.
/// Where no function in C runs, the exception is on its way through PHP code: what is freed there speaks with its peers as ever.
#[inline]
pub unsafe fn poisoned() -> bool {
    // SAFETY: what is unseen by the running coroutine, and its innermost frame.
    unsafe {
        let coroutine = scheduler::current_object();
        if unwind::is_active() {
            return true;
        }
        if coroutine.is_null() {
            return false;
        }
        if (*scheduler::unseen_cancellation(coroutine)).is_none() {
            return PendingException::exists() && is_cancelled_below();
        }
        !exception::pending().is_null() && frame::is_in_its_own_code(current_frame())
            || cancellation_repair::is_under_way()
    }
}

/// What a poisoned call that asked not to wait fails with. `EAGAIN` leaves a PHP stream intact, where anything else would
/// set its end-of-file flag [io/CX-6]; told that for ever, loops of C code would spin, so it is only a few times.
/// Not inlined, so that calls that need not wait do not look up the address of the state.
#[inline(never)]
pub fn refusal_errno() -> c_int {
    const PATIENCE: u32 = 4;
    let hooks = HOOK_STATE.get();
    // SAFETY: only this thread reaches its hook state.
    unsafe {
        if hooks.is_null() || (*hooks).refusals >= PATIENCE {
            return libc::ECANCELED;
        }
        (*hooks).refusals += 1;
        libc::EAGAIN
    }
}

/// A deadline from a number of milliseconds; a negative one is never.
pub fn deadline_ms(timeout_ms: c_int) -> u64 {
    if timeout_ms < 0 { NEVER } else { now_ns() + timeout_ms as u64 * 1_000_000 }
}

/// A deadline from a relative time; one that is too far is the last there is, and not none: it is waited for.
pub fn deadline_after(time: &libc::timespec) -> u64 {
    let seconds = (time.tv_sec.max(0) as u64).saturating_mul(1_000_000_000);
    now_ns().saturating_add(seconds).saturating_add(time.tv_nsec.max(0) as u64).min(NEVER - 1)
}

/// Parks until something marks the frame. The caller has armed what can, and disarms it.
pub unsafe fn park_frame(frame: *mut Frame, deadline: u64) -> Outcome {
    // SAFETY: the frame stays on this stack until the timer is stopped.
    unsafe {
        if (*frame).wait.is_null() {
            (*frame).wait = &raw const (*frame).untold;
        }
        if deadline != NEVER {
            start_node(&raw mut (*frame).timer, deadline);
        }
        let hooks = entered_state();
        let mut held = FirstCancellation::NONE;
        let cancelled = loop {
            let spurious =
                ptr::replace(&raw mut (*hooks).wake_at_once, false) || (*hooks).simulating && sim::wakes_for_nothing();
            match suspend_in_call(|| match spurious {
                true => scheduler::yield_now(),
                false => Wait::park_here((*frame).wait, (*frame).coroutine),
            }) {
                Ok(()) => break false,
                // Without an executing frame no code could see the exception: this wait goes on to its end.
                Err(cancellation) if !engine::frame_active() => {
                    drop(held.keep(cancellation));
                    if spurious || (*frame).ready || (*frame).timeout || (*frame).signal || (*frame).closed_fd >= 0 {
                        break false;
                    }
                }
                Err(cancellation) => match (*frame).put_off(cancellation) {
                    Ok(()) => break false,
                    Err(cancellation) => {
                        drop(held.keep(cancellation));
                        break true;
                    }
                },
            }
        };
        (*hooks).slice_start_ns = 0;
        (*hooks).idle_looks = 0;
        stop_node(&raw mut (*frame).timer);
        raise_held(held);
        match () {
            _ if cancelled => Outcome::Cancelled,
            _ if (*frame).closed_fd >= 0 => Outcome::Closed,
            _ if (*frame).timeout && !(*frame).ready && !(*frame).signal => Outcome::Timeout,
            _ => Outcome::Ready,
        }
    }
}

/// Waits for one descriptor as the consumer that will take what comes.
///
/// # Safety
/// After [`enter`] returned true, in the same hook.
pub unsafe fn wait_one(fd: c_int, events: u32, deadline: u64) -> Outcome {
    // SAFETY: the hook has entered, as this function demands.
    unsafe { wait_report(fd, events, deadline, WaiterKind::Consumer, &mut 0) }
}

/// A wait that ends at once: others run, and a close of the descriptor meanwhile is reported. errno stays. For simulation.
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn wait_spuriously(fd: c_int, events: u32, kind: WaiterKind) -> Outcome {
    // SAFETY: the hook has entered, as this function demands, so there is a hook state, which only this thread reaches.
    unsafe {
        let errno = errno();
        (*entered_state()).wake_at_once = true;
        let outcome = wait_report(fd, events, NEVER, kind, &mut 0);
        (*entered_state()).wake_at_once = false;
        set_errno(errno);
        outcome
    }
}

/// As [`wait_one`]; `revents` gets what the kernel reported, or 0 where the caller must ask again.
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn wait_report(fd: c_int, events: u32, deadline: u64, kind: WaiterKind, revents: &mut u32) -> Outcome {
    // SAFETY: slot and frame stay here until the waiter is detached.
    unsafe {
        *revents = 0;
        if poisoned() {
            // The cancellation may have come where a call gave way, with no descriptor in hand.
            suspend::on_cancelled(fd);
            return Outcome::Cancelled;
        }
        if hidden::must_leave() {
            return Outcome::Closed;
        }
        if closes::must_abort() {
            return abort_outcome(fd);
        }
        let mut frame = Frame::new();
        let mut slot =
            WaitSlot { waiter: Waiter::new(fd, events, kind, on_ready), frame: &raw mut frame, revents: 0, input: 0 };
        let slot = &raw mut slot;
        match watch::attach(slot.cast()) {
            Ok(()) => (),
            Err(watch::CLOSING) => return Outcome::Closed,
            Err(_) => return Outcome::Unwatchable,
        }
        let outcome = park_frame(&raw mut frame, deadline);
        watch::detach(slot.cast());
        if outcome == Outcome::Cancelled {
            suspend::on_cancelled(fd);
        }
        if outcome == Outcome::Ready && (*slot).input == watch::input_count(fd) {
            *revents = (*slot).revents & (events | watch::ERR | watch::HUP);
        }
        outcome
    }
}

/// How a wait for a descriptor ends that must not begin: the library finds the connection at its end. What is no
/// connection fails, and so do waits of libraries that end their connections themselves: the transfers of curl may go on elsewhere.
#[cold]
pub fn abort_outcome(fd: c_int) -> Outcome {
    // SAFETY: the frame that is executing.
    if unsafe { is_tidy(engine::current_frame()) } {
        return Outcome::Closed;
    }
    if shut_down(fd) { Outcome::Ready } else { Outcome::Closed }
}

/// Sleeps until the deadline.
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn sleep_until(deadline: u64) -> Outcome {
    // SAFETY: the hook has entered, as this function demands. Without descriptors only the deadline or a cancellation ends
    // the wait.
    unsafe {
        if poisoned() {
            return Outcome::Cancelled;
        }
        loop {
            if closes::must_abort() {
                return Outcome::Closed;
            }
            let mut frame = Frame::new();
            match park_frame(&raw mut frame, deadline) {
                Outcome::Ready if now_ns() < deadline => (),
                Outcome::Ready => return Outcome::Timeout,
                outcome => return outcome,
            }
        }
    }
}

/// As [`sleep_until`], whatever is pending or arrives: the first cancellation that arrives is kept. For what must be
/// finished before C code may go on.
///
/// # Safety
/// As [`wait_one`].
pub unsafe fn sleep_uncancelled(deadline: u64, held: &mut FirstCancellation) {
    // SAFETY: the frame stays here until the timer has fired.
    unsafe {
        let mut frame = Frame::new();
        let frame = &raw mut frame;
        (*frame).wait = &raw const (*frame).untold;
        start_node(&raw mut (*frame).timer, deadline);
        // Written by the reactor while this coroutine is away.
        while !ptr::read_volatile(&raw const (*frame).timeout) {
            if let Err(cancellation) = suspend_in_call(|| Wait::park((*frame).wait)) {
                drop(held.keep(cancellation));
            }
        }
    }
}
