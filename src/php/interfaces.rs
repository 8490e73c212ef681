//! The interfaces of the namespace.

use super::{Parent, abstract_signature, class_type};
use crate::abi::AsyncClass;
use crate::engine::class;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

fn awaitable() -> &'static PhpClassEntry {
    // SAFETY: `register` below begins with it, so it is there whenever a class asks; class entries live as long as the module.
    unsafe { &*class::get(AsyncClass::AWAITABLE) }
}

/// For classes that implement `Async\Awaitable`.
pub const AWAITABLE: Parent = (awaitable, "Async\\Awaitable");

fn completable() -> &'static PhpClassEntry {
    // SAFETY: `register` below has registered it before any class asks that implements it; class entries live as long as the module.
    unsafe { &*class::get(AsyncClass::COMPLETABLE) }
}

/// For classes that implement `Async\Completable`.
pub const COMPLETABLE: Parent = (completable, "Async\\Completable");

fn scope_provider() -> &'static PhpClassEntry {
    // SAFETY: `register` below has registered it before any class asks that implements it; class entries live as long as the module.
    unsafe { &*class::get(AsyncClass::SCOPE_PROVIDER) }
}

/// For classes that implement `Async\ScopeProvider`.
pub const SCOPE_PROVIDER: Parent = (scope_provider, "Async\\ScopeProvider");

/// # Safety
/// Module start.
pub unsafe fn register() {
    class::register(ClassBuilder::new("Async\\Awaitable").flags(ClassFlags::Interface), AsyncClass::AWAITABLE);

    let public = MethodFlags::Public | MethodFlags::Abstract;
    let builder = ClassBuilder::new("Async\\Completable")
        .flags(ClassFlags::Interface)
        .implements(AWAITABLE)
        .method(
            abstract_signature("cancel")
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(abstract_signature("isCompleted").returns(DataType::Bool), public)
        .method(abstract_signature("isCancelled").returns(DataType::Bool), public);
    class::register(builder, AsyncClass::COMPLETABLE);

    let builder = ClassBuilder::new("Async\\ScopeProvider")
        .flags(ClassFlags::Interface)
        .method(abstract_signature("provideScope").returns_nullable(class_type("Async\\Scope")), public);
    class::register(builder, AsyncClass::SCOPE_PROVIDER);

    let hook = |name: &str| {
        abstract_signature(name)
            .required("coroutine", class_type("Async\\Coroutine"))
            .required("scope", class_type("Async\\Scope"))
    };
    let builder = ClassBuilder::new("Async\\SpawnStrategy")
        .flags(ClassFlags::Interface)
        .implements(SCOPE_PROVIDER)
        .method(hook("beforeCoroutineEnqueue").returns(DataType::Array), public)
        .method(hook("afterCoroutineEnqueue").returns(DataType::Void), public);
    class::register(builder, AsyncClass::SPAWN_STRATEGY);
}
