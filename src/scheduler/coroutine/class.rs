//! The class of coroutine objects: what the engine and the ABI call for one, and what happens to its parts when it goes.

use super::make::{MODEL, TEMPLATE, create_object};
use super::object::{CoroutineFlags, CoroutineObject, OBJECT_OFFSET, from_object, to_object};
use super::{handlers, internal_context};
use crate::abi::*;
use crate::engine::gc::Report;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{call, exception, hash, object, string, zval};
use crate::scheduler::event::{self, callbacks, waker};
use crate::scheduler::run::large_stack;
use crate::scheduler::run::phase::phase;
use crate::scheduler::run::switch_handlers;
use crate::scheduler::scope;
use core::ffi::{c_int, c_void};
use core::ptr;

/// Prepares the object handlers; at MINIT.
///
/// # Safety
/// Once, before any object exists.
pub unsafe fn initialise(ce: *mut ClassEntry) {
    // SAFETY: MINIT: no object exists, and no other thread runs that could read the template or the handlers.
    unsafe {
        prepare_template(TEMPLATE.0.get().cast());
        MODEL.install(ce, create_object, |own| {
            own.offset = OBJECT_OFFSET as c_int;
            own.free_obj = Some(free_object);
            own.dtor_obj = Some(destroy_object);
            own.get_gc = Some(report_to_gc);
        });
    }
}

/// Every field of a new coroutine that is neither zero nor an address inside it.
unsafe fn prepare_template(template: *mut CoroutineObject) {
    // SAFETY: the template is zeroed, which is valid for every field, and at MINIT nothing else sees it.
    unsafe {
        let event = &mut (*template).base.event;
        event.flags = EventFlags::ZEND_OBJ.union(EventFlags::NO_FREE_MEMORY).union(EventFlags::ZVAL_RESULT);
        event.ref_count = OBJECT_OFFSET as u32;
        event.add_callback = Some(subscribe);
        event.del_callback = Some(callbacks::zend_async_callbacks_remove);
        event.start = Some(event::nothing_to_do);
        event.stop = Some(event::nothing_to_do);
        event.replay = Some(replay);
        event.dispose = Some(dispose);
        event.info = Some(super::description::coroutine_info);
        (*template).waker.marks = WakerMarks::STOPPED;
        hash::init(&raw mut (*template).waker.events, Some(waker::drop_trigger));
    }
}

/// `add_callback`: one that comes when the others were told is told at once, as by a completed future [abi/ABI-144, abi/ABI-191].
unsafe extern "C" fn subscribe(event: *mut Event, callback: *mut EventCallback) -> bool {
    // SAFETY: event and callback are alive, as the method demands [abi/ABI-72]; the event is the start of a coroutine.
    unsafe {
        callbacks::add(event, callback);
        if (*event.cast::<CoroutineObject>()).flags.contains(CoroutineFlags::TOLD) {
            tell_late(event, callback);
        }
        true
    }
}

/// An exception that nothing has asked for stays so, unless the subscriber says that it has handled it.
#[cold]
unsafe fn tell_late(event: *mut Event, callback: *mut EventCallback) {
    // SAFETY: the coroutine is held while the subscriber runs, which may give up the reference of the caller.
    unsafe {
        let this = event.cast::<CoroutineObject>();
        let kept = (*this).flags.contains(CoroutineFlags::KEEPS_EXCEPTION);
        object::add_ref(to_object(this));
        (*event).flags.remove(EventFlags::EXCEPTION_HANDLED);
        replay(event, callback, ptr::null_mut(), ptr::null_mut());
        if kept && !(*event).flags.contains(EventFlags::EXCEPTION_HANDLED) {
            (*this).flags.insert(CoroutineFlags::KEEPS_EXCEPTION);
        }
        object::release(to_object(this));
    }
}

