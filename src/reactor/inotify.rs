//! inotify(7): one instance per thread, one kernel watch per file or directory, any number of [`Watch`]es on it.
//!
//! ```text
//!   kernel's queue -- collect --> records -- tell_all, once per turn --> watches[number] -> Watch <-> Watch
//!                                 told | not told yet                     in their owners' memory
//! ```
//!
//! Not libuv's `uv_fs_event`, which stands on the same calls but keeps to itself that the kernel's queue was full and
//! events were lost (it holds 16,384, a `rm -r` makes more), whether an event is about a directory, and whether it is about
//! the watched directory or an entry of that name. And it reads the queue only in a turn of its loop.
//!
//! **When something happened.** Records have a place in the stream of all that were ever read, and a watch knows from which
//! place on it is told. A new watcher has what is in the queue collected before: it came too early for it. A watcher that
//! ends to watch has it collected, too, and is told its part ahead of the others ([`tell_ahead`]).

use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, descriptors, directories, filesystem};
use crate::engine::descriptor;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{CStr, c_int, c_void};
use core::{mem, ptr};
use libc::{IN_CREATE, IN_IGNORED, IN_MASK_ADD, IN_MOVED_TO, IN_Q_OVERFLOW, inotify_event};
use std::collections::{BTreeMap, BTreeSet};

/// Memory for records that is kept from turn to turn.
const KEPT: usize = 64 * 1024;

/// Interest in one file or directory. Stays at its address while it is set.
pub(super) struct Watch {
    /// The kernel's number; -1 while it is not set, or when what was watched has gone.
    number: c_int,
    /// The place of the first record that it is told.
    since: u64,
    link: LinkOf<Watch>,
}

listed!(Watch, link);

impl Watch {
    pub const fn new() -> Watch {
        Watch { number: -1, since: 0, link: LinkOf::new() }
    }

    /// The kernel's number of it.
    pub fn number(&self) -> c_int {
        self.number
    }

    /// Whether something is watched.
    pub fn is_set(&self) -> bool {
        self.number >= 0
    }
}

/// The watches of one number, oldest first.
type List = ListOf<Watch>;

/// The inotify instance of a thread.
pub(crate) struct Inotify {
    descriptor: c_int,
    waiter: Waiter,
    /// Owners of watches; the descriptor is listened to as long as there are any.
    users: u32,
    watches: BTreeMap<c_int, List>,
    /// The next watch of the record that is being told.
    cursor: *mut Watch,
    records: Vec<u8>,
    /// How many bytes of them were told, or are being told.
    told: usize,
    /// The place of the first of them.
    start: u64,
}

impl Inotify {
    pub const fn new() -> Inotify {
        Inotify {
            descriptor: -1,
            waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, readable),
            users: 0,
            watches: BTreeMap::new(),
            cursor: ptr::null_mut(),
            records: Vec::new(),
            told: 0,
            start: 0,
        }
    }

    /// Whether records were read of which no watcher has been told.
    #[inline]
    pub fn has_untold(&self) -> bool {
        self.told < self.records.len()
    }

    /// The place behind the record that is being told.
    pub fn now(&self) -> u64 {
        self.start + self.told as u64
    }
}

/// Watches are about to be set. Returns the place of the first record that can be news.
pub(super) unsafe fn begin() -> Result<u64, c_int> {
    // SAFETY: the waiter is part of this thread's reactor, which never moves. It is attached while there are users and a
    // descriptor: a new instance, or the first user, finds it detached. `collect` tells no watcher.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        let is_new = (*inotify).descriptor < 0;
        if is_new {
            (*inotify).descriptor = descriptors::own(libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC));
            if (*inotify).descriptor < 0 {
                return Err(*libc::__errno_location());
            }
            (*inotify).waiter.fd = (*inotify).descriptor;
        }
        if is_new || (*inotify).users == 0 {
            watch::attach(&raw mut (*inotify).waiter)?;
        }
        (*inotify).users += 1;
        collect(inotify);
        Ok((*inotify).start + (*inotify).records.len() as u64)
    }
}

/// As often as [`begin`]; the watches were taken back.
pub(super) unsafe fn end() {
    // SAFETY: the waiter is part of this thread's reactor; detaching is right also when the instance was lost meanwhile,
    // and with it the attachment.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        (*inotify).users -= 1;
        if (*inotify).users == 0 {
            watch::detach(&raw mut (*inotify).waiter);
        }
    }
}

