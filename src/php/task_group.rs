//! `Async\TaskGroup`, and what `Async\TaskSet` has in common with it (primitives 3).

use super::entering::enter_async;
use super::functions::deliver_outcome;
use super::interfaces::AWAITABLE;
use super::{FINAL, Parent, class_type, finally, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, class, exception, iterator, zval};
use crate::primitives::group::{self, Kind, Limits, Removed, State, TaskGroup, Walk};
use core::mem::MaybeUninit;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::zend::ce;

const COUNTABLE: Parent = (ce::countable, "\\Countable");
const ITERATOR_AGGREGATE: Parent = (ce::aggregate, "\\IteratorAggregate");
const PUBLIC: MethodFlags = MethodFlags::Public;

/// # Safety
/// Module start.
pub unsafe fn register() {
    let future = || class_type("Async\\Future");
    let builder = builder("Async\\TaskGroup")
        .method(signature("all", all).optional("ignoreErrors", DataType::Bool, "false").returns(future()), PUBLIC)
        .method(signature("race", race).returns(future()), PUBLIC)
        .method(signature("any", any).returns(future()), PUBLIC)
        .method(signature("getResults", get_results).returns(DataType::Array), PUBLIC)
        .method(signature("getErrors", get_errors).returns(DataType::Array), PUBLIC)
        .method(signature("suppressErrors", suppress_errors).returns(DataType::Void), PUBLIC);
    let ce = class::register(builder, AsyncClass::GROUP);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe {
        complete(ce);
        TaskGroup::install(ce);
        group::register();
    }
}

/// A class with the methods that both have.
pub(super) fn builder(name: &str) -> ClassBuilder {
    let boolean = |name: &str, handler| signature(name, handler).returns(DataType::Bool);
    let nothing = |name: &str, handler| signature(name, handler).returns(DataType::Void);
    ClassBuilder::new(name)
        .flags(FINAL)
        .implements(AWAITABLE)
        .implements(COUNTABLE)
        .implements(ITERATOR_AGGREGATE)
        .method(
            signature("__construct", construct)
                .nullable("concurrency", DataType::Long)
                .nullable("queueLimit", DataType::Long)
                .nullable("scope", class_type("Async\\Scope"))
                .untyped(),
            PUBLIC,
        )
        .method(
            signature("spawn", spawn)
                .required("task", DataType::Callable)
                .variadic("args", DataType::Mixed)
                .returns(DataType::Void),
            PUBLIC,
        )
        .method(
            signature("spawnWithKey", spawn_with_key)
                .required("key", DataType::Mixed)
                .required("task", DataType::Callable)
                .variadic("args", DataType::Mixed)
                .returns(DataType::Void),
            PUBLIC,
        )
        .method(
            signature("cancel", cancel)
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            PUBLIC,
        )
        .method(nothing("close", close), PUBLIC)
        .method(nothing("dispose", dispose), PUBLIC)
        .method(boolean("isFinished", is_finished), PUBLIC)
        .method(boolean("isClosed", is_closed), PUBLIC)
        .method(signature("count", count).returns(DataType::Long), PUBLIC)
        .method(nothing("awaitCompletion", await_completion), PUBLIC)
        .method(
            signature("finally", add_finally).required("callback", class_type("Closure")).returns(DataType::Void),
            PUBLIC,
        )
        .method(signature("getIterator", get_iterator).returns(class_type("Iterator")), PUBLIC)
}

/// What the builder cannot say.
///
/// # Safety
/// Module start; the class was just registered.
pub(super) unsafe fn complete(ce: *mut ClassEntry) {
    // SAFETY: at MINIT, right after `builder` has made the class with this method and as a final `IteratorAggregate`.
    unsafe {
        class::set_first_parameter_type(ce, "spawnwithkey", 1 << zend::IS_LONG | 1 << zend::IS_STRING);
        iterator::install::<Walk>(ce);
    }
}

fn this(call: Call) -> *mut TaskGroup {
    TaskGroup::of(call.this())
}

/// A limit in an argument, None if it is null. None of all with an exception.
fn limit_at(call: Call, index: u32) -> Option<Option<u32>> {
    let given = args::nullable_long_at(call, index)?;
    match given.map(u32::try_from) {
        None => Some(None),
        Some(Ok(limit)) => Some(Some(limit)),
        Some(Err(_)) => {
            args::argument_value_error(index, "must be between 0 and 4294967295");
            None
        }
    }
}

/// Answers a method without parameters with what `read` finds in the fields of the group.
fn answer(call: Call, read: impl FnOnce(&TaskGroup) -> Zval) {
    if args::none(call) {
        // SAFETY: only methods of the two classes ask, whose objects begin alike, and the frame holds the object; `read` calls nothing
        // that could change it.
        call.set(read(unsafe { &*this(call) }));
    }
}

