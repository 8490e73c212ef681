//! `map()`, `catch()` and `finally()`: futures derived from a future (primitives 1.4).
//!
//! ```text
//!   state --- resolve_callbacks: Hook --holds--> FutureObject --- Branch: derived FutureObjects, each with its Mapper
//!                                                    |
//!   state <-------------------holds------------------'
//! ```
//!
//! While the source is pending, its state holds the future that has derived ones, so chains on temporaries work. When the
//! source completes, one coroutine takes the branch over and settles everything in it, then what was derived from that,
//! breadth first. If the source has completed already, each derived future gets a coroutine of its own.

use super::{FutureObject, FutureState};
use crate::abi::*;
use crate::engine::event_object::Body;
use crate::engine::gc::Report;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, exception, object, zval};
use crate::scheduler::callbacks::zend_async_callbacks_vector_push;
use crate::scheduler::scope;
use crate::scheduler::{CoroutineObject, current_object, event, spawn};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;
use std::collections::VecDeque;

/// What a derived future does with the outcome of its source [primitives/FU-23].
#[derive(Clone, Copy, PartialEq)]
pub enum ChainKind {
    Map,
    Catch,
    Finally,
}

/// How a derived future is settled.
pub struct Mapper {
    kind: ChainKind,
    task: *mut Fcall,
    /// Held.
    source: *mut FutureState,
}

impl Mapper {
    pub(super) unsafe fn free(this: *mut Mapper) {
        if this.is_null() {
            return;
        }
        // SAFETY: boxed by `derive`, and forgotten by its object before this. Releasing may run PHP code, which may not come back: the box
        // is gone by then.
        unsafe {
            let Mapper { task, source, .. } = *Box::from_raw(this);
            call::release(task);
            object::release(FutureState::object(source));
        }
    }

    pub(super) unsafe fn report(this: *mut Mapper, report: &Report) {
        if this.is_null() {
            return;
        }
        // SAFETY: made by `derive`, and its object forgets it before it is freed; it holds what it reports.
        unsafe {
            call::report((*this).task, report);
            report.object(FutureState::object((*this).source));
        }
    }
}

/// What was derived from one Future object, in order.
pub struct Branch {
    /// Held.
    derived: Vec<*mut FutureObject>,
    /// The scope that was current at the first derivation, held; null if there was none yet.
    scope: *mut Scope,
}

impl Branch {
    pub(super) unsafe fn free(this: *mut Branch) {
        if this.is_null() {
            return;
        }
        // SAFETY: boxed by `derive`, and forgotten by its object before this. Releasing may run PHP code, which cannot
        // reach it, and may not come back: the box is owned by this frame only when that is over.
        unsafe {
            for index in 0..(*this).derived.len() {
                object::release(FutureObject::object((&(*this).derived)[index]));
            }
            let scope = (*this).scope;
            drop(Box::from_raw(this));
            if !scope.is_null() {
                event::release(&raw mut (*scope).event);
            }
        }
    }

    pub(super) unsafe fn report(this: *mut Branch, report: &Report) {
        if this.is_null() {
            return;
        }
        // SAFETY: made by `derive`, and its object forgets it before it is freed; it holds what was derived.
        unsafe {
            for derived in &(*this).derived {
                report.object(FutureObject::object(*derived));
            }
        }
    }
}

/// Keeps a Future that has derived ones alive, and takes the branch over when its state completes.
#[repr(C)]
struct Hook {
    base: EventCallback,
    /// Held.
    future: *mut FutureObject,
}

impl Hook {
    unsafe fn attach(future: *mut FutureObject) {
        // SAFETY: the vector holds the hook, the hook holds the future.
        unsafe {
            let hook: *mut Hook = memory::allocate_zeroed(size_of::<Hook>());
            (*hook).base.callback = Some(source_completed);
            (*hook).base.dispose = Some(dispose_hook);
            object::add_ref(FutureObject::object(future));
            (*hook).future = future;
            let callbacks = &raw mut (*(*future).state()).base.resolve_callbacks;
            zend_async_callbacks_vector_push(callbacks, hook.cast());
        }
    }
}

unsafe extern "C" fn dispose_hook(callback: *mut EventCallback, _event: *mut Event) {
    // SAFETY: the vector has given up its only reference, so the hook is freed once; what it held is read before.
    unsafe {
        let future = (*callback.cast::<Hook>()).future;
        memory::free(callback);
        object::release(FutureObject::object(future));
    }
}

