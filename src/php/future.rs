//! `Async\Future` and `Async\FutureState` (primitives 1).

use super::entering::enter_async;
use super::functions::deliver_outcome;
use super::interfaces::COMPLETABLE;
use super::location::{file_and_line, location};
use super::{FINAL, class_type, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::owned::OwnedObject;
use crate::engine::{args, class, exception, hash, object, string, zval};
use crate::primitives::awaiting;
use crate::primitives::future::{self, ChainKind, FutureObject, FutureState};
use crate::primitives::token::Token;
use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::ffi;
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let future_type = || class_type("Async\\Future");
    let throwable = || class_type("Throwable");
    let inspecting = |builder: ClassBuilder, methods: [FunctionBuilder<'static>; 5]| {
        methods.into_iter().fold(builder, |builder, method| builder.method(method, public))
    };

    let builder = ClassBuilder::new("Async\\FutureState")
        .flags(FINAL)
        .method(signature("__construct", construct_state).untyped(), public)
        .method(signature("complete", complete).required("result", DataType::Mixed).returns(DataType::Void), public)
        .method(signature("error", error).required("throwable", throwable()).returns(DataType::Void), public)
        .method(signature("isCompleted", state_is_completed).returns(DataType::Bool), public)
        .method(signature("ignore", ignore_state).returns(DataType::Void), public);
    let builder = inspecting(
        builder,
        [
            signature("getAwaitingInfo", state_awaiting_info).returns(DataType::Array),
            signature("getCreatedFileAndLine", state_created_file_and_line).returns(DataType::Array),
            signature("getCreatedLocation", state_created_location).returns(DataType::String),
            signature("getCompletedFileAndLine", state_completed_file_and_line).returns(DataType::Array),
            signature("getCompletedLocation", state_completed_location).returns(DataType::String),
        ],
    );
    let state = class::register(builder, AsyncClass::NO);

    let derived = |name: &str, handler, parameter: &str| {
        signature(name, handler).required(parameter, DataType::Callable).returns(future_type())
    };
    let builder = ClassBuilder::new("Async\\Future")
        .flags(FINAL)
        .implements(COMPLETABLE)
        .method(
            signature("completed", completed).optional("value", DataType::Mixed, "null").returns(future_type()),
            public | MethodFlags::Static,
        )
        .method(
            signature("failed", failed).required("throwable", throwable()).returns(future_type()),
            public | MethodFlags::Static,
        )
        .method(
            signature("__construct", construct).required("state", class_type("Async\\FutureState")).untyped(),
            public,
        )
        .method(signature("isCompleted", is_completed).returns(DataType::Bool), public)
        .method(signature("isCancelled", is_cancelled).returns(DataType::Bool), public)
        .method(
            signature("cancel", cancel)
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(signature("ignore", ignore).returns(future_type()), public)
        .method(derived("map", map, "map"), public)
        .method(derived("catch", catch, "catch"), public)
        .method(derived("finally", finally, "finally"), public)
        .method(
            signature("await", await_method)
                .nullable("cancellation", class_type("Async\\Completable"))
                .returns(DataType::Mixed),
            public,
        );
    let builder = inspecting(
        builder,
        [
            signature("getAwaitingInfo", awaiting_info).returns(DataType::Array),
            signature("getCreatedFileAndLine", created_file_and_line).returns(DataType::Array),
            signature("getCreatedLocation", created_location).returns(DataType::String),
            signature("getCompletedFileAndLine", completed_file_and_line).returns(DataType::Array),
            signature("getCompletedLocation", completed_location).returns(DataType::String),
        ],
    );
    let ce = class::register(builder, AsyncClass::FUTURE);
    // SAFETY: this runs once, at MINIT, as this function demands; both classes are new, so they have no objects yet.
    unsafe {
        FutureState::install(state);
        FutureObject::install(ce);
        future::register();
    }
}

/// The state of a method call on a FutureState.
fn own_state(call: Call) -> *mut FutureState {
    FutureState::of(call.this())
}

/// Has `read` look into the state of a method call on a FutureState.
fn with_own<T>(call: Call, read: impl FnOnce(&FutureState) -> T) -> T {
    // SAFETY: only methods of FutureState ask, and the frame holds their object, which is the state. `read` looks at fields and
    // makes strings and arrays of them; no PHP code runs meanwhile.
    read(unsafe { &*own_state(call) })
}

/// The state of a method call on a Future; null if its constructor has not run [primitives/FU-5].
fn state_of(call: Call) -> *mut FutureState {
    // SAFETY: only methods of Future ask, which is final, and the frame holds their object.
    unsafe { (*FutureObject::of(call.this())).state() }
}

/// As [`with_own`] on a Future, which may have no state.
fn with_state<T>(call: Call, read: impl FnOnce(Option<&FutureState>) -> T) -> T {
    // SAFETY: the frame holds the Future and this its state, for good once there is one; `read` is as in `with_own`.
    read(unsafe { state_of(call).as_ref() })
}

/// As [`state_of`]; throws without a state.
fn living(call: Call) -> Option<*mut FutureState> {
    let state = state_of(call);
    if state.is_null() {
        // SAFETY: a request is active during a call, and this frame has nothing to drop.
        unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Future has no state") };
        return None;
    }
    Some(state)
}

/// Answers with what the future is described as in reports [primitives/FU-37].
fn return_awaiting_info(call: Call, state: Option<&FutureState>) {
    if !args::none(call) {
        return;
    }
    // SAFETY: a request is active during a call; the array is ours until it is returned, and takes over the string.
    unsafe {
        let list = hash::new_array(1);
        if let Some(state) = state {
            hash::push(list, zval::from_string(string::new(future::description(state.is_completed()))));
        }
        call.set(zval::from_array(list));
    }
}

/// Answers with a place, in one of its two forms.
fn return_place(
    call: Call,
    state: Option<&FutureState>,
    form: unsafe fn(*mut ZString, u32) -> Zval,
    which: fn(&FutureState) -> (*mut ZString, u32),
) {
    if args::none(call) {
        let (file, line) = state.map_or((core::ptr::null_mut(), 0), which);
        // SAFETY: the name is null or the state's, which is borrowed here and gives it back only when it is freed.
        call.set(unsafe { form(file, line) });
    }
}

/// Throws when the owner completes its state a second time [primitives/FU-8].
fn check_pending(call: Call) -> bool {
    let completed = with_own(call, |state| state.is_completed().then(|| state.completed_at()));
    let Some((file, line)) = completed else { return true };
    // SAFETY: the name is null or the state's, which the frame holds; the exception is new and goes to the engine.
    unsafe {
        let mut text = b"FutureState is already completed at ".to_vec();
        if file.is_null() {
            text.extend_from_slice(b"Unknown:0");
        } else {
            text.extend_from_slice(string::bytes(file));
            text.extend_from_slice(format!(":{line}").as_bytes());
        }
        let class = class::get(AsyncClass::EXCEPTION_DEFAULT);
        exception::throw(exception::new_of_class(class, &text));
    }
    false
}

/// `map`, `catch` and `finally`.
fn derive(call: Call, kind: ChainKind) {
    if !args::count(call, 1, 1) {
        return;
    }
    // SAFETY: there is one argument. What is kept moves into the derived future of an object that has a state, or is released.
    unsafe {
        let Some(task) = args::owned_callable_by_type(call, 0) else { return };
        match living(call) {
            Some(_) => call.set_object(FutureObject::derive(FutureObject::of(call.this()), kind, task)),
            None => crate::engine::call::release(task),
        }
    }
}

handlers! {
    fn construct_state(call) {
        if args::none(call) {
            // SAFETY: the frame holds the state, a method of whose class this is; it only notes a place, and only the first time.
            unsafe { (*own_state(call)).set_created() }
        }
    }

    fn complete(call) {
        if !args::count(call, 1, 1) {
            return;
        }
        // SAFETY: the frame holds the state, also while those are told that wait for it, and the value, which gets a reference of its own.
        unsafe {
            if check_pending(call) {
                FutureState::complete(own_state(call), zval::copy(call.arg(0)));
            }
        }
    }

    fn error(call) {
        // SAFETY: the frame holds the state, also while those are told that wait for it, and the exception, which gets its own reference.
        unsafe {
            let Some(error) = args::object(call, ffi::zend_ce_throwable) else { return };
            if check_pending(call) {
                FutureState::reject(own_state(call), OwnedObject::share(error));
            }
        }
    }

    fn state_is_completed(call) {
        if args::none(call) {
            call.set_bool(with_own(call, FutureState::is_completed));
        }
    }

    fn ignore_state(call) {
        if args::none(call) {
            // SAFETY: a method of FutureState: the frame holds the state; this sets flags of it and calls nothing.
            unsafe { (*own_state(call)).ignore() }
        }
    }

    fn state_awaiting_info(call) {
        with_own(call, |state| return_awaiting_info(call, Some(state)));
    }

    fn state_created_file_and_line(call) {
        with_own(call, |state| return_place(call, Some(state), file_and_line, FutureState::created));
    }

    fn state_created_location(call) {
        with_own(call, |state| return_place(call, Some(state), location, FutureState::created));
    }

    fn state_completed_file_and_line(call) {
        with_own(call, |state| return_place(call, Some(state), file_and_line, FutureState::completed_at));
    }

    fn state_completed_location(call) {
        with_own(call, |state| return_place(call, Some(state), location, FutureState::completed_at));
    }

    fn completed(call) {
        if args::count(call, 0, 1) {
            // SAFETY: the frame holds the value, which gets a reference of its own; a request is active during a call.
            unsafe {
                let value = if call.has(0) { zval::copy(call.arg(0)) } else { Zval::NULL };
                call.set_object(future::completed(value));
            }
        }
    }

    fn failed(call) {
        // SAFETY: the frame holds the exception, which gets a reference of its own; a request is active during a call.
        unsafe {
            if let Some(error) = args::object(call, ffi::zend_ce_throwable) {
                call.set_object(future::failed(OwnedObject::share(error)));
            }
        }
    }

    fn construct(call) {
        let Some(state) = args::object(call, FutureState::model().class()) else { return };
        // SAFETY: the frame holds the Future and the state, of which the Future gets a reference of its own, once: it has none yet.
        unsafe {
            if state_of(call).is_null() {
                object::add_ref(state);
                (*FutureObject::of(call.this())).attach(FutureState::of(state));
            }
        }
    }

    fn is_completed(call) {
        if args::none(call) {
            call.set_bool(with_state(call, |state| state.is_some_and(FutureState::is_completed)));
        }
    }

    fn is_cancelled(call) {
        if args::none(call) {
            call.set_bool(with_state(call, |state| state.is_some_and(FutureState::is_cancelled)));
        }
    }

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: the frame holds the Future, and this its state, also while those are told that wait for it. The exception is new, or
        // gets a reference of its own.
        unsafe {
            let Some(state) = living(call) else { return };
            if (*state).is_completed() {
                return;
            }
            let error = if reason.is_null() {
                exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Future has been cancelled")
            } else {
                OwnedObject::share(reason)
            };
            FutureState::reject(state, error);
        }
    }

    fn ignore(call) {
        if args::none(call) {
            // SAFETY: the frame holds the Future and this its state; `ignore` sets flags of it and calls nothing.
            if let Some(state) = unsafe { state_of(call).as_mut() } {
                state.ignore();
            }
            call.return_this();
        }
    }

    fn map(call) {
        derive(call, ChainKind::Map);
    }

    fn catch(call) {
        derive(call, ChainKind::Catch);
    }

    fn finally(call) {
        derive(call, ChainKind::Finally);
    }

    fn await_method(call) {
        let Some(token) = args::optional_object(call, class::get(AsyncClass::COMPLETABLE)) else { return };
        // SAFETY: the frame holds the future and the token.
        unsafe {
            let Some(state) = living(call) else { return };
            let token = if token == call.this() { core::ptr::null_mut() } else { token };
            let Some(token) = Token::of(token) else { return };
            deliver_outcome(call, awaiting::wait(&raw mut (*state).base.event, token, enter_async));
        }
    }

    fn awaiting_info(call) {
        with_state(call, |state| return_awaiting_info(call, state));
    }

    fn created_file_and_line(call) {
        with_state(call, |state| return_place(call, state, file_and_line, FutureState::created));
    }

    fn created_location(call) {
        with_state(call, |state| return_place(call, state, location, FutureState::created));
    }

    fn completed_file_and_line(call) {
        with_state(call, |state| return_place(call, state, file_and_line, FutureState::completed_at));
    }

    fn completed_location(call) {
        with_state(call, |state| return_place(call, state, location, FutureState::completed_at));
    }
}
