//! Handlers registered with `finally()` (CO-30 to CO-39, SC-60 to SC-64).
//!
//! All handlers of an owner run in registration order in one internal high-priority coroutine. When a handler suspends,
//! a microtask starts another such coroutine for the rest, so that nobody waits for it (CO-34). When all have returned,
//! what they threw is thrown once: as it is, or as one `CompositeException` (CO-35).

use super::coroutine::{self, CoroutineObject, state};
use super::scope::{self, ScopeObject};
use super::{current_object, microtask, spawn};
use crate::abi::flags::COROUTINE_PRIORITY_HIGH;
use crate::abi::*;
use crate::engine::gc::Report;
use crate::engine::{call, exception, object};
use core::mem::size_of;
use core::ptr;

/// Handlers in registration order, owned.
#[derive(Default)]
pub struct Handlers(Vec<*mut Fcall>);

/// Adds a handler to a list made on demand.
///
/// # Safety
/// `fcall` is a kept callable, taken over.
pub unsafe fn add(list: &mut *mut Handlers, fcall: *mut Fcall) {
    if list.is_null() {
        *list = Box::into_raw(Box::default());
    }
    // SAFETY: made above or by an earlier call.
    unsafe { (**list).0.push(fcall) };
}

/// Drops handlers that never ran; null is allowed.
///
/// # Safety
/// The list is not used again.
pub unsafe fn free(list: *mut Handlers) {
    if list.is_null() {
        return;
    }
    // SAFETY: made by `add`. The vector is emptied handler by handler, because releasing one may run PHP code.
    unsafe {
        while let Some(fcall) = (*list).0.pop() {
            call::release(fcall);
        }
        drop(Box::from_raw(list));
    }
}

/// What the handlers refer to, for the cycle collector.
///
/// # Safety
/// `list` is null or valid.
pub unsafe fn report(list: *mut Handlers, report: &Report) {
    if list.is_null() {
        return;
    }
    // SAFETY: forwarded.
    unsafe {
        for fcall in &(*list).0 {
            call::report(*fcall, report);
        }
    }
}

/// A run of handlers, shared by the coroutines that carry it out.
struct Run {
    handlers: Vec<*mut Fcall>,
    next: usize,
    /// Coroutines working on it.
    workers: usize,
    /// The argument of the handlers, owned; null when it has gone.
    owner: *mut Object,
    scope: *mut ScopeObject,
    thrown: Vec<*mut Object>,
}

/// A microtask that continues a run if the handler before it suspends.
#[repr(C)]
struct Continue {
    task: Microtask,
    run: *mut Run,
}

/// A coroutine has finished: its handlers are put at the front of the queue.
///
/// # Safety
/// `finished` is alive.
pub(super) unsafe fn schedule(finished: *mut CoroutineObject) {
    // SAFETY: the list moves into the run.
    unsafe {
        let list = ptr::replace(&raw mut (*finished).finally, ptr::null_mut());
        if !list.is_null() {
            start(list, coroutine::to_object(finished), (*finished).scope());
        }
    }
}

/// Puts handlers at the front of the queue, in a child scope of `parent` (CO-37, SC-61). They get `owner` or, when it is
/// null, PHP's null.
///
/// # Safety
/// The list is taken over; `owner` is borrowed; `parent` is null or valid.
pub(super) unsafe fn start(list: *mut Handlers, owner: *mut Object, parent: *mut ScopeObject) {
    // SAFETY: the handlers move into the run.
    unsafe {
        let handlers = core::mem::take(&mut (*list).0);
        drop(Box::from_raw(list));
        if !owner.is_null() {
            object::add_ref(owner);
        }
        let scope = scope::new_for_finally(parent);
        let run = Box::into_raw(Box::new(Run { handlers, next: 0, workers: 0, owner, scope, thrown: Vec::new() }));
        start_worker(run);
    }
}

