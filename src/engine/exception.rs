//! Throwables: creating, throwing, chaining, reporting.

use super::owned::{IntoNullable, OwnedObject};
use super::{eg, idle, object, soap};
use crate::abi::slots::zend_async_get_class_ce_fn;
use crate::abi::zend::{IS_ARRAY, IS_OBJECT};
use crate::abi::{AsyncClass, ClassEntry, Object, ZString, Zval};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use ext_php_rs::ffi;
use std::ffi::CString;

unsafe extern "C" {
    fn true_async_exception_chain(newer: *mut Object, older: OwnedObject);

    /// Whether this is the engine's token for `exit` or for the destruction of a fiber.
    ///
    /// # Safety
    /// `exception` is alive.
    #[link_name = "true_async_is_exit"]
    pub fn is_exit(exception: *const Object) -> bool;

    fn true_async_throw_error(ce: *mut ClassEntry, message: *const c_char);
    fn true_async_warning(kind: c_int, message: *const c_char);

    /// The token that unwinds PHP code past `catch` and `finally`.
    ///
    /// # Safety
    /// A request is active.
    #[link_name = "true_async_new_exit"]
    pub fn new_exit() -> OwnedObject;

    /// Whether an exception is in the chain of previous ones of another, or the same.
    ///
    /// # Safety
    /// Both are live exceptions.
    #[link_name = "true_async_exception_contains"]
    pub fn chain_contains(exception: *mut Object, other: *const Object) -> bool;

    /// Whether an exception was made where C code executes now, not in a function that this has called: its trace is as long as one
    /// that is made now.
    ///
    /// # Safety
    /// A live throwable; in a call.
    #[link_name = "true_async_exception_is_made_here"]
    pub fn is_made_here(exception: *mut Object) -> bool;

    /// The previous one of an exception, borrowed, or null.
    ///
    /// # Safety
    /// A live exception.
    #[link_name = "true_async_exception_previous"]
    pub fn previous(exception: *mut Object) -> *mut Object;

    /// Hands the pending exception to the user's handler. One that the handler throws is pending afterwards, and is for the
    /// report: the handler counts as unset then, as when PHP calls it.
    ///
    /// # Safety
    /// An exception is pending. Runs PHP code.
    #[link_name = "true_async_call_user_exception_handler"]
    pub fn call_user_handler();
}

pub const E_WARNING: c_int = 2;
pub const E_ERROR: c_int = 1;
pub const E_CORE_ERROR: c_int = 16;
pub const E_CORE_WARNING: c_int = 32;

/// The pending exception, or null.
#[inline]
pub fn pending() -> *mut Object {
    // SAFETY: this thread's executor globals stay where they are while PHP runs on it; a pointer is read.
    unsafe { (*eg()).exception }
}

/// Takes the pending exception: the engine goes on without.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn take() -> Option<OwnedObject> {
    // SAFETY: the engine's own function would release the object, so a reference is taken first. It lies here as a pointer: what is
    // released then may have a destructor.
    unsafe {
        let exception = (*eg()).exception;
        if !exception.is_null() {
            object::add_ref(exception);
            ffi::zend_clear_exception();
        }
        OwnedObject::from_nullable(exception)
    }
}

/// The class entry of one of our classes or exceptions.
pub fn class(class: AsyncClass) -> *mut ClassEntry {
    // SAFETY: the slot is filled at MINIT, before any exception can be made.
    unsafe { zend_async_get_class_ce_fn.map_or(ptr::null_mut(), |get| get(class)) }
}

/// A new throwable with that message. Its place and its trace are those of the executing frame. Where the scheduler or the event loop
/// makes it, that is none, whichever frame is in place [core/EX-6].
///
/// # Safety
/// A request is active; no frame above needs dropping.
pub unsafe fn new(kind: AsyncClass, message: &str) -> OwnedObject {
    // SAFETY: a request is active, as demanded; the classes of all kinds are throwable.
    unsafe { new_of_class(class(kind), message.as_bytes()) }
}

