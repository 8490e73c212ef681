//! `Async\FileSystemWatcher` (primitives 8).
//!
//! ```text
//!   reactor's event -> happened -> queue ------------> a parked `foreach`, oldest first
//!                         |          ^         \-----> coroutines that await the object [primitives/FS-13]
//!                         |          |
//!                         '-> filter -> debounce         with a quiet time
//! ```
//!
//! The object owns its event of the reactor and hears it as long as it is open. An event that a `foreach` was woken for is
//! promised to it: others that come meanwhile wait for the next one.

mod debounce;
mod filter;
mod queue;

pub use filter::Filter;
pub use queue::Change;

use super::wait_queue::{WaitQueue, Waiter};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::state::PendingException;
use crate::engine::{exception, string};
use crate::reactor::{TimerNode, filesystem};
use crate::scheduler::callbacks::{self, zend_async_callbacks_vector_free};
use crate::scheduler::event;
use crate::scheduler::subscription::Subscription;
use core::ffi::c_void;
use core::mem::offset_of;
use core::ptr;
use debounce::Debounce;
use queue::Queue;

#[repr(C)]
pub struct Watcher {
    /// Notified with null for every event that comes in. Closed until it is opened, and when it is closed.
    base: Event,
    /// As given to the constructor; null before.
    path: *mut ZString,
    /// To the reactor's event, which it owns while it is open.
    source: Subscription,
    waiters: WaitQueue,
    queue: Queue,
    /// The error that has closed the watcher, until it is delivered.
    error: Option<OwnedObject>,
    debounce: Debounce,
    filter: Filter,
}

/// How a watcher was asked to work. The times are milliseconds.
pub struct Settings {
    pub recursive: bool,
    pub coalesce: bool,
    pub quiet_ms: i64,
    pub hold_ms: i64,
    pub filter: Filter,
}

/// What a `foreach` gets.
pub enum Fetched {
    Event(Change),
    End,
    /// Is pending.
    Exception,
}

impl Watcher {
    /// Whether the constructor has run.
    pub fn is_constructed(&self) -> bool {
        !self.path.is_null()
    }

    /// As given to the constructor.
    pub fn path(&self) -> *mut ZString {
        self.path
    }

    /// Also by a fatal error, which stops the event loop and everything in it.
    pub fn is_closed(&self) -> bool {
        let source = self.source.event();
        // SAFETY: an open watcher owns its source.
        self.base.flags.contains(EventFlags::CLOSED) || source.is_null() || unsafe { (*source).loop_ref_count == 0 }
    }

    /// Whether an event waits that is not promised to a waiter.
    fn has_more(&self) -> bool {
        self.queue.len() > self.waiters.reserved() as usize
    }

    /// Begins to watch `path`, borrowed. An exception is pending when that fails.
    ///
    /// # Safety
    /// A new object.
    pub unsafe fn open(this: *mut Watcher, path: *mut ZString, settings: Settings) {
        // SAFETY: what the object had before is replaced; the subscription stays where it is.
        unsafe {
            let Settings { recursive, coalesce, quiet_ms, hold_ms, filter } = settings;
            (*this).path = string::add_ref(path);
            (*this).queue = Queue::new(coalesce);
            (*this).debounce = Debounce::new(quiet_ms, hold_ms, burst_is_over);
            (*this).filter = filter;
            let mut flags = FilesystemFlags::empty();
            flags.set(FilesystemFlags::RECURSIVE, recursive);
            let source = slots::new_filesystem(path, flags, 0);
            if source.is_null() {
                return;
            }
            (*this).source = Subscription::new(source.cast(), happened);
            let subscription = &raw mut (*this).source;
            Subscription::enter(subscription);
            if Subscription::start(subscription) {
                (*this).base.flags.remove(EventFlags::CLOSED);
            } else {
                release_source(this);
            }
        }
    }

    /// Stops watching [primitives/FS-11]. What waits can still be fetched, and what has happened until now with it
    /// [primitives/FS-9]; coroutines that wait for more are woken.
    ///
    /// # Safety
    /// The caller holds the object.
    pub unsafe fn close(this: *mut Watcher) {
        // SAFETY: the caller holds the object, as this function demands, and an open watcher its source, while that tells
        // what has happened.
        unsafe {
            if !(*this).is_closed() && !(*this).debounce.is_on() {
                let pending = PendingException::take();
                filesystem::catch_up((*this).source.event());
                pending.put_back();
            }
            end(this, ptr::null_mut())
        }
    }

    /// The oldest event; parks until there is one. `may_park` says whether the current code may, or throws.
    ///
    /// # Safety
    /// The caller holds the object.
    pub unsafe fn fetch(this: *mut Watcher, may_park: impl Fn() -> bool) -> Fetched {
        // SAFETY: the caller holds the object, as this function demands. The queues are used in place, never across a wait,
        // and the waiter leaves its queue before its frame ends.
        unsafe {
            while !(*this).has_more() {
                if (*this).is_closed() {
                    let Some(error) = (*this).error.take() else { return Fetched::End };
                    exception::throw(error);
                    return Fetched::Exception;
                }
                if !may_park() {
                    return Fetched::Exception;
                }
                let mut waiter = Waiter::current(&raw mut (*this).base);
                let parked = WaitQueue::park(&raw mut (*this).waiters, &raw mut waiter);
                if let Err(error) = parked.woken {
                    if parked.reserved {
                        WaitQueue::reserve_next(&raw mut (*this).waiters);
                    }
                    exception::throw(error);
                    return Fetched::Exception;
                }
                if parked.reserved {
                    break;
                }
            }
            (*this).queue.take().map_or(Fetched::End, Fetched::Event)
        }
    }
}

