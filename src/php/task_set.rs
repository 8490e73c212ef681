//! `Async\TaskSet`: a task group whose entries leave when they are delivered (primitives 4).

use super::task_group::{builder, complete, return_future, return_future_of_all};
use super::{class_type, signature};
use crate::abi::AsyncClass;
use crate::engine::entry::handlers;
use crate::engine::event_object::Body;
use crate::engine::{args, class};
use crate::primitives::group::{Kind, TaskSet};
use ext_php_rs::flags::{DataType, MethodFlags};

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let future = || class_type("Async\\Future");
    let builder = builder("Async\\TaskSet")
        .method(signature("joinNext", join_next).returns(future()), public)
        .method(signature("joinAny", join_any).returns(future()), public)
        .method(
            signature("joinAll", join_all).optional("ignoreErrors", DataType::Bool, "false").returns(future()),
            public,
        );
    let ce = class::register(builder, AsyncClass::NO);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe {
        complete(ce);
        TaskSet::install(ce);
    }
}

handlers! {
    fn join_next(call) {
        if args::none(call) {
            return_future(call, Kind::Race);
        }
    }

    fn join_any(call) {
        if args::none(call) {
            return_future(call, Kind::Any);
        }
    }

    fn join_all(call) {
        return_future_of_all(call);
    }
}
