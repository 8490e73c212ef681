//! Objects of PHP's own that are left in the middle: XMLReader, XMLWriter and the iterators of directories go through a
//! stream step by step, an XSLTProcessor calls PHP functions, and an SplFixedArray destructors. Streams may be of user
//! space, so that may be in PHP code as well: the object itself is the key of a gate.

use super::{Connection, Keys, object_at, one, this_of};
use crate::abi::Object;
use crate::boundary::calls::Key;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait;
use crate::engine::deep::{self, Free};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;
use crate::engine::{object, shared_tables};
use crate::scheduler::FirstCancellation;
use core::ffi::c_void;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

pub const READER: Connection = Connection::new("XMLReader", this);
pub const WRITER: Connection = Connection::new("XMLWriter", this);
/// Of the functions, which get the object as their first argument.
pub const WRITER_GIVEN: Connection = Connection::new("XMLWriter", given);
pub const PROCESSOR: Connection = Connection::new("XSLTProcessor", this);
pub const DIRECTORY: Connection = Connection::new("directory", this);
pub const FIXED_ARRAY: Connection = Connection::new("SplFixedArray", this);
/// A call that reads a stream in the middle of it has what the others change or free.
pub const HASH: Connection = Connection::new("HashContext", given);
pub const FILE_INFO: Connection = Connection::new("finfo", this);
pub const FILE_INFO_GIVEN: Connection = Connection::new("finfo", given);

/// Whether a function of ext/hash works on a context, as the others do not.
pub fn is_of_context(function: &Function) -> bool {
    matches!(
        function.name(),
        b"hash_update" | b"hash_update_stream" | b"hash_update_file" | b"hash_final" | b"hash_copy"
    )
}

unsafe fn this(call: Call) -> Keys {
    // SAFETY: the object of a live call, or null.
    one(unsafe { this_of(call) } as usize)
}

unsafe fn given(call: Call) -> Keys {
    // SAFETY: the first argument of a live call, if it is an object.
    one(unsafe { object_at(call, 0) } as usize)
}

/// How a writer is destroyed, which writes what is left and closes the stream; null before [`install`].
static DESTROY_WRITER: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
/// How a file or an iterator of a directory is destroyed: its destructor is called, and its stream closed.
static DESTROY_FILE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Changes the tables of handlers of XMLWriter, and of files and directories; at the first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn install() {
    // SAFETY: a wrapper calls what was there before, which is stored first. Where it stands already nothing is changed.
    shared_tables::changing(|| unsafe {
        replace_destroy("xmlwriter", &DESTROY_WRITER, destroy_writer);
        replace_destroy("splfileobject", &DESTROY_FILE, destroy_file);
        replace_destroy("directoryiterator", &DESTROY_FILE, destroy_file);
    });
}

/// # Safety
/// On a PHP thread with a request. All classes with one `place` have the same handler.
unsafe fn replace_destroy(class: &str, place: &AtomicPtr<c_void>, ours: Free) {
    // SAFETY: tables of handlers live as long as their classes.
    unsafe {
        let table = deep::handlers_of(class);
        let Some(original) = table.as_ref().and_then(|table| table.dtor_obj) else { return };
        let known = place.load(Ordering::Relaxed);
        if original as *mut c_void != ours as *mut c_void && (known.is_null() || known == original as *mut c_void) {
            place.store(original as *mut c_void, Ordering::SeqCst);
            deep::set_destroy(table, ours);
        }
    }
}

/// # Safety
/// A wrapper stands in a table, whose handler was stored in `place` before that.
unsafe fn original(place: &AtomicPtr<c_void>) -> Free {
    // SAFETY: a handler was stored, as this function demands.
    unsafe { transmute::<*mut c_void, Free>(place.load(Ordering::Relaxed)) }
}

/// Others may reach the writer over a weak reference while it writes.
unsafe extern "C" fn destroy_writer(this: *mut Object) {
    // SAFETY: the engine destroys a writer, which it holds meanwhile, by what stands in the place of the original.
    unsafe {
        let original = original(&DESTROY_WRITER);
        let key = this as Key;
        if !wait::enabled() {
            return original(this);
        }
        let mut held = FirstCancellation::NONE;
        let entry = gate::enter_uncancelled(key, WRITER.what, &mut held);
        // Where nothing may wait: what C code is in the middle of is not freed.
        if entry == Entry::Entered || !gate::is_used_by_another(key) {
            original(this);
        }
        if entry == Entry::Entered {
            gate::leave(key);
        }
        wait::raise_held(held);
    }
}

/// Closing the stream may wait, while the object still points to it. So the destructor is called first, and then weak references
/// end, over which others would find it. One that can be reached after its destructor keeps its stream until the end of the request.
unsafe extern "C" fn destroy_file(this: *mut Object) {
    // SAFETY: the engine destroys an object of one of the classes, which it holds meanwhile. When nothing else refers to it nothing
    // sees that it has another class until its stream is closed.
    unsafe {
        let original = original(&DESTROY_FILE);
        let class = (*this).ce;
        if !wait::enabled() {
            return original(this);
        }
        if object::has_destructor(class) {
            object::call_destructor(this);
            if object::ref_count(this) > 1 {
                return;
            }
            (*this).ce = object::internal_ancestor(class);
        }
        if object::ref_count(this) == 1 {
            object::end_weak_references(this);
        }
        original(this);
        (*this).ce = class;
    }
}

/// Whether a method moves an iterator of a directory. Others only tell where it stands.
pub fn is_directory(function: &Function) -> bool {
    matches!(
        function.class(),
        b"DirectoryIterator" | b"FilesystemIterator" | b"RecursiveDirectoryIterator" | b"GlobIterator"
    ) && matches!(function.name(), b"__construct" | b"next" | b"rewind" | b"seek")
}

/// Whether a method gives an SplFixedArray another size, and destroys elements before it is done.
pub fn is_resizing(function: &Function) -> bool {
    function.class() == b"SplFixedArray" && function.name() == b"setsize"
}
