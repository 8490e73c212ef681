//! Slot `new_iterator`: the concurrent iteration of C code [abi/ABI-143], on the core that `iterate()` has ([`iteration`]).
//!
//! What the caller sees is the end of a block: the room that it asks for behind the public fields, with its size, overlaps nothing.
//!
//! ```text
//!   | Own: what only this file knows ... | Iterator: the public fields | fields of the caller ... |
//!                                        ^ what is returned
//! ```

use super::iteration::{self, Iteration, Job};
use crate::abi::iterator::{Iterator, IteratorHandler};
use crate::abi::zend::{IS_ARRAY, IS_FALSE};
use crate::abi::*;
use crate::engine::iterable::Iterable;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, exception, object, zval};
use crate::scheduler::resume::{check_may_suspend, resume};
use crate::scheduler::wait::Wait;
use crate::scheduler::{CoroutineObject, callbacks, current_object, event, launch, microtask, spawn};
use core::ffi::c_void;
use core::mem::{offset_of, size_of};
use core::ptr;
use ext_php_rs::ffi::zend_object_iterator;

#[repr(C)]
struct Own {
    iteration: *mut Iteration,
    fcall: *mut Fcall,
    handler: Option<IteratorHandler>,
    /// Waits in `run` until the last worker has gone.
    runner: *mut CoroutineObject,
    completion: Wait,
    /// Handles elements in `run`; null otherwise.
    working: *mut CoroutineObject,
    begun: bool,
    over: bool,
    throws: bool,
    base: Iterator,
}

/// At module start.
///
/// # Safety
/// Single-threaded.
pub unsafe fn register() {
    // SAFETY: nothing calls the slot yet.
    unsafe { slots::zend_async_new_iterator_fn = Some(new) };
}

unsafe fn from(this: *mut Iterator) -> *mut Own {
    // SAFETY: all iterators are the end of such a block.
    unsafe { this.byte_sub(offset_of!(Own, base)).cast() }
}

/// Slot `new_iterator`. Iterator and callable pass on every path, also when it fails.
///
/// # Safety
/// As the slot demands [abi/ABI-143]: the arguments are null or valid, on the PHP thread in a request.
unsafe extern "C" fn new(
    array: *mut Zval,
    iterator: *mut zend_object_iterator,
    fcall: *mut Fcall,
    handler: Option<IteratorHandler>,
    scope: *mut Scope,
    concurrency: u32,
    priority: i32,
    size: usize,
) -> *mut Iterator {
    // SAFETY: what passes is owned here, and goes into the new block or is released; the array is shared.
    unsafe {
        let is_array = !array.is_null() && (*array).kind() == IS_ARRAY;
        let refusal = if is_array == iterator.is_null() && fcall.is_null() == handler.is_some() {
            None
        } else if is_array != iterator.is_null() {
            Some("An iterator needs either an array or an iterator")
        } else {
            Some("An iterator needs either a callable or a handler")
        };
        let mut source = if is_array { Iterable::of_array(array) } else { Iterable::of_iterator(iterator.cast()) };
        if let Some(text) = refusal {
            exception::throw_error(ptr::null_mut(), text);
        }
        if refusal.is_some() || (scope.is_null() && current_object().is_null() && !launch::launch()) {
            Iterable::release(&raw mut source);
            call::release(fcall);
            return ptr::null_mut();
        }
        let own: *mut Own = memory::allocate_zeroed(offset_of!(Own, base) + size.max(size_of::<Iterator>()));
        (*own).fcall = fcall;
        (*own).handler = handler;
        (*own).completion = iteration::completion();
        let job = Job { visit, discard: |_| {}, changed, owner: own.cast(), spared: false };
        (*own).iteration = if scope.is_null() {
            iteration::new(source, (*current_object()).base.scope, concurrency, job)
        } else {
            iteration::new_in(source, scope, concurrency, job)
        };
        let base = &raw mut (*own).base;
        (*base).microtask =
            Microtask { handler: Some(continue_as_task), dtor: Some(dtor), is_cancelled: false, ref_count: 1 };
        (*base).scope = iteration::scope((*own).iteration);
        (*base).run = Some(run);
        (*base).run_in_coroutine = Some(run_in_coroutine);
        (*base).concurrency = concurrency;
        (*base).priority = priority;
        base
    }
}

