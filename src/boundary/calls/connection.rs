//! What a wrapped function is called on: the description that the wrappers act on (`functions/connections`), and by which a
//! call that is under way is known on the stack.

use super::Key;
use crate::abi::Object;
use crate::engine::entry::{Call, Handler};
use core::ptr;

/// At most so many connections take part in one call.
pub const KEYS: usize = 4;

pub type Keys = [Key; KEYS];

/// What keeps calls on one connection apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exclusion {
    /// A gate: one coroutine at a time.
    Gate,
    /// The keys are in use while a call is left in the middle in a hook; only then others wait.
    InUse,
    /// As [`Exclusion::InUse`]; and closing waits until all calls have returned, also those that are in PHP code.
    InUseUntilClosed,
    /// Nothing but closing, as above: the call only waits, and others may serve what it waits for.
    UntilClosed,
}

impl Exclusion {
    pub fn tracks_use(self) -> bool {
        matches!(self, Exclusion::InUse | Exclusion::InUseUntilClosed)
    }

    pub fn is_until_closed(self) -> bool {
        matches!(self, Exclusion::InUseUntilClosed | Exclusion::UntilClosed)
    }
}

/// A function that is called on a connection.
#[derive(Clone, Copy)]
pub struct Connection {
    /// The keys of a call; 0 where there is none. Runs no PHP code.
    pub keys: unsafe fn(Call) -> Keys,
    /// For the report of a deadlock: `Gate(what)`.
    pub what: &'static str,
    pub exclusion: Exclusion,
    /// Without a gate: calls like this one have their turn on the first key one after the other, also while PHP code that one has
    /// called waits.
    pub in_turn: bool,
    /// The library itself ends a connection on which it was interrupted.
    pub tidy: bool,
    /// A gate whose library believes a connection on which it was interrupted to be idle: that is shut down [io/CX-7].
    pub cut_off: bool,
    /// Ends the connection: calls that wait on it are ended [io/DB-9].
    pub closes: bool,
    /// Whether a call may last for ever: calls of others are refused meanwhile.
    pub endless: Option<unsafe fn(Call) -> bool>,
    /// Whether nothing may suspend in a call [io/FW-4].
    pub zone: Option<unsafe fn(Call) -> bool>,
    /// Called inside the gates before the function.
    pub before: Option<unsafe fn(Call)>,
    /// Called before the function as long as the API has not been used: there are no gates.
    pub early: Option<unsafe fn(Call)>,
    /// Called inside the gates in the function's place, with the function. Without a gate, too.
    pub around: Option<unsafe fn(Call, Handler)>,
    /// Called inside the gates after the function; also before the API is used, for what must be known then.
    pub after: Option<unsafe fn(Call, &Keys)>,
}

impl Connection {
    pub const fn new(what: &'static str, keys: unsafe fn(Call) -> Keys) -> Connection {
        Connection {
            keys,
            what,
            exclusion: Exclusion::Gate,
            in_turn: false,
            tidy: false,
            cut_off: false,
            closes: false,
            endless: None,
            zone: None,
            before: None,
            early: None,
            around: None,
            after: None,
        }
    }

    pub const fn tracked(self) -> Connection {
        Connection { exclusion: Exclusion::InUse, ..self }
    }

    pub const fn with_exclusion(self, exclusion: Exclusion) -> Connection {
        Connection { exclusion, ..self }
    }

    pub const fn in_turn(self) -> Connection {
        Connection { in_turn: true, ..self }
    }

    pub const fn tidy(self) -> Connection {
        Connection { tidy: true, ..self }
    }

    pub const fn cut_off(self) -> Connection {
        Connection { cut_off: true, ..self }
    }

    pub const fn endless(self, endless: unsafe fn(Call) -> bool) -> Connection {
        Connection { endless: Some(endless), ..self }
    }

    pub const fn closing(self, closes: bool) -> Connection {
        Connection { closes, ..self }
    }

    pub const fn with_zone(self, zone: unsafe fn(Call) -> bool) -> Connection {
        Connection { zone: Some(zone), ..self }
    }

    pub const fn with_after(self, after: unsafe fn(Call, &Keys)) -> Connection {
        Connection { after: Some(after), ..self }
    }
}

/// The object on which a method was called, or null.
///
/// # Safety
/// A live call.
pub unsafe fn this_of(call: Call) -> *mut Object {
    // SAFETY: the call is live, as this function demands, and so is its `$this`.
    unsafe { (*call.this_value()).object() }
}

/// The object given as an argument, or null.
///
/// # Safety
/// A live call.
pub unsafe fn object_at(call: Call, index: u32) -> *mut Object {
    let value = call.arg(index);
    // SAFETY: the call is live, as this function demands, and so are its arguments.
    unsafe { if value.is_null() { ptr::null_mut() } else { (*value).object() } }
}
