//! `Async\Timeout` (core 9).

use super::interfaces::COMPLETABLE;
use super::{FINAL, class_type, signature};
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, class};
use crate::primitives::timeout::TimeoutObject;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\Timeout")
        .flags(FINAL)
        .implements(COMPLETABLE)
        .method(signature("__construct", construct).untyped(), MethodFlags::Private)
        .method(
            signature("cancel", cancel)
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(signature("isCompleted", is_completed).returns(DataType::Bool), public)
        .method(signature("isCancelled", is_cancelled).returns(DataType::Bool), public);
    let ce = class::register(builder, AsyncClass::TIMEOUT);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe { TimeoutObject::install(ce) }
}

/// Answers a method without parameters with a yes or no that is read from the timeout.
fn answer(call: Call, read: impl FnOnce(&TimeoutObject) -> bool) {
    if args::none(call) {
        // SAFETY: only methods of the final class ask, and the frame holds their object; `read` looks at flags of it.
        call.set_bool(read(unsafe { &*TimeoutObject::of(call.this()) }));
    }
}

handlers! {
    /// Never reached from user code: the constructor is private.
    fn construct(_call) {}

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: the frame holds the timeout, a method of whose class this is, and the reason. What hears of it is only woken.
        unsafe { (*TimeoutObject::of(call.this())).cancel(reason) }
    }

    fn is_completed(call) {
        answer(call, TimeoutObject::is_completed);
    }

    fn is_cancelled(call) {
        answer(call, TimeoutObject::is_cancelled);
    }
}
