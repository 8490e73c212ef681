//! `Async\Scope` (core 14).

use super::functions::deliver_outcome;
use super::interfaces::SCOPE_PROVIDER;
use super::{class_type, finally, signature};
use crate::abi::zend::{Fcc, Fci};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, call, class, exception, hash, object, zval};
use crate::primitives::awaiting;
use crate::primitives::token::Token;
use crate::scheduler::scope::{self, HandlerKind, ScopeObject, object as scope_object};
use crate::scheduler::{self, coroutine, launch, spawn};
use core::mem::MaybeUninit;
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

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
        .flags(ClassFlags::Final | ClassFlags::NotSerializable | ClassFlags::NoDynamicProperties)
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
    // SAFETY: single-threaded module start.
    unsafe {
        class::accept_more_than_declared(ce, "finally");
        class::accept_more_than_declared(ce, "spawn");
        scope_object::Handle::install(ce);
    }
}

/// The scope of a method call; null once it was released.
unsafe fn scope_of(call: Call) -> *mut ScopeObject {
    // SAFETY: a method call on one of our objects.
    unsafe { scope_object::scope_of(call.this()) }
}

/// The scope of a method that needs one; throws when it was released.
unsafe fn living(call: Call) -> Option<*mut ScopeObject> {
    // SAFETY: forwarded.
    unsafe {
        let scope = scope_of(call);
        if scope.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Scope object has been disposed");
            return None;
        }
        Some(scope)
    }
}

unsafe fn is_safe(scope: *mut ScopeObject) -> bool {
    // SAFETY: a valid scope.
    unsafe { (*scope).base.event.flags.contains(EventFlags::SCOPE_DISPOSE_SAFELY) }
}

/// Answers a method without parameters with a yes or no about the scope, `released` once there is none.
unsafe fn predicate(call: Call, released: impl FnOnce() -> bool, test: impl FnOnce(*mut ScopeObject) -> bool) {
    if args::none(call) {
        // SAFETY: forwarded.
        let scope = unsafe { scope_of(call) };
        call.set_bool(if scope.is_null() { released() } else { test(scope) });
    }
}

/// Sets or clears the safe flag and returns the object [core/SC-4].
unsafe fn set_safe(call: Call, safe: bool) {
    // SAFETY: the caller gets a reference of its own.
    unsafe {
        if !args::none(call) {
            return;
        }
        let Some(scope) = living(call) else { return };
        (*scope).base.event.flags.set(EventFlags::SCOPE_DISPOSE_SAFELY, safe);
        call.set_object(object::add_ref(call.this()));
    }
}

/// Closes the scope of the call, if there still is one.
unsafe fn end(call: Call, reason: *mut Object, safely: impl FnOnce(*mut ScopeObject) -> bool) {
    // SAFETY: forwarded.
    unsafe {
        let scope = scope_of(call);
        if !scope.is_null() {
            scope::close(scope, reason, safely(scope));
        }
    }
}

unsafe fn set_handler(call: Call, kind: HandlerKind) {
    // SAFETY: what is kept moves into the scope.
    unsafe {
        if !args::count(call, 1, 1) {
            return;
        }
        let Some(kept) = args::owned_callable(call, 0) else { return };
        match living(call) {
            Some(scope) => scope::set_handler(scope, kind, kept),
            None => {
                let error = exception::take();
                call::release(kept);
                exception::throw(error);
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
            // SAFETY: the caller gets a reference of its own.
            call.set_object(unsafe { object::add_ref(call.this()) });
        }
    }

    fn as_not_safely(call) {
        // SAFETY: forwarded.
        unsafe { set_safe(call, false) }
    }

    fn allow_zombies(call) {
        // SAFETY: forwarded.
        unsafe { set_safe(call, true) }
    }

    fn spawn_method(call) {
        if !args::count(call, 1, u32::MAX) {
            return;
        }
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: what is kept moves into the coroutine; the result is a reference of the caller's own.
        unsafe {
            let Some(scope) = living(call) else { return };
            if !args::callable_with_rest(call, 0, task.as_mut_ptr()) {
                return;
            }
            let new = spawn::spawn_call(scope.cast(), task.as_mut_ptr(), 0);
            if !new.is_null() {
                call.set_object(object::add_ref(coroutine::to_object(new.cast())));
            }
        }
    }

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: the reference of the argument stays the caller's.
        unsafe { end(call, reason, |scope| is_safe(scope)) }
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
        // SAFETY: forwarded.
        unsafe { predicate(call, || true, |scope| scope::is_finished(scope)) }
    }

    fn is_closed(call) {
        // SAFETY: forwarded.
        unsafe { predicate(call, || true, |scope| (*scope).is_closed()) }
    }

    fn is_cancelled(call) {
        // SAFETY: forwarded.
        unsafe { predicate(call, || scope_object::was_cancelled(call.this()), |scope| (*scope).is_cancelled()) }
    }

    fn set_exception_handler(call) {
        // SAFETY: forwarded.
        unsafe { set_handler(call, HandlerKind::All) }
    }

    fn set_child_scope_exception_handler(call) {
        // SAFETY: forwarded.
        unsafe { set_handler(call, HandlerKind::Children) }
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
            // SAFETY: forwarded.
            unsafe { end(call, ptr::null_mut(), |scope| is_safe(scope)) }
        }
    }

    fn dispose_safely(call) {
        if args::none(call) {
            // SAFETY: forwarded.
            unsafe { end(call, ptr::null_mut(), |_| true) }
        }
    }

    fn dispose_after_timeout(call) {
        let Some(ms) = args::long(call) else { return };
        // SAFETY: forwarded.
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
