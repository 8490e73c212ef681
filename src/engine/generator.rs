//! PHP's own `Generator` objects.

use crate::abi::{ClassEntry, Object};

/// The class `Generator`.
pub fn class() -> *mut ClassEntry {
    unsafe extern "C" {
        static zend_ce_generator: *mut ClassEntry;
    }
    // SAFETY: set by the engine before modules start.
    unsafe { zend_ce_generator }
}

/// Whether the generator, or the one that it delegates to, is executing: perhaps in another coroutine.
///
/// # Safety
/// A Generator.
pub unsafe fn is_executing(generator: *mut Object) -> bool {
    unsafe extern "C" {
        fn true_async_generator_executing(generator: *mut Object) -> bool;
    }
    // SAFETY: forwarded.
    unsafe { true_async_generator_executing(generator) }
}
