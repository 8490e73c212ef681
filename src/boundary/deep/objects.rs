//! Freeing and comparing objects [io/FW-6]: a chain of objects is freed by a recursion through the handlers of each.
//!
//! Tables of handlers are changed in place, when the API is first used. The one that most objects have gets its own handler
//! for freeing back at the end of a request with many objects: there the engine passes by those for which it knows that nothing
//! is to be freed. Nothing else is put back: each write to a table costs two system calls, as its page is read-only.

use crate::abi::{Object, ObjectHandlers};
use crate::engine::deep::{self, Compare, Free};
use crate::engine::marks;
use crate::engine::shared_tables;
use crate::scheduler::large_stack;
use core::ffi::{c_int, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use ext_php_rs::ffi;
use std::sync::{Mutex, PoisonError};

/// Classes whose objects hold others and are freed in a way of their own. Named in lower case. Those of the extension look for room
/// themselves.
const CLASSES: [&str; 15] = [
    "cancellation",
    "closure",
    "exception",
    "error",
    "generator",
    "arrayobject",
    "arrayiterator",
    "splobjectstorage",
    "spldoublylinkedlist",
    "splfixedarray",
    "splminheap",
    "splpriorityqueue",
    "weakmap",
    "domdocument",
    "simplexmlelement",
];
/// With so many objects at the end of a request freeing them all costs less than writing to the table, and so it is not written.
const FREED_IN_ANY_CASE: u32 = 256;
/// Kinds of freeing; the first is the engine's for objects that hold nothing but properties.
const KINDS: usize = 16;
const _: () = assert!(CLASSES.len() < KINDS);

/// What each kind did before.
static ORIGINALS: [AtomicPtr<c_void>; KINDS] = [const { AtomicPtr::new(ptr::null_mut()) }; KINDS];
static KINDS_USED: AtomicUsize = AtomicUsize::new(0);
static COMPARE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
/// Threads with a request that uses the API; they share the tables.
static USERS: Mutex<usize> = Mutex::new(0);

crate::engine::per_thread::per_thread!(static USES: bool = false);

static WRAPPERS: [Free; KINDS] = [
    free::<0>, free::<1>, free::<2>, free::<3>, free::<4>, free::<5>, free::<6>, free::<7>, free::<8>, free::<9>,
    free::<10>, free::<11>, free::<12>, free::<13>, free::<14>, free::<15>,
];

/// The first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    if USES.replace(true) {
        return;
    }
    let mut users = USERS.lock().unwrap_or_else(PoisonError::into_inner);
    *users += 1;
    if *users > 1 {
        return;
    }
    // SAFETY: on a PHP thread with a request, as this function demands. A wrapper calls what was there before, which is stored first.
    shared_tables::changing(|| unsafe {
        let std = deep::std_handlers();
        let first = KINDS_USED.load(Ordering::Relaxed) == 0;
        wrap_free(std);
        wrap_compare(std);
        marks::watch_properties(std);
        if first {
            for class in CLASSES {
                let table = deep::handlers_of(class);
                if !table.is_null() && table != std {
                    wrap_free(table);
                    wrap_compare(table);
                    marks::watch_properties(table);
                }
            }
        }
    });
}

/// The end of a request, whether it has used the API or not.
///
/// # Safety
/// On a PHP thread, with the objects of the request.
pub unsafe fn deactivate() {
    let used = USES.replace(false);
    // SAFETY: the engine's table lives as long as the process.
    if !used && !unsafe { frees_by_wrapper(deep::std_handlers()) } {
        return;
    }
    let mut users = USERS.lock().unwrap_or_else(PoisonError::into_inner);
    *users -= usize::from(used);
    // SAFETY: on a PHP thread, as this function demands.
    if *users > 0 || unsafe { deep::objects_at_most(FREED_IN_ANY_CASE) } {
        return;
    }
    put_back_free();
}

fn put_back_free() {
    // SAFETY: the engine's table lives as long as the process; where a wrapper stands, what was there before is stored.
    shared_tables::changing(|| unsafe {
        let std = deep::std_handlers();
        if frees_by_wrapper(std) {
            deep::set_free(std, original(0));
        }
    });
}

