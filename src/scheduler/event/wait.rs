//! What a parked coroutine waits for, told to whoever asks: the deadlock report, `getAwaitingInfo()`, and the check of
//! single-flight class loading whether a wait would close a cycle.
//!
//! A coroutine has one pointer to the `Wait` that it is in. Whoever parks it with more to say than one event puts a
//! `Wait` at the start of a structure of its own and visits what that structure waits for.

use super::waker;
use crate::abi::{Event, WakerTrigger};
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::current_object;
use crate::scheduler::run::resume::{self, Woken};
use core::ptr;

/// One of the things that a coroutine waits for.
pub enum Awaited<'a> {
    /// Described by its `info`.
    Event(*mut Event),
    Text(&'a str),
}

/// Calls its last argument for everything that the wait is for, and changes nothing.
pub type Visit = unsafe fn(wait: *const Wait, waiter: *mut CoroutineObject, each: &mut dyn FnMut(Awaited));

/// The start of a structure that describes a wait. Outlives the wait.
#[repr(C)]
pub struct Wait {
    visit: Visit,
}

impl Wait {
    pub const fn new(visit: Visit) -> Wait {
        Wait { visit }
    }

    /// Parks the current coroutine in this wait until it is woken or cancelled.
    ///
    /// # Safety
    /// As [`resume::park`].
    #[inline(never)]
    pub unsafe fn park(this: *const Wait) -> Woken {
        // SAFETY: forwarded.
        unsafe { Wait::park_here(this, current_object()) }
    }

    /// As [`park`](Self::park), as part of its caller: see [`resume::park_here`].
    ///
    /// # Safety
    /// As [`resume::park_here`].
    #[inline(always)]
    pub unsafe fn park_here(this: *const Wait, coroutine: *mut CoroutineObject) -> Woken {
        // SAFETY: forwarded.
        unsafe {
            (*coroutine).wait = this;
            let woken = resume::park_here(coroutine);
            (*coroutine).wait = ptr::null();
            woken
        }
    }
}

/// A wait for one event.
#[repr(C)]
pub struct EventWait {
    wait: Wait,
    event: *mut Event,
}

impl EventWait {
    /// The event is held by the waiter.
    pub fn new(event: *mut Event) -> EventWait {
        EventWait { wait: Wait::new(EventWait::visit), event }
    }

    unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
        // SAFETY: the wait is the start of the structure.
        unsafe { each(Awaited::Event((*wait.cast::<EventWait>()).event)) }
    }

    /// As [`Wait::park`].
    ///
    /// # Safety
    /// As [`resume::park`].
    #[inline]
    pub unsafe fn park(&self) -> Woken {
        // SAFETY: forwarded.
        unsafe { Wait::park(&raw const self.wait) }
    }
}

/// The wait of C code, and of whatever else subscribes through the waker's table of triggers.
pub(in crate::scheduler) static WAKER: Wait = Wait::new(visit_waker);

unsafe fn visit_waker(_: *const Wait, waiter: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the waker of a live coroutine; triggers hold their events.
    unsafe {
        waker::each_trigger((*waiter).base.waker, |trigger: *mut WakerTrigger| {
            each(Awaited::Event((*trigger).event));
            true
        });
    }
}

/// Calls `each` for everything that a coroutine waits for.
///
/// # Safety
/// Valid coroutine. `each` changes nothing.
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
    // SAFETY: forwarded.
    unsafe { ((*wait).visit)(wait, waiter, each) }
}
