//! `gc_collect_cycles()` while the scheduler runs [core/GC-5, core/OD-16]: the call returns 0 at once, and the collection runs in
//! a coroutine of its own that is queued at that point. Its destructors may suspend without holding up each other.
//!
//! Collections that the engine starts by itself when its buffer is full stay where they are [core/GC-8]: deferred, they would
//! never happen in a script that computes for long without suspending.

use crate::abi::*;
use crate::engine::destruction::Collection;
use crate::engine::fiber;
use crate::engine::per_thread::per_thread;
use crate::scheduler::coroutine::handoff::{self, WhenThrown, Work};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::coroutine::object::{CoroutineFlags, CoroutineObject};
use crate::scheduler::coroutine::spawn;
use crate::scheduler::run::suspend;
use core::ffi::c_void;
use core::ptr;

// A deferred collection is queued or running.
per_thread!(static COLLECTING: bool = false);

/// Whether `gc_collect_cycles()` is put off here. Inside a Fiber it runs inline [core/GC-7], as in stock PHP.
pub fn is_deferred() -> bool {
    // SAFETY: the globals of a thread live as long as the thread; one field is copied.
    let active = unsafe { (*globals()).state == State::Active };
    active && !current_object().is_null() && fiber::active().is_null() && suspend::may_suspend()
}

/// Queues a collection; one that is still to come or running serves this call, too.
///
/// # Safety
/// [`is_deferred`].
pub unsafe fn defer() {
    // SAFETY: the flag is cleared when the coroutine ends, however it does.
    unsafe {
        if COLLECTING.replace(true) {
            return;
        }
        let scope = (*globals()).main_scope;
        let collector = spawn::spawn_internal(scope, 0, collect, ptr::null_mut(), Some(ended));
        if collector.is_null() {
            forget();
        } else {
            (*collector.cast::<CoroutineObject>()).flags.insert(CoroutineFlags::MUST_RUN);
        }
    }
}

unsafe extern "C" fn ended(_: *mut Coroutine) {
    forget()
}

unsafe extern "C" fn collect() {
    unsafe extern "C" fn destruct(collection: *mut Collection) {
        // SAFETY: called by the collector on this coroutine's stack, which it does not leave before all have ended.
        unsafe { handoff::run(Work::with_one_end(collection.cast(), next, WhenThrown::Chain)) }
    }
    unsafe fn next(collection: *mut c_void) -> bool {
        // SAFETY: `handoff` passes the collection that `destruct` was given, which lives until `handoff::run` returns there.
        unsafe { Collection::next(collection.cast()) }
    }
    // SAFETY: the body of a coroutine, on its own stack: destructors may run and suspend here.
    unsafe { Collection::run(destruct) }
}

/// None is queued or running.
pub(super) fn forget() {
    COLLECTING.set(false);
}
