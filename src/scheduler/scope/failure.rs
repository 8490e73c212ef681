//! What the failure of a coroutine does to its scope and the scopes above [core/EH-10 to EH-17, abi/ABI-136].

use super::structure::{ScopeObject, hold, marks, unhold};
use super::{close, link, owned, tree};
use crate::abi::flags::COROUTINE_PRIORITY_HIGH;
use crate::abi::*;
use crate::engine::object::ref_count;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{bailout, call, exception, object, zval};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::coroutine::spawn;
use crate::scheduler::event::callbacks;
use crate::scheduler::request::shutdown;
use crate::scheduler::run::phase::phase;
use crate::scheduler::scope::throw;
use core::ptr;

/// The two exception handlers of a scope.
#[derive(Clone, Copy)]
pub enum HandlerKind {
    /// Sees what its own coroutines and child scopes throw.
    All,
    /// Comes first, sees only what child scopes throw.
    Children,
}

/// Sets or replaces a handler [core/SC-70].
///
/// # Safety
/// `fcall` is a kept callable, taken over. Releasing the old one may run PHP code.
pub unsafe fn set_handler(scope: *mut ScopeObject, kind: HandlerKind, fcall: *mut Fcall) {
    // SAFETY: the new one is in place before the old one goes.
    unsafe { call::release(ptr::replace(place(scope, kind), fcall)) }
}

unsafe fn place(scope: *mut ScopeObject, kind: HandlerKind) -> *mut *mut Fcall {
    // SAFETY: the callers' scope is alive; only the address of a field is taken.
    unsafe {
        match kind {
            HandlerKind::All => &raw mut (*scope).on_exception,
            HandlerKind::Children => &raw mut (*scope).on_child_exception,
        }
    }
}

/// While `keep`, the failure of a coroutine whose object is held is kept for what awaits it, and is no failure of the
/// scope: for what an iterator makes before it is registered for waiting.
///
/// # Safety
/// `scope` is alive, and ours.
pub unsafe fn keep_failures(scope: *mut Scope, keep: bool) {
    // SAFETY: the caller keeps the scope alive, and all scopes are ours; one field of it is changed.
    unsafe {
        let marks = &raw mut (*scope.cast::<ScopeObject>()).marks;
        if keep { *marks |= marks::KEEPS_FAILURES } else { *marks &= !marks::KEEPS_FAILURES }
    }
}

/// Offers the exception of a finished coroutine to its scope and the scopes above. Whether it was handled, and the
/// exception it has become: handlers that throw add theirs [core/EH-12].
///
/// # Safety
/// `failure` is a throwable. Handlers are PHP code and may suspend.
pub(in crate::scheduler) unsafe fn catch_failure(
    from: *mut CoroutineObject,
    failure: OwnedObject,
) -> (bool, OwnedObject) {
    // SAFETY: the scope of a coroutine that has not left it is alive. While handlers run the reference is a pointer, which `ask` and
    // `fail` give back.
    unsafe {
        let scope = (*from).scope();
        if (*scope).marks & marks::KEEPS_FAILURES != 0 && ref_count(coroutine::to_object(from)) > 1 {
            return (false, failure);
        }
        let failure = failure.into_raw();
        let safely = (*scope).flags().contains(EventFlags::SCOPE_DISPOSE_SAFELY);
        let (handled, left) = match hook_of(scope) {
            Some(hook) => ask(hook, scope, ptr::null_mut(), &raw mut (*from).base, failure, safely),
            None => fail(scope, ptr::null_mut(), &raw mut (*from).base, failure, safely),
        };
        (handled, OwnedObject::from_raw(left))
    }
}

/// What a C owner has put in the place of our `catch_or_cancel`, or `None`.
unsafe fn hook_of(scope: *mut ScopeObject) -> Option<CatchOrCancel> {
    // SAFETY: the callers' scope is alive; one field of it is read.
    unsafe { (*scope).base.catch_or_cancel.filter(|hook| *hook as *const () != catch_or_cancel as *const ()) }
}

/// As [`fail`], but the method of the scope decides, which may call ours [abi/ABI-119, abi/ABI-136].
#[cold]
unsafe fn ask(
    hook: CatchOrCancel,
    scope: *mut ScopeObject,
    from: *mut ScopeObject,
    coroutine: *mut Coroutine,
    failure: *mut Object,
    safely: bool,
) -> (bool, *mut Object) {
    // SAFETY: the scope is held, and our reference of the failure stays ours: it is not transferred.
    unsafe {
        hold(scope);
        let handled = hook(&raw mut (*scope).base, coroutine, from.cast(), failure, false, safely, false);
        unhold(scope);
        let Some(thrown) = exception::take() else { return (handled, failure) };
        if thrown.as_ptr() == failure {
            drop(thrown);
            return (handled, failure);
        }
        if exception::is_exit(thrown.as_ptr()) {
            shutdown::surface(thrown);
            return (true, failure);
        }
        if exception::chain_contains(thrown.as_ptr(), failure) {
            // What our own method throws when handlers of PHP have added to it.
            let thrown = thrown.into_raw();
            object::release(failure);
            return (false, thrown);
        }
        let failure = OwnedObject::from_raw(failure);
        let composed = if exception::is_cancellation(thrown.as_ptr()) {
            exception::chain(failure, Some(thrown))
        } else {
            exception::chain(thrown, Some(failure))
        };
        (false, composed.into_raw())
    }
}

