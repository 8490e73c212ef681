//! PHP's own Fibers among coroutines (core 19).
//!
//! A Fiber runs on the stack of the coroutine that resumes it; what it awaits suspends that coroutine, Fiber and all. Two things
//! are added while the scheduler runs:
//!
//! - **Turns** [core/FI-3]: `start()`, `resume()` and `throw()` let all others that are queued run once before the Fiber's
//!   body, and again before they return.
//! - **Its coroutine** [core/FI-12]: an object that represents the Fiber where coroutines are listed, awaited or cancelled. It
//!   has no stack as long as the Fiber is only driven from outside:
//!
//! ```text
//!   parked Fiber, its coroutine waits      cancel() ->  queued with the reason
//!   its turn: an execution is taken, and on it the reason is thrown into the Fiber
//!       the Fiber ends                     -> the coroutine ends, cancelled
//!       the Fiber parks again              -> the coroutine waits on that execution for the next reason or the end
//! ```

use super::object::{CoroutineFlags, CoroutineObject};
use super::unfinished;
use super::{finish, protect};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::replace::Original;
use crate::engine::state::PendingException;
use crate::engine::{current_frame, exception, fiber, frame, generator, object, string, zval};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::cancel;
use crate::scheduler::coroutine::make;
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::place;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::coroutine::wait::Wait;
use crate::scheduler::run::above::above;
use crate::scheduler::run::ready;
use crate::scheduler::run::run_loop::transition;
use crate::scheduler::run::suspend;
use core::ptr;

/// `Fiber::start()`, `resume()` or `throw()`: `original`, with a turn for all others before and after it.
///
/// # Safety
/// The arguments of the method's handler.
#[inline(always)]
pub unsafe fn drive(original: &Original, starts: bool, call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: these are the arguments that the replaced handler was called with; the call holds its Fiber to its end.
    unsafe {
        if !current_object().is_null() {
            drive_with_turns(original, starts, call, result);
            return;
        }
        original.call(call, result);
        if !current_object().is_null() {
            let this = fiber::this_of(call);
            protected_again(this, 0, result);
            after(this, result);
        }
    }
}

unsafe fn drive_with_turns(original: &Original, starts: bool, call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the call holds its Fiber.
    unsafe {
        let this = fiber::this_of(call);
        let accepted = if starts { fiber::is_new(this) } else { fiber::is_parked(this) };
        if accepted && takes_turns() {
            let own = place::existing_coroutine_of(this);
            if !turn_of_resumer(own) {
                return;
            }
            if starts && fiber::is_new(this) {
                attach(this);
            }
            // Nothing that the engine protects by the ban is in danger on stacks of our own [core/GC-20, core/GC-26].
            let depth = fiber::lift_ban();
            let sections = protect::lend(place::existing_coroutine_of(this), current_object());
            let ended_meanwhile = !own.is_null() && fiber::is_terminated(this);
            original.call(call, result);
            if ended_meanwhile {
                show_failure(own);
            }
            protected_again(this, sections, result);
            fiber::restore_ban(depth);
        } else {
            original.call(call, result);
        }
        if accepted {
            after(this, result);
        }
    }
}

/// The turn of others before a Fiber is resumed. If it is cancelled and fails meanwhile, its resumer is told [core/FI-6].
unsafe fn turn_of_resumer(own: *mut CoroutineObject) -> bool {
    // SAFETY: `own` is null or held by its Fiber, which the call under way holds, also while others run.
    unsafe {
        if own.is_null() {
            return turn();
        }
        (*own).resumers += 1;
        let goes_on = turn();
        (*own).resumers -= 1;
        goes_on
    }
}

/// What the Fiber failed with before it could be resumed becomes the previous of the `FiberError` that is pending.
unsafe fn show_failure(own: *mut CoroutineObject) {
    // SAFETY: `own` is held by its Fiber, which the call under way holds.
    unsafe {
        let failure = (*own).base.exception;
        if !failure.is_null() && !exception::is_cancellation(failure) && !exception::pending().is_null() {
            exception::hang(exception::pending(), OwnedObject::share(failure));
        }
    }
}

