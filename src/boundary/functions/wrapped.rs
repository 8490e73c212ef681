//! What is noted on a wrapped internal function.

use super::stream_plan::Plan;
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::Key;
use crate::boundary::calls::connection::Connection;
use crate::boundary::pdo_pool::Method;
use crate::engine::entry::{Call, Handler};
use crate::engine::wrap;

/// At most so many gates serve one call.
pub const GATES: usize = 2;

/// The gates of a call, in the order in which they are entered.
pub type Keys = [Key; GATES];

/// Which gates are held for the whole of a call.
#[derive(Clone, Copy)]
pub struct Gates {
    /// The keys of this call; 0 where there is none. Must not run PHP code.
    pub keys: unsafe fn(Call) -> Keys,
    /// For the report of a deadlock: `Gate(what)`.
    pub what: &'static str,
}

/// Which function has to do with a child.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Waiter {
    /// `exec()` and its family: the command is the call's own.
    Command,
    ProcClose,
    /// Waits for none: what it makes is for its command alone (`hooks/command_ends.rs`).
    ProcOpen,
    #[default]
    Other,
}

/// Calls the function that it gets first.
pub type Around = unsafe fn(Handler, *mut ExecuteData, *mut Zval);

/// What a function needs besides a stack.
#[derive(Clone, Copy, Default)]
pub struct Guards {
    pub gates: Option<Gates>,
    /// Nothing suspends while it runs [io/FW-4].
    pub zone: bool,
    /// The gates are those of streams among its arguments.
    pub stream: Option<Plan>,
    /// Nothing suspends while a call runs of which this is true. Must not run PHP code.
    pub zone_when: Option<unsafe fn(Call) -> bool>,
    /// Called first. Must not run PHP code.
    pub before: Option<unsafe fn()>,
    /// Calls the function, which needs nothing else, with the arguments of the wrapper.
    pub around: Option<Around>,
    /// `around` serves calls before the first use of the API, too.
    pub everywhere: bool,
    pub waiter: Waiter,
}

/// The note on a wrapped function.
#[repr(C)]
pub struct Wrapped {
    /// First: it is read where a call is known by its frame alone (`calls/call_stack.rs`).
    pub connection: Option<Connection>,
    /// The function's own handler.
    pub original: Handler,
    /// What is called inside the gates.
    pub inner: Handler,
    /// What that calls where it is a wrapper of the function's kind.
    pub body: Handler,
    pub guards: Guards,
    /// What is called inside the gate of a connection.
    pub next: Handler,
    /// On a template of the PDO pool the call goes elsewhere, before anything else.
    pub pooled: Option<Method>,
    /// What is called otherwise, and there in the end.
    pub direct: Handler,
}

impl Wrapped {
    /// The note on a function that needs the gate of its connection and nothing else, with the wrapper of such functions.
    pub fn of_connection(original: Handler, connection: Connection, wrapper: Handler) -> &'static Wrapped {
        Box::leak(Box::new(Wrapped {
            original,
            inner: original,
            body: original,
            guards: Guards::default(),
            next: original,
            connection: Some(connection),
            pooled: None,
            direct: wrapper,
        }))
    }
}

/// What a wrapped method of PDO does on a template, and the handler for everything else.
///
/// # Safety
/// The frame of a call whose handler is `pdo_pool::call`.
#[inline]
pub unsafe fn pooled(frame: *mut ExecuteData) -> (Method, Handler) {
    // SAFETY: the handler of the frame's function is a wrapper of ours, as this function demands, so the note is a `Wrapped`.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        ((*wrapped).pooled.unwrap_or(Method::Forward), (*wrapped).direct)
    }
}

/// Calls the function's own handler.
///
/// # Safety
/// The arguments of a wrapper.
#[inline(always)]
pub unsafe fn call_original(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the handler of the frame's function is a wrapper of ours, as this function demands, so the note is a `Wrapped`.
    unsafe { ((*wrap::note(frame).cast::<Wrapped>()).original)(frame, result) }
}
