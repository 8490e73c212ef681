//! What a file system event watches: a file, a directory, or all directories of a tree [primitives/FS-19 to FS-22].
//!
//! ```text
//!   Tree   beside                -> Place, an inotify watch on /srv: only for what happens to its entry "www"
//!          places  ""            -> Place, an inotify watch on /srv/www
//!                  "img"         -> Place, an inotify watch on /srv/www/img
//!                  "img/icons"   -> ...                               the names are sorted: a subtree is a range of them
//! ```
//!
//! Linux tells of the entries of one directory at a time, so each gets a watch of its own. When the subdirectory `img` has
//! appeared, gone, or changed its name, everything known below `img` is put aside, what is there now is watched, and then
//! what was put aside is let go. A directory that was watched all the time thereby keeps its watch: the kernel has one per
//! directory, which stays as long as it is used, and no event is lost. It is watched before its entries are read, so a
//! directory that appears meanwhile is found or told.
//!
//! Of a directory that was made, and is not watched yet, the kernel tells nothing. What is found there was made meanwhile and is
//! told as if the kernel had told of it; what came after the watch is among the records that are not told yet, and told by them.
//!
//! A watch is on what has a name now, not on the name. The directory beside tells when the root has another file or
//! directory behind its name, as when an editor or a deployment puts a new one in the place of the old.

use super::inotify::{self, Watch};
use super::{current, filesystem};
use crate::abi::FilesystemChanges;
use core::ffi::{CStr, c_int, c_void};
use core::ops::Bound;
use core::ptr;
use libc::{IN_ATTRIB, IN_CREATE, IN_DELETE, IN_DELETE_SELF, IN_DONT_FOLLOW, IN_ISDIR, IN_MODIFY};
use libc::{IN_MOVE_SELF, IN_MOVED_FROM, IN_MOVED_TO, IN_ONLYDIR, IN_UNMOUNT};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Directories of one tree at most; more are left out.
const LIMIT: usize = 8192;

const ENTRIES: u32 = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
const EVENTS: u32 = ENTRIES | IN_ATTRIB | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF;

/// One directory or file.
#[repr(C)]
struct Place {
    watch: Watch,
    tree: *mut Tree,
    /// Below the root; empty for the root and for the directory beside it.
    name: Box<[u8]>,
}

/// Everything that one event watches. Stays at its address.
pub(super) struct Tree {
    /// Whose it is.
    owner: *mut c_void,
    root: PathBuf,
    wants_recursion: bool,
    /// What the root is, or was when it was there.
    is_directory: bool,
    is_link: bool,
    /// The place of the first record that it is told.
    pub since: u64,
    /// Null when the root has no directory, or it must not be read, or there are too many.
    beside: *mut Place,
    places: BTreeMap<Box<[u8]>, *mut Place>,
    /// Entries of directories that were made, of which the kernel has not told and the owner is to be told.
    found: VecDeque<Box<[u8]>>,
}

/// What is told of the entries of directories that are watched from now on.
enum Told {
    Nothing,
    /// All that are there. The numbers are of watches that directories had before: what is in those was told.
    Entries(Vec<c_int>),
}

impl Told {
    /// Whether the entries of a directory are news.
    unsafe fn is_news(&self, place: *mut Place) -> bool {
        match self {
            Told::Nothing => false,
            // SAFETY: the caller's place is in the table of its tree, and so open.
            Told::Entries(known) => unsafe { !known.contains(&(*place).watch.number()) },
        }
    }
}

