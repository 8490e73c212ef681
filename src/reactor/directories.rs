//! What a file system event watches: a file, a directory, or all directories of a tree (primitives FS-19, FS-20).
//!
//! ```text
//!   Tree   ""          -> Watched, a libuv handle on /srv/www/.
//!          "img"       -> Watched, a libuv handle on /srv/www/img/.
//!          "img/icons" -> ...                                            the names are sorted: a subtree is a range
//! ```
//!
//! Linux tells of the entries of one directory at a time, so each gets a handle of its own. When the entry `img` of a watched
//! directory has appeared, gone, or changed its name, everything known below `img` is put aside, what is there now is
//! watched, and then what was put aside is let go. A directory that was watched all the time thereby keeps its watch: the
//! kernel has one per directory, which stays as long as some handle uses it, and no event is lost. It is watched before its
//! entries are read, so a directory that appears meanwhile is found or told.
//!
//! **Which directory speaks.** libuv names the entry that an event is about, and for an event of the directory itself the last
//! part of the path it was given. The `/.` at the end of our paths makes that a name that no entry has.

use super::state;
use core::ffi::{c_char, c_int, c_void};
use core::mem::MaybeUninit;
use core::ops::Bound;
use core::ptr;
use libuv_sys2 as uv;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// Directories of one tree at most; more are left out.
const LIMIT: usize = 8192;

/// The name under which a directory speaks of itself.
const ITSELF: &[u8] = b".";

/// One directory or file. Memory of its own, because libuv lets go of it only in the turn after it was closed.
#[repr(C)]
pub(super) struct Watched {
    handle: MaybeUninit<uv::uv_fs_event_t>,
    /// Null when it was let go.
    tree: *mut Tree,
    /// Below the root; empty for the root.
    name: Box<[u8]>,
}

/// Everything that one event watches. Stays at its address.
pub(super) struct Tree {
    /// Whose it is.
    pub owner: *mut c_void,
    root: PathBuf,
    is_directory: bool,
    is_recursive: bool,
    watched: BTreeMap<Box<[u8]>, *mut Watched>,
}

impl Tree {
    /// Begins to watch; an error is one of libuv's.
    pub unsafe fn open(root: &CStr, is_recursive: bool, owner: *mut c_void) -> Result<*mut Tree, c_int> {
        let root = PathBuf::from(OsStr::from_bytes(root.to_bytes()));
        let is_directory = root.is_dir();
        let is_recursive = is_recursive && is_directory;
        let tree = Box::into_raw(Box::new(Tree { owner, root, is_directory, is_recursive, watched: BTreeMap::new() }));
        // SAFETY: the tree stays until it is closed.
        unsafe {
            if let Err(error) = Tree::watch(tree, b"") {
                drop(Box::from_raw(tree));
                return Err(error);
            }
            if is_recursive {
                Tree::descend(tree, b"");
            }
        }
        Ok(tree)
    }

    /// Lets go of everything.
    pub unsafe fn close(tree: *mut Tree) {
        // SAFETY: the caller's tree, made by `open`.
        unsafe { Box::from_raw(tree).watched.into_values().for_each(|watched| Watched::close(watched)) }
    }

    /// The child of a fork has left the loop behind that the handles belong to: they must not be touched.
    pub unsafe fn abandon(tree: *mut Tree) {
        // SAFETY: the caller's tree; nobody refers to it any more.
        drop(unsafe { Box::from_raw(tree) });
    }

    fn path_of(&self, name: &[u8]) -> PathBuf {
        if name.is_empty() { self.root.clone() } else { self.root.join(OsStr::from_bytes(name)) }
    }

    unsafe fn watch(tree: *mut Tree, name: &[u8]) -> Result<(), c_int> {
        // SAFETY: the handle stays where it is until libuv has closed it.
        unsafe {
            let mut path = (*tree).path_of(name).into_os_string().into_vec();
            if (*tree).is_directory {
                path.extend_from_slice(b"/.");
            }
            let path = CString::new(path).map_err(|_| uv::uv_errno_t_UV_EINVAL)?;
            let watched = Box::into_raw(Box::new(Watched { handle: MaybeUninit::zeroed(), tree, name: name.into() }));
            let handle = (*watched).handle.as_mut_ptr();
            let error = uv::uv_fs_event_init((*state()).uv, handle);
            if error != 0 {
                drop(Box::from_raw(watched));
                return Err(error);
            }
            (*handle).data = watched.cast();
            let error = uv::uv_fs_event_start(handle, Some(super::filesystem::changed), path.as_ptr(), 0);
            if error != 0 {
                Watched::close(watched);
                return Err(error);
            }
            (*tree).watched.insert(name.into(), watched);
            Ok(())
        }
    }

