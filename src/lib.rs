//! true_async: coroutines for stock PHP.
//!
//! The floors, from the ground up; each imports only from those below:
//!
//! ```text
//!   lib.rs                module entry, request life, ini, phpinfo
//!   php/     boundary/    what PHP code sees; blocking libc calls made cooperative
//!   primitives/           await and what can be awaited: future, channel, task group, pool, timeout, context ...
//!   reactor/              libuv: loop, timers, descriptors, signals, the file system, offload
//!   scheduler/            run queue, stacks, coroutine life, wakers, scopes, shutdown
//!   sim/                  the seed that decides what the rules leave open
//!   engine/               the Zend Engine behind safe names
//!   abi/                  the C ABI as data
//! ```
#![deny(clippy::undocumented_unsafe_blocks)]
#![deny(unsafe_op_in_unsafe_fn)]
// Contracts of unsafe functions that only forward are those of the function they forward to.
#![allow(clippy::missing_safety_doc)]

mod abi;
mod boundary;
mod engine;
mod php;
mod primitives;
mod reactor;
mod scheduler;
mod sim;

use core::ffi::{CStr, c_int, c_void};
use engine::ini;
use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::ffi;
use ext_php_rs::flags::IniEntryPermission;
use ext_php_rs::php_module;
use ext_php_rs::zend::{IniEntryDef, ModuleEntry};
use std::panic::catch_unwind;

const NAME: &CStr = c"true_async";
const SUCCESS: i32 = 0;
const FAILURE: i32 = -1;

/// Runs a life-cycle step of the module; a panic is a failure, never an unwinding into C.
fn step(what: &str, body: fn()) -> i32 {
    match catch_unwind(body) {
        Ok(()) => SUCCESS,
        Err(_) => {
            eprintln!("true_async: internal error during {what}");
            FAILURE
        }
    }
}

/// PHP ends on this thread, after its last request.
#[cfg(php_zts)]
unsafe extern "C" fn thread_end(_globals: *mut core::ffi::c_void) {
    // SAFETY: the thread has ended its last request, so nothing of the scheduler or the reactor runs on it any more.
    unsafe {
        scheduler::thread_end();
        reactor::thread_end();
    }
    boundary::thread_end();
}

unsafe extern "C" fn module_startup(_kind: i32, module: i32) -> i32 {
    IniEntryDef::register(&INI_ENTRIES.0, module);
    step("module startup", || {
        #[cfg(php_zts)]
        abi::globals::allocate(thread_end);
        engine::state::module_startup();
        engine::destruction::module_startup();
        // SAFETY: single-threaded module start.
        unsafe {
            engine::autoload::module_startup();
            engine::error_handler::module_startup();
            engine::libxml::module_startup();
            engine::sapi::module_startup();
            php::register_classes();
            scheduler::register(NAME);
            reactor::register();
            boundary::module_startup();
        }
        boundary::configure(boundary::Config::parse(
            ini::is_on(c"async.io"),
            &ini::text(c"async.io_objects"),
            &ini::text(c"async.io_slice_ms"),
            ini::is_on(c"async.io_trace"),
            &ini::text(c"async.io_modules_blocking"),
            &ini::text(c"async.gates"),
        ));
        scheduler::launch::on_first_launch(boundary::activate);
        scheduler::launch::check_settings();
    })
}

/// The engine keeps pointers into the table.
struct IniTable([IniEntryDef; 11]);
// SAFETY: constant after it was made.
unsafe impl Sync for IniTable {}

/// Any value will do. Without a function PHP's `ini_restore()` leaves an entry as it is.
unsafe extern "C" fn accept(
    _entry: *mut ffi::zend_ini_entry,
    _value: *mut ffi::zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _stage: c_int,
) -> c_int {
    0
}

/// An entry that scripts may change [core/MO-3].
const fn changeable(name: &'static CStr, default: &'static CStr) -> IniEntryDef {
    let mut entry = IniEntryDef::new(name, default, IniEntryPermission::All);
    entry.on_modify = Some(accept);
    entry
}

