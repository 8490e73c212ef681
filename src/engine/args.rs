//! Reading arguments. Errors are thrown in PHP's own words; a parser that fails returns `None`.

use super::call;
use super::entry::Call;
use super::{eg, object};
use crate::abi::zend::{Fcc, Fci, IS_LONG, IS_NULL, IS_STRING};
use crate::abi::{Array, ClassEntry, Fcall, Object, ZString, Zval, memory};
use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use ext_php_rs::ffi;
use std::ffi::CString;

/// No arguments allowed.
#[inline]
pub fn none(call: Call) -> bool {
    if call.arg_count() == 0 {
        return true;
    }
    // SAFETY: inside the call whose function the message names; it throws, and runs no PHP code.
    unsafe { ffi::zend_wrong_parameters_none_error() };
    false
}

/// Between `min` and `max` arguments; `max` of `u32::MAX` is "any number".
pub fn count(call: Call, min: u32, max: u32) -> bool {
    let given = call.arg_count();
    if given >= min && given <= max {
        return true;
    }
    // SAFETY: inside the call whose function the message names; it throws, and runs no PHP code. -1 means "or more".
    unsafe { ffi::zend_wrong_parameters_count_error(min, max) };
    false
}

/// One integer, under the coercion rules of the calling file.
pub fn long(call: Call) -> Option<i64> {
    let mut value = 0i64;
    // SAFETY: the format says one zend_long.
    let parsed = unsafe { ffi::zend_parse_parameters(call.arg_count(), c"l".as_ptr(), &raw mut value) };
    (parsed == 0).then_some(value)
}

/// Zero to two integers with defaults.
pub fn optional_longs(call: Call, mut first: i64, mut second: i64) -> Option<(i64, i64)> {
    // SAFETY: the format says up to two zend_longs.
    let parsed =
        unsafe { ffi::zend_parse_parameters(call.arg_count(), c"|ll".as_ptr(), &raw mut first, &raw mut second) };
    (parsed == 0).then_some((first, second))
}

/// An object of `class` (most often of its subclass `usual`), and optionally another one or null, of `second`.
#[inline]
pub fn object_and_optional(
    call: Call,
    class: *mut ClassEntry,
    usual: *mut ClassEntry,
    second: *mut ClassEntry,
) -> Option<(*mut Object, *mut Object)> {
    let first_arg = call.arg(0);
    // SAFETY: arguments of a live frame; the slow path is the engine's parser with a matching format.
    unsafe {
        if call.arg_count() == 1 {
            let object = (*first_arg).object();
            if !object.is_null() && ((*object).ce == usual || object::is_a(object, class)) {
                return Some((object, ptr::null_mut()));
            }
        }
        let mut values: [*mut Zval; 2] = [ptr::null_mut(); 2];
        let parsed = ffi::zend_parse_parameters(
            call.arg_count(),
            c"O|O!".as_ptr(),
            &raw mut values[0],
            class,
            &raw mut values[1],
            second,
        );
        if parsed != 0 {
            return None;
        }
        let token = if values[1].is_null() { ptr::null_mut() } else { (*values[1]).object() };
        Some(((*values[0]).object(), token))
    }
}

/// At most one object of `class` or null.
pub fn optional_object(call: Call, class: *mut ClassEntry) -> Option<*mut Object> {
    let mut value: *mut Zval = ptr::null_mut();
    // SAFETY: the format says one optional object with its class.
    unsafe {
        let parsed = ffi::zend_parse_parameters(call.arg_count(), c"|O!".as_ptr(), &raw mut value, class);
        if parsed != 0 {
            return None;
        }
        Some(if value.is_null() { ptr::null_mut() } else { (*value).object() })
    }
}

unsafe extern "C" {
    fn zend_parse_parameter(flags: c_int, number: u32, value: *mut Zval, spec: *const c_char, ...) -> c_int;
}

/// The integer at `index`, or `default` when it was not given.
pub fn long_at(call: Call, index: u32, default: i64) -> Option<i64> {
    let mut value = default;
    // SAFETY: the format says one zend_long.
    let parsed = !call.has(index)
        || unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"l".as_ptr(), &raw mut value) } == 0;
    parsed.then_some(value)
}