/// The iteration holds the iterator until its last worker has gone. False with an exception when it had begun before.
unsafe fn begin(own: *mut Own, priority: i32) -> bool {
    // SAFETY: the caller has a count of the iterator.
    unsafe {
        if core::mem::replace(&mut (*own).begun, true) {
            exception::throw_error(ptr::null_mut(), "The iterator has been run already");
            return false;
        }
        (*own).base.microtask.ref_count += 1;
        iteration::configure((*own).iteration, (*own).base.concurrency, priority);
        true
    }
}

/// `run`: iterates in the current coroutine, and returns when all elements have been handled. What failed is in `exception`.
unsafe extern "C" fn run(this: *mut Iterator) {
    // SAFETY: the caller has a count of the iterator, and `begin` takes another one.
    unsafe {
        let own = from(this);
        if (current_object().is_null() && !launch::launch()) || !check_may_suspend() {
            return;
        }
        if begin(own, (*this).priority) {
            run_here(own);
        }
    }
}

/// The current coroutine is the first worker, and waits for the others.
unsafe fn run_here(own: *mut Own) {
    // SAFETY: on the stack of the current coroutine. The count that is taken here keeps block and iteration alive while it waits.
    unsafe {
        (*own).base.microtask.ref_count += 1;
        (*own).runner = current_object();
        (*own).working = (*own).runner;
        iteration::work_here((*own).iteration);
        (*own).working = ptr::null_mut();
        while !(*own).over && exception::pending().is_null() {
            if let Err(error) = Wait::park(&raw const (*own).completion) {
                iteration::fail((*own).iteration, error);
            }
        }
        (*own).runner = ptr::null_mut();
        microtask::release((&raw mut (*own).base.microtask).cast());
    }
}

/// `run_in_coroutine`: the first worker is a coroutine of its own, which throws what failed at its end if that is wanted.
unsafe extern "C" fn run_in_coroutine(this: *mut Iterator, priority: i32, throw_exception: bool) {
    // SAFETY: the caller has a count of the iterator; the coroutine gets another one, until it is disposed.
    unsafe {
        let own = from(this);
        if !begin(own, priority) {
            return;
        }
        (*own).throws = throw_exception;
        (*this).microtask.ref_count += 1;
        let coroutine = spawn::spawn_internal((*this).scope, priority, entry, own.cast(), Some(dispose));
        if coroutine.is_null() {
            (*own).begun = false;
            microtask::release(this.cast());
            microtask::release(this.cast());
        }
    }
}

unsafe extern "C" fn entry() {
    // SAFETY: the block is this coroutine's data until `dispose`.
    unsafe {
        let own: *mut Own = (*current_object()).base.extended_data.cast();
        run_here(own);
        let failure = (*own).base.exception;
        if (*own).throws && !failure.is_null() && exception::pending().is_null() {
            exception::throw(OwnedObject::share(failure));
        }
    }
}

/// The coroutine has ended, or was cancelled before it began: the iteration is over then, too.
unsafe extern "C" fn dispose(coroutine: *mut Coroutine) {
    // SAFETY: called once per coroutine, whose count is given back last.
    unsafe {
        let own: *mut Own = ptr::replace(&raw mut (*coroutine).extended_data, ptr::null_mut()).cast();
        if !(*own).over && iteration::is_over((*own).iteration) {
            if (*own).base.exception.is_null() && !(*coroutine).exception.is_null() {
                (*own).base.exception = object::add_ref((*coroutine).exception);
            }
            end(own);
        }
        microtask::release((&raw mut (*own).base.microtask).cast());
    }
}

