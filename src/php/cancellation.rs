//! `\Cancellation`, a third throwable root beside `Exception` and `Error`, and the classes below it [core/EX-1].
//!
//! Stock PHP refuses such a class: `Throwable` asks every implementor for its root. Its check is replaced, for good, by
//! one that also accepts ours. The engine then treats any throwable that is not an `Exception` as an `Error`: it reads and
//! writes message, trace and so on *in the scope of* `Error`. Our property handlers translate that scope, so that the
//! properties can be protected and private as in `Exception`. The getters are those of `Error`, shared.

use super::{Parent, class_type, signature};
use crate::abi::zend::{IS_ARRAY, IS_LONG, IS_OBJECT, IS_STRING};
use crate::abi::{AsyncClass, ClassEntry, Object, ZString, Zval, memory};
use crate::engine::class::{self, ObjectModel, function};
use crate::engine::entry::{Handler, handlers};
use crate::engine::{args, eg, object, string, zval};
use core::cell::UnsafeCell;
use core::ffi::{CStr, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::ffi;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::zend::{ClassEntry as PhpClassEntry, ce};

static MODEL: ObjectModel = ObjectModel::new();

type ImplementorCheck = unsafe extern "C" fn(*mut ClassEntry, *mut ClassEntry) -> c_int;
/// The engine's own check. Written at MINIT only.
struct ThrowableCheck(UnsafeCell<Option<ImplementorCheck>>);
// SAFETY: written at MINIT, when no other thread runs; only read afterwards.
unsafe impl Sync for ThrowableCheck {}
static THROWABLE_CHECK: ThrowableCheck = ThrowableCheck(UnsafeCell::new(None));

unsafe extern "C" {
    fn zend_fetch_debug_backtrace(result: *mut Zval, skip_last: c_int, options: c_int, limit: c_int);
}

fn cancellation() -> &'static PhpClassEntry {
    // SAFETY: `register` below asks after it has registered the class, and class entries live as long as the module.
    unsafe { &*class::cancellation_root() }
}
fn async_cancellation() -> &'static PhpClassEntry {
    // SAFETY: `register` below asks after it has registered the class, and class entries live as long as the module.
    unsafe { &*class::get(AsyncClass::EXCEPTION_CANCELLATION) }
}

/// # Safety
/// Module start.
pub unsafe fn register() {
    // SAFETY: MINIT, as this function demands: no other thread runs that could read the model. The class is new and has no objects yet.
    unsafe {
        accept_our_root();
        let root = class::register(root_class(), AsyncClass::NO);
        class::set_cancellation_root(root);
        declare_properties(root);
        MODEL.install(root, create_object, |own| {
            own.read_property = Some(read_property);
            own.write_property = Some(write_property);
            own.get_property_ptr_ptr = Some(get_property_ptr_ptr);
            own.has_property = Some(has_property);
        });
    }
    let below = |name: &str, parent: Parent, number: AsyncClass| {
        class::register(ClassBuilder::new(name).extends(parent), number)
    };
    below("Async\\AsyncCancellation", (cancellation, "\\Cancellation"), AsyncClass::EXCEPTION_CANCELLATION);
    below(
        "Async\\OperationCanceledException",
        (async_cancellation, "Async\\AsyncCancellation"),
        AsyncClass::EXCEPTION_OPERATION_CANCELLED,
    );
}

/// Replaces the check that `Throwable` makes of its implementors. It runs again for every user subclass.
unsafe fn accept_our_root() {
    unsafe extern "C" fn check(interface: *mut ClassEntry, class: *mut ClassEntry) -> c_int {
        // SAFETY: the engine gives the class that it links, whose parents are linked; the engine's own check gets what this one got.
        unsafe {
            let mut root = class;
            while !(*root).__bindgen_anon_1.parent.is_null() {
                root = (*root).__bindgen_anon_1.parent;
            }
            if string::bytes((*root).name) == b"Cancellation" {
                return 0;
            }
            (*THROWABLE_CHECK.0.get()).map_or(0, |original| original(interface, class))
        }
    }
    // SAFETY: the only caller is `register`, at MINIT: no other thread runs that could link a class or read the hook meanwhile.
    unsafe {
        let hook = &raw mut (*ffi::zend_ce_throwable).__bindgen_anon_2.interface_gets_implemented;
        *THROWABLE_CHECK.0.get() = *hook;
        *hook = Some(check);
    }
}