/// As [`new`], of any throwable class.
///
/// # Safety
/// As [`new`]; `ce` is a throwable class that can be instantiated.
pub unsafe fn new_of_class(ce: *mut ClassEntry, message: &[u8]) -> OwnedObject {
    // SAFETY: the class can be instantiated, as demanded, so there is an object, with one reference. The property exists in every
    // throwable; the engine copies the text.
    unsafe {
        let mut value = core::mem::MaybeUninit::<ffi::zval>::zeroed();
        // A constructor-less instantiation; it runs no PHP code. A pending exception must not stop it.
        idle::aware(|| ffi::object_init_ex(value.as_mut_ptr(), ce));
        let exception = (*value.as_ptr().cast::<crate::abi::Zval>()).object();
        ffi::zend_update_property_stringl(
            property_scope(exception),
            exception,
            c"message".as_ptr(),
            7,
            message.as_ptr().cast(),
            message.len(),
        );
        OwnedObject::from_raw(exception)
    }
}

/// The class that declares the properties of a throwable: what the engine calls its base.
unsafe fn property_scope(exception: *mut Object) -> *mut ClassEntry {
    // SAFETY: class entries of the engine.
    unsafe { if object::is_a(exception, ffi::zend_ce_exception) { ffi::zend_ce_exception } else { ffi::zend_ce_error } }
}

/// Throws. Does what the engine does for any throwable, in user and in internal frames, but for two things: one that is in the chain
/// already is not lost, and without a frame it is no fatal error.
///
/// # Safety
/// A request is active.
pub unsafe fn throw(exception: OwnedObject) {
    // SAFETY: moving the opline is the engine's part, done already when something is pending. One reference is the engine's already, as
    // it is pending.
    unsafe {
        if soap::is_in_method() && is_cancellation(exception.as_ptr()) {
            soap::thrown(exception.as_ptr());
        }
        let earlier = pending();
        if !earlier.is_null() && is_exit(earlier) {
            drop(exception);
        } else if !earlier.is_null() || (*eg()).current_execute_data.is_null() {
            (*eg()).exception = chain(exception, OwnedObject::from_nullable(earlier)).into_raw();
        } else {
            ffi::zend_throw_exception_internal(exception.into_raw());
        }
    }
}

/// Throws a new exception of one of our classes.
///
/// # Safety
/// As [`new`].
pub unsafe fn throw_new(kind: AsyncClass, message: &str) {
    // SAFETY: as for `new`, which the caller keeps.
    unsafe { throw(new(kind, message)) }
}

/// A new `\Exception`.
///
/// # Safety
/// As [`new`].
pub unsafe fn new_base(message: &str) -> OwnedObject {
    // SAFETY: as for `new`, which the caller keeps; `Exception` is set since the engine started.
    unsafe { new_of_class(ffi::zend_ce_exception, message.as_bytes()) }
}

/// Throws `Error` (null class) or a subclass of it.
///
/// # Safety
/// `ce` is null or a throwable class.
pub unsafe fn throw_error(ce: *mut ClassEntry, message: &str) {
    let message = CString::new(message.replace('\0', "")).unwrap_or_default();
    // SAFETY: zero-terminated; copied by the engine.
    unsafe { true_async_throw_error(ce, message.as_ptr()) }
}

/// Throws a `TypeError`.
///
/// # Safety
/// On the PHP thread with a request.
pub unsafe fn throw_type_error(message: &str) {
    // SAFETY: a request is active, as demanded; the class is a subclass of `Error` that is set since the engine started.
    unsafe { throw_error(ffi::zend_ce_type_error, message) }
}

/// Throws a `ValueError`.
///
/// # Safety
/// On the PHP thread with a request.
pub unsafe fn throw_value_error(message: &str) {
    // SAFETY: a request is active, as demanded; the class is a subclass of `Error` that is set since the engine started.
    unsafe { throw_error(ffi::zend_ce_value_error, message) }
}

/// Raises a diagnostic. An `E_CORE_ERROR` ends the request by a jump.
///
/// # Safety
/// A request is active; no frame above needs dropping when `kind` is fatal. Otherwise runs the user's error handler.
pub unsafe fn raise(kind: c_int, message: &core::ffi::CStr) {
    // SAFETY: the text is zero-terminated and the caller's for the whole call, also while an error handler is suspended;
    // what a fatal error jumps over needs no dropping, as demanded.
    unsafe { true_async_warning(kind, message.as_ptr()) }
}

/// Raises a warning.
///
/// # Safety
/// Runs the user's error handler, which may suspend or end the request: the caller's frame needs no dropping.
pub unsafe fn warn(mut text: Vec<u8>) {
    text.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b' ');
    // SAFETY: the string is zero-terminated and the request's: it lasts while the handler is suspended, and nothing of this frame
    // has to be dropped then.
    unsafe {
        let whole = super::string::of_bytes(&text);
        drop(text);
        true_async_warning(E_WARNING, super::string::bytes(whole).as_ptr().cast());
        super::string::release(whole);
    }
}

