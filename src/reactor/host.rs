//! Which reactor runs the event loop: ours, or one that another extension has registered in its place [abi/ABI-169].
//!
//! ```text
//!   ours is registered:      turn -> execute()
//!   another's is registered: turn -> arm: a poll event on our epoll instance, a timer for our earliest deadline
//!                                    the other's execute(), which waits for its own events and for these two
//!                                    our execute(), without waiting
//! ```
//!
//! Our deadlines, watches and jobs do not go through the slots, for which they would be too slow. With another's reactor they are
//! its guests: two events that its own factories have made keep it waiting as long as they need, and wake it.

use super::{Reactor, current, event_loop};
use crate::abi::{Event, EventFlags, PollEvent, PollEvents, slots};
use crate::engine::per_thread::per_thread;
use crate::scheduler::event_loop::EventLoop;
use crate::sim::{self, Time};
use core::ffi::c_int;
use core::ptr;

/// What wakes another extension's reactor for us.
struct Guest {
    /// On our epoll instance; null before the first wait.
    poll: *mut PollEvent,
    /// The epoll instance of `poll`; a child of a fork has a new one.
    epoll: c_int,
    started: bool,
    /// For our earliest deadline, while the other waits; else null.
    timer: *mut Event,
}

per_thread!(
    fn guest() -> *mut Guest = Guest { poll: ptr::null_mut(), epoll: -1, started: false, timer: ptr::null_mut() }
);

/// For the scheduler.
pub(super) static EVENT_LOOP: EventLoop = EventLoop { startup, turn, shutdown, lone: event_loop::lone, can_happen };

/// Whether the event loop is ours. Modules register at their start, one after the other.
fn is_ours() -> bool {
    // SAFETY: slots are written at module start, on one thread.
    let execute = unsafe { slots::zend_async_reactor_execute_fn };
    execute.is_none_or(|execute| execute as *const () == event_loop::execute as *const ())
}

/// Starts the event loop of this thread, and ours if that is another one. False with an exception.
///
/// # Safety
/// On the PHP thread, with a request.
pub unsafe fn startup() -> bool {
    // SAFETY: on the PHP thread, as this function demands; every registered reactor fills this slot.
    unsafe { (is_ours() || slots::reactor_startup()) && event_loop::startup() }
}

/// Of another's reactor only its active events are known.
unsafe fn can_happen() -> bool {
    // SAFETY: this asks the reactor of this thread, on that thread.
    !is_ours() || unsafe { event_loop::can_happen() }
}

unsafe fn turn(no_wait: bool) {
    // SAFETY: the scheduler calls this on the PHP thread, in its context, when the loop has been started.
    unsafe {
        if is_ours() {
            event_loop::execute(no_wait);
            return;
        }
        let reactor = current();
        if !(*reactor).started || (*reactor).forked && !event_loop::after_fork() {
            return;
        }
        // The other's clock is the real one: in virtual time it is looked at between our turns.
        if sim::time() != Time::Real {
            slots::reactor_execute(true);
            event_loop::execute(no_wait);
            return;
        }
        let timeout = if no_wait { Some(0) } else { event_loop::wait_limit(reactor) };
        if timeout == Some(0) {
            slots::reactor_execute(true);
        } else {
            if arm(reactor, timeout) {
                slots::reactor_execute(false);
            }
            disarm();
        }
        event_loop::execute(true);
    }
}

unsafe fn shutdown() {
    // SAFETY: on the PHP thread, outside a turn or after a bailout that has left one.
    unsafe {
        if !is_ours() {
            disarm();
            forget_poll();
            slots::reactor_shutdown();
        }
        event_loop::shutdown();
    }
}

/// Has the other reactor wait for our descriptors, and no longer than `timeout` nanoseconds. False with an exception.
unsafe fn arm(reactor: *mut Reactor, timeout: Option<u64>) -> bool {
    // SAFETY: only this thread reaches its guest. The factories return an event with one reference, which is ours, or null.
    unsafe {
        let guest = guest();
        if event_loop::looks_at_descriptors(reactor) {
            if (*guest).epoll != (*reactor).epoll {
                forget_poll();
                (*guest).poll = slots::new_poll((*reactor).epoll, 0, PollEvents::READABLE, 0);
                (*guest).epoll = (*reactor).epoll;
            }
            if (*guest).poll.is_null() {
                (*guest).epoll = -1;
                return false;
            }
            let event = &raw mut (*(*guest).poll).base;
            (*guest).started = (*event).start.is_some_and(|start| start(event));
            if !(*guest).started {
                return false;
            }
        }
        let Some(timeout) = timeout else { return true };
        let timer = slots::new_timer(timeout.div_ceil(1_000_000), 0, false, 0);
        if timer.is_null() {
            return false;
        }
        let event = &raw mut (*timer).base;
        (*guest).timer = event;
        if (*reactor).timers.visible() == 0 {
            (*event).flags.insert(EventFlags::HIDDEN);
        }
        (*event).start.is_some_and(|start| start(event))
    }
}

/// The other reactor has waited.
unsafe fn disarm() {
    // SAFETY: only this thread reaches its guest, which holds its events.
    unsafe {
        let guest = guest();
        if core::mem::replace(&mut (*guest).started, false) {
            let event = &raw mut (*(*guest).poll).base;
            if let Some(stop) = (*event).stop {
                stop(event);
            }
        }
        dispose(core::mem::replace(&mut (*guest).timer, ptr::null_mut()));
    }
}

/// The epoll instance is another one, or is closed.
unsafe fn forget_poll() {
    // SAFETY: only this thread reaches its guest, which holds its events.
    unsafe {
        let guest = guest();
        (*guest).epoll = -1;
        dispose(core::mem::replace(&mut (*guest).poll, ptr::null_mut()).cast());
    }
}

/// Gives our reference back; a started event is stopped by that.
unsafe fn dispose(event: *mut Event) {
    // SAFETY: null, or an event of the other reactor of which we hold a reference.
    unsafe {
        if event.is_null() {
            return;
        }
        if let Some(dispose) = (*event).dispose {
            dispose(event);
        }
    }
}
