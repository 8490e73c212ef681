//! A pointer that only the thread that has set it sees.
//!
//! For what is asked on any thread of the process, and often: libraries run threads of their own, which have to find null. In a
//! shared object the look-up of thread-local storage is a call through a table; a process with one PHP thread needs none, because it
//! is enough to compare threads.

/// In a process with one PHP thread.
#[cfg(all(not(php_zts), any(target_arch = "x86_64", target_arch = "aarch64")))]
mod of_process {
    use core::arch::asm;
    use core::cell::Cell;
    use core::ptr;
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// What tells threads apart that are alive: the address of the thread's control block, which the child of a fork keeps.
    macro_rules! this_thread {
        () => {{
            let block: usize;
            // SAFETY: the register holds that address in every thread of the process; on x86-64 it is the block's first word as well.
            unsafe {
                #[cfg(target_arch = "x86_64")]
                asm!("mov {}, fs:[0]", out(reg) block, options(pure, readonly, nostack, preserves_flags));
                #[cfg(target_arch = "aarch64")]
                asm!("mrs {}, tpidr_el0", out(reg) block, options(pure, nomem, nostack, preserves_flags));
            }
            block
        }};
    }

    pub struct OwnThread<T> {
        /// The thread that may use `value`; 0 before it has set one.
        owner: AtomicUsize,
        value: Cell<*mut T>,
    }
    // SAFETY: only the owner uses `value`.
    unsafe impl<T> Sync for OwnThread<T> {}

    impl<T> OwnThread<T> {
        pub const fn new() -> OwnThread<T> {
            OwnThread { owner: AtomicUsize::new(0), value: Cell::new(ptr::null_mut()) }
        }

        /// Null on a thread that has not set it.
        #[inline(always)]
        pub fn get(&self) -> *mut T {
            if self.owner.load(Ordering::Relaxed) == this_thread!() { self.value.get() } else { ptr::null_mut() }
        }

        /// Only one thread of a process calls this, and the only one of the child of a fork. Async-signal-safe.
        #[inline(always)]
        pub fn set(&self, value: *mut T) {
            self.value.set(value);
            self.owner.store(this_thread!(), Ordering::Relaxed);
        }
    }
}
#[cfg(all(not(php_zts), any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use of_process::OwnThread;

/// Declares such a pointer.
#[cfg(all(not(php_zts), any(target_arch = "x86_64", target_arch = "aarch64")))]
macro_rules! own_thread {
    ($visible:vis static $name:ident: *mut $kind:ty) => {
        $visible static $name: $crate::engine::own_thread::OwnThread<$kind> = $crate::engine::own_thread::OwnThread::new();
    };
}

#[cfg(any(php_zts, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
macro_rules! own_thread {
    ($visible:vis static $name:ident: *mut $kind:ty) => {
        thread_local! {
            $visible static $name: core::cell::Cell<*mut $kind> = const { core::cell::Cell::new(core::ptr::null_mut()) };
        }
    };
}
pub(crate) use own_thread;
