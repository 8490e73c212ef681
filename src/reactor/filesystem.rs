//! File system events [abi/ABI-58, abi/ABI-152]: subscribers to what happens to a file, to the entries of a directory, or in
//! a tree.
//!
//! ```text
//!   inotify.rs -> Place of a Tree (directories.rs) -> tell -> triggered_… -> subscribers
//!        '--------- errors -----------------------> note_error -> tell_errors, at the end of the turn
//! ```
//!
//! When the kernel's queue was full something may have happened anywhere: trees are read again, and every event is told of
//! a change of everything, which has no name [primitives/FS-21].

use super::directories::{News, Tree};
use super::{Reactor, current, event_loop, free_event, inotify, life, new_event};
use crate::abi::{self, AsyncClass, Event, FilesystemChanges, FilesystemFlags, ZString};
use crate::engine::{self, exception, object};
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{CStr, c_int, c_void};
use core::{mem, ptr};

#[repr(C)]
struct Filesystem {
    event: abi::FilesystemEvent,
    link: LinkOf<Filesystem>,
    linked: bool,
    /// Null while it is stopped, or cannot be watched any more.
    tree: *mut Tree,
    /// To be told at the end of the turn; 0 for none.
    error: c_int,
    /// To be told of a loss.
    has_lost: bool,
}

listed!(Filesystem, link);

/// The file system events of a thread.
pub(crate) struct Filesystems {
    /// In the order in which they were started.
    started: ListOf<Filesystem>,
    /// Some of them have an error that is to be told.
    has_errors: bool,
}

impl Filesystems {
    pub const fn new() -> Filesystems {
        Filesystems { started: ListOf::EMPTY, has_errors: false }
    }

    /// Whether the next turn has an error to tell.
    #[inline]
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }
}

/// A file system event; it hears what happens from its start on.
pub(super) unsafe extern "C" fn new(
    path: *mut ZString,
    flags: FilesystemFlags,
    extra: usize,
) -> *mut abi::FilesystemEvent {
    // SAFETY: fresh memory; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if path.is_null() {
            exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, "A filesystem event needs a path");
            return ptr::null_mut();
        }
        let filesystem = new_event::<Filesystem>(extra);
        (*filesystem).event.path = engine::string::add_ref(path);
        (*filesystem).event.flags = flags;
        (*filesystem).event.base.start = Some(start);
        (*filesystem).event.base.stop = Some(stop);
        (*filesystem).event.base.dispose = Some(dispose);
        (*filesystem).event.base.info = Some(info);
        filesystem.cast()
    }
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::first_start(event) {
            let filesystem = event.cast::<Filesystem>();
            if let Err(error) = open(filesystem, true) {
                let recursive = (*filesystem).event.flags.contains(FilesystemFlags::RECURSIVE);
                throw((*filesystem).event.path, recursive, error);
                return false;
            }
            link(filesystem);
            (*event).loop_ref_count = 1;
            life::count(event, true);
        }
    }
    true
}

unsafe fn open(filesystem: *mut Filesystem, must_exist: bool) -> Result<(), c_int> {
    // SAFETY: the event is alive, and outlives its tree, which knows it as its owner: `close` ends the tree. The path is
    // copied.
    unsafe {
        if !(*current()).started {
            return Err(libc::EINVAL);
        }
        let recursive = (*filesystem).event.flags.contains(FilesystemFlags::RECURSIVE);
        // An absolute one: the tree outlives a change of the current directory.
        let path = engine::path::absolute((*filesystem).event.path).ok_or(libc::ENOENT)?;
        (*filesystem).tree = Tree::open(&path, recursive, must_exist, filesystem.cast())?;
        Ok(())
    }
}

/// Throws for a path that must not be watched.
///
/// # Safety
/// A request is active; the caller holds the string.
pub unsafe fn refuse(path: *mut ZString, recursive: bool) {
    // SAFETY: a request is active and the string is alive, as this function demands; `throw` copies what it needs of it.
    unsafe { throw(path, recursive, libc::EPERM) }
}

unsafe fn throw(path: *mut ZString, recursive: bool, error: c_int) {
    // SAFETY: a request is active, so exceptions can be made, and the path is alive: the event or the caller holds it. The
    // text is dropped before the exception is thrown, which may jump away.
    unsafe {
        let text = if recursive {
            [b"Failed to start recursive filesystem watch on ", engine::string::bytes(path)].concat()
        } else {
            [b"Failed to start filesystem handle: ", reason(error)].concat()
        };
        let class = exception::class(AsyncClass::EXCEPTION_DEFAULT);
        let error = exception::new_of_class(class, &text);
        drop(text);
        exception::throw(error);
    }
}

