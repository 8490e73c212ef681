//! Values of which every PHP thread has its own.
//!
//! An NTS process has one PHP thread, so a plain static serves it without the look-up that thread-local storage costs in a
//! shared object. Other threads of the process never touch these values.

#[cfg(not(php_zts))]
use core::cell::Cell;

/// A cell of the only PHP thread, declared with [`per_thread!`].
#[cfg(not(php_zts))]
pub struct PerThread<T>(pub Cell<T>);
// SAFETY: only the PHP thread uses it.
#[cfg(not(php_zts))]
unsafe impl<T> Sync for PerThread<T> {}

/// `per_thread!(static NAME: Type = constant)`: then `NAME.with(|cell| ...)`.
#[cfg(not(php_zts))]
macro_rules! per_thread {
    (static $name:ident: $kind:ty = $value:expr) => {
        static $name: $crate::engine::per_thread::PerThread<$kind> =
            $crate::engine::per_thread::PerThread(core::cell::Cell::new($value));
    };
}

#[cfg(not(php_zts))]
impl<T> PerThread<T> {
    #[inline(always)]
    pub fn with<R>(&self, use_it: impl FnOnce(&Cell<T>) -> R) -> R {
        use_it(&self.0)
    }
}

/// See above; thread-local in ZTS builds.
#[cfg(php_zts)]
macro_rules! per_thread {
    (static $name:ident: $kind:ty = $value:expr) => {
        thread_local! {
            static $name: core::cell::Cell<$kind> = const { core::cell::Cell::new($value) };
        }
    };
}

pub(crate) use per_thread;
