//! Work of many items, of which one that suspends must not hold up the others: destructors, finally handlers.
//!
//! A worker carries out item after item. As long as it does, a microtask waits in the queue; when an item suspends, that
//! microtask runs before any other coroutine does and puts another worker at the front, which goes on with the next item:
//!
//! ```text
//!   worker 1:  item 1, item 2 suspends ........................ item 2 ends, worker 1 ends
//!                       microtask -> worker 2 (front): item 3, item 4 ... nothing left, worker 2 ends
//! ```
//!
//! So all items start before any coroutine that was queued runs. What they throw is thrown once, by the last worker. Work
//! that is to be done in turn ([`start_in_turn`]) has one worker, which waits its turn in the queue, and for every item.
//!
//! Iterating (`primitives/iteration.rs`) has workers, too, but other rules: they move one iterator, one at a time, up to a limit, take
//! their turn in the queue [core/IT-5], and live in a scope that the first failure cancels. So each has its own few lines of
//! counting workers.

use crate::abi::flags::{COROUTINE_PRIORITY_HIGH, COROUTINE_PRIORITY_NORMAL};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{bailout, exception, object};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::coroutine::spawn;
use crate::scheduler::coroutine::wait::Wait;
use crate::scheduler::request::shutdown;
use crate::scheduler::run::microtask;
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
    /// Several are thrown as one `CompositeException`, without the cancellations among them. `exit` cancels everything else at once.
    Compose,
}

impl Work {
    /// Work of which only [`step`](Self::step) can tell whether anything is left, and after which there is nothing to do.
    pub fn with_one_end(data: *mut c_void, step: unsafe fn(*mut c_void) -> bool, when_thrown: WhenThrown) -> Work {
        Work { data, step, may_have_more: |_| true, ended: |_| {}, when_thrown }
    }
}

struct Handoff {
    work: Work,
    /// Where workers live; null for the main scope.
    scope: *mut Scope,
    /// How many work on it; the one that waits in [`run`] is one of them.
    workers: usize,
    /// In [`run`]; null for other work.
    waiter: *mut CoroutineObject,
    for_workers: Wait,
    /// What items threw.
    thrown: Vec<OwnedObject>,
    stopped: bool,
    /// One worker does everything.
    in_turn: bool,
}

/// The microtask that goes on when an item suspends.
#[repr(C)]
struct Continue {
    task: Microtask,
    handoff: *mut Handoff,
}

unsafe fn new(work: Work, scope: *mut Scope) -> *mut Handoff {
    // SAFETY: plain request memory, freed by the last worker.
    unsafe {
        let handoff: *mut Handoff = memory::allocate(size_of::<Handoff>());
        handoff.write(Handoff {
            work,
            scope,
            workers: 0,
            waiter: ptr::null_mut(),
            for_workers: Wait::untold(),
            thrown: Vec::new(),
            stopped: false,
            in_turn: false,
        });
        handoff
    }
}

unsafe fn free(handoff: *mut Handoff) {
    // SAFETY: no worker is left, so nothing else has the handoff; `ended` is called while nothing of it is borrowed.
    unsafe {
        drop(core::mem::take(&mut (*handoff).thrown));
        ((*handoff).work.ended)((*handoff).work.data);
        memory::free(handoff);
    }
}

/// Carries out everything and returns when the last item has ended. An exception stays pending.
///
/// # Safety
/// In a coroutine that may suspend.
pub(in crate::scheduler) unsafe fn run(work: Work) {
    // SAFETY: this coroutine is a worker until the end, so the handoff stays.
    unsafe {
        let handoff = new(work, ptr::null_mut());
        (*handoff).workers = 1;
        (*handoff).waiter = current_object();
        work_on(handoff);
        // Others change it while this coroutine is away.
        while ptr::read_volatile(&raw const (*handoff).workers) > 1 {
            if let Err(cancellation) = Wait::park(&raw const (*handoff).for_workers) {
                // Deadlock or graceful shutdown: the workers are cancelled, too, and end by themselves.
                drop(cancellation);
            }
        }
        throw_collected(handoff);
        free(handoff);
    }
}

