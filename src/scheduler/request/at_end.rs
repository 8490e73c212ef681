//! What others have to do when a coroutine ends, in that coroutine: its code has run, it can still suspend, and nothing has
//! been told of the end yet.
//!
//! A note stands in the list of its coroutine from [`add`] until it runs. Those of main stand in the list of
//! the thread: the main flow of a script begins before the scheduler is launched. After a fatal error no note runs.

use crate::abi::Object;
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{exception, object};
use crate::scheduler::coroutine::object::current_object;
use crate::scheduler::list::{Link, List};
use core::ptr;

/// A note; part of a structure of what added it.
#[repr(C)]
pub struct AtEnd {
    link: Link,
    /// Called once, when the note is in no list any more.
    run: unsafe fn(*mut AtEnd),
}

impl AtEnd {
    pub const fn new(run: unsafe fn(*mut AtEnd)) -> AtEnd {
        AtEnd { link: Link::new(), run }
    }

    /// Takes a note out of its list: it will not run. Idempotent.
    ///
    /// # Safety
    /// The note is alive, and so is its coroutine, if it is listed.
    pub unsafe fn cancel(note: *mut AtEnd) {
        // SAFETY: the link is the start of the note, and its list is the coroutine's or the thread's, which is alive, as demanded.
        unsafe { Link::remove(&raw mut (*note).link) }
    }

    /// Whether this is a note that `run` was given for.
    pub fn is_for(&self, run: unsafe fn(*mut AtEnd)) -> bool {
        self.run as *const () == run as *const ()
    }
}

// Those of main.
per_thread!(fn of_main() -> *mut List = List::EMPTY);

/// The list of the running coroutine. Outside of coroutines there is only the main flow.
fn current_list() -> *mut List {
    let current = current_object();
    // SAFETY: the running coroutine is alive; of its list, and of the thread's, only the address is taken.
    unsafe { if current.is_null() || (*current).is_main() { of_main() } else { &raw mut (*current).at_end } }
}

/// Adds a note to the running coroutine; the newest runs first.
///
/// # Safety
/// The note stays where it is until it runs; it is in no list.
pub unsafe fn add(note: *mut AtEnd) {
    // SAFETY: the link is the start of a note.
    unsafe { List::push_front(current_list(), note.cast()) }
}

/// The first note of the running coroutine that `wanted` says yes to, or null.
pub fn find(mut wanted: impl FnMut(*mut AtEnd) -> bool) -> *mut AtEnd {
    // SAFETY: listed notes are valid; nothing runs meanwhile.
    unsafe {
        let mut note = (*current_list()).first().cast::<AtEnd>();
        while !note.is_null() && !wanted(note) {
            note = (*note).link.next().cast();
        }
        note
    }
}

/// Runs all notes, also those that are added meanwhile. What they throw does not change how the coroutine has ended, unless
/// it is the token of `exit`: that is returned.
///
/// # Safety
/// The coroutine of the list is the running one; nothing is pending. May suspend.
#[cold]
pub(in crate::scheduler) unsafe fn run(list: *mut List) -> Option<OwnedObject> {
    // SAFETY: a note is taken out before it runs. It may suspend: the token lies here as a pointer.
    unsafe {
        let mut exit: *mut Object = ptr::null_mut();
        loop {
            let note = List::pop_front(list).cast::<AtEnd>();
            if note.is_null() {
                return OwnedObject::from_nullable(exit);
            }
            ((*note).run)(note);
            match exception::take() {
                Some(token) if exception::is_exit(token.as_ptr()) => {
                    object::release(ptr::replace(&raw mut exit, token.into_raw()));
                }
                thrown => drop(thrown),
            }
        }
    }
}

/// The main flow ends.
///
/// # Safety
/// As [`run`], with main or nothing running.
pub(in crate::scheduler) unsafe fn run_of_main() -> Option<OwnedObject> {
    // SAFETY: the list of main lives as long as the thread; that main or nothing is running is the caller's promise.
    unsafe { run(of_main()) }
}

/// A fatal error has ended main, or a request begins: what is noted is not to be done any more.
pub(in crate::scheduler) fn forget_all() {
    // SAFETY: the notes are not touched: only the list's own two pointers are overwritten, and nothing else leads to a note.
    unsafe { *of_main() = List::EMPTY }
}
