//! The coroutine object: the ABI structure, its waker and our private part in one block that ends with the PHP object.

use super::first_cancellation::FirstCancellation;
pub(in crate::scheduler) use super::flags::CoroutineFlags;
use super::handlers::{self, Handlers};
use super::wait::Wait;
use crate::abi::*;
use crate::engine::owned::OwnedObject;
use crate::engine::{call, string};
use crate::scheduler::list::{LinkOf, List, listed};
use crate::scheduler::run::execution::Execution;
use crate::scheduler::run::prefetch::prefetch_lines;
use core::mem::{MaybeUninit, offset_of};
use core::ptr;

/// A coroutine.
///
/// What a switch touches lies together: the end of `base`, the fields up to `flags`, and the start of the waker.
#[repr(C)]
pub struct CoroutineObject {
    pub base: Coroutine,
    /// The stack it runs on; null before the first run and after the end.
    pub(in crate::scheduler) execution: *mut Execution,
    /// Position of the last suspension, once the waker has forgotten it. The file name is owned.
    pub(in crate::scheduler) suspend_file: *mut ZString,
    pub(in crate::scheduler) suspend_line: u32,
    pub(in crate::scheduler) flags: CoroutineFlags,
    pub(in crate::scheduler) waker: Waker,
    /// Among all unfinished coroutines, in creation order.
    pub(in crate::scheduler) link: LinkOf<CoroutineObject>,
    /// Among those of the scope, in spawn order.
    pub(in crate::scheduler) scope_link: LinkOf<CoroutineObject>,
    /// What it waits for, for those that ask. Null while it does not wait, or waits through the waker.
    pub(in crate::scheduler) wait: *const Wait,
    /// How many switches there had been when the last wait began.
    pub(in crate::scheduler) waits_since: u64,
    /// What arrived inside protect() [core/PR-5].
    pub(in crate::scheduler) deferred: FirstCancellation,
    /// How many calls of protect() are open; only counts while the coroutine has the flag (see `protect.rs`).
    pub(in crate::scheduler) protect_depth: u32,
    /// How many calls of `resume()` or `throw()` let others run before they resume its Fiber.
    pub(in crate::scheduler) resumers: u32,
    /// How many are open that do not protect any more, but have to deliver `deferred`.
    pub(in crate::scheduler) broken_sections: u32,
    /// How many sections it is in whose I/O blocks the process (see [`super::blocking`]).
    pub(in crate::scheduler) blocks: u32,
    /// How many open sections must not be interrupted at all (see [`super::protect::seal`]).
    pub(in crate::scheduler) sealed: u32,
    /// The coroutine of a Fiber: how many sections its driver had open before the Fiber went on last (see `protect.rs`).
    pub(in crate::scheduler) sections_below: u32,
    /// See [`crate::scheduler::unseen_cancellation`].
    pub(in crate::scheduler) unseen_cancellation: Option<OwnedObject>,
    pub(in crate::scheduler) finally: *mut Handlers,
    /// What is to be done when it ends; not that of main.
    pub(in crate::scheduler) at_end: List,
    /// Where `base.fcall` points when PHP code spawned the coroutine. Not copied from the template.
    pub(super) task: MaybeUninit<Fcall>,
    pub std: EmbeddedObject,
}

listed!(CoroutineObject, link);

/// The name of lists of the coroutines of a scope.
pub enum OfScope {}

listed!(CoroutineObject, scope_link, OfScope);

pub const OBJECT_OFFSET: usize = offset_of!(CoroutineObject, std);

/// The coroutine in front of its PHP object.
#[inline]
pub fn from_object(object: *mut Object) -> *mut CoroutineObject {
    object.wrapping_byte_sub(OBJECT_OFFSET).cast()
}

/// The PHP object of a coroutine.
#[inline]
pub fn to_object(coroutine: *mut CoroutineObject) -> *mut Object {
    coroutine.wrapping_byte_add(OBJECT_OFFSET).cast()
}

impl CoroutineObject {
    #[inline]
    pub fn has(&self, flag: EventFlags) -> bool {
        self.base.event.flags.contains(flag)
    }

    /// Gives the coroutine its callable, which moves.
    ///
    /// # Safety
    /// `task` holds a kept callable and is not used again.
    #[inline]
    pub(in crate::scheduler) unsafe fn set_task(&mut self, task: *const Fcall) {
        // SAFETY: the caller's callable moves into the room for it, bit by bit, and is not used again where it was.
        unsafe { ptr::copy_nonoverlapping(task, self.task.as_mut_ptr(), 1) };
        self.base.fcall = self.task.as_mut_ptr();
    }

    /// Destroys the callable and its arguments, if they are still there. May run destructors and so may suspend.
    ///
    /// # Safety
    /// A live coroutine whose callable is not running.
    #[inline]
    pub(in crate::scheduler) unsafe fn release_task(this: *mut CoroutineObject) {
        // SAFETY: ours is part of the object, any other was given by C code as a block of its own. Nothing of the object is
        // borrowed while destructors run.
        unsafe {
            let task = ptr::replace(&raw mut (*this).base.fcall, ptr::null_mut());
            if task == (*this).task.as_mut_ptr() {
                call::release_parts(task);
            } else {
                call::release(task);
            }
        }
    }

    /// Registers a finally handler.
    ///
    /// # Safety
    /// `fcall` is a kept callable, taken over; the coroutine is unfinished.
    pub unsafe fn add_finally(&mut self, fcall: *mut Fcall) {
        // SAFETY: the callable moves into the list, which belongs to this coroutine; adding calls nothing.
        unsafe { handlers::add(&mut self.finally, fcall) }
    }