/// The handler of a method of `Error`.
fn error_method(name: &str) -> Handler {
    // SAFETY: the method exists since PHP 7; internal functions start alike.
    unsafe {
        let found = ffi::zend_hash_str_find_ptr_lc(
            &raw mut (*ffi::zend_ce_error).function_table,
            name.as_ptr().cast(),
            name.len(),
        );
        let method = found.cast::<ffi::zend_function>();
        let handler = (*method).internal_function.handler.expect("methods of Error are internal");
        core::mem::transmute::<unsafe extern "C" fn(*mut ffi::zend_execute_data, *mut ffi::zval), Handler>(handler)
    }
}

fn root_class() -> ClassBuilder {
    let last = MethodFlags::Public | MethodFlags::Final;
    let shared = |name: &str| function(name, error_method(name));
    ClassBuilder::new("Cancellation")
        .implements((ce::throwable, "\\Throwable"))
        .method(
            signature("__construct", error_method("__construct"))
                .optional("message", DataType::String, "\"\"")
                .optional("code", DataType::Long, "0")
                .nullable("previous", class_type("Throwable"))
                .untyped(),
            MethodFlags::Public,
        )
        .method(shared("getMessage").returns(DataType::String, false, false), last)
        .method(shared("getCode"), last)
        .method(shared("getFile").returns(DataType::String, false, false), last)
        .method(shared("getLine").returns(DataType::Long, false, false), last)
        .method(shared("getTrace").returns(DataType::Array, false, false), last)
        .method(shared("getPrevious").returns(class_type("Throwable"), false, true), last)
        .method(shared("getTraceAsString").returns(DataType::String, false, false), last)
        .method(signature("__toString", to_string).returns(DataType::String), MethodFlags::Public)
}

/// The properties of `Exception`: name, visibility, type, default.
unsafe fn declare_properties(ce: *mut ClassEntry) {
    const PROTECTED: i32 = ffi::ZEND_ACC_PROTECTED as i32;
    const PRIVATE: i32 = ffi::ZEND_ACC_PRIVATE as i32;
    // SAFETY: permanent values: interned strings, the immutable empty array, scalars.
    unsafe {
        let intern = |text: &CStr| {
            ffi::zend_string_init_interned
                .map_or(ptr::null_mut(), |intern| intern(text.as_ptr(), text.count_bytes(), true))
        };
        let plain = |type_mask: u32| ffi::zend_type { ptr: ptr::null_mut(), type_mask };
        let nullable_throwable = ffi::zend_type {
            ptr: intern(c"Throwable").cast(),
            type_mask: ffi::_ZEND_TYPE_NAME_BIT | ffi::_ZEND_TYPE_NULLABLE_BIT,
        };
        let mut text = Zval::NULL;
        text.value.string = intern(c"");
        text.type_info = IS_STRING;
        let mut empty = Zval::NULL;
        empty.value.array = (&raw const ffi::zend_empty_array).cast_mut();
        empty.type_info = IS_ARRAY;
        let zero = Zval::from_long(0);
        for (name, access, kind, mut default) in [
            (c"message", PROTECTED, plain(0), text),
            (c"string", PRIVATE, plain(1 << IS_STRING), text),
            (c"code", PROTECTED, plain(0), zero),
            (c"file", PROTECTED, plain(1 << IS_STRING), text),
            (c"line", PROTECTED, plain(1 << IS_LONG), zero),
            (c"trace", PRIVATE, plain(1 << IS_ARRAY), empty),
            (c"previous", PRIVATE, nullable_throwable, Zval::NULL),
        ] {
            ffi::zend_declare_typed_property(
                ce,
                intern(name),
                (&raw mut default).cast(),
                access,
                ptr::null_mut(),
                kind,
            );
        }
    }
}

unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    const IGNORE_ARGS: c_int = 2;
    // SAFETY: called by the engine for a class below ours. The object gets its properties before anything can read them.
    unsafe {
        let new = ffi::zend_objects_new(ce);
        ffi::object_properties_init(new, ce);
        (*new).handlers = MODEL.handlers();
        let mut trace = Zval::UNDEF;
        if (*eg()).current_execute_data.is_null() {
            trace = zval::from_array(crate::engine::hash::new_array(0));
        } else {
            let options = if (*eg()).exception_ignore_args { IGNORE_ARGS } else { 0 };
            zend_fetch_debug_backtrace(&raw mut trace, 0, options, 0);
        }
        let file = ffi::zend_get_executed_filename();
        let mut file = zval::from_string(string::of_bytes(CStr::from_ptr(file).to_bytes()));
        let mut line = Zval::from_long(i64::from(ffi::zend_get_executed_lineno()));
        let root = class::cancellation_root();
        for (name, value) in [(c"file", &mut file), (c"line", &mut line), (c"trace", &mut trace)] {
            ffi::zend_update_property(root, new, name.as_ptr(), name.count_bytes(), ptr::from_mut(value).cast());
            zval::clear(value);
        }
        new
    }
}

