//! Work of many items, of which one that suspends must not hold up the others: destructors, finally handlers.
//!
//! A worker carries out item after item. As long as it does, a microtask waits in the queue; when an item suspends, that
//! microtask runs before anybody else does and puts another worker at the front, which goes on with the next item:
//!
//! ```text
//!   worker 1:  item 1, item 2 suspends ........................ item 2 ends, worker 1 ends
//!                       microtask -> worker 2 (front): item 3, item 4 ... nothing left, worker 2 ends
//! ```
//!
//! So all items start before any coroutine that was queued runs. What they throw is thrown once, by the last worker. Work
//! that is to be done in turn ([`start_in_turn`]) has one worker, which waits its turn in the queue, and for every item.

use crate::abi::flags::{COROUTINE_PRIORITY_HIGH, COROUTINE_PRIORITY_NORMAL};
use crate::abi::*;
use crate::engine::exception;
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::object::{CoroutineObject, state};
use crate::scheduler::coroutine::spawn;
use crate::scheduler::run::microtask;
use crate::scheduler::run::ready;
use crate::scheduler::run::suspend;
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// What is to be done.
pub struct Work {
    /// Outlives the work.
    pub data: *mut c_void,
    /// Carries out one item; false when there was none left.
    pub step: unsafe fn(*mut c_void) -> bool,
    /// Whether another item may be left.
    pub may_have_more: unsafe fn(*mut c_void) -> bool,
    /// The last worker has gone; items may be left if workers were cancelled before they started.
    pub ended: unsafe fn(*mut c_void),
    pub when_thrown: WhenThrown,
}

/// What becomes of exceptions.
#[derive(Clone, Copy, PartialEq)]
pub enum WhenThrown {
    /// The latest is thrown, with the others as its previous ones. After `exit` no item is begun.
    Chain,
    /// No item is begun after the first one.
    Stop,
    /// Several are thrown as one `CompositeException`.
    Compose,
}

impl Work {
    /// Work of which only [`step`](Self::step) can tell whether anything is left, and after which there is nothing to do.
    pub fn with_one_end(data: *mut c_void, step: unsafe fn(*mut c_void) -> bool, when_thrown: WhenThrown) -> Work {
        Work { data, step, may_have_more: |_| true, ended: |_| {}, when_thrown }
    }
}

struct Relay {
    work: Work,
    /// Where workers live; null for the main scope.
    scope: *mut Scope,
    /// How many work on it; the one who waits in [`run`] is one of them.
    workers: usize,
    waiter: *mut CoroutineObject,
    /// What items threw, owned.
    thrown: Vec<*mut Object>,
    stopped: bool,
    /// One worker does everything.
    in_turn: bool,
}

/// The microtask that goes on when an item suspends.
#[repr(C)]
struct Continue {
    task: Microtask,
    relay: *mut Relay,
}

unsafe fn new(work: Work, scope: *mut Scope) -> *mut Relay {
    // SAFETY: plain request memory, freed by the last worker.
    unsafe {
        let relay: *mut Relay = memory::allocate(size_of::<Relay>());
        relay.write(Relay {
            work,
            scope,
            workers: 0,
            waiter: ptr::null_mut(),
            thrown: Vec::new(),
            stopped: false,
            in_turn: false,
        });
        relay
    }
}

unsafe fn free(relay: *mut Relay) {
    // SAFETY: nobody works on it any more.
    unsafe {
        for thrown in core::mem::take(&mut (*relay).thrown) {
            exception::release(thrown);
        }
        ((*relay).work.ended)((*relay).work.data);
        memory::free(relay);
    }
}

/// Carries out everything and returns when the last item has ended. An exception stays pending.
///
/// # Safety
/// In a coroutine that may suspend.
pub(in crate::scheduler) unsafe fn run(work: Work) {
    // SAFETY: this coroutine is a worker until the end, so the relay stays.
    unsafe {
        let relay = new(work, ptr::null_mut());
        (*relay).workers = 1;
        work_on(relay);
        while (*relay).workers > 1 {
            (*relay).waiter = current_object();
            if let Err(cancellation) = suspend::park() {
                // Deadlock or graceful shutdown: the workers are cancelled, too, and end by themselves.
                exception::release(cancellation);
            }
        }
        throw_collected(relay);
        free(relay);
    }
}

/// Puts the work at the front of the run queue, to be carried out in `scope` or, when that is null, in the main scope.
/// False when that was impossible, and the work has ended.
///
/// # Safety
/// The scheduler is active; `scope` lives as long as a coroutine is in it.
pub(in crate::scheduler) unsafe fn start(work: Work, scope: *mut Scope) -> bool {
    // SAFETY: forwarded.
    unsafe { begin(new(work, scope)) }
}

