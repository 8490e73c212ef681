//! Wrapped internal functions (io chapter 6): what cannot be done below them, at libc.
//!
//! ```text
//!   the engine calls -> guarded: gates, zone ----> deep: another stack? ----> the function's own handler
//!                                                  (`boundary/deep`)
//!   child.rs      functions that wait for the end of a command
//!   connections/  functions on a connection: its gate, too
//!   directories.rs  opendir() and dir(), whose last directory PHP remembers
//!   locking.rs    functions of modules whose libraries hold locks while they wait
//!   process_state.rs  functions that keep process-wide state across a call which may wait
//!   recursive.rs  functions that mark the values they walk over
//!   select.rs     stream_select() without streams
//!   soap.rs       methods of SOAP, whose globals belong to the coroutine
//!   socket_lines.rs  socket_read() of a line
//!   stream_plan.rs  what a function does with a stream
//!   streams.rs    functions that work on a stream
//!   taking.rs     functions that make something else of what they read
//!   trees.rs      functions that walk a document, whose I/O blocks
//!   wrapped.rs    the note on a wrapped function
//!   zones.rs      modules whose functions nothing suspends in
//! ```
//!
//! Every function is asked about once, at the first request of the process, before user code has seen one: classes that
//! inherit methods copy them, and compiled code may hold their addresses. Until the API is used a wrapper costs a
//! comparison.

mod child;
mod connections;
mod directories;
mod locking;
mod process_state;
mod recursive;
mod select;
mod soap;
mod socket_lines;
mod stream_plan;
mod streams;
mod taking;
mod trees;
mod wrapped;
mod zones;

pub use child::{ended as child_ended, numbers_of_command, waiter};
pub use connections::{deactivate, shared_cache};
pub use locking::activate as activate_locking;
pub use trees::outside_blocking;
pub use wrapped::{Waiter, call_original, pooled};
pub use zones::is_in_foreign_destruction;

use self::wrapped::{GATES, Guards, Keys, Wrapped};
use super::config::Modules;
use super::deep::wrapper_of;
use super::exclusion::gate::{self, Entry};
use super::pdo_pool;
use super::wait;
use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::{Call, Handler};
use crate::engine::shared_tables;
use crate::engine::wrap::{self, Function};
use crate::engine::zone;
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Takes over the settings; at module start.
pub fn configure(blocking: Modules, ungated: Modules) {
    zones::configure(blocking);
    connections::configure(ungated);
}

static WRAPPED: AtomicBool = AtomicBool::new(false);

/// # Safety
/// RINIT: all modules have started, no user code has run on this thread.
pub unsafe fn request_startup() {
    // SAFETY: RINIT, as this function demands.
    unsafe { connections::request_startup() };
    directories::request_startup();
    // Every thread has a function table of its own, and another one when PHP begins there again.
    if cfg!(php_zts) || !WRAPPED.swap(true, Ordering::SeqCst) {
        // SAFETY: all modules have started and no user code has run on this thread, as this function demands.
        unsafe {
            shared_tables::changing(|| {
                zones::startup();
                wrap::wrap_functions(choose);
                connections::startup();
            });
        }
    }
}

/// Modules go with their functions.
pub fn module_shutdown() {
    WRAPPED.store(false, Ordering::SeqCst);
}

unsafe extern "C" fn choose(function: *const Function, note: *mut *const c_void) -> Option<Handler> {
    // SAFETY: lives for the length of this call.
    let function = unsafe { &*function };
    let is = |ours: Handler| function.handler as *const () == ours as *const ();
    if gives_back(function.handler as usize) || is(recursive::call) || super::deep::is_wrapper(function.handler) {
        return None;
    }
    if function.class().is_empty() && function.name() == b"file_get_contents" {
        super::hooks::set_reader(function.handler);
    }
    let deep = wrapper_of(function);
    let guards = guards_of(function);
    let connection = if guards.is_some_and(|guards| guards.zone) { None } else { connections::connection_of(function) };
    let pooled = pdo_pool::method_of(function);
    // Those that walk over their arguments recurse.
    if deep.is_none() && guards.is_none() && connection.is_none() && pooled.is_none() {
        return None;
    }
    let original = function.handler;
    let body = deep.unwrap_or(original);
    let inner = if soap::is_method(function) {
        soap::call
    } else if recursive::is_one(function) {
        if recursive::is_sealed(function) { recursive::call_sealed } else { recursive::call }
    } else if taking::is_one(guards.as_ref()) {
        taking::call
    } else {
        body
    };
    let next = match guards {
        Some(Guards { stream: Some(plan), .. }) => plan.handler(),
        Some(_) => guarded,
        None => inner,
    };
    let direct = if connection.is_some() { connections::call } else { next };
    let wrapped =
        Wrapped { original, inner, body, guards: guards.unwrap_or_default(), next, connection, pooled, direct };
    let wrapped = keep(function, wrapped);
    // SAFETY: a place of the caller's.
    unsafe { *note = (&raw const *wrapped).cast() };
    Some(if pooled.is_some() { pdo_pool::call } else { direct })
}

