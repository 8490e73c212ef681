//! Concurrent iteration: elements of an array or a `Traversable` are taken by worker coroutines that live in a private
//! scope [core/AA-20, core/IT-4 to IT-9].
//!
//! ```text
//!   worker 1   take, visit, take, visit ...           begins: a microtask is queued
//!                            `- visit suspends        at that switch the microtask starts worker 2
//!   worker 2                    take, visit ...       and so on, up to the limit
//! ```
//!
//! Only one worker at a time moves an iterator, because its methods may suspend. Workers that find it moving leave, and
//! growth that was due meanwhile is made up for when the move is over.

use crate::abi::*;
use crate::engine::exception;
use crate::engine::iterable::Iterable;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::zval;
use crate::scheduler::scope::{self, ScopeObject};
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{CoroutineObject, current_object, event, microtask, spawn};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// What an iteration is for.
pub struct Job {
    /// Handles one element; false: take no more. What it throws ends the iteration.
    pub visit: unsafe fn(owner: *mut c_void, value: *mut Zval, key: *mut Zval) -> bool,
    /// An element of which the iterator failed to move on is dropped unvisited [core/AA-24].
    pub discard: unsafe fn(value: *mut Zval),
    /// The iteration failed, or its last worker has ended. Called while `owner` has not closed the iteration.
    pub changed: unsafe fn(owner: *mut c_void),
    pub owner: *mut c_void,
    /// A worker that has not started yet is spared when a sibling's failure cancels its scope [core/EH-13]: the owner needs
    /// it.
    pub spared: bool,
}

#[repr(C)]
pub struct Iteration {
    /// Starts another worker; its count is the lifetime of the structure.
    growth: Microtask,
    source: Iterable,
    scope: *mut ScopeObject,
    job: Job,
    /// Most workers at once; 0: any number.
    limit: u32,
    /// Of workers.
    priority: i32,
    workers: u32,
    growth_queued: bool,
    /// Growth was due while the iterator was moving.
    growth_missed: bool,
    moving: bool,
    /// No further element is taken.
    ended: bool,
    /// The owner has what it wanted and is not told anything any more.
    closed: bool,
    /// The private scope was cancelled: cancellations are no news.
    cancelled: bool,
    /// The scope is the caller's, not a private one.
    scope_given: bool,
    failure: Option<OwnedObject>,
}

/// Prepares an iteration whose private scope is a child of `parent`'s. The caller owns one count, and gives it back with
/// [`close`].
///
/// # Safety
/// `source` moves; `parent` is valid.
pub unsafe fn new(source: Iterable, parent: *mut Scope, limit: u32, job: Job) -> *mut Iteration {
    // SAFETY: the memory is fresh and zeroed; what must not be zero is set here, and the source moves in.
    unsafe {
        let scope = scope::new(parent.cast());
        (*scope).base.event.flags.insert(EventFlags::SCOPE_OWNER_PINNED);
        with_scope(source, scope, limit, job)
    }
}

/// As [`new`], with workers in `scope` itself.
///
/// # Safety
/// `source` moves; `scope` is valid.
pub unsafe fn new_in(source: Iterable, scope: *mut Scope, limit: u32, job: Job) -> *mut Iteration {
    // SAFETY: the scope is valid, as demanded, and gets a reference.
    unsafe {
        event::add_ref(&raw mut (*scope).event);
        let new = with_scope(source, scope.cast(), limit, job);
        (*new).scope_given = true;
        new
    }
}

unsafe fn with_scope(source: Iterable, scope: *mut ScopeObject, limit: u32, job: Job) -> *mut Iteration {
    // SAFETY: the memory is fresh and zeroed; what must not be zero is set here, and source and scope move in.
    unsafe {
        let new: *mut Iteration = memory::allocate_zeroed(size_of::<Iteration>());
        (*new).growth.handler = Some(grow);
        (*new).growth.ref_count = 1;
        ptr::write(&raw mut (*new).source, source);
        ptr::write(&raw mut (*new).job, job);
        (*new).scope = scope;
        (*new).limit = limit;
        new
    }
}

/// Changes what [`new`] was told.
///
/// # Safety
/// The caller owns a count.
pub unsafe fn configure(this: *mut Iteration, limit: u32, priority: i32) {
    // SAFETY: a count keeps the iteration alive, as this function demands.
    unsafe {
        (*this).limit = limit;
        (*this).priority = priority;
    }
}

/// Makes the current coroutine a worker until there is nothing to take any more. The token of `exit` is pending afterwards, and
/// nothing else.
///
/// # Safety
/// In a coroutine that may suspend. The caller owns a count.
pub unsafe fn work_here(this: *mut Iteration) {
    // SAFETY: as any worker it has a count of its own until it has left.
    unsafe {
        (*this).workers += 1;
        (*this).growth.ref_count += 1;
        carry_on(this);
        left(this, ptr::null_mut());
    }
}

