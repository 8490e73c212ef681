//! Modules whose functions nothing suspends in [io/FW-4]: C code that blocks under a lock, or keeps the state of a process or
//! of a request in a way that must nest.
//!
//! Functions and methods of a module are zones as a whole. PDO has drivers, so there the driver of the handle decides. FFI
//! makes its functions when they are looked up.

use crate::abi::{ExecuteData, Zval};
use crate::boundary::config::Modules;
use crate::boundary::relocation::got::has_unknown_driver;
use crate::boundary::wait;
use crate::engine::entry::Handler;
use crate::engine::wrap::Function;
use crate::engine::{current_frame, deep, foreign, frame, zone};
use core::mem::transmute;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::OnceLock;

static MODULES: OnceLock<Modules> = OnceLock::new();
/// The drivers of PDO among them that are loaded, without `pdo_`.
static DRIVERS: OnceLock<Modules> = OnceLock::new();
/// Whether there are any.
static ANY_DRIVER: AtomicBool = AtomicBool::new(false);
/// One of them is loaded whose resources talk to a server when they are destroyed.
static DESTRUCTION: AtomicBool = AtomicBool::new(false);

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
    let names = modules().iter().filter(|name| foreign::is_loaded(name)).filter_map(|name| name.strip_prefix("pdo_"));
    let drivers = DRIVERS.get_or_init(|| names.collect());
    ANY_DRIVER.store(drivers.iter().next().is_some(), Ordering::Relaxed);
    let odbc = ["odbc", "pdo_odbc"].iter().any(|name| modules().contains(name.as_bytes()) && foreign::is_loaded(name));
    DESTRUCTION.store(odbc, Ordering::Relaxed);
}

/// Whether a function is one of such a module.
pub fn contains(function: &Function) -> bool {
    modules().contains(function.module())
}

pub const ODBC: &[u8] = b"odbc";

/// Whether a driver of PDO may be such a module at all.
#[inline]
pub fn any_driver() -> bool {
    ANY_DRIVER.load(Ordering::Relaxed) || has_unknown_driver()
}

/// Whether a driver of PDO, named without `pdo_`, is one.
pub fn contains_driver(driver: &[u8]) -> bool {
    (driver == ODBC && has_unknown_driver()) || DRIVERS.get().is_some_and(|drivers| drivers.contains(driver))
}

/// Whether a library is called to destroy something of a module that must not be left: no function of PHP is running, and
/// such a module is loaded that destroys resources under a lock. On a PHP thread.
#[inline]
pub fn is_in_foreign_destruction() -> bool {
    // SAFETY: the frame that is executing.
    (DESTRUCTION.load(Ordering::Relaxed) || has_unknown_driver()) && !unsafe { frame::is_internal(current_frame()) }
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
