//! `delay()`: a timer node on the stack of the coroutine that sleeps.

use crate::abi::Coroutine;
use crate::reactor::{self, TimerNode};
use crate::scheduler::{self, resume};
use core::mem::offset_of;

/// A timer that wakes one parked coroutine.
#[repr(C)]
struct Sleep {
    node: TimerNode,
    coroutine: *mut Coroutine,
}

/// Parks the current coroutine for at least `ms` milliseconds, by a fresh clock [core/DL-2].
///
/// # Safety
/// As [`resume::park`].
pub unsafe fn sleep(ms: u64) -> resume::Woken {
    unsafe fn fire(node: *mut TimerNode) {
        // SAFETY: the node is the start of a `Sleep` on the stack of the parked coroutine.
        unsafe {
            let sleep = node.byte_sub(offset_of!(Sleep, node)).cast::<Sleep>();
            scheduler::wake((*sleep).coroutine);
        }
    }
    // SAFETY: the node is disarmed before the frame ends, also after a cancellation.
    unsafe {
        let mut sleep = Sleep { node: TimerNode::new(fire), coroutine: scheduler::current() };
        let deadline = reactor::now_ns().saturating_add(ms.saturating_mul(1_000_000));
        reactor::timer::start_node(&raw mut sleep.node, deadline);
        let woken = scheduler::park();
        if sleep.node.is_armed() {
            reactor::timer::stop_node(&raw mut sleep.node);
        }
        woken
    }
}