/// The iterator as a microtask: it begins to run in a coroutine.
unsafe extern "C" fn continue_as_task(task: *mut Microtask) {
    // SAFETY: the microtask is the start of an iterator, which the queue holds.
    unsafe {
        let this: *mut Iterator = task.cast();
        if !(*from(this)).begun {
            run_in_coroutine(this, (*this).priority, false);
        }
    }
}

unsafe fn visit(owner: *mut c_void, value: *mut Zval, key: *mut Zval) -> bool {
    // SAFETY: the iteration holds the block. The arguments are borrowed for the call.
    unsafe {
        let own: *mut Own = owner.cast();
        if (*own).base.microtask.is_cancelled {
            return false;
        }
        if let Some(handler) = (*own).handler {
            return handler(&raw mut (*own).base, value, key) == 0;
        }
        let mut result = Zval::UNDEF;
        call::invoke_for((*own).fcall, &mut [*value, *key], &raw mut result);
        let go_on = result.kind() != IS_FALSE;
        zval::clear(&raw mut result);
        go_on
    }
}

unsafe fn changed(owner: *mut c_void) {
    // SAFETY: the iteration holds the block until `end`.
    unsafe {
        let own: *mut Own = owner.cast();
        if iteration::has_failed((*own).iteration) {
            interrupt((*own).working);
        }
        if iteration::is_over((*own).iteration) && !(*own).over {
            let failure = iteration::take_failure((*own).iteration);
            object::release(ptr::replace(&raw mut (*own).base.exception, failure.into_nullable()));
            end(own);
        }
    }
}

/// Another element has failed: the one that the coroutine of `run` is in ends as those of the iterator's scope do, but only that.
unsafe fn interrupt(working: *mut CoroutineObject) {
    // SAFETY: null or a coroutine that is in `run`, hence alive. One that waits is failed once: its scope may have cancelled it.
    unsafe {
        if working.is_null() {
            return;
        }
        let waker = (*working).base.waker;
        if *(*waker).status != WakerStatus::Waiting
            || !(*waker).error.is_null()
            || (*working).has(EventFlags::COROUTINE_PROTECTED)
        {
            return;
        }
        let reason = "Cancellation of the iterator due to an exception";
        let reason = exception::new(AsyncClass::EXCEPTION_CANCELLATION, reason);
        resume((&raw mut (*working).base).cast(), reason.into_raw(), true);
    }
}

/// The last worker has gone: those that wait are told, once.
unsafe fn end(own: *mut Own) {
    // SAFETY: called once, with the count that `begin` has taken, which is given back last.
    unsafe {
        (*own).over = true;
        complete(own);
        if !(*own).runner.is_null() {
            Wait::wake(&raw const (*own).completion, (*own).runner);
        }
        microtask::release((&raw mut (*own).base.microtask).cast());
    }
}

/// `completion_event` is the iterator's: notified and closed once, and released.
unsafe fn complete(own: *mut Own) {
    // SAFETY: the reference is out of the field before anything is called.
    unsafe {
        let completion = ptr::replace(&raw mut (*own).base.completion_event, ptr::null_mut());
        if !completion.is_null() {
            callbacks::zend_async_callbacks_notify_and_close(completion, ptr::null_mut(), (*own).base.exception);
            event::release(completion);
        }
    }
}

/// `microtask.dtor`: the last count has gone, so no worker is left.
unsafe extern "C" fn dtor(task: *mut Microtask) {
    // SAFETY: called once. Each part is out of the block before it is released.
    unsafe {
        let own = from(task.cast());
        complete(own);
        if let Some(dtor) = (*own).base.extended_dtor.take() {
            dtor(&raw mut (*own).base);
        }
        let iteration = ptr::replace(&raw mut (*own).iteration, ptr::null_mut());
        (*own).base.scope = ptr::null_mut();
        iteration::close(iteration);
        call::release(ptr::replace(&raw mut (*own).fcall, ptr::null_mut()));
        object::release(ptr::replace(&raw mut (*own).base.exception, ptr::null_mut()));
        memory::free(own);
    }
}
