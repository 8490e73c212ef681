//! Events of a watcher that are not fetched yet, in the order of their first occurrence
//! [primitives/FS-5, primitives/FS-6].
//!
//! ```text
//!   waiting   [ 17 "a.php" RENAME|CHANGE ][ 18 - CHANGE ][ 19 "b.php" CHANGE ]     17 events were taken before
//!   places    "a.php" -> 17, "b.php" -> 19               unnamed -> 18
//! ```

use crate::abi::{FilesystemChanges, ZString};
use crate::engine::string;
use core::borrow::Borrow;
use core::hash::{Hash, Hasher};
use std::collections::{HashMap, VecDeque};

/// What happened, to what. Owns a reference to its name, which is null when the system does not tell.
pub struct Change {
    pub name: *mut ZString,
    pub flags: FilesystemChanges,
}

/// The name of a waiting event, as a key; the event holds it.
struct Name(*mut ZString);

impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        // SAFETY: a name is in the table only as long as its event waits, which holds it.
        unsafe { string::bytes(self.0) }
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes: &[u8] = self.borrow();
        bytes.hash(state);
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        let bytes: &[u8] = self.borrow();
        bytes == Borrow::<[u8]>::borrow(other)
    }
}

impl Eq for Name {}

pub struct Queue {
    waiting: VecDeque<Change>,
    /// How many were taken.
    taken: u64,
    /// Whether one event per name waits.
    coalesce: bool,
    places: HashMap<Name, u64>,
    unnamed: Option<u64>,
}

impl Queue {
    pub fn new(coalesce: bool) -> Queue {
        Queue { waiting: VecDeque::new(), taken: 0, coalesce, places: HashMap::new(), unnamed: None }
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Adds an event, whose name is borrowed. False when one of that name waits already and stands for both.
    ///
    /// # Safety
    /// The name is null or valid.
    pub unsafe fn push(&mut self, name: *mut ZString, flags: FilesystemChanges) -> bool {
        let place = self.taken + self.waiting.len() as u64;
        // SAFETY: the caller holds the name, as this function demands, and the event gets a reference of its own, which
        // keeps the key alive as well.
        unsafe {
            if self.coalesce {
                let waits = if name.is_null() { self.unnamed } else { self.places.get(string::bytes(name)).copied() };
                if let Some(place) = waits {
                    self.waiting[(place - self.taken) as usize].flags |= flags;
                    return false;
                }
                if name.is_null() {
                    self.unnamed = Some(place);
                } else {
                    self.places.insert(Name(name), place);
                }
            }
            let name = if name.is_null() { name } else { string::add_ref(name) };
            self.waiting.push_back(Change { name, flags });
        }
        true
    }

    /// Takes the oldest event; its name is the caller's.
    pub fn take(&mut self) -> Option<Change> {
        let change = self.waiting.pop_front()?;
        self.taken += 1;
        if self.coalesce {
            if change.name.is_null() {
                self.unnamed = None;
            } else {
                // SAFETY: the event that was taken out still holds its name.
                self.places.remove(unsafe { string::bytes(change.name) });
            }
        }
        Some(change)
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.places.clear();
        for change in &self.waiting {
            // SAFETY: every waiting event holds a reference to its name, and the table, which has the same names, is empty.
            unsafe { string::release(change.name) }
        }
    }
}
