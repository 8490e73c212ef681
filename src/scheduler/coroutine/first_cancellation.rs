//! Where a coroutine must not be interrupted, several cancellations may arrive: the first one counts.

use crate::abi::Object;
use crate::engine::owned::OwnedObject;
use core::{mem, ptr};

/// Keeps the first cancellation that arrives until it can be delivered [core/PR-5, core/CN-11, io/CX-12].
///
/// It lies in frames that wait, and in coroutines: it needs no dropping. The frame or coroutine that it lies in takes it out.
#[repr(transparent)]
pub struct FirstCancellation(*mut Object);

impl FirstCancellation {
    pub const NONE: FirstCancellation = FirstCancellation(ptr::null_mut());

    /// One has arrived. A later one than the first is the caller's again, to be given back: that may run a destructor, which must not
    /// find this borrowed.
    #[inline]
    #[must_use = "giving a reference back may run a destructor"]
    pub fn keep(&mut self, cancellation: OwnedObject) -> Option<OwnedObject> {
        if self.is_some() {
            return Some(cancellation);
        }
        self.0 = cancellation.into_raw();
        None
    }

    /// Takes the first one out, if any has arrived.
    #[inline]
    pub fn take(&mut self) -> Option<OwnedObject> {
        // SAFETY: what `keep` has put here is a reference, which moves out.
        unsafe { OwnedObject::from_nullable(mem::replace(&mut self.0, ptr::null_mut())) }
    }

    /// Whether any has arrived.
    #[inline]
    pub fn is_some(&self) -> bool {
        !self.0.is_null()
    }

    /// The first one, borrowed, or null.
    pub fn as_ptr(&self) -> *mut Object {
        self.0
    }
}
