//! What a call has taken out of a stream's buffer before it waits for the rest: a cancelled one gives it back [io/CX-6].
//!
//! ```text
//!   fgetcsv($s)  begins                                    where the stream stands is noted
//!     takes half a record, the stream is read again        what was taken is copied, before PHP's buffer is filled anew
//!       cancelled                                          the copies go back into the buffer
//! ```
//!
//! For calls that make something else of what they read, and whose result does not have it any more. They take all that is in the buffer
//! before they have the stream read again, so PHP fills it from its start.

use super::TAKING;
use super::originals::is_read_here;
use crate::boundary::calls::addresses::{Address, Addresses};
use crate::engine::per_thread::per_thread;
use crate::engine::stream_buffer;
use crate::engine::streams::Stream;
use crate::scheduler::{self, CoroutineObject, current_object};

/// What a call has taken of a stream.
struct Taken {
    coroutine: *mut CoroutineObject,
    generation: u32,
    /// Where the stream stood when the call began.
    start: i64,
    /// Up to where the bytes are copied, and where the next one was in the buffer then.
    position: i64,
    offset: usize,
    bytes: Vec<u8>,
}

per_thread!(
    /// By stream: the calls under way.
    fn calls() -> *mut Addresses<Taken> = Addresses::with_hasher(Address::BUILD)
);
/// A call begins. False if another one around it is noted already, which gives back all, or if reads of the stream are not heard of here.
///
/// # Safety
/// In a coroutine that has the read gate of the open stream. [`end`] follows, unless this is false.
pub unsafe fn begin(stream: *mut Stream) -> bool {
    // SAFETY: only this thread reaches its table, and nothing here uses it elsewhere; the stream is open, as this function demands.
    unsafe {
        if !is_read_here(stream) {
            return false;
        }
        let calls = &mut *calls();
        // What an older generation has left will not end.
        if calls.get(&(stream as usize)).is_some_and(|call| call.generation == scheduler::generation()) {
            return false;
        }
        let position = stream_buffer::position(stream);
        let call = Taken {
            coroutine: current_object(),
            generation: scheduler::generation(),
            start: position,
            position,
            offset: stream_buffer::offset_in_buffer(stream),
            bytes: Vec::new(),
        };
        calls.insert(stream as usize, call);
        TAKING.set(calls.len());
        true
    }
}

/// The stream is about to be read: copies what was taken since the last time.
///
/// # Safety
/// In the read operation of an open stream.
#[cold]
pub unsafe fn before_read(stream: *mut Stream) {
    // SAFETY: only this thread reaches its table; looking at the stream, which is open, uses it nowhere else.
    unsafe {
        match (*calls()).get_mut(&(stream as usize)) {
            Some(call) if call.coroutine == current_object() => call.copy(stream),
            // One that does not wait, in non-blocking mode: whose bytes are whose is not known any more.
            Some(call) => call.start = i64::MIN,
            None => (),
        }
    }
}

impl Taken {
    unsafe fn copy(&mut self, stream: *mut Stream) {
        // SAFETY: the callers' stream is open.
        unsafe {
            let (position, offset) = (stream_buffer::position(stream), stream_buffer::offset_in_buffer(stream));
            if let Ok(count @ 1..) = usize::try_from(position - self.position) {
                // PHP has begun at the start of its buffer again, but written nothing yet, unless they end where it reads on.
                let from = if offset >= count { offset - count } else { self.offset };
                self.bytes.extend_from_slice(stream_buffer::in_buffer(stream, from, count));
            }
            (self.position, self.offset) = (position, offset);
        }
    }
}

/// The call has ended. With `cancelled` all that it has taken goes back; false if that is not known any more.
///
/// # Safety
/// After [`begin`], which has returned true; with `cancelled` the stream is still open and its gate held.
pub unsafe fn end(stream: *mut Stream, cancelled: bool) -> bool {
    // SAFETY: only this thread reaches its table. The stream is open where it is looked at, as this function demands.
    unsafe {
        let Some(mut call) = (*calls()).remove(&(stream as usize)) else { return false };
        TAKING.set((*calls()).len());
        if !cancelled {
            return false;
        }
        call.copy(stream);
        // A call that has moved the position has not read on from where it began.
        let is_all = call.position.wrapping_sub(call.start) == call.bytes.len() as i64;
        if is_all && !call.bytes.is_empty() {
            stream_buffer::unread(stream, &call.bytes);
        }
        is_all
    }
}

/// The end of a request.
pub fn request_shutdown() {
    // SAFETY: only this thread reaches its table.
    unsafe { drop(core::mem::take(&mut *calls())) };
    TAKING.set(0);
}
