//! `Async\Coroutine` (core 11).

use super::interfaces::COMPLETABLE;
use super::location::{file_and_line, location};
use super::{FINAL, class_type, finally, signature};
use crate::abi::zend::IS_UNDEF;
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::{args, class, hash, object, zval};
use crate::primitives::context;
use crate::scheduler::CoroutineObject;
use crate::scheduler::coroutine::{self, from_object};
use crate::scheduler::resume;
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let boolean = |name: &str, handler| signature(name, handler).returns(DataType::Bool);
    let builder = ClassBuilder::new("Async\\Coroutine")
        .flags(FINAL)
        .implements(COMPLETABLE)
        .method(signature("__construct", construct).untyped(), MethodFlags::Private)
        .method(signature("getId", get_id).returns(DataType::Long), public)
        .method(signature("asHiPriority", as_hi_priority).returns(class_type("Async\\Coroutine")), public)
        .method(signature("getContext", get_context).returns(class_type("Async\\Context")), public)
        .method(signature("getResult", get_result).returns(DataType::Mixed), public)
        .method(signature("getException", get_exception).returns(DataType::Mixed), public)
        .method(
            signature("getTrace", get_trace)
                .optional("options", DataType::Long, "DEBUG_BACKTRACE_PROVIDE_OBJECT")
                .optional("limit", DataType::Long, "0")
                .returns_nullable(DataType::Array),
            public,
        )
        .method(signature("getSpawnFileAndLine", get_spawn_file_and_line).returns(DataType::Array), public)
        .method(signature("getSpawnLocation", get_spawn_location).returns(DataType::String), public)
        .method(signature("getSuspendFileAndLine", get_suspend_file_and_line).returns(DataType::Array), public)
        .method(signature("getSuspendLocation", get_suspend_location).returns(DataType::String), public)
        .method(boolean("isStarted", is_started), public)
        .method(boolean("isQueued", is_queued), public)
        .method(boolean("isRunning", is_running), public)
        .method(boolean("isSuspended", is_suspended), public)
        .method(boolean("isCancelled", is_cancelled), public)
        .method(boolean("isCancellationRequested", is_cancellation_requested), public)
        .method(boolean("isCompleted", is_completed), public)
        .method(signature("getAwaitingInfo", get_awaiting_info).returns(DataType::Array), public)
        .method(
            signature("cancel", cancel)
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(
            signature("finally", add_finally).required("callback", class_type("Closure")).returns(DataType::Void),
            public,
        );
    let ce = class::register(builder, AsyncClass::COROUTINE);
    // SAFETY: this runs once, at MINIT, as this function demands; `register` above has registered the class.
    unsafe {
        class::accept_more_than_declared(ce, "finally");
        coroutine::initialise(ce);
    }
}

/// The coroutine of a method call without parameters; null when arguments were given.
fn this_of(call: Call) -> *mut CoroutineObject {
    if args::none(call) { from_object(call.this()) } else { ptr::null_mut() }
}

/// Answers a method without parameters with what `read` makes of fields of the coroutine.
fn answer(call: Call, read: impl FnOnce(&CoroutineObject) -> Zval) {
    let this = this_of(call);
    if !this.is_null() {
        // SAFETY: only methods of the final class ask, and the frame holds their object. `read` makes at most a string or an array,
        // so nothing changes the coroutine meanwhile.
        call.set(read(unsafe { &*this }));
    }
}

/// Answers a method without parameters with a yes or no about the coroutine.
fn predicate(call: Call, test: impl FnOnce(&CoroutineObject) -> bool) {
    answer(call, |c| Zval::from_bool(test(c)));
}

/// Answers a method without parameters with a place, in one of its two forms.
fn return_place(
    call: Call,
    form: unsafe fn(*mut ZString, u32) -> Zval,
    which: impl FnOnce(&CoroutineObject) -> (*mut ZString, u32),
) {
    answer(call, |c| {
        let (file, line) = which(c);
        // SAFETY: the name is null or the coroutine's, which is borrowed here and gives up the name only when it moves on or is freed.
        unsafe { form(file, line) }
    });
}

