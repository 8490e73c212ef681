//! Futures: the shared state that is completed once, and the PHP objects on it [primitives 1, abi/ABI-45, abi/ABI-144].
//!
//! ```text
//!   FutureState   the writing side: the PHP object that contains the shared state
//!        ^
//!        |  holds
//!   FutureObject  the reading side: any number of them, each with the futures derived from it (chain.rs)
//! ```
//!
//! The code that completes a future that the user did not make (a channel, a task group, a signal) may register as its
//! producer and is told when it is not needed any more.

mod chain;
mod object;

pub use chain::ChainKind;
pub use object::FutureObject;

use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::owned::OwnedObject;
use crate::engine::state::PendingException;
use crate::engine::{current_frame, exception, frame, string, zval};
use crate::scheduler::callbacks::{self, zend_async_callbacks_vector_free, zend_async_callbacks_vector_notify};
use crate::scheduler::event;
use crate::scheduler::event::order_waits;
use crate::scheduler::large_stack;
use core::ffi::c_void;
use core::ptr;

/// The state of a future, in the PHP object `Async\FutureState`.
#[repr(C)]
pub struct FutureState {
    pub base: Future,
    /// Told, once, when the future was completed by other code or is destroyed.
    abandoned: Option<unsafe fn(*mut c_void)>,
    producer: *mut c_void,
    /// The producer has a reference: others were derived, which wait for the outcome although nothing else may refer to it [primitives/FU-26].
    held: bool,
}

/// A new pending future, made at the current place in PHP code. One reference.
///
/// # Safety
/// A request is active.
pub unsafe fn new() -> *mut FutureState {
    // SAFETY: a request is active, as this function demands; nothing else refers to the new state yet.
    unsafe {
        let this = FutureState::create(0);
        (*this).set_created();
        this
    }
}

/// A `Future` on a state whose reference it takes over. Owned.
///
/// # Safety
/// The caller owns the reference.
pub unsafe fn object_on(state: *mut FutureState) -> *mut Object {
    // SAFETY: the caller owns the reference of the state, as this function demands, which the new object takes over.
    unsafe { FutureObject::object(FutureObject::on(state)) }
}

/// A `Future` that has completed with a value, taken over. Owned.
///
/// # Safety
/// A request is active.
pub unsafe fn completed(value: Zval) -> *mut Object {
    // SAFETY: a request is active, as this function demands. The new state has no subscribers, so completing it runs
    // nothing, and its reference goes to the object.
    unsafe {
        let state = new();
        FutureState::complete(state, value);
        object_on(state)
    }
}

/// A `Future` that has failed with an exception. Owned.
///
/// # Safety
/// A request is active.
pub unsafe fn failed(error: OwnedObject) -> *mut Object {
    // SAFETY: a request is active, as this function demands. The new state has no subscribers, so rejecting it runs
    // nothing, and its reference goes to the object.
    unsafe {
        let state = new();
        FutureState::reject(state, error);
        object_on(state)
    }
}

/// Slot `new_future` [abi/ABI-141].
unsafe extern "C" fn new_for_c(thread_safe: bool, extra: usize) -> *mut Future {
    // SAFETY: contract of the slot.
    unsafe {
        let this = FutureState::create(extra);
        (*this).set_created();
        let event = &mut (*this).base.event;
        event.flags.set(EventFlags::FUTURE_THREAD_SAFE, thread_safe);
        event.extra_offset = if extra > 0 { FutureState::extra_offset() } else { 0 };
        &raw mut (*this).base
    }
}

/// Slot `new_future_obj` [abi/ABI-141].
unsafe extern "C" fn new_object_for_c(future: *mut Future) -> *mut Object {
    // SAFETY: futures are ours; the reference moves.
    unsafe { if future.is_null() { ptr::null_mut() } else { object_on(future.cast()) } }
}

/// Fills the slots; at MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register() {
    // SAFETY: MINIT: no other thread runs yet that could read the slots.
    unsafe {
        slots::zend_async_new_future_fn = Some(new_for_c);
        slots::zend_async_new_future_obj_fn = Some(new_object_for_c);
    }
}

impl FutureState {
    #[inline]
    pub fn is_completed(&self) -> bool {
        self.base.event.flags.contains(EventFlags::CLOSED)
    }