/// Queues the first worker. False with an exception.
///
/// # Safety
/// Once per iteration, which is not closed.
pub unsafe fn start(this: *mut Iteration) -> bool {
    // SAFETY: the caller owns a count of the iteration, which keeps it alive; the worker gets its own.
    unsafe { start_worker(this) }
}

/// The owner ends its interest: no element is taken any more, workers leave when they next can, the scope ends with its
/// last coroutine.
///
/// # Safety
/// The iteration is not used again by the owner.
pub unsafe fn close(this: *mut Iteration) {
    // SAFETY: the caller's count keeps the iteration alive until the last line; workers hold counts of their own.
    unsafe {
        (*this).ended = true;
        (*this).closed = true;
        if (*this).workers == 0 {
            Iterable::release(&raw mut (*this).source);
        }
        let scope = (*this).scope;
        if (*this).scope_given {
            event::release(&raw mut (*scope).base.event);
        } else {
            (*scope).base.event.flags.remove(EventFlags::SCOPE_OWNER_PINNED);
            scope::keep_failures(scope.cast(), false);
            scope::give_back(scope);
        }
        drop(take_failure(this));
        microtask::release(this.cast());
    }
}

/// Takes no more elements and cancels everything in the private scope.
///
/// # Safety
/// Not closed.
pub unsafe fn cancel(this: *mut Iteration, reason: &str) {
    // SAFETY: an iteration that is not closed, as this function demands, has its scope, and cancelling only queues
    // coroutines.
    unsafe {
        (*this).ended = true;
        (*this).cancelled = true;
        let scope = &raw mut (*(*this).scope).base;
        let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, reason);
        let safely = (*scope).event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        if let Some(close) = (*scope).catch_or_cancel {
            close(scope, ptr::null_mut(), ptr::null_mut(), reason.into_raw(), true, safely, true);
        }
    }
}

/// An exception ends the iteration, or joins the one that did [core/IT-8].
///
/// # Safety
/// Not closed.
pub unsafe fn fail(this: *mut Iteration, error: OwnedObject) {
    // SAFETY: not closed, as this function demands, so the owner is there to be told.
    unsafe {
        (*this).ended = true;
        if (*this).cancelled && exception::is_cancellation(error.as_ptr()) {
            drop(error);
        } else if (*this).failure.is_none() {
            (*this).failure = Some(error);
        } else {
            exception::hang((*this).failure.as_nullable(), error);
        }
        if !(*this).cancelled {
            cancel(this, "Cancellation of the iterator due to an exception");
        }
        ((*this).job.changed)((*this).job.owner);
    }
}

/// What ended the iteration, if anything did.
///
/// # Safety
/// The caller owns a count, or is one of the workers.
pub unsafe fn take_failure(this: *mut Iteration) -> Option<OwnedObject> {
    // SAFETY: a count keeps the iteration alive, as this function demands; the failure is its caller's from now on.
    unsafe { (*this).failure.take() }
}

/// Whether an exception ended it.
///
/// # Safety
/// The caller owns a count, or is one of the workers.
pub unsafe fn has_failed(this: *mut Iteration) -> bool {
    // SAFETY: a count keeps the iteration alive, as this function demands, and one field is read.
    unsafe { (*this).failure.is_some() }
}

/// What reports say about a coroutine that waits for an iteration [abi/ABI-89].
pub(super) const COMPLETION_NAME: &str = "iterator-completion";

/// For the end of an iteration. Its owner is told of it, and wakes what is parked in the wait.
pub const fn completion() -> Wait {
    Wait::new(|_, _, each| each(Awaited::Text(COMPLETION_NAME)))
}

/// The private scope.
///
/// # Safety
/// Not closed.
pub unsafe fn scope(this: *mut Iteration) -> *mut Scope {
    // SAFETY: an iteration that is not closed, as this function demands, is alive with its scope.
    unsafe { (*this).scope.cast() }
}

/// Whether no worker is left.
///
/// # Safety
/// The caller owns a count, or is one of the workers.
pub unsafe fn is_over(this: *mut Iteration) -> bool {
    // SAFETY: a count keeps the iteration alive, as this function demands, and one field is read.
    unsafe { (*this).workers == 0 }
}

