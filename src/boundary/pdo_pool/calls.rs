//! The methods of a template: most go on with the slot of the coroutine as `$this`.

use super::abandoned;
use super::attributes;
use super::binding::{self, NO_ERROR};
use super::forward::{Target, forward, forward_as};
use super::method::{Method, of_driver};
use super::sqlite;
use super::structures::{self, PdoPool};
use crate::abi::*;
use crate::engine::entry::{Call, Handler};
use crate::engine::pdo::Driver;
use crate::engine::{args, hash, pdo, string, zval};
use crate::primitives::pool;
use core::ptr;

/// A wrapped method, called on a template.
///
/// # Safety
/// The call of a method of a template, which has the structure.
pub unsafe fn on_template(of: *mut PdoPool, method: Method, call: Call, next: Handler) {
    // SAFETY: the call of a method of a template, as this function demands.
    unsafe { holding(of, || dispatch(of, method, call, Target::Next(next))) }
}

/// The structure is held for as long as a call runs: the constructor that made the template may fail meanwhile, where the object was
/// known before it returned.
unsafe fn holding(of: *mut PdoPool, call: impl FnOnce()) {
    // SAFETY: the caller's structure is valid. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        structures::hold(of);
        abandoned::look(of);
        call();
        structures::release(of);
    }
}

/// A method that only the driver has [primitives/PP-53].
pub unsafe extern "C" fn driver_method(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result. Only templates have methods with this one, and the
    // frame holds its template.
    unsafe {
        let call = Call::of(frame, result);
        let of = pdo::pool_of(call.this()).cast::<PdoPool>();
        let name = string::bytes((*(*frame).func).common.function_name).to_ascii_lowercase();
        let method = of_driver(&name);
        drop(name);
        if !of.is_null() {
            holding(of, || dispatch(of, method, call, Target::OfDriver));
        }
    }
}

unsafe fn dispatch(of: *mut PdoPool, method: Method, call: Call, target: Target) {
    // SAFETY: the call on the template holds it, and the structure.
    unsafe {
        match method {
            Method::Construct | Method::Connect => (),
            Method::Forward | Method::Query | Method::ForwardAndSpoil | Method::ForwardAndMakeIds => {
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

/// `PDO::getPool()` [primitives/PP-6].
pub unsafe extern "C" fn get_pool(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        let call = Call::of(frame, result);
        if args::none(call) {
            let of = pdo::pool_of(call.this()).cast::<PdoPool>();
            if of.is_null() {
                return call.set_object(ptr::null_mut());
            }
            holding(of, || call.set_object(pool::wrap((*of).pool)));
        }
    }
}