/// The native call has returned: what the Fiber has begun to protect is not the driver's any more.
unsafe fn protected_again(this: *mut Object, sections: u32, result: *mut Zval) {
    // SAFETY: the driver is running, and the call under way, which is its own, holds the Fiber.
    unsafe {
        let driver = current_object();
        if !protect::is_on(&*driver) {
            return;
        }
        let was_pending = !exception::pending().is_null();
        let own = if fiber::is_parked(this) { coroutine_of(this) } else { place::existing_coroutine_of(this) };
        protect::take_back(own, driver, sections);
        if !was_pending && !exception::pending().is_null() {
            zval::clear(result);
            result.write(Zval::NULL);
        }
    }
}

/// The native call has returned; perhaps the Fiber has launched the scheduler.
unsafe fn after(this: *mut Object, result: *mut Zval) {
    // SAFETY: the call that the native function has returned to still holds its Fiber; `result` is its place.
    unsafe {
        if !takes_turns() {
            return;
        }
        driven(this);
        let pending = exception::pending();
        if !pending.is_null() && exception::is_exit(pending) {
            (*current_object()).flags.insert(CoroutineFlags::EXITS_ALL);
        } else if !turn() {
            zval::clear(result);
            result.write(Zval::NULL);
        }
    }
}

fn takes_turns() -> bool {
    // SAFETY: the globals of a thread live as long as the thread; one field is copied.
    let active = unsafe { (*globals()).state == State::Active };
    active && !current_object().is_null() && suspend::may_suspend()
}

/// Lets all others that are queued run once; false when that threw.
unsafe fn turn() -> bool {
    // SAFETY: a coroutine is current and may suspend here, as `takes_turns` has said.
    unsafe {
        match suspend::yield_now() {
            Ok(()) => true,
            Err(cancellation) => {
                exception::throw(cancellation);
                false
            }
        }
    }
}

/// `Generator::throw()`: stock PHP does not see that a generator is executing in another coroutine [core/FI-14].
///
/// # Safety
/// The arguments of the method's handler.
pub unsafe fn throw_into_generator(original: &Original, call: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: these are the arguments that the replaced handler was called with: the object of the call is a Generator.
    unsafe {
        if !current_object().is_null() && generator::is_executing(fiber::this_of(call)) {
            exception::throw_error(ptr::null_mut(), "Cannot resume an already running generator");
        } else {
            original.call(call, result);
        }
    }
}

/// The coroutine of a Fiber, borrowed; null when it was not started yet. Made on demand for one that was started before
/// the scheduler. Null with an exception when the scheduler cannot be launched.
///
/// # Safety
/// A Fiber.
pub unsafe fn coroutine_of(this: *mut Object) -> *mut CoroutineObject {
    // SAFETY: the companion of a Fiber is a coroutine.
    unsafe {
        let existing = place::existing_coroutine_of(this);
        if !existing.is_null() {
            return existing;
        }
        if fiber::is_new(this) || (current_object().is_null() && !(above().launch)()) {
            return ptr::null_mut();
        }
        let new = attach(this);
        if fiber::is_terminated(this) {
            ended(this, new, ptr::null_mut());
        }
        new
    }
}

/// Gives a Fiber its coroutine.
unsafe fn attach(this: *mut Object) -> *mut CoroutineObject {
    // SAFETY: the creation reference is the scheduler's, as for every coroutine; the Fiber has one of its own.
    unsafe {
        let new = make::new();
        (*new).base.event.flags.insert(EventFlags::COROUTINE_FIBER.union(EventFlags::COROUTINE_STARTED));
        (*new).base.internal_entry = Some(deliver);
        (*new).base.extended_data = this.cast();
        transition::begin_as_fiber(new);
        // The main scope: nothing waits for its end, and a parked Fiber must not keep another scope alive.
        let scope = (*globals()).main_scope;
        if let Some(before) = (*scope).before_coroutine_enqueue {
            before(&raw mut (*new).base, scope, ptr::null_mut());
        }
        if let Some((file, line)) = frame::location(current_frame()) {
            (*new).base.filename = string::add_ref(file);
            (*new).base.lineno = line;
        }
        unfinished::register(new);
        (*unfinished()).fibers += 1;
        object::add_ref(coroutine::to_object(new));
        fiber::attach(this, coroutine::to_object(new), freed);
        remember_location(this, new);
        new
    }
}

