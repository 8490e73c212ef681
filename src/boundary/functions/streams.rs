//! Functions that work on a stream: one coroutine at a time for the whole of a call [io/SO-10, io/FW-2a].
//!
//! ```text
//!   fgets($s)   read gate of $s  --> deep, original, buffer, filters, operations of the stream ... --> the next reader
//!   fwrite($s)  write gate of $s --> ...
//! ```
//!
//! PHP's functions keep positions in the stream's buffer while the stream reads, and what is read for a line may take many
//! reads; streams of user space and filters run PHP code in the middle. A reader and a writer do not disturb each other
//! unless they share a position, as in files: then one gate serves both. Streams in non-blocking mode are not waited for.

use super::connections::gate_of_calls;
use super::stream_plan::{Place, Plan, Refusal, Returns, Touch};
use super::wrapped::{GATES, Keys, Wrapped};
use super::{directories, leave};
use crate::abi::zend::{IS_LONG, IS_NULL, IS_STRING};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::Key;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::streams::closing::{self, visiting};
use crate::boundary::streams::{copies, handshakes, read_key, sockets, write_key};
use crate::boundary::wait::{self, Outcome};
use crate::engine::entry::{Call, Handler};
use crate::engine::stream_buffer;
use crate::engine::streams::{self, Stream};
use crate::engine::wrap;
use crate::engine::{exception, string, zval};
use core::ptr;

/// For the report of a deadlock.
const WHAT: &str = "stream";

impl Plan {
    /// What is called in the place of such a function.
    pub fn handler(&self) -> Handler {
        match (self.place, self.touch) {
            (Place::OpenDirectory, _) => on_directory,
            (_, Touch::Copy) => on_two_streams,
            (_, Touch::Use) => on_visit,
            (_, Touch::CloseFile | Touch::Close) => on_close,
            (_, Touch::Both) => on_handshake,
            _ => on_stream,
        }
    }

    /// The stream of a call, or null.
    ///
    /// # Safety
    /// A live call of such a function.
    #[inline]
    pub unsafe fn find(&self, call: Call) -> *mut Stream {
        // SAFETY: the arguments and the object of a live frame.
        unsafe {
            match self.place {
                Place::Argument(_) if self.touch == Touch::RemoveFilter => match call.arg(0) {
                    filter if filter.is_null() => ptr::null_mut(),
                    filter => streams::of_filter(filter).0,
                },
                Place::Argument(index) => streams::of_value(call.arg(index)),
                Place::OpenDirectory => open_directory(call),
                Place::File => streams::of_file(call.this()),
                Place::Directory => streams::of_directory(call.this()),
            }
        }
    }

    #[inline]
    unsafe fn begins_with_a_read(&self, call: Call) -> bool {
        // SAFETY: the arguments of a live frame.
        unsafe {
            self.reads_first == Some(call.arg_count())
                && (call.arg(1).is_null() || (*call.arg(1)).kind() == IS_LONG && (*call.arg(1)).value.long > 0)
        }
    }

    /// The gates of a call, in the order in which they are entered.
    #[inline]
    unsafe fn keys(&self, call: Call, stream: *mut Stream) -> Keys {
        let channel = gate_of_calls(stream);
        if channel != 0 && self.touch != Touch::Copy {
            return [channel, 0];
        }
        // SAFETY: an open stream, and the arguments of a live frame.
        unsafe {
            match self.touch {
                Touch::Receive if asks_for_urgent_data(call) => [0, 0],
                Touch::Read | Touch::Receive => [read_key(stream), 0],
                Touch::Write => [write_key(stream), 0],
                Touch::Both => both(stream, true, true),
                Touch::AddFilter => {
                    let mode = call.arg(2);
                    let mode = if !mode.is_null() && (*mode).kind() == IS_LONG { (*mode).value.long } else { 0 };
                    both(
                        stream,
                        streams::filters_apply(stream, mode, true),
                        streams::filters_apply(stream, mode, false),
                    )
                }
                Touch::RemoveFilter => {
                    let reading = streams::of_filter(call.arg(0)).1;
                    both(stream, reading, !reading)
                }
                Touch::Copy => {
                    let source = if channel != 0 { channel } else { read_key(stream) };
                    let target = streams::of_value(call.arg(1));
                    let target = if target.is_null() { 0 } else { target_key(target) };
                    // Two that copy in opposite directions must not wait for each other.
                    match target {
                        target if target == source => [source, 0],
                        target if target != 0 && target < source => [target, source],
                        target => [source, target],
                    }
                }
                Touch::Use | Touch::CloseFile | Touch::Close => [0, 0],
            }
        }
    }
}

/// The handlers of functions that work on a stream.
pub const WRAPPERS: [Handler; 6] = [on_stream, on_two_streams, on_handshake, on_visit, on_close, on_directory];

/// Whether the flags of `stream_socket_recvfrom()` say so.
unsafe fn asks_for_urgent_data(call: Call) -> bool {
    const STREAM_OOB: i64 = 1;
    // SAFETY: the arguments of a live frame.
    unsafe {
        let flags = call.arg(2);
        !flags.is_null() && (*flags).kind() == IS_LONG && (*flags).value.long & STREAM_OOB != 0
    }
}

