//! What a parked coroutine waits for, for those that ask: the deadlock report, `getAwaitingInfo()`, and the check of
//! single-flight class loading whether a wait would close a cycle.
//!
//! A coroutine has one pointer to the `Wait` that it is in. Code that parks it with more to say than one event puts a
//! `Wait` at the start of a structure of its own and visits what that structure waits for.

use super::object::CoroutineObject;
use crate::abi::Event;

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
    pub(in crate::scheduler) visit: Visit,
}

impl Wait {
    pub const fn new(visit: Visit) -> Wait {
        Wait { visit }
    }

    /// A wait of which there is nothing to say.
    pub const fn untold() -> Wait {
        Wait::new(|_, _, _| {})
    }
}

/// A wait for one event.
#[repr(C)]
pub struct EventWait {
    pub(in crate::scheduler) wait: Wait,
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
}