impl Tree {
    /// Begins to watch. `must_exist`: a root that cannot be watched now is an error, not something to wait for.
    pub unsafe fn open(
        root: &CStr,
        wants_recursion: bool,
        must_exist: bool,
        owner: *mut c_void,
    ) -> Result<*mut Tree, c_int> {
        let root = PathBuf::from(OsStr::from_bytes(root.to_bytes()));
        // SAFETY: the tree is a block of its own, so it stays where it is until `close`, which takes back all watches that
        // point to it; no owner is told while it is being filled.
        unsafe {
            let since = inotify::begin()?;
            let tree = Box::into_raw(Box::new(Tree {
                owner,
                root,
                wants_recursion,
                is_directory: false,
                is_link: false,
                since,
                beside: ptr::null_mut(),
                places: BTreeMap::new(),
                found: VecDeque::new(),
            }));
            let watched = Tree::watch_root(tree, since);
            if let Err(error) = if must_exist { watched } else { tolerate(watched) } {
                Tree::close(tree);
                return Err(error);
            }
            Ok(tree)
        }
    }

    /// Lets go of everything.
    pub unsafe fn close(tree: *mut Tree) {
        // SAFETY: made by `open`, and its owner forgets it with this call. No place is left in a table that is used: all of
        // them were in this one.
        unsafe {
            let Tree { beside, places, .. } = *Box::from_raw(tree);
            places.into_values().chain([beside]).for_each(|place| Place::close(place));
            inotify::end();
        }
    }

    /// The child of a fork forgets what it has of its parent's instance.
    pub unsafe fn abandon(tree: *mut Tree) {
        // SAFETY: made by `open`, and its owner forgets it with this call; the watches are in lists of the parent's
        // instance, which is dropped next without a look at them.
        unsafe {
            let Tree { beside, places, .. } = *Box::from_raw(tree);
            places.into_values().chain([beside]).filter(|place| !place.is_null()).for_each(|place| {
                drop(Box::from_raw(place));
            });
        }
    }

    fn is_recursive(&self) -> bool {
        self.wants_recursion && self.is_directory
    }

    /// The name of the root in the directory beside it.
    fn own_name(&self) -> &[u8] {
        self.root.file_name().map_or(&[], |name| name.as_bytes())
    }

    /// Whether the directory beside tells what happens to the root, which then need not.
    unsafe fn is_told_beside(&self) -> bool {
        // SAFETY: a place that is still entered as `beside` is not closed. Of a link it tells what happens to the link.
        unsafe { !self.is_link && !self.beside.is_null() && (*self.beside).watch.is_set() }
    }

    fn path_of(&self, name: &[u8]) -> PathBuf {
        if name.is_empty() { self.root.clone() } else { self.root.join(OsStr::from_bytes(name)) }
    }

    /// Watches what the root's name stands for now, and all of it.
    unsafe fn watch_root(tree: *mut Tree, since: u64) -> Result<(), c_int> {
        // SAFETY: the tree is open and no owner is told here. The borrow of the root ends before a field is written.
        unsafe {
            Tree::watch_beside(tree, since);
            let root = (*tree).root.as_path();
            let (is_directory, is_link) = (root.is_dir(), root.is_symlink());
            let place = Place::open(tree, root, b"", EVENTS, since)?;
            (*tree).is_directory = is_directory;
            (*tree).is_link = is_link;
            (*tree).places.insert(Box::default(), place);
            Tree::descend(tree, b"", since, &Told::Nothing)
        }
    }

    /// Watches the directory of the root, if that is possible.
    unsafe fn watch_beside(tree: *mut Tree, since: u64) {
        // SAFETY: the tree is open and no owner is told here; an old place is taken out before it is closed.
        unsafe {
            if !(*tree).beside.is_null() && (*(*tree).beside).watch.is_set() {
                return;
            }
            Place::close(ptr::replace(&raw mut (*tree).beside, ptr::null_mut()));
            let root = (*tree).root.as_path();
            if let (Some(directory), Some(_)) = (root.parent(), root.file_name())
                && let Ok(place) = Place::open(tree, directory, b"", ENTRIES | IN_ONLYDIR, since)
            {
                (*tree).beside = place;
            }
        }
    }

