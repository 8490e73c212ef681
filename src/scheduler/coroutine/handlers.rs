//! A list of finally handlers that have not run.

use crate::abi::*;
use crate::engine::call;
use crate::engine::gc::Report;

/// Handlers in registration order, owned.
#[derive(Default)]
pub struct Handlers(pub(in crate::scheduler) Vec<*mut Fcall>);

/// Adds a handler to a list made on demand.
///
/// # Safety
/// `fcall` is a kept callable, taken over.
pub unsafe fn add(list: &mut *mut Handlers, fcall: *mut Fcall) {
    if list.is_null() {
        *list = Box::into_raw(Box::default());
    }
    // SAFETY: made above or by an earlier call.
    unsafe { (**list).0.push(fcall) };
}

/// Drops handlers that never ran; null is allowed.
///
/// # Safety
/// The list is not used again.
pub unsafe fn free(list: *mut Handlers) {
    if list.is_null() {
        return;
    }
    // SAFETY: made by `add`. The vector is emptied handler by handler, because releasing one may run PHP code.
    unsafe {
        while let Some(fcall) = (*list).0.pop() {
            call::release(fcall);
        }
        drop(Box::from_raw(list));
    }
}

/// What the handlers refer to, for the cycle collector.
///
/// # Safety
/// `list` is null or alive; called by the collector.
pub unsafe fn report(list: *mut Handlers, report: &Report) {
    if list.is_null() {
        return;
    }
    // SAFETY: the list belongs to an object that the collector looks at, so its callables are alive; reporting changes nothing.
    unsafe {
        for fcall in &(*list).0 {
            call::report(*fcall, report);
        }
    }
}
