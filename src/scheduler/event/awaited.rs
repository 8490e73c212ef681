//! Asking what a coroutine waits for.

use super::reference;
use super::trigger::each_trigger;
use crate::abi::{Coroutine, Event, WakerTrigger};
use crate::engine::hash;
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::coroutine::wait::{Awaited, Wait};

/// The wait of C code, and of whatever else subscribes through the waker's table of triggers.
static WAKER: Wait = Wait::new(visit_waker);

unsafe fn visit_waker(_: *const Wait, waiter: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the waker of a live coroutine; triggers hold their events.
    unsafe {
        each_trigger((*waiter).base.waker, |trigger: *mut WakerTrigger| {
            each(Awaited::Event((*trigger).event));
            true
        });
    }
}

/// Calls `each` for everything that a coroutine waits for.
///
/// # Safety
/// `coroutine` is alive. `each` changes nothing.
pub unsafe fn visit(coroutine: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait lives as long as the coroutine is in it.
    unsafe {
        let wait = (*coroutine).wait;
        // Without a wait of its own, C code may have subscribed it to something already.
        let wait = if wait.is_null() { &raw const WAKER } else { wait };
        ((*wait).visit)(wait, coroutine, each);
    }
}

/// As [`visit`], of a wait that another one contains.
///
/// # Safety
/// As [`visit`]; the wait is alive.
pub unsafe fn visit_inner(wait: *const Wait, waiter: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the caller keeps the inner wait alive; its own `visit` knows what structure it is the start of.
    unsafe { ((*wait).visit)(wait, waiter, each) }
}

/// Whether a coroutine waits for an event, or the event is among those that fired [abi/ABI-103]. Waits that keep their own account,
/// and do not stand in the waker's tables, are asked as well.
///
/// # Safety
/// `coroutine` is alive; `event` is compared only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_waker_is_event_exists(coroutine: *mut Coroutine, event: *mut Event) -> bool {
    // SAFETY: the tables are null or valid; asking a wait runs nothing.
    unsafe {
        let waker = (*coroutine).waker;
        if waker.is_null() {
            return false;
        }
        let index = reference::index_of(event);
        let fired = (*waker).triggered_events;
        let mut found = !hash::find_index(&raw mut (*waker).events, index).is_null()
            || !fired.is_null() && !hash::find_index(fired, index).is_null();
        if !found {
            visit(coroutine.cast(), &mut |awaited| found |= matches!(awaited, Awaited::Event(of) if of == event));
        }
        found
    }
}