/// Sets a watch for `events`; flags such as `IN_ONLYDIR` may be among them. It is told what was read from the place `since`
/// on.
pub(super) unsafe fn set(this: *mut Watch, path: &CStr, events: u32, since: u64) -> Result<(), c_int> {
    // SAFETY: the watch is alive, not set, and stays where it is until it is taken back, as `Place::open` and
    // `Place::close` see to; so what it held before may be overwritten. The borrow of the list ends here.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        // Others that watch the same may have asked for more.
        let number = libc::inotify_add_watch((*inotify).descriptor, path.as_ptr(), events | IN_MASK_ADD);
        if number < 0 {
            return Err(*libc::__errno_location());
        }
        let list = (*inotify).watches.entry(number).or_insert(List::EMPTY);
        *this = Watch { number, since, link: LinkOf::new() };
        ListOf::push_back(list, this);
        Ok(())
    }
}

/// Takes a watch back; one that is not set stays as it is.
pub(super) unsafe fn take_back(this: *mut Watch) {
    // SAFETY: a watch that is set is in the list of its number.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        let number = mem::replace(&mut (*this).number, -1);
        if number < 0 {
            return;
        }
        if (*inotify).cursor == this {
            (*inotify).cursor = (*this).link.next();
        }
        let Some(list) = (*inotify).watches.get_mut(&number) else { return };
        ListOf::remove(list, this);
        if list.is_empty() {
            (*inotify).watches.remove(&number);
            // In the child of a fork the instance is still the parent's.
            if !(*current()).forked {
                libc::inotify_rm_watch((*inotify).descriptor, number);
            }
        }
    }
}

/// The kernel has something to tell, or the instance is closed, whose descriptor is none of its business.
unsafe fn readable(_: *mut Waiter, _: u32, status: Status) {
    // SAFETY: `watch` calls this with the waiter of this thread's instance. No watcher is told of records here, so the list
    // that may be walked meanwhile stays as it is.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        match status {
            Status::Ready => collect(inotify),
            Status::Closed => {
                (*inotify).descriptor = -1;
                fail(inotify, libc::EBADF);
            }
        }
    }
}

/// Nothing comes any more; all watchers will hear of it.
unsafe fn fail(inotify: *mut Inotify, error: c_int) {
    // SAFETY: the numbers are copied, so forgetting them may change the map. No watcher is told here: the errors are told
    // by a later step of the turn.
    unsafe {
        for number in (*inotify).watches.keys().copied().collect::<Vec<_>>() {
            forget(inotify, number);
        }
        filesystem::note_error_for_all(error);
    }
}

/// Reads what is in the kernel's queue now, and not what comes meanwhile.
unsafe fn collect(inotify: *mut Inotify) {
    // SAFETY: the records have room for `left` bytes, of which the system fills the first `count`; no name in them is
    // borrowed while this runs.
    unsafe {
        // A child's copy of its parent's instance is left alone.
        if (*inotify).descriptor < 0 || (*current()).forked {
            return;
        }
        let mut left = descriptor::bytes_held((*inotify).descriptor);
        while left > 0 {
            let records = &mut (*inotify).records;
            records.reserve(left);
            let count = libc::read((*inotify).descriptor, records.as_mut_ptr().add(records.len()).cast(), left);
            if count < 0 && !matches!(*libc::__errno_location(), libc::EAGAIN | libc::EINTR) {
                let error = *libc::__errno_location();
                watch::detach(&raw mut (*inotify).waiter);
                libc::close(mem::replace(&mut (*inotify).descriptor, -1));
                fail(inotify, error);
            }
            if count <= 0 {
                break;
            }
            records.set_len(records.len() + count as usize);
            left = left.saturating_sub(count as usize);
        }
    }
}

/// What the kernel tells of.
struct Record {
    place: u64,
    number: c_int,
    mask: u32,
    /// Of its name among the bytes of the records.
    name: (usize, usize),
}

/// The record at an offset among those that were read, and the offset of the next.
unsafe fn record_at(inotify: *mut Inotify, offset: usize) -> (Record, usize) {
    // SAFETY: the kernel writes whole records, with room for a name that ends with a zero byte.
    unsafe {
        let first = (*inotify).records.as_ptr().add(offset);
        let event = first.cast::<inotify_event>().read_unaligned();
        let start = offset + size_of::<inotify_event>();
        let length = match event.len {
            0 => 0,
            _ => CStr::from_ptr(first.add(size_of::<inotify_event>()).cast()).count_bytes(),
        };
        let place = (*inotify).start + offset as u64;
        let record = Record { place, number: event.wd, mask: event.mask, name: (start, start + length) };
        (record, start + event.len as usize)
    }
}

/// Tells what was read.
#[inline]
pub(super) unsafe fn tell_all(reactor: *mut Reactor) {
    // SAFETY: `turn` passes its reactor. No reference into it is held while watchers are told: they may have more read.
    unsafe {
        if (*reactor).inotify.has_untold() {
            tell_untold(&raw mut (*reactor).inotify);
        }
    }
}