    /// It is not cancelled before it has started.
    pub fn must_run(&mut self) {
        self.flags.insert(CoroutineFlags::MUST_RUN);
    }

    /// See [`CoroutineFlags::OWN_DATA`].
    pub fn has_own_data(&mut self) {
        self.flags.insert(CoroutineFlags::OWN_DATA);
    }

    /// Its exception has reached its owner: it concerns nothing else. For `extended_dispose`.
    pub fn exception_delivered(&mut self) {
        self.flags.insert(CoroutineFlags::DELIVERED);
    }

    /// It is a worker that a waiting coroutine needs: see [`CoroutineFlags::ITERATES_FOR_WAITER`].
    pub fn iterates_for_a_waiter(&mut self) {
        self.flags.insert(CoroutineFlags::ITERATES_FOR_WAITER);
    }

    #[inline]
    pub fn is_started(&self) -> bool {
        self.has(EventFlags::COROUTINE_STARTED)
    }

    #[inline]
    pub fn is_finished(&self) -> bool {
        self.has(EventFlags::CLOSED)
    }

    #[inline]
    pub fn is_main(&self) -> bool {
        self.has(EventFlags::COROUTINE_MAIN)
    }

    /// Takes what its wait ended with; `None` when nothing is to be thrown.
    #[inline]
    pub(in crate::scheduler) fn take_error(&mut self) -> Option<OwnedObject> {
        self.flags.remove(CoroutineFlags::CANCELLATION_STORED);
        // SAFETY: the waker owns a reference of its error, which moves out.
        unsafe { OwnedObject::from_nullable(core::mem::replace(&mut self.waker.error, ptr::null_mut())) }
    }

    /// Whether its next wait is to be cancelled, unless it is in a section that protects.
    #[inline]
    pub fn is_cancelled_later(&self) -> bool {
        self.flags.contains(CoroutineFlags::CANCEL_LATER)
    }

    /// Whether its wait has ended with something to be thrown.
    #[inline]
    pub fn has_error(&self) -> bool {
        !self.waker.error.is_null()
    }

    /// Whether it is parked and nothing has ended its wait yet.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        *self.waker.status == WakerStatus::Waiting
    }

    #[inline]
    pub fn is_queued(&self) -> bool {
        self.flags.contains(CoroutineFlags::QUEUED)
    }

    /// Whether the stack that runs is its own.
    pub(in crate::scheduler) fn is_current(&self) -> bool {
        ptr::eq(current_object(), self)
    }

    /// Whether it is about to leave its stack, or has left it.
    pub(in crate::scheduler) fn is_leaving(&self) -> bool {
        matches!(*self.waker.status, WakerStatus::Waiting | WakerStatus::Queued)
    }

    /// Fetches what a switch to this coroutine touches.
    #[inline]
    pub(in crate::scheduler) fn prefetch(this: *const CoroutineObject) {
        let hot = this.cast::<u8>().wrapping_add(offset_of!(CoroutineObject, execution));
        prefetch_lines(hot, 3);
    }

    /// Where it is being suspended stands in the waker [abi/ABI-40]. Keeps a reference of the name.
    #[inline]
    pub(in crate::scheduler) unsafe fn set_suspend_location(&mut self, file: *mut ZString, line: u32) {
        self.waker.lineno = line;
        if self.waker.filename != file {
            // SAFETY: the old name is owned, the new one is alive.
            unsafe {
                string::release(self.waker.filename);
                self.waker.filename = string::add_ref(file);
            }
        }
    }

    /// The waker forgets the place of a wait that is over; it stays known here.
    pub(in crate::scheduler) unsafe fn keep_suspend_location(&mut self) {
        let file = core::mem::replace(&mut self.waker.filename, ptr::null_mut());
        let line = core::mem::replace(&mut self.waker.lineno, 0);
        if !file.is_null() {
            // SAFETY: the name that is kept is owned, and passes from the waker.
            unsafe { string::release(core::mem::replace(&mut self.suspend_file, file)) };
            self.suspend_line = line;
        }
    }

    /// Of the last suspension [core/CO-21].
    pub fn suspend_location(&self) -> (*mut ZString, u32) {
        if self.waker.filename.is_null() {
            (self.suspend_file, self.suspend_line)
        } else {
            (self.waker.filename, self.waker.lineno)
        }
    }

    pub fn is_cancellation_deferred(&self) -> bool {
        self.deferred.is_some()
    }
}

/// The running coroutine; null before launch.
#[inline]
pub fn current() -> *mut Coroutine {
    // SAFETY: the globals of a thread live as long as the thread.
    unsafe { *(*globals()).coroutine }
}

/// The running coroutine as our own structure.
#[inline]
pub fn current_object() -> *mut CoroutineObject {
    // SAFETY: as in `current`; all coroutines are made here.
    unsafe { (*(*globals()).coroutine).cast() }
}

/// Where the cancellation that a blocking call delivered to a coroutine is remembered until PHP code has seen it
/// [io/CX-1].
///
/// # Safety
/// `coroutine` is alive, and outlives the use of the place.
pub unsafe fn unseen_cancellation(coroutine: *mut CoroutineObject) -> *mut Option<OwnedObject> {
    // SAFETY: the coroutine is alive, as this function demands.
    unsafe { &raw mut (*coroutine).unseen_cancellation }
}