unsafe fn both(stream: *mut Stream, reading: bool, writing: bool) -> Keys {
    // SAFETY: an open stream.
    let writing = if writing { unsafe { write_key(stream) } } else { 0 };
    let reading = if reading { read_key(stream) } else { 0 };
    if reading == writing { [reading, 0] } else { [reading, writing] }
}

/// The gate of a stream that is copied to, or 0. Where writing has a direction of its own each write is for itself:
/// between two of them others may write, or they would wait for the end of what is copied.
unsafe fn target_key(stream: *mut Stream) -> Key {
    let channel = gate_of_calls(stream);
    if channel != 0 {
        return channel;
    }
    // SAFETY: an open stream.
    let key = unsafe { write_key(stream) };
    if key == read_key(stream) { key } else { 0 }
}

/// The note on the function that is called, its plan and its stream; `None` when there is nothing to be done about it.
#[inline(always)]
unsafe fn begin<'a>(frame: *mut ExecuteData, result: *mut Zval) -> Result<(&'a Plan, *mut Stream, Handler), Handler> {
    // SAFETY: the wrappers below pass on the live frame that the engine has given them; the note on its function lives as long as the
    // process.
    unsafe {
        let wrapped = wrap::note(frame).cast::<Wrapped>();
        let inner = (*wrapped).inner;
        let Some(plan) = &(*wrapped).guards.stream else { return Err(inner) };
        if !wait::enabled() {
            return Err(inner);
        }
        let stream = plan.find(Call::of(frame, result));
        if stream.is_null() { Err(inner) } else { Ok((plan, stream, inner)) }
    }
}

/// A function that reads or writes.
unsafe extern "C" fn on_stream(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result. The stream lives: the arguments hold it, and it is
    // looked for again after a wait. A bailout may leave this frame, in which nothing needs dropping.
    unsafe {
        let (plan, stream, inner) = match begin(frame, result) {
            Ok(found) => found,
            Err(inner) => return inner(frame, result),
        };
        let call = Call::of(frame, result);
        let keys = plan.keys(call, stream);
        let mut entered = 0;
        // By index: iterators would cost more instructions here than the gate.
        for place in 0..GATES {
            let key = keys[place];
            if key == 0 {
                continue;
            }
            let entry = match gate::try_enter(key) {
                Some(entry) => entry,
                None => wait_for(plan, call, &keys, key),
            };
            match entry {
                Entry::Entered => entered |= 1 << place,
                Entry::Passed => (),
                Entry::Cancelled => return leave(&keys, entered),
                Entry::Closed => {
                    leave(&keys, entered);
                    return plan.refuse(result);
                }
            }
        }
        let waits_first = entered != 0 && sockets::is_empty(stream) && plan.begins_with_a_read(call);
        if waits_first && let entry @ (Entry::Cancelled | Entry::Closed) = wait_first(plan, call, stream) {
            leave(&keys, entered);
            return if entry == Entry::Closed {
                plan.refuse(result)
            };
        }
        let was_at_end = streams::is_at_end(stream);
        let position = (*stream).position;
        inner(frame, result);
        if waits_first {
            sockets::forget_early();
        }
        if !exception::pending().is_null() && plan.find(call) == stream {
            plan.give_back(call, stream, was_at_end, position);
        }
        leave(&keys, entered);
    }
}

/// One that copies: it is inside of the target, too.
unsafe extern "C" fn on_two_streams(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        let target = streams::of_value(Call::of(frame, result).arg(1));
        if !wait::enabled() || target.is_null() {
            return on_stream(frame, result);
        }
        visiting(target, || on_stream(frame, result));
    }
}

/// One that sets up TLS.
unsafe extern "C" fn on_handshake(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        let stream = match begin(frame, result) {
            Ok((_, stream, _)) => stream,
            Err(inner) => return inner(frame, result),
        };
        if streams::never_waits(stream) {
            return on_stream(frame, result);
        }
        handshakes::during(stream, || on_stream(frame, result));
    }
}

/// One that uses the stream in another way.
unsafe extern "C" fn on_visit(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a handler with a live frame and a place for the result.
    unsafe {
        let (plan, stream, inner) = match begin(frame, result) {
            Ok(found) => found,
            Err(inner) => return inner(frame, result),
        };
        if closing::is_being_freed(stream) {
            return plan.refuse(result);
        }
        if gate_of_calls(stream) != 0 {
            return on_stream(frame, result);
        }
        visiting(stream, || inner(frame, result));
    }
}

/// One that closes the stream.
unsafe extern "C" fn on_close(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result; the arguments hold the stream's resource.
    unsafe {
        let (plan, stream, inner) = match begin(frame, result) {
            Ok(found) => found,
            Err(inner) => return inner(frame, result),
        };
        if plan.touch == Touch::CloseFile && streams::refuses_closing(stream) {
            return inner(frame, result);
        }
        let closed = closing::close(stream, || {
            inner(frame, result);
            plan.find(Call::of(frame, result)) != stream
        });
        if !closed {
            plan.refuse(result);
        }
    }
}

