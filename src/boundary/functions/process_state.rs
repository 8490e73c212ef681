//! Functions that keep process-wide state across a call which may wait: one coroutine at a time [io/FW-5]. Their input may
//! be a stream of user space or of the network, or they call back into PHP, so they may wait although files do not.
//!
//! What is listed here lies in memory that no installed header describes, or cannot be taken away from under its user; the
//! rest travels with the coroutine (`engine/state`, `engine/busy`). docs/globals.md has them all.

use super::connections::key_of_text;
use super::directories;
use super::soap;
use super::wrapped::{Gates, Guards, Keys};
use crate::abi::zend::{IS_LONG, IS_OBJECT, IS_STRING, IS_UNDEF};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::callbacks;
use crate::boundary::exclusion::phar;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::Function;
use crate::engine::{exception, frame, pcre, read_ahead, string};
use core::ptr;

macro_rules! key {
    ($name:ident) => {{
        static PLACE: u8 = 0;
        unsafe fn $name(_: Call) -> Keys {
            [(&raw const PLACE) as usize, 0]
        }
        $name
    }};
}

fn gate(keys: unsafe fn(Call) -> Keys, what: &'static str) -> Option<Guards> {
    Some(Guards { gates: Some(Gates { keys, what }), ..Guards::default() })
}

const MB_EREG: unsafe fn(Call) -> Keys = key!(mb_ereg);

pub fn guards_of(function: &Function) -> Option<Guards> {
    match (function.class(), function.name()) {
        // The scanner's target is a global, and so is where it stands.
        (b"", b"parse_ini_file" | b"parse_ini_string" | b"get_browser") => gate(key!(ini_scanner), "ini scanner"),
        // Likewise. The compiler uses the same scanner; it puts back what it finds, and nothing suspends in it [io/INC-1].
        (
            b"",
            b"highlight_file" | b"show_source" | b"highlight_string" | b"php_strip_whitespace" | b"token_get_all",
        )
        | (b"PhpToken", b"tokenize") => gate(key!(scanner), "scanner"),
        (b"", b"set_include_path" | b"ini_set" | b"ini_alter" | b"ini_restore") => {
            Some(Guards { before: Some(read_ahead::keep_include_path), ..Guards::default() })
        }
        (b"", b"spl_autoload_unregister" | b"stream_context_set_params" | b"assert_options") => {
            Some(Guards { around: Some(change_callback), ..Guards::default() })
        }
        (b"", name) if name.starts_with(b"xml_set_") => {
            Some(Guards { around: Some(change_callback), ..Guards::default() })
        }
        (b"", b"libxml_set_external_entity_loader") => {
            Some(Guards { around: Some(change_loader), ..Guards::default() })
        }
        (b"", b"opendir" | b"dir") => {
            Some(Guards { around: Some(directories::open), everywhere: true, ..Guards::default() })
        }
        // PHP lists a persistent stream before it is connected; code that finds one that is not would end and free it.
        (b"", b"pfsockopen") => gate(persistent_host, "persistent stream"),
        (b"", b"stream_socket_client") => gate(persistent_address, "persistent stream"),
        // The comparison of each array is in a global; comparing may call __toString().
        (b"", b"array_multisort") => gate(key!(multisort), "array_multisort"),
        // The collator that compares is in a global; comparing may call __toString().
        (b"", b"collator_sort" | b"collator_asort") | (b"Collator", b"sort" | b"asort") => {
            gate(key!(collator), "collator")
        }
        // A call that uses a pattern with other options frees what another is matching with, which may be in a callback.
        (b"", b"mb_split") => gate(MB_EREG, "mb_ereg"),
        (b"", name) if name.starts_with(b"mb_ereg") => gate(MB_EREG, "mb_ereg"),
        (b"", b"preg_replace_callback" | b"preg_replace_callback_array") => {
            Some(Guards { around: Some(match_apart), ..Guards::default() })
        }
        // While it is changed its comparison runs, and PHP refuses others.
        (b"SplHeap" | b"SplPriorityQueue", b"insert" | b"extract" | b"next") => gate(object_key, "heap"),
        // What was packed already, for references to it, is in globals; packing calls methods.
        _ if function.module().eq_ignore_ascii_case(b"msgpack") => gate(key!(msgpack), "msgpack"),
        // libxml's defaults are those of the stylesheet meanwhile, and after that what they were before.
        (b"XSLTProcessor", b"importstylesheet") => gate(key!(stylesheet), "importStylesheet"),
        // Likewise while its handlers run.
        (b"", b"xml_parse" | b"xml_parse_into_struct") => gate(parser_key, "parser"),
        // Lines of two coroutines would be one; and PHP drops what is logged while it logs.
        (b"", b"error_log") => Some(Guards { zone_when: Some(goes_to_the_log), ..Guards::default() }),
        // The body is read once, with settings in globals.
        (b"", b"request_parse_body") => Some(Guards { zone: true, ..Guards::default() }),
        _ if soap::is_method(function) => Some(soap::guards_of(function)),
        _ if function.module().eq_ignore_ascii_case(b"readline") => gate(key!(readline), "readline"),
        _ if function.module().eq_ignore_ascii_case(b"phar") => gate(phar_key, phar::WHAT),
        _ => None,
    }
}

