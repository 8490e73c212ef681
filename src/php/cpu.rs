//! Processor time and load (core 25).

use super::{FINAL, class_type, signature};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::entry::handlers;
use crate::engine::per_thread::per_thread;
use crate::engine::{args, class, hash, object, string, zval};
use crate::sim::clock::kernel_ns;
use core::ffi::c_int;
use core::mem::{MaybeUninit, size_of};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::flags::{DataType, MethodFlags};

const NS_PER_SECOND: u64 = 1_000_000_000;

/// One reading of all clocks, in nanoseconds.
#[derive(Clone, Copy)]
struct Reading {
    wall: u64,
    process_user: u64,
    process_system: u64,
    /// Of all processors since the system started; 0 where the platform does not tell.
    system_idle: u64,
    system_busy: u64,
    cpus: u64,
}

impl Reading {
    fn now() -> Reading {
        let (process_user, process_system) = process_times();
        let (system_idle, system_busy) = system_times();
        Reading {
            wall: kernel_ns(libc::CLOCK_MONOTONIC),
            process_user,
            process_system,
            system_idle,
            system_busy,
            cpus: system_value(libc::_SC_NPROCESSORS_ONLN).max(1),
        }
    }

    /// The properties of a snapshot [core/ST-3].
    fn named(&self) -> [(&'static str, u64); 6] {
        [
            ("wallNs", self.wall),
            ("processUserNs", self.process_user),
            ("processSystemNs", self.process_system),
            ("systemIdleNs", self.system_idle),
            ("systemBusyNs", self.system_busy),
            ("cpuCount", self.cpus),
        ]
    }
}

/// What the system says about itself, 0 where it does not tell.
fn system_value(name: c_int) -> u64 {
    // SAFETY: takes a number, any, and returns one.
    u64::try_from(unsafe { libc::sysconf(name) }).unwrap_or(0)
}

/// User and system time of all threads of the process.
fn process_times() -> (u64, u64) {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the place lies on this frame and is zeroed, which is an answer, too, if the call fails.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let ns = |time: libc::timeval| time.tv_sec as u64 * NS_PER_SECOND + time.tv_usec as u64 * 1000;
    (ns(usage.ru_utime), ns(usage.ru_stime))
}

/// Idle and busy time of all processors together, from the first line of `/proc/stat` (proc_stat(5)).
fn system_times() -> (u64, u64) {
    let ticks_per_second = system_value(libc::_SC_CLK_TCK);
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("cpu ")).unwrap_or_default();
    let ticks: Vec<u64> = line.split_ascii_whitespace().map_while(|field| field.parse().ok()).collect();
    let [user, nice, system, idle, io_wait, irq, soft_irq, steal, ..] = ticks[..] else { return (0, 0) };
    if ticks_per_second == 0 {
        return (0, 0);
    }
    let ns = NS_PER_SECOND / ticks_per_second;
    ((idle + io_wait) * ns, (user + nice + system + irq + soft_irq + steal) * ns)
}

/// The load over 1, 5 and 15 minutes; `None` where the platform does not tell.
fn load_average() -> Option<[f64; 3]> {
    let mut load = [0.0; 3];
    // SAFETY: room for as many numbers as asked for.
    let given = unsafe { libc::getloadavg(load.as_mut_ptr(), 3) };
    (given == 3).then_some(load)
}

per_thread!(static BASELINE: Option<Reading> = None);

/// The first `cpu_usage()` of a request has nothing to compare with [core/MO-5].
pub fn request_startup() {
    BASELINE.set(None);
}

/// What happened between two readings [core/ST-4].
struct Usage {
    process_cores: f64,
    process_percent: f64,
    system_percent: f64,
    interval_sec: f64,
}

