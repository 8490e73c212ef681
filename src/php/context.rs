//! `Async\Context` (core 15).

use super::{class_type, signature};
use crate::abi::zend::{IS_OBJECT, IS_STRING};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, class, exception, object, string, zval};
use crate::primitives::context::{self, ContextObject, Key};
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    // Narrowed to string|object below.
    let key = || DataType::Mixed;
    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\Context")
        .flags(ClassFlags::Final | ClassFlags::NotSerializable | ClassFlags::NoDynamicProperties)
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
    // SAFETY: single-threaded module start.
    unsafe {
        ContextObject::install(ce);
        for method in ["find", "get", "has", "findLocal", "getLocal", "hasLocal", "set", "unset"] {
            class::set_first_parameter_type(ce, method, 1 << IS_STRING | 1 << IS_OBJECT);
        }
        slots::zend_async_new_context_fn = Some(context::new);
    }
}

/// The key argument and the context of a call.
unsafe fn key_of(call: Call, max: u32) -> Option<(*mut ContextObject, Key)> {
    if !args::count(call, max.min(if max > 1 { 2 } else { 1 }), max) {
        return None;
    }
    // SAFETY: an argument of a live frame.
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

/// One look-up method: how to search, and what to return.
unsafe fn look_up(call: Call, parents: bool, finish: impl FnOnce(Call, Key, *mut Zval)) {
    // SAFETY: a method call.
    unsafe {
        if let Some((context, key)) = key_of(call, 1) {
            let found = if parents { key.find_above(context) } else { key.find_in(context) };
            finish(call, key, found);
        }
    }
}

/// The message for a key that was not found [core/CX-9].
unsafe fn describe(key: Key) -> Vec<u8> {
    // SAFETY: valid key.
    unsafe {
        match key {
            Key::Name(name) => [b"Context key \"", string::bytes(name), b"\" not found"].concat(),
            Key::Object(key) => [b"Context key of type ", object::class_name(key), b" not found"].concat(),
        }
    }
}

unsafe fn value_or_null(call: Call, _: Key, found: *mut Zval) {
    // SAFETY: a borrowed value or null.
    unsafe { call.set(if found.is_null() { Zval::NULL } else { zval::copy(found) }) }
}

unsafe fn value_or_throw(call: Call, key: Key, found: *mut Zval) {
    // SAFETY: as above.
    unsafe {
        if found.is_null() {
            exception::throw(exception::new_of_class(super::exceptions::context_exception(), &describe(key)));
        } else {
            call.set(zval::copy(found));
        }
    }
}

handlers! {
    fn find(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, true, |c, k, f| value_or_null(c, k, f)) }
    }

    fn find_local(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, false, |c, k, f| value_or_null(c, k, f)) }
    }

    fn get(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, true, |c, k, f| value_or_throw(c, k, f)) }
    }

    fn get_local(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, false, |c, k, f| value_or_throw(c, k, f)) }
    }

    fn has(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, true, |c, _, f| c.set_bool(!f.is_null())) }
    }

    fn has_local(call) {
        // SAFETY: forwarded.
        unsafe { look_up(call, false, |c, _, f| c.set_bool(!f.is_null())) }
    }

    fn set(call) {
        // SAFETY: a method call; the value gets its own reference.
        unsafe {
            let Some((context, key)) = key_of(call, 3) else { return };
            let Some(replace) = args::bool_at(call, 2, false) else { return };
            if !replace && !key.find_in(context).is_null() {
                let message = "Context key already exists and replace is false";
                exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
                return;
            }
            key.store(context, zval::copy(call.arg(1)));
            call.set_object(object::add_ref(call.this()));
        }
    }

    fn unset(call) {
        // SAFETY: a method call.
        unsafe {
            let Some((context, key)) = key_of(call, 1) else { return };
            key.remove(context);
            call.set_object(object::add_ref(call.this()));
        }
    }
}
