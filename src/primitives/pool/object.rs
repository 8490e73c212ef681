//! `Async\Pool`: what PHP code has of a pool. It owns one reference; C code may own others.

use super::close::{close, each_task, forget_destructor};
use super::{ResourcePool, throw};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::{call, object};
use crate::scheduler::event;
use crate::scheduler::large_stack;
use core::ptr;

#[repr(C)]
pub struct PoolObject {
    /// Refers to the pool. Null until the constructor has finished [primitives/PO-17].
    reference: EventRef,
}

impl PoolObject {
    /// The pool, borrowed; null if the constructor has not finished.
    #[inline]
    pub fn pool(&self) -> *mut ResourcePool {
        self.reference.event.cast()
    }

    /// As [`pool`](Self::pool); throws when there is none.
    ///
    /// # Safety
    /// On the PHP thread in a request.
    #[inline]
    pub unsafe fn initialised(&self) -> Option<*mut ResourcePool> {
        if self.pool().is_null() {
            // SAFETY: a request is active, as this function demands, so an exception can be made; making it does not touch
            // the object.
            unsafe { throw("Pool is not initialized") };
            return None;
        }
        Some(self.pool())
    }

    /// Gives an object its pool, whose reference it takes over.
    ///
    /// # Safety
    /// The object has none.
    pub unsafe fn attach(this: *mut PoolObject, pool: *mut ResourcePool) {
        // SAFETY: both are alive: the caller has the object and hands over a reference of the pool. The pool forgets the
        // object when that is freed.
        unsafe {
            (*this).reference.event = pool.cast();
            (*pool).base.wrapper = PoolObject::object(this);
        }
    }
}

impl Body for PoolObject {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = Some(destroy);
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe { (*this).reference = EventRef::new(ptr::null_mut(), Self::OFFSET) }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: the reference is taken out of the object, so it is given back once, and the pool is alive until then.
        unsafe {
            let event = ptr::replace(&raw mut (*this).reference.event, ptr::null_mut());
            let pool = event.cast::<ResourcePool>();
            if event.is_null() {
                return;
            }
            (*pool).base.wrapper = ptr::null_mut();
            if !(*pool).is_closed() && (*pool).is_last() {
                // The engine has left out the destruction of objects: after a fatal error, at the very end.
                forget_destructor(pool);
            }
            event::release(event);
        }
    }

    unsafe fn report(this: *mut Self, to: &Report) {
        // SAFETY: the collector asks a living object, which holds its pool by a reference.
        unsafe {
            if !(*this).pool().is_null() {
                report((*this).pool(), to);
            }
        }
    }
}

/// What a pool refers to, for the cycle collector, on behalf of its only owner. What C code, or a health check that is under
/// way, holds as well can be in no garbage [primitives/PO-27].
///
/// # Safety
/// The pool is alive; the collector asks, which changes nothing.
pub unsafe fn report(pool: *mut ResourcePool, report: &Report) {
    // SAFETY: the pool is alive, as this function demands, and nothing changes while it is borrowed; the flags say which
    // handlers are PHP's.
    unsafe {
        if (*pool).base.event.ref_count > 1 {
            return;
        }
        (*pool).idle.each(|resource| report.value(resource));
        each_task(&(*pool).base, |task| call::report(task, report));
        if !(*pool).base.handler_flags.contains(PoolHandlers::STRATEGY_INTERNAL) {
            report.object((*pool).base.strategy.object);
        }
    }
}

/// The object's end closes the pool, unless C code has it, too [primitives/PO-26].
unsafe extern "C" fn destroy(object: *mut Object) {
    // SAFETY: the engine keeps the object until this returns, and the object holds the pool: it is alive while it is closed.
    unsafe {
        let pool = (*PoolObject::of(object)).pool();
        if !pool.is_null() && (*pool).is_last() {
            close(pool);
        }
    }
}

/// The object of a pool: the one it has, or a new one with a reference of its own [abi/ABI-165]. Owned.
///
/// # Safety
/// The pool is alive; a request is active.
pub unsafe fn wrap(pool: *mut ResourcePool) -> *mut Object {
    // SAFETY: a living wrapper is valid until it has told the pool of its end.
    unsafe {
        let wrapper = (*pool).base.wrapper;
        if !wrapper.is_null() {
            return object::add_ref(wrapper);
        }
        event::add_ref(&raw mut (*pool).base.event);
        let new = PoolObject::create(0);
        PoolObject::attach(new, pool);
        PoolObject::object(new)
    }
}
