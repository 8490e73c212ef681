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
        // SAFETY: a settled entry.
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
    // SAFETY: both are alive.
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
        // SAFETY: forwarded.
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
        // SAFETY: forwarded. What was remembered may be the one that leaves.
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
    /// There is one.
    pub unsafe fn settled(&mut self, first: *mut Entry, leaves: bool) -> *mut Entry {
        // SAFETY: forwarded.
        unsafe { if leaves { first_of(&(*self.ordered(first)).settled) } else { self.settled } }
    }

    /// The first success, as above.
    ///
    /// # Safety
    /// There is one.
    pub unsafe fn succeeded(&mut self, first: *mut Entry, leaves: bool) -> *mut Entry {
        // SAFETY: forwarded.
        unsafe { if leaves { first_of(&(*self.ordered(first)).succeeded) } else { self.succeeded } }
    }

    unsafe fn ordered(&mut self, first: *mut Entry) -> *mut Ordered {
        if self.ordered.is_null() {
            self.ordered = Box::into_raw(Box::default());
            let mut entry = first;
            while !entry.is_null() {
                // SAFETY: entries are alive.
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
            // SAFETY: made by `ordered`.
            drop(unsafe { Box::from_raw(self.ordered) });
        }
        *self = Firsts::NONE;
    }
}

fn first_of(entries: &BTreeMap<u64, *mut Entry>) -> *mut Entry {
    entries.first_key_value().map_or(ptr::null_mut(), |(_, entry)| *entry)
}
