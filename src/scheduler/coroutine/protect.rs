//! Sections of a coroutine in which cancellation is put off [core/PR-4 to PR-11].
//!
//! They are counted, and only the end of the outermost one delivers what was put off. Code in a Fiber is part of the coroutine that
//! drives it, so open sections move with the Fiber: to its own coroutine when it parks, to the driver when it goes on. What the Fiber's
//! own coroutine was cancelled with meanwhile is thrown when the last of the Fiber's sections ends.

use super::object::{CoroutineFlags, CoroutineObject};
use crate::abi::EventFlags;
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{self, exception};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::place;
use core::mem;

/// What began before the scheduler was launched.
struct Early {
    /// Open calls of `protect()`, or of [`enter`].
    sections: u32,
    /// Those of them that must not be interrupted at all.
    seals: u32,
}

per_thread!(fn early() -> *mut Early = Early { sections: 0, seals: 0 });

/// Begins a section of the current coroutine, or of the one that the running code becomes when the scheduler is launched
/// [core/SD-11]. False in a Fiber before that: then there is no section to leave.
pub fn enter() -> bool {
    let this = current_object();
    // SAFETY: the current coroutine is alive, and the thread's counts live as long as the thread; numbers change.
    unsafe {
        if !this.is_null() {
            set_depth(this, depth(&*this) + 1);
        } else if engine::fiber::active().is_null() {
            (*early()).sections += 1;
        } else {
            return false;
        }
    }
    true
}

/// The scheduler was launched: sections that were begun before are those of the main coroutine.
///
/// # Safety
/// `main` is alive.
pub(in crate::scheduler) unsafe fn adopt_early(main: *mut CoroutineObject) {
    // SAFETY: the main coroutine is being made; the counts move into it from the thread's, which live as long as the thread.
    unsafe {
        set_depth(main, mem::take(&mut (*early()).sections));
        (*main).sealed = mem::take(&mut (*early()).seals);
    }
}

/// A fatal error may have left sections without their end.
pub(in crate::scheduler) fn forget_early() {
    // SAFETY: the two counts live as long as the thread; nothing keeps their addresses.
    unsafe { *early() = Early { sections: 0, seals: 0 } }
}

/// Ends a section that [`enter`] has begun in the code running here, by now perhaps in the hands of another coroutine.
/// What was put off is thrown; an exception that is pending becomes its previous [core/PR-6, core/PR-7].
pub fn leave() {
    // SAFETY: the current coroutine and that of the Fiber that runs; both may be missing at the end of a request.
    unsafe {
        let this = current_object();
        let parked = place::coroutine_of_active();
        if !parked.is_null() && parked != this && is_on(&*parked) {
            // It does not go on: PHP destroys the Fiber.
            close_one(parked);
        } else if !this.is_null() && is_on(&*this) {
            close_one(this);
            deliver(this);
            if !parked.is_null() && parked != this && open(&*this) <= (*parked).sections_below {
                throw_deferred(parked);
            }
        } else if this.is_null() {
            let sections = &raw mut (*early()).sections;
            *sections = (*sections).saturating_sub(1);
        }
    }
}

/// Begins a section of the current coroutine that must not be interrupted: C code of PHP calls code that may wait, and takes an
/// exception from there for the end of the process (a class that is being declared, `__debugInfo()`), or forgets what else it had
/// to do (handlers of signals). As [`enter`], and graceful shutdown waits for its end as well [core/CN-20, core/CN-21].
pub fn seal() -> bool {
    if !enter() {
        return false;
    }
    // SAFETY: the current coroutine is null or alive, and the count is changed before anything else runs.
    unsafe { *seals(current_object()) += 1 };
    true
}

/// Ends a section that [`seal`] has begun. What was put off is thrown now, or, if the C code still goes on, at the next wait.
pub fn unseal(goes_on: bool) {
    let this = current_object();
    // SAFETY: the current coroutine is null or alive, and the count is changed before anything else runs.
    unsafe {
        let seals = seals(this);
        *seals = (*seals).saturating_sub(1);
        if this.is_null() || !goes_on {
            return leave();
        }
        if !is_on(&*this) {
            return;
        }
        close_one(this);
        if !is_on(&*this) && (*this).deferred.is_some() {
            (*this).flags.insert(CoroutineFlags::CANCEL_LATER);
        }
    }
}