/// As [`start`], but at the end of the run queue, and one item after the other, also when they suspend.
///
/// # Safety
/// As [`start`].
pub(in crate::scheduler) unsafe fn start_in_turn(work: Work, scope: *mut Scope) -> bool {
    // SAFETY: forwarded.
    unsafe {
        let relay = new(work, scope);
        (*relay).in_turn = true;
        begin(relay)
    }
}

unsafe fn begin(relay: *mut Relay) -> bool {
    // SAFETY: a new relay.
    unsafe {
        add_worker(relay);
        let started = (*relay).workers > 0;
        if !started {
            free(relay);
        }
        started
    }
}

/// Carries out everything with the running coroutine as the first worker; if an item suspends it, others may still be at
/// work when it returns. An exception stays pending, or is thrown by the last worker.
///
/// # Safety
/// In a coroutine that may suspend.
pub(in crate::scheduler) unsafe fn start_here(work: Work) {
    // SAFETY: this coroutine counts as a worker, so the relay stays.
    unsafe {
        let relay = new(work, ptr::null_mut());
        (*relay).workers = 1;
        work_on(relay);
        (*relay).workers -= 1;
        if (*relay).workers == 0 {
            throw_collected(relay);
            free(relay);
        }
    }
}

/// As [`start`], when the running coroutine suspends: it is carrying out an item of that work already.
///
/// # Safety
/// As [`start`].
pub(in crate::scheduler) unsafe fn start_when_suspended(work: Work) {
    // SAFETY: the queue keeps the only count.
    unsafe {
        let armed = arm(new(work, ptr::null_mut()));
        microtask::release(armed.cast());
    }
}

unsafe fn add_worker(relay: *mut Relay) {
    // SAFETY: the relay lives until its last worker has left.
    unsafe {
        let scope = if (*relay).scope.is_null() { (*globals()).main_scope } else { (*relay).scope };
        let priority = if (*relay).in_turn { COROUTINE_PRIORITY_NORMAL } else { COROUTINE_PRIORITY_HIGH };
        let worker = spawn::spawn_internal(scope, priority, work, relay.cast(), Some(leave));
        if worker.is_null() {
            exception::release(exception::take());
            return;
        }
        (*worker.cast::<CoroutineObject>()).state |= state::MUST_RUN;
        (*relay).workers += 1;
    }
}

/// Body of a worker.
unsafe extern "C" fn work() {
    // SAFETY: the relay is this coroutine's data until `leave`.
    unsafe {
        let relay = (*current_object()).base.extended_data.cast::<Relay>();
        work_on(relay);
        if (*relay).workers == 1 {
            throw_collected(relay);
        }
    }
}

unsafe fn work_on(relay: *mut Relay) {
    // SAFETY: as a worker. No borrow lives across an item.
    unsafe {
        let mut more = true;
        while (*relay).in_turn && more && !(*relay).stopped {
            more = ((*relay).work.step)((*relay).work.data);
            collect(relay);
        }
        while more && !(*relay).stopped {
            let armed = arm(relay);
            // Items that do not suspend share one microtask.
            while more && !(*relay).stopped && !(*armed).task.is_cancelled {
                more = ((*relay).work.step)((*relay).work.data);
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
            let relay = (*task.cast::<Continue>()).relay;
            if ((*relay).work.may_have_more)((*relay).work.data) {
                add_worker(relay);
            }
            if (*relay).workers == 0 {
                free(relay);
            }
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
        (*relay).stopped |= match (*relay).work.when_thrown {
            WhenThrown::Chain => exception::is_exit(thrown),
            WhenThrown::Stop => true,
            WhenThrown::Compose => false,
        };
        (*relay).thrown.push(thrown);
    }
}

/// Throws what the items threw. The token of `exit` only counts when there is nothing else: an exception ends
/// everything, too, and is to be reported.
unsafe fn throw_collected(relay: *mut Relay) {
    // SAFETY: every reference moves on.
    unsafe {
        let mut exit = ptr::null_mut();
        let mut thrown = Vec::new();
        for one in core::mem::take(&mut (*relay).thrown) {
            if exception::is_exit(one) {
                exception::release(core::mem::replace(&mut exit, one));
            } else {
                thrown.push(one);
            }
        }
        let whole = match (*relay).work.when_thrown {
            WhenThrown::Compose if thrown.len() > 1 => exception::composite(&thrown),
            _ => thrown.iter().fold(ptr::null_mut(), |older, newer| exception::chain(*newer, older)),
        };
        drop(thrown);
        if whole.is_null() {
            if !exit.is_null() {
                exception::throw(exit);
            }
        } else {
            exception::release(exit);
            exception::throw(whole);
        }
    }
}

/// A worker has ended.
unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker.
    unsafe {
        let relay = ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast::<Relay>();
        (*relay).workers -= 1;
        if (*relay).workers == 0 {
            free(relay);
        } else if !(*relay).waiter.is_null() {
            ready::wake(&raw mut (*(*relay).waiter).base);
        }
    }
}
