//! Work of many items, of which one that suspends must not hold up the others: destructors.
//!
//! A worker carries out item after item. As long as it does, a microtask waits in the queue; when an item suspends, that
//! microtask runs before anybody else does and puts another worker at the front, which goes on with the next item:
//!
//! ```text
//!   worker 1:  item 1, item 2 suspends ........................ item 2 ends, worker 1 ends
//!                       microtask -> worker 2 (front): item 3, item 4 ... nothing left, worker 2 ends
//! ```
//!
//! So all items start before any coroutine that was queued runs. What they throw is chained and thrown once, by the
//! last worker.

use super::coroutine::{CoroutineObject, state};
use super::{current_object, microtask, resume, spawn};
use crate::abi::flags::COROUTINE_PRIORITY_HIGH;
use crate::abi::*;
use crate::engine::exception;
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// Carries out one item; false when there was none left.
pub type Step = unsafe fn(*mut c_void) -> bool;

#[repr(C)]
pub struct Relay {
    step: Step,
    data: *mut c_void,
    /// After the first exception no further item is begun.
    stop_at_failure: bool,
    /// Who works on it; the one who waits in [`run`] is one of them.
    workers: usize,
    waiter: *mut CoroutineObject,
    /// What items threw, owned.
    failure: *mut Object,
    stopped: bool,
}

/// The microtask that goes on when an item suspends.
#[repr(C)]
struct Continue {
    task: Microtask,
    relay: *mut Relay,
}

unsafe fn new(step: Step, data: *mut c_void, stop_at_failure: bool) -> *mut Relay {
    // SAFETY: plain request memory, freed by the last worker.
    unsafe {
        let relay: *mut Relay = memory::allocate_zeroed(size_of::<Relay>());
        relay.write(Relay {
            step,
            data,
            stop_at_failure,
            workers: 0,
            waiter: ptr::null_mut(),
            failure: ptr::null_mut(),
            stopped: false,
        });
        relay
    }
}

/// Carries out everything and returns when the last item has ended. An exception stays pending.
///
/// # Safety
/// In a coroutine that may suspend; `data` outlives the work.
pub(super) unsafe fn run(step: Step, data: *mut c_void) {
    // SAFETY: this coroutine is a worker until the end, so the relay stays.
    unsafe {
        let relay = new(step, data, false);
        (*relay).workers = 1;
        work_on(relay);
        while (*relay).workers > 1 {
            (*relay).waiter = current_object();
            if let Err(cancellation) = resume::park() {
                // Deadlock or graceful shutdown: the workers are cancelled, too, and end by themselves.
                exception::release(cancellation);
            }
        }
        let failure = (*relay).failure;
        memory::free(relay);
        if !failure.is_null() {
            exception::throw(failure);
        }
    }
}

/// Puts the work at the front of the run queue.
///
/// # Safety
/// The scheduler is active; `data` outlives the work.
pub(super) unsafe fn start(step: Step, data: *mut c_void) {
    // SAFETY: forwarded.
    unsafe { add_worker(new(step, data, true)) }
}

/// As [`start`], when the running coroutine suspends: it is carrying out an item of that work already.
///
/// # Safety
/// As [`start`].
pub(super) unsafe fn start_when_suspended(step: Step, data: *mut c_void) {
    // SAFETY: the queue keeps the only count.
    unsafe {
        let armed = arm(new(step, data, true));
        microtask::release(armed.cast());
    }
}

unsafe fn add_worker(relay: *mut Relay) {
    // SAFETY: the relay lives until its last worker has left.
    unsafe {
        (*relay).workers += 1;
        let scope = (*globals()).main_scope;
        let worker = spawn::spawn_internal(scope, COROUTINE_PRIORITY_HIGH, work, relay.cast(), Some(leave));
        if worker.is_null() {
            exception::release(exception::take());
            (*relay).workers -= 1;
        } else {
            (*worker.cast::<CoroutineObject>()).state |= state::MUST_RUN;
        }
    }
}

/// Body of a worker.
unsafe extern "C" fn work() {
    // SAFETY: the relay is this coroutine's data until `leave`.
    unsafe {
        let relay = (*current_object()).base.extended_data.cast::<Relay>();
        work_on(relay);
        if (*relay).workers == 1 {
            let failure = ptr::replace(&raw mut (*relay).failure, ptr::null_mut());
            if !failure.is_null() {
                exception::throw(failure);
            }
        }
    }
}

unsafe fn work_on(relay: *mut Relay) {
    // SAFETY: as a worker. No borrow lives across an item.
    unsafe {
        let mut more = true;
        while more && !(*relay).stopped {
            let armed = arm(relay);
            // Items that do not suspend share one microtask.
            while more && !(*relay).stopped && !(*armed).task.is_cancelled {
                more = ((*relay).step)((*relay).data);
                collect(relay);
            }
            (*armed).task.is_cancelled = true;
            microtask::release(armed.cast());
        }
    }
}

/// Queues the microtask that adds a worker. The caller keeps a count of its own.
unsafe fn arm(relay: *mut Relay) -> *mut Continue {
    unsafe extern "C" fn go_on(task: *mut Microtask) {
        // SAFETY: an armed relay has a worker, or this is its first one.
        unsafe {
            // Tells the worker that armed it.
            (*task).is_cancelled = true;
            add_worker((*task.cast::<Continue>()).relay);
        }
    }
    // SAFETY: plain request memory, freed with its last count.
    unsafe {
        let armed: *mut Continue = memory::allocate_zeroed(size_of::<Continue>());
        (*armed).task.handler = Some(go_on);
        (*armed).task.ref_count = 1;
        (*armed).relay = relay;
        microtask::add(armed.cast());
        armed
    }
}

unsafe fn collect(relay: *mut Relay) {
    // SAFETY: owned once taken.
    unsafe {
        if exception::pending().is_null() {
            return;
        }
        let thrown = exception::take();
        (*relay).stopped |= (*relay).stop_at_failure || exception::is_exit(thrown);
        (*relay).failure = exception::chain(thrown, (*relay).failure);
    }
}

/// A worker has ended.
unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker.
    unsafe {
        let relay = ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast::<Relay>();
        (*relay).workers -= 1;
        if (*relay).workers == 0 {
            exception::release((*relay).failure);
            memory::free(relay);
        } else if !(*relay).waiter.is_null() {
            resume::wake(&raw mut (*(*relay).waiter).base);
        }
    }
}
