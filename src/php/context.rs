//! `Async\Context`: values of a scope or of a coroutine under string or object keys (core 15, ABI-44, ABI-139).
//!
//! The ABI structure is embedded in the PHP object. A context that belongs to a scope knows that scope, so that look-ups
//! can go on in the scopes above; it forgets it when the scope ends.

use super::{class_type, signature};
use crate::abi::zend::{IS_OBJECT, IS_STRING};
use crate::abi::*;
use crate::engine::class::{self, ObjectModel};
use crate::engine::entry::{Call, handlers};
use crate::engine::gc::Report;
use crate::engine::{args, exception, hash, object, string, zval};
use core::ffi::{c_int, c_void};
use core::mem::{offset_of, size_of};
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::ffi;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

#[repr(C)]
pub struct ContextObject {
    base: Context,
    /// The scope whose context this is; null for any other.
    scope: *mut Scope,
    /// String keys to values.
    by_name: *mut Array,
    /// Object handles to values.
    by_object: *mut Array,
    /// Object handles to the key objects, which are kept alive.
    keys: *mut Array,
    std: EmbeddedObject,
}

const OFFSET: usize = offset_of!(ContextObject, std);

static MODEL: ObjectModel = ObjectModel::new();

fn from_object(object: *mut Object) -> *mut ContextObject {
    object.wrapping_byte_sub(OFFSET).cast()
}

/// The PHP object of a context.
pub fn to_object(context: *mut Context) -> *mut Object {
    context.wrapping_byte_add(OFFSET).cast()
}

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
        MODEL.install(ce, create_object, |own| {
            own.offset = OFFSET as c_int;
            own.free_obj = Some(free_object);
            own.get_gc = Some(report_to_gc);
        });
        for method in ["find", "get", "has", "findLocal", "getLocal", "hasLocal", "set", "unset"] {
            class::set_first_parameter_type(ce, method, 1 << IS_STRING | 1 << IS_OBJECT);
        }
        slots::zend_async_new_context_fn = Some(new);
    }
}

/// Slot `new_context`: a fresh context, one reference.
unsafe extern "C" fn new() -> *mut Context {
    // SAFETY: forwarded.
    unsafe { &raw mut (*from_object(create_object(class::get(AsyncClass::CONTEXT)))).base }
}

unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: zeroed memory of the right size; every non-zero field is set here.
    unsafe {
        let new = object::allocate(size_of::<ContextObject>(), ce, MODEL.handlers());
        let this = &mut *from_object(new);
        this.base.offset = OFFSET as u32;
        this.base.find = Some(abi_find);
        this.base.set = Some(abi_set);
        this.base.unset = Some(abi_unset);
        this.base.dispose = Some(abi_dispose);
        new
    }
}

unsafe extern "C" fn free_object(object: *mut Object) {
    // SAFETY: called by the engine once; tables are taken out before their values are destroyed.
    unsafe {
        let this = &mut *from_object(object);
        for table in [&raw mut this.by_name, &raw mut this.by_object, &raw mut this.keys] {
            let table = ptr::replace(table, ptr::null_mut());
            if !table.is_null() {
                hash::release(table);
            }
        }
        ffi::zend_object_std_dtor(object);
    }
}

unsafe extern "C" fn report_to_gc(
    object: *mut Object,
    table: *mut *mut ffi::zval,
    count: *mut c_int,
) -> *mut ffi::HashTable {
    unsafe extern "C" fn one(report: *mut c_void, _: u64, _: *mut ZString, value: *mut Zval) -> bool {
        // SAFETY: the argument is the report.
        unsafe { (*report.cast::<Report>()).value(value) };
        true
    }
    // SAFETY: called by the collector.
    unsafe {
        let this = &mut *from_object(object);
        let mut report = Report::new();
        for table in [this.by_name, this.by_object, this.keys] {
            if !table.is_null() {
                hash::each(table, one, (&raw mut report).cast());
            }
        }
        report.finish(table.cast(), count);
        ptr::null_mut()
    }
}

/// A checked key.
#[derive(Clone, Copy)]
enum Key {
    Name(*mut ZString),
    Object(*mut Object),
}

impl Key {
    unsafe fn of(value: *mut Zval) -> Option<Key> {
        // SAFETY: a valid value.
        unsafe {
            match (*value).kind() {
                IS_STRING => Some(Key::Name((*value).value.string)),
                IS_OBJECT => Some(Key::Object((*value).value.object)),
                crate::abi::zend::IS_REFERENCE => Key::of(&raw mut (*(*value).value.reference).value),
                _ => None,
            }
        }
    }

    /// The value stored locally, borrowed, or null.
    unsafe fn find_in(self, context: *mut ContextObject) -> *mut Zval {
        // SAFETY: tables are null or valid.
        unsafe {
            match self {
                Key::Name(name) if !(*context).by_name.is_null() => hash::find((*context).by_name, name),
                Key::Object(key) if !(*context).by_object.is_null() => {
                    hash::find_index((*context).by_object, u64::from((*key).handle))
                }
                _ => ptr::null_mut(),
            }
        }
    }