    /// Rejected with a cancellation [primitives/FU-11].
    pub fn is_cancelled(&self) -> bool {
        let error = self.base.exception;
        // SAFETY: it is not null, so the state owns it, and it stays for as long as the state is borrowed.
        !error.is_null()
            && unsafe { crate::engine::object::is_a(error, exception::class(AsyncClass::EXCEPTION_CANCELLATION)) }
    }

    /// Whether it is waited for or derived from.
    fn has_subscribers(&self) -> bool {
        self.base.event.callbacks.length > 0 || self.base.resolve_callbacks.length > 0
    }

    /// Neither warning is raised [primitives/FU-40].
    pub fn ignore(&mut self) {
        self.base.event.flags.insert(EventFlags::FUTURE_IGNORED);
    }

    fn mark_caught(&mut self) {
        self.base.event.flags.insert(EventFlags::EXC_CAUGHT);
    }

    /// Registers its producer: `abandoned` is called when that is not needed any more.
    pub fn set_producer(&mut self, abandoned: unsafe fn(*mut c_void), producer: *mut c_void) {
        self.abandoned = Some(abandoned);
        self.producer = producer;
    }

    /// The producer is not told anything any more, since it completes the future now. Its reference goes with that.
    pub fn forget_producer(&mut self) {
        self.abandoned = None;
    }

    /// The producer goes and leaves the future pending.
    ///
    /// # Safety
    /// The state is alive. It may be gone afterwards.
    pub unsafe fn leave_pending(this: *mut FutureState) {
        // SAFETY: the state is alive, as this function demands.
        unsafe {
            (*this).forget_producer();
            Self::drop_held(this);
        }
    }

    /// What was derived from it waits for its producer, which holds it from now on: otherwise a collection would take both. Idempotent.
    ///
    /// # Safety
    /// The state is pending, and is held by what waits for it.
    unsafe fn hold_for_producer(this: *mut FutureState) {
        // SAFETY: the state is alive, as this function demands.
        unsafe {
            if (*this).abandoned.is_some() && !(*this).held {
                (*this).held = true;
                crate::engine::object::add_ref(Self::object(this));
            }
        }
    }

    /// The producer's reference goes, if it has one; whether it had.
    ///
    /// # Safety
    /// The state is alive. A collection that this starts may free one that is pending and that nothing else holds.
    pub unsafe fn drop_held(this: *mut FutureState) -> bool {
        // SAFETY: the state is alive, as this function demands, and not looked at afterwards; the reference is the producer's.
        unsafe {
            let held = core::mem::replace(&mut (*this).held, false);
            if held {
                crate::engine::object::release(Self::object(this));
            }
            held
        }
    }

    /// What a producer that the collector knows reports of a state that waits for it.
    ///
    /// # Safety
    /// A living state, in a report of its producer's.
    pub unsafe fn report_held(this: *mut FutureState, report: &Report) {
        // SAFETY: the state is alive, and so is its object: a held one has a reference.
        unsafe {
            if (*this).held {
                report.object(Self::object(this));
            }
        }
    }

    /// Completes it with a value, taken over; one that has completed stays as it is [primitives/FU-6]. Never switches.
    ///
    /// # Safety
    /// The state is alive when it is called; it may be gone afterwards.
    pub unsafe fn complete(this: *mut FutureState, value: Zval) {
        // SAFETY: the state is alive, as this function demands, and not looked at afterwards; the value is taken over in
        // any case.
        unsafe { Self::settle(this, Ok(value), ptr::null_mut()) }
    }

    /// Rejects it with an exception; one that has completed stays as it is. Never switches.
    ///
    /// # Safety
    /// The state is alive when it is called; it may be gone afterwards.
    pub unsafe fn reject(this: *mut FutureState, error: OwnedObject) {
        // SAFETY: the state is alive, as this function demands, and not looked at afterwards.
        unsafe { Self::settle(this, Err(error), ptr::null_mut()) }
    }

    /// `iterator` is what processes derived futures, or null (see [`chain`]).
    unsafe fn settle(this: *mut FutureState, outcome: Result<Zval, OwnedObject>, iterator: *mut c_void) {
        // SAFETY: the state is alive, and not looked at after `resolve`. The outcome is stored in places that are empty
        // while it is pending, or released.
        unsafe {
            if (*this).is_completed() {
                match outcome {
                    Ok(mut value) => zval::clear(&raw mut value),
                    Err(error) => drop(error),
                }
                return;
            }
            match outcome {
                Ok(value) => (*this).base.result = if value.is_undef() { Zval::NULL } else { value },
                Err(error) => (*this).base.exception = error.into_raw(),
            }
            let event = &raw mut (*this).base.event;
            match (*this).base.resolve {
                Some(resolve) => resolve(event, iterator),
                None => resolve(event, iterator),
            };
        }
    }

