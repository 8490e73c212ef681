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
use crate::scheduler::list::{ListOf, listed};
use crate::scheduler::scope;
use crate::scheduler::{CoroutineObject, current_object, event, spawn};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// What a derived future does with the outcome of its source [primitives/FU-23].
#[derive(Clone, Copy, PartialEq)]
pub enum ChainKind {
    Map,
    Catch,
    Finally,
}

/// How a derived future is settled. Zeroed memory is that of one which is not derived, or settled.
pub struct Mapper {
    kind: ChainKind,
    /// Null if there is nothing to do.
    task: *mut Fcall,
    /// Held.
    source: *mut FutureState,
}

impl Mapper {
    pub(super) const NONE: Mapper = Mapper { kind: ChainKind::Map, task: ptr::null_mut(), source: ptr::null_mut() };

    /// What a future no longer does.
    pub(super) unsafe fn release(self) {
        if self.task.is_null() {
            return;
        }
        // SAFETY: made by `derive`, and its object has forgotten it.
        unsafe {
            call::release(self.task);
            object::release(FutureState::object(self.source));
        }
    }

    pub(super) unsafe fn report(&self, report: &Report) {
        if self.task.is_null() {
            return;
        }
        // SAFETY: made by `derive`, and its object forgets it before it is released; it holds what it reports.
        unsafe {
            call::report(self.task, report);
            report.object(FutureState::object(self.source));
        }
    }
}

/// What was derived from one Future object, in order. Zeroed memory is an empty one.
pub struct Branch {
    /// Held.
    derived: Derived,
    /// The scope that was current at the first derivation, held; null if there was none yet.
    scope: *mut Scope,
}

/// Futures that were derived, each in one list: that of the object it was derived from, then that of the job that settles it.
type Derived = ListOf<FutureObject>;

listed!(FutureObject, link);

impl Branch {
    pub(super) const EMPTY: Branch = Branch { derived: Derived::EMPTY, scope: ptr::null_mut() };

    /// What an object no longer has.
    pub(super) unsafe fn release(mut self) {
        // SAFETY: made by `derive`, and its object has forgotten it.
        unsafe {
            release_all(&raw mut self.derived);
            if !self.scope.is_null() {
                event::release(&raw mut (*self.scope).event);
            }
        }
    }

    pub(super) unsafe fn report(&self, report: &Report) {
        let mut at = self.derived.first();
        while !at.is_null() {
            // SAFETY: the list holds its items.
            unsafe {
                report.object(FutureObject::object(at));
                at = (*at).link.next();
            }
        }
    }
}

unsafe fn take_first(list: *mut Derived) -> Option<*mut FutureObject> {
    // SAFETY: the list is alive and holds its items.
    unsafe {
        let first = (*list).first();
        if first.is_null() {
            return None;
        }
        Derived::remove(list, first);
        Some(first)
    }
}

/// Releasing may run PHP code, which reaches neither the list nor, by the objects, their places in it.
unsafe fn release_all(list: *mut Derived) {
    // SAFETY: the list is alive and holds its items.
    unsafe {
        while let Some(derived) = take_first(list) {
            object::release(FutureObject::object(derived));
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
            FutureState::hold_for_producer((*future).state());
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
    queue: Derived,
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
            (*derived).mapper = Mapper { kind, task, source };
            object::add_ref(FutureObject::object(derived));
            if (*source).is_completed() {
                let mut queue = Derived::EMPTY;
                Derived::push_back(&raw mut queue, derived);
                if !start(ChainJob { queue, late: true }, ptr::null_mut()) {
                    object::release(FutureObject::object(derived));
                    return ptr::null_mut();
                }
                return FutureObject::object(derived);
            }
            let branch = &raw mut (*this).branch;
            if (*branch).derived.is_empty() {
                let scope: *mut Scope = scope::current().cast();
                if !scope.is_null() {
                    event::add_ref(&raw mut (*scope).event);
                }
                (*branch).scope = scope;
                Hook::attach(this);
            }
            Derived::push_back(&raw mut (*branch).derived, derived);
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
        let mut branch = ptr::replace(&raw mut (*future).branch, Branch::EMPTY);
        let derived = core::mem::replace(&mut branch.derived, Derived::EMPTY);
        if derived.is_empty() {
            return;
        }
        if iterator.is_null() {
            start(ChainJob { queue: derived, late: false }, branch.scope);
        } else {
            Derived::append(&raw mut (*iterator.cast::<ChainJob>()).queue, derived);
        }
        branch.release();
    }
}

/// Queues the coroutine that settles the derived futures of a job, in `scope` or, when that is null or takes no coroutines
/// any more, in the main scope. Takes the job over; false with an exception.
unsafe fn start(new: ChainJob, scope: *mut Scope) -> bool {
    // SAFETY: the coroutine owns the job until it is disposed.
    unsafe {
        let job: *mut ChainJob = memory::allocate_zeroed(size_of::<ChainJob>());
        job.write(new);
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
    // SAFETY: not used again. Releasing may run PHP code, which may not come back: the job is gone by then.
    unsafe {
        let mut queue = (*job).queue;
        memory::free(job);
        release_all(&raw mut queue);
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
        while let Some(derived) = take_first(&raw mut (*job).queue) {
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
        let mapper = &raw mut (*derived).mapper;
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
        // The callback is not needed any more; what its end throws is raised. The reference to the source stays until the end.
        let Mapper { task, .. } = ptr::replace(mapper, Mapper::NONE);
        call::release(task);
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