/// How many open sections of a coroutine must not be interrupted; without one, of what becomes the main coroutine.
unsafe fn seals(this: *mut CoroutineObject) -> *mut u32 {
    // SAFETY: the caller's coroutine is null or alive; of the count only the address is taken.
    unsafe { if this.is_null() { &raw mut (*early()).seals } else { &raw mut (*this).sealed } }
}

/// A coroutine was cancelled in a section. The end of the section delivers it; where C code ends it by taking the flag away, which
/// nothing notices, the next wait does [abi/ABI-117]. Of several the first one is kept [core/PR-5].
///
/// # Safety
/// `this` is alive.
pub(in crate::scheduler) unsafe fn defer(this: *mut CoroutineObject, cancellation: OwnedObject) {
    // SAFETY: the coroutine is alive. It is not used any more when a destructor may run.
    unsafe {
        match (*this).deferred.keep(cancellation) {
            None => (*this).flags.insert(CoroutineFlags::CANCEL_LATER),
            Some(later) => drop(later),
        }
    }
}

/// The running coroutine goes on, although its wait was cancelled: the next one is [io/CX-10]. What was put off before comes first.
/// In a section that protects it is the caller's again.
///
/// # Safety
/// `this` is the running coroutine.
pub unsafe fn put_off(this: *mut CoroutineObject, cancellation: OwnedObject) -> Result<(), OwnedObject> {
    // SAFETY: the running coroutine is alive, also while a destructor runs.
    unsafe {
        if depth(&*this) > 0 {
            return Err(cancellation);
        }
        drop((*this).deferred.keep(cancellation));
        (*this).flags.insert(CoroutineFlags::CANCEL_LATER.union(CoroutineFlags::PUT_OFF));
        Ok(())
    }
}

/// What a coroutine that is not protected is cancelled with: what was put off before C code ended the section from outside while it
/// waited comes first.
///
/// # Safety
/// `this` is alive.
pub(in crate::scheduler) unsafe fn first_cancellation(this: *mut CoroutineObject, later: OwnedObject) -> OwnedObject {
    // SAFETY: the coroutine is alive. While a destructor may run, the reference that is left lies here as a pointer.
    unsafe {
        if !(*this).flags.contains(CoroutineFlags::CANCEL_LATER) {
            return later;
        }
        let Some(first) = take_later(this) else { return later };
        let first = first.into_raw();
        drop(later);
        OwnedObject::from_raw(first)
    }
}

/// The cancellation that the end of a section has left for this wait, or for the end of the coroutine. None if it is
/// for a section that is open.
///
/// # Safety
/// A valid coroutine with [`CoroutineFlags::CANCEL_LATER`].
#[cold]
pub(in crate::scheduler) unsafe fn take_later(this: *mut CoroutineObject) -> Option<OwnedObject> {
    // SAFETY: the coroutine is valid, as this function demands; fields of it change, nothing is called.
    unsafe {
        let put_off = (*this).flags.contains(CoroutineFlags::PUT_OFF);
        if if put_off { depth(&*this) > 0 } else { is_on(&*this) } {
            return None;
        }
        (*this).flags.remove(CoroutineFlags::CANCEL_LATER.union(CoroutineFlags::PUT_OFF));
        let deferred = (*this).deferred.take();
        if deferred.is_some() {
            (*this).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
        }
        deferred
    }
}

/// Whether a section is open: it protects, or it has something to deliver at its end.
pub(in crate::scheduler) fn is_on(this: &CoroutineObject) -> bool {
    open(this) > 0
}

