//! The end of a pool: closing [primitives/PO-23 to PO-25], and its last reference.

use super::{ResourcePool, health, hooks, new_exception};
use crate::abi::*;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::state::PendingException;
use crate::engine::{bailout, call, exception, object, zval};
use crate::primitives::wait_queue::Waiter;
use crate::scheduler::{callbacks, event};
use core::ptr;

/// Closes the pool; once is enough. What destructors throw is thrown in the end, all of it [primitives/PO-25].
///
/// # Safety
/// A held pool. Runs PHP code; may suspend.
pub unsafe fn close(this: *mut ResourcePool) {
    // SAFETY: the pool is closed before any PHP code runs, so nothing becomes idle or waits any more.
    unsafe {
        if (*this).is_closed() {
            return;
        }
        let pending = PendingException::take();
        let event = &raw mut (*this).base.event;
        (*event).flags.insert(EventFlags::CLOSED);
        health::stop(this);
        fail_waiters(this);
        // PHP code runs: the reference lies here as a pointer.
        let mut error: *mut Object = ptr::null_mut();
        if (*event).callbacks.length > 0 {
            let reason = new_exception("Pool is closed").into_raw();
            callbacks::notify(event, ptr::null_mut(), reason);
            object::release(reason);
            error = exception::take().into_nullable();
        }
        while let Some(resource) = (*this).idle.pop() {
            error = hooks::join(hooks::destroy(this, resource), OwnedObject::from_nullable(error)).into_nullable();
        }
        pending.put_back();
        hooks::throw(OwnedObject::from_nullable(error));
    }
}

/// Newest first, also those with a reservation [primitives/PO-23].
unsafe fn fail_waiters(this: *mut ResourcePool) {
    // SAFETY: `close` holds the pool. A queued waiter is a parked coroutine, and failing takes it out of the queue, so the
    // last one is another then.
    unsafe {
        loop {
            let waiter = (*this).waiters.last();
            if waiter.is_null() {
                return;
            }
            let error = new_exception("Pool is closed");
            Waiter::fail(waiter, error.as_ptr());
            drop(error);
        }
    }
}

/// Gives back the only reference of a pool that PHP code never saw, which closes it.
///
/// # Safety
/// The caller owns it. Runs PHP code.
pub unsafe fn discard(this: *mut ResourcePool) {
    // SAFETY: the caller owns the reference, as this function demands, and the pool is not looked at afterwards.
    unsafe { event::release(&raw mut (*this).base.event) }
}

/// `dispose` of the event [abi/ABI-82]. The last reference closes the pool; after a fatal error resources are dropped without
/// their destructor.
pub(super) unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: the caller gives back a reference that it owns [abi/ABI-82]. Closing may hand out references for a while,
    // so it has one of its own.
    unsafe {
        let this = event.cast::<ResourcePool>();
        if (*event).ref_count > 1 {
            (*event).ref_count -= 1;
            return true;
        }
        (*event).ref_count = 1;
        if bailout::unclean_shutdown() {
            health::stop(this);
        } else {
            close(this);
        }
        if (*event).ref_count > 1 {
            (*event).ref_count -= 1;
            return true;
        }
        free(this);
        true
    }
}

/// No PHP code may run any more when the pool is closed.
///
/// # Safety
/// The pool is alive.
pub(super) unsafe fn forget_destructor(this: *mut ResourcePool) {
    // SAFETY: the pool is alive, as this function demands, and the flag says which member of the union is meant; the
    // callable is taken out before it is released.
    unsafe {
        let base = &raw mut (*this).base;
        if !(*base).handler_flags.contains(PoolHandlers::DESTRUCTOR_INTERNAL) {
            call::release(ptr::replace(&raw mut (*base).destructor.fcall, ptr::null_mut()));
        }
    }
}

unsafe fn free(this: *mut ResourcePool) {
    // SAFETY: nothing refers to the pool any more; every part is taken out before it is released.
    unsafe {
        while let Some(mut resource) = (*this).idle.pop() {
            zval::clear(&raw mut resource);
        }
        (*this).idle.free();
        callbacks::zend_async_callbacks_free(&raw mut (*this).base.event);
        let base = ptr::read(&raw const (*this).base);
        memory::free(this);
        each_task(&base, |task| call::release(task));
        if !base.handler_flags.contains(PoolHandlers::STRATEGY_INTERNAL) {
            object::release(base.strategy.object);
        }
    }
}

/// Calls `each` for every handler that is a PHP callable.
pub(super) unsafe fn each_task(base: &Pool, mut each: impl FnMut(*mut Fcall)) {
    // SAFETY: the flag says which member of the union is meant; the callables are read before `each` may change anything.
    unsafe {
        let tasks = [
            (PoolHandlers::FACTORY_INTERNAL, base.factory.fcall),
            (PoolHandlers::DESTRUCTOR_INTERNAL, base.destructor.fcall),
            (PoolHandlers::HEALTHCHECK_INTERNAL, base.healthcheck.fcall),
            (PoolHandlers::BEFORE_ACQUIRE_INTERNAL, base.before_acquire.fcall),
            (PoolHandlers::BEFORE_RELEASE_INTERNAL, base.before_release.fcall),
        ];
        for (internal, task) in tasks {
            if !task.is_null() && !base.handler_flags.contains(internal) {
                each(task);
            }
        }
    }
}
