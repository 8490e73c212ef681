//! The `await_*` functions (core 8): one wait, six goals and shapes of the result.

use super::entering::{enter_async, is_off, launched};
use super::{Signature, class_type, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::iterable::{self, Iterable, Refusal};
use crate::engine::owned::IntoNullable;
use crate::engine::{args, class, exception, hash, object, zval};
use crate::primitives::await_many::{self, Goal, Group};
use crate::primitives::token::Token;
use core::ptr;
use ext_php_rs::builders::FunctionBuilder;
use ext_php_rs::flags::DataType;

/// The functions, for the module.
pub fn functions() -> Vec<FunctionBuilder<'static>> {
    let with_token = |signature: Signature| {
        signature.required("triggers", DataType::Iterable).nullable("cancellation", class_type("Async\\Awaitable"))
    };
    let ordered = |signature: Signature| with_token(signature).optional("preserveKeyOrder", DataType::Bool, "true");
    let filled = |signature: Signature| ordered(signature).optional("fillNull", DataType::Bool, "false");
    let counted = |name, handler| signature(name, handler).required("count", DataType::Long);
    vec![
        with_token(signature("Async\\await_any_or_fail", await_any_or_fail)).returns(DataType::Mixed),
        with_token(signature("Async\\await_first_success", await_first_success)).returns(DataType::Mixed),
        ordered(signature("Async\\await_all_or_fail", await_all_or_fail)).returns(DataType::Array),
        filled(signature("Async\\await_all", await_all)).returns(DataType::Array),
        ordered(counted("Async\\await_any_of_or_fail", await_any_of_or_fail)).returns(DataType::Array),
        filled(counted("Async\\await_any_of", await_any_of)).returns(DataType::Array),
    ]
}

/// What a call returns.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// The first value.
    Value,
    /// The first value and the errors before it.
    ValueAndErrors,
    /// All values.
    Values,
    /// All values and all errors.
    ValuesAndErrors,
}

/// A parsed call, from whose arguments it borrows.
struct Request {
    triggers: *mut Zval,
    token: *mut Object,
    goal: Goal,
    shape: Shape,
    input_order: bool,
    fill_null: bool,
}

const ALL: usize = usize::MAX;

/// Reads the arguments behind the count: triggers, token, and the switches that the function has.
fn parse(call: Call, offset: u32, goal: Goal, shape: Shape) -> Option<Request> {
    let switches = match shape {
        Shape::Value | Shape::ValueAndErrors => 0,
        Shape::Values => 1,
        Shape::ValuesAndErrors => 2,
    };
    if !args::count(call, offset + 1, offset + 2 + switches) {
        return None;
    }
    let awaitable = class::get(AsyncClass::AWAITABLE);
    Some(Request {
        triggers: call.arg(offset),
        token: args::nullable_object_at(call, offset + 1, awaitable)?,
        goal,
        shape,
        input_order: args::bool_at(call, offset + 2, true)?,
        fill_null: args::bool_at(call, offset + 3, false)?,
    })
}

/// As [`parse`] for the functions whose first argument is a count. Less than 1 asks for nothing.
fn parse_with_count(call: Call, fail_fast: bool, shape: Shape) -> Option<Request> {
    // Too few arguments are reported by `parse`.
    let count = if call.arg_count() > 0 { args::long_at(call, 0, 0)? } else { 0 };
    let successes = usize::try_from(count).unwrap_or(0);
    parse(call, 1, Goal { successes, fail_fast }, shape)
}

/// Waits and returns what the request asks for, which was parsed from this call.
fn answer(call: Call, request: Option<Request>) {
    let Some(request) = request else { return };
    // SAFETY: the frame holds the triggers and the token while this is parked. The wait begins where `enter_async` has found that it may;
    // its group is closed once, at the end, and an error of it is owned.
    unsafe {
        if !iterable::is_iterable(request.triggers) {
            let message = "Expected parameter 'iterable' to be an array or an object implementing Traversable";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return;
        }
        if request.goal.successes == 0 {
            // At once, but not without a scheduler [core/SD-10] [core/AA-44].
            if is_off() || launched() {
                return_empty(call, request.shape);
            }
            return;
        }
        if is_off() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Cannot await futures outside of a coroutine");
            return;
        }
        let Some(token) = Token::of(request.token) else { return };
        if !enter_async() {
            return;
        }
        let source = match Iterable::new(request.triggers) {
            Ok(source) => source,
            Err(refusal) => {
                refuse(refusal);
                return;
            }
        };
        if !token.check() {
            let mut source = source;
            Iterable::release(&raw mut source);
            return;
        }
        let group = await_many::new(request.goal);
        match await_many::wait(group, source, token.event()) {
            Ok(()) => call.set(collect(group, &request)),
            Err(error) => exception::throw(error),
        }
        await_many::close(group);
    }
}