/// The message of a throwable.
///
/// # Safety
/// `exception` is alive.
pub unsafe fn message(exception: *mut Object) -> Vec<u8> {
    // SAFETY: a declared property; a copy owns its reference.
    unsafe {
        let mut room = core::mem::MaybeUninit::<ffi::zval>::zeroed();
        let scope = property_scope(exception);
        let found = ffi::zend_read_property(scope, exception, c"message".as_ptr(), 7, true, room.as_mut_ptr())
            .cast::<crate::abi::Zval>();
        if (*found).kind() == crate::abi::zend::IS_STRING {
            super::string::bytes((*found).value.string).to_vec()
        } else {
            Vec::new()
        }
    }
}

/// Hangs `older`, if there is one, at the end of the previous chain of `newer` [core/EX-7].
///
/// # Safety
/// Both are throwables.
pub unsafe fn chain(newer: OwnedObject, older: Option<OwnedObject>) -> OwnedObject {
    // SAFETY: both are throwables, as demanded; meanwhile the reference lies here as a pointer, as one that is in the chain already is
    // given back.
    unsafe {
        match older {
            None => newer,
            Some(older) => {
                let newer = newer.into_raw();
                hang(newer, older);
                OwnedObject::from_raw(newer)
            }
        }
    }
}

/// As [`chain`], of what there is: two, one or none.
///
/// # Safety
/// As [`chain`].
pub unsafe fn chain_any(newer: Option<OwnedObject>, older: Option<OwnedObject>) -> Option<OwnedObject> {
    match newer {
        None => older,
        // SAFETY: both are throwables, as demanded.
        Some(newer) => Some(unsafe { chain(newer, older) }),
    }
}

/// As [`chain`]; `newer` is borrowed.
///
/// # Safety
/// Both are throwables; `newer` is alive.
pub unsafe fn hang(newer: *mut Object, older: OwnedObject) {
    // SAFETY: both are alive, as demanded; the engine checks for cycles.
    unsafe { true_async_exception_chain(newer, older) }
}

/// C code has given an object of another class: throws the `TypeError` that says so.
///
/// # Safety
/// The object is alive; a request is active.
#[cold]
pub unsafe fn throw_wrong_class(function: &str, argument: &str, class: &str, given: *mut Object) {
    // SAFETY: a live object has a class, and that has a name; a request is active.
    unsafe {
        let given = super::string::to_text((*(*given).ce).name);
        throw_type_error(&format!("{function}(): argument {argument} must be of type {class}, {given} given"));
    }
}

/// As [`chain`], but a cancellation comes last: it would silence what it is chained in front of [core/EH-5].
///
/// # Safety
/// As [`chain`].
pub unsafe fn chain_before_cancellation(newer: Option<OwnedObject>, older: Option<OwnedObject>) -> Option<OwnedObject> {
    // SAFETY: both are throwables, as demanded.
    unsafe {
        match (newer, older) {
            (Some(newer), Some(older)) if is_cancellation(newer.as_ptr()) => Some(chain(older, Some(newer))),
            (newer, older) => chain_any(newer, older),
        }
    }
}

/// Whether the class of an exception is one of PHP's or of an extension.
///
/// # Safety
/// A live exception.
pub unsafe fn is_internal(exception: *const Object) -> bool {
    // SAFETY: a live object has its class.
    unsafe { super::class::is_internal((*exception).ce) }
}

/// Another exception, borrowed, is pending instead of the one that is.
///
/// # Safety
/// One is pending, which is no exit.
pub unsafe fn replace_pending(by: *mut Object) {
    // SAFETY: where to go on after the exception is the same for both.
    unsafe {
        let old = OwnedObject::from_raw((*eg()).exception);
        (*eg()).exception = object::add_ref(by);
        drop(old);
    }
}

/// Whether this is a cancellation: of the class `\Cancellation` or below [core/EH-5].
///
/// # Safety
/// `exception` is alive.
pub unsafe fn is_cancellation(exception: *const Object) -> bool {
    let ce = super::class::cancellation_root();
    // SAFETY: the exception is alive, as demanded, and the class was registered at MINIT for as long as the module is
    // loaded.
    !ce.is_null() && unsafe { object::is_a(exception, ce) }
}

