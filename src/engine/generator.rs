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

unsafe extern "C" {
    /// Whether the generator, or the one that it delegates to, is executing: perhaps in another coroutine.
    ///
    /// # Safety
    /// A live Generator.
    #[link_name = "true_async_generator_executing"]
    pub fn is_executing(generator: *mut Object) -> bool;
}