/// Why there is nothing to walk; the type was checked before.
unsafe fn refuse(refusal: Refusal) {
    // SAFETY: a request is active during a call; an exception of `getIterator()` stands, so a new one is made only if nothing is pending.
    unsafe {
        if matches!(refusal, Refusal::NoIterator) && exception::pending().is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Failed to create iterator");
        }
    }
}

unsafe fn return_empty(call: Call, shape: Shape) {
    // SAFETY: a request is active during a call; the arrays are new and go into the result.
    unsafe {
        let empty = || zval::from_array(hash::new_array(0));
        match shape {
            Shape::Value => call.set(Zval::NULL),
            Shape::ValueAndErrors => call.set(pair(Zval::NULL, empty())),
            Shape::Values => call.set(empty()),
            Shape::ValuesAndErrors => call.set(pair(empty(), empty())),
        }
    }
}

/// `[first, second]`; takes over both.
unsafe fn pair(first: Zval, second: Zval) -> Zval {
    // SAFETY: a request is active, as the values come from one; the array is new and takes over both.
    unsafe {
        let both = hash::new_array(2);
        hash::push(both, first);
        hash::push(both, second);
        zval::from_array(both)
    }
}

/// Moves the outcomes out of a group.
unsafe fn collect(group: *mut Group, request: &Request) -> Zval {
    // SAFETY: the arrays are ours until they are returned; an outcome that was moved is left empty.
    unsafe {
        let single = matches!(request.shape, Shape::Value | Shape::ValueAndErrors);
        let with_errors = matches!(request.shape, Shape::ValueAndErrors | Shape::ValuesAndErrors);
        let mut first = Zval::UNDEF;
        let values = if single { ptr::null_mut() } else { hash::new_array(8) };
        let errors = if with_errors { hash::new_array(0) } else { ptr::null_mut() };
        await_many::each_settled(group, request.input_order && !single, |item| {
            if single && !first.is_undef() {
                return;
            }
            let error = (*item).error.as_nullable();
            if error.is_null() {
                let value = core::mem::replace(&mut (*item).value, Zval::UNDEF);
                if single {
                    first = value;
                } else {
                    hash::set_key(values, &raw const (*item).key, value);
                }
            } else if with_errors {
                hash::set_key(errors, &raw const (*item).key, Zval::from_object(object::add_ref(error)));
                if request.fill_null {
                    hash::set_key(values, &raw const (*item).key, Zval::NULL);
                }
            }
        });
        let result = match request.shape {
            _ if !single => zval::from_array(values),
            _ if first.is_undef() => Zval::NULL,
            _ => first,
        };
        if with_errors { pair(result, zval::from_array(errors)) } else { result }
    }
}

handlers! {
    fn await_any_or_fail(call) {
        answer(call, parse(call, 0, Goal { successes: 1, fail_fast: true }, Shape::Value));
    }

    fn await_first_success(call) {
        answer(call, parse(call, 0, Goal { successes: 1, fail_fast: false }, Shape::ValueAndErrors));
    }

    fn await_all_or_fail(call) {
        answer(call, parse(call, 0, Goal { successes: ALL, fail_fast: true }, Shape::Values));
    }

    fn await_all(call) {
        answer(call, parse(call, 0, Goal { successes: ALL, fail_fast: false }, Shape::ValuesAndErrors));
    }

    fn await_any_of_or_fail(call) {
        answer(call, parse_with_count(call, true, Shape::Values));
    }

    fn await_any_of(call) {
        answer(call, parse_with_count(call, false, Shape::ValuesAndErrors));
    }
}
