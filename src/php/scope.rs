//! `Async\Scope` (core 14).

use super::functions::deliver_outcome;
use super::interfaces::SCOPE_PROVIDER;
use super::{FINAL, class_type, finally, signature};
use crate::abi::zend::{Fcc, Fci};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{args, call, class, exception, hash, object, zval};
use crate::primitives::awaiting;
use crate::primitives::token::Token;
use crate::scheduler::scope::{self, HandlerKind, ScopeObject, object as scope_object};
use crate::scheduler::{self, coroutine, launch, spawn};
use core::mem::MaybeUninit;
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let scope_type = || class_type("Async\\Scope");
    let awaitable = || class_type("Async\\Awaitable");
    let boolean = |name: &str, handler| signature(name, handler).returns(DataType::Bool);
    let nothing = |name: &str, handler| signature(name, handler).returns(DataType::Void);
    let with_callable = |name: &str, handler, parameter: &str, kind| {
        signature(name, handler).required(parameter, kind).returns(DataType::Void)
    };
    let builder = ClassBuilder::new("Async\\Scope")
        .flags(FINAL)
        .implements(SCOPE_PROVIDER)
        .method(
            signature("inherit", inherit).nullable("parentScope", scope_type()).returns(scope_type()),
            public | MethodFlags::Static,
        )
        .method(signature("provideScope", provide_scope).returns(scope_type()), public)
        .method(signature("__construct", construct).untyped(), public)
        .method(signature("asNotSafely", as_not_safely).returns(scope_type()), public)
        .method(signature("allowZombies", allow_zombies).returns(scope_type()), public)
        .method(
            signature("spawn", spawn_method)
                .required("callable", class_type("Closure"))
                .variadic("params", DataType::Mixed)
                .returns(class_type("Async\\Coroutine")),
            public,
        )
        .method(
            signature("cancel", cancel)
                .nullable("cancellationError", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(
            signature("awaitCompletion", await_completion)
                .required("cancellation", awaitable())
                .returns(DataType::Void),
            public,
        )
        .method(
            signature("awaitAfterCancellation", await_after_cancellation)
                .nullable("errorHandler", DataType::Callable)
                .nullable("cancellation", awaitable())
                .returns(DataType::Void),
            public,
        )
        .method(boolean("isFinished", is_finished), public)
        .method(boolean("isClosed", is_closed), public)
        .method(boolean("isCancelled", is_cancelled), public)
        .method(
            with_callable("setExceptionHandler", set_exception_handler, "exceptionHandler", DataType::Callable),
            public,
        )
        .method(
            with_callable(
                "setChildScopeExceptionHandler",
                set_child_scope_exception_handler,
                "exceptionHandler",
                DataType::Callable,
            ),
            public,
        )
        .method(with_callable("finally", add_finally, "callback", class_type("Closure")), public)
        .method(nothing("dispose", dispose), public)
        .method(nothing("disposeSafely", dispose_safely), public)
        .method(
            signature("disposeAfterTimeout", dispose_after_timeout)
                .required("timeout", DataType::Long)
                .returns(DataType::Void),
            public,
        )
        .method(signature("getChildScopes", get_child_scopes).returns(DataType::Array), public);
    let ce = class::register(builder, AsyncClass::SCOPE);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe {
        class::accept_more_than_declared(ce, "finally");
        class::accept_more_than_declared(ce, "spawn");
        scope_object::Handle::install(ce);
    }
}

/// The scope of a method call; null once it was released.
fn scope_of(call: Call) -> *mut ScopeObject {
    // SAFETY: only methods of `Async\Scope` ask, and the frame holds their object.
    unsafe { scope_object::scope_of(call.this()) }
}

/// The scope of a method that needs one; throws when it was released.
fn living(call: Call) -> Option<*mut ScopeObject> {
    let scope = scope_of(call);
    if scope.is_null() {
        // SAFETY: a request is active during a call, and this frame has nothing to drop.
        unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Scope object has been disposed") };
        return None;
    }
    Some(scope)
}

/// Answers a method without parameters with a yes or no about the scope, `released` once there is none.
fn predicate(call: Call, released: impl FnOnce() -> bool, test: impl FnOnce(*mut ScopeObject) -> bool) {
    if args::none(call) {
        let scope = scope_of(call);
        call.set_bool(if scope.is_null() { released() } else { test(scope) });
    }
}

/// Sets or clears the safe flag and returns the object [core/SC-4].
fn set_safe(call: Call, safe: bool) {
    if args::none(call)
        && let Some(scope) = living(call)
    {
        // SAFETY: the object of the call has not let go of the scope; nothing runs between the question and this.
        unsafe { (*scope).base.event.flags.set(EventFlags::SCOPE_DISPOSE_SAFELY, safe) };
        call.return_this();
    }
}

/// Closes the scope of the call, if there still is one: as its own flag says, or `safely` in any case.
///
/// # Safety
/// `reason` is null or a cancellation that lives as long as the call. May run destructors.
unsafe fn end(call: Call, reason: *mut Object, safely: bool) {
    let scope = scope_of(call);
    if !scope.is_null() {
        // SAFETY: the object of the call has not let go of the scope, and `close` holds it while destructors run. The reason is as this
        // function demands.
        unsafe {
            let safely = safely || (*scope).base.event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY);
            scope::close(scope, reason, safely);
        }
    }
}