/// Modules that block under a lock, or keep state that must nest [io/FW-4].
const BLOCKING: &CStr =
    c"session,pdo_oci,pdo_firebird,pdo_dblib,oci8,imap,snmp,mongodb,grpc,rdkafka,parallel,opcache,ffi";

static INI_ENTRIES: IniTable = IniTable([
    changeable(c"async.debug_deadlock", c"1"),
    IniEntryDef::new(c"async.gates", c"", IniEntryPermission::System),
    IniEntryDef::new(c"async.io", c"1", IniEntryPermission::System),
    IniEntryDef::new(c"async.io_modules_blocking", BLOCKING, IniEntryPermission::System),
    IniEntryDef::new(c"async.io_objects", c"", IniEntryPermission::System),
    IniEntryDef::new(c"async.io_slice_ms", c"10", IniEntryPermission::System),
    IniEntryDef::new(c"async.io_trace", c"0", IniEntryPermission::System),
    changeable(c"async.sim_seed", c"0"),
    changeable(c"async.sim_time", c"0"),
    IniEntryDef::new(c"async.unguarded_stacks", c"0", IniEntryPermission::System),
    IniEntryDef::end(),
]);

unsafe extern "C" fn module_shutdown(_kind: i32, _module: i32) -> i32 {
    step("module shutdown", || {
        // SAFETY: single-threaded module end.
        unsafe {
            boundary::shutdown();
            scheduler::module_shutdown();
            reactor::module_shutdown();
            engine::executor::module_shutdown();
            abi::slots::reset();
        }
        abi::register::reset();
    })
}

unsafe extern "C" fn request_startup(_kind: i32, _module: i32) -> i32 {
    step("request startup", || {
        #[cfg(php_zts)]
        {
            abi::globals::find();
            engine::find_eg();
        }
        php::request_startup();
        primitives::signal::request_startup();
        // SAFETY: RINIT.
        unsafe {
            scheduler::request_startup();
            boundary::request_startup();
        }
    })
}

unsafe extern "C" fn request_shutdown(_kind: i32, _module: i32) -> i32 {
    // No panic barrier: draining runs PHP code, which may end in a jump across this frame.
    // SAFETY: RSHUTDOWN.
    unsafe {
        scheduler::request_shutdown();
        primitives::signal::request_shutdown();
        boundary::deactivate();
        engine::libxml::request_shutdown();
        engine::ticks::request_shutdown();
    }
    SUCCESS
}

extern "C" fn info(module: *mut ModuleEntry) {
    let patched = boundary::report();
    let stacks = scheduler::stats::read();
    let mut rows = vec![
        ("Module", "true_async".to_owned()),
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
        ("Support", "Enabled".to_owned()),
        ("LibUv Reactor", "Enabled".to_owned()),
        ("Stack guards", stacks.guard_mode.to_owned()),
        ("Stack size", format!("{} bytes, {} of them guard", stacks.stack_bytes, stacks.guard_bytes)),
        ("Large stacks", stacks.large_stacks.to_string()),
        (
            "Redirected libc calls",
            format!("{} in {} objects ({} refused)", patched.slots, patched.objects, patched.failed),
        ),
    ];
    // async.io_trace: which hooks ran in coroutines, since the process started.
    for (name, count) in boundary::hits().filter(|(_, count)| *count > 0) {
        rows.push((name, count.to_string()));
    }
    engine::info::table(&rows, module);
}

#[php_module]
pub fn module(module: ModuleBuilder) -> ModuleBuilder {
    php::register_functions(module)
        .name("true_async")
        .version(env!("CARGO_PKG_VERSION"))
        .startup_function(module_startup)
        .shutdown_function(module_shutdown)
        .request_startup_function(request_startup)
        .request_shutdown_function(request_shutdown)
        .info_function(info)
}
