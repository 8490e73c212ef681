//! `Async\FileSystemWatcher` and `Async\FileSystemEvent` (primitives 8).

use super::entering::enter_async;
use super::interfaces::AWAITABLE;
use super::{FINAL, class_type, signature};
use crate::abi::zend::{IS_FALSE, IS_NULL, IS_STRING, IS_TRUE};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::iterator::{self, Elements};
use crate::engine::{args, class, exception, hash, object, path, string, zval};
use crate::primitives::watcher::{Change, Fetched, Filter, Settings, Watcher};
use crate::reactor::filesystem;
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::zend::ce;

const BOOL: u32 = 1 << IS_FALSE | 1 << IS_TRUE;

static EVENT: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

/// # Safety
/// Module start.
pub unsafe fn register() {
    let event = class::register(ClassBuilder::new("Async\\FileSystemEvent").flags(FINAL), AsyncClass::NO);
    EVENT.store(event, Ordering::Relaxed);

    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\FileSystemWatcher")
        .flags(FINAL)
        .implements(AWAITABLE)
        .implements((ce::aggregate, "IteratorAggregate"))
        .method(
            signature("__construct", construct)
                .required("path", DataType::String)
                .optional("recursive", DataType::Bool, "false")
                .optional("coalesce", DataType::Bool, "true")
                .optional("debounceMs", DataType::Long, "0")
                .optional("maxHoldMs", DataType::Long, "0")
                .optional("extensions", DataType::Array, "[]")
                .untyped(),
            public,
        )
        .method(signature("close", close).returns(DataType::Void), public)
        .method(signature("isClosed", is_closed).returns(DataType::Bool), public)
        .method(signature("getIterator", get_iterator).returns(class_type("Iterator")), public);
    let watcher = class::register(builder, AsyncClass::NO);
    // SAFETY: this runs once, at MINIT, as this function demands; both classes are new, so they have no objects yet.
    unsafe {
        // In the order of `new_event`.
        class::declare_readonly(event, "path", 1 << IS_STRING);
        class::declare_readonly(event, "filename", 1 << IS_STRING | 1 << IS_NULL);
        class::declare_readonly(event, "renamed", BOOL);
        class::declare_readonly(event, "changed", BOOL);
        class::make_readonly(event);
        Watcher::install(watcher);
        iterator::install::<Events>(watcher);
    }
}

/// The watcher of a method call.
fn own(call: Call) -> *mut Watcher {
    Watcher::of(call.this())
}

/// A `FileSystemEvent`; takes over the name.
unsafe fn new_event(watched: *mut ZString, change: Change) -> Zval {
    // SAFETY: a walk runs in a request, and `register` has made the class with these four properties, in this order and of these types;
    // the watcher holds the path.
    unsafe {
        let Change { name, flags } = change;
        let event = object::new_of_class(EVENT.load(Ordering::Relaxed));
        object::initialise_property(event, 0, zval::from_string(string::add_ref(watched)));
        object::initialise_property(event, 1, if name.is_null() { Zval::NULL } else { zval::from_string(name) });
        object::initialise_property(event, 2, Zval::from_bool(flags.contains(FilesystemChanges::RENAME)));
        object::initialise_property(event, 3, Zval::from_bool(flags.contains(FilesystemChanges::CHANGE)));
        Zval::from_object(event)
    }
}

/// Whether the current code may park; throws otherwise [primitives/FS-10].
fn may_park() -> bool {
    if enter_async() {
        return true;
    }
    // SAFETY: what `enter_async` threw is pending, and is given back; a walk runs in a request, and this frame has nothing to drop.
    unsafe {
        drop(exception::take());
        let text = "FileSystemWatcher iterator can only be used inside a coroutine";
        exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, text);
    }
    false
}

/// A walk over the events of a watcher: how many there were.
struct Events(i64);

impl Elements for Events {
    const BY_REFERENCE: &'static str = "Cannot iterate FileSystemWatcher by reference";

    unsafe fn begin(_object: *mut Object) -> Option<Events> {
        Some(Events(0))
    }

    unsafe fn next(this: *mut Events, object: *mut Object, value: *mut Zval, key: *mut Zval) -> bool {
        let watcher = Watcher::of(object);
        // SAFETY: the walk holds the watcher, and is itself held, also while this is parked; both places are there to be written.
        unsafe {
            let Fetched::Event(change) = Watcher::fetch(watcher, may_park) else { return false };
            value.write(new_event((*watcher).path(), change));
            key.write(Zval::from_long((*this).0));
            (*this).0 += 1;
            true
        }
    }
}

/// The strings of an array.
unsafe fn filter(extensions: *mut Array) -> Filter {
    unsafe extern "C" fn add(filter: *mut c_void, _: u64, _: *mut ZString, element: *mut Zval) -> bool {
        // SAFETY: the filter below, and an element of the array.
        unsafe {
            let mut value = zval::copy(element);
            if value.kind() == IS_STRING {
                (*filter.cast::<Filter>()).add(string::bytes(value.value.string));
            }
            zval::clear(&raw mut value);
        }
        true
    }
    let mut filter = Filter::new();
    if !extensions.is_null() {
        // SAFETY: runs no PHP code.
        unsafe { hash::each(extensions, add, (&raw mut filter).cast()) };
    }
    filter
}

handlers! {
    fn construct(call) {
        if !args::count(call, 1, 6) {
            return;
        }
        let Some(path) = args::path_at(call, 0) else { return };
        let Some(recursive) = args::bool_at(call, 1, false) else { return };
        let Some(coalesce) = args::bool_at(call, 2, true) else { return };
        let Some(quiet_ms) = args::long_at(call, 3, 0) else { return };
        let Some(hold_ms) = args::long_at(call, 4, 0) else { return };
        let Some(extensions) = args::array_at(call, 5) else { return };
        // SAFETY: a constructor called again changes nothing.
        unsafe {
            if (*own(call)).is_constructed() {
                return;
            }
            if !path::is_allowed(path) {
                filesystem::refuse(path, recursive);
                return;
            }
            let filter = filter(extensions);
            Watcher::open(own(call), path, Settings { recursive, coalesce, quiet_ms, hold_ms, filter });
        }
    }

    fn close(call) {
        if args::none(call) {
            // SAFETY: the frame holds the watcher, a method of whose class this is.
            unsafe { Watcher::close(own(call)) }
        }
    }

    fn is_closed(call) {
        if args::none(call) {
            // SAFETY: the frame holds the watcher, a method of whose class this is; its fields are read.
            call.set_bool(unsafe { (*own(call)).is_closed() });
        }
    }

    fn get_iterator(call) {
        if args::none(call) {
            // SAFETY: a method of the watcher's class, for which `register` has installed `Events`.
            unsafe { iterator::return_iterator(call) }
        }
    }
}