fn reason(error: c_int) -> &'static [u8] {
    // SAFETY: libuv's texts for errors that it knows are static.
    unsafe { CStr::from_ptr(libuv_sys2::uv_strerror(-error)).to_bytes() }
}

unsafe fn link(filesystem: *mut Filesystem) {
    // SAFETY: `start` brings a living event on its first start, so it is in no list; `close` takes it out before it is
    // freed.
    unsafe {
        (*filesystem).linked = true;
        (*filesystem).error = 0;
        (*filesystem).has_lost = false;
        ListOf::push_back(&raw mut (*current()).filesystems.started, filesystem);
    }
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_stop(event) {
            close(event.cast());
            life::count(event, false);
        }
    }
    true
}

/// Nothing is watched any more.
unsafe fn close(filesystem: *mut Filesystem) {
    // SAFETY: an event that is linked is in the list of this thread. Its tree was made by `open` and is closed once: the
    // event forgets it first.
    unsafe {
        if !mem::replace(&mut (*filesystem).linked, false) {
            return;
        }
        ListOf::remove(&raw mut (*current()).filesystems.started, filesystem);
        let tree = ptr::replace(&raw mut (*filesystem).tree, ptr::null_mut());
        if !tree.is_null() {
            Tree::close(tree);
        }
    }
}

/// Tells an event that will be stopped after this what has happened until now, whether or not the event loop has looked.
///
/// # Safety
/// Not inside a turn; the caller holds the event.
pub unsafe fn catch_up(event: *mut Event) {
    // SAFETY: one of ours has our methods.
    unsafe {
        let is_ours = (*event).start.is_some_and(|own| own as *const () == start as *const ());
        if is_ours && (*event.cast::<Filesystem>()).linked {
            inotify::tell_ahead(event.cast());
        }
    }
}

/// Tells the owner of a tree, also of what its tree has found by itself.
pub(super) unsafe fn tell(news: News) {
    // SAFETY: the owner of an open tree is alive, and has a reference more while others are told; the borrow of the name
    // ends when it was copied. Subscribers that are told may stop the event, which ends its tree, and release it.
    unsafe {
        let filesystem = news.owner.cast::<Filesystem>();
        let event = filesystem.cast::<Event>();
        (*event).ref_count += 1;
        let name: &[u8] = &(*current()).name;
        let name = if name.is_empty() { ptr::null_mut() } else { engine::string::of_bytes(name) };
        notify(filesystem, name, news.changes);
        while (*event).ref_count > 1 && !(*filesystem).tree.is_null() {
            let Some(entry) = Tree::take_found((*filesystem).tree) else { break };
            let name = engine::string::of_bytes(&entry);
            drop(entry);
            notify(filesystem, name, FilesystemChanges::RENAME);
        }
        life::release(event);
    }
}

/// Tells the subscribers of one change; the name is the event's from now on.
unsafe fn notify(filesystem: *mut Filesystem, name: *mut ZString, changes: FilesystemChanges) {
    // SAFETY: the caller holds the event.
    unsafe {
        engine::string::release(mem::replace(&mut (*filesystem).event.triggered_filename, name));
        (*filesystem).event.triggered_events = changes;
        callbacks::notify(filesystem.cast(), ptr::null_mut(), ptr::null_mut());
    }
}

/// The kernel's queue was full: every watcher that began before that `place` in the stream of records is told.
pub(super) unsafe fn tell_of_loss(place: u64) {
    // SAFETY: listed events are alive. Subscribers that are told may start and stop events: after each the search begins
    // anew, and marks keep one from being told twice.
    unsafe {
        let all = &raw mut (*current()).filesystems;
        let mut filesystem = (*all).started.first();
        while !filesystem.is_null() {
            (*filesystem).has_lost = true;
            filesystem = (*filesystem).link.next();
        }
        filesystem = (*all).started.first();
        while !filesystem.is_null() {
            if !mem::replace(&mut (*filesystem).has_lost, false) {
                filesystem = (*filesystem).link.next();
                continue;
            }
            let tree = (*filesystem).tree;
            if !tree.is_null()
                && (*tree).since <= place
                && let Err(error) = Tree::look_again(tree, b"", (*current()).inotify.now(), false)
            {
                note_error(filesystem.cast(), error);
            }
            tell_one_of_loss(filesystem.cast(), place);
            filesystem = (*all).started.first();
        }
    }
}