/// The integer at `index`; none when it was not given or is null.
pub fn nullable_long_at(call: Call, index: u32) -> Option<Option<i64>> {
    if !call.has(index) {
        return Some(None);
    }
    let mut value = 0i64;
    let mut is_null = false;
    // SAFETY: the format says one zend_long and whether it is null.
    unsafe {
        let given = &raw mut value;
        let parsed = zend_parse_parameter(0, index + 1, call.arg(index), c"l!".as_ptr(), given, &raw mut is_null);
        (parsed == 0).then_some((!is_null).then_some(value))
    }
}

/// The string or integer at `index`, which is there, as the key of an array: borrowed, and an integer if PHP would make it
/// one.
pub fn key_at(call: Call, index: u32) -> Option<Zval> {
    unsafe extern "C" {
        fn zend_parse_arg_str_or_long_slow(
            arg: *mut Zval,
            text: *mut *mut ZString,
            number: *mut i64,
            index: u32,
        ) -> bool;
        fn _zend_handle_numeric_str_ex(bytes: *const c_char, length: usize, index: *mut u64) -> bool;
    }
    // SAFETY: an argument of a live frame, in which a converted string stays.
    unsafe {
        let arg = call.arg(index);
        let mut text = ptr::null_mut();
        let mut number = 0i64;
        if (*arg).kind() == IS_LONG {
            number = (*arg).value.long;
        } else if (*arg).kind() == IS_STRING {
            text = (*arg).value.string;
        } else if !zend_parse_arg_str_or_long_slow(arg, &raw mut text, &raw mut number, index + 1) {
            if (*eg()).exception.is_null() {
                let given = type_name(arg);
                argument_type_error(index, &format!("must be of type string|int, {given} given"));
            }
            return None;
        }
        if text.is_null() {
            return Some(Zval::from_long(number));
        }
        let bytes = super::string::bytes(text);
        let mut found = 0u64;
        let may_be_numeric = bytes.first().is_some_and(|first| first.is_ascii_digit() || *first == b'-');
        if may_be_numeric && _zend_handle_numeric_str_ex(bytes.as_ptr().cast(), bytes.len(), &raw mut found) {
            return Some(Zval::from_long(found as i64));
        }
        Some(super::zval::from_string(text))
    }
}

/// The boolean at `index`, or `default` when it was not given.
pub fn bool_at(call: Call, index: u32, default: bool) -> Option<bool> {
    let mut value = default;
    // SAFETY: the format says one bool.
    let parsed = !call.has(index)
        || unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"b".as_ptr(), &raw mut value) } == 0;
    parsed.then_some(value)
}

/// The path at `index`, which is there: a string without zero bytes. Borrowed.
pub fn path_at(call: Call, index: u32) -> Option<*mut ZString> {
    let mut value: *mut ZString = ptr::null_mut();
    // SAFETY: the format says one path.
    let parsed = unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"P".as_ptr(), &raw mut value) };
    (parsed == 0).then_some(value)
}

/// The string at `index`, which is there. Borrowed.
pub fn string_at(call: Call, index: u32) -> Option<*mut ZString> {
    let mut value: *mut ZString = ptr::null_mut();
    if !call.has(index) {
        return None;
    }
    // SAFETY: the format says one string.
    let parsed = unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"S".as_ptr(), &raw mut value) };
    (parsed == 0).then_some(value)
}

/// The string at `index`; null when it was not given or is null. Borrowed.
pub fn nullable_string_at(call: Call, index: u32) -> Option<*mut ZString> {
    let mut value: *mut ZString = ptr::null_mut();
    // SAFETY: the format says one string or null.
    let parsed = !call.has(index)
        || unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"S!".as_ptr(), &raw mut value) } == 0;
    parsed.then_some(value)
}

/// The array at `index`, or null when it was not given. Borrowed.
pub fn array_at(call: Call, index: u32) -> Option<*mut Array> {
    let mut value: *mut Array = ptr::null_mut();
    // SAFETY: the format says one array.
    let parsed = !call.has(index)
        || unsafe { zend_parse_parameter(0, index + 1, call.arg(index), c"h".as_ptr(), &raw mut value) } == 0;
    parsed.then_some(value)
}