handlers! {
    /// Never reached from user code: the constructor is private.
    fn construct(_call) {}

    fn get_id(call) {
        if args::none(call) {
            // SAFETY: the frame of a method holds its object, whose handle never changes.
            call.set(Zval::from_long(i64::from(unsafe { (*call.this()).handle })));
        }
    }

    fn as_hi_priority(call) {
        if args::none(call) {
            call.return_this();
        }
    }

    fn get_context(call) {
        let this = this_of(call);
        if !this.is_null() {
            // SAFETY: the frame holds the coroutine and this its context; the caller gets a reference of its own.
            unsafe {
                let context = context::of_coroutine(&raw mut (*this).base);
                call.set_object(object::add_ref(context::to_object(context)));
            }
        }
    }

    fn get_result(call) {
        let this = this_of(call);
        if !this.is_null() {
            // SAFETY: the frame holds the coroutine, whose result stays as it is once it is finished; the copy owns its reference.
            unsafe {
                let finished = (*this).is_finished() && (*this).base.result.type_info != IS_UNDEF;
                call.set(if finished { zval::copy(&raw mut (*this).base.result) } else { Zval::NULL });
            }
        }
    }

    fn get_exception(call) {
        let this = this_of(call);
        if !this.is_null() {
            // SAFETY: the frame holds the coroutine and this its exception; the caller gets a reference of its own.
            unsafe {
                let known = (*this).is_finished() && !(*this).base.exception.is_null();
                call.set_object(if known { object::add_ref((*this).base.exception) } else { ptr::null_mut() });
            }
        }
    }

    fn get_trace(call) {
        const PROVIDE_OBJECT: i64 = 1;
        let Some((options, limit)) = args::optional_longs(call, PROVIDE_OBJECT, 0) else { return };
        // SAFETY: the stack of a suspended coroutine is not touched while the array is built.
        unsafe { call.set((*from_object(call.this())).backtrace(options, limit)) }
    }

    fn get_spawn_file_and_line(call) {
        return_place(call, file_and_line, |c| (c.base.filename, c.base.lineno));
    }

    fn get_spawn_location(call) {
        return_place(call, location, |c| (c.base.filename, c.base.lineno));
    }

    fn get_suspend_file_and_line(call) {
        return_place(call, file_and_line, CoroutineObject::suspend_location);
    }

    fn get_suspend_location(call) {
        return_place(call, location, CoroutineObject::suspend_location);
    }

    fn is_started(call) {
        predicate(call, CoroutineObject::is_started);
    }

    fn is_queued(call) {
        predicate(call, |c| c.is_ready() && !c.is_finished());
    }

    fn is_running(call) {
        predicate(call, |c| c.is_running() && !c.is_finished());
    }

    fn is_suspended(call) {
        predicate(call, |c| !c.is_finished() && !c.is_running());
    }

    fn is_cancelled(call) {
        predicate(call, |c| c.is_finished() && c.has(EventFlags::COROUTINE_CANCELLED));
    }

    fn is_cancellation_requested(call) {
        predicate(call, |c| {
            !c.is_finished() && (c.has(EventFlags::COROUTINE_CANCELLED) || c.is_cancellation_deferred())
        });
    }

    fn is_completed(call) {
        predicate(call, CoroutineObject::is_finished);
    }

    fn get_awaiting_info(call) {
        let this = this_of(call);
        if !this.is_null() {
            // SAFETY: the slot returns an array that we own, or null.
            unsafe {
                let info = slots::zend_async_get_awaiting_info_fn.map_or(ptr::null_mut(), |f| f(&raw mut (*this).base));
                call.set(zval::from_array(if info.is_null() { hash::new_array(0) } else { info }));
            }
        }
    }

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: cancelling only queues; the reference of the argument stays the caller's.
        unsafe {
            resume::cancel(&raw mut (*from_object(call.this())).base, reason, false, false);
        }
    }

    fn add_finally(call) {
        // SAFETY: the frame holds the coroutine, a method of whose class this is; what is kept moves into it if it is unfinished, else
        // it is called at once.
        unsafe {
            let Some(kept) = finally::callback(call) else { return };
            let this = from_object(call.this());
            if (*this).is_finished() {
                finally::run_at_once(call, kept);
            } else {
                (*this).add_finally(kept);
            }
        }
    }
}