impl Usage {
    fn between(earlier: &Reading, now: &Reading) -> Usage {
        let wall = now.wall.saturating_sub(earlier.wall) as f64;
        let process = now.process_user.saturating_sub(earlier.process_user) as f64
            + now.process_system.saturating_sub(earlier.process_system) as f64;
        let idle = now.system_idle.saturating_sub(earlier.system_idle) as f64;
        let busy = now.system_busy.saturating_sub(earlier.system_busy) as f64;
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let process_cores = share(process, wall);
        Usage {
            process_cores,
            process_percent: process_cores / now.cpus as f64 * 100.0,
            system_percent: share(busy, busy + idle) * 100.0,
            interval_sec: wall / NS_PER_SECOND as f64,
        }
    }
}

static CLASS: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

static MODEL: ObjectModel = ObjectModel::new();

/// # Safety
/// Module start.
pub unsafe fn register() {
    let builder = ClassBuilder::new("Async\\CpuSnapshot")
        .flags(FINAL)
        .method(signature("__construct", construct).untyped(), MethodFlags::Private)
        .method(
            signature("now", now).returns(class_type("Async\\CpuSnapshot")),
            MethodFlags::Public | MethodFlags::Static,
        );
    let ce = class::register(builder, AsyncClass::NO);
    CLASS.store(ce, Ordering::Relaxed);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe {
        for (name, _) in Reading::now().named() {
            class::declare_readonly(ce, name, 1 << zend::IS_LONG);
        }
        MODEL.install(ce, create_object, |_| {});
    }
}

unsafe extern "C" fn create_object(ce: *mut ClassEntry) -> *mut Object {
    // SAFETY: nothing but the object and its properties.
    unsafe { object::allocate(size_of::<Object>(), 0, ce, MODEL.handlers()) }
}

/// The functions, for the module.
pub fn functions() -> Vec<FunctionBuilder<'static>> {
    vec![
        signature("Async\\available_parallelism", available_parallelism).returns(DataType::Long),
        signature("Async\\cpu_usage", cpu_usage).returns(DataType::Array),
        signature("Async\\loadavg", loadavg).returns_nullable(DataType::Array),
    ]
}

fn loadavg_value() -> Zval {
    let Some(load) = load_average() else { return Zval::NULL };
    // SAFETY: two handlers call this, so a request is active; the array is new and ours until it is returned.
    unsafe {
        let list = hash::new_array(3);
        for value in load {
            hash::push(list, Zval::from_double(value));
        }
        zval::from_array(list)
    }
}

handlers! {
    /// Never reached from user code: the constructor is private.
    fn construct(_call) {}

    fn now(call) {
        if !args::none(call) {
            return;
        }
        // SAFETY: the class is registered; its properties are set once.
        unsafe {
            let new = create_object(CLASS.load(Ordering::Relaxed));
            for (name, value) in Reading::now().named() {
                object::set_long(new, name, i64::try_from(value).unwrap_or(i64::MAX));
            }
            call.set_object(new);
        }
    }

    fn available_parallelism(call) {
        if args::none(call) {
            // SAFETY: our module fills the slot at MINIT.
            let count = unsafe { slots::zend_async_available_parallelism_fn.map_or(1, |f| f()) };
            call.set(Zval::from_long(i64::from(count)));
        }
    }

    fn cpu_usage(call) {
        if !args::none(call) {
            return;
        }
        let now = Reading::now();
        let earlier = BASELINE.replace(Some(now)).unwrap_or(now);
        let usage = Usage::between(&earlier, &now);
        // SAFETY: the array is ours until it is returned.
        unsafe {
            let table = hash::new_array(6);
            for (name, value) in [
                ("process_cores", Zval::from_double(usage.process_cores)),
                ("process_percent", Zval::from_double(usage.process_percent)),
                ("system_percent", Zval::from_double(usage.system_percent)),
                ("cpu_count", Zval::from_long(i64::try_from(now.cpus).unwrap_or(1))),
                ("interval_sec", Zval::from_double(usage.interval_sec)),
                ("loadavg", loadavg_value()),
            ] {
                let key = string::new(name);
                hash::set(table, key, value);
                string::release(key);
            }
            call.set(zval::from_array(table));
        }
    }

    fn loadavg(call) {
        if args::none(call) {
            call.set(loadavg_value());
        }
    }
}