/// Reports the futures that a state holds.
pub(super) unsafe fn report(state: *mut FutureState, report: &Report) {
    // SAFETY: entries below `length` are valid; ours have our disposal.
    unsafe {
        let vector = &(*state).base.resolve_callbacks;
        for i in 0..vector.length as usize {
            let callback = *vector.data.add(i);
            if (*callback).dispose.is_some_and(|dispose| dispose as *const () == dispose_hook as *const ()) {
                report.object(FutureObject::object((*callback.cast::<Hook>()).future));
            }
        }
    }
}

/// One coroutine's work.
struct ChainJob {
    /// Held.
    queue: VecDeque<*mut FutureObject>,
    /// The source had completed before: unhandled rejections are raised, and what was derived from the results gets a coroutine of its
    /// own [primitives/FU-25, primitives/FU-31].
    late: bool,
}

impl FutureObject {
    /// A new pending Future derived from this one; takes over the callable. Null with an exception.
    ///
    /// # Safety
    /// The caller holds the object, which has a state.
    pub unsafe fn derive(this: *mut FutureObject, kind: ChainKind, task: *mut Fcall) -> *mut Object {
        // SAFETY: the caller holds the object, which has a state, as this function demands; every holder gets a reference
        // of its own. No PHP code runs, so whether the source has completed stays true.
        unsafe {
            let source = (*this).state();
            event::mark_used(&raw mut (*source).base.event);
            let derived = FutureObject::on(super::new());
            object::add_ref(FutureState::object(source));
            (*derived).mapper = Box::into_raw(Box::new(Mapper { kind, task, source }));
            object::add_ref(FutureObject::object(derived));
            if (*source).is_completed() {
                let job = ChainJob { queue: VecDeque::from([derived]), late: true };
                if !start(Box::into_raw(Box::new(job)), ptr::null_mut()) {
                    object::release(FutureObject::object(derived));
                    return ptr::null_mut();
                }
                return FutureObject::object(derived);
            }
            if (*this).branch.is_null() {
                let scope: *mut Scope = scope::current().cast();
                if !scope.is_null() {
                    event::add_ref(&raw mut (*scope).event);
                }
                (*this).branch = Box::into_raw(Box::new(Branch { derived: Vec::new(), scope }));
                Hook::attach(this);
            }
            (*(*this).branch).derived.push(derived);
            FutureObject::object(derived)
        }
    }
}

/// `resolve_callbacks` entry: the branch goes to the coroutine that settles the tree, or to a new one.
unsafe extern "C" fn source_completed(
    _event: *mut Event,
    callback: *mut EventCallback,
    iterator: *mut c_void,
    _exception: *mut Object,
) {
    // SAFETY: the vector holds the hook, and the hook its future, while they are told; the branch is taken out of that, so
    // only this has it.
    unsafe {
        let future = (*callback.cast::<Hook>()).future;
        let branch = ptr::replace(&raw mut (*future).branch, ptr::null_mut());
        if branch.is_null() {
            return;
        }
        let derived = core::mem::take(&mut (*branch).derived);
        if iterator.is_null() {
            let job = ChainJob { queue: derived.into(), late: false };
            start(Box::into_raw(Box::new(job)), (*branch).scope);
        } else {
            (*iterator.cast::<ChainJob>()).queue.extend(derived);
        }
        Branch::free(branch);
    }
}

/// Queues the coroutine that settles the derived futures of a job, in `scope` or, when that is null or takes no coroutines
/// any more, in the main scope. Takes the job over; false with an exception.
unsafe fn start(job: *mut ChainJob, scope: *mut Scope) -> bool {
    // SAFETY: the coroutine owns the job until it is disposed.
    unsafe {
        let mut worker = spawn::spawn_internal(scope, 0, work, job.cast(), Some(leave));
        if worker.is_null() && !(*globals()).main_scope.is_null() {
            drop(exception::take());
            worker = spawn::spawn_internal((*globals()).main_scope, 0, work, job.cast(), Some(leave));
        }
        if worker.is_null() {
            free(job);
            return false;
        }
        // Nothing stays unsettled because its scope was cancelled.
        (*worker.cast::<CoroutineObject>()).must_run();
        true
    }
}

unsafe fn free(job: *mut ChainJob) {
    // SAFETY: not used again. Releasing may run PHP code, which cannot reach the job.
    unsafe {
        let job = Box::from_raw(job);
        for derived in job.queue {
            object::release(FutureObject::object(derived));
        }
    }
}

unsafe extern "C" fn leave(worker: *mut Coroutine) {
    // SAFETY: called once per worker, whose data is the job; what is put in its place is null.
    unsafe { free(ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast()) }
}

