//! Functions that walk a document and call PHP functions or load files meanwhile. Any PHP code may change the document, and
//! frees what the walk goes on with: their I/O blocks the process [io/FW-5]. Those that save a document open its target and write
//! it when it has been walked (`engine/shim_saving.c`) [io/FW-2].

use super::wrapped::{Around, Guards};
use crate::abi::zend::IS_LONG;
use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::{Call, Handler};
use crate::engine::libxml;
use crate::engine::wrap::Function;
use crate::scheduler;
use core::ffi::c_void;

pub fn guards_of(function: &Function) -> Option<Guards> {
    let class = function.class();
    let name = function.name();
    let is_dom = class.starts_with(b"DOM") || class.starts_with(b"Dom\\");
    let saves: Option<Around> = match name {
        b"c14nfile" if is_dom => Some(save),
        b"save" if class == b"DOMDocument" => Some(save),
        b"savehtmlfile" if class == b"DOMDocument" => Some(save_html),
        b"asxml" | b"savexml" if cfg!(not(php84)) && class == b"SimpleXMLElement" => Some(save_element),
        _ => None,
    };
    if saves.is_some() {
        return Some(Guards { around: saves, ..Guards::default() });
    }
    let blocks = match name {
        b"query" | b"evaluate" => matches!(class, b"DOMXPath" | b"Dom\\XPath"),
        b"xinclude"
        | b"validate"
        | b"schemavalidate"
        | b"schemavalidatesource"
        | b"relaxngvalidate"
        | b"relaxngvalidatesource"
        | b"c14n"
        | b"savehtml" => is_dom,
        b"asxml" | b"savexml" => is_dom || cfg!(php84) && class == b"SimpleXMLElement",
        // These write while they walk.
        b"savexmlfile" | b"savehtmlfile" => class.starts_with(b"Dom\\"),
        b"transformtodoc" | b"transformtouri" | b"transformtoxml" => class == b"XSLTProcessor",
        _ => false,
    };
    blocks.then(|| Guards { around: Some(block), ..Guards::default() })
}

unsafe fn block(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe { scheduler::blocking::blocking(|| inner(frame, result)) }
}

/// What a function does that has walked the document.
///
/// # Safety
/// In one of them.
pub unsafe extern "C" fn outside_blocking(call: unsafe extern "C" fn(*mut c_void), argument: *mut c_void) {
    // SAFETY: libxml calls this inside of a function that blocks, as this function demands.
    unsafe { scheduler::blocking::outside(|| call(argument)) }
}

/// The result is `false` if the target could not be opened.
unsafe fn save(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        collect(inner, frame, result);
        correct(Call::of(frame, result), libxml::written());
    }
}

/// PHP tells of such a target that no bytes were written there.
unsafe fn save_html(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        collect(inner, frame, result);
        match libxml::written() {
            libxml::NOT_OPENED => Call::of(frame, result).result().write(Zval::from_long(0)),
            written => correct(Call::of(frame, result), written),
        }
    }
}

/// PHP tells of an element only whether the target was opened, and libxml opens it when nothing looks at that any more.
unsafe fn save_element(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it; what that holds when the
    // target was not opened is a boolean.
    unsafe {
        collect(inner, frame, result);
        if libxml::written() == libxml::NOT_OPENED {
            Call::of(frame, result).result().write(Zval::from_bool(false));
        }
    }
}

/// Handlers of warnings may run in the middle of the walk. What an earlier call has left untold is forgotten.
unsafe fn collect(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    libxml::written();
    // SAFETY: as of those that call this.
    unsafe { block(inner, frame, result) };
}

/// What was written, and what could not be, is known after libxml has counted what it collected.
unsafe fn correct(call: Call, written: i64) {
    // SAFETY: the call has returned.
    unsafe {
        let value = call.result();
        if (*value).kind() != IS_LONG {
            return;
        }
        if (*value).value.long < 0 {
            value.write(Zval::from_bool(false));
        } else if written >= 0 {
            (*value).value.long = written;
        }
    }
}
