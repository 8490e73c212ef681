//! `Async\Timeout` (core 9).

use super::interfaces::COMPLETABLE;
use super::{class_type, signature};
use crate::abi::*;
use crate::engine::entry::handlers;
use crate::engine::event_object::Body;
use crate::engine::{args, class};
use crate::primitives::timeout::TimeoutObject;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let builder = ClassBuilder::new("Async\\Timeout")
        .flags(ClassFlags::Final | ClassFlags::NotSerializable | ClassFlags::NoDynamicProperties)
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
    // SAFETY: single-threaded module start.
    unsafe { TimeoutObject::install(ce) }
}

handlers! {
    /// Never reached from user code: the constructor is private.
    fn construct(_call) {}

    fn cancel(call) {
        let Some(reason) = args::optional_object(call, class::get(AsyncClass::EXCEPTION_CANCELLATION)) else { return };
        // SAFETY: a method call.
        unsafe { (*TimeoutObject::of(call.this())).cancel(reason) }
    }

    fn is_completed(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set_bool(unsafe { (*TimeoutObject::of(call.this())).is_completed() });
        }
    }

    fn is_cancelled(call) {
        if args::none(call) {
            // SAFETY: a method call.
            call.set_bool(unsafe { (*TimeoutObject::of(call.this())).is_cancelled() });
        }
    }
}