unsafe fn start_worker(this: *mut Iteration) -> bool {
    // SAFETY: callers have a count of the iteration, which keeps its scope; the worker has another one until `leave`.
    unsafe {
        let scope = (*this).scope.cast();
        let worker = spawn::spawn_internal(scope, (*this).priority, work, this.cast(), Some(leave));
        if worker.is_null() {
            return false;
        }
        if (*this).job.spared {
            (*worker.cast::<CoroutineObject>()).iterates_for_a_waiter();
        }
        (*this).workers += 1;
        (*this).growth.ref_count += 1;
        true
    }
}

/// Queues the start of another worker: due when one begins, it runs at the next switch [core/IT-5].
unsafe fn queue_growth(this: *mut Iteration) {
    // SAFETY: the worker that calls has a count of the iteration, and the queue takes another one until `grow` has run.
    unsafe {
        if !(*this).growth_queued {
            (*this).growth_queued = true;
            microtask::add(this.cast());
        }
    }
}

unsafe extern "C" fn grow(task: *mut Microtask) {
    // SAFETY: the microtask is the start of an iteration that the queue holds.
    unsafe {
        let this = task.cast::<Iteration>();
        (*this).growth_queued = false;
        if (*this).ended || !(*this).source.may_have_more() {
            return;
        }
        if (*this).moving {
            (*this).growth_missed = true;
        } else if ((*this).limit == 0 || (*this).workers < (*this).limit) && !start_worker(this) {
            // Its scope was closed by other code: the workers that exist do the rest.
            drop(exception::take());
        }
    }
}

/// Body of a worker.
unsafe extern "C" fn work() {
    // SAFETY: the iteration is this coroutine's data until `leave`.
    unsafe {
        carry_on((*current_object()).base.extended_data.cast::<Iteration>());
    }
}

/// Takes element after element.
unsafe fn carry_on(this: *mut Iteration) {
    // SAFETY: the worker that calls has a count of the iteration. No borrow of it lives across a call.
    unsafe {
        if !(*this).moving && !(*this).ended {
            queue_growth(this);
        }
        let mut value = Zval::UNDEF;
        let mut key = Zval::UNDEF;
        while !(*this).ended {
            if (*this).moving {
                // The iterator is being moved: a worker that starts meanwhile leaves at once [core/IT-6].
                (*this).growth_missed = true;
                break;
            }
            (*this).moving = true;
            let taken = Iterable::next(&raw mut (*this).source, &raw const (*this).ended, &raw mut value, &raw mut key);
            (*this).moving = false;
            if !taken {
                (*this).ended = true;
                // The iterator's exception comes first.
                collect(this);
                if !value.is_undef() {
                    ((*this).job.discard)(&raw mut value);
                    zval::clear(&raw mut value);
                    zval::clear(&raw mut key);
                }
                break;
            }
            if core::mem::replace(&mut (*this).growth_missed, false) {
                queue_growth(this);
            }
            // It was ended during the move: no further element is wanted.
            if !(*this).ended && !((*this).job.visit)((*this).job.owner, &raw mut value, &raw mut key) {
                (*this).ended = true;
            }
            zval::clear(&raw mut value);
            zval::clear(&raw mut key);
            if !exception::pending().is_null() {
                break;
            }
        }
        collect(this);
        if (*this).workers == 1 && (*this).ended {
            Iterable::release(&raw mut (*this).source);
            collect(this);
        }
    }
}

/// What an element or the iterator threw. The token of `exit` goes its own way; so does an exception that comes too
/// late for the owner.
unsafe fn collect(this: *mut Iteration) {
    // SAFETY: the worker that calls has a count of the iteration; the pending exception is alive.
    unsafe {
        let pending = exception::pending();
        if pending.is_null() {
            return;
        }
        (*this).ended = true;
        if !(*this).closed
            && !exception::is_exit(pending)
            && let Some(thrown) = exception::take()
        {
            fail(this, thrown);
        }
    }
}

/// A worker has ended, or was cancelled before it began.
unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker, whose count keeps the iteration alive until the last line, whatever the owner does
    // when it is told.
    unsafe {
        let this = ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast::<Iteration>();
        left(this, (*worker).exception);
    }
}

/// A worker is none any more; `failure` is what it ended with, borrowed, or null.
unsafe fn left(this: *mut Iteration, failure: *mut Object) {
    // SAFETY: the count of the worker keeps the iteration alive until the last line, whatever the owner does when it is told.
    unsafe {
        (*this).workers -= 1;
        if (*this).workers == 0 {
            if !(*this).ended && !(*this).closed && !failure.is_null() {
                // Cancelled before it began, with elements left: that is no normal end.
                (*this).failure = Some(OwnedObject::share(failure));
            }
            (*this).ended = true;
            Iterable::release(&raw mut (*this).source);
            if !(*this).closed {
                ((*this).job.changed)((*this).job.owner);
            }
        }
        microtask::release(this.cast());
    }
}
