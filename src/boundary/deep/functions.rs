//! Internal functions that recurse [io/FW-6].
//!
//! One that recurses over its data runs on a large stack from the start: inside, nothing asks how much is left. One that
//! calls back into PHP is asked each time it is called, so it moves only when little is left.

use crate::abi::zend::{IS_ARRAY, IS_OBJECT, IS_STRING};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::functions::call_original;
use crate::engine::deep::is_small;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap::Function;
use crate::engine::{exception, zval};
use crate::scheduler::large_stack;
use core::ffi::c_void;
use core::ptr;

/// A shorter text is not nested deeply enough to matter: the densest takes a byte for a level of about 200.
const LONG_TEXT_BYTES: usize = 512;
/// An array with no more elements, those of its arrays included, is looked at before it moves.
const SMALL_ELEMENTS: i32 = 24;
/// How many arguments are looked at.
const ARGUMENTS: u32 = 4;

/// The wrapper of a function, if it needs one.
pub fn wrapper_of(function: &Function) -> Option<Handler> {
    let (class, name) = (function.class(), function.name());
    if recurses_over_data(class, name) {
        Some(over_data)
    } else if looks_for_a_value(class, name) {
        Some(over_a_needle)
    } else if recurses_over_a_tree(class, name) {
        Some(over_a_tree)
    } else if function.takes_callable || calls_back(class, name) {
        Some(calling_back)
    } else {
        None
    }
}

/// Whether a handler is one of ours.
pub fn is_wrapper(handler: Handler) -> bool {
    let ours: [Handler; 4] = [over_data, over_a_needle, over_a_tree, calling_back];
    ours.iter().any(|wrapper| *wrapper as *const () == handler as *const ())
}

/// Whether a function recurses over arrays, objects or the text that it is given.
fn recurses_over_data(class: &[u8], name: &[u8]) -> bool {
    class.is_empty()
        && matches!(
            name,
            b"serialize"
                | b"unserialize"
                | b"var_export"
                | b"var_dump"
                | b"print_r"
                | b"debug_zval_dump"
                | b"json_encode"
                | b"json_decode"
                | b"array_walk_recursive"
                | b"array_merge_recursive"
                | b"array_replace_recursive"
                // Compare elements.
                | b"array_unique"
                | b"array_multisort"
                | b"sort"
                | b"rsort"
                | b"asort"
                | b"arsort"
                | b"max"
                | b"min"
                | b"http_build_query"
                | b"parse_str"
                | b"mb_parse_str"
                | b"mb_convert_encoding"
                | b"mb_convert_variables"
                | b"mb_check_encoding"
                | b"filter_var"
                | b"filter_var_array"
                | b"igbinary_serialize"
                | b"igbinary_unserialize"
                | b"msgpack_pack"
                | b"msgpack_unpack"
                | b"msgpack_serialize"
                | b"msgpack_unserialize"
                | b"yaml_emit"
                | b"yaml_parse"
                | b"var_representation"
        )
}

/// Whether a function compares a value with the elements of an array, which recurses only if it is nested itself.
fn looks_for_a_value(class: &[u8], name: &[u8]) -> bool {
    class.is_empty() && matches!(name, b"in_array" | b"array_search" | b"array_keys")
}

/// Whether a function recurses over a tree that is not a PHP value; none of them is quick.
fn recurses_over_a_tree(class: &[u8], name: &[u8]) -> bool {
    match class {
        b"" => matches!(
            name,
            b"simplexml_load_string"
                | b"simplexml_load_file"
                | b"xml_parse"
                | b"xml_parse_into_struct"
                | b"session_decode"
                | b"session_encode"
        ),
        b"DOMNode" => {
            matches!(name, b"clonenode" | b"normalize" | b"c14n" | b"c14nfile" | b"removechild" | b"replacechild")
        }
        b"DOMDocument" => matches!(
            name,
            b"load"
                | b"loadxml"
                | b"loadhtml"
                | b"loadhtmlfile"
                | b"save"
                | b"savexml"
                | b"savehtml"
                | b"savehtmlfile"
                | b"importnode"
                | b"adoptnode"
                | b"normalizedocument"
                | b"schemavalidate"
                | b"schemavalidatesource"
                | b"relaxngvalidate"
                | b"relaxngvalidatesource"
                | b"validate"
                | b"xinclude"
        ),
        b"DOMXPath" => matches!(name, b"query" | b"evaluate"),
        b"SimpleXMLElement" => matches!(name, b"__construct" | b"asxml" | b"savexml" | b"xpath"),
        b"XSLTProcessor" => {
            matches!(name, b"transformtodoc" | b"transformtouri" | b"transformtoxml" | b"importstylesheet")
        }
        _ => false,
    }
}

