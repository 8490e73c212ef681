//! The entries of a group: one for every task, in spawn order, with what has become of it.
//!
//! ```text
//!   first                          next to start        last
//!   settled, running, settled ...  pending, pending ... pending
//! ```
//!
//! Pending entries start in the order of the list, so they are its end. Entries of a group stay for ever, those of a set
//! leave when they are delivered [primitives/TS-1]. Automatic keys do not collide with each other, so the table of keys that
//! finds duplicates is only made when a key is given for the first time.

use super::TaskGroup;
use super::arena::Arena;
use super::firsts::Firsts;
use crate::abi::*;
use crate::engine::gc::Report;
use crate::engine::owned::OwnedObject;
use crate::engine::{call, exception, hash, string, zval};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::mem::size_of;
use core::ptr;

/// What has become of a task [primitives/TG-5].
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum State {
    Pending,
    Running,
    Succeeded,
    Failed,
}

#[repr(C)]
pub struct Entry {
    pub group: *mut TaskGroup,
    link: LinkOf<Entry>,
    /// Grows in spawn order.
    pub order: u64,
    /// An integer, or a string that is no integer as a key of an array.
    key: Zval,
    /// The result, or the exception; a pointer to the [`Pending`] task; nothing while it runs. Its spare word holds the
    /// state, and the mark: so an entry is no longer than a cache line.
    value: Zval,
}

listed!(Entry, link);

/// An iterator waits for the entry.
const WATCHED: u32 = 1 << 8;

/// A task that waits for its turn.
pub struct Pending {
    pub task: Fcall,
    /// Where it comes from; the name is held, or null.
    pub file: *mut ZString,
    pub line: u32,
}

impl Entry {
    #[inline]
    fn is(&self, state: State) -> bool {
        self.value.extra & !WATCHED == state as u32
    }

    /// The value replaces what is there, without destroying it.
    #[inline]
    fn set(&mut self, state: State, value: Zval) {
        let extra = self.value.extra & WATCHED | state as u32;
        self.value = Zval { extra, ..value };
    }

    #[inline]
    pub fn is_settled(&self) -> bool {
        self.is(State::Succeeded) || self.is(State::Failed)
    }

    #[inline]
    pub fn has_succeeded(&self) -> bool {
        self.is(State::Succeeded)
    }

    pub fn is_watched(&self) -> bool {
        self.value.extra & WATCHED != 0
    }

    /// An iterator waits for it.
    pub fn watch(&mut self) {
        self.value.extra |= WATCHED;
    }

    /// A copy.
    pub fn key(&mut self) -> Zval {
        // SAFETY: the entry holds its key, a plain value, of which a copy gets a reference of its own.
        unsafe { zval::copy(&raw mut self.key) }
    }

    /// The entry after it in spawn order, or null.
    pub fn next(&self) -> *mut Entry {
        self.link.next()
    }

    /// What it was settled with, borrowed.
    pub fn outcome(&mut self) -> *mut Zval {
        debug_assert!(self.is_settled());
        &raw mut self.value
    }
}

/// Entries that have left the group and are to be released when everything is in order: that may run destructors.
pub struct Removed(ListOf<Entry>);

impl Removed {
    pub const NONE: Removed = Removed(ListOf::EMPTY);

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// # Safety
    /// The caller holds the group. May run PHP code, which may do anything to it.
    pub unsafe fn release(self) {
        let mut entry = self.0.first();
        while !entry.is_null() {
            // SAFETY: the entries belong to this list alone, their memory to the group, which the caller holds.
            unsafe {
                let next = (*entry).next();
                release_parts(entry);
                (*(*entry).group).entries.arena.give_back(entry);
                entry = next;
            }
        }
    }
}

unsafe fn release_parts(entry: *mut Entry) {
    // SAFETY: the callers' entry has left the list, so releasing, which may run PHP code, reaches it no more; only its
    // memory is used again.
    unsafe {
        if (*entry).is(State::Pending) {
            let pending = (*entry).value.value.ptr.cast::<Pending>();
            call::release_parts(&raw mut (*pending).task);
            string::release((*pending).file);
            memory::free(pending);
        } else {
            zval::clear(&raw mut (*entry).value);
        }
        zval::clear(&raw mut (*entry).key);
    }
}

