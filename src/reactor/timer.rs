//! Timers: nodes of `deadlines/` and the ABI's timer event on top of them [abi/ABI-149].
//!
//! A one-shot event is closed before its subscribers are told [abi/ABI-79]. A multishot one is stopped instead and may be
//! armed again.
//!
//! Every timer counts from the real clock, with and without `REFRESH_CLOCK`: that of the last turn stands still while code
//! computes, or blocks in a call that is none of ours, and a wait would be shorter by all of that. Asking costs 25 ns.

use super::deadlines::TimerNode;
use super::{NEVER, count_down, count_up, current, event_loop, free_event, life, new_event, now_ns};
use crate::abi::{self, Event, EventFlags, ZString};
use crate::engine;
use crate::scheduler::callbacks;
use core::mem::offset_of;
use core::ptr;

const NS_PER_MS: u64 = 1_000_000;

/// Arms a deadline; the node must not be armed.
///
/// # Safety
/// The node stays where it is until it fires or [`stop_node`] was called.
#[inline]
pub unsafe fn start_node(node: *mut TimerNode, deadline_ns: u64) {
    // SAFETY: the node is alive, not armed, and stays where it is, as this function demands; the deadlines are borrowed
    // for one call.
    unsafe {
        (*node).deadline_ns = deadline_ns;
        (*current()).timers.insert(node);
        if !(*node).hidden {
            count_up();
        }
    }
}

/// Takes a deadline back; does nothing when the node is not armed.
///
/// # Safety
/// The node is valid.
#[inline]
pub unsafe fn stop_node(node: *mut TimerNode) {
    // SAFETY: the node is alive, as this function demands, and an armed one is a deadline of this thread, the only one
    // that arms it.
    unsafe {
        if (*node).is_armed() {
            (*current()).timers.remove(node);
            if !(*node).hidden {
                count_down();
            }
        }
    }
}

/// A hidden deadline is an active event from now on; does nothing when the node is not armed.
///
/// # Safety
/// The node is valid.
pub unsafe fn show_node(node: *mut TimerNode) {
    // SAFETY: the node is alive, as this function demands, and an armed one is a deadline of this thread.
    unsafe {
        if (*node).is_armed() && (*node).hidden {
            (*current()).timers.show(node);
            count_up();
        }
    }
}

#[repr(C)]
struct Timer {
    event: abi::TimerEvent,
    node: TimerNode,
    /// Counts where the event has no room for the number of milliseconds, and has its largest instead.
    long_timeout_ms: u64,
}

/// Milliseconds, or nanoseconds rounded up where there are none.
unsafe fn set_timeout(timer: *mut Timer, timeout_ms: u64, nanoseconds: u64) {
    let ms = if timeout_ms == 0 { nanoseconds.div_ceil(NS_PER_MS) } else { timeout_ms };
    // SAFETY: both callers pass a living timer.
    unsafe {
        (*timer).long_timeout_ms = ms;
        (*timer).event.timeout = u32::try_from(ms).unwrap_or(u32::MAX);
    }
}

/// A timer event [abi/ABI-149]; it counts from its first start.
pub(super) unsafe extern "C" fn new(
    timeout_ms: u64,
    nanoseconds: u64,
    is_periodic: bool,
    extra: usize,
) -> *mut abi::TimerEvent {
    // SAFETY: fresh memory; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let timer = new_event::<Timer>(extra);
        set_timeout(timer, timeout_ms, nanoseconds);
        (*timer).event.is_periodic = is_periodic;
        (*timer).event.base.start = Some(start);
        (*timer).event.base.stop = Some(stop);
        (*timer).event.base.dispose = Some(dispose);
        (*timer).event.base.info = Some(info);
        ptr::write(&raw mut (*timer).node, TimerNode::new(fire));
        timer.cast()
    }
}

unsafe fn arm(timer: *mut Timer) {
    // SAFETY: both callers pass a living timer whose node is not armed; the node is part of it, and `stop` and `dispose`
    // take it back.
    unsafe {
        let base = &raw mut (*timer).event.base;
        (*timer).node.hidden = (*base).flags.contains(EventFlags::HIDDEN);
        start_node(&raw mut (*timer).node, after(now_ns(), &*timer));
    }
}

/// When it fires, counted from `begin`. A period of nothing would fire without end.
fn after(begin: u64, timer: &Timer) -> u64 {
    let ms = match timer.event.timeout {
        u32::MAX => timer.long_timeout_ms.max(u64::from(u32::MAX)),
        0 if timer.event.is_periodic => 1,
        ms => u64::from(ms),
    };
    begin.saturating_add(ms.saturating_mul(NS_PER_MS)).min(NEVER - 1)
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::first_start(event) {
            arm(event.cast());
            (*event).loop_ref_count = 1;
        }
    }
    true
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`. The node counts itself, hidden or not.
    unsafe {
        if life::last_stop(event) {
            stop_node(&raw mut (*event.cast::<Timer>()).node);
        }
    }
    true
}

unsafe fn fire(node: *mut TimerNode) {
    // SAFETY: the node of a `Timer`; a subscriber may dispose the event, which a reference survives [abi/ABI-93].
    unsafe {
        let timer = node.byte_sub(offset_of!(Timer, node)).cast::<Timer>();
        let event = &raw mut (*timer).event.base;
        if (*timer).event.is_periodic {
            // Keeps the beat, unless it was missed altogether.
            let next = after((*node).deadline_ns, &*timer);
            let now = (*current()).now_ns;
            start_node(node, if next > now { next } else { after(now, &*timer) });
        } else {
            (*event).loop_ref_count = 1;
            stop(event);
            if !(*event).flags.contains(EventFlags::TIMER_MULTISHOT) {
                (*event).flags |= EventFlags::CLOSED;
            }
        }
        callbacks::notify(event, ptr::null_mut(), ptr::null_mut());
    }
}

/// Starts a multishot timer again with a new delay; it keeps its subscribers.
pub(super) unsafe extern "C" fn rearm(event: *mut abi::TimerEvent, timeout_ms: u64, nanoseconds: u64) -> bool {
    // SAFETY: null, or a timer, which is looked at further if it was made by `new`.
    unsafe {
        let timer = event.cast::<Timer>();
        let base = event.cast::<Event>();
        if base.is_null() || !life::has_any_of(base, start, stop, dispose) {
            return false;
        }
        if (*base).flags.contains(EventFlags::CLOSED) || !(*base).flags.contains(EventFlags::TIMER_MULTISHOT) {
            return false;
        }
        set_timeout(timer, timeout_ms, nanoseconds);
        stop_node(&raw mut (*timer).node);
        arm(timer);
        if (*base).loop_ref_count == 0 {
            (*base).loop_ref_count = 1;
        }
        true
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_reference(event) {
            stop_node(&raw mut (*event.cast::<Timer>()).node);
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`.
    unsafe {
        let timer = event.cast::<abi::TimerEvent>();
        let kind = if (*timer).is_periodic { "periodic" } else { "once" };
        engine::string::new(&format!("Timer(timeout={}ms, {kind})", (*timer).timeout))
    }
}