/// Runs `access` with our class as scope where the engine set that of `Error`.
unsafe fn in_own_scope<T>(access: impl FnOnce() -> T) -> T {
    // SAFETY: the property handlers below run on the PHP thread, whose globals these are. The scope is put back before anything else
    // can look at it; after a bailout the engine resets it.
    unsafe {
        let scope = (*eg()).fake_scope;
        if scope == ffi::zend_ce_error {
            (*eg()).fake_scope = class::cancellation_root();
        }
        let result = access();
        (*eg()).fake_scope = scope;
        result
    }
}

unsafe extern "C" fn read_property(
    object: *mut Object,
    name: *mut ffi::zend_string,
    kind: c_int,
    cache: *mut *mut c_void,
    room: *mut ffi::zval,
) -> *mut ffi::zval {
    // SAFETY: the engine calls this in place of the standard handler, which gets its arguments as they are.
    unsafe { in_own_scope(|| ffi::zend_std_read_property(object, name, kind, cache, room)) }
}

unsafe extern "C" fn write_property(
    object: *mut Object,
    name: *mut ffi::zend_string,
    value: *mut ffi::zval,
    cache: *mut *mut c_void,
) -> *mut ffi::zval {
    // SAFETY: the engine calls this in place of the standard handler, which gets its arguments as they are.
    unsafe { in_own_scope(|| ffi::zend_std_write_property(object, name, value, cache)) }
}

unsafe extern "C" fn get_property_ptr_ptr(
    object: *mut Object,
    name: *mut ffi::zend_string,
    kind: c_int,
    cache: *mut *mut c_void,
) -> *mut ffi::zval {
    // SAFETY: the engine calls this in place of the standard handler, which gets its arguments as they are.
    unsafe { in_own_scope(|| ffi::zend_std_get_property_ptr_ptr(object, name, kind, cache)) }
}

unsafe extern "C" fn has_property(
    object: *mut Object,
    name: *mut ffi::zend_string,
    check: c_int,
    cache: *mut *mut c_void,
) -> c_int {
    // SAFETY: the engine calls this in place of the standard handler, which gets its arguments as they are.
    unsafe { in_own_scope(|| ffi::zend_std_has_property(object, name, check, cache)) }
}

/// The class in whose scope the engine keeps the properties of a throwable.
unsafe fn scope_of(object: *mut Object) -> *mut ClassEntry {
    // SAFETY: both callers have a living object; the engine has set its class entries before any module starts.
    unsafe { if object::is_a(object, ffi::zend_ce_exception) { ffi::zend_ce_exception } else { ffi::zend_ce_error } }
}

unsafe fn property(object: *mut Object, name: &CStr) -> Zval {
    let mut room = MaybeUninit::<ffi::zval>::zeroed();
    // SAFETY: every throwable has the property; the value, or what it refers to, is borrowed from the object.
    unsafe {
        let scope = scope_of(object);
        *zval::deref(
            ffi::zend_read_property(scope, object, name.as_ptr(), name.count_bytes(), true, room.as_mut_ptr()).cast(),
        )
    }
}

/// A property as PHP prints it. Nothing stands for arrays and objects: what converts them may be code of the user's.
unsafe fn text_property(object: *mut Object, name: &CStr) -> Vec<u8> {
    unsafe extern "C" {
        fn zval_get_string_func(value: *mut Zval) -> *mut ZString;
    }
    // SAFETY: the object is alive and holds the value: making text of a scalar runs no PHP code. The text is ours.
    unsafe {
        let mut value = property(object, name);
        if matches!(value.kind(), IS_ARRAY | IS_OBJECT) {
            return Vec::new();
        }
        let text = zval_get_string_func(&raw mut value);
        let bytes = string::bytes(text).to_vec();
        string::release(text);
        bytes
    }
}