    /// Watches a subdirectory. What cannot be watched, or is no directory, is left out.
    unsafe fn watch(tree: *mut Tree, name: &[u8], since: u64) -> Result<bool, c_int> {
        // SAFETY: the tree is open and no owner is told here; the table is borrowed for one call at a time.
        unsafe {
            if (*tree).places.len() >= LIMIT {
                return Ok(false);
            }
            let path = (*tree).path_of(name);
            let place = match Place::open(tree, &path, name, EVENTS | IN_ONLYDIR | IN_DONT_FOLLOW, since) {
                Ok(place) => place,
                Err(error) => return tolerate(Err(error)).map(|_| false),
            };
            (*tree).places.insert(name.into(), place);
            if (*tree).places.len() == LIMIT {
                Place::close(ptr::replace(&raw mut (*tree).beside, ptr::null_mut()));
            }
            Ok(true)
        }
    }

    /// Watches the directories below a watched one, in a tree, and notes what is to be told.
    unsafe fn descend(tree: *mut Tree, name: &[u8], since: u64, told: &Told) -> Result<(), c_int> {
        // SAFETY: the tree is open and no owner is told here. What is unread is a list of copies, so the table may grow while
        // it is walked. What is unread is in the table.
        unsafe {
            let mut unread = if (*tree).is_recursive() { vec![name.to_vec()] } else { Vec::new() };
            while let Some(parent) = unread.pop() {
                let Some(&place) = (*tree).places.get(parent.as_slice()) else { continue };
                let is_news = told.is_news(place);
                let mut found = Vec::new();
                // One that has gone meanwhile, or must not be read, has nothing to tell.
                let Ok(entries) = std::fs::read_dir((*tree).path_of(&parent)) else { continue };
                for entry in entries.flatten() {
                    let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
                    if !is_directory && !is_news {
                        continue;
                    }
                    let mut child = parent.clone();
                    append(&mut child, entry.file_name().as_bytes());
                    if is_news {
                        found.push(entry.file_name());
                    }
                    if is_directory && Tree::watch(tree, &child, since)? {
                        unread.push(child);
                    }
                }
                if !found.is_empty() {
                    let told = inotify::untold_entries((*place).watch.number());
                    for entry in found.iter().filter(|entry| !told.contains(entry.as_bytes())) {
                        let mut child = parent.clone();
                        append(&mut child, entry.as_bytes());
                        (*tree).found.push_back(child.into());
                    }
                }
            }
            Ok(())
        }
    }

    /// The next entry that the owner is to be told of.
    pub unsafe fn take_found(tree: *mut Tree) -> Option<Box<[u8]>> {
        // SAFETY: the caller's tree is open.
        unsafe { (*tree).found.pop_front() }
    }

    /// The directory `name` has appeared, gone, or is another one now; empty for the root and everything. `was_made`: what is in
    /// a subdirectory is told. That the root is another one says it of everything.
    pub unsafe fn look_again(tree: *mut Tree, name: &[u8], since: u64, was_made: bool) -> Result<(), c_int> {
        // SAFETY: the tree is open, as its owner or the place that has asked knows. What was put aside is in no table any
        // more and closed once; the caller's name is none of the table's keys, which are dropped here.
        unsafe {
            let known = (*tree).put_aside(name);
            let told = if was_made && !name.is_empty() {
                Told::Entries(known.iter().map(|&place| (*place).watch.number()).collect())
            } else {
                Told::Nothing
            };
            let result = if name.is_empty() {
                tolerate(Tree::watch_root(tree, since))
            } else {
                match Tree::watch(tree, name, since) {
                    Ok(true) => Tree::descend(tree, name, since, &told),
                    other => other.map(|_| ()),
                }
            };
            known.into_iter().for_each(|place| Place::close(place));
            result
        }
    }

    /// Takes a directory and everything below it out of the table.
    fn put_aside(&mut self, name: &[u8]) -> Vec<*mut Place> {
        if name.is_empty() {
            return core::mem::take(&mut self.places).into_values().collect();
        }
        // What is below "img" lies between "img/" and "img0": the byte behind '/' is '0'.
        let (from, to) = ([name, b"/"].concat(), [name, b"0"].concat());
        let range = (Bound::Included(from.as_slice()), Bound::Excluded(to.as_slice()));
        let below = self.places.range::<[u8], _>(range).map(|(name, _)| name.clone());
        let names: Vec<Box<[u8]>> = below.chain([name.into()]).collect();
        names.iter().filter_map(|name| self.places.remove(name)).collect()
    }
}