unsafe extern "C" fn replay(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut Zval,
    error: *mut *mut Object,
) -> bool {
    // SAFETY: the event is the start of a coroutine; callback, result and error are null or valid [abi/ABI-85].
    unsafe {
        let coroutine = event.cast::<CoroutineObject>();
        if !(*coroutine).is_finished() {
            return false;
        }
        (*coroutine).flags.remove(CoroutineFlags::KEEPS_EXCEPTION);
        let failure = (*coroutine).base.exception;
        if !callback.is_null() {
            if let Some(call) = (*callback).callback {
                call(event, callback, (&raw mut (*coroutine).base.result).cast(), failure);
            }
            return true;
        }
        if !result.is_null() {
            result.write(zval::copy(&raw mut (*coroutine).base.result));
        }
        if !failure.is_null() {
            if error.is_null() {
                exception::throw(OwnedObject::share(failure));
            } else {
                error.write(object::add_ref(failure));
            }
        }
        true
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the caller gives back a reference that it owns [abi/ABI-82]; the event is the start of a coroutine.
    unsafe { object::release(to_object(event.cast())) };
    true
}

/// Runs when the last reference goes: an exception that reached no handler is thrown at that point [core/EH-6].
unsafe extern "C" fn destroy_object(object: *mut Object) {
    // SAFETY: called by the engine for one of our objects.
    unsafe {
        let coroutine = from_object(object);
        if !(*coroutine).flags.contains(CoroutineFlags::KEEPS_EXCEPTION) {
            return;
        }
        (*coroutine).flags.remove(CoroutineFlags::KEEPS_EXCEPTION);
        let caught = (*coroutine).has(EventFlags::EXC_CAUGHT);
        let ended = (*phase()).closing || (*phase()).end_pass_begun;
        let running = crate::engine::frame_active() && !ended;
        if !caught && running && !(*coroutine).base.exception.is_null() {
            exception::throw(OwnedObject::share((*coroutine).base.exception));
        }
    }
}

unsafe extern "C" fn free_object(object: *mut Object) {
    unsafe extern "C" fn run(object: *mut c_void) {
        // SAFETY: the object that the function around was called for, which waits until this returns.
        unsafe { free_parts(object.cast()) }
    }
    // SAFETY: called by the engine once, for one of our objects; this frame owns nothing.
    unsafe { large_stack::with_room(run, object.cast()) }
}

#[inline(always)]
unsafe fn free_parts(object: *mut Object) {
    // SAFETY: an object that is being freed. Each part is taken out before it is released.
    unsafe {
        // Destructors of what it holds may look for it.
        object::end_weak_references(object);
        let this = from_object(object);
        CoroutineObject::release_task(this);
        callbacks::zend_async_callbacks_vector_free(&raw mut (*this).base.event.callbacks, &raw mut (*this).base.event);
        if !(*this).base.scope.is_null()
            || (*this).base.extended_dispose.is_some()
            || !(*this).base.switch_handlers.is_null()
            || !(*this).base.internal_context.is_null()
        {
            free_unusual_parts(this);
        }
        let context = ptr::replace(&raw mut (*this).base.context, ptr::null_mut());
        if !context.is_null()
            && let Some(dispose) = (*context).dispose
        {
            dispose(context);
        }
        drop(OwnedObject::from_nullable(ptr::replace(&raw mut (*this).base.exception, ptr::null_mut())));
        drop((*this).deferred.take());
        drop((*this).unseen_cancellation.take());
        string::release(ptr::replace(&raw mut (*this).base.filename, ptr::null_mut()));
        string::release(ptr::replace(&raw mut (*this).suspend_file, ptr::null_mut()));
        string::release(ptr::replace(&raw mut (*this).waker.filename, ptr::null_mut()));
        handlers::free(ptr::replace(&raw mut (*this).finally, ptr::null_mut()));
        waker::clean_if_used(&raw mut (*this).base);
        if !hash::is_unused(&(*this).waker.events) {
            hash::destroy(&raw mut (*this).waker.events);
        }
        zval::clear(&raw mut (*this).base.result);
        ext_php_rs::ffi::zend_object_std_dtor(object);
    }
}

#[cold]
unsafe fn free_unusual_parts(coroutine: *mut CoroutineObject) {
    // SAFETY: each part is taken out before it is released.
    unsafe {
        let base = &raw mut (*coroutine).base;
        if !(*base).scope.is_null() {
            // It was never enqueued.
            scope::remove((*coroutine).scope(), coroutine);
        }
        if let Some(dispose) = (*base).extended_dispose.take() {
            dispose(base);
        }
        switch_handlers::free(base);
        internal_context::zend_async_coroutine_internal_context_dispose(base);
    }
}

unsafe extern "C" fn report_to_gc(
    object: *mut Object,
    table: *mut *mut ext_php_rs::ffi::zval,
    count: *mut c_int,
) -> *mut ext_php_rs::ffi::HashTable {
    // SAFETY: called by the collector for one of our objects. The variables of a suspended stack are not reported: the
    // scheduler holds a reference on every unfinished coroutine, so nothing of it can be garbage.
    unsafe {
        let this = from_object(object);
        let report = Report::new();
        call::report((*this).base.fcall, &report);
        report.value(&raw mut (*this).base.result);
        report.value(&raw mut (*this).waker.result);
        for held in [
            (*this).base.exception,
            (*this).deferred.as_ptr(),
            (*this).unseen_cancellation.as_nullable(),
            (*this).waker.error,
        ] {
            report.object(held);
        }
        if !(*this).base.context.is_null() {
            let context = (*this).base.context;
            report.object(context.byte_add((*context).offset as usize).cast::<c_void>().cast());
        }
        handlers::report((*this).finally, &report);
        report.finish(table.cast(), count);
        ptr::null_mut()
    }
}

impl CoroutineObject {
    /// After a fatal error: finished without running anything. What it subscribed to may already be gone, so the
    /// subscriptions are forgotten, not withdrawn; the memory goes with the request.
    ///
    /// # Safety
    /// Never runs again.
    pub(in crate::scheduler) unsafe fn abandon(&mut self) {
        self.base.event.flags.insert(EventFlags::CLOSED.union(EventFlags::BAILOUT));
        self.base.event.callbacks = event::EMPTY.callbacks;
        self.base.scope = ptr::null_mut();
        self.base.extended_dispose = None;
        self.execution = ptr::null_mut();
        // It lies on the stack that is given up.
        self.wait = ptr::null();
        self.flags = CoroutineFlags::empty();
        self.finally = ptr::null_mut();
        // SAFETY: the waker is embedded.
        unsafe { waker::zend_async_waker_init(&raw mut self.waker) };
        core::mem::forget(self.unseen_cancellation.take());
    }
}
