//! Reading and writing [io/SO-4, io/SO-5, io/SO-7]: attempts of PHP's own operations, and waits outside of them.
//!
//! ```text
//!   operation of the stream:  attempt --moved something, failed, end--> return
//!        ^                       | would wait                             (the first attempt asks only whether
//!        '---- ready ---- wait, with the gate held                         another one is inside)
//!                                | time limit, cancelled, closed --> -1, nothing is lost
//! ```
//!
//! No coroutine switches inside an operation, so none is ever inside OpenSSL, and the buffer that an operation was given is
//! used at once. A write ends when all is written [io/IO-10].

use crate::boundary::calls::Key;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait::descriptor::is_shut_for_reading;
use crate::boundary::wait::sim;
use crate::boundary::wait::{self, Outcome};
use crate::engine::per_thread::per_thread;
use crate::engine::streams::{self, Room, Stream};
use crate::reactor::watch;
use core::ffi::{c_char, c_int};
use core::ptr;

/// For the report of a deadlock.
const WHAT: &str = "stream";

/// What kinds of streams do in their own ways.
pub trait StreamKind {
    /// One attempt to read. Returns the count or -1, and what would have been waited for.
    unsafe fn read(&self, room: *mut c_char, bytes: usize) -> (isize, u32);
    /// Whether the call that reads has some already, and takes what there is: PHP 8.3 on sockets, where it waits for more on files.
    unsafe fn has_some(&self) -> bool {
        false
    }
    /// Whether an attempt to read would find nothing, and a wait, which the call wants then, is told of whatever comes.
    unsafe fn is_empty(&self) -> bool {
        false
    }
    /// One attempt to write.
    unsafe fn write(&self, data: *const c_char, bytes: usize) -> (isize, u32);
    /// The operations as they are in PHP, for what cannot be watched.
    unsafe fn block_reading(&self, room: *mut c_char, bytes: usize) -> isize;
    unsafe fn block_writing(&self, data: *const c_char, bytes: usize) -> isize;
    /// Whether an operation that would wait returns instead.
    unsafe fn is_nonblocking(&self, events: u32) -> bool;
    /// Until when a wait that begins now may last.
    unsafe fn deadline(&self, events: u32) -> u64;
    /// The wait has lasted until then.
    unsafe fn time_out(&self, events: u32, bytes: usize);
    /// What the last attempt was given to write will not be tried again.
    unsafe fn give_up(&self, _data: *const c_char, _bytes: usize) {}
}

/// A wait that comes before the call which reads: how it ended, and its deadline.
#[derive(Clone, Copy)]
pub struct Early {
    pub outcome: Outcome,
    pub deadline: u64,
}

/// No wait has begun that would have a deadline.
const UNSET: u64 = 0;

/// The key of streams in non-blocking mode: no turn is waited for.
pub const NO_TURN: Key = 0;

/// One coroutine's turn in one direction of a stream. The gate is entered when it is needed: to wait for others, or before
/// others run.
struct Exclusion {
    key: Key,
    fd: c_int,
    events: u32,
    entered: bool,
    /// To give way before the first attempt.
    pause: Pause,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    None,
    /// The slice is over [io/W-10].
    Slice,
    /// Simulation takes the attempt for one that would wait.
    Spurious,
}

impl Pause {
    #[cold]
    unsafe fn choose(kind: &impl StreamKind, fd: c_int, events: u32) -> Pause {
        // SAFETY: in an operation, where hooks wait.
        unsafe {
            let pause = match () {
                _ if wait::is_slice_over(fd) => Pause::Slice,
                _ if sim::pretends_to_block() => Pause::Spurious,
                _ => return Pause::None,
            };
            // Last: of a pipe only the kernel knows.
            if wait::looks_in_vain() || !kind.is_nonblocking(events) {
                return pause;
            }
            wait::pass_over();
            Pause::None
        }
    }
}

