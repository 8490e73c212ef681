//! The structure of a scope, and what it says about itself.

use crate::abi::*;
use crate::engine::exception;
use crate::engine::per_thread::per_thread;
use crate::scheduler::coroutine::handlers::Handlers;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject, OfScope, current_object};
use crate::scheduler::coroutine::unfinished::leave_active;
use crate::scheduler::event::reference;
use crate::scheduler::list::{LinkOf, List, ListOf, listed};
use core::ptr;

/// A scope.
#[repr(C)]
pub struct ScopeObject {
    pub base: Scope,
    /// In spawn order.
    pub(super) members: ListOf<CoroutineObject, OfScope>,
    /// All coroutines, zombies included.
    pub(in crate::scheduler) count: usize,
    pub(super) zombies: usize,
    /// Direct children that are occupied.
    pub(super) busy_children: u32,
    /// Length of the children's vector after our own last change; C code may change it too.
    pub(super) known_children: u32,
    /// The parent that counts this scope among its occupied children, or null.
    pub(in crate::scheduler) counted_in: *mut ScopeObject,
    /// Place in the parent's vector, unless another one has moved it.
    pub(super) index: u32,
    /// Bits of [`marks`].
    pub(super) marks: u32,
    /// Creation number: orders children.
    pub(super) born: u64,
    pub(super) on_exception: *mut Fcall,
    pub(super) on_child_exception: *mut Fcall,
    pub(super) finally: *mut Handlers,
    pub(super) owned: List,
    /// Where it was created [core/SC-8]. The name is owned.
    pub(super) file: *mut ZString,
    pub(super) line: u32,
    /// Among all scopes, in creation order.
    pub(super) link: LinkOf<ScopeObject>,
}

listed!(ScopeObject, link);

/// Bits of [`ScopeObject::marks`].
pub(super) mod marks {
    /// The scheduler's own scope takes no other coroutines.
    pub const SCHEDULER: u32 = 1;
    /// Holds the coroutine that runs finally handlers of its parent or of a coroutine in it.
    pub const FINALLY_RUN: u32 = 2;
    /// Ended by cancel() or dispose(), not by a failure: takes no new coroutines [core/SC-13].
    pub const ENDED: u32 = 4;
    /// The end came while it was idle [core/SC-17].
    pub const ENDED_IDLE: u32 = 8;
    /// The children's vector is not in creation order.
    pub const UNSORTED: u32 = 16;
    /// Torn down: only the memory is left.
    pub const RELEASED: u32 = 32;
    /// Coroutines whose objects are held may fail without taking the scope down: they are about to be awaited [core/AA-22].
    pub const KEEPS_FAILURES: u32 = 64;
    /// Made by C code, which has the reference that it was made with: torn down, the structure stays until that is given back.
    /// Without the mark one reference is the scope's own, and goes when it is torn down [abi/ABI-134, abi/ABI-141].
    pub const OWNED: u32 = 128;
}

/// All scopes of a thread, in creation order.
pub struct Scopes {
    pub(super) all: ListOf<ScopeObject>,
    pub(super) created: u64,
}

impl Scopes {
    const NONE: Scopes = Scopes { all: ListOf::EMPTY, created: 0 };
}

per_thread!(
    /// Those of this thread.
    pub(super) fn scopes() -> *mut Scopes = Scopes::NONE
);

pub(super) unsafe fn register(scope: *mut ScopeObject) {
    // SAFETY: a scope that goes leaves the list before (`unregister`), so listed ones are alive; the new one is in no list.
    unsafe {
        let scopes = scopes();
        (*scopes).created += 1;
        (*scope).born = (*scopes).created;
        ListOf::push_back(&raw mut (*scopes).all, scope);
    }
}

pub(super) unsafe fn unregister(scope: *mut ScopeObject) {
    // SAFETY: `tear_down` comes here once per scope, which is listed, and so are its neighbours.
    unsafe { ListOf::remove(&raw mut (*scopes()).all, scope) }
}

/// Marks the scope that holds only the scheduler's own coroutine.
///
/// # Safety
/// `scope` is alive.
pub unsafe fn set_scheduler_scope(scope: *mut ScopeObject) {
    // SAFETY: the caller keeps the scope alive; one field of it is changed.
    unsafe { (*scope).marks |= marks::SCHEDULER };
}

