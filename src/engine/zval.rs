//! Values.

use crate::abi::zend::{IS_REFERENCE, IS_STRING};
use crate::abi::{Array, ZString, Zval};

unsafe extern "C" {
    fn true_async_zval_dtor(value: *mut Zval);
    fn true_async_zval_copy(to: *mut Zval, from: *mut Zval);
}

/// Destroys a value and leaves UNDEF behind first, so that a destructor which looks at the place sees nothing.
///
/// # Safety
/// `value` is writable and owns what it holds. May run PHP code and so may suspend.
#[inline]
pub unsafe fn clear(value: *mut Zval) {
    // SAFETY: `value` owns what it holds, as demanded, and it moves to this frame before the destructor runs: the place may
    // be gone after that, and is not used.
    unsafe {
        if (*value).is_refcounted() {
            let mut old = value.replace(Zval::UNDEF);
            true_async_zval_dtor(&raw mut old);
        } else {
            *value = Zval::UNDEF;
        }
    }
}

/// The value itself, or what it refers to if it is a PHP reference.
///
/// # Safety
/// A live value, which stays as long as the result is used.
#[inline(always)]
pub unsafe fn deref(value: *mut Zval) -> *mut Zval {
    // SAFETY: the value is live, as demanded, and holds what it refers to, which is no reference.
    unsafe { if (*value).kind() == IS_REFERENCE { &raw mut (*(*value).value.reference).value } else { value } }
}

/// The value itself, or, owned in its place, what it refers to if it is a PHP reference.
///
/// # Safety
/// The caller gives up a value of its own. May run PHP code if that was a reference.
pub unsafe fn out_of_reference(mut value: Zval) -> Zval {
    if value.kind() != IS_REFERENCE {
        return value;
    }
    // SAFETY: the value is the caller's own, as demanded, and is not used any more.
    unsafe {
        let inner = copy(&raw mut value);
        clear(&raw mut value);
        inner
    }
}

/// A copy with its own reference; PHP references are followed.
///
/// # Safety
/// `from` is a valid value.
#[inline]
pub unsafe fn copy(from: *mut Zval) -> Zval {
    // SAFETY: scalars need no counting, everything else starts with its counter; references are forwarded.
    unsafe {
        let value = Zval::load(from);
        if !value.is_refcounted() {
            return value;
        }
        if value.kind() != IS_REFERENCE {
            *value.value.counted += 1;
            return value;
        }
        let mut to = Zval::UNDEF;
        true_async_zval_copy(&raw mut to, from);
        Zval::load(&raw const to)
    }
}

/// Takes over one reference of `string`.
pub fn from_string(string: *mut ZString) -> Zval {
    const INTERNED: u32 = 1 << 6;
    // SAFETY: the caller gives a reference of its own, so the string is alive.
    let counted = unsafe { (*string).gc.u.type_info } & INTERNED == 0;
    let mut value = Zval::NULL;
    value.value.string = string;
    value.type_info = if counted { IS_STRING | crate::abi::zend::TYPE_REFCOUNTED } else { IS_STRING };
    value
}

/// Takes over one reference of `array`.
pub fn from_array(array: *mut Array) -> Zval {
    let mut value = Zval::NULL;
    value.value.array = array;
    value.type_info = crate::abi::zend::IS_ARRAY | crate::abi::zend::TYPE_COLLECTABLE;
    value
}
