//! A method of a template goes on with the slot of the coroutine as `$this`.

use super::binding;
use super::exceptions::repair;
use super::method::Method;
use super::slot;
use super::structures::{Binding, PdoPool};
use crate::abi::*;
use crate::boundary::functions::shared_cache;
use crate::engine::entry::{Call, Handler};
use crate::engine::pdo::Driver;
use crate::engine::{connection, exception, pdo};
use core::ffi::c_void;

/// What a call goes on with: the handler of the method behind the wrapper, or a method that only the driver has.
#[derive(Clone, Copy)]
pub enum Target {
    Next(Handler),
    OfDriver,
}

impl Target {
    /// Calls the method with another `$this`.
    pub unsafe fn call_on(self, call: Call, this: *mut Object) {
        // SAFETY: the caller holds the object.
        unsafe {
            let (frame, result) = (call.frame(), call.result());
            pdo::with_this(frame, this, || match self {
                Target::Next(next) => next(frame, result),
                Target::OfDriver => {
                    let name = (*(*frame).func).common.function_name;
                    let method: *mut c_void = pdo::method(this, name);
                    if !method.is_null() {
                        pdo::call_in_frame(method, frame, result);
                    }
                }
            });
        }
    }
}

/// Calls the method on the slot of the coroutine, which is lent one if it has none [primitives/PP-8]. False when there was
/// none to be had.
///
/// # Safety
/// The call of a method of a template. May suspend.
pub unsafe fn forward(of: *mut PdoPool, call: Call, target: Target) -> bool {
    // SAFETY: the call of a method of a template, as this function demands.
    unsafe { forward_as(of, Method::Forward, call, target) }
}

/// As [`forward`], for one of the methods that do.
///
/// # Safety
/// As [`forward`].
pub unsafe fn forward_as(of: *mut PdoPool, method: Method, call: Call, target: Target) -> bool {
    // SAFETY: the frame holds the template, the template the structure; the lease is held for the length of the call.
    unsafe {
        let binding = binding::current(of);
        let lease = binding::lend(binding);
        if lease.is_null() {
            fail_without_slot(binding, call);
            return false;
        }
        let lent = (*lease).slot;
        (*lent).spoiled |= method == Method::ForwardAndSpoil;
        (*lent).made_id |= method == Method::ForwardAndMakeIds;
        slot::begin_call(lent);
        // That of mysql is the one of the last statement.
        if method == Method::LastInsertId && (*of).driver == Driver::PgSql {
            slot::forget_ids(lent);
        }
        let slot = (*lease).object;
        shared_cache::take_turn(connection::of_pdo(slot), || target.call_on(call, slot));
        repair();
        slot::end_call(lent);
        binding::settle(binding, lease, method == Method::Query);
        true
    }
}

/// The call fails because no connection could be had [primitives/PP-22].
#[cold]
unsafe fn fail_without_slot(binding: *mut Binding, call: Call) {
    // SAFETY: the object of a live call.
    unsafe {
        repair();
        call.set_bool(false);
        let thrown = exception::pending();
        let state = if thrown.is_null() { None } else { pdo::state_of(thrown) };
        binding::set_error_code(binding, state.unwrap_or(b"HY000"));
        if thrown.is_null() {
            pdo::raise(call.this(), c"HY000", c"Failed to acquire connection from pool");
        }
    }
}
