//! Groups of tasks: `Async\TaskGroup`, and `Async\TaskSet`, whose entries leave when they are delivered (primitives 3, 4).
//!
//! ```text
//!   spawn --> entries.rs   pending --start--> running --task_ended--> succeeded or failed
//!    |                        ^                  |                        |
//!    '-- parks while the      |                  |  a coroutine of        |  futures.rs    all, race, any
//!        queue is full        |                  v  the group's scope     |  iteration.rs  foreach
//!        (spawning.rs)        '---- a slot is free                        v
//!                                                           settling.rs: in this order, in one step
//! ```
//!
//! A task's coroutine knows its entry and tells the group when it ends. As long as tasks run they hold the group, together
//! one reference. Nothing in a step runs PHP code; what it lets go of is released when everything is in order again.

mod arena;
mod entries;
mod firsts;
mod futures;
mod iteration;
mod lifetime;
mod settling;
mod spawning;

pub use entries::{Removed, State};
pub use futures::Kind;
pub use iteration::Walk;

use crate::abi::*;
use crate::engine::class::{self, ObjectModel};
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::{exception, string};
use crate::scheduler::large_stack;
use crate::scheduler::scope::{self, ScopeObject, object as scope_object};
use crate::scheduler::{event, finally};
use core::ptr;
use entries::Entries;
use futures::Futures;

use super::wait_queue::WaitQueue;

/// A group, in the PHP object `Async\TaskGroup`.
#[repr(C)]
pub struct TaskGroup {
    base: Group,
    /// Entries leave when they are delivered.
    is_set: bool,
    constructed: bool,
    /// No more tasks.
    closed: bool,
    errors_handled: bool,
    /// Most tasks that run at once; 0: any number.
    concurrency: u32,
    /// Most tasks that wait for their turn; 0: any number.
    queue_limit: u32,
    running: u32,
    /// The next automatic key.
    next_key: i64,
    entries: Entries,
    futures: Futures,
    /// Callers of `spawn()` for whose task there was no room.
    spawners: WaitQueue,
    iterators: WaitQueue,
    finally: *mut finally::Handlers,
    /// Our own scope, pinned; null until there is a scope to be a child of, and when another is used.
    scope: *mut ScopeObject,
    /// The object of the scope that was given, held; or null.
    given_scope: *mut Object,
}

/// The same as `Async\TaskSet`: another class, with handlers of its own.
#[repr(transparent)]
pub struct TaskSet(TaskGroup);

/// What a group is made with.
pub struct Limits {
    /// 0: any number.
    pub concurrency: u32,
    /// 0: any number; None: twice the concurrency [primitives/TG-2].
    pub queue: Option<u32>,
}

impl TaskGroup {
    /// Completes a new object; idempotent. False with an exception.
    ///
    /// # Safety
    /// The caller holds the group; `scope` is null or an object of `Async\Scope`, borrowed.
    pub unsafe fn construct(this: *mut TaskGroup, limits: Limits, scope: *mut Object) -> bool {
        // SAFETY: the caller holds group and scope, as this function demands, and the group holds the scope's object from
        // now on.
        unsafe {
            if (*this).constructed {
                return true;
            }
            // An error handler that reading the arguments has called may have used it.
            if !(*this).scope.is_null() {
                exception::throw_error(ptr::null_mut(), "The group is in use already");
                return false;
            }
            (*this).constructed = true;
            (*this).concurrency = limits.concurrency;
            (*this).queue_limit = limits.queue.unwrap_or(limits.concurrency.saturating_mul(2));
            lifetime::set_scope(this, scope)
        }
    }

    /// Nothing runs and nothing waits for its turn [primitives/TG-26].
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.running == 0 && self.entries.pending() == 0
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Closed, and everything settled.
    pub fn is_completed(&self) -> bool {
        self.base.event.flags.contains(EventFlags::CLOSED)
    }

    /// All entries, whatever their state.
    pub fn count(&self) -> u32 {
        self.entries.count()
    }

    pub fn event(this: *mut TaskGroup) -> *mut Event {
        this.cast()
    }

    /// The key of the next task that is given none [primitives/TG-6].
    pub fn take_key(&mut self) -> Zval {
        let key = self.next_key;
        self.next_key = key.wrapping_add(1);
        Zval::from_long(key)
    }

    /// Failures are no news [primitives/TG-31].
    pub fn mark_errors_handled(&mut self) {
        self.errors_handled = true;
    }

    /// The results or the exceptions so far, by key in spawn order [primitives/TG-30]. Owned.
    ///
    /// # Safety
    /// A request is active.
    pub unsafe fn outcomes(&self, state: State) -> *mut Array {
        // SAFETY: a request is active, as this function demands; copying values runs no PHP code, so nothing changes the
        // group while it is borrowed.
        unsafe { self.entries.outcomes(state) }
    }