/// Where a Fiber is parked is where its coroutine was suspended last [core/CO-21].
unsafe fn remember_location(this: *mut Object, own: *mut CoroutineObject) {
    // SAFETY: a parked Fiber keeps its frames; `own` is the coroutine that it holds.
    unsafe {
        if fiber::is_parked(this)
            && let Some((file, line)) = frame::location(fiber::frame(this))
        {
            (*own).set_suspend_location(file, line);
        }
    }
}

/// The native call has returned: the Fiber has parked or ended.
unsafe fn driven(this: *mut Object) {
    // SAFETY: the companion of a Fiber is a coroutine.
    unsafe {
        let mut own = place::existing_coroutine_of(this);
        if fiber::is_terminated(this) {
            let mut thrown = if fiber::has_thrown(this) { exception::pending() } else { ptr::null_mut() };
            // What drove it has the token of `exit`, and ends everything.
            if !thrown.is_null() && exception::is_exit(thrown) {
                thrown = ptr::null_mut();
            }
            if own.is_null() {
                if thrown.is_null() {
                    return;
                }
                // Started before the scheduler. Unlike what it returned, nothing else keeps what it has thrown.
                own = attach(this);
            }
            ended(this, own, thrown);
            return;
        }
        if own.is_null() {
            return;
        }
        remember_location(this, own);
        if (*own).deferred.is_some() && !protect::is_on(&*own) {
            // Cancelled while it ran: now it can be reached. A later reason that is on its way is dropped [core/CN-11].
            drop((*own).take_error());
            let reason = (*own).deferred.take();
            (*own).flags.remove(CoroutineFlags::CANCEL_LATER);
            (*own).base.event.flags.insert(EventFlags::COROUTINE_CANCELLED);
            if let Some(reason) = reason {
                cancel::interrupt(own, reason);
            }
        }
    }
}

/// The Fiber has ended driven by another coroutine, which also got its exception [core/FI-6].
unsafe fn ended(this: *mut Object, own: *mut CoroutineObject, thrown: *mut Object) {
    // SAFETY: the Fiber holds its coroutine, and the caller's call the Fiber; `thrown` is null or pending, so alive when it is held here.
    unsafe {
        if (*own).is_finished() || own == current_object() {
            return;
        }
        if !(*own).execution.is_null() || (*own).is_queued() {
            // It has a stack, or will have: it ends there, with what is stored.
            if !thrown.is_null() {
                let stored = ptr::replace(&raw mut (*own).base.exception, ptr::null_mut());
                (*own).base.exception =
                    exception::chain(OwnedObject::share(thrown), OwnedObject::from_nullable(stored)).into_raw();
                (*own).flags.insert(CoroutineFlags::DELIVERED);
            }
            Wait::wake(&raw const FOR_ITS_FIBER, own);
            return;
        }
        let mut failure = None;
        if !fiber::has_thrown(this) {
            (*own).base.result = zval::copy(fiber::result(this));
        } else if !thrown.is_null() {
            failure = Some(OwnedObject::share(thrown));
        }
        (*own).flags.insert(CoroutineFlags::DELIVERED);
        end_from_outside(own, failure);
    }
}

unsafe fn end_from_outside(own: *mut CoroutineObject, failure: Option<OwnedObject>) {
    // SAFETY: it has no stack, so nothing of it runs; what is pending belongs to the caller.
    unsafe {
        // The frame may be one that is being left: it is not thrown again, but put back as it was.
        let pending = PendingException::take();
        (*unfinished()).fibers -= 1;
        finish::finish_from_outside(own, failure);
        pending.put_back();
    }
}

/// A Fiber's coroutine waits for it to end, or for something to throw into it.
static FOR_ITS_FIBER: Wait = Wait::untold();

