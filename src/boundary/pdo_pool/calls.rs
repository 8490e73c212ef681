//! The methods of a template: most go on with the slot of the coroutine as `$this`.

use super::attributes;
use super::binding::{self, Binding, NO_ERROR};
use super::method::{Method, of_driver};
use super::slot;
use super::sqlite;
use super::template::PdoPool;
use crate::abi::*;
use crate::boundary::calls::cancellation_repair;
use crate::boundary::functions::shared_cache;
use crate::engine::entry::{Call, Handler};
use crate::engine::pdo::Driver;
use crate::engine::{args, connection, exception, hash, pdo, string, zval};
use crate::primitives::pool;
use core::ffi::c_void;
use core::ptr;
use std::ffi::CString;

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

/// A wrapped method, called on a template.
///
/// # Safety
/// The call of a method of a template, which has the structure.
pub unsafe fn on_template(of: *mut PdoPool, method: Method, call: Call, next: Handler) {
    // SAFETY: the frame holds the template.
    unsafe { dispatch(of, method, call, Target::Next(next)) }
}

/// A method that only the driver has [primitives/PP-53].
pub unsafe extern "C" fn driver_method(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine on a template, which alone has such methods with this handler.
    unsafe {
        let call = Call::of(frame, result);
        let of = pdo::pool_of(call.this()).cast::<PdoPool>();
        let name = string::bytes((*(*frame).func).common.function_name).to_ascii_lowercase();
        let method = of_driver(&name);
        drop(name);
        if !of.is_null() {
            dispatch(of, method, call, Target::OfDriver);
        }
    }
}

unsafe fn dispatch(of: *mut PdoPool, method: Method, call: Call, target: Target) {
    // SAFETY: forwarded.
    unsafe {
        match method {
            Method::Construct | Method::Connect => (),
            Method::Forward | Method::Query | Method::ForwardAndSpoil => {
                forward_as(of, method, call, target);
            }
            Method::EndTransaction => {
                if binding::bound(of, false).is_null() {
                    // PDO says that there is none.
                    target.call_on(call, call.this());
                } else {
                    forward(of, call, target);
                }
            }
            Method::LastInsertId => {
                let lease = binding::bound(of, false);
                if !lease.is_null() && (*of).driver == Driver::Sqlite && !(*(*lease).slot).made_id {
                    if args::count(call, 0, 1) {
                        call.set(zval::from_string(string::of_bytes(b"0")));
                    }
                } else if !lease.is_null() {
                    forward_as(of, method, call, target);
                } else if args::count(call, 0, 1) {
                    call.set_bool(false);
                }
            }
            Method::InTransaction => look(of, call, target, Zval::from_bool(false)),
            Method::WarningCount => look(of, call, target, Zval::from_long(0)),
            Method::ErrorCode | Method::ErrorInfo => tell_error(of, method, call, target),
            Method::GetAttribute => attributes::get(of, call, target),
            Method::SetAttribute => attributes::set(of, call, target),
            Method::Register => sqlite::register(of, call),
            Method::Refused => sqlite::refuse(call),
        }
    }
}

/// Calls the method on the slot of the coroutine, which is lent one if it has none [primitives/PP-8]. False when there was
/// none to be had.
///
/// # Safety
/// The call of a method of a template. May suspend.
pub unsafe fn forward(of: *mut PdoPool, call: Call, target: Target) -> bool {
    // SAFETY: forwarded.
    unsafe { forward_as(of, Method::Forward, call, target) }
}

unsafe fn forward_as(of: *mut PdoPool, method: Method, call: Call, target: Target) -> bool {
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

/// Asks the slot that there is, or answers without one [primitives/PP-13].
unsafe fn look(of: *mut PdoPool, call: Call, target: Target, otherwise: Zval) {
    // SAFETY: what only looks does not suspend.
    unsafe {
        let lease = binding::bound(of, false);
        if !lease.is_null() {
            target.call_on(call, (*lease).object);
        } else if args::none(call) {
            call.set(otherwise);
        }
    }
}

/// `errorCode()` and `errorInfo()`: of the last call of this coroutine [primitives/PP-24, primitives/PP-25].
unsafe fn tell_error(of: *mut PdoPool, method: Method, call: Call, target: Target) {
    // SAFETY: what only looks does not suspend.
    unsafe {
        let lease = binding::bound(of, true);
        let code = binding::error_code(binding::find(of));
        if !lease.is_null() && code != NO_ERROR {
            return target.call_on(call, (*lease).object);
        }
        if !args::none(call) {
            return;
        }
        let code = zval::from_string(string::of_bytes(&code));
        if method == Method::ErrorCode {
            return call.set(code);
        }
        let info = hash::new_array(3);
        hash::push(info, code);
        hash::push(info, Zval::NULL);
        hash::push(info, Zval::NULL);
        call.set(zval::from_array(info));
    }
}

/// Puts the cancellation in the place of what C code throws because its coroutine was cancelled [io/CX-5].
///
/// # Safety
/// On the PHP thread, in what is no call of a wrapped function.
pub unsafe fn repair() {
    // SAFETY: forwarded.
    unsafe { cancellation_repair::after(ptr::null_mut(), ptr::null_mut()) }
}

/// `PDO::getPool()` [primitives/PP-6].
pub unsafe extern "C" fn get_pool(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: called by the engine.
    unsafe {
        let call = Call::of(frame, result);
        if args::none(call) {
            let of = pdo::pool_of(call.this()).cast::<PdoPool>();
            call.set_object(if of.is_null() { ptr::null_mut() } else { pool::wrap((*of).pool) });
        }
    }
}

/// Throws a `PDOException`.
///
/// # Safety
/// On the PHP thread with a request.
pub unsafe fn throw(message: &str) {
    let text = CString::new(message.replace('\0', "")).unwrap_or_default();
    // SAFETY: copied.
    unsafe { pdo::throw(&text) }
}