unsafe fn tell_untold(inotify: *mut Inotify) {
    // SAFETY: `inotify` is the part of this thread's reactor, and records are found by their offsets: watchers that are
    // told may have more read, which moves the bytes. After a jump out of here the next turn goes on behind the record that
    // was being told.
    unsafe {
        while (*inotify).has_untold() {
            let (record, next) = record_at(inotify, (*inotify).told);
            (*inotify).told = next;
            if record.mask & IN_Q_OVERFLOW != 0 {
                filesystem::tell_of_loss(record.place);
            } else if record.mask & IN_IGNORED != 0 {
                forget(inotify, record.number);
            } else {
                tell(inotify, &record, |_| true, false);
            }
        }
        (*inotify).start += (*inotify).told as u64;
        (*inotify).told = 0;
        let records = &mut (*inotify).records;
        records.clear();
        records.shrink_to(KEPT);
    }
}

/// The entries of a directory whose appearance is among the records until now, and not told yet.
pub(super) unsafe fn untold_entries(number: c_int) -> BTreeSet<Box<[u8]>> {
    // SAFETY: the part of this thread's reactor; records are found by their offsets, and no watcher is told here.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        collect(inotify);
        let mut entries = BTreeSet::new();
        let mut offset = (*inotify).told;
        while offset < (*inotify).records.len() {
            let (record, next) = record_at(inotify, offset);
            offset = next;
            if record.number == number && record.mask & (IN_CREATE | IN_MOVED_TO) != 0 {
                entries.insert((&(*inotify).records)[record.name.0..record.name.1].into());
            }
        }
        entries
    }
}

/// Tells those watches of a record that it is for.
unsafe fn tell(inotify: *mut Inotify, record: &Record, is_for: impl Fn(*mut Watch) -> bool, is_last: bool) {
    // SAFETY: a listed watch is alive. Watchers that are told may set watches and take any back: the cursor follows, and
    // the watch that was told is not looked at again. `news` may have more records read, which moves them, so the name is
    // a copy.
    unsafe {
        (*inotify).cursor = (*inotify).watches.get(&record.number).copied().unwrap_or(List::EMPTY).first();
        while !(*inotify).cursor.is_null() {
            let watch = (*inotify).cursor;
            (*inotify).cursor = (*watch).link.next();
            if (*watch).since <= record.place && is_for(watch) {
                let name = (&(*inotify).records)[record.name.0..record.name.1].to_vec();
                let news = directories::news(watch, record.mask, &name, is_last);
                drop(name);
                if let Some(news) = news {
                    filesystem::tell(news);
                }
            }
        }
    }
}

/// Tells the watches of one owner, which will be taken back after that, what has happened until now.
///
/// # Safety
/// Not inside a turn.
pub(super) unsafe fn tell_ahead(owner: *mut c_void) {
    // SAFETY: no turn tells records at the same time, as this function demands, so the cursor is free; records are found by
    // their offsets, because watchers that are told may have more read.
    unsafe {
        let inotify = &raw mut (*current()).inotify;
        collect(inotify);
        let mut offset = (*inotify).told;
        while offset < (*inotify).records.len() {
            let (record, next) = record_at(inotify, offset);
            offset = next;
            if record.mask & IN_Q_OVERFLOW != 0 {
                filesystem::tell_one_of_loss(owner, record.place);
            } else if record.mask & IN_IGNORED == 0 {
                tell(inotify, &record, |watch| directories::owner(watch) == owner, true);
            }
        }
    }
}

/// What was watched has gone, and the kernel's watch with it.
unsafe fn forget(inotify: *mut Inotify, number: c_int) {
    // SAFETY: a listed watch is alive. The list was taken out of the map, so nothing changes it while it is walked.
    unsafe {
        let mut watch = (*inotify).watches.remove(&number).unwrap_or(List::EMPTY).first();
        while !watch.is_null() {
            (*watch).number = -1;
            watch = (*watch).link.next();
        }
    }
}

/// Closes the instance. Every watch was taken back.
pub(super) unsafe fn shut_down(reactor: *mut Reactor) {
    // SAFETY: no turn of the loop is under way, and every watch was taken back, or is forgotten with a parent's instance,
    // so what is replaced is not used again.
    unsafe {
        let inotify = &raw mut (*reactor).inotify;
        if (*inotify).descriptor >= 0 {
            watch::detach(&raw mut (*inotify).waiter);
            libc::close((*inotify).descriptor);
        }
        *inotify = Inotify::new();
    }
}

/// The child of a fork: the instance is the parent's. Owners of watches have forgotten them and set them anew after
/// this.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: the child has this thread only, outside a turn, and its owners of watches have forgotten them; closing our
    // copy leaves the parent's watches alone.
    unsafe { shut_down(reactor) }
}
