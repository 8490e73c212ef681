//! Streams that are parameters of a statement of PDO: the drivers read them when it is executed. PDO holds them by the variable
//! that is bound, and reads as if nothing else could: so such a stream is held, and its reading gate is taken, for as long as
//! the call lasts [io/SO-10, io/SO-6].

use super::{gate_of_calls, this_of};
use crate::abi::Object;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::streams::read_key;
use crate::engine::connection::{release_bound, stream_bound};
use crate::engine::entry::{Call, Handler};
use crate::scheduler;

/// Executes a statement.
///
/// # Safety
/// The arguments of a wrapper, inside the gate of the connection.
pub unsafe fn execute(call: Call, next: Handler) {
    // SAFETY: the arguments of a wrapper inside the gate of the connection, as this function demands.
    unsafe {
        let statement = this_of(call);
        if statement.is_null() { next(call.frame(), call.result()) } else { execute_with(statement, 0, call, next) }
    }
}

/// The streams from one position on, one after the other; the call is made inside of all of them.
unsafe fn execute_with(statement: *mut Object, mut position: u32, call: Call, next: Handler) {
    // SAFETY: the statement is held by the call. A stream that is found is held until it is released.
    unsafe {
        let Some(bound) = stream_bound(statement, &mut position) else {
            return next(call.frame(), call.result());
        };
        let key = match gate_of_calls(bound.stream) {
            0 => read_key(bound.stream),
            connection => connection,
        };
        let before = scheduler::switches();
        // One that is closed meanwhile is refused by PDO, as it is closed.
        let entry = gate::enter(key, "stream");
        if entry != Entry::Cancelled {
            // The variable may have come to hold another one.
            let again = scheduler::switches() != before && entry == Entry::Entered;
            execute_with(statement, if again { position } else { position + 1 }, call, next);
        }
        if entry == Entry::Entered {
            gate::leave(key);
        }
        release_bound(bound);
    }
}
