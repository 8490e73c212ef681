//! What slots do that no module fills: they throw, so that a stray call is an exception and no jump to address 0
//! [abi/ABI-20, abi/ABI-121, abi/ABI-159].

use super::zend_async_get_class_ce_fn;
use crate::abi::{AsyncClass, ClassEntry};
use core::ffi::{CStr, c_char};
use core::ptr;

unsafe extern "C" {
    fn true_async_throw_error(ce: *mut ClassEntry, message: *const c_char);
}

pub const DISABLED: Refusal = Refusal { class: AsyncClass::NO, message: c"Async API is not enabled" };
pub const NO_CONTEXTS: Refusal = Refusal { class: AsyncClass::NO, message: c"Context API is not enabled" };
pub const NO_LISTENING: Refusal = Refusal { class: AsyncClass::NO, message: c"Socket listening API is not enabled" };

/// Threads of PHP's own need a thread-safe build; ours has none yet there either.
#[cfg(not(php_zts))]
pub const NO_THREADS: Refusal =
    Refusal { class: AsyncClass::EXCEPTION_DEFAULT, message: c"PHP threads require a Thread-Safe (ZTS) PHP build" };
#[cfg(php_zts)]
pub const NO_THREADS: Refusal = Refusal {
    class: AsyncClass::EXCEPTION_DEFAULT,
    message: c"PHP threads are not available in this version of true_async",
};
#[cfg(not(php_zts))]
pub const NO_THREAD_POOLS: Refusal =
    Refusal { class: AsyncClass::EXCEPTION_DEFAULT, message: c"ThreadPool requires a Thread-Safe (ZTS) PHP build" };
#[cfg(php_zts)]
pub const NO_THREAD_POOLS: Refusal = Refusal {
    class: AsyncClass::EXCEPTION_DEFAULT,
    message: c"ThreadPool is not available in this version of true_async",
};

/// An exception for a call that nothing can serve.
pub struct Refusal {
    class: AsyncClass,
    message: &'static CStr,
}

impl Refusal {
    pub const fn text(&self) -> *const c_char {
        self.message.as_ptr()
    }

    /// Slots are called within a request. Should the error be fatal, what it jumps over owns nothing: the functions that
    /// `refuse!` makes.
    pub fn throw(&self) {
        // SAFETY: whatever fills the slot answers for every selector; a null class means `Error`; the engine copies the text.
        unsafe {
            let class = match zend_async_get_class_ce_fn {
                Some(get) if self.class != AsyncClass::NO => get(self.class),
                _ => ptr::null_mut(),
            };
            true_async_throw_error(class, self.message.as_ptr());
        }
    }
}

/// A function of the slot's type that throws and returns what says "failed".
macro_rules! refuse {
    ($why:expr, fn($($arg:ty),* $(,)?) $(-> $ret:ty = $failed:expr)?) => {{
        unsafe extern "C" fn refuse($(_: $arg),*) $(-> $ret)? {
            $why.throw();
            $($failed)?
        }
        Some(refuse)
    }};
}
pub(super) use refuse;