impl Exclusion {
    unsafe fn new(kind: &impl StreamKind, key: Key, fd: c_int, events: u32) -> Exclusion {
        // SAFETY: in an operation, where hooks wait.
        let pause = unsafe { if wait::is_due() { Pause::choose(kind, fd, events) } else { Pause::None } };
        Exclusion { key, fd, events, entered: false, pause }
    }

    /// Before an attempt. `Some(false)` when the operation ends, `Some(true)` when others have run.
    #[inline(always)]
    unsafe fn begin(&mut self) -> Option<bool> {
        // SAFETY: a turn is made only in an operation where hooks wait.
        unsafe {
            let free = self.entered || self.key == NO_TURN || !gate::is_held_by_another(self.key);
            if free && matches!(self.pause, Pause::None) {
                return None;
            }
            Some(self.begin_slowly())
        }
    }

    #[cold]
    unsafe fn begin_slowly(&mut self) -> bool {
        // SAFETY: a turn is made only in an operation where hooks wait.
        unsafe {
            if !self.enter() {
                return false;
            }
            match core::mem::replace(&mut self.pause, Pause::None) {
                Pause::None => true,
                Pause::Slice => wait::give_way(self.fd) == Outcome::Ready,
                Pause::Spurious if wait::poisoned() => true,
                Pause::Spurious => !matches!(
                    wait::wait_spuriously(self.fd, self.events, watch::WaiterKind::Observer),
                    Outcome::Cancelled | Outcome::Closed
                ),
            }
        }
    }

    unsafe fn enter(&mut self) -> bool {
        if self.entered || self.key == NO_TURN {
            return true;
        }
        // SAFETY: a turn is made only in an operation where hooks wait.
        match unsafe { gate::enter(self.key, WHAT) } {
            Entry::Entered => self.entered = true,
            Entry::Passed => (),
            Entry::Cancelled | Entry::Closed => return false,
        }
        true
    }

    unsafe fn wait(&mut self, wanted: u32, deadline: u64) -> Outcome {
        // SAFETY: a turn is made only in an operation where hooks wait. The gate is free, or held already: no other coroutine has run since it was asked.
        unsafe { if self.enter() { wait::wait_one(self.fd, wanted, deadline) } else { Outcome::Cancelled } }
    }

    unsafe fn end(&mut self) {
        if self.entered {
            // SAFETY: it was entered in this turn.
            unsafe { gate::leave(self.key) }
        }
    }
}

/// The read operation of a stream. `early` is the wait that was made before the call.
///
/// # Safety
/// The arguments of the operation, where hooks wait.
pub unsafe fn read(
    kind: &impl StreamKind,
    stream: *mut Stream,
    key: Key,
    fd: c_int,
    mut early: Option<Early>,
    start: *mut c_char,
    bytes: usize,
) -> isize {
    // SAFETY: the stream lives until the turn has ended: a close waits [io/SO-6].
    unsafe {
        let mut turn = Exclusion::new(kind, key, fd, watch::IN);
        let mut room = Room::new(stream, start, bytes);
        let mut deadline = UNSET;
        // Where it would find nothing the first attempt is not made. Others are: a wait may end for another reason than input, and what
        // was known of that may be wrong.
        let mut may_skip = true;
        // A success leaves errno as the operation found it, whatever attempts in vain and waits have made of it [io/HK-6].
        let errno = wait::errno();
        let result = loop {
            match turn.begin() {
                None => (),
                Some(true) => {
                    wait::set_errno(errno);
                    room.renew();
                }
                Some(false) => break refused(stream),
            }
            let skipped = early.is_some() || may_skip && kind.is_empty();
            may_skip = false;
            let outcome = if let Some(early) = early.take() {
                deadline = early.deadline;
                early.outcome
            } else {
                let (count, wanted) = if skipped { (0, watch::IN) } else { kind.read(room.start, room.bytes) };
                if count != 0 || wanted == 0 || streams::is_at_end(stream) {
                    wait::looked(false);
                    break count;
                }
                if kind.has_some() || kind.is_nonblocking(watch::IN) {
                    wait::looked(true);
                    break 0;
                }
                if deadline == UNSET {
                    deadline = kind.deadline(watch::IN);
                }
                turn.wait(wanted, deadline)
            };
            match outcome {
                Outcome::Timeout if !skipped => {
                    kind.time_out(watch::IN, bytes);
                    break -1;
                }
                Outcome::Cancelled | Outcome::Closed => break refused(stream),
                Outcome::Ready | Outcome::Timeout | Outcome::Unwatchable => wait::set_errno(errno),
            }
            if outcome == Outcome::Unwatchable || outcome == Outcome::Ready && is_shut_for_reading(turn.fd) {
                break kind.block_reading(room.start, room.bytes);
            }
            room.renew();
        };
        turn.end();
        result
    }
}