/// Answers with a future. What a set has delivered with it is released when the future is in its place.
pub(super) fn return_future(call: Call, kind: Kind) {
    // SAFETY: the frame holds the group, also while what is released runs destructors.
    unsafe {
        let mut removed = Removed::NONE;
        call.set_object(TaskGroup::future(this(call), kind, &mut removed));
        removed.release();
    }
}

/// `all()` and `joinAll()`.
pub(super) fn return_future_of_all(call: Call) {
    if args::count(call, 0, 1)
        && let Some(ignore_errors) = args::bool_at(call, 0, false)
    {
        return_future(call, Kind::All { ignore_errors });
    }
}

fn return_outcomes(call: Call, state: State) {
    // SAFETY: the frame holds the group; making the array of outcomes runs no PHP code that could change it.
    call.set(zval::from_array(unsafe { (*this(call)).outcomes(state) }));
}

fn mark_errors_handled(call: Call) {
    // SAFETY: the frame holds the group; this sets a flag of it and calls nothing.
    unsafe { (*this(call)).mark_errors_handled() }
}

handlers! {
    fn construct(call) {
        if !args::count(call, 0, 3) {
            return;
        }
        // SAFETY: the frame holds the group and the scope, to which the group takes a reference of its own.
        unsafe {
            let Some(concurrency) = limit_at(call, 0) else { return };
            let Some(queue) = limit_at(call, 1) else { return };
            let Some(scope) = args::nullable_object_at(call, 2, class::get(AsyncClass::SCOPE)) else { return };
            TaskGroup::construct(this(call), Limits { concurrency: concurrency.unwrap_or(0), queue }, scope);
        }
    }

    fn spawn(call) {
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: the frame holds the group, also while this is parked. There is an argument; what is kept of it moves into the group.
        unsafe {
            let key = (*this(call)).take_key();
            if args::count(call, 1, u32::MAX) && args::callable_with_rest(call, 0, task.as_mut_ptr()) {
                TaskGroup::spawn(this(call), &raw const key, false, task.as_mut_ptr(), enter_async);
            }
        }
    }

    fn spawn_with_key(call) {
        if !args::count(call, 2, u32::MAX) {
            return;
        }
        let mut task = MaybeUninit::<Fcall>::uninit();
        // SAFETY: as in `spawn`; the key borrows from an argument, which the frame holds.
        unsafe {
            let Some(key) = args::key_at(call, 0) else { return };
            if args::callable_with_rest(call, 1, task.as_mut_ptr()) {
                TaskGroup::spawn(this(call), &raw const key, true, task.as_mut_ptr(), enter_async);
            }
        }
    }

    fn all(call) {
        return_future_of_all(call);
    }

    fn race(call) {
        if args::none(call) {
            return_future(call, Kind::Race);
        }
    }

    fn any(call) {
        if args::none(call) {
            return_future(call, Kind::Any);
        }
    }

    fn get_results(call) {
        if args::none(call) {
            return_outcomes(call, State::Succeeded);
        }
    }

    fn get_errors(call) {
        if args::none(call) {
            mark_errors_handled(call);
            return_outcomes(call, State::Failed);
        }
    }

    fn suppress_errors(call) {
        if args::none(call) {
            mark_errors_handled(call);
        }
    }

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: the frame holds the group and the reason, which may be null, also while what is cancelled runs destructors.
        unsafe { TaskGroup::cancel(this(call), reason) }
    }

    fn close(call) {
        if args::none(call) {
            // SAFETY: the frame holds the group, whatever code those run that hear of it.
            unsafe { TaskGroup::close(this(call)) }
        }
    }

    fn dispose(call) {
        if args::none(call) {
            // SAFETY: the frame holds the group, also while what is cancelled runs destructors.
            unsafe { TaskGroup::dispose(this(call)) }
        }
    }

    fn is_finished(call) {
        answer(call, |group| Zval::from_bool(group.is_finished()));
    }

    fn is_closed(call) {
        answer(call, |group| Zval::from_bool(group.is_closed()));
    }

    fn count(call) {
        answer(call, |group| Zval::from_long(group.count().into()));
    }

    fn await_completion(call) {
        if args::none(call) {
            // SAFETY: the frame holds the group while this is parked; the outcome is the caller's.
            unsafe { deliver_outcome(call, TaskGroup::await_completion(this(call))) }
        }
    }

    fn add_finally(call) {
        if args::closure(call).is_none() {
            return;
        }
        // SAFETY: what is kept moves into the group, or is called at once.
        unsafe {
            let Some(kept) = args::owned_callable(call, 0) else { return };
            if (*this(call)).is_completed() {
                finally::run_at_once(call, kept);
            } else {
                TaskGroup::add_finally(this(call), kept);
            }
        }
    }

    fn get_iterator(call) {
        if args::none(call) {
            let message = "An object of class Async\\TaskGroup is not a traversable object in an invalid state";
            // SAFETY: no class stands for `Error`; a request is active during a call.
            unsafe { exception::throw_error(core::ptr::null_mut(), message) }
        }
    }
}
