//! Functions that make something else of what they read, such as fields, and leave it nowhere as it was: what a cancelled one has taken
//! out of the buffer of its stream goes back all the same [io/CX-6].

use super::stream_plan::{Place, Plan, Returns};
use super::wrapped::{Guards, Wrapped};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::streams::taken;
use crate::boundary::wait;
use crate::engine::entry::Call;
use crate::engine::{exception, stream_buffer, wrap, zval};
use core::ptr;

/// Whether a function is one of them.
pub fn is_one(guards: Option<&Guards>) -> bool {
    matches!(guards, Some(Guards { stream: Some(Plan { returns: Returns::Made, .. }), .. }))
}

/// The wrapper, inside the gate of the stream.
///
/// # Safety
/// The arguments of a wrapper.
pub unsafe extern "C" fn call(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: this wrapper is only put before functions with a note of ours; the frame is live. The stream is open while the call has it:
    // a close waits. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        let body = (*wrapped).body;
        let Some(plan) = &(*wrapped).guards.stream else { return body(frame, result) };
        let call = Call::of(frame, result);
        let stream = if wait::enabled() { plan.find(call) } else { ptr::null_mut() };
        if stream.is_null() {
            return body(frame, result);
        }
        let line = if plan.is_of_file() { stream_buffer::line_of_file(call.this()) } else { 0 };
        if !taken::begin(stream) {
            return body(frame, result);
        }
        body(frame, result);
        let pending = exception::pending();
        let cancelled = !pending.is_null() && exception::is_cancellation(pending) && plan.find(call) == stream;
        if taken::end(stream, cancelled) {
            if plan.is_of_file() {
                stream_buffer::forget_line_of_file(call.this(), line);
            }
            zval::clear(result);
            result.write(Zval::from_bool(false));
        }
    }
}

impl Plan {
    fn is_of_file(&self) -> bool {
        matches!(self.place, Place::File)
    }
}
