//! Closing a stream that other coroutines are inside of [io/SO-6, io/IO-13].
//!
//! ```text
//!   fgets($s)  waits for data                         <- 2. its wait ends: "closed"; the call returns false
//!   fgets($s)  waits for its turn                     <- 1. is told; returns false without having begun
//!   fclose($s) 0. $s looks closed to PHP code from now on
//!              3. waits until all have left           -> 4. really closes
//! ```
//!
//! Inside are the holders of the gates of the stream, and calls without a gate, which are listed here while they run
//! ([`Visit`]), or hold the stream in another way (`holders.rs`). Waiting for them is not cancellable [io/CX-12]; a cancellation that arrives is raised afterwards.
//! Only where two closings wait for each other does one of them give up ([`drain`]).

use super::{holders, read_key, writers_key};
use crate::boundary::calls::hidden;
use crate::boundary::exclusion::gate;
use crate::boundary::wait;
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Stream};
use crate::reactor::watch;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::{self, CoroutineObject, FirstCancellation, current_object, deadlocks};
use core::ffi::c_int;
use core::ptr;

/// A call that uses a stream without a gate. Lies on the stack of the coroutine that makes it.
pub struct Visit {
    stream: *mut Stream,
    coroutine: *mut CoroutineObject,
    link: LinkOf<Visit>,
}

listed!(Visit, link);

const BUCKETS: usize = 256;

/// The calls under way, by stream.
struct Table {
    visits: [ListOf<Visit>; BUCKETS],
    /// What an older generation lists lies on stacks that do not exist any more.
    generation: u32,
}

per_thread!(static TABLE: *mut Table = ptr::null_mut());

impl Table {
    fn of_thread() -> *mut Table {
        TABLE.with(|table| {
            if table.get().is_null() {
                let new = Table { visits: [ListOf::EMPTY; BUCKETS], generation: scheduler::generation() };
                table.set(Box::into_raw(Box::new(new)));
            }
            let current = table.get();
            // SAFETY: only this thread reaches its table, and no caller holds a reference into it.
            unsafe {
                if (*current).generation != scheduler::generation() {
                    (*current).visits = [ListOf::EMPTY; BUCKETS];
                    (*current).generation = scheduler::generation();
                }
            }
            current
        })
    }
}

fn bucket(stream: *mut Stream) -> usize {
    // Streams are 16 bytes apart at least.
    ((stream as usize >> 4) ^ (stream as usize >> 12)) % BUCKETS
}

impl Visit {
    pub fn new(stream: *mut Stream) -> Visit {
        Visit { stream, coroutine: current_object(), link: LinkOf::new() }
    }

    /// The call begins.
    ///
    /// # Safety
    /// Stays where it is until [`end`](Self::end).
    #[inline]
    pub unsafe fn begin(this: *mut Visit) {
        // SAFETY: listed visits are those of calls that have not ended.
        unsafe {
            ListOf::push_front(&raw mut (*Table::of_thread()).visits[bucket((*this).stream)], this);
        }
    }

    /// # Safety
    /// It has begun, in this coroutine.
    #[inline]
    pub unsafe fn end(this: *mut Visit) {
        // SAFETY: it is listed, and so are its neighbours. After a fatal error nothing is listed, and this is not reached.
        unsafe {
            ListOf::remove(&raw mut (*Table::of_thread()).visits[bucket((*this).stream)], this);
            gate::tell_watchers();
        }
    }
}

/// Calls something that is inside of the stream meanwhile.
///
/// # Safety
/// An open stream, in coroutine context.
#[inline]
pub unsafe fn visiting<R>(stream: *mut Stream, call: impl FnOnce() -> R) -> R {
    // SAFETY: the visit ends before its frame does.
    unsafe {
        let mut visit = Visit::new(stream);
        let visit = &raw mut visit;
        Visit::begin(visit);
        let result = call();
        Visit::end(visit);
        result
    }
}

/// Whether another coroutine is inside a call on the stream.
///
/// # Safety
/// On a PHP thread with a request. The stream is not freed.
pub unsafe fn is_used_by_others(stream: *mut Stream) -> bool {
    // SAFETY: listed visits are those of calls that have not ended.
    unsafe {
        if gate::is_held_by_another(read_key(stream)) || gate::is_held_by_another(writers_key(stream)) {
            return true;
        }
        let mut visit = (*Table::of_thread()).visits[bucket(stream)].first();
        while !visit.is_null() {
            if (*visit).stream == stream && (*visit).coroutine != current_object() {
                return true;
            }
            visit = (*visit).link.next();
        }
        holders::is_used_by_others(stream)
    }
}

/// Whether the stream is being freed by another coroutine than the one that asks. It is not to be used any more.
///
/// # Safety
/// An open stream.
#[inline]
pub unsafe fn is_being_freed(stream: *mut Stream) -> bool {
    // SAFETY: the stream is open, as this function demands.
    unsafe { streams::is_being_freed(stream) && gate::is_held_by_another(read_key(stream)) }
}

