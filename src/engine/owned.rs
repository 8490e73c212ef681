//! Owned references to objects, given back exactly once.

use super::object;
use crate::abi::Object;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

/// A reference to an object, counted. It moves, and dropping it gives it back, which may run a destructor and so may suspend.
/// `Option<OwnedObject>` is one pointer, null for `None`, so both may stand in signatures of C functions.
///
/// None may be alive in a frame while that waits, or calls what may bail out: such a frame is never unwound, and the reference would
/// be lost. There it is kept as a pointer ([`OwnedObject::into_raw`]).
#[repr(transparent)]
#[must_use]
pub struct OwnedObject(NonNull<Object>);

impl OwnedObject {
    /// The reference that a pointer stands for.
    ///
    /// # Safety
    /// The caller owns a reference of `object`, a live one, which moves.
    #[inline]
    pub unsafe fn from_raw(object: *mut Object) -> OwnedObject {
        // SAFETY: a live object, as demanded, is at an address.
        unsafe { OwnedObject(NonNull::new_unchecked(object)) }
    }

    /// As [`from_raw`](Self::from_raw); `None` for null.
    ///
    /// # Safety
    /// As [`from_raw`](Self::from_raw), if it is not null.
    #[inline]
    pub unsafe fn from_nullable(object: *mut Object) -> Option<OwnedObject> {
        NonNull::new(object).map(OwnedObject)
    }

    /// One more reference of a borrowed object.
    ///
    /// # Safety
    /// `object` is alive.
    #[inline]
    pub unsafe fn share(object: *mut Object) -> OwnedObject {
        // SAFETY: the object is alive, as demanded; the new reference is the one that is returned.
        unsafe { OwnedObject::from_raw(object::add_ref(object)) }
    }

    /// The object, borrowed from this reference.
    #[inline]
    pub fn as_ptr(&self) -> *mut Object {
        self.0.as_ptr()
    }

    /// The reference as a pointer: for what C code sees, and for frames that wait.
    #[inline]
    pub fn into_raw(self) -> *mut Object {
        ManuallyDrop::new(self).as_ptr()
    }

    /// One more reference.
    #[inline]
    pub fn add_ref(&self) -> OwnedObject {
        // SAFETY: this reference keeps the object alive.
        unsafe { OwnedObject::share(self.as_ptr()) }
    }
}

impl Drop for OwnedObject {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the reference is this one's, and is used no more.
        unsafe { object::release(self.as_ptr()) }
    }
}

/// What a reference or none is for C code.
pub trait IntoNullable {
    /// The reference as a pointer, which is null for none.
    fn into_nullable(self) -> *mut Object;
    /// The object, borrowed, or null.
    fn as_nullable(&self) -> *mut Object;
}

impl IntoNullable for Option<OwnedObject> {
    #[inline]
    fn into_nullable(self) -> *mut Object {
        self.map_or(core::ptr::null_mut(), OwnedObject::into_raw)
    }

    #[inline]
    fn as_nullable(&self) -> *mut Object {
        self.as_ref().map_or(core::ptr::null_mut(), OwnedObject::as_ptr)
    }
}

// How a wait has ended is told in one register.
const _: () = assert!(size_of::<Option<OwnedObject>>() == size_of::<*mut Object>());
const _: () = assert!(size_of::<Result<(), OwnedObject>>() == size_of::<*mut Object>());