    /// As [`find_in`](Self::find_in), then in the contexts of the scopes above (CX-7, CX-10).
    unsafe fn find_above(self, context: *mut ContextObject) -> *mut Zval {
        // SAFETY: scopes hold their contexts.
        unsafe {
            let found = self.find_in(context);
            if !found.is_null() || (*context).scope.is_null() {
                return found;
            }
            let mut scope = (*(*context).scope).parent_scope;
            while !scope.is_null() {
                if !(*scope).context.is_null() {
                    let found = self.find_in((*scope).context.cast());
                    if !found.is_null() {
                        return found;
                    }
                }
                scope = (*scope).parent_scope;
            }
            ptr::null_mut()
        }
    }

    unsafe fn store(self, context: *mut ContextObject, value: Zval) {
        // SAFETY: tables are made on demand; the value is taken over.
        unsafe {
            let table = |place: *mut *mut Array| {
                if (*place).is_null() {
                    *place = hash::new_array(8);
                }
                *place
            };
            match self {
                Key::Name(name) => hash::set(table(&raw mut (*context).by_name), name, value),
                Key::Object(key) => {
                    let index = u64::from((*key).handle);
                    let keys = table(&raw mut (*context).keys);
                    hash::set_index(keys, index, Zval::from_object(object::add_ref(key)));
                    hash::set_index(table(&raw mut (*context).by_object), index, value);
                }
            }
        }
    }

    unsafe fn remove(self, context: *mut ContextObject) -> bool {
        // SAFETY: the key object goes last: it may be the only thing that keeps the key alive.
        unsafe {
            if self.find_in(context).is_null() {
                return false;
            }
            match self {
                Key::Name(name) => hash::remove_name((*context).by_name, name),
                Key::Object(key) => {
                    let index = u64::from((*key).handle);
                    hash::remove((*context).by_object, index);
                    hash::remove((*context).keys, index);
                }
            }
            true
        }
    }

    unsafe fn describe(self) -> String {
        // SAFETY: valid key.
        unsafe {
            match self {
                Key::Name(name) => format!("Context key \"{}\" not found", string::to_text(name)),
                Key::Object(key) => format!("Context key of type {} not found", object::class_name(key)),
            }
        }
    }
}

unsafe extern "C" fn abi_find(context: *mut Context, key: *mut Zval, result: *mut Zval, parents: bool) -> bool {
    // SAFETY: contract of ABI-139.
    unsafe {
        let Some(key) = Key::of(key) else {
            exception::throw_type_error("Context key must be of type string|object");
            return false;
        };
        let found = if parents { key.find_above(context.cast()) } else { key.find_in(context.cast()) };
        if !result.is_null() {
            result.write(if found.is_null() { Zval::NULL } else { zval::copy(found) });
        }
        !found.is_null()
    }
}

unsafe extern "C" fn abi_set(context: *mut Context, key: *mut Zval, value: *mut Zval) {
    // SAFETY: contract of ABI-139.
    unsafe {
        match Key::of(key) {
            Some(key) => key.store(context.cast(), zval::copy(value)),
            None => exception::throw_type_error("Context key must be of type string|object"),
        }
    }
}

unsafe extern "C" fn abi_unset(context: *mut Context, key: *mut Zval) -> bool {
    // SAFETY: contract of ABI-139.
    unsafe {
        match Key::of(key) {
            Some(key) => key.remove(context.cast()),
            None => {
                exception::throw_type_error("Context key must be of type string|object");
                false
            }
        }
    }
}

unsafe extern "C" fn abi_dispose(context: *mut Context) {
    // SAFETY: the owner gives its reference back; a scope that ends is no longer a way up (CX-14).
    unsafe {
        (*context.cast::<ContextObject>()).scope = ptr::null_mut();
        object::release(to_object(context));
    }
}

/// The context of a scope, made on first request (CX-1). Borrowed.
///
/// # Safety
/// Valid scope.
pub unsafe fn of_scope(scope: *mut Scope) -> *mut Context {
    // SAFETY: the scope owns the reference.
    unsafe {
        if (*scope).context.is_null() {
            let context = new();
            (*context.cast::<ContextObject>()).scope = scope;
            (*scope).context = context;
        }
        (*scope).context
    }
}

/// The private context of a coroutine, made on first request (CX-4). Borrowed.
///
/// # Safety
/// Valid coroutine.
pub unsafe fn of_coroutine(coroutine: *mut Coroutine) -> *mut Context {
    // SAFETY: the coroutine owns the reference.
    unsafe {
        if (*coroutine).context.is_null() {
            (*coroutine).context = new();
        }
        (*coroutine).context
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
        key.map(|key| (from_object(call.this()), key))
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

unsafe fn value_or_null(call: Call, _: Key, found: *mut Zval) {
    // SAFETY: a borrowed value or null.
    unsafe { call.set(if found.is_null() { Zval::NULL } else { zval::copy(found) }) }
}

unsafe fn value_or_throw(call: Call, key: Key, found: *mut Zval) {
    // SAFETY: as above.
    unsafe {
        if found.is_null() {
            exception::throw(exception::new_of_class(super::exceptions::context_exception(), &key.describe()));
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