/// What a call matches into is not what calls of others use that begin and end meanwhile.
unsafe fn match_apart(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper's call is live; without arguments the function complains and calls nothing.
    unsafe {
        let call = Call::of(frame, result);
        if call.arg(0).is_null() {
            return inner(frame, result);
        }
        pcre::call_back(call.arg(0), || inner(frame, result));
    }
}

/// Takes a callback away, or replaces it: others may be in the middle of it.
unsafe fn change_callback(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper, whose call is live.
    unsafe {
        callbacks::keep_running();
        inner(frame, result);
        callbacks::give_back();
    }
}

/// Likewise the loader of external entities. Where PHP reads afterwards what is set then, the change has no time at which it could be
/// made: it is refused.
unsafe fn change_loader(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the arguments of the wrapper, whose call is live.
    unsafe {
        if callbacks::is_any_frame(frame::is_entity_loader) {
            let message =
                "Cannot change the loader of external entities while another coroutine waits in a callback of libxml";
            return exception::throw_error(ptr::null_mut(), message);
        }
        change_callback(inner, frame, result);
    }
}

unsafe fn object_key(call: Call) -> Keys {
    [call.this() as usize, 0]
}

unsafe fn parser_key(call: Call) -> Keys {
    let parser = call.arg(0);
    // SAFETY: an argument of a live frame.
    unsafe {
        if parser.is_null() || (*parser).kind() != IS_OBJECT { [0, 0] } else { [(*parser).value.object as usize, 0] }
    }
}

/// Archives are known by their names to all, and their files share a handle.
unsafe fn phar_key(_: Call) -> Keys {
    [phar::key(), 0]
}

/// `pfsockopen($host, $port)`
unsafe fn persistent_host(call: Call) -> Keys {
    // SAFETY: arguments of a live frame.
    unsafe { [key_of_text(&[b"pfsockopen", text(call, 0), &number(call, 1).to_le_bytes()]), 0] }
}

/// `stream_socket_client($address, $code, $message, $timeout, $flags)`
unsafe fn persistent_address(call: Call) -> Keys {
    const PERSISTENT: i64 = 1;
    // SAFETY: arguments of a live frame.
    unsafe {
        if number(call, 4) & PERSISTENT == 0 {
            return [0, 0];
        }
        [key_of_text(&[b"stream_socket_client", text(call, 0)]), 0]
    }
}

unsafe fn text<'a>(call: Call, index: u32) -> &'a [u8] {
    let value = call.arg(index);
    // SAFETY: an argument of a live frame, which holds the string for as long as the call lasts.
    unsafe { if !value.is_null() && (*value).kind() == IS_STRING { string::bytes((*value).value.string) } else { b"" } }
}

unsafe fn number(call: Call, index: u32) -> i64 {
    let value = call.arg(index);
    // SAFETY: an argument of a wrapper's call, which has not returned.
    unsafe { if !value.is_null() && (*value).kind() == IS_LONG { (*value).value.long } else { 0 } }
}

/// Whether a call of `error_log()` writes to PHP's own log, or to the server's. Mail and other files are ordinary output.
unsafe fn goes_to_the_log(call: Call) -> bool {
    const MAIL: i64 = 1;
    const FILE: i64 = 3;
    let kind = call.arg(1);
    // SAFETY: an argument of a live frame.
    unsafe {
        kind.is_null()
            || (*kind).kind() == IS_UNDEF
            || ((*kind).kind() == IS_LONG && !(MAIL..=FILE).contains(&(*kind).value.long))
    }
}