/// The reactor reports a change, or an error.
unsafe extern "C" fn happened(
    source: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the subscription of a watcher that is open, so it is alive; it may be closed or gone after
    // this.
    unsafe {
        let this = callback.byte_sub(offset_of!(Watcher, source)).cast::<Watcher>();
        if !error.is_null() {
            end(this, error);
            return;
        }
        let source = source.cast::<FilesystemEvent>();
        let (name, flags) = ((*source).triggered_filename, (*source).triggered_events);
        // Something may have happened to anything [primitives/FS-21].
        let is_loss = name.is_null() && flags == FilesystemChanges::all();
        if !(*this).debounce.is_on() {
            add(this, name, flags);
        } else if is_loss || (*this).filter.passes((!name.is_null()).then(|| string::bytes(name))) {
            (*this).debounce.add(flags);
        }
    }
}

unsafe fn burst_is_over(timer: *mut TimerNode) {
    // SAFETY: the timer is the start of the debouncing of a watcher that is open.
    unsafe {
        let this = timer.byte_sub(offset_of!(Watcher, debounce)).cast::<Watcher>();
        let flags = (*this).debounce.take();
        add(this, ptr::null_mut(), flags);
    }
}

/// An event comes in. Its name is borrowed.
unsafe fn add(this: *mut Watcher, name: *mut ZString, flags: FilesystemChanges) {
    // SAFETY: callers have a living watcher, and the name is held by the event that tells it, if there is one. The object
    // may go when its waiters are told: that is last.
    unsafe {
        if (*this).queue.push(name, flags) {
            WaitQueue::reserve_next(&raw mut (*this).waiters);
        }
        tell(this, ptr::null_mut());
    }
}

/// Coroutines that await the object are told; the error is borrowed.
unsafe fn tell(this: *mut Watcher, error: *mut Object) {
    // SAFETY: a value on this frame is borrowed by the callbacks that are told.
    unsafe {
        if (*this).base.callbacks.length > 0 {
            let mut nothing = Zval::NULL;
            callbacks::notify(&raw mut (*this).base, (&raw mut nothing).cast(), error);
        }
    }
}

/// Closes, with an error for the waiters [primitives/FS-12], borrowed, or without. When there are none the next loop hears
/// of it.
unsafe fn end(this: *mut Watcher, error: *mut Object) {
    // SAFETY: woken coroutines run later; the object is held by the caller, or by the event that tells it of the error.
    unsafe {
        if (*this).base.flags.contains(EventFlags::CLOSED) {
            return;
        }
        (*this).base.flags.insert(EventFlags::CLOSED);
        release_source(this);
        (*this).debounce.stop();
        let references = if error.is_null() { 0 } else { (*error).gc.refcount };
        loop {
            let waiter = (*this).waiters.next();
            if waiter.is_null() {
                break;
            }
            if error.is_null() {
                Waiter::wake(waiter);
            } else {
                Waiter::fail(waiter, error);
            }
        }
        let pending = PendingException::take();
        tell(this, error);
        pending.put_back();
        // No waiter has taken a reference (one that a change had woken before takes none): the error is kept for the next fetch.
        if !error.is_null() && (*error).gc.refcount == references {
            (*this).error = Some(OwnedObject::share(error));
        }
    }
}

unsafe fn release_source(this: *mut Watcher) {
    // SAFETY: an open watcher owns its source, or one that is being opened.
    unsafe {
        let source = (*this).source.event();
        if !source.is_null() {
            Subscription::leave(&raw mut (*this).source);
            (*this).source = Subscription::new(ptr::null_mut(), happened);
            event::release(source);
        }
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut Zval,
    _error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is alive; callback and result are null or valid [abi/ABI-85].
    unsafe {
        if !(*event).flags.contains(EventFlags::CLOSED) {
            return false;
        }
        let mut nothing = Zval::NULL;
        if callback.is_null() {
            if !result.is_null() {
                result.write(nothing);
            }
        } else if let Some(call) = (*callback).callback {
            call(event, callback, (&raw mut nothing).cast(), ptr::null_mut());
        }
        true
    }
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: a watcher that is waited for was constructed.
    unsafe { filesystem::description((*event.cast::<Watcher>()).path) }
}

impl Body for Watcher {
    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe {
            let base = &raw mut (*this).base;
            event::embed(base, Self::OFFSET);
            (*base).flags.insert(EventFlags::ZVAL_RESULT.union(EventFlags::CLOSED));
            (*base).replay = Some(replay);
            (*base).info = Some(info);
            (&raw mut (*this).source).write(Subscription::new(ptr::null_mut(), happened));
            (&raw mut (*this).waiters).write(WaitQueue::new());
            (&raw mut (*this).queue).write(Queue::new(true));
            (&raw mut (*this).debounce).write(Debounce::new(0, 0, burst_is_over));
            (&raw mut (*this).filter).write(Filter::new());
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: there is no waiter any more; each part is given back once.
        unsafe {
            (*this).base.flags.insert(EventFlags::CLOSED);
            release_source(this);
            (*this).debounce.stop();
            drop((*this).error.take());
            zend_async_callbacks_vector_free(&raw mut (*this).base.callbacks, &raw mut (*this).base);
            ptr::drop_in_place(&raw mut (*this).queue);
            ptr::drop_in_place(&raw mut (*this).filter);
            string::release(ptr::replace(&raw mut (*this).path, ptr::null_mut()));
        }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living object, which holds its error, or has none.
        unsafe { report.object((*this).error.as_nullable()) }
    }
}
