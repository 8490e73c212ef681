//! What all threads share, because relocation slots belong to the process: the settings, and what the last scan found.

use super::got::{self, Hook, Report};
use crate::boundary::config::Config;
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// Process-wide: relocation slots are shared by all threads.
struct Shared(UnsafeCell<Inner>);

pub struct Inner {
    pub config: Config,
    /// Objects ever loaded when the last scan ran.
    pub scanned: u64,
    pub report: Report,
    /// What calls are redirected to. Set at module start.
    pub hooks: &'static [Hook],
}

// SAFETY: every access is inside `with_shared`.
unsafe impl Sync for Shared {}

static SHARED: Shared = Shared(UnsafeCell::new(Inner {
    config: Config::DEFAULT,
    scanned: 0,
    report: Report { objects: 0, slots: 0, failed: 0, polls: 0, failed_polls: 0 },
    hooks: &[],
}));
static LOCK: AtomicBool = AtomicBool::new(false);

/// Runs `function` alone. Never across a wait.
pub fn with_shared<R>(function: impl FnOnce(&mut Inner) -> R) -> R {
    while LOCK.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
        core::hint::spin_loop();
    }
    // SAFETY: the lock is held.
    let result = function(unsafe { &mut *SHARED.0.get() });
    LOCK.store(false, Ordering::Release);
    result
}

/// Patches what was loaded since the last scan; whether PHP itself is patched.
pub fn rescan() -> bool {
    with_shared(|shared| {
        let loads = got::loads();
        if shared.scanned != loads {
            // SAFETY: the hooks are static and this object is never unmapped.
            shared.report = unsafe { got::patch(shared.hooks, &shared.config.objects) };
            shared.scanned = loads;
        }
        shared.report.serves_php()
    })
}