/// The object of `class` at `index`; null when it was not given or is null.
pub fn nullable_object_at(call: Call, index: u32, class: *mut ClassEntry) -> Option<*mut Object> {
    if !call.has(index) {
        return Some(ptr::null_mut());
    }
    let mut value: *mut Zval = ptr::null_mut();
    // SAFETY: the format says one optional object with its class.
    unsafe {
        let parsed = zend_parse_parameter(0, index + 1, call.arg(index), c"O!".as_ptr(), &raw mut value, class);
        if parsed != 0 {
            return None;
        }
        Some(if value.is_null() { ptr::null_mut() } else { (*value).object() })
    }
}

/// The only argument of a call, which must be a closure.
pub fn closure(call: Call) -> Option<*mut Zval> {
    let mut value: *mut Zval = ptr::null_mut();
    // SAFETY: the format says one object with its class.
    let parsed =
        unsafe { ffi::zend_parse_parameters(call.arg_count(), c"O".as_ptr(), &raw mut value, super::class::closure()) };
    (parsed == 0).then_some(value)
}

/// One object of `class`.
pub fn object(call: Call, class: *mut ClassEntry) -> Option<*mut Object> {
    let mut value: *mut Zval = ptr::null_mut();
    // SAFETY: the format says one object with its class.
    unsafe {
        let parsed = ffi::zend_parse_parameters(call.arg_count(), c"O".as_ptr(), &raw mut value, class);
        (parsed == 0).then(|| (*value).object())
    }
}

/// The argument at `index`, which is there, as an object of `class`.
pub fn object_at(call: Call, index: u32, class: *mut ClassEntry) -> Option<*mut Object> {
    // SAFETY: an argument of a live frame; the name of a class is zero-terminated.
    unsafe {
        let object = (*call.arg(index)).object();
        if !object.is_null() && object::is_a(object, class) {
            return Some(object);
        }
        let name = super::string::to_text((*class).name);
        argument_type_error(index, &format!("must be of type {name}, {} given", type_name(call.arg(index))));
        None
    }
}

/// Up to two arguments: a callable or null, and an object of `class` or null. Whether there is a callable, which is only
/// borrowed, and the object.
///
/// # Safety
/// `info` and `info_cache` are writable.
pub unsafe fn optional_callable_and_object(
    call: Call,
    info: *mut Fci,
    info_cache: *mut Fcc,
    class: *mut ClassEntry,
) -> Option<(bool, *mut Object)> {
    // SAFETY: the format says an optional callable and an optional object with its class; null sets the size to 0.
    unsafe {
        let mut value: *mut Zval = ptr::null_mut();
        (*info).size = 0;
        let parsed =
            ffi::zend_parse_parameters(call.arg_count(), c"|f!O!".as_ptr(), info, info_cache, &raw mut value, class);
        if parsed != 0 {
            return None;
        }
        let object = if value.is_null() { ptr::null_mut() } else { (*value).object() };
        Some(((*info).size != 0, object))
    }
}

/// Keeps the callable at `index` in `place`, with all arguments after it; false with the standard message otherwise.
///
/// # Safety
/// An argument is there; `place` is writable. May autoload.
#[inline]
pub unsafe fn callable_with_rest(call: Call, index: u32, place: *mut Fcall) -> bool {
    // SAFETY: the argument at `index` is there and `place` writable, as demanded; the frame of the call outlasts its
    // handler.
    unsafe { keep_callable(call, index, call.arg_count() - index - 1, place) }
}

/// Keeps the callable at `index` in `place`, without arguments; false with the standard message otherwise.
///
/// # Safety
/// An argument is there; `place` is writable. May autoload.
pub unsafe fn callable(call: Call, index: u32, place: *mut Fcall) -> bool {
    // SAFETY: the argument at `index` is there and `place` writable, as demanded; with no rest, no argument behind it is
    // read.
    unsafe { keep_callable(call, index, 0, place) }
}

