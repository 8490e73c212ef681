//! `enum Async\Signal` and `Async\signal()` (primitives 7).

use super::entering::launched;
use super::{class_type, signature};
use crate::abi::*;
use crate::engine::entry::handlers;
use crate::engine::{args, class};
use crate::primitives::signal;
use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::builders::FunctionBuilder;
use ext_php_rs::enum_::{Discriminant, EnumCase};

static SIGNAL: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

const fn case(name: &'static str, number: i64) -> EnumCase {
    EnumCase { name, discriminant: Some(Discriminant::Int(number)), docs: &[] }
}

static CASES: [EnumCase; 14] = [
    case("SIGHUP", 1),
    case("SIGINT", 2),
    case("SIGQUIT", 3),
    case("SIGILL", 4),
    case("SIGABRT", 6),
    case("SIGFPE", 8),
    case("SIGKILL", 9),
    case("SIGUSR1", 10),
    case("SIGSEGV", 11),
    case("SIGUSR2", 12),
    case("SIGTERM", 15),
    case("SIGBREAK", 21),
    case("SIGABRT2", 22),
    case("SIGWINCH", 28),
];

/// # Safety
/// Module start.
pub unsafe fn register() {
    SIGNAL.store(class::register_enum("Async\\Signal", &CASES), Ordering::Relaxed);
}

pub fn functions() -> Vec<FunctionBuilder<'static>> {
    vec![
        signature("Async\\signal", signal_function)
            .required("signal", class_type("Async\\Signal"))
            .nullable("cancellation", class_type("Async\\Completable"))
            .returns(class_type("Async\\Future")),
    ]
}

/// What the system calls the signal of a case, which has Linux's number [primitives/SG-1].
fn native(value: i64) -> c_int {
    match value {
        10 => libc::SIGUSR1,
        12 => libc::SIGUSR2,
        other => other as c_int,
    }
}

handlers! {
    fn signal_function(call) {
        let signals = SIGNAL.load(Ordering::Relaxed);
        let completable = class::get(AsyncClass::COMPLETABLE);
        let Some((case, token)) = args::object_and_optional(call, signals, signals, completable) else { return };
        // SAFETY: the frame holds the case, which is one of `CASES`, and the token; the scheduler is launched first.
        unsafe {
            if !launched() {
                return;
            }
            let future = signal::listen(native(class::enum_value(case)), case, token);
            if !future.is_null() {
                call.set_object(future);
            }
        }
    }
}