/// The open sections protect no more [core/PR-10]. What was put off waits on for the end of the outermost one; without that
/// they are forgotten, and a section that begins inside them delivers for itself.
///
/// # Safety
/// `this` is alive.
pub(in crate::scheduler) unsafe fn break_off(this: *mut CoroutineObject) {
    // SAFETY: the caller's coroutine is alive; counts and flags of it change, nothing is called.
    unsafe {
        if (*this).deferred.is_some() && !(*this).flags.contains(CoroutineFlags::PUT_OFF) {
            (*this).broken_sections += depth(&*this);
        }
        set_depth(this, 0);
    }
}

/// A Fiber goes on, driven by `driver`. Returns for [`take_back`] how many sections the driver had before.
///
/// # Safety
/// `driver` is the running coroutine; `own` is null or that of the Fiber, which is held.
pub(in crate::scheduler) unsafe fn lend(own: *mut CoroutineObject, driver: *mut CoroutineObject) -> u32 {
    // SAFETY: the driver is running, and `own` is null or held by the Fiber that goes on; only counts move.
    unsafe {
        let before = open(&*driver);
        if own.is_null() {
            return before;
        }
        (*own).sections_below = before;
        if is_on(&*own) {
            set_depth(driver, depth(&*driver) + depth(&*own));
            set_depth(own, 0);
            (*driver).broken_sections += mem::take(&mut (*own).broken_sections);
        }
        before
    }
}

/// The Fiber has parked or ended. What was put off because of its sections alone is thrown into the driver.
///
/// # Safety
/// As [`lend`].
pub(in crate::scheduler) unsafe fn take_back(own: *mut CoroutineObject, driver: *mut CoroutineObject, before: u32) {
    // SAFETY: `own` is null or held by the Fiber. The driver is running, so it outlives `deliver`, which throws into it.
    unsafe {
        let taken = open(&*driver).saturating_sub(before);
        if taken == 0 {
            return;
        }
        let protecting = taken.min(depth(&*driver));
        let broken = taken - protecting;
        set_depth(driver, depth(&*driver) - protecting);
        (*driver).broken_sections -= broken;
        if !own.is_null() {
            set_depth(own, protecting);
            (*own).broken_sections = broken;
        }
        deliver(driver);
    }
}

/// How many sections are open. Those that were broken off are the outer ones.
fn open(this: &CoroutineObject) -> u32 {
    depth(this) + this.broken_sections
}

unsafe fn close_one(this: *mut CoroutineObject) {
    // SAFETY: the caller's coroutine is alive and has an open section: neither count goes below 0.
    unsafe {
        match depth(&*this) {
            0 => (*this).broken_sections -= 1,
            depth => set_depth(this, depth - 1),
        }
    }
}

/// How many sections protect. C code ends them all by taking away the flag, and begins one by setting it.
fn depth(this: &CoroutineObject) -> u32 {
    if this.has(EventFlags::COROUTINE_PROTECTED) { this.protect_depth.max(1) } else { 0 }
}

unsafe fn set_depth(this: *mut CoroutineObject, depth: u32) {
    // SAFETY: the caller's coroutine is alive; two fields of it are written.
    unsafe {
        (*this).protect_depth = depth;
        (*this).base.event.flags.set(EventFlags::COROUTINE_PROTECTED, depth > 0);
    }
}

/// Throws what was put off, if no section of the running coroutine is open any more.
unsafe fn deliver(this: *mut CoroutineObject) {
    // SAFETY: the running coroutine is alive; it is not used any more when something is thrown.
    unsafe {
        if !is_on(&*this) {
            throw_deferred(this);
        }
    }
}

/// Throws what was put off because of a section.
unsafe fn throw_deferred(this: *mut CoroutineObject) {
    // SAFETY: the coroutine is alive; it is not used any more when a destructor may run.
    unsafe {
        if (*this).flags.contains(CoroutineFlags::PUT_OFF) {
            return;
        }
        let Some(deferred) = (*this).deferred.take() else { return };
        (*this).flags.remove(CoroutineFlags::CANCEL_LATER);
        (*this).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
        let pending = exception::pending();
        if !pending.is_null() && exception::is_exit(pending) {
            drop(deferred);
            return;
        }
        let deferred = deferred.into_raw();
        let earlier = exception::take();
        exception::throw(exception::chain(OwnedObject::from_raw(deferred), earlier));
    }
}