/// Body of the coroutine.
unsafe extern "C" fn work() {
    // SAFETY: the job is this coroutine's data until `leave`. No borrow of it lives across a call.
    unsafe {
        let job = (*current_object()).base.extended_data.cast::<ChainJob>();
        // Callbacks may suspend: the reference lies here as a pointer.
        let mut raised: *mut Object = ptr::null_mut();
        while let Some(derived) = (*job).queue.pop_front() {
            if let Some(unhandled) = settle(job, derived) {
                raised = exception::chain(unhandled, OwnedObject::from_nullable(raised)).into_raw();
            }
            object::release(FutureObject::object(derived));
            if !exception::pending().is_null() {
                if exception::is_exit(exception::pending()) {
                    break;
                }
                raised = exception::chain_any(exception::take(), OwnedObject::from_nullable(raised)).into_nullable();
            }
        }
        if let Some(raised) = OwnedObject::from_nullable(raised) {
            exception::throw(raised);
        }
    }
}

/// Settles one derived future. What is to be raised in the scope, if anything [primitives/FU-31].
unsafe fn settle(job: *mut ChainJob, derived: *mut FutureObject) -> Option<OwnedObject> {
    // SAFETY: the job holds the future, the mapper its source.
    unsafe {
        let state = (*derived).state();
        if (*state).is_completed() {
            // A derived future that has its outcome already is left alone [primitives/FU-28].
            return None;
        }
        let mapper = (*derived).mapper;
        let source = (*mapper).source;
        let error = (*source).base.exception;
        let outcome = match ((*mapper).kind, error.is_null()) {
            (ChainKind::Map, false) => Err(OwnedObject::share(error)),
            (ChainKind::Catch, true) => Ok(zval::copy(&raw mut (*source).base.result)),
            (ChainKind::Map, true) => call_back(mapper, (*source).base.result),
            (ChainKind::Catch, false) => {
                (*source).mark_caught();
                call_back(mapper, Zval::from_object(error))
            }
            (ChainKind::Finally, succeeded) => {
                let argument = if succeeded { (*source).base.result } else { Zval::from_object(error) };
                match (call_back(mapper, argument), succeeded) {
                    (Ok(mut ignored), _) => {
                        zval::clear(&raw mut ignored);
                        if succeeded {
                            Ok(zval::copy(&raw mut (*source).base.result))
                        } else {
                            Err(OwnedObject::share(error))
                        }
                    }
                    (Err(thrown), true) => Err(thrown),
                    (Err(thrown), false) => Err(exception::chain(thrown, Some(OwnedObject::share(error)))),
                }
            }
        };
        // `exit` in a callback ends everything; it is no outcome.
        let outcome = match outcome {
            Err(exit) if exception::is_exit(exit.as_ptr()) => {
                exception::throw(exit);
                return None;
            }
            // What goes with the callback may have a destructor.
            other => other.map_err(OwnedObject::into_raw),
        };
        // The callback is not needed any more; what its end throws is raised.
        object::add_ref(FutureState::object(source));
        Mapper::free(ptr::replace(&raw mut (*derived).mapper, ptr::null_mut()));
        let rejected = outcome.is_err() && !(*state).is_completed();
        let subscribed = (*state).has_subscribers();
        let late = (*job).late;
        FutureState::settle(
            state,
            outcome.map_err(|error| OwnedObject::from_raw(error)),
            if late { ptr::null_mut() } else { job.cast() },
        );
        let mut raised: *mut Object = ptr::null_mut();
        if rejected && subscribed {
            // The rejection of the derived future is caught, and with it that of its source [primitives/FU-43].
            (*source).mark_caught();
        } else if rejected && late && !(*state).base.event.flags.contains(EventFlags::FUTURE_IGNORED) {
            raised = object::add_ref((*state).base.exception);
        }
        object::release(FutureState::object(source));
        OwnedObject::from_nullable(raised)
    }
}

/// Calls the callback with one argument, borrowed. Its result, owned, or what it threw.
unsafe fn call_back(mapper: *mut Mapper, argument: Zval) -> Result<Zval, OwnedObject> {
    let mut result = Zval::UNDEF;
    // SAFETY: the mapper lives as long as the derived future, which the job holds.
    unsafe {
        call::invoke_for((*mapper).task, &mut [argument], &raw mut result);
        let Some(thrown) = exception::take() else { return Ok(result) };
        // A destructor may run.
        let thrown = thrown.into_raw();
        zval::clear(&raw mut result);
        Err(OwnedObject::from_raw(thrown))
    }
}