/// Method `catch_or_cancel` [abi/ABI-136]. As cancellation: ends the scope. As failure: handlers, then cancellation of
/// the scope, then its parent.
#[inline(never)] // Its address tells it from a method of a C owner.
pub(super) unsafe extern "C" fn catch_or_cancel(
    scope: *mut Scope,
    coroutine: *mut Coroutine,
    from: *mut Scope,
    failure: *mut Object,
    transfer: bool,
    safely: bool,
    is_cancellation: bool,
) -> bool {
    // SAFETY: one reference of the failure is released on every path that took it over.
    unsafe {
        let handled = if is_cancellation {
            close::close(scope.cast(), failure, safely);
            true
        } else if *(*globals()).in_scheduler_context {
            // Here no PHP code may run: a coroutine carries the exception there [core/EH-17].
            throw::spawn_and_throw(failure, scope, COROUTINE_PRIORITY_HIGH)
        } else {
            let owned = object::add_ref(failure);
            let (handled, left) = fail(scope.cast(), from.cast(), coroutine, owned, safely);
            if handled || left == failure {
                object::release(left);
            } else {
                exception::throw(OwnedObject::from_raw(left));
            }
            handled
        };
        if transfer {
            object::release(failure);
        }
        handled
    }
}

/// The chain of core 13.1. `from`: the child scope it comes from, or null. Takes `failure` over and gives it back.
unsafe fn fail(
    scope: *mut ScopeObject,
    from: *mut ScopeObject,
    coroutine: *mut Coroutine,
    failure: *mut Object,
    safely: bool,
) -> (bool, *mut Object) {
    // SAFETY: each scope is held while it is worked on.
    unsafe {
        let mut failure = failure;
        let mut at = scope;
        let mut below = from;
        let mut origin = from;
        hold(at);
        loop {
            let mut handled = call_handlers(at, origin, coroutine, &mut failure);
            if !handled {
                cancel_all_but(at, below, coroutine, safely);
                callbacks::notify(&raw mut (*at).base.event, ptr::null_mut(), failure);
                handled = (*at).flags().contains(EventFlags::EXCEPTION_HANDLED);
            }
            if (*at).is_main() {
                // The main scope stays usable [core/EH-16].
                (*at).base.event.flags.remove(EventFlags::SCOPE_CANCELLED);
            }
            let above = tree::parent(at);
            if handled || above.is_null() {
                unhold(at);
                return (handled, failure);
            }
            if let Some(hook) = hook_of(above) {
                let asked = ask(hook, above, at, coroutine, failure, safely);
                unhold(at);
                return asked;
            }
            hold(above);
            // A coroutine that runs finally handlers of a scope speaks for that scope itself [core/CO-35, core/SC-64].
            let speaks_for_parent = (*at).has(marks::FINALLY_RUN)
                && !coroutine.is_null()
                && (*coroutine.cast::<CoroutineObject>()).flags.contains(CoroutineFlags::MUST_RUN);
            origin = if speaks_for_parent { ptr::null_mut() } else { at };
            below = at;
            unhold(at);
            at = above;
        }
    }
}

/// No handler took a failure: the coroutines and scopes beside its origin are cancelled [core/EH-13].
unsafe fn cancel_all_but(scope: *mut ScopeObject, from: *mut ScopeObject, coroutine: *mut Coroutine, safely: bool) {
    // SAFETY: the caller holds the scope, and the snapshot its children, while destructors may change the tree.
    unsafe {
        let cancelled = EventFlags::SCOPE_CANCELLED;
        let again = (*scope).flags().contains(cancelled);
        (*scope).base.event.flags.insert(cancelled);
        if !(*scope).is_main() {
            owned::end(scope, true);
        }
        let children = tree::children(scope);
        for i in 0..children.length() {
            let child = children.get(i);
            if child != from && !(*child).flags().contains(cancelled) {
                close::close(child, ptr::null_mut(), safely);
            }
        }
        tree::release_children(&children);
        close::cancel_members(scope, coroutine, again, safely, || {
            exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Coroutine cancelled")
        });
    }
}

/// Whether a handler of this scope accepted the exception [core/EH-10 to EH-12].
unsafe fn call_handlers(
    scope: *mut ScopeObject,
    origin: *mut ScopeObject,
    coroutine: *mut Coroutine,
    failure: &mut *mut Object,
) -> bool {
    // SAFETY: handlers may replace themselves, so each place is read when its turn comes.
    unsafe {
        if !origin.is_null() && call_handler(scope, HandlerKind::Children, coroutine, failure) {
            return true;
        }
        call_handler(scope, HandlerKind::All, coroutine, failure)
    }
}

