//! Scopes: groups of coroutines and child scopes (ABI-43, ABI-134 to ABI-138, core 13.1 and 14).
//!
//! ```text
//!   Async\Scope (object.rs) <--weak--> ScopeObject --- coroutines, a list in spawn order
//!                                        |  parent, children (tree.rs)
//!                                        |  exception handlers (failure.rs), finally handlers (../finally.rs)
//!                                        |  what it owns (owned.rs)
//! ```
//!
//! Structure and PHP object live independently: the end of the object closes the scope (close.rs), the structure is
//! released (release.rs) when its last coroutine has left. Whether a scope is *occupied*, that is, holds a coroutine in
//! itself or in a scope below, is counted and never searched for: every question below is answered from it.

mod close;
mod failure;
pub mod object;
pub mod owned;
mod release;
pub mod timeout;
mod tree;
pub mod wait;

use super::coroutine;
use super::{current_object, list, runtime};
use crate::abi::*;
use crate::engine::{current_frame, frame, string};
use crate::scheduler::coroutine::finally::Handlers;
use crate::scheduler::coroutine::object::{CoroutineObject, state};
use crate::scheduler::event::{self, callbacks};
use core::mem::size_of;
use core::ptr;

pub use close::{cancel_all, close, may_spawn, refuse};
pub(super) use failure::catch_failure;
pub use failure::{HandlerKind, keep_failures, offer, set_handler};
pub use release::{add_finally, let_go};
pub(super) use release::{after_fatal_error, forget_coroutines, let_go_of_main, reopen_main};
pub(super) use timeout::forget_all as forget_alarms;

/// A scope with its coroutines in spawn order.
#[repr(C)]
pub struct ScopeObject {
    pub base: Scope,
    first: *mut CoroutineObject,
    last: *mut CoroutineObject,
    /// All coroutines, zombies included.
    count: usize,
    zombies: usize,
    /// Direct children that are occupied.
    busy_children: u32,
    /// Length of the children's vector after our own last change; C code may change it too.
    known_children: u32,
    /// The parent that counts this scope among its occupied children, or null.
    counted_in: *mut ScopeObject,
    /// Place in the parent's vector, when nobody else moved it.
    index: u32,
    /// Bits of [`marks`].
    marks: u32,
    /// Creation number: orders children.
    born: u64,
    on_exception: *mut Fcall,
    on_child_exception: *mut Fcall,
    finally: *mut Handlers,
    owned: list::List,
    /// Where it was created (SC-8). The name is owned.
    file: *mut ZString,
    line: u32,
    /// Neighbours among all scopes, in creation order.
    previous: *mut ScopeObject,
    next: *mut ScopeObject,
}

/// Bits of [`ScopeObject::marks`].
mod marks {
    /// The scheduler's own scope takes no other coroutines.
    pub const SCHEDULER: u32 = 1;
    /// Holds the coroutine that runs finally handlers of its parent or of a coroutine in it.
    pub const FINALLY_RUN: u32 = 2;
    /// Ended by cancel() or dispose(), not by a failure: takes no new coroutines (SC-13).
    pub const ENDED: u32 = 4;
    /// The end came while it was idle (SC-17).
    pub const ENDED_IDLE: u32 = 8;
    /// The children's vector is not in creation order.
    pub const UNSORTED: u32 = 16;
    /// Torn down: only the memory is left.
    pub const RELEASED: u32 = 32;
    /// Coroutines somebody holds may fail without taking the scope down: they are about to be awaited (AA-22).
    pub const KEEPS_FAILURES: u32 = 64;
}

/// All scopes of a thread, in creation order.
pub struct List {
    first: *mut ScopeObject,
    last: *mut ScopeObject,
    created: u64,
}

impl List {
    pub const fn new() -> List {
        List { first: ptr::null_mut(), last: ptr::null_mut(), created: 0 }
    }
}

/// A new scope without PHP object: child of `parent`, or a root. One reference.
///
/// # Safety
/// `parent` is null or valid.
pub unsafe fn new(parent: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: zeroed memory; every non-zero field is set here.
    unsafe {
        let scope: *mut ScopeObject = memory::allocate_zeroed(size_of::<ScopeObject>());
        let base = &mut (*scope).base;
        base.event.ref_count = 1;
        base.event.add_callback = Some(callbacks::add);
        base.event.del_callback = Some(callbacks::zend_async_callbacks_remove);
        base.event.start = Some(event::nothing_to_do);
        base.event.stop = Some(event::nothing_to_do);
        base.event.replay = Some(replay);
        base.event.dispose = Some(release::dispose);
        base.event.info = Some(super::request::deadlock::scope_info);
        base.before_coroutine_enqueue = Some(before_enqueue);
        base.can_be_disposed = Some(can_be_disposed);
        base.try_to_dispose = Some(release::try_to_dispose);
        base.catch_or_cancel = Some(failure::catch_or_cancel);
        if let Some((file, line)) = frame::location(current_frame()) {
            (*scope).file = string::add_ref(file);
            (*scope).line = line;
        }
        register(scope);
        if parent.is_null() {
            base.event.flags.insert(EventFlags::SCOPE_DISPOSE_SAFELY);
        } else {
            let safe = (*parent).base.event.flags & EventFlags::SCOPE_DISPOSE_SAFELY;
            base.event.flags.insert(safe);
            base.request_scope = (*parent).base.request_scope;
            tree::add_child(parent, scope);
        }
        scope
    }
}