/// Closes a stream with `close`, a function of PHP's, when the calls of others have ended. Returns whether it has closed it. False, with an
/// exception, where nothing may wait for them, or where they wait for this coroutine: then the stream stays open.
///
/// # Safety
/// In a call of an internal function that holds the stream's resource, with hooks enabled.
pub unsafe fn close(stream: *mut Stream, close: impl FnOnce() -> bool) -> bool {
    // SAFETY: the call holds the stream's resource, as this function demands, so it lives. No reference into the table is
    // held across a wait.
    unsafe {
        let mut held = FirstCancellation::NONE;
        let is_used = is_used_by_others(stream);
        if is_used && !wait::may_suspend() {
            gate::refuse_closing("stream");
            return false;
        }
        // A call that asks for the same persistent connection from now on, while this waits or PHP empties the buffer, opens another one.
        let is_unlisted = streams::unlist(stream);
        if is_used {
            let closed = hidden::hide(stream);
            let have_left = drain(stream, &mut held);
            hidden::show(&closed);
            if !have_left {
                if is_unlisted {
                    streams::list_again(stream);
                }
                gate::refuse_closing("stream");
                wait::raise_held(held);
                return false;
            }
            streams::allow_closing(stream);
        }
        // A coroutine that comes while PHP empties the stream's buffer waits, and is told.
        let keys = [read_key(stream), writers_key(stream)];
        let entered = keys.map(|key| gate::try_enter(key) == Some(gate::Entry::Entered));
        // PHP frees the stream and then its context, whose options may have destructors that wait. The stream that is opened meanwhile
        // may lie at the same address: its gates must not be these.
        let context = streams::hold_context(stream);
        let closed = close();
        if is_unlisted && !closed {
            streams::list_again(stream);
        }
        for (key, entered) in keys.into_iter().zip(entered) {
            if entered {
                if closed {
                    gate::close(key);
                }
                gate::leave(key);
            }
        }
        if let Some(context) = context {
            streams::release(context);
        }
        wait::raise_held(held);
        true
    }
}

/// PHP frees a stream, for whatever reason: `close` is its operation. The resource is gone already. Where nothing may wait for
/// others that are inside, or they wait for this coroutine, the request ends with a fatal error: they would go on with freed memory.
///
/// # Safety
/// In the operation. No frame above needs dropping.
pub unsafe fn close_now(stream: *mut Stream, close: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: PHP frees the stream when its operation has returned, and not before.
    unsafe {
        let used = wait::enabled() && !scheduler::unwind::is_active() && is_used_by_others(stream);
        if used && !wait::may_suspend() {
            streams::refuse_freeing(stream);
        }
        let mut held = FirstCancellation::NONE;
        if used && !drain(stream, &mut held) {
            drop(held.take());
            streams::refuse_freeing(stream);
        }
        let result = close();
        wait::raise_held(held);
        result
    }
}

/// Ends the calls of others and waits until they have left; errno stays. The first cancellation that arrives meanwhile is left in
/// `held`. False when they stay: they wait for this coroutine, as where two close what the other one is inside of. A deadlock
/// then cancels all and ends nothing, so the second one is taken for the answer; without it there would be one after the other.
///
/// # Safety
/// The stream lives; the coroutine may suspend.
unsafe fn drain(stream: *mut Stream, held: &mut FirstCancellation) -> bool {
    // SAFETY: the stream lives and the coroutine may suspend, as this function demands.
    unsafe {
        let errno = wait::errno();
        let fd = streams::descriptor(stream);
        gate::close(read_key(stream));
        gate::close(writers_key(stream));
        if fd >= 0 {
            watch::shut(fd);
        }
        let before = deadlocks();
        let mut turns = 0;
        let mut is_hopeless = false;
        let mut are_inside = is_used_by_others(stream);
        while are_inside && !is_hopeless {
            turns += 1;
            // Most leave at once. One that does not may be waiting for something else: another descriptor, a lock.
            if turns == 2 {
                send_away();
            }
            let woken = if turns == 1 { wait::yield_uncancelled() } else { gate::watch() };
            if let Err(cancellation) = woken {
                drop(held.keep(cancellation));
                is_hopeless = deadlocks().wrapping_sub(before) > 1;
            }
            // The others have seen that deadlock too, and those that ran before this one may have left.
            are_inside = is_used_by_others(stream);
        }
        if fd >= 0 {
            watch::closed(fd);
        }
        wait::set_errno(errno);
        !are_inside
    }
}

/// Wakes those that wait inside a call on a stream that is being closed: they look again, and leave. Calls of PHP code, in
/// a stream of user space or a filter, are not disturbed.
#[cold]
unsafe fn send_away() {
    // SAFETY: suspended coroutines have frames; waking does not switch.
    unsafe {
        scheduler::each_coroutine(|coroutine| {
            if coroutine != current_object() && hidden::is_given_one((*coroutine).suspended_frame()) {
                scheduler::wake(coroutine.cast());
            }
        });
    }
}
