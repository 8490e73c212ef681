//! Values of which every PHP thread has its own.
//!
//! An NTS process has one PHP thread, so a plain static serves it without the look-up that thread-local storage costs in a
//! shared object. Other threads of the process never touch these values.
//!
//! `per_thread!(static NAME: Type = constant)` is a cell, for what is copied: `NAME.get()`, `NAME.set(value)`.
//! `per_thread!(fn name() -> *mut Type = constant)` is a place, for a structure that is worked on where it is. Its destructor never
//! runs: what it owns beyond requests is given back at the end of the thread.

#[cfg(not(php_zts))]
use core::cell::Cell;

/// A cell of the only PHP thread, declared with [`per_thread!`].
#[cfg(not(php_zts))]
pub struct PerThread<T>(pub Cell<T>);
// SAFETY: only the PHP thread uses it.
#[cfg(not(php_zts))]
unsafe impl<T> Sync for PerThread<T> {}

/// See above.
#[cfg(not(php_zts))]
macro_rules! per_thread {
    (static $name:ident: $kind:ty = $value:expr) => {
        static $name: $crate::engine::per_thread::PerThread<$kind> =
            $crate::engine::per_thread::PerThread(core::cell::Cell::new($value));
    };
    ($(#[$about:meta])* $visible:vis fn $name:ident() -> *mut $kind:ty = $value:expr) => {
        $(#[$about])*
        #[inline(always)]
        $visible fn $name() -> *mut $kind {
            static PLACE: $crate::engine::per_thread::PerThread<$kind> =
                $crate::engine::per_thread::PerThread(core::cell::Cell::new($value));
            PLACE.0.as_ptr()
        }
    };
}

#[cfg(not(php_zts))]
impl<T: Copy> PerThread<T> {
    #[inline(always)]
    pub fn get(&self) -> T {
        self.0.get()
    }
}

// The methods that the standard library has for a thread-local cell, too.
#[cfg(not(php_zts))]
impl<T> PerThread<T> {
    #[inline(always)]
    pub fn with<R>(&self, use_it: impl FnOnce(&Cell<T>) -> R) -> R {
        use_it(&self.0)
    }

    #[inline(always)]
    pub fn set(&self, value: T) {
        self.0.set(value);
    }

    #[inline(always)]
    pub fn replace(&self, value: T) -> T {
        self.0.replace(value)
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
    ($(#[$about:meta])* $visible:vis fn $name:ident() -> *mut $kind:ty = $value:expr) => {
        $(#[$about])*
        #[inline]
        $visible fn $name() -> *mut $kind {
            thread_local! {
                // Without a destructor, so that access needs no check whether it has run.
                static PLACE: core::mem::ManuallyDrop<core::cell::UnsafeCell<$kind>> =
                    const { core::mem::ManuallyDrop::new(core::cell::UnsafeCell::new($value)) };
            }
            PLACE.with(|place| place.get())
        }
    };
}

pub(crate) use per_thread;
