//! Calling what the user of a pool has given it: hooks, factory, destructor, strategy; PHP callables or C functions.
//!
//! All of them may be called while an exception is in flight, by a release in a destructor for example: it is put aside
//! meanwhile, so that what they throw is told from it [primitives/PO-21].

use super::ResourcePool;
use crate::abi::zend::IS_FALSE;
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::state::PendingException;
use crate::engine::{call, exception, object, zval};
use crate::scheduler::current_object;
use core::ptr;
use ext_php_rs::ffi;

/// A question about a resource.
#[derive(Clone, Copy)]
pub enum Check {
    Health,
    BeforeAcquire,
    BeforeRelease,
}

pub struct Answer {
    pub accepted: bool,
    /// What the hook ended with and must not be lost (see [`keep`]); none as a rule.
    pub kept: Option<OwnedObject>,
}

impl ResourcePool {
    #[inline]
    fn check(&self, check: Check) -> (&PoolHandler<PoolCheck>, PoolHandlers) {
        match check {
            Check::Health => (&self.base.healthcheck, PoolHandlers::HEALTHCHECK_INTERNAL),
            Check::BeforeAcquire => (&self.base.before_acquire, PoolHandlers::BEFORE_ACQUIRE_INTERNAL),
            Check::BeforeRelease => (&self.base.before_release, PoolHandlers::BEFORE_RELEASE_INTERNAL),
        }
    }

    #[inline]
    pub(super) fn has(&self, check: Check) -> bool {
        // SAFETY: both members of the union are pointers, null when there is no handler.
        unsafe { !self.check(check).0.fcall.is_null() }
    }
}

/// Asks a hook, which is there, about a resource; borrowed. It rejects with `false` or by throwing [primitives/PO-8].
///
/// # Safety
/// A held pool; the resource is counted as active.
pub(super) unsafe fn ask(this: *mut ResourcePool, check: Check, resource: *mut Zval) -> Answer {
    // SAFETY: the flag says which member of the union is meant. No borrow of the pool lives across the call.
    unsafe {
        let pending = PendingException::take();
        let base = &raw mut (*this).base;
        let (handler, flag) = (*this).check(check);
        let (function, task) = (handler.internal, handler.fcall);
        let accepted = if (*base).handler_flags.contains(flag) {
            function.is_none_or(|ask| ask(base, resource))
        } else {
            let mut result = Zval::UNDEF;
            call::invoke_for(task, &mut [*resource], &raw mut result);
            let accepted = result.kind() != IS_FALSE;
            zval::clear(&raw mut result);
            accepted
        };
        let thrown = exception::take();
        let answer = Answer { accepted: accepted && thrown.is_none(), kept: keep(thrown) };
        pending.put_back();
        answer
    }
}

/// Of what a hook has thrown, and what is dropped by the rules, this must not be lost: `exit`, and a cancellation of the
/// coroutine that called. `None` when it was dropped. May run PHP code.
pub(super) unsafe fn keep(error: Option<OwnedObject>) -> Option<OwnedObject> {
    // SAFETY: on the PHP thread. Dropping an exception may run destructors, which may throw.
    unsafe {
        let mut thrown = error;
        while let Some(error) = thrown {
            if exception::is_exit(error.as_ptr()) || cancels_current(error.as_ptr()) {
                return Some(error);
            }
            drop(error);
            thrown = exception::take();
        }
        None
    }
}

/// Whether the current coroutine was cancelled and this tells it. An operation inside the hook that ended with its token
/// throws a cancellation, too, but that is the hook's own affair.
unsafe fn cancels_current(error: *mut Object) -> bool {
    // SAFETY: the caller owns the exception; the current coroutine, if there is one, is alive, and only asked.
    unsafe {
        let current = current_object();
        exception::is_cancellation(error)
            && (*error).ce != exception::class(AsyncClass::EXCEPTION_OPERATION_CANCELLED)
            && !current.is_null()
            && (*current).base.event.flags.contains(EventFlags::COROUTINE_CANCELLED)
    }
}

/// Both exceptions as one: the newer one with the older one at the end of its chain. `exit` stays what it is.
pub(super) unsafe fn join(newer: Option<OwnedObject>, older: Option<OwnedObject>) -> Option<OwnedObject> {
    let (newer, older) = match (newer, older) {
        (Some(newer), Some(older)) => (newer, older),
        (newer, older) => return newer.or(older),
    };
    // SAFETY: both are exceptions. A token has no destructor, so it lies here as a pointer while the other one goes.
    unsafe {
        let (stays, goes) = if exception::is_exit(older.as_ptr()) { (older, newer) } else { (newer, older) };
        if exception::is_exit(stays.as_ptr()) {
            let stays = stays.into_raw();
            drop(goes);
            return OwnedObject::from_nullable(stays);
        }
        Some(exception::chain(stays, Some(goes)))
    }
}

