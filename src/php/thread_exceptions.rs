//! The exceptions of threads [threads/TH-14, threads/TH-15]. They exist on every build; threads throw them.

use crate::abi::zend::IS_STRING;
use crate::abi::{AsyncClass, ClassEntry, Zval};
use crate::engine::entry::handlers;
use crate::engine::{args, class, zval};
use crate::php::exceptions::async_exception;
use crate::php::{class_type, signature};
use core::ffi::CStr;
use core::ptr;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::ffi;
use ext_php_rs::flags::{ClassFlags, DataType, MethodFlags};

/// # Safety
/// Module start, after the other exceptions.
pub unsafe fn register() {
    class::register(
        ClassBuilder::new("Async\\ThreadTransferException").extends((async_exception, "Async\\AsyncException")),
        AsyncClass::EXCEPTION_THREAD_TRANSFER,
    );
    let remote = ClassBuilder::new("Async\\RemoteException")
        .extends((async_exception, "Async\\AsyncException"))
        .flags(ClassFlags::NoDynamicProperties)
        .method(
            signature("getRemoteException", get_remote_exception).returns_nullable(class_type("Throwable")),
            MethodFlags::Public,
        )
        .method(signature("getRemoteClass", get_remote_class).returns(DataType::String), MethodFlags::Public);
    let remote = class::register(remote, AsyncClass::EXCEPTION_REMOTE);
    // SAFETY: MINIT, as this function demands; the class is new and has no objects yet.
    unsafe { declare_properties(remote) };
}

unsafe fn declare_properties(ce: *mut ClassEntry) {
    // SAFETY: permanent values: interned strings and null.
    unsafe {
        let intern = |text: &CStr| {
            ffi::zend_string_init_interned
                .map_or(ptr::null_mut(), |intern| intern(text.as_ptr(), text.count_bytes(), true))
        };
        let throwable = ffi::zend_type {
            ptr: intern(c"Throwable").cast(),
            type_mask: ffi::_ZEND_TYPE_NAME_BIT | ffi::_ZEND_TYPE_NULLABLE_BIT,
        };
        let text = ffi::zend_type { ptr: ptr::null_mut(), type_mask: 1 << IS_STRING };
        let mut empty = Zval::NULL;
        empty.value.string = intern(c"");
        empty.type_info = IS_STRING;
        for (name, kind, mut default) in [(c"remoteException", throwable, Zval::NULL), (c"remoteClass", text, empty)] {
            ffi::zend_declare_typed_property(
                ce,
                intern(name),
                (&raw mut default).cast(),
                ffi::ZEND_ACC_PRIVATE as i32,
                ptr::null_mut(),
                kind,
            );
        }
    }
}

/// A property of a RemoteException, with a reference.
unsafe fn read(this: *mut crate::abi::Object, name: &CStr) -> Zval {
    // SAFETY: a declared property of our own class; the copy owns a reference.
    unsafe {
        let mut room = core::mem::MaybeUninit::<ffi::zval>::zeroed();
        let class = class::get(AsyncClass::EXCEPTION_REMOTE);
        zval::copy(
            ffi::zend_read_property(class, this, name.as_ptr(), name.count_bytes(), true, room.as_mut_ptr()).cast(),
        )
    }
}

handlers! {
    fn get_remote_exception(call) {
        if args::none(call) {
            // SAFETY: the frame holds the object; the result gets the reference of the copy.
            unsafe { call.set(read(call.this(), c"remoteException")) }
        }
    }

    fn get_remote_class(call) {
        if args::none(call) {
            // SAFETY: the frame holds the object; the result gets the reference of the copy.
            unsafe { call.set(read(call.this(), c"remoteClass")) }
        }
    }
}