unsafe fn start_worker(run: *mut Run) {
    // SAFETY: the run lives until its last worker is disposed.
    unsafe {
        (*run).workers += 1;
        let scope = (*run).scope.cast();
        let worker = spawn::spawn_internal(scope, COROUTINE_PRIORITY_HIGH, work, run.cast(), Some(leave));
        if !worker.is_null() {
            (*worker.cast::<CoroutineObject>()).state |= state::MUST_RUN;
        } else {
            exception::release(exception::take());
            (*run).workers -= 1;
            if (*run).workers == 0 {
                let scope = (*run).scope;
                free_run(run);
                scope::let_go(scope);
            }
        }
    }
}

/// Body of a worker: takes handlers until none is left.
unsafe extern "C" fn work() {
    // SAFETY: the run is this coroutine's data until `leave`. No borrow of it lives across a call.
    unsafe {
        let run = (*current_object()).base.extended_data.cast::<Run>();
        while (*run).next < (*run).handlers.len() {
            let handler = (&(*run).handlers)[(*run).next];
            (*run).next += 1;
            let continuation = if (*run).next < (*run).handlers.len() { arm(run) } else { ptr::null_mut() };
            let owner = (*run).owner;
            let argument = if owner.is_null() { Zval::NULL } else { Zval::from_object(owner) };
            call::invoke_with(handler, &mut [argument]);
            collect(run);
            call::release(handler);
            collect(run);
            if !continuation.is_null() {
                (*continuation).task.is_cancelled = true;
                microtask::release(continuation.cast());
            }
        }
        if (*run).workers == 1 {
            throw_collected(run);
        }
    }
}

/// Queues the microtask that goes on when the next handler suspends. The caller keeps a count of its own.
unsafe fn arm(run: *mut Run) -> *mut Continue {
    unsafe extern "C" fn go_on(task: *mut Microtask) {
        // SAFETY: an armed run has a worker, so it is alive.
        unsafe {
            let run = (*task.cast::<Continue>()).run;
            if (*run).next < (*run).handlers.len() {
                start_worker(run);
            }
        }
    }
    // SAFETY: plain request memory, freed with its last count.
    unsafe {
        let continuation: *mut Continue = memory::allocate_zeroed(size_of::<Continue>());
        (*continuation).task.handler = Some(go_on);
        (*continuation).task.ref_count = 1;
        (*continuation).run = run;
        microtask::add(continuation.cast());
        continuation
    }
}

unsafe fn collect(run: *mut Run) {
    // SAFETY: owned once taken.
    unsafe {
        let thrown = exception::take();
        if !thrown.is_null() {
            (*run).thrown.push(thrown);
        }
    }
}

unsafe fn throw_collected(run: *mut Run) {
    // SAFETY: the references move to the thrown object.
    unsafe {
        let thrown = core::mem::take(&mut (*run).thrown);
        match thrown.len() {
            0 => {}
            1 => exception::throw(thrown[0]),
            _ => exception::throw(exception::composite(&thrown)),
        }
    }
}

/// A worker ended; the last one frees the run.
unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker.
    unsafe {
        let run = ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast::<Run>();
        (*run).workers -= 1;
        if (*run).workers == 0 {
            free_run(run);
        }
    }
}

unsafe fn free_run(run: *mut Run) {
    // SAFETY: nobody works on it any more. Handlers that never ran are released: their coroutine was cancelled.
    unsafe {
        let run = Box::from_raw(run);
        for i in run.next..run.handlers.len() {
            call::release(run.handlers[i]);
        }
        for thrown in &run.thrown {
            exception::release(*thrown);
        }
        object::release(run.owner);
    }
}

impl CoroutineObject {
    /// Registers a finally handler.
    ///
    /// # Safety
    /// `fcall` is a kept callable, taken over; the coroutine is unfinished.
    pub unsafe fn add_finally(&mut self, fcall: *mut Fcall) {
        // SAFETY: forwarded.
        unsafe { add(&mut self.finally, fcall) }
    }
}