/// One on a directory. Where that is no argument nothing else may hold it by the time the call ends: another one may be opened
/// meanwhile.
unsafe extern "C" fn on_directory(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls a wrapper with a live frame and a place for the result. What is held is given back once; a bailout, which
    // leaves this frame, frees all resources.
    unsafe {
        let wrapper = match begin(frame, result) {
            Ok((plan, ..)) if plan.touch == Touch::Close => on_close,
            Ok(_) => on_stream,
            Err(inner) => return inner(frame, result),
        };
        let call = Call::of(frame, result);
        let held = is_left_out(call).then(|| streams::hold(directories::last()));
        wrapper(frame, result);
        if let Some(held) = held {
            streams::release(held);
        }
    }
}

/// The directory that a call names, or else the one that was opened last. Out of line: `find` is part of every call of a stream.
#[cold]
unsafe fn open_directory(call: Call) -> *mut Stream {
    // SAFETY: the arguments of a live frame.
    unsafe { if is_left_out(call) { directories::last() } else { streams::of_value(call.arg(0)) } }
}

/// Whether a call has no directory among its arguments.
unsafe fn is_left_out(call: Call) -> bool {
    // SAFETY: an argument of a live frame.
    unsafe { call.arg(0).is_null() || (*call.arg(0)).kind() == IS_NULL }
}

/// Waits for what the call is going to read first.
unsafe fn wait_first(plan: &Plan, call: Call, stream: *mut Stream) -> Entry {
    // SAFETY: the call, which has the gate of the stream, and has not begun; a close of the stream waits until it has ended.
    unsafe {
        let outcome = sockets::wait_first(stream);
        // Closed is what another one has begun to close as well: PHP's function would complain of it.
        match outcome {
            Outcome::Cancelled => Entry::Cancelled,
            _ if outcome != Outcome::Closed && plan.find(call) == stream => Entry::Passed,
            _ => {
                sockets::forget_early();
                Entry::Closed
            }
        }
    }
}

/// Waits for a gate that another coroutine holds.
#[cold]
unsafe fn wait_for(plan: &Plan, call: Call, keys: &Keys, key: Key) -> Entry {
    // SAFETY: the stream lives until the first wait, and after it if the resource still has it.
    unsafe {
        let stream = plan.find(call);
        let other = if plan.touch == Touch::Copy { streams::of_value(call.arg(1)) } else { ptr::null_mut() };
        // A connection is neither of the streams: its gate is waited for.
        let wanted = [stream, other].into_iter().find(|one| key & !1 == *one as Key);
        if wanted.is_some_and(|wanted| streams::never_waits(wanted) && !handshakes::runs(wanted)) {
            return Entry::Passed;
        }
        match gate::enter(key, WHAT) {
            Entry::Entered => (),
            entry => return entry,
        }
        let same = plan.find(call) == stream && (other.is_null() || streams::of_value(call.arg(1)) == other);
        if same && plan.keys(call, stream) == *keys {
            return Entry::Entered;
        }
        gate::leave(key);
        Entry::Closed
    }
}

impl Plan {
    /// A cancelled call has consumed nothing: what it would return goes back to the buffer of the stream [io/CX-6]. `position`: where the
    /// stream was before the call.
    #[cold]
    unsafe fn give_back(&self, call: Call, stream: *mut Stream, was_at_end: bool, position: i64) {
        // SAFETY: an open stream, that of the call, which has returned.
        unsafe {
            let result = call.result();
            if !exception::is_cancellation(exception::pending()) {
                return;
            }
            // Behind the cancellation PHP calls neither `stream_eof()` nor filters of user space, and takes that for the end, which
            // stops its loops. What others find set may come from a reader, and is true.
            if !was_at_end && matches!(self.touch, Touch::Read | Touch::Receive | Touch::Copy) {
                streams::forget_end(stream);
            }
            if self.returns == Returns::Written {
                return copies::give_back(stream);
            }
            if !matches!(self.returns, Returns::Data | Returns::Record) || (*result).kind() != IS_STRING {
                return;
            }
            let data = string::bytes((*result).value.string);
            // Behind filters PHP reads on although it has the delimiter.
            if self.returns == Returns::Record && stream_buffer::position(stream) - position > data.len() as i64 {
                stream_buffer::unread(stream, string::bytes((*call.arg(2)).value.string));
            }
            stream_buffer::unread(stream, data);
            zval::clear(result);
            result.write(Zval::from_bool(false));
        }
    }

    /// The stream was closed while the call waited for its turn.
    #[cold]
    unsafe fn refuse(&self, result: *mut Zval) {
        // SAFETY: the engine's place for the result.
        unsafe {
            match self.refusal {
                Refusal::False => result.write(Zval::from_bool(false)),
                Refusal::Number(number) => result.write(Zval::from_long(number)),
                Refusal::Nothing => (),
            }
        }
    }
}
