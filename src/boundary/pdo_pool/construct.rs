//! The constructor of `PDO` and `PDO::connect()`: options that ask for a pool make a template of the object
//! [primitives/PP-1 to PP-5].

use super::attributes;
use super::exceptions::{repair, throw};
use super::sqlite;
use super::structures::{self, PdoPool};
use super::template::{self, Limits};
use crate::abi::*;
use crate::engine::entry::{Call, Handler};
use crate::engine::pdo::{self, Driver, Options};
use crate::engine::{args, exception, object, string, zval};
use crate::primitives::pool;
use core::ptr;

/// What a constructor asks for.
struct Plan {
    driver: Driver,
    options: Options,
    /// Of a connection; owned.
    arguments: [Zval; 4],
}

const TWICE: &str = "PDO object is already initialized";

/// PDO's own constructor, unless an exception is pending already.
unsafe fn stock(call: Call, next: Handler) {
    // SAFETY: the call is live: its wrapper passes it on.
    unsafe {
        if exception::pending().is_null() {
            next(call.frame(), call.result());
            repair();
        }
    }
}

/// `PDO::__construct()`.
///
/// # Safety
/// A live call.
pub unsafe fn construct(call: Call, next: Handler) {
    // SAFETY: the call is live, as this function demands, and holds its object.
    unsafe {
        // Nor is a connection of a pool given another one.
        if !pdo::pool_of(call.this()).is_null() || !pdo::slot_of(call.this()).is_null() {
            return exception::throw_error(ptr::null_mut(), TWICE);
        }
        match plan(call, (*call.this()).ce, false) {
            Some(plan) => carry_out(plan, call.this()),
            None => stock(call, next),
        }
    }
}

/// `PDO::connect()`, as of PHP 8.4.
///
/// # Safety
/// A live call.
pub unsafe fn connect(call: Call, next: Handler) {
    // SAFETY: the call is live, as this function demands.
    unsafe {
        let ce = call.called_class();
        let Some(plan) = plan(call, ce, true) else { return stock(call, next) };
        let class = if ce == pdo::class() { pdo::class_of_driver(plan.driver) } else { ce };
        let made = object::new_of_class(class);
        if made.is_null() {
            // An abstract one: the engine has thrown.
            let mut arguments = plan.arguments;
            return arguments.iter_mut().for_each(|argument| zval::clear(argument));
        }
        carry_out(plan, made);
        if exception::pending().is_null() {
            call.set_object(made);
        } else {
            object::release(made);
        }
    }
}

/// What a call asks for. None if that is no pool, or with an exception, or if PDO's own constructor has something to say
/// about the arguments: what it gets to see does not mention a pool [primitives/PP-1].
unsafe fn plan(call: Call, ce: *mut ClassEntry, connects: bool) -> Option<Plan> {
    // SAFETY: arguments of a live call.
    unsafe {
        let options = pdo::take_options(call.arg(3))?;
        if !options.enabled {
            return None;
        }
        let name = args::string_at(call, 0)?;
        let user = args::nullable_string_at(call, 1)?;
        let password = args::nullable_string_at(call, 2)?;
        let source = pdo::resolve(name);
        if source.is_null() {
            return None;
        }
        let Some(driver) = driver_of(source, ce, connects, &options) else {
            string::release(source);
            return None;
        };
        let text = |string: *mut ZString| {
            if string.is_null() { Zval::NULL } else { zval::from_string(string::add_ref(string)) }
        };
        let arguments = [zval::from_string(source), text(user), text(password), zval::copy(call.arg(3))];
        Some(Plan { driver, options, arguments })
    }
}

/// The driver, if a pool can be had for it.
unsafe fn driver_of(source: *mut ZString, ce: *mut ClassEntry, connects: bool, options: &Options) -> Option<Driver> {
    // SAFETY: a resolved name has a colon.
    unsafe {
        let source = string::bytes(source);
        let colon = source.iter().position(|byte| *byte == b':')?;
        let (name, rest) = (&source[..colon], &source[colon + 1..]);
        if !pdo::has_driver(name) {
            return None;
        }
        if options.persistent {
            throw("PDO::ATTR_POOL_ENABLED cannot be used with PDO::ATTR_PERSISTENT");
            return None;
        }
        let Some(driver) = driver_named(name) else {
            let name = String::from_utf8_lossy(name);
            throw(&format!("Driver \"{name}\" does not support PDO::ATTR_POOL_ENABLED"));
            return None;
        };
        if !pdo::class_fits(ce, driver, connects) {
            return None;
        }
        if driver == Driver::Sqlite && sqlite::is_private(rest) {
            sqlite::refuse_private(rest);
            return None;
        }
        Some(driver)
    }
}

/// The corrections of 9.1.
fn limits(options: &Options) -> Limits {
    let limit = |value: i64, least: u32| u32::try_from(value.max(least.into())).unwrap_or(u32::MAX);
    let min = limit(options.min, 0);
    Limits {
        min,
        max: limit(options.max, 1).max(min),
        interval_ms: limit(options.interval_ms, 0),
        room: limit(options.statements, 0),
    }
}

/// The object becomes a template, or an exception is pending.
unsafe fn carry_out(plan: Plan, object: *mut Object) {
    // SAFETY: the parts of the plan move into the structure.
    unsafe {
        let limits = limits(&plan.options);
        let mut arguments = plan.arguments;
        if !pdo::is_fresh(object) {
            arguments.iter_mut().for_each(|argument| zval::clear(argument));
            return exception::throw_error(ptr::null_mut(), TWICE);
        }
        let of = template::new(object, plan.driver, arguments, limits);
        pdo::become_template(object, of.cast(), plan.driver);
        structures::hold(of);
        // Options that are the object's own.
        attributes::take_settings(object, (*of).options());
        if exception::pending().is_null() && pool::open((*of).pool, limits.interval_ms) {
            return structures::release(of);
        }
        fail(of, object);
    }
}

/// The constructor has failed; the object is as if it had not been called.
unsafe fn fail(of: *mut PdoPool, object: *mut Object) {
    // SAFETY: one reference is the caller's, one the template's.
    unsafe {
        pdo::leave_template(object);
        (*of).template = ptr::null_mut();
        pool::close((*of).pool);
        structures::release(of);
        structures::release(of);
    }
}

/// The driver of that name.
fn driver_named(name: &[u8]) -> Option<Driver> {
    match name {
        b"mysql" => Some(Driver::MySql),
        b"pgsql" => Some(Driver::PgSql),
        b"sqlite" => Some(Driver::Sqlite),
        _ => None,
    }
}