    /// The scope in which tasks run; null when one that was given was released, or there is none yet.
    unsafe fn living_scope(&self) -> *mut ScopeObject {
        // SAFETY: a scope made for the group is pinned, and the object of one that was given is held, until `release_scope`.
        unsafe { if self.given_scope.is_null() { self.scope } else { scope_object::scope_of(self.given_scope) } }
    }
}

impl Body for TaskGroup {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = Some(lifetime::destroy);
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object, zeroed.
        unsafe {
            let event = Self::event(this);
            event::embed(event, Self::OFFSET);
            (*event).flags.insert(EventFlags::ZVAL_RESULT);
            (*event).start = Some(start);
            (*event).replay = Some(replay);
            (*event).info = Some(info);
            (&raw mut (*this).entries).write(Entries::EMPTY);
            (&raw mut (*this).futures).write(Futures::NONE);
            (&raw mut (*this).spawners).write(WaitQueue::new());
            (&raw mut (*this).iterators).write(WaitQueue::new());
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: the engine frees the object, once, and nothing refers to it any more.
        unsafe { lifetime::free(this) }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living object, which holds what it reports. Tasks that run are held by the scheduler, and
        // hold the group.
        unsafe {
            (*this).entries.report(report);
            (*this).futures.report(report);
            finally::report((*this).finally, report);
            report.object((*this).given_scope);
        }
    }
}

impl Body for TaskSet {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = TaskGroup::DESTROY;
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object, zeroed, as the group's `init` wants it; both have the same layout, and so the same distance to
        // their object.
        unsafe {
            TaskGroup::init(this.cast());
            (*this).0.is_set = true;
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: the engine frees the object, once; a set is a group in another class.
        unsafe { TaskGroup::free(this.cast()) }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living object; a set is a group in another class.
        unsafe { TaskGroup::report(this.cast(), report) }
    }
}

/// Slot `new_group` [abi/ABI-141]. No limit of the queue is 0.
unsafe extern "C" fn new_for_c(concurrency: u32, queue_limit: u32, scope: *mut Object) -> *mut Group {
    // SAFETY: contract of the slot: the scope is null or an object, which the caller holds.
    unsafe {
        if !scope.is_null() && (*scope).ce != class::get(AsyncClass::SCOPE) {
            exception::throw_wrong_class("zend_async_new_group_fn", "scope", "Async\\Scope", scope);
            return ptr::null_mut();
        }
        let this = TaskGroup::create(0);
        if !TaskGroup::construct(this, Limits { concurrency, queue: Some(queue_limit) }, scope) {
            event::release(TaskGroup::event(this));
            return ptr::null_mut();
        }
        this.cast()
    }
}

/// Fills the slot; at MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register() {
    // SAFETY: MINIT: no other thread runs yet that could read the slot.
    unsafe { slots::zend_async_new_group_fn = Some(new_for_c) }
}

/// `start`: a new waiter for a group with nothing to do is told at once [primitives/TG-29].
unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: the event is alive, as its methods demand [abi/ABI-72], and is the start of a group.
    unsafe {
        if (*event.cast::<TaskGroup>()).is_finished() {
            settling::tell_awaiters(event.cast());
        }
        true
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut Zval,
    _error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is the start of a group; callback and result are null or valid [abi/ABI-85].
    unsafe {
        if !(*event.cast::<TaskGroup>()).is_finished() {
            return false;
        }
        if !callback.is_null() {
            let mut nothing = Zval::NULL;
            if let Some(call) = (*callback).callback {
                call(event, callback, (&raw mut nothing).cast(), ptr::null_mut());
            }
        } else if !result.is_null() {
            result.write(Zval::NULL);
        }
        true
    }
}

/// The description in reports [primitives/CM-15].
unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: a request is active.
    unsafe {
        let this = &*event.cast::<TaskGroup>();
        let name = if this.is_set { "TaskSet" } else { "TaskGroup" };
        string::new(&format!("{name}(total={}, active={})", this.count(), this.running))
    }
}

/// Whether a scope that was given takes tasks: not once it was disposed of [primitives/TG-3].
///
/// # Safety
/// `scope` is null or alive.
unsafe fn is_usable(scope: *mut ScopeObject) -> bool {
    // SAFETY: it is not null, and the object that has led to it keeps it alive for the call that was given that.
    !scope.is_null() && unsafe { !(*scope).is_closed() }
}

/// A scope of our own below another one, or a root: kept until the group lets go of it [primitives/TG-4].
unsafe fn new_scope(parent: *mut Scope) -> *mut ScopeObject {
    // SAFETY: the parent is null, or the current or the main scope, which are alive while code runs in them; nothing else
    // refers to the new one yet.
    unsafe {
        let scope = scope::new(parent.cast());
        (*scope).base.event.flags.insert(EventFlags::SCOPE_OWNER_PINNED);
        scope
    }
}
