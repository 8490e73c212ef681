//! What others have to do when a coroutine ends, in that coroutine: its code has run, it can still suspend, and nobody has
//! been told of the end yet.
//!
//! A note stands in the list of its coroutine from [`add`] until it runs or is [`remove`]d. Those of main stand in the list of
//! the thread: the main flow of a script begins before the scheduler is launched. After a fatal error no note runs.

use super::{current_object, runtime};
use crate::abi::Object;
use crate::engine::exception;
use core::ptr;

/// A note; part of a structure of whoever added it.
#[repr(C)]
pub struct AtEnd {
    /// Called once, when the note is in no list any more.
    run: unsafe fn(*mut AtEnd),
    list: *mut List,
    previous: *mut AtEnd,
    next: *mut AtEnd,
}

/// The notes of one coroutine, newest first. Zeroed memory is an empty list.
#[repr(C)]
pub struct List {
    first: *mut AtEnd,
}

impl List {
    pub const EMPTY: List = List { first: ptr::null_mut() };

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_null()
    }
}

impl AtEnd {
    pub const fn new(run: unsafe fn(*mut AtEnd)) -> AtEnd {
        AtEnd { run, list: ptr::null_mut(), previous: ptr::null_mut(), next: ptr::null_mut() }
    }

    /// Whether this is a note that `run` was given for.
    pub fn is_for(&self, run: unsafe fn(*mut AtEnd)) -> bool {
        self.run as *const () == run as *const ()
    }
}

/// The list of the running coroutine. Outside of coroutines there is only the main flow.
fn current_list() -> *mut List {
    let current = current_object();
    // SAFETY: this thread's state, or a live coroutine.
    unsafe {
        if current.is_null() || (*current).is_main() {
            &raw mut (*runtime()).at_end
        } else {
            &raw mut (*current).at_end
        }
    }
}

/// Adds a note to the running coroutine.
///
/// # Safety
/// The note stays where it is until it runs or is removed; it is in no list.
pub unsafe fn add(note: *mut AtEnd) {
    // SAFETY: forwarded.
    unsafe {
        let list = current_list();
        (*note).list = list;
        (*note).previous = ptr::null_mut();
        (*note).next = (*list).first;
        if !(*list).first.is_null() {
            (*(*list).first).previous = note;
        }
        (*list).first = note;
    }
}

/// Takes a note out of its list, if it is in one.
///
/// # Safety
/// Valid note.
pub unsafe fn remove(note: *mut AtEnd) {
    // SAFETY: neighbours of a listed note are listed.
    unsafe {
        let list = ptr::replace(&raw mut (*note).list, ptr::null_mut());
        if list.is_null() {
            return;
        }
        if (*note).previous.is_null() {
            (*list).first = (*note).next;
        } else {
            (*(*note).previous).next = (*note).next;
        }
        if !(*note).next.is_null() {
            (*(*note).next).previous = (*note).previous;
        }
    }
}

/// The first note of the running coroutine that `wanted` says yes to, or null.
pub fn find(mut wanted: impl FnMut(*mut AtEnd) -> bool) -> *mut AtEnd {
    // SAFETY: listed notes are valid; nothing runs meanwhile.
    unsafe {
        let mut note = (*current_list()).first;
        while !note.is_null() && !wanted(note) {
            note = (*note).next;
        }
        note
    }
}

/// Runs all notes, also those that are added meanwhile. What they throw does not change how the coroutine has ended, unless
/// it is the token of `exit`: that is returned, owned; null as a rule.
///
/// # Safety
/// The coroutine of the list is the running one; nothing is pending. May suspend.
#[cold]
pub(super) unsafe fn run(list: *mut List) -> *mut Object {
    // SAFETY: a note is taken out before it runs.
    unsafe {
        let mut exit: *mut Object = ptr::null_mut();
        while !(*list).is_empty() {
            let note = (*list).first;
            remove(note);
            ((*note).run)(note);
            let thrown = exception::take();
            if !thrown.is_null() && exception::is_exit(thrown) {
                exception::release(ptr::replace(&raw mut exit, thrown));
            } else {
                exception::release(thrown);
            }
        }
        exit
    }
}

/// The main flow ends.
///
/// # Safety
/// As [`run`], with main or nothing running.
pub(super) unsafe fn run_of_main() -> *mut Object {
    // SAFETY: forwarded.
    unsafe { run(&raw mut (*runtime()).at_end) }
}
