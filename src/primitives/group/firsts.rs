//! Which settled entry comes first in spawn order [primitives/TG-16, primitives/TG-17], and which success.
//!
//! Of a group it is enough to remember the first of each kind: entries do not leave. A set loses the first one to the code
//! that asks, so from then on its settled entries are kept in order.

use super::entries::Entry;
use core::ptr;
use std::collections::BTreeMap;

pub struct Firsts {
    settled: *mut Entry,
    succeeded: *mut Entry,
    /// Of a set that was asked; null before.
    ordered: *mut Ordered,
}

/// Settled entries by their order.
#[derive(Default)]
struct Ordered {
    settled: BTreeMap<u64, *mut Entry>,
    succeeded: BTreeMap<u64, *mut Entry>,
}

impl Ordered {
    unsafe fn add(&mut self, entry: *mut Entry) {
        // SAFETY: callers pass a settled entry that is listed, so it is alive.
        unsafe {
            self.settled.insert((*entry).order, entry);
            if (*entry).has_succeeded() {
                self.succeeded.insert((*entry).order, entry);
            }
        }
    }
}

/// Keeps the entry if it comes before the one that is there.
unsafe fn earlier(place: &mut *mut Entry, entry: *mut Entry) {
    // SAFETY: a place that is not null has an entry that is still listed, for `remove` forgets it; the callers' entry is
    // listed, too.
    if place.is_null() || unsafe { (*entry).order < (**place).order } {
        *place = entry;
    }
}

impl Firsts {
    pub const NONE: Firsts = Firsts { settled: ptr::null_mut(), succeeded: ptr::null_mut(), ordered: ptr::null_mut() };

    /// An entry was settled.
    ///
    /// # Safety
    /// A settled entry.
    #[inline]
    pub unsafe fn add(&mut self, entry: *mut Entry) {
        // SAFETY: the entry is settled, as this function demands, and listed, so alive; the table is our own until `clear`.
        unsafe {
            earlier(&mut self.settled, entry);
            if (*entry).has_succeeded() {
                earlier(&mut self.succeeded, entry);
            }
            if !self.ordered.is_null() {
                (*self.ordered).add(entry);
            }
        }
    }

    /// A settled entry leaves a set.
    ///
    /// # Safety
    /// It was added.
    pub unsafe fn remove(&mut self, entry: *mut Entry) {
        // SAFETY: the entry is still alive when it leaves. What was remembered may be this one; the table is our own until
        // `clear`.
        unsafe {
            self.settled = ptr::null_mut();
            self.succeeded = ptr::null_mut();
            if !self.ordered.is_null() {
                (*self.ordered).settled.remove(&(*entry).order);
                (*self.ordered).succeeded.remove(&(*entry).order);
            }
        }
    }

    /// The first settled entry; `first` is the first of all. `leaves`: of a set.
    ///
    /// # Safety
    /// There is one; listed entries are alive.
    pub unsafe fn settled(&mut self, first: *mut Entry, leaves: bool) -> *mut Entry {
        // SAFETY: listed entries are alive, as this function demands, which `ordered` walks; the table it returns is our
        // own until `clear`.
        unsafe { if leaves { first_of(&(*self.ordered(first)).settled) } else { self.settled } }
    }

    /// The first success, as above.
    ///
    /// # Safety
    /// There is one; listed entries are alive.
    pub unsafe fn succeeded(&mut self, first: *mut Entry, leaves: bool) -> *mut Entry {
        // SAFETY: listed entries are alive, as this function demands, which `ordered` walks; the table it returns is our
        // own until `clear`.
        unsafe { if leaves { first_of(&(*self.ordered(first)).succeeded) } else { self.succeeded } }
    }

    unsafe fn ordered(&mut self, first: *mut Entry) -> *mut Ordered {
        if self.ordered.is_null() {
            self.ordered = Box::into_raw(Box::default());
            let mut entry = first;
            while !entry.is_null() {
                // SAFETY: `first` is the start of the group's list, and listed entries are alive; the table was made above.
                unsafe {
                    if (*entry).is_settled() {
                        (*self.ordered).add(entry);
                    }
                    entry = (*entry).next();
                }
            }
        }
        self.ordered
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.ordered.is_null() {
            // SAFETY: the table was boxed by `ordered`, and is forgotten with this.
            drop(unsafe { Box::from_raw(self.ordered) });
        }
        *self = Firsts::NONE;
    }
}

fn first_of(entries: &BTreeMap<u64, *mut Entry>) -> *mut Entry {
    entries.first_key_value().map_or(ptr::null_mut(), |(_, entry)| *entry)
}
