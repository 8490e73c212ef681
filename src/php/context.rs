//! `Async\Context` (core 15).

use super::{FINAL, class_type, signature};
use crate::abi::zend::{IS_OBJECT, IS_STRING};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, class, exception, object, string, zval};
use crate::primitives::context::{self, ContextObject, Key};
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    // Narrowed to string|object below.
    let key = || DataType::Mixed;
    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\Context")
        .flags(FINAL)
        .method(signature("find", find).required("key", key()).returns(DataType::Mixed), public)
        .method(signature("get", get).required("key", key()).returns(DataType::Mixed), public)
        .method(signature("has", has).required("key", key()).returns(DataType::Bool), public)
        .method(signature("findLocal", find_local).required("key", key()).returns(DataType::Mixed), public)
        .method(signature("getLocal", get_local).required("key", key()).returns(DataType::Mixed), public)
        .method(signature("hasLocal", has_local).required("key", key()).returns(DataType::Bool), public)
        .method(
            signature("set", set)
                .required("key", key())
                .required("value", DataType::Mixed)
                .optional("replace", DataType::Bool, "false")
                .returns(class_type("Async\\Context")),
            public,
        )
        .method(signature("unset", unset).required("key", key()).returns(class_type("Async\\Context")), public);
    let ce = class::register(builder, AsyncClass::CONTEXT);
    // SAFETY: MINIT, as this function demands: no other thread reads the slot yet. The class is new and declares these methods with a
    // key of type `mixed`.
    unsafe {
        ContextObject::install(ce);
        for method in ["find", "get", "has", "findLocal", "getLocal", "hasLocal", "set", "unset"] {
            class::set_first_parameter_type(ce, method, 1 << IS_STRING | 1 << IS_OBJECT);
        }
        slots::zend_async_new_context_fn = Some(context::new);
    }
}

/// The key argument and the context of a call.
fn key_of(call: Call, max: u32) -> Option<(*mut ContextObject, Key)> {
    if !args::count(call, max.min(if max > 1 { 2 } else { 1 }), max) {
        return None;
    }
    // SAFETY: there is an argument, which the frame holds, and from which the key borrows.
    unsafe {
        let key = Key::of(call.arg(0));
        if key.is_none() {
            args::argument_type_error(
                0,
                &format!("must be of type string|object, {} given", args::type_name(call.arg(0))),
            );
        }
        key.map(|key| (ContextObject::of(call.this()), key))
    }
}

/// What a look-up answers with.
enum Answer {
    ValueOrNull,
    /// [core/CX-9].
    ValueOrThrow,
    WhetherThere,
}

/// One look-up method: how to search, and what to return.
#[inline(always)]
fn look_up(call: Call, parents: bool, answer: Answer) {
    let Some((context, key)) = key_of(call, 1) else { return };
    // SAFETY: the frame holds the context and the key. What is found belongs to a living context, and is copied before anything else
    // can run. The exception is new and goes to the engine.
    unsafe {
        let found = if parents { key.find_above(context) } else { key.find_in(context) };
        match answer {
            Answer::WhetherThere => call.set_bool(!found.is_null()),
            _ if !found.is_null() => call.set(zval::copy(found)),
            Answer::ValueOrNull => call.set(Zval::NULL),
            Answer::ValueOrThrow => {
                exception::throw(exception::new_of_class(super::exceptions::context_exception(), &describe(key)));
            }
        }
    }
}

/// The message for a key that was not found [core/CX-9].
///
/// # Safety
/// The caller holds what the key borrows.
unsafe fn describe(key: Key) -> Vec<u8> {
    // SAFETY: the string or the object of the key is alive, as this function demands.
    unsafe {
        match key {
            Key::Name(name) => [b"Context key \"", string::bytes(name), b"\" not found"].concat(),
            Key::Object(key) => [b"Context key of type ", object::class_name(key), b" not found"].concat(),
        }
    }
}

handlers! {
    fn find(call) {
        look_up(call, true, Answer::ValueOrNull);
    }

    fn find_local(call) {
        look_up(call, false, Answer::ValueOrNull);
    }

    fn get(call) {
        look_up(call, true, Answer::ValueOrThrow);
    }

    fn get_local(call) {
        look_up(call, false, Answer::ValueOrThrow);
    }

    fn has(call) {
        look_up(call, true, Answer::WhetherThere);
    }

    fn has_local(call) {
        look_up(call, false, Answer::WhetherThere);
    }

    fn set(call) {
        // SAFETY: the frame holds the context, the key and the value, also while a destructor of the old value runs; the value gets its
        // own reference.
        unsafe {
            let Some((context, key)) = key_of(call, 3) else { return };
            let Some(replace) = args::bool_at(call, 2, false) else { return };
            if !replace && !key.find_in(context).is_null() {
                let message = "Context key already exists and replace is false";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
                return;
            }
            key.store(context, zval::copy(call.arg(1)));
        }
        call.return_this();
    }

    fn unset(call) {
        let Some((context, key)) = key_of(call, 1) else { return };
        // SAFETY: the frame holds the context and the key, also while the destructor of the value runs.
        unsafe { key.remove(context) };
        call.return_this();
    }
}
