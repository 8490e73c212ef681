//! `getAttribute()` and `setAttribute()`: attributes of the pool, of the PDO object itself, and of connections
//! [primitives/PP-7, primitives/PP-35].

use super::binding;
use super::forward::{Target, forward};
use super::structures::PdoPool;
use super::template;
use crate::abi::zend::{IS_LONG, IS_TRUE};
use crate::abi::*;
use crate::engine::entry::{Call, Handler};
use crate::engine::{exception, pdo};

/// The attributes of the pool, as they follow each other.
pub const ENABLED: i64 = 0;
pub const MIN: i64 = 1;
pub const MAX: i64 = 2;
pub const HEALTHCHECK_INTERVAL: i64 = 3;
pub const STMT_CACHE_SIZE: i64 = 4;
pub const COUNT: i64 = 5;

/// Attributes of PDO that belong to the object, not to a connection.
mod number {
    pub const ERRMODE: i64 = 3;
    pub const CASE: i64 = 8;
    pub const ORACLE_NULLS: i64 = 11;
    pub const PERSISTENT: i64 = 12;
    pub const STATEMENT_CLASS: i64 = 13;
    pub const DRIVER_NAME: i64 = 16;
    pub const STRINGIFY_FETCHES: i64 = 17;
    pub const DEFAULT_FETCH_MODE: i64 = 19;
}

/// Whether the template answers by itself.
fn is_of_object(attribute: i64) -> bool {
    use number::*;
    matches!(attribute, PERSISTENT | DRIVER_NAME) || is_setting(attribute)
}

/// Whether the template keeps it, for all its connections.
pub fn is_setting(attribute: i64) -> bool {
    use number::*;
    matches!(attribute, ERRMODE | CASE | ORACLE_NULLS | STATEMENT_CLASS | STRINGIFY_FETCHES | DEFAULT_FETCH_MODE)
}

/// A new template gets the settings that the options of its constructor have. May throw.
///
/// # Safety
/// A new template, and an array.
pub unsafe fn take_settings(template: *mut Object, options: *mut Array) {
    use number::*;
    for attribute in [ERRMODE, CASE, ORACLE_NULLS, STATEMENT_CLASS, STRINGIFY_FETCHES, DEFAULT_FETCH_MODE] {
        if exception::pending().is_null() {
            // SAFETY: the template is new and holds its object, as this function demands; the attribute is an element of
            // the array.
            unsafe { pdo::set_option(template, options, attribute) }
        }
    }
}

/// Which attribute of the pool a number is.
pub fn of_pool(attribute: i64) -> Option<i64> {
    let place = attribute.wrapping_sub(pdo::first_attribute());
    (0..COUNT).contains(&place).then_some(place)
}

/// The number in the first argument, if it is one: anything else is PDO's business.
unsafe fn asked(call: Call) -> Option<i64> {
    let value = call.arg(0);
    // SAFETY: an argument of a live frame.
    unsafe { (!value.is_null() && (*value).kind() == IS_LONG).then(|| (*value).value.long) }
}

/// `getAttribute()` of an object without a pool.
///
/// # Safety
/// A live call.
pub unsafe fn get_without_pool(call: Call, next: Handler) {
    // SAFETY: the call is live, as this function demands.
    unsafe {
        match asked(call).and_then(of_pool) {
            Some(place) if call.arg_count() == 1 && !pdo::is_fresh(call.this()) => tell(call, place, None),
            _ => next(call.frame(), call.result()),
        }
    }
}

/// Answers `getAttribute()` for an attribute of the pool [primitives/PP-7].
unsafe fn tell(call: Call, place: i64, limits: Option<(u32, u32, u32)>) {
    // SAFETY: the object of a live call.
    unsafe {
        let number = |limit: Option<u32>| limit.map_or(Zval::from_bool(false), |limit| Zval::from_long(limit.into()));
        call.set(match place {
            ENABLED => Zval::from_bool(limits.is_some()),
            MIN => number(limits.map(|limits| limits.0)),
            MAX => number(limits.map(|limits| limits.1)),
            STMT_CACHE_SIZE => number(limits.map(|limits| limits.2)),
            _ => {
                let why = c"PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime";
                pdo::raise(call.this(), c"IM001", why);
                Zval::from_bool(false)
            }
        });
    }
}

/// `getAttribute()` of a template.
///
/// # Safety
/// A live call on a template.
pub unsafe fn get(of: *mut PdoPool, call: Call, target: Target) {
    // SAFETY: the call is live and holds the template, as this function demands; the template holds the pool.
    unsafe {
        let attribute = asked(call);
        if let Some(place) = attribute.and_then(of_pool) {
            let base = &raw const (*(*of).pool).base;
            tell(call, place, Some(((*base).min_size, (*base).max_size, (*of).room)));
            note_result(of, place != HEALTHCHECK_INTERVAL, b"IM001");
        } else if attribute.is_some_and(is_of_object) {
            target.call_on(call, call.this());
            note_result(of, true, b"");
        } else {
            forward(of, call, target);
        }
    }
}

/// `setAttribute()` of a template.
///
/// # Safety
/// A live call on a template.
pub unsafe fn set(of: *mut PdoPool, call: Call, target: Target) {
    // SAFETY: the call holds its template, and that the pool; the method writes the result.
    unsafe {
        let attribute = asked(call);
        if attribute.is_some_and(|attribute| of_pool(attribute).is_some()) {
            // Of the constructor only.
            call.set_bool(false);
            note_result(of, true, b"");
            return;
        }
        if attribute.is_some_and(is_of_object) {
            target.call_on(call, call.this());
            note_result(of, true, b"");
        } else if !forward(of, call, target) {
            return;
        }
        let Some(attribute) = attribute else { return };
        if !exception::pending().is_null() || (*call.result()).kind() != IS_TRUE {
            return;
        }
        if is_setting(attribute) {
            template::settings_changed(of);
        }
        // The driver of mysql has to know whether numbers become strings.
        if !is_setting(attribute) || attribute == number::STRINGIFY_FETCHES {
            template::remember_attribute(of, attribute, call.arg(1));
        }
    }
}

/// A call that needed no connection has ended.
unsafe fn note_result(of: *mut PdoPool, well: bool, code: &[u8]) {
    // SAFETY: the call on the template holds it, and the template holds the pool.
    unsafe { binding::set_error_code(binding::current(of), if well { &binding::NO_ERROR } else { code }) }
}