/// Whether a function calls PHP code although none of its parameters is declared as a callable.
fn calls_back(class: &[u8], name: &[u8]) -> bool {
    match class {
        b"" => matches!(
            name,
            b"array_udiff"
                | b"array_udiff_assoc"
                | b"array_udiff_uassoc"
                | b"array_uintersect"
                | b"array_uintersect_assoc"
                | b"array_uintersect_uassoc"
                | b"array_diff_uassoc"
                | b"array_diff_ukey"
                | b"array_intersect_uassoc"
                | b"array_intersect_ukey"
                | b"preg_replace_callback_array"
                | b"iterator_to_array"
                | b"iterator_count"
                // Not `spl_autoload_call`, which `spl_autoload_register` knows by its handler.
                | b"class_exists"
                // Of wrappers and filters in user space.
                | b"fopen"
                | b"opendir"
                | b"stream_filter_append"
                | b"stream_filter_prepend"
                | b"implode"
                | b"join"
        ),
        b"Generator" => matches!(name, b"current" | b"key" | b"next" | b"rewind" | b"send" | b"throw" | b"valid"),
        b"ReflectionFunction" => matches!(name, b"invoke" | b"invokeargs"),
        b"ReflectionMethod" => matches!(name, b"invoke" | b"invokeargs"),
        b"ReflectionClass" => matches!(name, b"newinstance" | b"newinstanceargs"),
        b"ReflectionProperty" => matches!(name, b"getvalue" | b"setvalue"),
        b"Closure" => matches!(name, b"call"),
        b"IteratorIterator"
        | b"CallbackFilterIterator"
        | b"FilterIterator"
        | b"AppendIterator"
        | b"CachingIterator"
        | b"LimitIterator"
        | b"NoRewindIterator"
        | b"InfiniteIterator"
        | b"RecursiveIteratorIterator"
        | b"MultipleIterator" => matches!(name, b"rewind" | b"next" | b"current" | b"key" | b"valid" | b"accept"),
        b"ArrayObject" | b"ArrayIterator" => matches!(name, b"uasort" | b"uksort"),
        _ => false,
    }
}

/// A function that recurses over its data.
unsafe extern "C" fn over_data(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result, which are passed on as they are. A bailout may
    // leave this frame, in which nothing needs dropping.
    unsafe {
        if large_stack::is_too_small() && may_be_nested(Call::of(frame, result)) {
            move_to_large(frame, result);
        } else {
            call_original(frame, result);
        }
    }
}

/// A function that compares a value with the elements of an array: the first two arguments, in either order.
unsafe extern "C" fn over_a_needle(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and room for the result. A bailout may leave this frame, which owns nothing.
    unsafe {
        if large_stack::is_too_small() {
            let call = Call::of(frame, result);
            let nested = call.arg_count() >= 2
                && (0..2).all(|index| matches!((*argument(call, index)).kind(), IS_ARRAY | IS_OBJECT));
            if nested && may_be_nested(call) {
                return move_to_large(frame, result);
            }
        }
        call_original(frame, result);
    }
}

/// An argument, behind a reference as well.
#[inline]
unsafe fn argument(call: Call, index: u32) -> *mut Zval {
    // SAFETY: an argument of a live frame, which keeps what it refers to.
    unsafe { zval::deref(call.arg(index)) }
}

/// A function that recurses over a tree of its own.
unsafe extern "C" fn over_a_tree(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        if large_stack::is_too_small() {
            move_to_large(frame, result);
        } else {
            call_original(frame, result);
        }
    }
}

/// A function that calls back into PHP.
unsafe extern "C" fn calling_back(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        if large_stack::is_short() {
            move_to_large(frame, result);
        } else {
            call_original(frame, result);
        }
    }
}

/// Whether an argument can be nested deeply: numbers, short texts and small arrays cannot.
#[inline]
unsafe fn may_be_nested(call: Call) -> bool {
    (0..call.arg_count().min(ARGUMENTS)).any(|index| {
        // SAFETY: arguments of a live frame.
        unsafe {
            let value = argument(call, index);
            match (*value).kind() {
                IS_OBJECT => true,
                IS_ARRAY => !is_small(value, SMALL_ELEMENTS),
                IS_STRING => (*(*value).value.string).len >= LONG_TEXT_BYTES,
                _ => false,
            }
        }
    })
}

/// The arguments of a handler on their way to another stack.
struct Arguments {
    frame: *mut ExecuteData,
    result: *mut Zval,
}

#[cold]
unsafe fn move_to_large(frame: *mut ExecuteData, result: *mut Zval) {
    unsafe extern "C" fn run(arguments: *mut c_void) {
        // SAFETY: the arguments lie on the frame of `move_to_large`, which waits until this returns.
        unsafe {
            let arguments = arguments.cast::<Arguments>();
            call_original((*arguments).frame, (*arguments).result);
        }
    }
    // SAFETY: the caller has just asked; nothing here needs dropping.
    unsafe {
        let mut arguments = Arguments { frame, result };
        if large_stack::call(run, (&raw mut arguments).cast()) {
            return;
        }
        if large_stack::is_short() {
            exception::throw_error(
                ptr::null_mut(),
                "The C stack of the coroutine is used up and no large one is left: calls of functions in C are nested too \
                 deeply (fiber.stack_size sets the size of the first stack)",
            );
        } else {
            call_original(frame, result);
        }
    }
}