fn set_handler(call: Call, kind: HandlerKind) {
    // SAFETY: there is one argument. What is kept moves into the scope, which the object of the call still has, or is released.
    unsafe {
        if !args::count(call, 1, 1) {
            return;
        }
        let Some(kept) = args::owned_callable(call, 0) else { return };
        match living(call) {
            Some(scope) => scope::set_handler(scope, kind, kept),
            None => {
                let error = exception::take().into_nullable();
                call::release(kept);
                if let Some(error) = OwnedObject::from_nullable(error) {
                    exception::throw(error);
                }
            }
        }
    }
}

handlers! {
    fn construct(call) {
        args::none(call);
    }

    fn inherit(call) {
        // SAFETY: the parent is held by the argument or by the current coroutine.
        unsafe {
            let Some(given) = args::optional_object(call, class::get(AsyncClass::SCOPE)) else { return };
            if given.is_null() {
                let current = scheduler::current();
                let found = if current.is_null() { ptr::null_mut() } else { (*current).scope };
                let parent = if found.is_null() { (*globals()).main_scope } else { found };
                let new = scope_object::new(parent.cast());
                if parent.is_null() {
                    // As a child of the main scope that is to come [core/SC-2].
                    let scope = scope_object::scope_of(new);
                    (*scope).base.event.flags.insert(EventFlags::SCOPE_DISPOSE_SAFELY);
                }
                call.set_object(new);
                return;
            }
            let parent = scope_object::scope_of(given);
            if parent.is_null() {
                let message = "Cannot inherit a Scope from a parent Scope that has already been disposed.";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            } else {
                call.set_object(scope_object::new(parent));
            }
        }
    }

    fn provide_scope(call) {
        if args::none(call) {
            call.return_this();
        }
    }

    fn as_not_safely(call) {
        set_safe(call, false);
    }

    fn allow_zombies(call) {
        set_safe(call, true);
    }

    fn spawn_method(call) {
        if !args::count(call, 1, u32::MAX) || living(call).is_none() {
            return;
        }
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: there is an argument; what is kept moves into the coroutine, or is released. The scope is asked for again after the check
        // of the callable, in which an autoloader may have ended it. The result is a reference of the caller's own.
        unsafe {
            if !args::callable_with_rest(call, 0, task.as_mut_ptr()) {
                return;
            }
            let Some(scope) = living(call) else {
                let error = exception::take().into_nullable();
                call::release_parts(task.as_mut_ptr());
                if let Some(error) = OwnedObject::from_nullable(error) {
                    exception::throw(error);
                }
                return;
            };
            let new = spawn::spawn_call(scope.cast(), task.as_mut_ptr(), 0);
            if !new.is_null() {
                call.set_object(object::add_ref(coroutine::to_object(new.cast())));
            }
        }
    }

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: the frame holds the reason, which is null if it was not given.
        unsafe { end(call, reason, false) }
    }

    fn await_completion(call) {
        let Some(token) = args::object(call, class::get(AsyncClass::AWAITABLE)) else { return };
        // SAFETY: the object of the call holds the scope while its state is asked for, the wait holds it afterwards.
        unsafe {
            let Some(token) = Token::of(token) else { return };
            let scope = scope_of(call);
            if scheduler::current().is_null() || scope.is_null() || (*scope).is_closed() {
                return;
            }
            if (*scope).is_cancelled() {
                exception::throw_new(AsyncClass::EXCEPTION_CANCELLATION, "The scope has been cancelled");
                return;
            }
            if !scope::wait::check_outside(scope) || !scope::is_occupied(scope) {
                return;
            }
            if token.check() && scheduler::resume::check_may_suspend() {
                deliver_outcome(call, awaiting::through_waker(&raw mut (*scope).base.event, token));
            }
        }
    }

    fn await_after_cancellation(call) {
        // SAFETY: the callable is borrowed from the arguments for the length of the call.
        unsafe {
            let mut handler = MaybeUninit::<Fci>::uninit();
            let mut cache = MaybeUninit::<Fcc>::uninit();
            let class = class::get(AsyncClass::AWAITABLE);
            let Some((given, token)) =
                args::optional_callable_and_object(call, handler.as_mut_ptr(), cache.as_mut_ptr(), class)
            else {
                return;
            };
            let Some(token) = Token::of(token) else { return };
            let scope = scope_of(call);
            let current = scheduler::current();
            if current.is_null() || scope.is_null() || (*scope).is_closed() {
                return;
            }
            if !(*scope).is_cancelled() {
                let message = "Attempt to await a Scope that has not been cancelled";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
                return;
            }
            let handler = if given { handler.as_mut_ptr() } else { ptr::null_mut() };
            scope::wait::after_cancellation(scope.cast(), current, handler, cache.as_mut_ptr(), token.event());
        }
    }

    fn is_finished(call) {
        // SAFETY: the object of the call has the scope; the question only walks the tree below it.
        predicate(call, || true, |scope| unsafe { scope::is_finished(scope) });
    }

    fn is_closed(call) {
        // SAFETY: the object of the call has the scope; this reads a flag of it.
        predicate(call, || true, |scope| unsafe { (*scope).is_closed() });
    }

    fn is_cancelled(call) {
        // SAFETY: the frame holds the object, which is a Scope, and this the scope if there is one; both only tell a flag.
        unsafe { predicate(call, || scope_object::was_cancelled(call.this()), |scope| (*scope).is_cancelled()) }
    }

    fn set_exception_handler(call) {
        set_handler(call, HandlerKind::All);
    }

    fn set_child_scope_exception_handler(call) {
        set_handler(call, HandlerKind::Children);
    }

    fn add_finally(call) {
        // SAFETY: what is kept moves into the scope, or is called at once.
        unsafe {
            let Some(kept) = finally::callback(call) else { return };
            let scope = scope_of(call);
            if scope.is_null() {
                finally::run_at_once(call, kept);
            } else {
                scope::add_finally(scope, kept);
            }
        }
    }

    fn dispose(call) {
        if args::none(call) {
            // SAFETY: without a reason there is none that would have to live.
            unsafe { end(call, ptr::null_mut(), false) }
        }
    }

    fn dispose_safely(call) {
        if args::none(call) {
            // SAFETY: without a reason there is none that would have to live.
            unsafe { end(call, ptr::null_mut(), true) }
        }
    }

    fn dispose_after_timeout(call) {
        let Some(ms) = args::long(call) else { return };
        // SAFETY: a request is active during a call. The object of the call has the scope, unless it is null; launching, which comes
        // last before the timer is set, calls only C code.
        unsafe {
            let Ok(ms) = u64::try_from(ms) else {
                args::argument_value_error(0, "must be greater than or equal to 0");
                return;
            };
            let scope = scope_of(call);
            if scope.is_null()
                || (*scope).is_closed()
                || !scope::is_occupied(scope) && !scope::has_children(scope)
                // Nothing else would wait for the timer.
                || scheduler::current().is_null() && !launch::launch()
            {
                return;
            }
            scope::timeout::dispose_after(scope, ms);
        }
    }

    fn get_child_scopes(call) {
        if args::none(call) {
            // SAFETY: every element gets a reference of its own.
            unsafe {
                let scope = scope_of(call);
                let list = if scope.is_null() { hash::new_array(0) } else { scope_object::of_children(scope) };
                call.set(zval::from_array(list));
            }
        }
    }
}