unsafe fn call_handler(
    scope: *mut ScopeObject,
    kind: HandlerKind,
    coroutine: *mut Coroutine,
    failure: &mut *mut Object,
) -> bool {
    // SAFETY: the arguments are held for the length of the call.
    unsafe {
        let handler = *place(scope, kind);
        if handler.is_null() {
            return false;
        }
        let failed = if coroutine.is_null() { current_object() } else { coroutine.cast() };
        let scope_object = link::of(scope);
        let mut arguments = [
            Zval::from_object(scope_object),
            if failed.is_null() { Zval::NULL } else { Zval::from_object(coroutine::to_object(failed)) },
            Zval::from_object(*failure),
        ];
        // The handler may set another one in its own place, which releases what is running.
        let mut running = call::callable(handler);
        call::invoke_with(handler, &mut arguments);
        // The objects may go, and their destructors run.
        let thrown = exception::take().into_nullable();
        zval::clear(&raw mut running);
        object::release(scope_object);
        let Some(thrown) = OwnedObject::from_nullable(thrown) else { return true };
        if exception::is_exit(thrown.as_ptr()) {
            if bailout::memory_exhausted() {
                let _ = thrown.into_raw();
                bailout::raise();
            }
            // exit() in a handler: as in any coroutine [core/SH-14].
            shutdown::surface(thrown);
            return true;
        }
        let whole = exception::chain_before_cancellation(Some(thrown), OwnedObject::from_nullable(*failure));
        *failure = whole.into_nullable();
        false
    }
}

/// An exception that no coroutine has thrown, on its way to the handler that accepts it.
struct Offer {
    /// Held.
    scope: *mut ScopeObject,
    failure: Option<OwnedObject>,
}

/// Offers an exception to the exception handlers of a scope and of the scopes above, and to those that wait
/// for one of them [primitives/TG-32]. Handlers run later, in a coroutine of the scope. If none accepts it, it is
/// dropped: nothing is cancelled by it, and it never surfaces.
///
/// # Safety
/// `scope` is alive. Runs no PHP code but destructors.
pub unsafe fn offer(scope: *mut ScopeObject, failure: OwnedObject) {
    // SAFETY: the coroutine owns what it is given.
    unsafe {
        if !has_handlers(scope) {
            // No PHP code is involved, so this needs no coroutine.
            offer_upwards(scope, failure);
            return;
        }
        let impossible = (*globals()).state == State::Off || (*phase()).closing || bailout::unclean_shutdown();
        if impossible {
            drop(failure);
            return;
        }
        let given = Box::into_raw(Box::new(Offer { scope, failure: Some(failure) }));
        hold(scope);
        let worker = spawn::spawn_last(scope.cast(), make_offer, given.cast(), Some(withdraw_offer));
        if worker.is_null() {
            drop(exception::take());
            free_offer(given);
        }
    }
}

unsafe fn has_handlers(scope: *mut ScopeObject) -> bool {
    // SAFETY: parents outlive their children.
    unsafe {
        let mut at = scope;
        while !at.is_null() {
            if !(*at).on_exception.is_null() || at != scope && !(*at).on_child_exception.is_null() {
                return true;
            }
            at = tree::parent(at);
        }
        false
    }
}

/// Body of the coroutine.
unsafe extern "C" fn make_offer() {
    // SAFETY: the offer is this coroutine's data until it is withdrawn.
    unsafe {
        let offer = (*current_object()).base.extended_data.cast::<Offer>();
        if let Some(failure) = (*offer).failure.take() {
            offer_upwards((*offer).scope, failure);
        }
    }
}

unsafe extern "C" fn withdraw_offer(worker: *mut Coroutine) {
    // SAFETY: called once per coroutine.
    unsafe { free_offer(ptr::replace(&raw mut (*worker).extended_data, ptr::null_mut()).cast()) }
}

unsafe fn free_offer(offer: *mut Offer) {
    // SAFETY: made by `offer`, not used again.
    unsafe {
        let Offer { scope, failure } = *Box::from_raw(offer);
        drop(failure);
        unhold(scope);
    }
}

/// The handlers of a scope and of those above are asked.
unsafe fn offer_upwards(scope: *mut ScopeObject, failure: OwnedObject) {
    // SAFETY: each scope is held while it is worked on. While handlers run the reference is a pointer.
    unsafe {
        let mut failure = failure.into_raw();
        let mut origin = ptr::null_mut();
        let mut at = scope;
        hold(at);
        loop {
            let mut accepted = call_handlers(at, origin, ptr::null_mut(), &mut failure);
            if !accepted {
                callbacks::notify(&raw mut (*at).base.event, ptr::null_mut(), failure);
                accepted = (*at).flags().contains(EventFlags::EXCEPTION_HANDLED);
            }
            let above = if accepted { ptr::null_mut() } else { tree::parent(at) };
            if !above.is_null() {
                hold(above);
            }
            origin = at;
            unhold(at);
            if above.is_null() {
                break;
            }
            at = above;
        }
        drop(OwnedObject::from_raw(failure));
    }
}