/// Body of a Fiber's coroutine: throws into the Fiber what it was cancelled with [core/FI-13].
unsafe extern "C" fn deliver() {
    // SAFETY: the body of a coroutine. This frame waits, and so does PHP code that it calls: the reference lies here as a pointer.
    unsafe {
        let own = current_object();
        let mut reason = (*own).take_error().into_nullable();
        loop {
            let this: *mut Object = (*own).base.extended_data.cast();
            if this.is_null() || fiber::is_terminated(this) {
                if !this.is_null() && !fiber::has_thrown(this) {
                    (*own).base.result = zval::copy(fiber::result(this));
                }
                // Its destructor may free the Fiber.
                object::release(reason);
                break;
            }
            if !reason.is_null() {
                if fiber::is_parked(this) {
                    object::add_ref(this);
                    fiber::throw_into(this, reason);
                    remember_location(this, own);
                    object::release(ptr::replace(&raw mut reason, ptr::null_mut()));
                    object::release(this);
                    if !exception::pending().is_null() {
                        if (*own).resumers > 0 {
                            (*own).flags.insert(CoroutineFlags::DELIVERED);
                        }
                        break;
                    }
                    continue;
                }
                reach_inside(own, this, OwnedObject::from_raw(ptr::replace(&raw mut reason, ptr::null_mut())));
                continue;
            }
            if let Err(next) = Wait::park(&raw const FOR_ITS_FIBER) {
                reason = next.into_raw();
            }
        }
        (*unfinished()).fibers -= 1;
    }
}

/// Cancels a Fiber that is not parked: what it waits for is interrupted; if it runs or is protected, it is reached when
/// it parks.
unsafe fn reach_inside(own: *mut CoroutineObject, this: *mut Object, reason: OwnedObject) {
    // SAFETY: suspended coroutines have a saved engine state.
    unsafe {
        let mut driver: *mut CoroutineObject = ptr::null_mut();
        coroutine::each(|c| {
            let runs = c != own && !(*c).is_finished() && !(*c).execution.is_null();
            if runs && fiber::drives(this, (*(*c).execution).state.fiber()) {
                driver = c;
            }
        });
        if !driver.is_null() && (*driver).is_waiting() && !protect::is_on(&*driver) {
            cancel::interrupt(driver, reason);
        } else {
            drop((*own).deferred.keep(reason));
        }
    }
}

/// A Fiber is freed, and its reference to its coroutine with it.
unsafe fn freed(companion: *mut Object) {
    // SAFETY: the engine calls this once per Fiber that goes, whose reference keeps the coroutine alive to the end of this.
    unsafe {
        let own = coroutine::from_object(companion);
        (*own).base.extended_data = ptr::null_mut();
        if !(*own).is_finished() {
            if !(*own).execution.is_null() || (*own).is_queued() {
                Wait::wake(&raw const FOR_ITS_FIBER, own);
            } else {
                end_from_outside(own, None);
            }
        }
        object::release(companion);
    }
}

/// When nothing but parked Fibers is left [core/DD-2, core/FI-10], their coroutines end, silently; PHP destroys the Fibers with
/// the other objects. False when something else is left.
///
/// # Safety
/// On the trampoline.
pub(in crate::scheduler) unsafe fn end_parked() -> bool {
    // SAFETY: one without a stack ends here, one with a stack waits in `deliver` for the next cancellation.
    unsafe {
        let has_no_stack = |c: *mut CoroutineObject| (*c).execution.is_null();
        let is_parked = |c: *mut CoroutineObject| {
            let this: *mut Object = (*c).base.extended_data.cast();
            (*c).has(EventFlags::COROUTINE_FIBER) && (has_no_stack(c) || (!this.is_null() && fiber::is_parked(this)))
        };
        let mut only_parked = true;
        coroutine::each(|c| only_parked &= is_parked(c));
        if only_parked {
            // The end of one starts its finally handlers, in a coroutine that is visited, too.
            coroutine::each_once(|c| {
                if !is_parked(c) {
                    return;
                }
                if has_no_stack(c) {
                    end_from_outside(c, None);
                } else {
                    (*c).base.extended_data = ptr::null_mut();
                    ready::wake(&raw mut (*c).base);
                }
            });
        }
        only_parked
    }
}
