//! Waiting until the C code of others is not in the middle of something any more (`calls/in_use.rs`).

use super::gate::Entry;
use crate::boundary::calls::{Key, in_use};
use crate::boundary::wait;
use crate::boundary::wait::suspend::suspend_before_call_for;
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{CoroutineObject, FirstCancellation};

/// A coroutine that waits; lies on its stack.
#[repr(C)]
struct Waiting {
    waiter: Waiter,
    what: &'static str,
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the run loop asks about the wait of a coroutine that stands in line: the start of its `Waiting`.
    unsafe { each(Awaited::Text(&format!("Gate({})", (*wait.cast::<Waiting>()).what))) }
}

/// Waits until no other coroutine is in the middle. `Entered` needs no leaving. A newcomer lets those go first that wait
/// already; a coroutine that has waited before goes before them. With `held` the wait is not cancellable: the first
/// cancellation is left there.
///
/// # Safety
/// In coroutine context, with hooks enabled.
#[inline]
pub unsafe fn wait_until_idle(
    key: Key,
    what: &'static str,
    newcomer: bool,
    held: Option<&mut FirstCancellation>,
) -> Entry {
    // SAFETY: in coroutine context with hooks enabled, as this function demands.
    unsafe {
        if in_use::any() && in_use::is_taken(key, newcomer) {
            wait_in_line(key, what, newcomer, held)
        } else {
            Entry::Entered
        }
    }
}

#[cold]
unsafe fn wait_in_line(
    key: Key,
    what: &'static str,
    newcomer: bool,
    mut held: Option<&mut FirstCancellation>,
) -> Entry {
    // SAFETY: `waiting` stays here until it has left the line, which exists as long as any coroutine stands in it.
    unsafe {
        if !wait::may_suspend() {
            return Entry::Passed;
        }
        if held.is_none() && wait::poisoned() {
            return Entry::Cancelled;
        }
        let queue = in_use::line(key);
        if queue.is_null() {
            return Entry::Entered;
        }
        let mut waiting = Waiting { waiter: Waiter::describing(visit), what };
        let waiting = &raw mut waiting;
        // Others wait behind the oldest.
        let mut last = newcomer;
        loop {
            let woken = suspend_before_call_for(key, || {
                let waiter = &raw mut (*waiting).waiter;
                match core::mem::replace(&mut last, false) {
                    true => WaitQueue::park(queue, waiter).woken,
                    false => WaitQueue::park_again(queue, waiter).woken,
                }
            });
            let cancelled = match (woken, held.as_deref_mut()) {
                (Ok(()), _) => false,
                (Err(cancellation), Some(held)) => {
                    drop(held.keep(cancellation));
                    false
                }
                (Err(cancellation), None) => {
                    wait::raise(cancellation);
                    true
                }
            };
            if cancelled || !in_use::is_taken(key, false) {
                in_use::leave_line(key);
                return if cancelled { Entry::Cancelled } else { Entry::Entered };
            }
        }
    }
}
