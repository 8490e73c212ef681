//! Engine state that one minor version of PHP has and another has not.
//!
//! PHP 8.3 and later compare the depth of the C stack with two addresses in the executor's globals, so those travel with
//! a coroutine. In PHP 8.2 [`StackBounds`] is empty. What else differs between versions is in the shims, where PHP's own
//! headers decide.

#[cfg(php83)]
use core::ffi::c_void;
use ext_php_rs::ffi::zend_executor_globals;

/// The C stack as the engine knows it.
#[cfg(php83)]
#[derive(Clone, Copy)]
pub struct StackBounds {
    base: *mut c_void,
    limit: *mut c_void,
}

#[cfg(php83)]
impl StackBounds {
    pub const NONE: StackBounds = StackBounds { base: core::ptr::null_mut(), limit: core::ptr::null_mut() };

    /// The bounds of a stack from its usable addresses, less the reserve that the engine wants to find free
    /// (`zend.reserved_stack_size`).
    #[inline]
    pub fn new(eg: &zend_executor_globals, lowest: *mut u8, highest: *mut u8) -> StackBounds {
        StackBounds { base: highest.cast(), limit: lowest.wrapping_add(eg.reserved_stack_size as usize).cast() }
    }

    #[inline]
    pub fn get(eg: &zend_executor_globals) -> StackBounds {
        StackBounds { base: eg.stack_base, limit: eg.stack_limit }
    }

    #[inline]
    pub fn set(self, eg: &mut zend_executor_globals) {
        eg.stack_base = self.base;
        eg.stack_limit = self.limit;
    }
}

/// This version of PHP does not know where the C stack ends.
#[cfg(not(php83))]
#[derive(Clone, Copy)]
pub struct StackBounds;

#[cfg(not(php83))]
impl StackBounds {
    pub const NONE: StackBounds = StackBounds;

    #[inline]
    pub fn new(_: &zend_executor_globals, _lowest: *mut u8, _highest: *mut u8) -> StackBounds {
        StackBounds
    }

    #[inline]
    pub fn get(_: &zend_executor_globals) -> StackBounds {
        StackBounds
    }

    #[inline]
    pub fn set(self, _: &mut zend_executor_globals) {}
}