/// Puts the work at the front of the run queue, to be carried out in `scope` or, when that is null, in the main scope.
/// False when that was impossible, and the work has ended.
///
/// # Safety
/// The scheduler is active; `scope` lives as long as a coroutine is in it.
pub(in crate::scheduler) unsafe fn start(work: Work, scope: *mut Scope) -> bool {
    // SAFETY: the handoff is new, and `begin` gives it to a worker or frees it; `scope` is null or alive, as the caller promises.
    unsafe { begin(new(work, scope)) }
}

/// As [`start`], but at the end of the run queue, and one item after the other, also when they suspend.
///
/// # Safety
/// As [`start`].
pub(in crate::scheduler) unsafe fn start_in_turn(work: Work, scope: *mut Scope) -> bool {
    // SAFETY: the handoff is new: no worker has seen it before the mark is set.
    unsafe {
        let handoff = new(work, scope);
        (*handoff).in_turn = true;
        begin(handoff)
    }
}

unsafe fn begin(handoff: *mut Handoff) -> bool {
    // SAFETY: the handoff is new: without a worker nothing else has it, and it is freed here.
    unsafe {
        add_worker(handoff);
        let started = (*handoff).workers > 0;
        if !started {
            free(handoff);
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
    // SAFETY: this coroutine counts as a worker, so the handoff stays.
    unsafe {
        let handoff = new(work, ptr::null_mut());
        (*handoff).workers = 1;
        work_on(handoff);
        (*handoff).workers -= 1;
        if (*handoff).workers == 0 {
            throw_collected(handoff);
            free(handoff);
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

unsafe fn add_worker(handoff: *mut Handoff) {
    // SAFETY: the handoff lives until its last worker has left.
    unsafe {
        let scope = if (*handoff).scope.is_null() { (*globals()).main_scope } else { (*handoff).scope };
        let priority = if (*handoff).in_turn { COROUTINE_PRIORITY_NORMAL } else { COROUTINE_PRIORITY_HIGH };
        let worker = spawn::spawn_internal(scope, priority, work, handoff.cast(), Some(leave));
        if worker.is_null() {
            drop(exception::take());
            return;
        }
        (*worker.cast::<CoroutineObject>()).flags.insert(CoroutineFlags::MUST_RUN);
        (*handoff).workers += 1;
    }
}

/// Body of a worker.
unsafe extern "C" fn work() {
    // SAFETY: the handoff is this coroutine's data until `leave`.
    unsafe {
        let handoff = (*current_object()).base.extended_data.cast::<Handoff>();
        work_on(handoff);
        if (*handoff).workers == 1 {
            throw_collected(handoff);
        }
    }
}

unsafe fn work_on(handoff: *mut Handoff) {
    // SAFETY: as a worker. No borrow lives across an item.
    unsafe {
        let mut more = true;
        while (*handoff).in_turn && more && !(*handoff).stopped {
            more = ((*handoff).work.step)((*handoff).work.data);
            collect(handoff);
        }
        while more && !(*handoff).stopped {
            let armed = arm(handoff);
            // Items that do not suspend share one microtask.
            while more && !(*handoff).stopped && !(*armed).task.is_cancelled {
                more = ((*handoff).work.step)((*handoff).work.data);
                collect(handoff);
            }
            (*armed).task.is_cancelled = true;
            microtask::release(armed.cast());
        }
    }
}

/// Queues the microtask that adds a worker. The caller keeps a count of its own.
unsafe fn arm(handoff: *mut Handoff) -> *mut Continue {
    unsafe extern "C" fn go_on(task: *mut Microtask) {
        // SAFETY: an armed handoff has a worker, or this is its first one.
        unsafe {
            // Tells the worker that armed it.
            (*task).is_cancelled = true;
            let handoff = (*task.cast::<Continue>()).handoff;
            if ((*handoff).work.may_have_more)((*handoff).work.data) {
                add_worker(handoff);
            }
            if (*handoff).workers == 0 {
                free(handoff);
            }
        }
    }
    // SAFETY: plain request memory, freed with its last count.
    unsafe {
        let armed: *mut Continue = memory::allocate_zeroed(size_of::<Continue>());
        (*armed).task.handler = Some(go_on);
        (*armed).task.ref_count = 1;
        (*armed).handoff = handoff;
        microtask::add(armed.cast());
        armed
    }
}

unsafe fn collect(handoff: *mut Handoff) {
    // SAFETY: on the PHP thread, in a worker, which keeps the handoff.
    unsafe {
        let Some(thrown) = exception::take() else { return };
        if (*handoff).work.when_thrown == WhenThrown::Compose
            && exception::is_exit(thrown.as_ptr())
            && !bailout::memory_exhausted()
        {
            exit_from_item(thrown);
            return;
        }
        (*handoff).stopped |= match (*handoff).work.when_thrown {
            WhenThrown::Chain => exception::is_exit(thrown.as_ptr()),
            WhenThrown::Stop => true,
            WhenThrown::Compose => false,
        };
        (*handoff).thrown.push(thrown);
    }
}

/// `exit` in an item after which others follow: everything else is cancelled now [core/SH-14]. What is still to be begun here is
/// not, as after `exit` in a body.
#[cold]
unsafe fn exit_from_item(token: OwnedObject) {
    // SAFETY: the current coroutine is a worker, in which no code asks for a cancellation that it was not told of.
    unsafe {
        let worker = current_object();
        shutdown::surface(token);
        object::release(ptr::replace(&raw mut (*worker).base.exception, ptr::null_mut()));
    }
}

/// Throws what the items threw. The token of `exit` only counts when there is no exception: that ends everything, too, and is to be
/// reported.
unsafe fn throw_collected(handoff: *mut Handoff) {
    // SAFETY: what was thrown is alive, and throwable.
    unsafe {
        let mut exit = None;
        let mut exceptions = Vec::new();
        let mut cancellations = Vec::new();
        for one in core::mem::take(&mut (*handoff).thrown) {
            if exception::is_exit(one.as_ptr()) {
                exit = Some(one);
            } else if exception::is_cancellation(one.as_ptr()) {
                cancellations.push(one);
            } else {
                exceptions.push(one);
            }
        }
        let reported = !exceptions.is_empty();
        let whole = match (*handoff).work.when_thrown {
            WhenThrown::Compose => compose(exceptions, cancellations),
            WhenThrown::Chain | WhenThrown::Stop => {
                // A cancellation would silence what it is chained in front of.
                let oldest_first = cancellations.into_iter().chain(exceptions);
                oldest_first.fold(None, |older, newer| Some(exception::chain(newer, older)))
            }
        };
        match exit {
            Some(exit) if !reported => {
                let exit = exit.into_raw();
                drop(whole);
                exception::throw(OwnedObject::from_raw(exit));
            }
            exit => {
                drop(exit);
                if let Some(whole) = whole {
                    exception::throw(whole);
                }
            }
        }
    }
}

/// One of many. Cancellations never surface [core/EH-5], so they are no part of a composite: where there is nothing else, one of
/// them stands for all.
unsafe fn compose(mut exceptions: Vec<OwnedObject>, cancellations: Vec<OwnedObject>) -> Option<OwnedObject> {
    let mut cancellations = cancellations.into_iter();
    let whole = match exceptions.len() {
        0 => cancellations.next(),
        1 => exceptions.pop(),
        // SAFETY: the request is active in which they were thrown.
        _ => Some(unsafe { exception::composite(exceptions.into_iter()) }),
    };
    // They may hold what has a destructor.
    let whole = whole.into_nullable();
    drop(cancellations);
    // SAFETY: the reference is that of a moment before.
    unsafe { OwnedObject::from_nullable(whole) }
}

/// A worker has ended.
unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker, which counts until here; the one that waits in `run` counts, too, so it is alive.
    unsafe {
        let handoff = ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast::<Handoff>();
        (*handoff).workers -= 1;
        if (*handoff).workers == 0 {
            free(handoff);
        } else if !(*handoff).waiter.is_null() {
            Wait::wake(&raw const (*handoff).for_workers, (*handoff).waiter);
        }
    }
}
