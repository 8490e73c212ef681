//! The health check: every interval a coroutine of its own looks at what is idle [primitives/PO-28 to PO-30].
//!
//! The timer is hidden: it keeps nothing alive. It only starts the coroutine, in the main scope, because hooks run PHP code;
//! while that one is busy, the beat passes.

use super::hooks::{self, Check};
use super::{ResourcePool, acquire, hold, release_reference, wake_next};
use crate::abi::*;
use crate::engine::exception;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::reactor::{self, TimerNode};
use crate::scheduler::{current_object, spawn};
use core::mem::offset_of;
use core::ptr;

const NS_PER_MS: u64 = 1_000_000;

/// The timer of a new pool.
///
/// # Safety
/// Called once.
pub(super) unsafe fn prepare(this: *mut ResourcePool) {
    // SAFETY: the memory of a new pool, which nothing else knows; the node is written whole.
    unsafe {
        (&raw mut (*this).timer).write(TimerNode::new(beat));
        (*this).timer.hidden = true;
    }
}

/// Starts the timer if there is a hook and an interval. False with an exception.
///
/// # Safety
/// A prepared pool.
pub(super) unsafe fn start(this: *mut ResourcePool, interval_ms: u32) -> bool {
    // SAFETY: the pool stays where it is, and its node with it, which `stop` takes out before the pool is freed; prepared,
    // it is in no heap.
    unsafe {
        if interval_ms == 0 || !(*this).has(Check::Health) {
            return true;
        }
        if !reactor::startup() {
            return false;
        }
        (*this).interval_ns = u64::from(interval_ms) * NS_PER_MS;
        let deadline = reactor::now_ns().saturating_add((*this).interval_ns);
        reactor::timer::start_node(&raw mut (*this).timer, deadline);
        true
    }
}

/// Stops the timer. A check that is under way ends with the resource it is at.
///
/// # Safety
/// A prepared pool.
pub(super) unsafe fn stop(this: *mut ResourcePool) {
    // SAFETY: a prepared pool, as this function demands, has the node in it, which may be stopped also when it is not
    // armed.
    unsafe {
        (*this).unchecked = 0;
        reactor::timer::stop_node(&raw mut (*this).timer);
    }
}

/// The interval is over.
unsafe fn beat(node: *mut TimerNode) {
    // SAFETY: the node of an open pool. The coroutine holds the pool until it is disposed.
    unsafe {
        let this = node.byte_sub(offset_of!(ResourcePool, timer)).cast::<ResourcePool>();
        // Keeps the beat, unless it was missed altogether.
        let (next, now) = ((*node).deadline_ns.saturating_add((*this).interval_ns), reactor::now_ns());
        let next = if next > now { next } else { now.saturating_add((*this).interval_ns) };
        reactor::timer::start_node(node, next);
        if (*this).checking || (*this).idle_count() == 0 {
            return;
        }
        let scope = (*globals()).main_scope;
        let checker = spawn::spawn_internal(scope, 0, run, this.cast(), Some(ended));
        if checker.is_null() {
            // The main scope takes no coroutines any more: everything ends.
            drop(exception::take());
            return;
        }
        (*this).checking = true;
        hold(this);
    }
}

unsafe extern "C" fn ended(checker: *mut Coroutine) {
    // SAFETY: called once per coroutine, also when it never ran.
    unsafe {
        let this = ptr::replace(&raw mut (*checker).extended_data, ptr::null_mut()).cast::<ResourcePool>();
        (*this).checking = false;
        release_reference(this);
    }
}

/// Body of the coroutine.
unsafe extern "C" fn run() {
    // SAFETY: the coroutine holds the pool until `ended`, so it is alive whatever the hooks do to it.
    unsafe {
        let this = (*current_object()).base.extended_data.cast::<ResourcePool>();
        (*this).unchecked = (*this).idle_count();
        // Hooks may suspend: the reference lies here as a pointer.
        let mut error: *mut Object = ptr::null_mut();
        while (*this).unchecked > 0 && error.is_null() && !(*this).is_closed() && (*this).places() > 0 {
            error = look_at_oldest(this).into_nullable();
        }
        (*this).unchecked = 0;
        wake_next(this);
        // What ended it early is dropped [primitives/PO-30].
        hooks::throw(hooks::keep(OwnedObject::from_nullable(error)));
    }
}

/// One resource that is not promised [primitives/PO-29]. What ends the whole check, if anything does.
unsafe fn look_at_oldest(this: *mut ResourcePool) -> Option<OwnedObject> {
    // SAFETY: the coroutine that calls holds the pool; what is taken out of it is our own until it is idle again or
    // destroyed.
    unsafe {
        let mut resource = (*this).take_idle()?;
        (*this).active += 1;
        let answer = hooks::ask(this, Check::Health, &raw mut resource);
        (*this).deactivate();
        if answer.accepted && !(*this).is_closed() {
            (*this).idle.push(resource);
            return None;
        }
        // PHP code may run: the reference lies here as a pointer.
        let kept = answer.kept.into_nullable();
        let error = hooks::join(hooks::destroy(this, resource), OwnedObject::from_nullable(kept));
        if error.is_none() && (*this).lacks_one() && !acquire::add_idle(this) { exception::take() } else { error }
    }
}

impl ResourcePool {
    /// Whether a resource that was destroyed is to be replaced. A place that a waiter was promised is not used for that: it
    /// makes its own.
    fn lacks_one(&self) -> bool {
        let present = u64::from(self.idle_count()) + u64::from(self.active);
        let few = present < u64::from(self.base.min_size);
        few && !self.is_closed() && self.places() > 0 && self.may_grow()
    }
}
