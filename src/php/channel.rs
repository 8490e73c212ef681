//! `Async\Channel`, `Async\ChannelCloseReason` and `Async\ChannelException` (primitives 2).

use super::entering::launched;
use super::interfaces::AWAITABLE;
use super::{class_type, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::iterator::{self, Elements};
use crate::engine::{args, class, exception};
use crate::primitives::channel::{self, ChannelObject, End, LIMIT, Reason, Settings};
use crate::primitives::token::Token;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::enum_::EnumCase;
use ext_php_rs::ffi;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

const FINAL: ClassFlags = ClassFlags::from_bits_retain(
    ClassFlags::Final.bits() | ClassFlags::NotSerializable.bits() | ClassFlags::NoDynamicProperties.bits(),
);

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

fn async_exception() -> &'static PhpClassEntry {
    // SAFETY: registered before its children.
    unsafe { &*class::get(AsyncClass::EXCEPTION_DEFAULT) }
}
fn aggregate() -> &'static PhpClassEntry {
    // SAFETY: set when the engine has started.
    unsafe { &*ffi::zend_ce_aggregate }
}
fn countable() -> &'static PhpClassEntry {
    // SAFETY: set when the engine has started.
    unsafe { &*ffi::zend_ce_countable }
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
        .implements((aggregate, "IteratorAggregate"))
        .implements((countable, "Countable"))
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
    let ce = class::register(builder, AsyncClass::CHANNEL);
    // SAFETY: single-threaded module start.
    unsafe {
        class::declare_object(exception, "reason", "Async\\ChannelCloseReason");
        ChannelObject::install(ce);
        iterator::install::<Values>(ce);
        channel::set_classes(exception, reasons);
        channel::register();
    }
}

/// The channel of a method call.
fn own(call: Call) -> *mut ChannelObject {
    ChannelObject::of(call.this())
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
unsafe fn token(call: Call, index: u32) -> Option<Token> {
    // SAFETY: held by the arguments of the call.
    unsafe { Token::of(args::nullable_object_at(call, index, class::get(AsyncClass::COMPLETABLE))?) }
}

/// Throws what an operation ended with, owned; null is allowed.
unsafe fn throw(error: *mut Object) {
    if !error.is_null() {
        // SAFETY: the reference moves to the engine.
        unsafe { exception::throw(error) }
    }
}

#[inline(always)]
unsafe fn send_value(call: Call, token: Token) {
    // SAFETY: the frame holds the channel, the value and the token.
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
unsafe fn send_with_token(call: Call) {
    // SAFETY: forwarded.
    unsafe {
        if let Some(token) = token(call, 1) {
            send_value(call, token);
        }
    }
}

#[inline(always)]
unsafe fn receive_value(call: Call, token: Token) {
    // SAFETY: the frame holds the channel and the token.
    unsafe {
        if !launched() {
            return;
        }
        match channel::receive(own(call), token, call.result()) {
            Ok(()) => {}
            Err(End::Closed) => throw(channel::new_error((*own(call)).reason())),
            Err(End::Error(error)) => throw(error),
        }
    }
}

/// As [`send_with_token`].
#[inline(never)]
unsafe fn receive_with_token(call: Call) {
    // SAFETY: forwarded.
    unsafe {
        if let Some(token) = token(call, 0) {
            receive_value(call, token);
        }
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
        // SAFETY: the walk holds the channel.
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
        // SAFETY: a new object; a constructor called again changes nothing.
        unsafe { ChannelObject::construct(own(call), Settings { capacity, no_producer_ms, no_consumer_ms, hard }) }
    }

    fn send(call) {
        if args::count(call, 1, 2) {
            // SAFETY: a method call.
            unsafe { if call.arg_count() > 1 { send_with_token(call) } else { send_value(call, Token::NONE) } }
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
            // SAFETY: a method call.
            unsafe { if call.arg_count() > 0 { receive_with_token(call) } else { receive_value(call, Token::NONE) } }
        }
    }

    fn receive_async(call) {
        if args::none(call) {
            // SAFETY: the frame holds the channel.
            call.set_object(unsafe { channel::receive_async(own(call)) });
        }
    }

    fn close(call) {
        if args::none(call) {
            // SAFETY: the frame holds the channel.
            unsafe { channel::close(own(call), Reason::Explicit) }
        }
    }

    fn is_closed(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set_bool(unsafe { (*own(call)).is_closed() });
        }
    }

    fn capacity(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set(Zval::from_long(unsafe { (*own(call)).capacity() }.into()));
        }
    }

    fn count(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set(Zval::from_long(unsafe { (*own(call)).count() }.into()));
        }
    }

    fn is_empty(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set_bool(unsafe { (*own(call)).count() } == 0);
        }
    }

    fn is_full(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set_bool(unsafe { (*own(call)).is_full() });
        }
    }

    fn get_iterator(call) {
        if args::none(call) {
            // SAFETY: a method call.
            unsafe { iterator::return_iterator(call) }
        }
    }
}
