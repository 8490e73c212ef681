//! Functions that walk a document and call PHP functions or load files meanwhile. Any PHP code may change the document, and
//! frees what the walk goes on with: their I/O blocks the process [io/FW-5]. Those that save a document write it when it has
//! been walked (`engine/shim_saving.c`).

use super::wrapped::Guards;
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
    if is_dom && name == b"c14nfile" {
        return Some(Guards { around: Some(save_canonical), ..Guards::default() });
    }
    if class == b"DOMDocument" && matches!(name, b"save" | b"savehtmlfile") {
        return Some(Guards { around: Some(save), ..Guards::default() });
    }
    let blocks = match name {
        b"query" | b"evaluate" => matches!(class, b"DOMXPath" | b"Dom\\XPath"),
        b"xinclude"
        | b"validate"
        | b"schemavalidate"
        | b"schemavalidatesource"
        | b"relaxngvalidate"
        | b"relaxngvalidatesource"
        | b"c14n" => is_dom,
        // These write while they walk.
        b"savexmlfile" | b"savehtmlfile" => class.starts_with(b"Dom\\"),
        b"asxml" | b"savexml" => cfg!(php84) && class == b"SimpleXMLElement",
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

/// Canonical XML, whose nodes are chosen before the target is opened.
unsafe fn save_canonical(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        block(inner, frame, result);
        correct(Call::of(frame, result));
    }
}

unsafe fn save(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe {
        inner(frame, result);
        correct(Call::of(frame, result));
    }
}

/// What was written, and what could not be, is known after libxml has counted what it collected.
unsafe fn correct(call: Call) {
    // SAFETY: the call has returned.
    unsafe {
        let written = libxml::written();
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
