//! What runs next, when a seed decides.
//!
//! The run queue stays the ring it is. Before every few switches the tick draws as many coroutines to its front, then
//! they are taken as ever: the hot path knows nothing of this.

use super::queue::Ring;
use super::run_loop::MAX_BATCH;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::sim::{Decision, below, once_in, seeded};

/// Draws those that run until the next tick to the front; returns how many they are. High-priority coroutines stay first.
pub(super) unsafe fn draw(queue: &mut Ring<CoroutineObject>) -> u32 {
    const LONGEST: usize = 6;
    if !seeded() {
        return MAX_BATCH;
    }
    let batch = if once_in(Decision::Pick, 2) { 1 } else { 1 + below(Decision::Pick, LONGEST) };
    let mut first = 0;
    // SAFETY: queued coroutines are alive.
    while first < queue.len() && unsafe { (*queue.peek(first)).flags.contains(CoroutineFlags::HIGH_PRIORITY) } {
        first += 1;
    }
    for place in first..queue.len().min(first + batch) {
        queue.swap(place, place + below(Decision::Pick, queue.len() - place));
    }
    batch as u32
}