    /// Remembers where PHP code makes it, once.
    pub fn set_created(&mut self) {
        if !self.base.filename.is_null() {
            return;
        }
        // SAFETY: on the PHP thread, where states are made, the frames of the running stack are alive.
        if let Some((file, line)) = unsafe { place() } {
            // SAFETY: the executing code holds the name of its file.
            self.base.filename = unsafe { string::add_ref(file) };
            self.base.lineno = line;
        }
    }

    pub fn created(&self) -> (*mut ZString, u32) {
        (self.base.filename, self.base.lineno)
    }

    /// The name is null while it is pending, or when no PHP code was running.
    pub fn completed_at(&self) -> (*mut ZString, u32) {
        (self.base.completed_filename, self.base.completed_lineno)
    }
}

/// Where PHP code is executing; none in scheduler context.
unsafe fn place() -> Option<(*mut ZString, u32)> {
    // SAFETY: the globals of a thread are never freed, and the frames of the running stack are alive.
    unsafe { if *(*globals()).in_scheduler_context { None } else { frame::location(current_frame()) } }
}

impl Body for FutureState {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = Some(destroy);
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe {
            let base = &raw mut (*this).base;
            event::embed(&raw mut (*base).event, Self::OFFSET);
            (*base).event.flags.insert(EventFlags::ZVAL_RESULT);
            (*base).event.add_callback = Some(subscribe);
            (*base).event.replay = Some(replay);
            (*base).event.info = Some(info);
            (*base).resolve = Some(resolve);
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: each part is taken out before it is released.
        unsafe {
            // It goes whoever holds it.
            (*this).held = false;
            abandon(this);
            let base = &raw mut (*this).base;
            zend_async_callbacks_vector_free(&raw mut (*base).resolve_callbacks, base.cast());
            zend_async_callbacks_vector_free(&raw mut (*base).event.callbacks, base.cast());
            string::release(ptr::replace(&raw mut (*base).filename, ptr::null_mut()));
            string::release(ptr::replace(&raw mut (*base).completed_filename, ptr::null_mut()));
            drop(OwnedObject::from_nullable(ptr::replace(&raw mut (*base).exception, ptr::null_mut())));
            zval::clear(&raw mut (*base).result);
        }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living state, which holds what it reports, and changes nothing.
        unsafe {
            report.value(&raw mut (*this).base.result);
            report.object((*this).base.exception);
            chain::report(this, report);
        }
    }
}

/// Tells the producer that the future is not needed any more, once.
unsafe fn abandon(this: *mut FutureState) {
    // SAFETY: a registered producer is alive until it was told or forgotten; it is taken out, so it is told once. The state
    // stays: its caller holds it.
    unsafe {
        if let Some(abandoned) = (*this).abandoned.take() {
            abandoned((*this).producer);
        }
    }
}

/// `resolve` of our futures [abi/ABI-144]: outcome and exception are stored; all subscribers are told.
unsafe extern "C" fn resolve(event: *mut Event, iterator: *mut c_void) -> bool {
    // SAFETY: the event is the start of a state, which is held while others are told.
    unsafe {
        let this = event.cast::<FutureState>();
        if (*this).is_completed() {
            return false;
        }
        event::add_ref(event);
        let pending = PendingException::take();
        (*event).flags.insert(EventFlags::CLOSED);
        if let Some((file, line)) = place() {
            (*this).base.completed_filename = string::add_ref(file);
            (*this).base.completed_lineno = line;
        }
        abandon(this);
        // First the waiters, then the derived futures [primitives/FU-14].
        order_waits(event);
        callbacks::notify(event, (&raw mut (*this).base.result).cast(), (*this).base.exception);
        if (*event).flags.contains(EventFlags::EXCEPTION_HANDLED) {
            (*this).mark_caught();
        }
        let derived = &raw mut (*this).base.resolve_callbacks;
        if (*derived).length > 0 {
            zend_async_callbacks_vector_notify(derived, event, iterator);
            zend_async_callbacks_vector_free(derived, event);
        }
        FutureState::drop_held(this);
        pending.put_back();
        event::release(event);
        true
    }
}

