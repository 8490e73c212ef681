//! The interfaces `Async\Awaitable` and `Async\Completable`.

use super::{Parent, abstract_signature, class_type};
use crate::abi::AsyncClass;
use crate::engine::class;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

fn awaitable() -> &'static PhpClassEntry {
    // SAFETY: registered first; class entries live for ever.
    unsafe { &*class::get(AsyncClass::AWAITABLE) }
}

fn completable() -> &'static PhpClassEntry {
    // SAFETY: registered before any class that implements it.
    unsafe { &*class::get(AsyncClass::COMPLETABLE) }
}

/// For classes that implement `Async\Completable`.
pub const COMPLETABLE: Parent = (completable, "Async\\Completable");

/// # Safety
/// Module start.
pub unsafe fn register() {
    class::register(ClassBuilder::new("Async\\Awaitable").flags(ClassFlags::Interface), AsyncClass::AWAITABLE);

    let public = MethodFlags::Public | MethodFlags::Abstract;
    let builder = ClassBuilder::new("Async\\Completable")
        .flags(ClassFlags::Interface)
        .implements((awaitable, "Async\\Awaitable"))
        .method(
            abstract_signature("cancel")
                .nullable("cancellation", class_type("Async\\AsyncCancellation"))
                .returns(DataType::Void),
            public,
        )
        .method(abstract_signature("isCompleted").returns(DataType::Bool), public)
        .method(abstract_signature("isCancelled").returns(DataType::Bool), public);
    class::register(builder, AsyncClass::COMPLETABLE);
}
