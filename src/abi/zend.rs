//! The PHP types that appear inside ABI structures.
//!
//! `ext_php_rs::ffi::zval` has a destructor, so a Rust value that holds one frees what C code still uses. The ABI
//! therefore has its own plain `Zval` of the same layout; everything else is the engine's type, used by pointer or
//! wrapped in `ManuallyDrop`.

use core::ffi::c_void;
use core::mem::{ManuallyDrop, offset_of, size_of};
use ext_php_rs::ffi;

pub type ZString = ffi::zend_string;
pub type Object = ffi::zend_object;
pub type Array = ffi::HashTable;
pub type ClassEntry = ffi::zend_class_entry;
pub type ExecuteData = ffi::zend_execute_data;
pub type ObjectHandlers = ffi::zend_object_handlers;
pub type FiberContext = ffi::zend_fiber_context;
pub type Fci = ffi::zend_fcall_info;
pub type Fcc = ffi::zend_fcall_info_cache;
/// An object header embedded at the end of one of our structures. Never dropped by Rust.
pub type EmbeddedObject = ManuallyDrop<Object>;

pub const IS_UNDEF: u32 = 0;
pub const IS_NULL: u32 = 1;
pub const IS_FALSE: u32 = 2;
pub const IS_TRUE: u32 = 3;
pub const IS_LONG: u32 = 4;
pub const IS_DOUBLE: u32 = 5;
pub const IS_STRING: u32 = 6;
pub const IS_ARRAY: u32 = 7;
pub const IS_OBJECT: u32 = 8;
pub const IS_RESOURCE: u32 = 9;
pub const IS_REFERENCE: u32 = 10;
/// `IS_TYPE_REFCOUNTED << Z_TYPE_FLAGS_SHIFT`
pub const TYPE_REFCOUNTED: u32 = 1 << 8;
/// `(IS_TYPE_REFCOUNTED | IS_TYPE_COLLECTABLE) << Z_TYPE_FLAGS_SHIFT`
pub const TYPE_COLLECTABLE: u32 = 3 << 8;

/// A `zval` without a destructor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Zval {
    pub value: ZvalValue,
    pub type_info: u32,
    pub extra: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union ZvalValue {
    pub long: i64,
    pub double: f64,
    pub string: *mut ZString,
    pub array: *mut Array,
    pub object: *mut Object,
    pub reference: *mut Reference,
    pub ptr: *mut c_void,
    /// Every refcounted kind starts with its 32-bit counter.
    pub counted: *mut u32,
}

/// `zend_reference` up to its value.
#[repr(C)]
pub struct Reference {
    pub refcount: u32,
    pub type_info: u32,
    pub value: Zval,
}

impl Zval {
    pub const UNDEF: Zval = Zval { value: ZvalValue { long: 0 }, type_info: IS_UNDEF, extra: 0 };
    pub const NULL: Zval = Zval { value: ZvalValue { long: 0 }, type_info: IS_NULL, extra: 0 };

    pub fn from_bool(value: bool) -> Zval {
        Zval { value: ZvalValue { long: 0 }, type_info: if value { IS_TRUE } else { IS_FALSE }, extra: 0 }
    }

    pub fn from_long(value: i64) -> Zval {
        Zval { value: ZvalValue { long: value }, type_info: IS_LONG, extra: 0 }
    }

    pub fn from_double(value: f64) -> Zval {
        Zval { value: ZvalValue { double: value }, type_info: IS_DOUBLE, extra: 0 }
    }

    /// Takes over one reference of `object`.
    pub fn from_object(object: *mut Object) -> Zval {
        Zval { value: ZvalValue { object }, type_info: IS_OBJECT | TYPE_COLLECTABLE, extra: 0 }
    }

    /// The bits of a value that was written a moment ago, part by part as PHP does: one load of the whole would have to wait
    /// until the stores are through.
    ///
    /// # Safety
    /// `from` is valid.
    #[inline]
    pub unsafe fn load(from: *const Zval) -> Zval {
        // SAFETY: `from` is valid, as demanded; every member of the union fits into a pointer, which keeps an address usable as one.
        unsafe { Zval { value: ZvalValue { ptr: (*from).value.ptr }, type_info: (*from).type_info, extra: 0 } }
    }

    #[inline]
    pub fn kind(&self) -> u32 {
        self.type_info & 0xff
    }

    #[inline]
    pub fn is_undef(&self) -> bool {
        self.type_info == IS_UNDEF
    }

    #[inline]
    pub fn is_refcounted(&self) -> bool {
        self.type_info & 0xff00 != 0
    }

    /// The object inside, or null.
    #[inline]
    pub fn object(&self) -> *mut Object {
        if self.kind() == IS_OBJECT {
            // SAFETY: the tag says that the union holds an object.
            unsafe { self.value.object }
        } else {
            core::ptr::null_mut()
        }
    }
}

const _: () = assert!(size_of::<Zval>() == 16 && size_of::<Zval>() == size_of::<ffi::zval>());
const _: () = assert!(
    offset_of!(Zval, type_info) == offset_of!(ffi::zval, u1) && offset_of!(Zval, extra) == offset_of!(ffi::zval, u2)
);
const _: () = assert!(offset_of!(Reference, value) == offset_of!(ffi::zend_reference, val));
const _: () = assert!(size_of::<Array>() == 56 && size_of::<EmbeddedObject>() == 56);