    /// Watches the directories below a watched one.
    unsafe fn descend(tree: *mut Tree, name: &[u8]) {
        let mut unread = vec![name.to_vec()];
        while let Some(parent) = unread.pop() {
            // SAFETY: the caller's tree.
            let path = unsafe { (*tree).path_of(&parent) };
            // One that has gone meanwhile, or must not be read, has nothing to tell.
            let Ok(entries) = std::fs::read_dir(path) else { continue };
            for entry in entries.flatten() {
                if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    continue;
                }
                let mut child = parent.clone();
                append(&mut child, entry.file_name().as_bytes());
                // SAFETY: the caller's tree.
                unsafe {
                    if (*tree).watched.len() >= LIMIT {
                        return;
                    }
                    if Tree::watch(tree, &child).is_ok() {
                        unread.push(child);
                    }
                }
            }
        }
    }

    /// The entry `name` has appeared, gone, or is another one now.
    pub unsafe fn look_again(tree: *mut Tree, name: &[u8]) {
        // SAFETY: the caller's tree.
        unsafe {
            if !(*tree).is_recursive {
                return;
            }
            let known = (*tree).put_aside(name);
            let is_directory = (*tree).path_of(name).symlink_metadata().is_ok_and(|entry| entry.is_dir());
            if is_directory && (*tree).watched.len() < LIMIT && Tree::watch(tree, name).is_ok() {
                Tree::descend(tree, name);
            }
            known.into_iter().for_each(|watched| Watched::close(watched));
        }
    }

    /// Takes a directory and everything below it out of the table.
    fn put_aside(&mut self, name: &[u8]) -> Vec<*mut Watched> {
        // What is below "img" lies between "img/" and "img0": the byte behind '/' is '0'.
        let (from, to) = ([name, b"/"].concat(), [name, b"0"].concat());
        let range = (Bound::Included(from.as_slice()), Bound::Excluded(to.as_slice()));
        let below = self.watched.range::<[u8], _>(range).map(|(name, _)| name.clone());
        let names: Vec<Box<[u8]>> = below.chain([name.into()]).collect();
        names.iter().filter_map(|name| self.watched.remove(name)).collect()
    }
}

fn append(path: &mut Vec<u8>, name: &[u8]) {
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
}

/// What an event of libuv is about.
pub(super) enum Subject {
    /// The entry whose name below the root was appended.
    Entry,
    /// The root itself, or something that the system does not name.
    Root,
    /// A directory of the tree that speaks of itself, or one that was let go: whoever has it for an entry tells.
    Nothing,
}

impl Watched {
    /// The one that a libuv handle belongs to.
    pub unsafe fn of(handle: *mut uv::uv_fs_event_t) -> *mut Watched {
        // SAFETY: `data` was set by `watch`.
        unsafe { (*handle).data.cast() }
    }

    /// The tree it is in; null when it was let go.
    pub unsafe fn tree(this: *mut Watched) -> *mut Tree {
        // SAFETY: the caller's handle is not freed.
        unsafe { (*this).tree }
    }

    /// What libuv's `entry` means here; its name is appended to `name`.
    pub unsafe fn subject(this: *mut Watched, entry: *const c_char, name: &mut Vec<u8>) -> Subject {
        // SAFETY: libuv's argument; the tree is alive as long as its handles.
        unsafe {
            let tree = (*this).tree;
            if tree.is_null() {
                return Subject::Nothing;
            }
            if !(*tree).is_directory {
                let own = (*tree).root.file_name();
                name.extend_from_slice(own.map_or(&[], |own| own.as_bytes()));
                return Subject::Entry;
            }
            let entry = if entry.is_null() { ITSELF } else { CStr::from_ptr(entry).to_bytes() };
            let directory: &[u8] = &(*this).name;
            if entry != ITSELF {
                name.extend_from_slice(directory);
                if !directory.is_empty() {
                    name.push(b'/');
                }
                name.extend_from_slice(entry);
                Subject::Entry
            } else if directory.is_empty() {
                Subject::Root
            } else {
                Subject::Nothing
            }
        }
    }

    unsafe fn close(this: *mut Watched) {
        unsafe extern "C" fn closed(handle: *mut uv::uv_handle_t) {
            // SAFETY: libuv has let go of it.
            drop(unsafe { Box::from_raw(Watched::of(handle.cast())) });
        }
        // SAFETY: an initialised handle, closed once.
        unsafe {
            (*this).tree = ptr::null_mut();
            uv::uv_close((*this).handle.as_mut_ptr().cast(), Some(closed));
        }
    }
}