/// Whether an exception tells of nothing but cancellations: it is one, or a `CompositeException` that holds no others.
///
/// # Safety
/// `exception` is alive.
pub unsafe fn tells_only_of_cancellations(exception: *mut Object) -> bool {
    unsafe extern "C" fn look(others: *mut c_void, _: u64, _: *mut ZString, value: *mut Zval) -> bool {
        // SAFETY: the list lives while it is walked, as the mark does. Reflection may have put anything into it.
        unsafe {
            let value = super::zval::deref(value);
            *others.cast::<bool>() |= (*value).kind() != IS_OBJECT || !is_cancellation((*value).value.object);
            true
        }
    }
    // SAFETY: the exception is alive, as demanded; the copy of the list keeps what it holds.
    unsafe {
        if !ptr::eq((*exception).ce, super::class::composite()) {
            return is_cancellation(exception);
        }
        let mut list = list_of_composite(exception);
        let mut others = list.kind() != IS_ARRAY;
        if !others {
            super::hash::each(list.value.array, look, (&raw mut others).cast());
        }
        super::zval::clear(&raw mut list);
        !others
    }
}

/// Whether a cancellation is in the chain of an exception, first or further down.
///
/// # Safety
/// `exception` is alive.
pub unsafe fn comes_from_cancellation(exception: *mut Object) -> bool {
    // SAFETY: the exception is alive, as demanded, and holds its previous one; an exit has none.
    unsafe {
        let mut cause = exception;
        while !cause.is_null() && !is_exit(cause) {
            if is_cancellation(cause) {
                return true;
            }
            cause = previous(cause);
        }
        false
    }
}

/// Whether the user has set an exception handler.
pub fn user_handler_set() -> bool {
    // SAFETY: reads the type of a value in this thread's executor globals, which is initialised before a request begins.
    unsafe { (*(&raw const (*eg()).user_exception_handler).cast::<crate::abi::Zval>()).kind() != 0 }
}

/// Reports an exception as PHP does at top level: `Fatal error: Uncaught ...`, exit status 255.
///
/// # Safety
/// Runs the exception's `__toString`.
pub unsafe fn report_uncaught(exception: OwnedObject) {
    // SAFETY: the function does not bail out by itself and consumes the exception.
    unsafe {
        ffi::zend_exception_error(exception.into_raw(), E_ERROR);
    }
}

/// Makes an exception, or none, the pending one without the engine's checks: for leaving our top-level hook.
///
/// # Safety
/// Nothing is pending.
pub unsafe fn set_pending(exception: Option<OwnedObject>) {
    // SAFETY: nothing is pending, as demanded, so no reference is lost; a pointer is written to this thread's executor
    // globals.
    unsafe { (*eg()).exception = exception.into_nullable() };
}

/// One `CompositeException` that holds all given throwables, in order.
///
/// # Safety
/// A request is active.
pub unsafe fn composite(parts: impl ExactSizeIterator<Item = OwnedObject>) -> OwnedObject {
    // SAFETY: a request is active, as demanded; each reference moves into the list, and the list into the exception.
    unsafe {
        let list = super::hash::new_array(parts.len() as u32);
        for part in parts {
            super::hash::push(list, Zval::from_object(part.into_raw()));
        }
        composite_of(list)
    }
}

/// A copy of the list that a `CompositeException` holds; null until the first throwable is added.
///
/// # Safety
/// `composite` is a `CompositeException`.
pub unsafe fn list_of_composite(composite: *mut Object) -> Zval {
    // SAFETY: reading a declared property of our own class; the copy owns a reference.
    unsafe {
        let mut room = core::mem::MaybeUninit::<ffi::zval>::zeroed();
        let (ce, name) = (super::class::composite(), c"exceptions");
        let found = ffi::zend_read_property(ce, composite, name.as_ptr(), 10, true, room.as_mut_ptr());
        super::zval::copy(found.cast())
    }
}

/// As [`composite`], of a list of throwables, which moves.
///
/// # Safety
/// As [`composite`].
pub unsafe fn composite_of(list: *mut crate::abi::Array) -> OwnedObject {
    // SAFETY: the array moves into the property.
    unsafe {
        let ce = super::class::composite();
        let exception = new_of_class(ce, b"");
        let mut value = super::zval::from_array(list);
        ffi::zend_update_property(ce, exception.as_ptr(), c"exceptions".as_ptr(), 10, (&raw mut value).cast());
        super::zval::clear(&raw mut value);
        exception
    }
}
