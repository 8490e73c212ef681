//! Connections in whose calls a coroutine was cancelled or broken off: the library may be in the middle of an answer [io/DB-6].

use super::Key;
use crate::engine::per_thread::per_thread;

/// So many are known: those that were last.
const MOST: usize = 16;

// Also of earlier requests, which persistent ones outlive.
per_thread!(static INTERRUPTED: [Key; MOST] = [0; MOST]);
per_thread!(static NEXT: usize = 0);

/// A call on this connection was left in the middle.
#[cold]
pub fn note(key: Key) {
    let (mut interrupted, next) = (INTERRUPTED.get(), NEXT.get());
    interrupted[next] = key;
    INTERRUPTED.set(interrupted);
    NEXT.set((next + 1) % MOST);
}

/// Whether any is known.
pub fn any() -> bool {
    INTERRUPTED.get() != [0; MOST]
}

/// Whether a call on this connection, or on one that had its address before, was left in the middle since this was asked last.
pub fn was(key: Key) -> bool {
    let mut interrupted = INTERRUPTED.get();
    let was = key != 0 && interrupted.contains(&key);
    if was {
        interrupted.iter_mut().filter(|one| **one == key).for_each(|one| *one = 0);
        INTERRUPTED.set(interrupted);
    }
    was
}