unsafe fn register(scope: *mut ScopeObject) {
    // SAFETY: the list holds live scopes.
    unsafe {
        let list = &mut (*runtime()).scopes;
        list.created += 1;
        (*scope).born = list.created;
        (*scope).previous = list.last;
        if list.last.is_null() {
            list.first = scope;
        } else {
            (*list.last).next = scope;
        }
        list.last = scope;
    }
}

unsafe fn unregister(scope: *mut ScopeObject) {
    // SAFETY: registered once, taken out once.
    unsafe {
        let list = &mut (*runtime()).scopes;
        let old = &mut *scope;
        if old.previous.is_null() {
            list.first = old.next;
        } else {
            (*old.previous).next = old.next;
        }
        if old.next.is_null() {
            list.last = old.previous;
        } else {
            (*old.next).previous = old.previous;
        }
    }
}

/// A child scope in which finally handlers run (CO-37).
///
/// # Safety
/// `parent` is null or valid.
pub(super) unsafe fn new_for_finally(parent: *mut ScopeObject) -> *mut ScopeObject {
    // SAFETY: forwarded.
    unsafe {
        let scope = new(parent);
        (*scope).marks |= marks::FINALLY_RUN;
        scope
    }
}

/// Marks the scope that holds only the scheduler's own coroutine.
///
/// # Safety
/// Valid scope.
pub unsafe fn set_scheduler_scope(scope: *mut ScopeObject) {
    // SAFETY: forwarded.
    unsafe { (*scope).marks |= marks::SCHEDULER };
}

/// Whether a scope is the scheduler's own.
///
/// # Safety
/// Valid scope of ours.
#[inline]
pub unsafe fn is_scheduler_scope(scope: *mut Scope) -> bool {
    // SAFETY: forwarded.
    unsafe { (*scope.cast::<ScopeObject>()).has(marks::SCHEDULER) }
}

/// The scope of the running code; null while there is none yet.
pub fn current() -> *mut ScopeObject {
    // SAFETY: this thread's globals.
    unsafe {
        let current = current_object();
        let own = if current.is_null() { ptr::null_mut() } else { (*current).base.scope };
        (if own.is_null() { (*globals()).main_scope } else { own }).cast()
    }
}

/// Slot `new_scope` (ABI-134).
///
/// # Safety
/// Contract of ABI-141.
pub unsafe extern "C" fn new_scope(parent: *mut Scope, with_object: bool) -> *mut Scope {
    // SAFETY: forwarded.
    unsafe { if with_object { object::scope_of(object::new(parent.cast())).cast() } else { new(parent.cast()).cast() } }
}

impl ScopeObject {
    #[inline]
    fn has(&self, mark: u32) -> bool {
        self.marks & mark != 0
    }

    #[inline]
    fn flags(&self) -> EventFlags {
        self.base.event.flags
    }

    /// Whether it was cancelled, also while idle (SC-17).
    pub fn is_cancelled(&self) -> bool {
        self.flags().contains(EventFlags::SCOPE_CANCELLED) || self.has(marks::ENDED_IDLE)
    }

    pub fn is_closed(&self) -> bool {
        self.flags().contains(EventFlags::CLOSED)
    }

    /// Where it was created; the name may be null.
    pub fn location(&self) -> (*mut ZString, u32) {
        (self.file, self.line)
    }

    fn is_main(&self) -> bool {
        // SAFETY: this thread's globals.
        ptr::eq(&raw const self.base, unsafe { (*globals()).main_scope })
    }
}

/// One more reference on a scope, for as long as it is worked on.
unsafe fn hold(scope: *mut ScopeObject) {
    // SAFETY: forwarded.
    unsafe { event::add_ref(&raw mut (*scope).base.event) }
}

unsafe fn unhold(scope: *mut ScopeObject) {
    // SAFETY: forwarded.
    unsafe { event::release(&raw mut (*scope).base.event) }
}

unsafe extern "C" fn before_enqueue(coroutine: *mut Coroutine, scope: *mut Scope, _: *mut Zval) -> bool {
    // SAFETY: both are ours.
    unsafe {
        let scope_object = &mut *scope.cast::<ScopeObject>();
        let new = coroutine.cast::<CoroutineObject>();
        (*coroutine).scope = scope;
        (*new).scope_previous = scope_object.last;
        (*new).scope_next = ptr::null_mut();
        if scope_object.last.is_null() {
            if scope_object.busy_children == 0 {
                tree::became_busy(scope_object);
            }
            scope_object.first = new;
        } else {
            (*scope_object.last).scope_next = new;
        }
        scope_object.last = new;
        scope_object.count += 1;
        true
    }
}

