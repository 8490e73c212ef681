//! The slots of pools of resources [abi/ABI-165].

use super::refuse::{DISABLED, refuse};
use super::slots;
use crate::abi::*;
use core::ptr;

pub type NewPool = unsafe extern "C" fn(
    Option<PoolFactory>,
    Option<PoolDestructor>,
    Option<PoolCheck>,
    Option<PoolCheck>,
    Option<PoolCheck>,
    u32,
    u32,
    u32,
    usize,
) -> *mut Pool;
pub type NewPoolObject = unsafe extern "C" fn(*mut Pool) -> *mut Object;
pub type PoolAcquire = unsafe extern "C" fn(*mut Pool, *mut Zval, i64) -> bool;
pub type PoolTryAcquire = unsafe extern "C" fn(*mut Pool, *mut Zval) -> bool;
pub type PoolRelease = unsafe extern "C" fn(*mut Pool, *mut Zval);
pub type PoolClose = unsafe extern "C" fn(*mut Pool);

slots! {
    zend_async_new_pool_fn: NewPool = refuse!(DISABLED, fn(
        Option<PoolFactory>, Option<PoolDestructor>, Option<PoolCheck>, Option<PoolCheck>, Option<PoolCheck>,
        u32, u32, u32, usize,
    ) -> *mut Pool = ptr::null_mut());
    zend_async_new_pool_obj_fn: NewPoolObject = refuse!(DISABLED, fn(*mut Pool) -> *mut Object = ptr::null_mut());
    zend_async_pool_acquire_fn: PoolAcquire = refuse!(DISABLED, fn(*mut Pool, *mut Zval, i64) -> bool = false);
    zend_async_pool_try_acquire_fn: PoolTryAcquire = refuse!(DISABLED, fn(*mut Pool, *mut Zval) -> bool = false);
    zend_async_pool_release_fn: PoolRelease = refuse!(DISABLED, fn(*mut Pool, *mut Zval));
    zend_async_pool_close_fn: PoolClose = refuse!(DISABLED, fn(*mut Pool));
}