/// Whether a scope is the scheduler's own.
///
/// # Safety
/// `scope` is alive, and ours.
#[inline]
pub unsafe fn is_scheduler_scope(scope: *mut Scope) -> bool {
    // SAFETY: the caller keeps the scope alive, and all scopes are ours; one field of it is read.
    unsafe { (*scope.cast::<ScopeObject>()).has(marks::SCHEDULER) }
}

/// The scope of the running code; null while there is none yet.
pub fn current() -> *mut ScopeObject {
    // SAFETY: the running coroutine is alive; the globals of a thread live as long as the thread.
    unsafe {
        let current = current_object();
        let own = if current.is_null() { ptr::null_mut() } else { (*current).base.scope };
        (if own.is_null() { (*globals()).main_scope } else { own }).cast()
    }
}

impl ScopeObject {
    #[inline]
    pub(super) fn has(&self, mark: u32) -> bool {
        self.marks & mark != 0
    }

    #[inline]
    pub(super) fn flags(&self) -> EventFlags {
        self.base.event.flags
    }

    /// Whether it was cancelled, also while idle [core/SC-17].
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

    pub(super) fn is_main(&self) -> bool {
        // SAFETY: the globals of a thread live as long as the thread; the pointer is compared, not followed.
        ptr::eq(&raw const self.base, unsafe { (*globals()).main_scope })
    }
}

/// One more reference on a scope, for as long as it is worked on.
///
/// # Safety
/// `scope` is alive.
pub(super) unsafe fn hold(scope: *mut ScopeObject) {
    // SAFETY: the caller's scope is alive, and its event is part of it.
    unsafe { reference::add_ref(&raw mut (*scope).base.event) }
}

/// Gives that reference back. The last one frees the scope, which may run destructors.
///
/// # Safety
/// The caller owns one, and does not use the scope again.
pub(super) unsafe fn unhold(scope: *mut ScopeObject) {
    // SAFETY: the reference that `hold` has taken is given back; the scope is not touched again here.
    unsafe { reference::release(&raw mut (*scope).base.event) }
}

/// A coroutine goes on as a zombie [core/SC-22].
///
/// # Safety
/// `coroutine` is alive.
pub(in crate::scheduler) unsafe fn count_zombie(coroutine: *mut CoroutineObject) {
    // SAFETY: the scope of an unfinished coroutine is alive.
    unsafe {
        let scope = (*coroutine).scope();
        if !(*coroutine).flags.contains(CoroutineFlags::ZOMBIE) && !scope.is_null() {
            (*coroutine).flags.insert(CoroutineFlags::ZOMBIE);
            (*scope).zombies += 1;
            leave_active(coroutine);
        }
    }
}

/// Whether a scope takes new coroutines; throws when not [core/SP-7, core/SC-13]. `by_member`: plain `spawn()` in a coroutine of it.
/// Zombies go on undisturbed, so they may.
///
/// # Safety
/// `scope` is alive; nothing in the frames above needs dropping.
#[cold]
pub unsafe fn may_spawn(scope: *mut ScopeObject, by_member: bool) -> bool {
    // SAFETY: the caller's scope is alive, and so is the running coroutine, if there is one.
    unsafe {
        // Callbacks of the scheduler may spawn while none runs.
        let running = current_object();
        let undisturbed = by_member && !running.is_null() && (*running).has(EventFlags::COROUTINE_ZOMBIE);
        if !(*scope).is_closed() && (!(*scope).has(marks::ENDED) || undisturbed) {
            return true;
        }
        refuse();
        false
    }
}

/// Throws what an attempt to spawn in a closed scope ends with.
///
/// # Safety
/// On the PHP thread in a request; nothing in the frames above needs dropping.
#[cold]
pub unsafe fn refuse() {
    // SAFETY: a request is active on this, PHP's, thread, and nothing in this frame needs dropping.
    unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot spawn a coroutine in a closed scope") }
}

/// A request begins: what a fatal error left went with the memory of the last one.
pub(in crate::scheduler) fn forget_all() {
    // SAFETY: scopes of the last request are freed memory: the list forgets them unread.
    unsafe { *scopes() = Scopes::NONE }
}

impl CoroutineObject {
    pub fn scope(&self) -> *mut ScopeObject {
        self.base.scope.cast()
    }
}