/// A coroutine leaves. A scope that becomes idle tells whoever waits, and so do the scopes above it (SC-50); what they
/// hold may go then, which may run destructors: the result says whether it came to that.
///
/// # Safety
/// `coroutine` is in `scope`.
#[inline]
pub unsafe fn remove(scope: *mut ScopeObject, coroutine: *mut CoroutineObject) -> bool {
    // SAFETY: the list holds live coroutines.
    unsafe {
        let old = &mut *coroutine;
        if old.scope_previous.is_null() {
            (*scope).first = old.scope_next;
        } else {
            (*old.scope_previous).scope_next = old.scope_next;
        }
        if old.scope_next.is_null() {
            (*scope).last = old.scope_previous;
        } else {
            (*old.scope_next).scope_previous = old.scope_previous;
        }
        old.scope_previous = ptr::null_mut();
        old.scope_next = ptr::null_mut();
        old.base.scope = ptr::null_mut();
        if old.state & state::ZOMBIE != 0 {
            old.state &= !state::ZOMBIE;
            (*scope).zombies -= 1;
        }
        (*scope).count -= 1;
        let idle = (*scope).count == 0 && !tree::is_occupied(scope);
        if idle {
            release::became_idle(scope);
        }
        idle
    }
}

/// A coroutine goes on as a zombie (SC-22).
///
/// # Safety
/// Valid coroutine.
pub(super) unsafe fn count_zombie(coroutine: *mut CoroutineObject) {
    // SAFETY: the scope of an unfinished coroutine is alive.
    unsafe {
        let scope = (*coroutine).scope();
        if (*coroutine).state & state::ZOMBIE == 0 && !scope.is_null() {
            (*coroutine).state |= state::ZOMBIE;
            (*scope).zombies += 1;
            coroutine::leave_active(coroutine);
        }
    }
}

/// SC-15: nothing that is not a zombie runs in it or below.
///
/// # Safety
/// Valid scope.
pub unsafe fn is_finished(scope: *mut ScopeObject) -> bool {
    // SAFETY: forwarded.
    unsafe { !has_active(scope, EventFlags::CLOSED.union(EventFlags::SCOPE_CANCELLED)) }
}

/// Whether a coroutine that is no zombie lives in a scope or below, apart from scopes with one of the flags.
unsafe fn has_active(scope: *mut ScopeObject, apart_from: EventFlags) -> bool {
    // SAFETY: forwarded. Only occupied scopes are entered.
    unsafe {
        tree::find(scope, |s| {
            if (*s).flags().intersects(apart_from) || !tree::is_occupied(s) {
                tree::Step::Skip
            } else if (*s).count > (*s).zombies {
                tree::Step::Found
            } else {
                tree::Step::Enter
            }
        })
    }
}

/// Whether a coroutine that has not finished lives in it or below: one that has may still be destructing what it left
/// behind.
///
/// # Safety
/// Valid scope.
pub unsafe fn has_unfinished(scope: *mut ScopeObject) -> bool {
    // SAFETY: the lists hold live coroutines. Only occupied scopes are entered.
    unsafe {
        tree::find(scope, |s| {
            if !tree::is_occupied(s) {
                return tree::Step::Skip;
            }
            let mut member = (*s).first;
            while !member.is_null() && (*member).is_finished() {
                member = (*member).scope_next;
            }
            if member.is_null() { tree::Step::Enter } else { tree::Step::Found }
        })
    }
}

/// Whether a coroutine lives in it or below.
///
/// # Safety
/// Valid scope.
pub unsafe fn is_occupied(scope: *mut ScopeObject) -> bool {
    // SAFETY: forwarded.
    unsafe { tree::is_occupied(scope) }
}

/// Whether it has child scopes.
///
/// # Safety
/// Valid scope.
pub unsafe fn has_children(scope: *mut ScopeObject) -> bool {
    // SAFETY: forwarded.
    unsafe { (*scope).base.scopes.length > 0 }
}

unsafe extern "C" fn can_be_disposed(scope: *mut Scope, with_zombies: bool, check_objects: bool) -> bool {
    // SAFETY: all scopes are ours.
    unsafe {
        let this = scope.cast::<ScopeObject>();
        if check_objects {
            let empty = if with_zombies { !tree::is_occupied(this) } else { !has_active(this, EventFlags::empty()) };
            empty && release::is_let_go(this)
        } else if with_zombies {
            !tree::is_occupied(this)
        } else {
            is_finished(this)
        }
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    _: *mut Zval,
    _: *mut *mut Object,
) -> bool {
    // SAFETY: contract of ABI-85: a scope has an empty result.
    unsafe {
        if !(*event).flags.contains(EventFlags::CLOSED) {
            return false;
        }
        if !callback.is_null()
            && let Some(call) = (*callback).callback
        {
            call(event, callback, ptr::null_mut(), ptr::null_mut());
        }
        true
    }
}
