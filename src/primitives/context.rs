//! Contexts: values of a scope or of a coroutine under string or object keys [core 15, abi/ABI-44, abi/ABI-139].
//!
//! The ABI structure is embedded in the PHP object. A context that belongs to a scope knows that scope, so that look-ups
//! can go on in the scopes above; it forgets it when the scope ends.

use crate::abi::zend::{IS_OBJECT, IS_STRING};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::{exception, hash, object, zval};
use crate::scheduler::large_stack;
use core::ffi::c_void;
use core::ptr;

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
}

/// The PHP object of a context.
pub fn to_object(context: *mut Context) -> *mut Object {
    ContextObject::object(context.cast())
}

/// Slot `new_context`: a fresh context, one reference.
///
/// # Safety
/// A request is active.
pub unsafe extern "C" fn new() -> *mut Context {
    // SAFETY: a request is active, as this function demands; the only reference of the new object is the caller's.
    unsafe { &raw mut (*ContextObject::create(0)).base }
}

impl Body for ContextObject {
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe {
            (*this).base.offset = Self::OFFSET as u32;
            (*this).base.find = Some(abi_find);
            (*this).base.set = Some(abi_set);
            (*this).base.unset = Some(abi_unset);
            (*this).base.dispose = Some(abi_dispose);
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: tables are taken out before their values are destroyed.
        unsafe {
            for table in [&raw mut (*this).by_name, &raw mut (*this).by_object, &raw mut (*this).keys] {
                let table = ptr::replace(table, ptr::null_mut());
                if !table.is_null() {
                    hash::release(table);
                }
            }
        }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        unsafe extern "C" fn one(report: *mut c_void, _: u64, _: *mut ZString, value: *mut Zval) -> bool {
            // SAFETY: the argument is the report.
            unsafe { (*report.cast::<Report>()).value(value) };
            true
        }
        // SAFETY: tables are null or valid.
        unsafe {
            for table in [(*this).by_name, (*this).by_object, (*this).keys] {
                if !table.is_null() {
                    hash::each(table, one, ptr::from_ref(report).cast_mut().cast());
                }
            }
        }
    }
}

/// A checked key.
#[derive(Clone, Copy)]
pub enum Key {
    Name(*mut ZString),
    Object(*mut Object),
}

impl Key {
    /// `None` for a value of another type.
    ///
    /// # Safety
    /// The caller holds the value.
    pub unsafe fn of(value: *mut Zval) -> Option<Key> {
        // SAFETY: the caller holds the value, and its kind says which member of the union is meant.
        unsafe {
            let value = zval::deref(value);
            match (*value).kind() {
                IS_STRING => Some(Key::Name((*value).value.string)),
                IS_OBJECT => Some(Key::Object((*value).value.object)),
                _ => None,
            }
        }
    }

    /// The value stored locally, borrowed, or null.
    ///
    /// # Safety
    /// Both are valid.
    pub unsafe fn find_in(self, context: *mut ContextObject) -> *mut Zval {
        // SAFETY: the caller holds key and context, as this function demands; a table that is not null belongs to the
        // context.
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

    /// As [`find_in`](Self::find_in), then in the contexts of the scopes above [core/CX-7, core/CX-10].
    ///
    /// # Safety
    /// Both are valid.
    pub unsafe fn find_above(self, context: *mut ContextObject) -> *mut Zval {
        // SAFETY: the caller holds the context, whose scope is alive as long as it is noted; scopes hold their contexts and
        // those above them.
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

    /// Sets a value, taken over.
    ///
    /// # Safety
    /// Both are valid. May run a destructor.
    pub unsafe fn store(self, context: *mut ContextObject, value: Zval) {
        // SAFETY: the caller holds key and context, as this function demands. A destructor of what is replaced may run when
        // the table has the new value; nothing of a table is borrowed across that.
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

    /// Whether there was a local value.
    ///
    /// # Safety
    /// Both are valid. May run a destructor.
    pub unsafe fn remove(self, context: *mut ContextObject) -> bool {
        // SAFETY: both entries of an object are gone before anything is destroyed: the destructor of the value may set the
        // key again. The key object goes last: the table may have been the only thing that kept the key alive.
        unsafe {
            let found = self.find_in(context);
            if found.is_null() {
                return false;
            }
            match self {
                Key::Name(name) => hash::remove_name((*context).by_name, name),
                Key::Object(key) => {
                    let index = u64::from((*key).handle);
                    let mut value = zval::copy(found);
                    object::add_ref(key);
                    hash::remove((*context).by_object, index);
                    hash::remove((*context).keys, index);
                    zval::clear(&raw mut value);
                    object::release(key);
                }
            }
            true
        }
    }
}

unsafe extern "C" fn abi_find(context: *mut Context, key: *mut Zval, result: *mut Zval, parents: bool) -> bool {
    // SAFETY: the context is one of ours and alive, the key a value, the result null or a place [abi/ABI-139].
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
    // SAFETY: the context is one of ours and alive, key and value are values of the caller's [abi/ABI-139].
    unsafe {
        match Key::of(key) {
            Some(key) => key.store(context.cast(), zval::copy(value)),
            None => exception::throw_type_error("Context key must be of type string|object"),
        }
    }
}

unsafe extern "C" fn abi_unset(context: *mut Context, key: *mut Zval) -> bool {
    // SAFETY: the context is one of ours and alive, the key a value of the caller's [abi/ABI-139].
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
    // SAFETY: the owner gives its reference back; a scope that ends is no longer a way up [core/CX-14].
    unsafe {
        (*context.cast::<ContextObject>()).scope = ptr::null_mut();
        object::release(to_object(context));
    }
}

/// The context of a scope, made on first request [core/CX-1]. Borrowed.
///
/// # Safety
/// The scope is alive.
pub unsafe fn of_scope(scope: *mut Scope) -> *mut Context {
    // SAFETY: the scope is alive, as this function demands, and owns the reference of what is made here until it ends.
    unsafe {
        if (*scope).context.is_null() {
            let context = new();
            (*context.cast::<ContextObject>()).scope = scope;
            (*scope).context = context;
        }
        (*scope).context
    }
}

/// The private context of a coroutine, made on first request [core/CX-4]. Borrowed.
///
/// # Safety
/// The coroutine is alive.
pub unsafe fn of_coroutine(coroutine: *mut Coroutine) -> *mut Context {
    // SAFETY: the coroutine is alive, as this function demands, and owns the reference of what is made here until it is
    // disposed.
    unsafe {
        if (*coroutine).context.is_null() {
            (*coroutine).context = new();
        }
        (*coroutine).context
    }
}