pub struct Entries {
    /// In spawn order; those that are pending are the end of it.
    list: ListOf<Entry>,
    first_pending: *mut Entry,
    count: u32,
    pending: u32,
    succeeded: u32,
    failed: u32,
    next_order: u64,
    /// All keys; null until one was given explicitly.
    keys: *mut Array,
    firsts: Firsts,
    arena: Arena,
}

impl Entries {
    pub const EMPTY: Entries = Entries {
        list: ListOf::EMPTY,
        first_pending: ptr::null_mut(),
        count: 0,
        pending: 0,
        succeeded: 0,
        failed: 0,
        next_order: 0,
        keys: ptr::null_mut(),
        firsts: Firsts::NONE,
        arena: Arena::EMPTY,
    };

    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many wait for their turn.
    #[inline]
    pub fn pending(&self) -> u32 {
        self.pending
    }

    pub fn failed(&self) -> u32 {
        self.failed
    }

    pub fn first(&self) -> *mut Entry {
        self.list.first()
    }

    /// The settled entry that comes first in spawn order, or null.
    ///
    /// # Safety
    /// Of a set if `leaves`: the entry leaves before the question is asked again. Listed entries are alive.
    pub unsafe fn first_settled(&mut self, leaves: bool) -> *mut Entry {
        if self.succeeded + self.failed == 0 {
            return ptr::null_mut();
        }
        // SAFETY: there is a settled entry, as the counters say; listed entries are alive.
        unsafe { self.firsts.settled(self.list.first(), leaves) }
    }

