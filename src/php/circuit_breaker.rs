//! `Async\CircuitBreaker`, `Async\CircuitBreakerStrategy` and `Async\CircuitBreakerState` (primitives 6).

use super::{Parent, abstract_signature, class_type};
use crate::abi::flags::CircuitState;
use crate::abi::{AsyncClass, ClassEntry, Object};
use crate::engine::class;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::enum_::EnumCase;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

static BREAKER: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());
static STRATEGY: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());
static STATE: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

static CASES: [EnumCase; 3] = [
    EnumCase { name: "ACTIVE", discriminant: None, docs: &[] },
    EnumCase { name: "INACTIVE", discriminant: None, docs: &[] },
    EnumCase { name: "RECOVERING", discriminant: None, docs: &[] },
];

fn breaker() -> &'static PhpClassEntry {
    // SAFETY: `register` below has registered it before any class asks that implements it; class entries live as long as the module.
    unsafe { &*BREAKER.load(Ordering::Relaxed) }
}

/// For classes that implement `Async\CircuitBreaker`.
pub const CIRCUIT_BREAKER: Parent = (breaker, "Async\\CircuitBreaker");

/// The interface of strategies.
pub fn strategy() -> *mut ClassEntry {
    STRATEGY.load(Ordering::Relaxed)
}

/// The case of `Async\CircuitBreakerState`, borrowed.
///
/// # Safety
/// A request is active.
pub unsafe fn case_of(state: CircuitState) -> *mut Object {
    let name = match state {
        CircuitState::Active => c"ACTIVE",
        CircuitState::Inactive => c"INACTIVE",
        CircuitState::Recovering => c"RECOVERING",
    };
    // SAFETY: a request is active, as this function demands; `register` has made the class with all of `CASES`.
    unsafe { class::enum_case(STATE.load(Ordering::Relaxed), name) }
}

/// # Safety
/// Module start.
pub unsafe fn register() {
    STATE.store(class::register_enum("Async\\CircuitBreakerState", &CASES), Ordering::Relaxed);

    let public = MethodFlags::Public | MethodFlags::Abstract;
    let builder = ClassBuilder::new("Async\\CircuitBreaker")
        .flags(ClassFlags::Interface)
        .method(abstract_signature("getState").returns(class_type("Async\\CircuitBreakerState")), public)
        .method(abstract_signature("activate").returns(DataType::Void), public)
        .method(abstract_signature("deactivate").returns(DataType::Void), public)
        .method(abstract_signature("recover").returns(DataType::Void), public);
    BREAKER.store(class::register(builder, AsyncClass::NO), Ordering::Relaxed);

    let builder = ClassBuilder::new("Async\\CircuitBreakerStrategy")
        .flags(ClassFlags::Interface)
        .method(abstract_signature("reportSuccess").required("source", DataType::Mixed).returns(DataType::Void), public)
        .method(
            abstract_signature("reportFailure")
                .required("source", DataType::Mixed)
                .required("error", class_type("Throwable"))
                .returns(DataType::Void),
            public,
        )
        .method(abstract_signature("shouldRecover").returns(DataType::Bool), public);
    STRATEGY.store(class::register(builder, AsyncClass::NO), Ordering::Relaxed);
}
