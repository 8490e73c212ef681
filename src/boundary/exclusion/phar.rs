//! The phar gate [io/FW-5]: archives are known by name to all coroutines, and everything that reads or writes one moves the
//! same file handle. One gate serves the functions and methods of the extension, the operations of its stream wrapper, and
//! files that are included from an archive. A second one is held by a stream that is open for writing, until it is closed.

use super::gate::{self, Entry};
use crate::boundary::calls::Key;
use crate::boundary::wait;
use crate::engine::phar::{self, Gate, Passage};
use crate::engine::read_ahead;
use crate::engine::state::PendingException;

/// For the report of a deadlock.
pub const WHAT: &str = "phar";

static OPERATION: u8 = 0;
static WRITER: u8 = 0;

pub fn key() -> Key {
    (&raw const OPERATION) as Key
}

fn key_of(gate: Gate) -> Key {
    if gate == Gate::Operation { key() } else { (&raw const WRITER) as Key }
}

/// # Safety
/// The first request of the process: all modules have started, no user code has run.
pub unsafe fn install() {
    // SAFETY: all modules have started and no user code has run, as this function demands.
    unsafe {
        phar::wrap(enter, leave);
        read_ahead::ask_before_compiling(wait_until_free);
    }
}

unsafe extern "C" fn enter(gate: Gate, must: bool) -> Passage {
    // SAFETY: in an operation of a stream wrapper; nothing here needs dropping.
    unsafe {
        if !wait::enabled() {
            return Passage::Open;
        }
        let key = key_of(gate);
        if must && (wait::poisoned() || gate::is_held_by_another(key)) {
            return enter_in_any_case(key);
        }
        match gate::enter(key, WHAT) {
            Entry::Entered => Passage::Entered,
            Entry::Passed => Passage::Open,
            Entry::Cancelled | Entry::Closed => Passage::Refused,
        }
    }
}

/// What is pending, and what arrives meanwhile, is put aside until the gate is open.
#[cold]
unsafe fn enter_in_any_case(key: Key) -> Passage {
    // SAFETY: in the engine's call before a file of an archive is used. Each exception is put back on top of the one before it.
    unsafe {
        let pending = PendingException::take();
        let passage = match gate::enter(key, WHAT) {
            Entry::Entered => Passage::Entered,
            Entry::Passed | Entry::Closed => Passage::Open,
            Entry::Cancelled => enter_in_any_case(key),
        };
        pending.put_back();
        passage
    }
}

unsafe extern "C" fn leave(gate: Gate) {
    // SAFETY: an operation that has entered is done, or a stream is closed; maybe by another coroutine than its opener.
    unsafe { gate::leave(key_of(gate)) }
}

/// The compiler may not suspend [io/INC-1], so a file of an archive is not compiled before the gate is free. False: the wait
/// was cancelled.
unsafe fn wait_until_free(path: &[u8]) -> bool {
    // SAFETY: there is a frame, and no zone.
    unsafe {
        if !wait::enabled() || !gate::is_held_by_another(key()) || !path.windows(4).any(|part| part == b"phar") {
            return true;
        }
        let entry = gate::enter(key(), WHAT);
        if entry == Entry::Entered {
            gate::leave(key());
        }
        entry != Entry::Cancelled
    }
}