/// `add_callback`: a completed future calls the subscriber at once [abi/ABI-144].
unsafe extern "C" fn subscribe(event: *mut Event, callback: *mut EventCallback) -> bool {
    // SAFETY: event and callback are alive, as the method demands [abi/ABI-72].
    unsafe {
        callbacks::add(event, callback);
        replay(event, callback, ptr::null_mut(), ptr::null_mut());
        true
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut Zval,
    error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is the start of a future's state; callback, result and error are null or valid [abi/ABI-85].
    unsafe {
        let this = event.cast::<FutureState>();
        if !(*this).is_completed() {
            return false;
        }
        let failure = (*this).base.exception;
        if !callback.is_null() {
            (*event).flags.remove(EventFlags::EXCEPTION_HANDLED);
            if let Some(call) = (*callback).callback {
                call(event, callback, (&raw mut (*this).base.result).cast(), failure);
            }
            if (*event).flags.contains(EventFlags::EXCEPTION_HANDLED) {
                (*this).mark_caught();
            }
            return true;
        }
        if !result.is_null() {
            result.write(zval::copy(&raw mut (*this).base.result));
        }
        if !failure.is_null() {
            (*this).mark_caught();
            if error.is_null() {
                exception::throw(OwnedObject::share(failure));
            } else {
                error.write(OwnedObject::share(failure).into_raw());
            }
        }
        true
    }
}

/// The description of a state in reports [primitives/CM-15].
pub fn description(completed: bool) -> &'static str {
    if completed { "FutureState(completed)" } else { "FutureState(pending)" }
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: a request is active.
    unsafe { string::new(description((*event.cast::<FutureState>()).is_completed())) }
}

/// The last reference has gone: a future that was never used, or an exception that was never seen, is a warning
/// [primitives/FU-38].
unsafe extern "C" fn destroy(object: *mut Object) {
    // SAFETY: the engine keeps the object until this returns, and the state keeps the names of places. Warnings run the user's
    // error handler, which may reach a state that is destroyed at the end of the script: no borrow of it lives across them.
    unsafe {
        let this = FutureState::of(object);
        if crate::engine::object::ref_count(object) == 1 {
            // Really the last one. The warnings below may run PHP code, which must not complete it any more.
            abandon(this);
        }
        let flags = (*this).base.event.flags;
        if flags.contains(EventFlags::FUTURE_IGNORED) {
            return;
        }
        let created = Place::of((*this).created());
        if !flags.contains(EventFlags::RESULT_USED) {
            let mut text =
                b"Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning"
                    .to_vec();
            created.append(&mut text, ". Created at ");
            warn(text);
        }
        if !(*this).base.exception.is_null() && !flags.contains(EventFlags::EXC_CAUGHT) && !is_of_shutdown(this) {
            let mut text = b"Unhandled exception in Future: ".to_vec();
            text.extend_from_slice(&exception::message((*this).base.exception));
            text.extend_from_slice(b"; use catch() or ignore() to handle");
            if created.append(&mut text, ". Created at ") {
                Place::of((*this).completed_at()).append(&mut text, ", completed at ");
            }
            warn(text);
        }
    }
}

/// Raises a warning of an object that goes, also where an exception makes it go: error handlers are not called while one is pending.
///
/// # Safety
/// As [`exception::warn`].
unsafe fn warn(text: Vec<u8>) {
    // SAFETY: the exception lies here as a pointer: nothing of this frame has to be dropped if the handler does not come back.
    unsafe {
        let pending = PendingException::take();
        exception::warn(text);
        pending.put_back();
    }
}

/// Whether the future was rejected by the shutdown of everything, which tells nothing of what it has cancelled [core/SH-25].
unsafe fn is_of_shutdown(this: *mut FutureState) -> bool {
    // SAFETY: the state is rejected, and keeps its exception; the globals are this thread's.
    unsafe { (*globals()).graceful_shutdown && exception::tells_only_of_cancellations((*this).base.exception) }
}

/// A file and a line in a message.
struct Place(*mut ZString, u32);

impl Place {
    fn of((file, line): (*mut ZString, u32)) -> Place {
        Place(file, line)
    }

    /// Appends it, if it is known; whether it is.
    unsafe fn append(&self, text: &mut Vec<u8>, before: &str) -> bool {
        if self.0.is_null() {
            return false;
        }
        text.extend_from_slice(before.as_bytes());
        // SAFETY: the state, which its caller keeps, holds the name, also while warnings are raised.
        text.extend_from_slice(unsafe { string::bytes(self.0) });
        text.extend_from_slice(format!(":{}", self.1).as_bytes());
        true
    }
}
