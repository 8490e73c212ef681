//! The exception classes of core chapter 3, apart from the cancellations.

use crate::abi::zend::IS_ARRAY;
use crate::abi::{AsyncClass, Zval};
use crate::engine::entry::handlers;
use crate::engine::{args, class, exception, has_zend_extension, hash, object, zval};
use crate::php::{class_type, signature};
use crate::primitives::pool;
use ext_php_rs::builders::{ClassBuilder, ClassProperty};
use ext_php_rs::ffi;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags, PropertyFlags};
use ext_php_rs::zend::{ClassEntry as PhpClassEntry, ce};

/// `Async\AsyncException`, for the classes that extend it.
pub fn async_exception() -> &'static PhpClassEntry {
    // SAFETY: `register` below has registered the class before anything asks, and class entries live as long as the module.
    unsafe { &*class::get(AsyncClass::EXCEPTION_DEFAULT) }
}

/// # Safety
/// Module start.
pub unsafe fn register() {
    let plain = |name: &str, parent: (fn() -> &'static PhpClassEntry, &'static str), number: AsyncClass| {
        class::register(ClassBuilder::new(name).extends(parent), number)
    };
    let base = (ce::exception as fn() -> &'static PhpClassEntry, "\\Exception");
    let own = (async_exception as fn() -> &'static PhpClassEntry, "Async\\AsyncException");
    plain("Async\\AsyncException", base, AsyncClass::EXCEPTION_DEFAULT);
    plain("Async\\ServiceUnavailableException", own, AsyncClass::EXCEPTION_SERVICE_UNAVAILABLE);
    pool::set_exception_class(plain("Async\\PoolException", own, AsyncClass::NO));
    let context = plain("Async\\ContextException", own, AsyncClass::NO);
    CONTEXT_EXCEPTION.store(context, core::sync::atomic::Ordering::Relaxed);
    plain("Async\\InputOutputException", base, AsyncClass::EXCEPTION_INPUT_OUTPUT);
    plain("Async\\DnsException", base, AsyncClass::EXCEPTION_DNS);
    plain("Async\\TimeoutException", base, AsyncClass::EXCEPTION_TIMEOUT);
    plain("Async\\PollException", base, AsyncClass::EXCEPTION_POLL);
    plain("Async\\DeadlockError", (ce::error, "\\Error"), AsyncClass::EXCEPTION_DEADLOCK);

    let composite = ClassBuilder::new("Async\\CompositeException")
        .extends(base)
        .flags(ClassFlags::Final | ClassFlags::NoDynamicProperties)
        .property(property("exceptions", PropertyFlags::Private));
    // Xdebug writes its report into every exception that is thrown, which throws an `Error` where that would be a dynamic property.
    let composite = if has_zend_extension(c"Xdebug") {
        composite.property(property("xdebug_message", PropertyFlags::Public))
    } else {
        composite
    };
    let composite = composite
        .method(
            signature("addException", add_exception)
                .required("exception", class_type("Throwable"))
                .returns(DataType::Void),
            MethodFlags::Public,
        )
        .method(signature("getExceptions", get_exceptions).returns(DataType::Array), MethodFlags::Public);
    class::set_composite(class::register(composite, AsyncClass::NO));
}

/// A property without a type that is null at first.
fn property(name: &str, flags: PropertyFlags) -> ClassProperty {
    ClassProperty {
        name: name.to_owned(),
        flags,
        default: None,
        docs: &[],
        ty: None,
        nullable: false,
        readonly: false,
        default_stub: None,
    }
}

handlers! {
    fn add_exception(call) {
        // SAFETY: the frame holds the object, which is a CompositeException, and the exception, which gets a reference of its own. The
        // array is ours alone: the copy of the old one, or new; the property takes a reference.
        unsafe {
            let Some(added) = args::object(call, ffi::zend_ce_throwable) else { return };
            let mut old = exception::list_of_composite(call.this());
            let array = if old.kind() == IS_ARRAY { ffi::zend_array_dup(old.value.array) } else { hash::new_array(1) };
            zval::clear(&raw mut old);
            hash::push(array, Zval::from_object(object::add_ref(added)));
            let mut value = zval::from_array(array);
            ffi::zend_update_property(
                class::composite(),
                call.this(),
                c"exceptions".as_ptr(),
                10,
                (&raw mut value).cast(),
            );
            zval::clear(&raw mut value);
        }
    }

    fn get_exceptions(call) {
        if !args::none(call) {
            return;
        }
        // SAFETY: the frame holds the object, which is a CompositeException; what is read from it is a copy, which is returned.
        unsafe {
            let stored = exception::list_of_composite(call.this());
            call.set(if stored.kind() == IS_ARRAY { stored } else { zval::from_array(hash::new_array(0)) });
        }
    }
}

static CONTEXT_EXCEPTION: core::sync::atomic::AtomicPtr<crate::abi::ClassEntry> =
    core::sync::atomic::AtomicPtr::new(core::ptr::null_mut());

/// `Async\ContextException`, which has no ABI number.
pub fn context_exception() -> *mut crate::abi::ClassEntry {
    CONTEXT_EXCEPTION.load(core::sync::atomic::Ordering::Relaxed)
}