/// As [`tell_of_loss`], the owner of one tree.
pub(super) unsafe fn tell_one_of_loss(owner: *mut c_void, place: u64) {
    // SAFETY: both callers pass a started event, which is in the list and so alive; its tree is read before anything is
    // told.
    unsafe {
        let tree = (*owner.cast::<Filesystem>()).tree;
        if !tree.is_null() && (*tree).since <= place {
            (*current()).name.clear();
            tell(News { owner, changes: FilesystemChanges::all() });
        }
    }
}

/// The owner of a tree is to hear of an error.
pub(super) unsafe fn note_error(owner: *mut c_void, error: c_int) {
    // SAFETY: the owner of an open tree, or a listed event: alive. Two stores, and no subscriber is told.
    unsafe {
        (*owner.cast::<Filesystem>()).error = error;
        (*current()).filesystems.has_errors = true;
    }
}

/// As [`note_error`], for all.
pub(super) unsafe fn note_error_for_all(error: c_int) {
    // SAFETY: listed events are alive, and noting errors tells no subscriber, so the list stays as it is.
    unsafe {
        let mut filesystem = (*current()).filesystems.started.first();
        while !filesystem.is_null() {
            note_error(filesystem.cast(), error);
            filesystem = (*filesystem).link.next();
        }
    }
}

/// Tells the errors that were noted.
#[inline]
pub(super) unsafe fn tell_errors(reactor: *mut Reactor) {
    // SAFETY: `turn` passes its reactor; the reference to the flag ends before any subscriber is told.
    unsafe {
        if mem::replace(&mut (*reactor).filesystems.has_errors, false) {
            tell_noted_errors(reactor);
        }
    }
}

#[cold]
unsafe fn tell_noted_errors(reactor: *mut Reactor) {
    // SAFETY: listed events are alive, and one has a reference more while it tells. Subscribers that are told may start and
    // stop events: after each the search begins anew.
    unsafe {
        let mut filesystem = (*reactor).filesystems.started.first();
        while !filesystem.is_null() {
            let error = mem::replace(&mut (*filesystem).error, 0);
            if error == 0 {
                filesystem = (*filesystem).link.next();
                continue;
            }
            let event = filesystem.cast::<Event>();
            (*event).ref_count += 1;
            let text = format!("Filesystem monitoring error: {}", String::from_utf8_lossy(reason(error)));
            let error = exception::new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &text).into_raw();
            drop(text);
            callbacks::notify(event, ptr::null_mut(), error);
            object::release(error);
            life::release(event);
            filesystem = (*reactor).filesystems.started.first();
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_reference(event) {
            let filesystem = event.cast::<Filesystem>();
            close(filesystem);
            engine::string::release(ptr::replace(&raw mut (*filesystem).event.path, ptr::null_mut()));
            engine::string::release(ptr::replace(&raw mut (*filesystem).event.triggered_filename, ptr::null_mut()));
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`.
    unsafe { description((*event.cast::<abi::FilesystemEvent>()).path) }
}

/// The watch of a path in reports [abi/ABI-89].
///
/// # Safety
/// A request is active; the caller holds the string.
pub unsafe fn description(path: *mut ZString) -> *mut ZString {
    // SAFETY: the caller holds the string, as this function demands, while its bytes are copied.
    unsafe { engine::string::of_bytes(&[b"FilesystemWatch(path=", engine::string::bytes(path), b")"].concat()) }
}

/// Stops to watch; the events stay, and hear nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: `shutdown` passes this thread's reactor outside a turn. Listed events are alive, and `stop` takes each out of
    // the list, so the next one is the first; then no watch is left in the instance that is shut down.
    unsafe {
        while !(*reactor).filesystems.started.is_empty() {
            let event = (*reactor).filesystems.started.first().cast::<Event>();
            (*event).loop_ref_count = 1;
            stop(event);
        }
        (*reactor).filesystems.has_errors = false;
        (*reactor).name = Vec::new();
        inotify::shut_down(reactor);
    }
}

/// The child of a fork goes on watching. What happened before, and was not told, is its parent's to tell.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: on the only thread of the child; the list holds started events.
    unsafe {
        let mut filesystem = (*reactor).filesystems.started.first();
        while !filesystem.is_null() {
            let tree = ptr::replace(&raw mut (*filesystem).tree, ptr::null_mut());
            if !tree.is_null() {
                Tree::abandon(tree);
            }
            filesystem = (*filesystem).link.next();
        }
        inotify::after_fork(reactor);
        filesystem = (*reactor).filesystems.started.first();
        while !filesystem.is_null() {
            if let Err(error) = open(filesystem, false) {
                note_error(filesystem.cast(), error);
            }
            filesystem = (*filesystem).link.next();
        }
    }
}
