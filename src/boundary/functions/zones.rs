//! Modules whose functions nothing suspends in (io FW-4): C code that blocks under a lock, or keeps the state of a process or
//! of a request in a way that must nest.
//!
//! Functions and methods of a module are zones as a whole. PDO has drivers, so there the driver of the handle decides. FFI
//! makes its functions when they are looked up.

use crate::abi::{ExecuteData, Zval};
use crate::boundary::config::Modules;
use crate::boundary::wait;
use crate::engine::entry::Handler;
use crate::engine::wrap::Function;
use crate::engine::{deep, foreign, zone};
use core::mem::transmute;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::OnceLock;

static MODULES: OnceLock<Modules> = OnceLock::new();
/// A driver of PDO is among them, and loaded.
static DRIVERS: AtomicBool = AtomicBool::new(false);

/// Takes over the setting; at module start.
pub fn configure(modules: Modules) {
    // Where PHP begins a second time in one process the setting is the same.
    let _ = MODULES.set(modules);
}

fn modules() -> &'static Modules {
    MODULES.get_or_init(Modules::default)
}

/// The start of the first request: all modules are loaded.
pub fn startup() {
    let drivers = modules().iter().any(|name| name.starts_with("pdo_") && foreign::is_loaded(name));
    DRIVERS.store(drivers, Ordering::Relaxed);
}

/// Whether a function is one of such a module.
pub fn contains(function: &Function) -> bool {
    modules().contains(function.module())
}

/// Whether a driver of PDO may be such a module at all.
#[inline]
pub fn any_driver() -> bool {
    DRIVERS.load(Ordering::Relaxed)
}

/// Whether a driver of PDO, named without `pdo_`, is one.
pub fn contains_driver(driver: &[u8]) -> bool {
    !driver.is_empty() && modules().contains(&[b"pdo_", driver].concat())
}

/// The functions of C that FFI calls share one handler.
static FFI: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// The first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    static DONE: AtomicBool = AtomicBool::new(false);
    if !modules().contains(b"ffi") || DONE.swap(true, Ordering::SeqCst) {
        return;
    }
    // SAFETY: tables of FFI, which does not keep them constant.
    unsafe {
        foreign::watch_ffi(deep::handlers_of("ffi").cast_mut(), deep::handlers_of("ffi\\cdata").cast_mut(), choose);
    }
}

unsafe extern "C" fn choose(handler: Handler) -> Handler {
    if handler as *const () != call as *const () {
        FFI.store(handler as *mut (), Ordering::Relaxed);
    }
    call
}

unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: stored before a function could be called; called by the engine.
    unsafe {
        let original = transmute::<*mut (), Handler>(FFI.load(Ordering::Relaxed));
        if !wait::enabled() {
            return original(frame, result);
        }
        zone::enter();
        original(frame, result);
        zone::leave();
    }
}
