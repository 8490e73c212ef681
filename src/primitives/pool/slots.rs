//! Pools for C code [abi/ABI-165, abi/ABI-166, abi/ABI-171].

use super::{ResourcePool, acquire, close, discard, hold, new, object, open, release, release_reference, try_acquire};
use crate::abi::register::zend_async_pool_api_register;
use crate::abi::*;
use crate::engine::zval;
use core::ffi::CStr;
use core::ptr;

/// Fills the group of slots; at MINIT.
///
/// # Safety
/// Single-threaded module start; `module` lives for ever.
pub unsafe fn register(module: &'static CStr) {
    // SAFETY: MINIT: no other thread runs yet that could read the slots; name and functions live for ever.
    unsafe {
        zend_async_pool_api_register(
            module.as_ptr().cast_mut(),
            false,
            Some(new_pool),
            Some(new_pool_object),
            Some(pool_acquire),
            Some(pool_try_acquire),
            Some(pool_release),
            Some(pool_close),
        );
    }
}

/// Slot `new_pool`. One reference; null with an exception when the first resources cannot be made.
#[allow(clippy::too_many_arguments)]
unsafe extern "C" fn new_pool(
    factory: Option<PoolFactory>,
    destructor: Option<PoolDestructor>,
    healthcheck: Option<PoolCheck>,
    before_acquire: Option<PoolCheck>,
    before_release: Option<PoolCheck>,
    min: u32,
    max: u32,
    interval_ms: u32,
    extra: usize,
) -> *mut Pool {
    // SAFETY: the pool is ours until it is returned; the handlers take what the rule says [abi/ABI-165].
    unsafe {
        let this = new(extra);
        let base = &raw mut (*this).base;
        (*base).handler_flags = PoolHandlers::all().difference(PoolHandlers::STRATEGY_INTERNAL);
        (*base).min_size = min;
        (*base).max_size = max;
        (*base).factory.internal = factory;
        (*base).destructor.internal = destructor;
        (*base).healthcheck.internal = healthcheck;
        (*base).before_acquire.internal = before_acquire;
        (*base).before_release.internal = before_release;
        if !open(this, interval_ms) {
            discard(this);
            return ptr::null_mut();
        }
        base
    }
}

/// Slot `new_pool_obj`.
unsafe extern "C" fn new_pool_object(pool: *mut Pool) -> *mut Object {
    // SAFETY: the caller has a reference to the pool, and all pools are made by `new`, so it is one of ours.
    unsafe { if pool.is_null() { ptr::null_mut() } else { object::wrap(pool.cast()) } }
}

/// Runs a call of C code, which may give up its reference meanwhile.
unsafe fn held<T>(pool: *mut Pool, call: impl FnOnce(*mut ResourcePool) -> T) -> T {
    // SAFETY: all pools are made by `new`, so it is one of ours. The caller has a reference when it calls, and this one
    // keeps the pool for the call.
    unsafe {
        let this = pool.cast::<ResourcePool>();
        hold(this);
        let result = call(this);
        release_reference(this);
        result
    }
}

/// Slot `pool_acquire`.
unsafe extern "C" fn pool_acquire(pool: *mut Pool, result: *mut Zval, timeout_ms: i64) -> bool {
    // SAFETY: `held` keeps the pool; `result` is a place of the caller's [abi/ABI-165].
    unsafe { held(pool, |this| acquire(this, timeout_ms, result)) }
}

/// Slot `pool_try_acquire`.
unsafe extern "C" fn pool_try_acquire(pool: *mut Pool, result: *mut Zval) -> bool {
    // SAFETY: `held` keeps the pool; `result` is a place of the caller's [abi/ABI-165].
    unsafe { held(pool, |this| try_acquire(this, result)) }
}

/// Slot `pool_release`.
unsafe extern "C" fn pool_release(pool: *mut Pool, resource: *mut Zval) {
    // SAFETY: `held` keeps the pool, which gets a reference of its own to the caller's resource [abi/ABI-165].
    unsafe { held(pool, |this| release(this, zval::copy(resource))) }
}

/// Slot `pool_close`.
unsafe extern "C" fn pool_close(pool: *mut Pool) {
    // SAFETY: `held` keeps the pool for the call [abi/ABI-165].
    unsafe { held(pool, |this| close(this)) }
}
