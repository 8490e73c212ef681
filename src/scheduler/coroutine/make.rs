//! Making the object: a template that the class (`class.rs`) completes at module start is copied.

use super::object::{CoroutineObject, from_object, to_object};
use crate::abi::*;
use crate::engine::class::{self, ObjectModel};
use crate::engine::object;
use core::cell::UnsafeCell;
use core::mem::{MaybeUninit, offset_of, size_of};
use core::ptr;

pub(super) static MODEL: ObjectModel = ObjectModel::new();

/// A new coroutine, ready to be copied. Written at MINIT only.
pub(super) struct Template(pub(super) UnsafeCell<MaybeUninit<CoroutineObject>>);
// SAFETY: constant after MINIT.
unsafe impl Sync for Template {}
pub(super) static TEMPLATE: Template = Template(UnsafeCell::new(MaybeUninit::zeroed()));

/// A new coroutine without body and scope; one reference. The part of the slot `new_coroutine` that needs no scope.
///
/// # Safety
/// A request is active.
#[inline]
pub unsafe fn new() -> *mut CoroutineObject {
    // SAFETY: the handlers were prepared at MINIT.
    unsafe { from_object(create_object(class::get(AsyncClass::COROUTINE))) }
}

/// `create_object` of the class.
pub(super) unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: the class has no properties, so the object header is the end of the block.
    unsafe {
        let coroutine: *mut CoroutineObject = memory::allocate(size_of::<CoroutineObject>());
        let template: *const CoroutineObject = TEMPLATE.0.get().cast();
        let bytes = offset_of!(CoroutineObject, task);
        ptr::copy_nonoverlapping(template.cast::<u8>(), coroutine.cast::<u8>(), bytes);
        (*coroutine).base.waker = &raw mut (*coroutine).waker;
        let object = to_object(coroutine);
        object::initialise(object, ce, MODEL.handlers());
        object
    }
}
