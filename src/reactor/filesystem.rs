//! File system events (ABI-58, ABI-152): subscribers to what happens to a file, to the entries of a directory, or in a tree
//! (`directories.rs`).
//!
//! ```text
//!   uv_run -> changed -> changes, with names        libuv is in the middle of its lists: nothing is told, nothing allocated
//!                           |                       from request memory, which may end the request
//!   turn   -> tell_all <----'  -> triggered_… -> subscribers
//! ```

use super::directories::{Subject, Tree, Watched};
use super::{Reactor, event_loop, free_event, life, new_event, state};
use crate::abi::{self, AsyncClass, Event, FilesystemChanges, FilesystemFlags, ZString};
use crate::engine::{self, exception};
use crate::scheduler::callbacks;
use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use libuv_sys2 as uv;

const _: () = assert!(FilesystemChanges::RENAME.bits() == uv::uv_fs_event_UV_RENAME);
const _: () = assert!(FilesystemChanges::CHANGE.bits() == uv::uv_fs_event_UV_CHANGE);

#[repr(C)]
struct Filesystem {
    event: abi::FilesystemEvent,
    next: *mut Filesystem,
    previous: *mut Filesystem,
    /// Null while it is stopped.
    tree: *mut Tree,
}

/// Something happened, and is not told yet.
struct Change {
    watched: *mut Watched,
    /// Or an error of libuv's.
    events: Result<FilesystemChanges, c_int>,
    /// Where its name ends among `names`; it begins where the one before ends.
    name_end: usize,
    has_name: bool,
}

/// The file system events of a thread.
pub(crate) struct Filesystems {
    /// The started ones.
    first: *mut Filesystem,
    changes: Vec<Change>,
    names: Vec<u8>,
}

