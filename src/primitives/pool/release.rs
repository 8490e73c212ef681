//! Giving a resource back [primitives/PO-18 to PO-22].

use super::hooks::{self, Check};
use super::{ResourcePool, wake_next};
use crate::abi::Zval;
use crate::engine::owned::{IntoNullable, OwnedObject};

/// Takes a resource back; the reference is taken over. May leave an exception.
///
/// # Safety
/// A held pool. Runs PHP code; may suspend.
#[inline]
pub unsafe fn release(this: *mut ResourcePool, resource: Zval) {
    // SAFETY: the caller holds the pool, as this function demands, and the resource is its own until it is idle or
    // destroyed in the end.
    unsafe {
        if (*this).has(Check::BeforeRelease) {
            return release_checked(this, resource);
        }
        (*this).deactivate();
        give_back(this, resource, None);
    }
}

/// Steps 1 and 2 of `release()` [primitives/PO-18].
unsafe fn release_checked(this: *mut ResourcePool, resource: Zval) {
    // SAFETY: the caller of `release` holds the pool, also while hooks run PHP code; it is looked at afresh after each.
    unsafe {
        let mut resource = resource;
        let answer = hooks::ask(this, Check::BeforeRelease, &raw mut resource);
        (*this).deactivate();
        if answer.accepted {
            return give_back(this, resource, answer.kept);
        }
        // PHP code runs: the reference lies here as a pointer.
        let kept = answer.kept.into_nullable();
        let kept = hooks::join(hooks::report(this, false), OwnedObject::from_nullable(kept)).into_nullable();
        let error = hooks::join(hooks::destroy(this, resource), OwnedObject::from_nullable(kept));
        wake_next(this);
        hooks::throw(error);
    }
}

/// Steps 3 to 5, with what the hook ended with.
#[inline]
unsafe fn give_back(this: *mut ResourcePool, resource: Zval, kept: Option<OwnedObject>) {
    // SAFETY: the caller of `release` holds the pool, also while the strategy runs PHP code; whether it is closed is asked
    // after that.
    unsafe {
        // PHP code may run: the reference lies here as a pointer.
        let mut error = kept.into_nullable();
        if !(*this).base.strategy.object.is_null() {
            error = hooks::join(hooks::report(this, true), OwnedObject::from_nullable(error)).into_nullable();
        }
        if (*this).is_closed() {
            error = hooks::join(hooks::destroy(this, resource), OwnedObject::from_nullable(error)).into_nullable();
        } else {
            (*this).idle.push(resource);
            wake_next(this);
        }
        hooks::throw(OwnedObject::from_nullable(error));
    }
}