    /// As [`first_settled`](Self::first_settled), of those that have succeeded.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn first_success(&mut self, leaves: bool) -> *mut Entry {
        if self.succeeded == 0 {
            return ptr::null_mut();
        }
        // SAFETY: there is one that has succeeded, as the counter says; listed entries are alive.
        unsafe { self.firsts.succeeded(self.list.first(), leaves) }
    }

    /// Whether a key is taken. `given`: it was given explicitly.
    ///
    /// # Safety
    /// A key as those of entries.
    pub unsafe fn has_key(&mut self, key: *const Zval, given: bool) -> bool {
        // SAFETY: listed entries are alive and keep their keys; the table gets copies. No PHP code runs, so the list is the
        // same meanwhile.
        unsafe {
            if self.keys.is_null() {
                if !given {
                    return false;
                }
                self.keys = hash::new_array(self.count);
                let mut entry = self.list.first();
                while !entry.is_null() {
                    hash::set_key(self.keys, &raw const (*entry).key, Zval::NULL);
                    entry = (*entry).next();
                }
            }
            let found = match (*key).kind() {
                zend::IS_STRING => hash::find(self.keys, (*key).value.string),
                _ => hash::find_index(self.keys, (*key).value.long as u64),
            };
            !found.is_null()
        }
    }

    unsafe fn append(&mut self, group: *mut TaskGroup, key: *const Zval, state: State, value: Zval) -> *mut Entry {
        // SAFETY: the arena gives out fresh memory, which is written whole before it is listed; the key, borrowed from the
        // caller, gets its own reference.
        unsafe {
            let entry = self.arena.take();
            entry.write(Entry {
                group,
                link: LinkOf::new(),
                order: self.next_order,
                key: zval::copy(key.cast_mut()),
                value: Zval { extra: state as u32, ..value },
            });
            self.next_order += 1;
            ListOf::push_back(&raw mut self.list, entry);
            self.count += 1;
            if !self.keys.is_null() {
                hash::set_key(self.keys, key, Zval::NULL);
            }
            entry
        }
    }

    /// Adds an entry whose task runs. The key is borrowed, and free.
    ///
    /// # Safety
    /// No entry is pending; the caller holds the key.
    #[inline]
    pub unsafe fn append_running(&mut self, group: *mut TaskGroup, key: *const Zval) -> *mut Entry {
        // SAFETY: the caller holds the key while it is copied; none is pending, so the end of the list is a place for an
        // entry that runs.
        unsafe { self.append(group, key, State::Running, Zval::UNDEF) }
    }

    /// Adds an entry whose task waits for its turn. The task moves; the key is borrowed, and free.
    ///
    /// # Safety
    /// `task` holds a kept callable and is not used again; the file name is null or borrowed.
    pub unsafe fn append_pending(
        &mut self,
        group: *mut TaskGroup,
        key: *const Zval,
        task: *mut Fcall,
        (file, line): (*mut ZString, u32),
    ) -> *mut Entry {
        // SAFETY: the block is fresh, and the task moves into it bit by bit: the caller does not use it again, as this
        // function demands.
        unsafe {
            let pending: *mut Pending = memory::allocate(size_of::<Pending>());
            ptr::copy_nonoverlapping(task, &raw mut (*pending).task, 1);
            (*pending).file = if file.is_null() { file } else { string::add_ref(file) };
            (*pending).line = line;
            let mut value = Zval::UNDEF;
            value.value.ptr = pending.cast();
            let entry = self.append(group, key, State::Pending, value);
            if self.first_pending.is_null() {
                self.first_pending = entry;
            }
            self.pending += 1;
            entry
        }
    }

    /// The pending entry whose turn it is, or null, and its task.
    ///
    /// # Safety
    /// On the PHP thread.
    pub unsafe fn next_pending(&self) -> (*mut Entry, *mut Pending) {
        let entry = self.first_pending;
        // SAFETY: an entry in `first_pending` is listed, so it is alive, and has its task until it starts.
        let task = if entry.is_null() { ptr::null_mut() } else { unsafe { (*entry).value.value.ptr.cast() } };
        (entry, task)
    }

    /// The pending entry whose turn it was runs from now on. What its task held has moved.
    ///
    /// # Safety
    /// There is one.
    pub unsafe fn started(&mut self) {
        // SAFETY: there is a pending entry, as this function demands, so what it held is the block of its task, which only
        // this has now.
        unsafe {
            let pending = self.leave_pending().value.ptr.cast::<Pending>();
            string::release((*pending).file);
            memory::free(pending);
        }
    }

    /// The pending entry whose turn it was could not start, because of an exception. Its task goes to `removed`.
    ///
    /// # Safety
    /// There is one.
    pub unsafe fn start_failed(&mut self, error: OwnedObject, removed: &mut Removed) {
        // SAFETY: what is left of the task is like an entry that never was in the list.
        unsafe {
            let entry = self.first_pending;
            let rest = self.arena.take();
            ptr::copy_nonoverlapping(entry, rest, 1);
            (*rest).key = Zval::UNDEF;
            ListOf::push_front(&raw mut removed.0, rest);
            self.leave_pending();
            self.settle(entry, Err(error));
        }
    }

    /// The entry whose turn it is counts as running. What it held.
    unsafe fn leave_pending(&mut self) -> Zval {
        // SAFETY: callers know that there is a pending entry; it is listed, so it is alive, and what it held is the
        // caller's from now on.
        unsafe {
            let entry = self.first_pending;
            self.first_pending = (*entry).next();
            self.pending -= 1;
            let held = (*entry).value;
            (*entry).set(State::Running, Zval::UNDEF);
            held
        }
    }

    /// Records the outcome of a running task, which moves. Destroys nothing.
    ///
    /// # Safety
    /// A running entry.
    #[inline]
    pub unsafe fn settle(&mut self, entry: *mut Entry, outcome: Result<Zval, OwnedObject>) {
        // SAFETY: the entry runs, as this function demands: it is alive, and holds nothing that would be lost.
        unsafe {
            match outcome {
                Ok(value) => {
                    (*entry).set(State::Succeeded, if value.is_undef() { Zval::NULL } else { value });
                    self.succeeded += 1;
                }
                Err(error) => {
                    (*entry).set(State::Failed, Zval::from_object(error.into_raw()));
                    self.failed += 1;
                }
            }
            self.firsts.add(entry);
        }
    }

    /// Takes a settled entry out.
    ///
    /// # Safety
    /// An entry of a set; its memory belongs to `removed` afterwards.
    pub unsafe fn remove(&mut self, entry: *mut Entry, removed: &mut Removed) {
        // SAFETY: the entry is listed, and so are its neighbours: alive. Its memory stays until `removed` is released.
        unsafe {
            self.firsts.remove(entry);
            ListOf::remove(&raw mut self.list, entry);
            self.count -= 1;
            if (*entry).has_succeeded() {
                self.succeeded -= 1;
            } else {
                self.failed -= 1;
            }
            if !self.keys.is_null() {
                hash::remove_key(self.keys, &raw const (*entry).key);
            }
            ListOf::push_front(&raw mut removed.0, entry);
        }
    }

    /// Takes all entries out that wait for their turn [primitives/TG-24].
    ///
    /// # Safety
    /// On the PHP thread. No new keys are asked for afterwards.
    pub unsafe fn discard_pending(&mut self) -> Removed {
        let first = core::mem::replace(&mut self.first_pending, ptr::null_mut());
        if first.is_null() {
            return Removed::NONE;
        }
        // SAFETY: pending entries are the end of the list, so all from the first of them on belong to what is returned.
        unsafe {
            self.count -= self.pending;
            self.pending = 0;
            Removed(ListOf::cut(&raw mut self.list, first))
        }
    }

    /// Takes everything out.
    ///
    /// # Safety
    /// Nothing runs, or ever runs again.
    pub unsafe fn take_all(&mut self) -> Removed {
        // SAFETY: nothing runs, as this function demands, so no coroutine knows an entry. The keys are released last, when
        // the group is empty already.
        unsafe {
            let all = Removed(self.list);
            let keys = self.keys;
            self.firsts.clear();
            let next_order = self.next_order;
            let arena = core::mem::replace(&mut self.arena, Arena::EMPTY);
            *self = Entries { next_order, arena, ..Entries::EMPTY };
            if !keys.is_null() {
                hash::release(keys);
            }
            all
        }
    }

    /// Frees the memory of entries that are gone.
    ///
    /// # Safety
    /// Everything was taken out and released.
    pub unsafe fn free_memory(&mut self) {
        // SAFETY: all entries were taken out and released, as this function demands, so nothing points into the blocks.
        unsafe { self.arena.free() }
    }

    /// A new array of the results, or of the exceptions, by key in spawn order.
    ///
    /// # Safety
    /// A request is active.
    pub unsafe fn outcomes(&self, state: State) -> *mut Array {
        // SAFETY: every value gets a reference of its own.
        unsafe {
            let size = if state == State::Failed { self.failed } else { self.succeeded };
            let array = hash::new_array(size);
            self.each(state, |entry| hash::set_key(array, &raw const (*entry).key, zval::copy((*entry).outcome())));
            array
        }
    }

    /// A new `CompositeException` of all failures in spawn order.
    ///
    /// # Safety
    /// A request is active.
    pub unsafe fn composite(&self) -> OwnedObject {
        // SAFETY: every exception gets a reference of its own.
        unsafe {
            let list = hash::new_array(self.failed);
            self.each(State::Failed, |entry| hash::push(list, zval::copy((*entry).outcome())));
            exception::composite_of(list)
        }
    }

    unsafe fn each(&self, state: State, mut visit: impl FnMut(*mut Entry)) {
        let mut entry = self.list.first();
        while !entry.is_null() {
            // SAFETY: listed entries are alive; `visit` changes nothing in the group.
            unsafe {
                if (*entry).is(state) {
                    visit(entry);
                }
                entry = (*entry).next();
            }
        }
    }

    /// Reports what the entries refer to [primitives/TG-40].
    ///
    /// # Safety
    /// The cycle collector asks; the group is alive.
    pub unsafe fn report(&self, report: &Report) {
        let mut entry = self.list.first();
        while !entry.is_null() {
            // SAFETY: listed entries are alive, and a pending one has its task; the collector changes nothing.
            unsafe {
                if (*entry).is(State::Pending) {
                    let pending = (*entry).value.value.ptr.cast::<Pending>();
                    call::report(&raw mut (*pending).task, report);
                } else {
                    // Nothing while it runs.
                    report.value(&raw mut (*entry).value);
                }
                entry = (*entry).next();
            }
        }
    }
}