impl Filesystems {
    pub const fn new() -> Filesystems {
        Filesystems { first: ptr::null_mut(), changes: Vec::new(), names: Vec::new() }
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
            if let Err(error) = open(filesystem) {
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

unsafe fn open(filesystem: *mut Filesystem) -> Result<(), c_int> {
    // SAFETY: the caller's event; the path is copied.
    unsafe {
        if !(*state()).started {
            return Err(uv::uv_errno_t_UV_EINVAL);
        }
        let recursive = (*filesystem).event.flags.contains(FilesystemFlags::RECURSIVE);
        // An absolute one: the tree outlives a change of the current directory.
        let path = engine::path::absolute((*filesystem).event.path).ok_or(uv::uv_errno_t_UV_ENOENT)?;
        (*filesystem).tree = Tree::open(&path, recursive, filesystem.cast())?;
        Ok(())
    }
}

/// Throws for a path that must not be watched.
///
/// # Safety
/// A request is active; valid string.
pub unsafe fn refuse(path: *mut ZString, recursive: bool) {
    // SAFETY: forwarded.
    unsafe { throw(path, recursive, uv::uv_errno_t_UV_EPERM) }
}

unsafe fn throw(path: *mut ZString, recursive: bool, error: c_int) {
    // SAFETY: a request is active.
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
    unsafe { CStr::from_ptr(uv::uv_strerror(error)).to_bytes() }
}

unsafe fn link(filesystem: *mut Filesystem) {
    // SAFETY: this thread's state.
    unsafe {
        let all = &raw mut (*state()).filesystems;
        (*filesystem).previous = ptr::null_mut();
        (*filesystem).next = (*all).first;
        if !(*all).first.is_null() {
            (*(*all).first).previous = filesystem;
        }
        (*all).first = filesystem;
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

/// Nothing is watched, and what is not told yet is forgotten.
unsafe fn close(filesystem: *mut Filesystem) {
    // SAFETY: one with a tree is in the list.
    unsafe {
        let tree = ptr::replace(&raw mut (*filesystem).tree, ptr::null_mut());
        if tree.is_null() {
            return;
        }
        match (*filesystem).previous {
            previous if previous.is_null() => (*state()).filesystems.first = (*filesystem).next,
            previous => (*previous).next = (*filesystem).next,
        }
        if !(*filesystem).next.is_null() {
            (*(*filesystem).next).previous = (*filesystem).previous;
        }
        Tree::close(tree);
    }
}

/// libuv reports. See the drawing for why it is only noted.
pub(super) unsafe extern "C" fn changed(
    handle: *mut uv::uv_fs_event_t,
    entry: *const c_char,
    events: c_int,
    status: c_int,
) {
    // SAFETY: called by libuv with one of our handles, on this thread.
    unsafe {
        let watched = Watched::of(handle);
        let all = &mut (*state()).filesystems;
        let subject = Watched::subject(watched, entry, &mut all.names);
        if matches!(subject, Subject::Nothing) && status == 0 {
            return;
        }
        let mut happened = FilesystemChanges::from_bits_truncate(events as u32);
        if happened == FilesystemChanges::all() {
            // The kernel tells one thing at a time. libuv adds this to a change of a directory, whose events have a mark.
            happened.remove(FilesystemChanges::RENAME);
        }
        let events = if status == 0 { Ok(happened) } else { Err(status) };
        let has_name = matches!(subject, Subject::Entry);
        all.changes.push(Change { watched, events, name_end: all.names.len(), has_name });
    }
}

/// Tells what libuv has reported in this turn.
#[inline]
pub(super) unsafe fn tell_all(reactor: *mut Reactor) {
    // SAFETY: this thread's state. Nothing is reported while others are told, and no handle is freed.
    unsafe {
        let all = &raw mut (*reactor).filesystems;
        if (*all).changes.is_empty() {
            return;
        }
        let mut name_start = 0;
        for index in 0..(*all).changes.len() {
            let Change { watched, events, name_end, has_name } = (&(*all).changes)[index];
            tell(all, watched, events, has_name.then_some((name_start, name_end)));
            name_start = name_end;
        }
        (*all).changes.clear();
        (*all).names.clear();
    }
}

unsafe fn tell(
    all: *mut Filesystems,
    watched: *mut Watched,
    events: Result<FilesystemChanges, c_int>,
    name: Option<(usize, usize)>,
) {
    // SAFETY: a handle that was not freed. One whose tree is closed belongs to nobody.
    unsafe {
        let tree = Watched::tree(watched);
        if tree.is_null() {
            return;
        }
        let filesystem = (*tree).owner.cast::<Filesystem>();
        let event = filesystem.cast::<Event>();
        (*event).ref_count += 1;
        match events {
            Ok(events) => {
                let mut entry = ptr::null_mut();
                if let Some((start, end)) = name {
                    if events.contains(FilesystemChanges::RENAME) {
                        Tree::look_again(tree, &(&(*all).names)[start..end]);
                    }
                    entry = engine::string::of_bytes(&(&(*all).names)[start..end]);
                }
                engine::string::release(ptr::replace(&raw mut (*filesystem).event.triggered_filename, entry));
                (*filesystem).event.triggered_events = events;
                callbacks::notify(event, ptr::null_mut(), ptr::null_mut());
            }
            Err(error) => {
                let text = format!("Filesystem monitoring error: {}", String::from_utf8_lossy(reason(error)));
                let error = exception::new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &text);
                drop(text);
                callbacks::notify(event, ptr::null_mut(), error);
                exception::release(error);
            }
        }
        life::release(event);
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

/// The watch of a path in reports (ABI-89).
///
/// # Safety
/// Valid string.
pub unsafe fn description(path: *mut ZString) -> *mut ZString {
    // SAFETY: forwarded.
    unsafe { engine::string::of_bytes(&[b"FilesystemWatch(path=", engine::string::bytes(path), b")"].concat()) }
}

/// Stops to watch; the events stay, and hear nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: nobody is inside a turn.
    unsafe {
        let all = &raw mut (*reactor).filesystems;
        while !(*all).first.is_null() {
            let event = (*all).first.cast::<Event>();
            (*event).loop_ref_count = 1;
            stop(event);
        }
        (*all).changes = Vec::new();
        (*all).names = Vec::new();
    }
}

/// The child of a fork leaves its copy of the loop: libuv's descriptor for the file system is the parent's, too, and
/// taking a watch back would take it from the parent.
pub(super) unsafe fn leave_loop(reactor: *mut Reactor) {
    // SAFETY: on the only thread of the child; the loop is not used again.
    unsafe {
        let all = &raw mut (*reactor).filesystems;
        (*all).changes.clear();
        (*all).names.clear();
        let mut filesystem = (*all).first;
        while !filesystem.is_null() {
            Tree::abandon(ptr::replace(&raw mut (*filesystem).tree, ptr::null_mut()));
            filesystem = (*filesystem).next;
        }
        if (*(*reactor).uv).inotify_fd >= 0 {
            libc::close((*(*reactor).uv).inotify_fd);
        }
    }
}

/// The child of a fork goes on watching, on its new loop.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: the list holds started events.
    unsafe {
        let mut filesystem = ptr::replace(&raw mut (*reactor).filesystems.first, ptr::null_mut());
        while !filesystem.is_null() {
            let next = (*filesystem).next;
            if open(filesystem).is_ok() {
                link(filesystem);
            }
            filesystem = next;
        }
    }
}