/// What has gone, or must not be watched, is left out. That the system has no more room is an error.
fn tolerate(watched: Result<(), c_int>) -> Result<(), c_int> {
    match watched {
        Err(error @ (libc::ENOSPC | libc::ENOMEM)) => Err(error),
        _ => Ok(()),
    }
}

fn append(path: &mut Vec<u8>, name: &[u8]) {
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
}

impl Place {
    unsafe fn open(tree: *mut Tree, path: &Path, name: &[u8], events: u32, since: u64) -> Result<*mut Place, c_int> {
        let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| libc::EINVAL)?;
        let place = Box::into_raw(Box::new(Place { watch: Watch::new(), tree, name: name.into() }));
        // SAFETY: the place is a block of its own, which stays where it is until `close`; when the watch was not set,
        // nothing points to it.
        unsafe {
            if let Err(error) = inotify::set(&raw mut (*place).watch, &path, events, since) {
                drop(Box::from_raw(place));
                return Err(error);
            }
        }
        Ok(place)
    }

    /// Null is allowed.
    unsafe fn close(this: *mut Place) {
        if this.is_null() {
            return;
        }
        // SAFETY: made by `open`, and in no table any more.
        unsafe {
            inotify::take_back(&raw mut (*this).watch);
            drop(Box::from_raw(this));
        }
    }
}

/// The owner of the tree that a watch belongs to.
pub(super) unsafe fn owner(watch: *mut Watch) -> *mut c_void {
    // SAFETY: every watch is the start of a place, and a listed one belongs to an open tree.
    unsafe { (*(*watch.cast::<Place>()).tree).owner }
}

/// What an owner is to be told. The name is in the reactor's state, empty when there is none.
pub(super) struct News {
    pub owner: *mut c_void,
    pub changes: FilesystemChanges,
}

/// The kernel tells of a watched directory or file, or of its entry `entry`; the mask has one event in it. The tree is
/// brought up to date, unless with `is_last`: it is about to be closed.
pub(super) unsafe fn news(watch: *mut Watch, mask: u32, entry: &[u8], is_last: bool) -> Option<News> {
    // SAFETY: every watch is the start of a place, which is not used any more when `look_again` may have closed it; the
    // tree stays open, for no owner is told here. The borrow of the name is of a part of the reactor that nothing else here
    // touches.
    unsafe {
        let place = watch.cast::<Place>();
        let tree = (*place).tree;
        let changed = mask & (IN_ATTRIB | IN_MODIFY) != 0;
        let name = &mut (*current()).name;
        name.clear();
        name.extend_from_slice(&(*place).name);
        let mut is_another = false;
        if place == (*tree).beside {
            if changed || entry.is_empty() || entry != (*tree).own_name() {
                return None;
            }
            is_another = true;
        } else if !entry.is_empty() {
            append(name, entry);
            is_another = (*tree).is_recursive() && !changed && mask & IN_ISDIR != 0;
        } else if mask & IN_UNMOUNT != 0 {
            is_another = !name.is_empty();
        } else if !name.is_empty() || !changed && (*tree).is_told_beside() {
            // About itself: the directory that it is an entry of tells the same.
            return None;
        }
        let owner = (*tree).owner;
        if is_another && !is_last {
            let now = (*current()).inotify.now();
            if let Err(error) = Tree::look_again(tree, name, now, mask & IN_CREATE != 0) {
                filesystem::note_error(owner, error);
            }
        }
        if !(*tree).is_directory {
            name.clear();
            name.extend_from_slice((*tree).own_name());
        }
        Some(News { owner, changes: if changed { FilesystemChanges::CHANGE } else { FilesystemChanges::RENAME } })
    }
}