/// What a read returns that must not wait. Told that for ever, loops of C code that end with the stream only would spin.
unsafe fn refused(stream: *mut Stream) -> isize {
    // SAFETY: in an operation of the stream.
    unsafe {
        if wait::poisoned() && wait::refusal_errno() == libc::ECANCELED {
            streams::set_at_end(stream);
        }
    }
    -1
}

// What a write that moved something could not write at its end: descriptor, start, bytes. PHP asks for it again at once, to be told of the
// failure that has been reported already: with another attempt it would be reported twice, and a time limit would be waited for twice.
per_thread!(static UNWRITTEN: (c_int, *const c_char, usize) = (-1, ptr::null(), 0));

/// Whether a write asks again for what has failed just now. First of all in the operation: nothing may be sent or forgotten for it.
#[inline]
pub fn has_failed(fd: c_int, data: *const c_char, bytes: usize) -> bool {
    UNWRITTEN.get().2 != 0 && UNWRITTEN.replace((-1, ptr::null(), 0)) == (fd, data, bytes)
}

/// The write operation of a stream, which has asked [`has_failed`].
///
/// # Safety
/// As [`read`].
pub unsafe fn write(kind: &impl StreamKind, key: Key, fd: c_int, data: *const c_char, bytes: usize) -> isize {
    // SAFETY: the arguments are those of an operation where hooks wait; the data belong to a frame below this one.
    unsafe {
        let mut turn = Exclusion::new(kind, key, fd, watch::OUT);
        let mut written = 0;
        let mut deadline = UNSET;
        // As in `read`.
        let errno = wait::errno();
        let failure = loop {
            match turn.begin() {
                None => (),
                Some(true) => wait::set_errno(errno),
                Some(false) => break -1,
            }
            let (count, wanted) = kind.write(data.add(written), bytes - written);
            if count > 0 {
                written += count as usize;
                deadline = UNSET;
            }
            if written >= bytes || count < 0 {
                break count;
            }
            // TLS reports a failure so.
            if count == 0 && wanted == 0 {
                break if written > 0 { -1 } else { 0 };
            }
            if wanted != 0 {
                if kind.is_nonblocking(watch::OUT) {
                    wait::looked(true);
                    break 0;
                }
                if deadline == UNSET {
                    deadline = kind.deadline(watch::OUT);
                }
                match turn.wait(wanted, deadline) {
                    Outcome::Ready => wait::set_errno(errno),
                    Outcome::Unwatchable => {
                        wait::set_errno(errno);
                        match kind.block_writing(data.add(written), bytes - written) {
                            count if count > 0 => written += count as usize,
                            count => break count,
                        }
                    }
                    outcome => {
                        kind.give_up(data.add(written), bytes - written);
                        if outcome == Outcome::Timeout {
                            kind.time_out(watch::OUT, bytes - written);
                        }
                        break -1;
                    }
                }
                if written >= bytes {
                    break 0;
                }
            }
            if wait::is_due() && wait::is_slice_over(fd) && !kind.is_nonblocking(watch::OUT) {
                turn.pause = Pause::Slice;
            }
        };
        turn.end();
        if written == 0 {
            return failure;
        }
        if failure < 0 {
            UNWRITTEN.set((fd, data.add(written), bytes - written));
        }
        written as isize
    }
}