/// Throws what was kept or thrown meanwhile, if anything.
#[inline]
pub(super) unsafe fn throw(error: Option<OwnedObject>) {
    if let Some(error) = error {
        // SAFETY: the callers are called in a request.
        unsafe { exception::throw(error) }
    }
}

/// Has the factory make a resource, which the caller owns. `Err` holds what it threw, or `None` if it failed without.
///
/// # Safety
/// A held pool that counts the new resource already.
pub(super) unsafe fn make(this: *mut ResourcePool) -> Result<Zval, Option<OwnedObject>> {
    // SAFETY: the flag says which member of the union is meant, and the caller holds the pool: no borrow of it lives across
    // the call, which may run PHP code.
    unsafe {
        let pending = PendingException::take();
        let base = &raw mut (*this).base;
        let mut result = Zval::UNDEF;
        let made = if (*base).handler_flags.contains(PoolHandlers::FACTORY_INTERNAL) {
            (*base).factory.internal.is_some_and(|make| make(base, &raw mut result))
        } else {
            call::invoke_for((*base).factory.fcall, &mut [], &raw mut result);
            !result.is_undef()
        };
        result = zval::out_of_reference(result);
        // Destructors may run: the reference lies here as a pointer.
        let thrown = exception::take().into_nullable();
        let outcome = if made && thrown.is_null() {
            Ok(if result.is_undef() { Zval::NULL } else { result })
        } else {
            zval::clear(&raw mut result);
            Err(join(exception::take(), OwnedObject::from_nullable(thrown)))
        };
        pending.put_back();
        outcome
    }
}

/// Destroys a resource, taken over: calls the destructor, then drops the reference [primitives/PO-24]. What that threw,
/// if anything.
///
/// # Safety
/// A held pool that does not have the resource any more.
pub(super) unsafe fn destroy(this: *mut ResourcePool, resource: Zval) -> Option<OwnedObject> {
    // SAFETY: the flag says which member of the union is meant, and the caller holds the pool: no borrow of it lives across
    // the call, which may run PHP code. The place stays taken until the resource is gone.
    unsafe {
        let pending = PendingException::take();
        (*this).in_transit += 1;
        let base = &raw mut (*this).base;
        let mut resource = resource;
        if (*base).handler_flags.contains(PoolHandlers::DESTRUCTOR_INTERNAL) {
            if let Some(destroy) = (*base).destructor.internal {
                destroy(base, &raw mut resource);
            }
        } else if !(*base).destructor.fcall.is_null() {
            call::invoke_with((*base).destructor.fcall, &mut [resource]);
        }
        // Destructors may run: the reference lies here as a pointer.
        let thrown = exception::take().into_nullable();
        zval::clear(&raw mut resource);
        let thrown = join(exception::take(), OwnedObject::from_nullable(thrown));
        (*this).in_transit -= 1;
        pending.put_back();
        thrown
    }
}

/// Tells the strategy, if there is one, how a release went [primitives/CB-5, primitives/CB-6]. What it throws is dropped
/// [primitives/CB-7], apart from what [`keep`] returns.
///
/// # Safety
/// A held pool; the resource in question is not lent.
pub(super) unsafe fn report(this: *mut ResourcePool, accepted: bool) -> Option<OwnedObject> {
    // SAFETY: both members of the union are pointers; the flag says which is meant. The object is held: it may be replaced
    // meanwhile. The place of the resource stays taken.
    unsafe {
        let base = &raw mut (*this).base;
        let strategy = (*base).strategy.object;
        if strategy.is_null() {
            return None;
        }
        let pending = PendingException::take();
        (*this).in_transit += 1;
        let error = if accepted {
            ptr::null_mut()
        } else {
            exception::new_of_class(ffi::zend_ce_exception, b"Resource validation failed").into_raw()
        };
        if (*base).handler_flags.contains(PoolHandlers::STRATEGY_INTERNAL) {
            let strategy = (*base).strategy.internal;
            match ((*strategy).report_success, (*strategy).report_failure) {
                (Some(success), _) if accepted => success(base),
                (_, Some(failure)) if !accepted => failure(base, error),
                _ => {}
            }
        } else {
            object::add_ref(strategy);
            let wrapper = (*base).wrapper;
            let source = if wrapper.is_null() { Zval::NULL } else { Zval::from_object(wrapper) };
            let mut result = if accepted {
                call::method(strategy, "reportsuccess", &mut [source])
            } else {
                call::method(strategy, "reportfailure", &mut [source, Zval::from_object(error)])
            };
            zval::clear(&raw mut result);
            object::release(strategy);
        }
        object::release(error);
        let kept = keep(exception::take());
        (*this).in_transit -= 1;
        pending.put_back();
        kept
    }
}
