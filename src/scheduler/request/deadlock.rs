//! Deadlock detection and the texts that describe what coroutines wait for (core 18, ABI-89, ABI-120).

use super::{autoload, outside, shutdown};
use crate::abi::*;
use crate::engine::{call, exception, frame, hash, ini, string};
use crate::scheduler::coroutine;
use crate::scheduler::coroutine::fiber;
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::event::wait::{self, Awaited};
use crate::scheduler::run::resume;
use crate::scheduler::runtime;
use crate::scheduler::scope::ScopeObject;
use ext_php_rs::ffi;
use std::fmt::Write;

/// Nothing can make the remaining coroutines ready: report, record a `DeadlockError`, cancel them all (DD-3).
///
/// # Safety
/// On the trampoline, with an empty queue and no active event.
#[cold]
pub(in crate::scheduler) unsafe fn resolve() {
    // SAFETY: cancelling only queues.
    unsafe {
        if outside::last_look() || autoload::give_up() || fiber::let_go_of_parked() {
            return;
        }
        let count = (*runtime()).count;
        if ini::is_on(c"async.debug_deadlock") {
            print_report(count);
        }
        // EX-6: these exceptions belong to no frame, whichever is in place while the scheduler decides.
        frame::without(|| cancel_all(count));
        shutdown::absorb_scheduler_exception();
    }
}

unsafe fn cancel_all(count: usize) {
    // SAFETY: cancelling only queues.
    unsafe {
        let message = format!("Deadlock detected: no active coroutines, {count} coroutines in waiting");
        let error = exception::new(AsyncClass::EXCEPTION_DEADLOCK, &message);
        drop(message);
        let globals = globals();
        let earlier = (*globals).exit_exception;
        (*globals).exit_exception = exception::chain(error, earlier);
        (*runtime()).ended_early = true;
        coroutine::each(|c| {
            let cancellation = exception::new(AsyncClass::EXCEPTION_CANCELLATION, "Deadlock detected");
            resume::cancel_unprotected(c, cancellation);
        });
    }
}

unsafe fn print_report(count: usize) {
    // SAFETY: the text is complete before it is printed; nothing suspends meanwhile.
    unsafe {
        let active = (*globals()).active_event_count;
        let mut text = String::from("\n=== DEADLOCK REPORT START ===\n");
        let _ = write!(text, "Coroutines waiting: {count}, active_events: {active}\n\n");
        coroutine::each(|c| {
            let _ = writeln!(text, "{}", describe(c));
            let events = awaited(c);
            if events.is_empty() {
                text.push_str("  waiting for: <nothing>\n");
            } else {
                text.push_str("  waiting for:\n");
                for event in events {
                    let _ = writeln!(text, "    - {event}");
                }
            }
            text.push('\n');
        });
        text.push_str("=== DEADLOCK REPORT END   ===\n\n");
        ffi::php_output_write(text.as_ptr().cast(), text.len());
    }
}

/// What a coroutine waits for, one line per event.
///
/// # Safety
/// Valid coroutine.
pub unsafe fn awaited(c: *mut CoroutineObject) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // SAFETY: what is awaited is held by the awaiting call.
    unsafe {
        wait::visit(c, &mut |awaited| {
            lines.push(match awaited {
                Awaited::Event(event) => describe_event(event),
                Awaited::Text(text) => text.to_owned(),
            });
        });
    }
    lines
}

unsafe fn describe_event(event: *mut Event) -> String {
    // SAFETY: `info` returns a string of ours.
    unsafe {
        match (*event).info {
            Some(info) => {
                let text = info(event);
                let line = string::to_text(text);
                string::release(text);
                line
            }
            None => "<unknown event>".to_owned(),
        }
    }
}

/// Slot `get_awaiting_info`: an owned array of strings.
///
/// # Safety
/// Valid coroutine.
pub unsafe extern "C" fn awaiting_info(coroutine: *mut Coroutine) -> *mut Array {
    // SAFETY: the strings move into the array.
    unsafe {
        let array = hash::new_array(0);
        for line in awaited(coroutine.cast()) {
            hash::push(array, crate::engine::zval::from_string(string::new(&line)));
        }
        array
    }
}

/// The line of the deadlock report (DD-4).
unsafe fn describe(c: *mut CoroutineObject) -> String {
    // SAFETY: valid coroutine.
    unsafe {
        let this = &mut *c;
        let id = (*coroutine::to_object(c)).handle;
        let spawned = place(this.base.filename, this.base.lineno);
        let mut text = format!("Coroutine {id} spawned at {spawned}");
        let (file, line) = this.suspend_location();
        if !file.is_null() && this.is_started() && !this.is_finished() {
            let _ = write!(text, ", suspended at {}", place(file, line));
        }
        let _ = write!(text, " ({})", callable_name(c));
        text
    }
}

unsafe fn place(file: *mut ZString, line: u32) -> String {
    if file.is_null() {
        return ":0".to_owned();
    }
    // SAFETY: a live string.
    unsafe { format!("{}:{line}", string::to_text(file)) }
}

unsafe fn callable_name(c: *mut CoroutineObject) -> String {
    // SAFETY: valid coroutine.
    unsafe {
        if (*c).is_main() {
            return "main".to_owned();
        }
        if (*c).base.fcall.is_null() {
            return "internal function".to_owned();
        }
        let name = call::name((*c).base.fcall);
        let text = string::to_text(name);
        string::release(name);
        text
    }
}

/// Whether an event is that of a coroutine.
///
/// # Safety
/// Valid event.
pub(in crate::scheduler) unsafe fn is_coroutine(event: *const Event) -> bool {
    // SAFETY: forwarded.
    unsafe { (*event).info.is_some_and(|info| info as *const () == coroutine_info as *const ()) }
}

/// `info` of coroutine events (ABI-89).
///
/// # Safety
/// The event of a coroutine.
pub unsafe extern "C" fn coroutine_info(event: *mut Event) -> *mut ZString {
    // SAFETY: forwarded.
    unsafe { string::new(&describe(event.cast())) }
}

/// `info` of scope events (ABI-89).
///
/// # Safety
/// The event of a scope.
pub unsafe extern "C" fn scope_info(event: *mut Event) -> *mut ZString {
    // SAFETY: a scope without PHP object has no handle.
    unsafe {
        let scope = event.cast::<ScopeObject>();
        let object = (*scope).base.scope_object;
        let id = if object.is_null() { 0 } else { (*object).handle };
        let (file, line) = (*scope).location();
        string::new(&format!("Scope #{id} created at {}", place(file, line)))
    }
}

/// A string in the coroutine form of ABI-89 without a handle (ABI-178).
///
/// # Safety
/// Valid coroutine; `name` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_gen_info(
    coroutine: *mut Coroutine,
    name: *const core::ffi::c_char,
) -> *mut ZString {
    // SAFETY: forwarded.
    unsafe {
        let this = &mut *coroutine.cast::<CoroutineObject>();
        let name =
            if name.is_null() { String::new() } else { core::ffi::CStr::from_ptr(name).to_string_lossy().into_owned() };
        let mut text = format!("Coroutine spawned at {}", place(this.base.filename, this.base.lineno));
        let (file, line) = this.suspend_location();
        if !file.is_null() && this.is_started() && !this.is_finished() {
            let _ = write!(text, ", suspended at {}", place(file, line));
        }
        let _ = write!(text, " ({name})");
        string::new(&text)
    }
}
