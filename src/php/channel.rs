//! `Async\Channel`, `Async\ChannelCloseReason` and `Async\ChannelException` (primitives 2).

use super::entering::launched;
use super::exceptions::async_exception;
use super::interfaces::AWAITABLE;
use super::{FINAL, class_type, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::iterator::{self, Elements};
use crate::engine::owned::OwnedObject;
use crate::engine::{args, class, exception};
use crate::primitives::channel::{self, ChannelObject, End, LIMIT, Reason, Settings};
use crate::primitives::token::Token;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::enum_::EnumCase;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::zend::ce;

/// The cases of `Async\ChannelCloseReason`.
static REASONS: [EnumCase; 6] = [
    reason("EXPLICIT", "explicit"),
    reason("DISPOSED", "disposed"),
    reason("NO_PRODUCERS", "no producers timeout"),
    reason("NO_CONSUMERS", "no consumers timeout"),
    reason("DEADLOCK", "deadlock"),
    reason("SCOPE_DISPOSED", "scope disposed"),
];

const fn reason(name: &'static str, value: &'static str) -> EnumCase {
    EnumCase { name, discriminant: Some(ext_php_rs::enum_::Discriminant::String(value)), docs: &[] }
}

/// # Safety
/// Module start.
pub unsafe fn register() {
    let reasons = class::register_enum("Async\\ChannelCloseReason", &REASONS);
    let exception = ClassBuilder::new("Async\\ChannelException").extends((async_exception, "Async\\AsyncException"));
    let exception = class::register(exception, AsyncClass::NO);

    let public = MethodFlags::Public;
    let token = || class_type("Async\\Completable");
    let number = |name: &str, handler| signature(name, handler).returns(DataType::Long);
    let boolean = |name: &str, handler| signature(name, handler).returns(DataType::Bool);
    let builder = ClassBuilder::new("Async\\Channel")
        .flags(FINAL)
        .implements(AWAITABLE)
        .implements((ce::aggregate, "IteratorAggregate"))
        .implements((ce::countable, "Countable"))
        .method(
            signature("__construct", construct)
                .optional("capacity", DataType::Long, "0")
                .optional("noProducerTimeout", DataType::Long, "0")
                .optional("noConsumerTimeout", DataType::Long, "0")
                .optional("hardTimeouts", DataType::Bool, "false")
                .untyped(),
            public,
        )
        .method(
            signature("send", send)
                .required("value", DataType::Mixed)
                .nullable("cancellationToken", token())
                .returns(DataType::Void),
            public,
        )
        .method(signature("sendAsync", send_async).required("value", DataType::Mixed).returns(DataType::Bool), public)
        .method(signature("recv", receive).nullable("cancellationToken", token()).returns(DataType::Mixed), public)
        .method(signature("recvAsync", receive_async).returns(class_type("Async\\Future")), public)
        .method(signature("close", close).returns(DataType::Void), public)
        .method(boolean("isClosed", is_closed), public)
        .method(number("capacity", capacity), public)
        .method(number("count", count), public)
        .method(boolean("isEmpty", is_empty), public)
        .method(boolean("isFull", is_full), public)
        .method(signature("getIterator", get_iterator).returns(class_type("Iterator")), public);
    let channel = class::register(builder, AsyncClass::CHANNEL);
    // SAFETY: this runs once, at MINIT, as this function demands; the classes are new, so they have no objects yet.
    unsafe {
        class::declare_object(exception, "reason", "Async\\ChannelCloseReason");
        ChannelObject::install(channel);
        iterator::install::<Values>(channel);
        channel::set_classes(exception, reasons);
        channel::register();
    }
}

/// The channel of a method call.
fn own(call: Call) -> *mut ChannelObject {
    ChannelObject::of(call.this())
}

/// Answers a method without parameters with what `read` finds in the fields of the channel.
fn answer(call: Call, read: impl FnOnce(&ChannelObject) -> Zval) {
    if args::none(call) {
        // SAFETY: only methods of the final class ask, and the frame holds their object; `read` calls nothing that could change it.
        call.set(read(unsafe { &*own(call) }));
    }
}

/// A number of the constructor; throws for one out of range [primitives/CH-1].
fn setting(call: Call, index: u32) -> Option<u32> {
    let value = args::long_at(call, index, 0)?;
    if (0..=LIMIT).contains(&value) {
        return Some(value as u32);
    }
    args::argument_value_error(index, &format!("must be between 0 and {LIMIT}"));
    None
}

/// The cancellation token at `index`, which was given; none when it is null.
fn token(call: Call, index: u32) -> Option<Token> {
    // SAFETY: the argument is null or an object of the class that was asked for, and the frame holds it as long as the operation lasts.
    unsafe { Token::of(args::nullable_object_at(call, index, class::get(AsyncClass::COMPLETABLE))?) }
}

/// Throws what an operation ended with, if anything.
///
/// # Safety
/// A request is active.
unsafe fn throw(error: Option<OwnedObject>) {
    if let Some(error) = error {
        // SAFETY: a request is active, as demanded.
        unsafe { exception::throw(error) }
    }
}

/// # Safety
/// There is an argument, and the frame holds what `token` refers to.
#[inline(always)]
unsafe fn send_value(call: Call, token: Token) {
    // SAFETY: the frame holds the channel, the value and, as this function demands, the token, also while this is parked.
    unsafe {
        if launched()
            && let Err(error) = channel::send(own(call), call.arg(0), token)
        {
            throw(error);
        }
    }
}

/// Few calls have a token; the others are quicker for not having to ask.
#[inline(never)]
fn send_with_token(call: Call) {
    if let Some(token) = token(call, 1) {
        // SAFETY: the token is the second argument, so there is a first one.
        unsafe { send_value(call, token) }
    }
}

/// # Safety
/// The frame holds what `token` refers to.
#[inline(always)]
unsafe fn receive_value(call: Call, token: Token) {
    // SAFETY: the frame holds the channel and, as this function demands, the token, also while this is parked.
    unsafe {
        if !launched() {
            return;
        }
        match channel::receive(own(call), token, call.result()) {
            Ok(()) => {}
            Err(End::Closed) => throw(Some(channel::new_error((*own(call)).reason()))),
            Err(End::Error(error)) => throw(error),
        }
    }
}

/// As [`send_with_token`].
#[inline(never)]
fn receive_with_token(call: Call) {
    if let Some(token) = token(call, 0) {
        // SAFETY: the token is an argument, which the frame holds.
        unsafe { receive_value(call, token) }
    }
}

/// `foreach` over a channel.
struct Values;

impl Elements for Values {
    const BY_REFERENCE: &'static str = "Cannot iterate channel by reference";

    unsafe fn begin(_: *mut Object) -> Option<Self> {
        Some(Values)
    }

    unsafe fn next(_: *mut Self, object: *mut Object, value: *mut Zval, key: *mut Zval) -> bool {
        // SAFETY: the walk holds the channel, also while this is parked; both places are there to be written.
        unsafe {
            key.write(Zval::NULL);
            launched() && channel::receive_next(ChannelObject::of(object), value)
        }
    }
}

handlers! {
    fn construct(call) {
        if !args::count(call, 0, 4) {
            return;
        }
        let Some(capacity) = setting(call, 0) else { return };
        let Some(no_producer_ms) = setting(call, 1) else { return };
        let Some(no_consumer_ms) = setting(call, 2) else { return };
        let Some(hard) = args::bool_at(call, 3, false) else { return };
        // SAFETY: the frame holds the channel, a method of whose class this is; `construct` leaves one alone that is complete.
        unsafe {
            // An error handler that reading the arguments has called may have used it.
            if !(*own(call)).is_unused() {
                return exception::throw_error(core::ptr::null_mut(), "The channel is in use already");
            }
            ChannelObject::construct(own(call), Settings { capacity, no_producer_ms, no_consumer_ms, hard });
        }
    }

    fn send(call) {
        if args::count(call, 1, 2) {
            if call.arg_count() > 1 {
                send_with_token(call);
            } else {
                // SAFETY: there is one argument; no token refers to nothing.
                unsafe { send_value(call, Token::NONE) }
            }
        }
    }

    fn send_async(call) {
        if args::count(call, 1, 1) {
            // SAFETY: the frame holds the channel and the value.
            call.set_bool(unsafe { channel::send_async(own(call), call.arg(0)) });
        }
    }

    fn receive(call) {
        if args::count(call, 0, 1) {
            if call.arg_count() > 0 {
                receive_with_token(call);
            } else {
                // SAFETY: no token refers to nothing.
                unsafe { receive_value(call, Token::NONE) }
            }
        }
    }

    fn receive_async(call) {
        if args::none(call) {
            // SAFETY: the frame holds the channel; the Future that is made is the caller's.
            call.set_object(unsafe { channel::receive_async(own(call)) });
        }
    }

    fn close(call) {
        if args::none(call) {
            // SAFETY: the frame holds the channel, whatever code those run that hear of it.
            unsafe { channel::close(own(call), Reason::Explicit) }
        }
    }

    fn is_closed(call) {
        answer(call, |channel| Zval::from_bool(channel.is_closed()));
    }

    fn capacity(call) {
        answer(call, |channel| Zval::from_long(channel.capacity().into()));
    }

    fn count(call) {
        answer(call, |channel| Zval::from_long(channel.count().into()));
    }

    fn is_empty(call) {
        answer(call, |channel| Zval::from_bool(channel.count() == 0));
    }

    fn is_full(call) {
        answer(call, |channel| Zval::from_bool(channel.is_full()));
    }

    fn get_iterator(call) {
        if args::none(call) {
            // SAFETY: a method of the channel's class, for which `register` has installed `Values`.
            unsafe { iterator::return_iterator(call) }
        }
    }
}