/// `getTraceAsString()`, or null. It warns of what is no trace, so it may run PHP code and not come back.
unsafe fn trace_text(object: *mut Object) -> *mut ZString {
    // SAFETY: the method is final and takes nothing; its result moves to the caller.
    unsafe {
        let found =
            ffi::zend_hash_str_find_ptr_lc(&raw mut (*(*object).ce).function_table, c"gettraceasstring".as_ptr(), 16);
        let mut result = Zval::UNDEF;
        ffi::zend_call_known_function(
            found.cast(),
            object,
            (*object).ce,
            (&raw mut result).cast(),
            0,
            ptr::null_mut(),
            ptr::null_mut(),
        );
        if result.kind() == IS_STRING {
            return result.value.string;
        }
        zval::clear(&raw mut result);
        ptr::null_mut()
    }
}

/// What PHP adds to the message of an error about an argument: the place that follows is where the function is.
unsafe fn defined(object: *mut Object, message: &[u8]) -> &'static [u8] {
    const CALLER: &[u8] = b", called in ";
    // SAFETY: `chain_text` has a living object; the engine has set its class entries before any module starts.
    let about_argument =
        unsafe { (*object).ce == ffi::zend_ce_type_error || (*object).ce == ffi::zend_ce_argument_count_error };
    if about_argument && message.windows(CALLER.len()).any(|part| part == CALLER) { b" and defined" } else { b"" }
}

/// A throwable of a chain, held, and the text of its trace.
struct ChainLink {
    throwable: *mut Object,
    trace: *mut ZString,
}

/// The text of a chain, oldest first, as PHP prints it; one reference.
unsafe fn chain_text(first: *mut Object) -> *mut ZString {
    // SAFETY: what is in the chain now is held, whatever the code changes that asking for traces may run. Nothing of this frame has
    // to be dropped while that runs: the list is the request's.
    unsafe {
        let count = chain_from(first, |_, _| ());
        let chain: *mut ChainLink = memory::allocate(count * size_of::<ChainLink>());
        chain_from(first, |index, throwable| {
            object::add_ref(throwable);
            chain.add(index).write(ChainLink { throwable, trace: ptr::null_mut() });
        });
        for index in 0..count {
            (*chain.add(index)).trace = trace_text((*chain.add(index)).throwable);
        }
        let text = text_of(core::slice::from_raw_parts(chain, count));
        for index in 0..count {
            let ChainLink { throwable, trace } = chain.add(index).read();
            string::release(trace);
            object::release(throwable);
        }
        memory::free(chain);
        text
    }
}

/// Visits a chain, newest first, up to where it goes in a circle, and counts it.
unsafe fn chain_from(first: *mut Object, mut visit: impl FnMut(usize, *mut Object)) -> usize {
    let mut seen: Vec<*mut Object> = Vec::new();
    let mut current = first;
    while !current.is_null() && !seen.contains(&current) {
        visit(seen.len(), current);
        seen.push(current);
        // SAFETY: every object of the chain is held by the one before it, and nothing runs here.
        let previous = unsafe { property(current, c"previous") };
        // SAFETY: a property that is an object holds it.
        current = if previous.kind() == IS_OBJECT { unsafe { previous.value.object } } else { ptr::null_mut() };
    }
    seen.len()
}

unsafe fn text_of(chain: &[ChainLink]) -> *mut ZString {
    let mut text = Vec::new();
    // SAFETY: the caller holds what is in the list; no PHP code runs here.
    unsafe {
        for &ChainLink { throwable, trace } in chain.iter().rev() {
            if !text.is_empty() {
                text.extend_from_slice(b"\n\nNext ");
            }
            text.extend_from_slice(object::class_name(throwable));
            let message = text_property(throwable, c"message");
            if !message.is_empty() {
                text.extend_from_slice(b": ");
                text.extend_from_slice(&message);
                text.extend_from_slice(defined(throwable, &message));
            }
            let (file, line) = (text_property(throwable, c"file"), text_property(throwable, c"line"));
            let trace = if trace.is_null() { b"#0 {main}" } else { string::bytes(trace) };
            for piece in [b" in ", &file[..], b":", &line, b"\nStack trace:\n", trace] {
                text.extend_from_slice(piece);
            }
        }
        string::of_bytes(&text)
    }
}

handlers! {
    /// `__toString`: the engine's own loops over classes it knows, and leaves ours marked as visited.
    fn to_string(call) {
        if !args::none(call) {
            return;
        }
        // SAFETY: the frame holds the throwable, and this the chain below it. The text also goes to the property that uncaught reports
        // read, which takes a reference of its own.
        unsafe {
            let this = call.this();
            let mut text = zval::from_string(chain_text(this));
            ffi::zend_update_property(scope_of(this), this, c"string".as_ptr(), 6, (&raw mut text).cast());
            call.set(text);
        }
    }
}
