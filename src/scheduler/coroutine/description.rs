//! The texts that describe coroutines, scopes and what coroutines wait for [abi/ABI-89, abi/ABI-120, abi/ABI-178].

use super::object::{self, CoroutineObject};
use super::wait::Awaited;
use crate::abi::*;
use crate::engine::{call, hash, string};
use crate::scheduler::event::awaited;
use crate::scheduler::scope::structure::ScopeObject;
use core::ptr;
use std::fmt::Write;

/// What a coroutine waits for, one line per event.
///
/// # Safety
/// `c` is alive. Runs no PHP code.
pub unsafe fn lines_of_awaited(c: *mut CoroutineObject) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // SAFETY: what is awaited is held by the awaiting call.
    unsafe {
        awaited::visit(c, &mut |awaited| {
            lines.push(match awaited {
                Awaited::Event(event) => describe_event(event),
                Awaited::Text(text) => text.to_owned(),
            });
        });
    }
    lines
}

unsafe fn describe_event(event: *mut Event) -> String {
    // SAFETY: the event is held by what waits for it; `info` returns a string that is released here, when it is copied.
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
/// `coroutine` is null or alive. Runs no PHP code.
pub unsafe extern "C" fn awaiting_info(coroutine: *mut Coroutine) -> *mut Array {
    if coroutine.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: the strings move into the array.
    unsafe {
        let array = hash::new_array(0);
        for line in lines_of_awaited(coroutine.cast()) {
            hash::push(array, crate::engine::zval::from_string(string::new(&line)));
        }
        array
    }
}

/// The line of the deadlock report [core/DD-4].
///
/// # Safety
/// `c` is alive. Runs no PHP code.
pub(in crate::scheduler) unsafe fn describe(c: *mut CoroutineObject) -> String {
    // SAFETY: the caller's coroutine is alive and owns the names that are read; making text runs no code of PHP.
    unsafe {
        let id = (*object::to_object(c)).handle;
        let spawned = place((*c).base.filename, (*c).base.lineno);
        let mut text = format!("Coroutine {id} spawned at {spawned}");
        write_suspended(&mut text, c);
        let _ = write!(text, " ({})", callable_name(c));
        text
    }
}

/// Where a coroutine that has begun and not ended left its stack last.
unsafe fn write_suspended(text: &mut String, c: *mut CoroutineObject) {
    // SAFETY: both callers demand a living coroutine, which owns the name; making text runs no code of PHP.
    unsafe {
        let (file, line) = (*c).suspend_location();
        if !file.is_null() && (*c).is_started() && !(*c).is_finished() {
            let _ = write!(text, ", suspended at {}", place(file, line));
        }
    }
}

unsafe fn place(file: *mut ZString, line: u32) -> String {
    if file.is_null() {
        return ":0".to_owned();
    }
    // SAFETY: the caller has the name from an object that is alive and owns it.
    unsafe { format!("{}:{line}", string::to_text(file)) }
}

unsafe fn callable_name(c: *mut CoroutineObject) -> String {
    // SAFETY: the caller's coroutine is alive and, unfinished, keeps its callable; the name is a new string, released here.
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
/// `event` is alive.
pub(in crate::scheduler) unsafe fn is_coroutine(event: *const Event) -> bool {
    // SAFETY: the caller keeps the event alive; one field of it is read.
    unsafe { (*event).info.is_some_and(|info| info as *const () == coroutine_info as *const ()) }
}

/// `info` of coroutine events [abi/ABI-89].
///
/// # Safety
/// The event of a coroutine.
pub unsafe extern "C" fn coroutine_info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event with this `info` is the start of a coroutine, alive for the call.
    unsafe { string::new(&describe(event.cast())) }
}

/// `info` of scope events [abi/ABI-89].
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

/// A string in the coroutine form of ABI-89 without a handle [abi/ABI-178].
///
/// # Safety
/// `coroutine` is alive; `name` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_gen_info(
    coroutine: *mut Coroutine,
    name: *const core::ffi::c_char,
) -> *mut ZString {
    // SAFETY: the coroutine is alive and `name` null or zero-terminated, as the caller promises; making text runs no code of PHP.
    unsafe {
        let this = coroutine.cast::<CoroutineObject>();
        let name =
            if name.is_null() { String::new() } else { core::ffi::CStr::from_ptr(name).to_string_lossy().into_owned() };
        let mut text = format!("Coroutine spawned at {}", place((*this).base.filename, (*this).base.lineno));
        write_suspended(&mut text, this);
        let _ = write!(text, " ({name})");
        string::new(&text)
    }
}

/// An awaited event: its result counts as used. That of a coroutine counts as caught from then on, too [core/EH-4]; others
/// count it when they deliver it.
///
/// # Safety
/// `event` is alive. Nothing is called.
#[inline]
pub unsafe fn mark_used(event: *mut Event) {
    // SAFETY: the caller keeps the event alive; flags of it are set, nothing is called.
    unsafe {
        (*event).flags.insert(EventFlags::RESULT_USED);
        if is_coroutine(event) {
            (*event).flags.insert(EventFlags::EXC_CAUGHT);
        }
    }
}