/// As [`callable`], in a block of its own, which the caller owns.
///
/// # Safety
/// An argument is there.
pub unsafe fn owned_callable(call: Call, index: u32) -> Option<*mut Fcall> {
    // SAFETY: the block is freed when nothing was put into it.
    unsafe {
        let block: *mut Fcall = memory::allocate(size_of::<Fcall>());
        if callable(call, index, block) {
            return Some(block);
        }
        memory::free(block);
        None
    }
}

/// As [`owned_callable`]; what cannot be called is an error of its type: "must be of type callable, string given".
///
/// # Safety
/// An argument is there.
pub unsafe fn owned_callable_by_type(call: Call, index: u32) -> Option<*mut Fcall> {
    // SAFETY: the argument is there, as demanded, and the frame holds it; where nothing could be kept there is nothing to
    // free.
    unsafe {
        let kept = call::keep(call.arg(index), ptr::null_mut(), 0, ptr::null_mut());
        if kept.is_err() && (*eg()).exception.is_null() {
            argument_type_error(index, &format!("must be of type callable, {} given", type_name(call.arg(index))));
        }
        kept.ok()
    }
}

/// As [`owned_callable`], of an argument that may be null or not given: null then.
///
/// # Safety
/// In a call of ours; may autoload.
pub unsafe fn owned_callable_or_null(call: Call, index: u32) -> Option<*mut Fcall> {
    // SAFETY: the argument is there where it is looked at, and the frame holds it; the block is freed when nothing was put
    // into it.
    unsafe {
        if !call.has(index) || (*call.arg(index)).kind() == IS_NULL {
            return Some(ptr::null_mut());
        }
        let block: *mut Fcall = memory::allocate(size_of::<Fcall>());
        match call::keep_in(block, call.arg(index), ptr::null_mut(), 0, ptr::null_mut()) {
            Ok(()) => return Some(block),
            Err(reason) if (*eg()).exception.is_null() => {
                argument_type_error(index, &format!("must be a valid callback or null, {reason}"));
            }
            Err(_) => {}
        }
        memory::free(block);
        None
    }
}

#[inline]
unsafe fn keep_callable(call: Call, index: u32, rest: u32, place: *mut Fcall) -> bool {
    // SAFETY: the argument and the `rest` behind it are there, as the callers make sure; the frame holds them while classes
    // are loaded.
    unsafe {
        match call::keep_in(place, call.arg(index), call.arg(index + 1), rest, call.named_args()) {
            Ok(()) => true,
            Err(_) if !(*eg()).exception.is_null() => false,
            Err(reason) => {
                argument_type_error(index, &format!("must be a valid callback, {reason}"));
                false
            }
        }
    }
}

/// `TypeError` for the argument at `index` from 0: `func(): Argument #1 ($name) <reason>`.
pub fn argument_type_error(index: u32, reason: &str) {
    argument_error(index, reason, |number, text| {
        // SAFETY: a format with one string.
        unsafe { ffi::zend_argument_type_error(number, c"%s".as_ptr(), text.as_ptr()) }
    });
}

/// `ValueError` for the argument at `index` from 0.
pub fn argument_value_error(index: u32, reason: &str) {
    argument_error(index, reason, |number, text| {
        // SAFETY: a format with one string.
        unsafe { ffi::zend_argument_value_error(number, c"%s".as_ptr(), text.as_ptr()) }
    });
}

fn argument_error(index: u32, reason: &str, throw: impl FnOnce(u32, &CStr)) {
    let text = CString::new(reason.replace('\0', "")).unwrap_or_default();
    throw(index + 1, &text);
}

/// PHP's name for the type of a value: `int`, `array`, a class.
///
/// # Safety
/// Valid value.
pub unsafe fn type_name(value: *mut Zval) -> String {
    unsafe extern "C" {
        fn true_async_type_name(value: *mut Zval) -> *const core::ffi::c_char;
    }
    // SAFETY: a static or class-owned string.
    unsafe { CStr::from_ptr(true_async_type_name(value)).to_string_lossy().into_owned() }
}