/// Whether a handler is that of a wrapper which may hold something for as long as its function runs: gates, sections, notes on its
/// stack. The others leave nothing behind that a jump out of them would have to give back.
fn gives_back(handler: usize) -> bool {
    let ours: [Handler; 4] = [guarded, connections::call, pdo_pool::call, recursive::call_sealed];
    ours.iter().chain(&streams::WRAPPERS).any(|wrapper| *wrapper as usize == handler)
}

/// For as long as the process lives: calls may be under way at any time. With threads a function is wrapped in the table of each, and again
/// in a request in which something has put its handler back: what is known of it is the same.
fn keep(function: &Function, wrapped: Wrapped) -> &'static Wrapped {
    type Key = (Vec<u8>, Vec<u8>, usize);
    static KEPT: Mutex<BTreeMap<Key, usize>> = Mutex::new(BTreeMap::new());
    let leak = || ptr::from_ref(Box::leak(Box::new(wrapped)));
    let kept = if cfg!(php_zts) {
        let key = (function.class().to_vec(), function.name().to_vec(), function.handler as usize);
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(|| leak() as usize)
            as *const Wrapped
    } else {
        leak()
    };
    // SAFETY: leaked above, now or for another thread, and never changed.
    unsafe { &*kept }
}

fn guards_of(function: &Function) -> Option<Guards> {
    if zones::contains(function) {
        return Some(Guards { zone: true, ..Guards::default() });
    }
    let on_stream = || stream_plan::plan_of(function).map(|plan| Guards { stream: Some(plan), ..Guards::default() });
    process_state::guards_of(function)
        .or_else(|| locking::guards_of(function))
        .or_else(|| child::guards_of(function))
        .or_else(|| select::guards_of(function))
        .or_else(|| socket_lines::guards_of(function))
        .or_else(|| trees::guards_of(function))
        .or_else(on_stream)
}

/// The first use of the API in a request.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    // SAFETY: on a PHP thread with a request, as this function demands.
    unsafe {
        connections::activate();
        zones::activate();
    }
}

/// A function with gates, or one that nothing may suspend in.
unsafe extern "C" fn guarded(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result; the note on its function lives as long as the
    // process. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        let guards = &(*wrapped).guards;
        if !wait::enabled() && !guards.everywhere {
            return ((*wrapped).inner)(frame, result);
        }
        if let Some(before) = guards.before {
            before();
        }
        if let Some(around) = guards.around {
            return around((*wrapped).inner, frame, result);
        }
        if guards.zone || guards.zone_when.is_some_and(|when| when(Call::of(frame, result))) {
            zone::enter();
            ((*wrapped).inner)(frame, result);
            zone::leave();
            return;
        }
        let Some(gates) = guards.gates else { return ((*wrapped).inner)(frame, result) };
        let keys = (gates.keys)(Call::of(frame, result));
        let mut entered = 0;
        for (place, key) in keys.iter().enumerate() {
            if *key == 0 {
                continue;
            }
            match gate::enter(*key, gates.what) {
                Entry::Entered => entered |= 1 << place,
                entry if gate::is_refused(entry, *key, gates.what) => return leave(&keys, entered),
                Entry::Passed => (),
                Entry::Cancelled => return leave(&keys, entered),
                Entry::Closed => {
                    result.write(Zval::from_bool(false));
                    return leave(&keys, entered);
                }
            }
        }
        ((*wrapped).inner)(frame, result);
        leave(&keys, entered);
    }
}

#[inline]
unsafe fn leave(keys: &Keys, entered: u32) {
    for place in (0..GATES).rev() {
        if entered & (1 << place) != 0 {
            // SAFETY: it was entered by this call.
            unsafe { gate::leave(keys[place]) }
        }
    }
}