/// # Safety
/// A table of handlers.
unsafe fn frees_by_wrapper(table: *const ObjectHandlers) -> bool {
    // SAFETY: a table of handlers, as this function demands.
    let free = unsafe { (*table).free_obj };
    free.is_some_and(|current| ptr::fn_addr_eq(current, WRAPPERS[0] as unsafe extern "C" fn(_)))
}

/// The end of the module: the engine's own table outlives it. Those of classes are made anew when PHP begins again.
///
/// # Safety
/// Module shutdown, single-threaded.
pub unsafe fn module_shutdown() {
    put_back_free();
    // SAFETY: no other thread runs, as this function demands; what was there before a wrapper is stored.
    shared_tables::changing(|| unsafe {
        let std = deep::std_handlers();
        if (*std).compare.is_some_and(|current| current as *const () == compare as *const ()) {
            deep::set_compare(std, original_compare());
        }
        marks::leave_properties(std);
    });
}

fn original(kind: usize) -> Free {
    // SAFETY: stored before the wrapper became reachable.
    unsafe { transmute::<*mut c_void, Free>(ORIGINALS[kind].load(Ordering::Relaxed)) }
}

fn original_compare() -> Compare {
    // SAFETY: what is stored there is a comparison, and it is stored before a wrapper can be called.
    unsafe { transmute::<*mut c_void, Compare>(COMPARE.load(Ordering::Relaxed)) }
}

unsafe fn wrap_free(table: *const ObjectHandlers) {
    // SAFETY: handlers of classes are static tables, which live as long as the module.
    unsafe {
        let Some(current) = (*table).free_obj else { return };
        let current = current as *mut c_void;
        if WRAPPERS.iter().any(|wrapper| *wrapper as *mut c_void == current) {
            return;
        }
        let used = KINDS_USED.load(Ordering::Relaxed);
        let kind = (0..used).find(|kind| ORIGINALS[*kind].load(Ordering::Relaxed) == current).unwrap_or(used);
        if kind == KINDS {
            return;
        }
        ORIGINALS[kind].store(current, Ordering::SeqCst);
        KINDS_USED.store(used.max(kind + 1), Ordering::SeqCst);
        deep::set_free(table, WRAPPERS[kind]);
    }
}

/// Only the engine's own comparison: others end there, or compare what is not nested.
unsafe fn wrap_compare(table: *const ObjectHandlers) {
    // SAFETY: handlers of classes are static tables, which live as long as the module.
    unsafe {
        let Some(current) = (*table).compare else { return };
        let engine: Compare = ffi::zend_std_compare_objects;
        if current as *const () == engine as *const () {
            COMPARE.store(engine as *mut c_void, Ordering::SeqCst);
            deep::set_compare(table, compare);
        }
    }
}

unsafe extern "C" fn free<const KIND: usize>(object: *mut Object) {
    unsafe extern "C" fn run<const KIND: usize>(object: *mut c_void) {
        // SAFETY: `object` is what the engine has given the wrapper below, which waits until this returns.
        unsafe { original(KIND)(object.cast()) }
    }
    // SAFETY: the engine frees the object, once, by what stands in the place of the handler of this kind; this frame owns nothing.
    unsafe { large_stack::with_room(run::<KIND>, object.cast()) }
}

struct Comparison {
    left: *mut ffi::zval,
    right: *mut ffi::zval,
    result: c_int,
}

unsafe extern "C" fn compare(left: *mut ffi::zval, right: *mut ffi::zval) -> c_int {
    unsafe extern "C" fn run(comparison: *mut c_void) {
        // SAFETY: the comparison lies on the frame of the wrapper below, which waits until this returns.
        unsafe {
            let comparison = comparison.cast::<Comparison>();
            (*comparison).result = marks::comparison(original_compare(), (*comparison).left, (*comparison).right);
        }
    }
    // SAFETY: the engine compares two live values; `comparison` outlives the call on the large stack, which is waited for.
    unsafe {
        if large_stack::is_short() {
            let mut comparison = Comparison { left, right, result: 0 };
            if large_stack::call(run, (&raw mut comparison).cast()) {
                return comparison.result;
            }
        }
        marks::comparison(original_compare(), left, right)
    }
}
