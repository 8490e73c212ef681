//! Waiting for any of several descriptors as an observer, as `poll` and `select` do.

use super::frame::{Frame, WaitSlot, on_ready};
use super::hook::{Outcome, abort_outcome, park_frame, poisoned};
use super::suspend;
use crate::boundary::calls::{closes, hidden};
use crate::reactor::signal;
use crate::reactor::watch::{self, Waiter, WaiterKind};
use crate::scheduler::interrupts::Interruptible;
use core::ffi::c_int;
use core::mem::{MaybeUninit, offset_of};
use core::ptr;

/// Listens, for the length of a call that may wait more than once, to signals that PHP code has handlers for [io/SL-2]: none is lost
/// that comes while the call has been woken for another reason and has not run yet.
#[repr(C)]
pub struct SignalWatch {
    interruptible: Interruptible,
    /// That of the wait under way, or null.
    frame: *mut Frame,
    arrived: bool,
}

impl SignalWatch {
    pub const fn new() -> SignalWatch {
        SignalWatch { interruptible: Interruptible::new(signalled), frame: ptr::null_mut(), arrived: false }
    }

    /// Begins to listen, or begins anew: what was delivered before does not count.
    ///
    /// # Safety
    /// On the PHP thread, with a reactor. The structure stays where it is until [`end`](Self::end).
    pub unsafe fn listen(this: *mut SignalWatch) {
        // SAFETY: the structure stays, as this function demands. Waits that are ended meanwhile only become ready.
        unsafe {
            Interruptible::unregister(&raw mut (*this).interruptible);
            signal::tell_earlier();
            (*this).arrived = false;
            Interruptible::register(&raw mut (*this).interruptible);
        }
    }

    /// Whether one has arrived since.
    ///
    /// # Safety
    /// A live structure.
    pub unsafe fn has_arrived(this: *const SignalWatch) -> bool {
        // SAFETY: alive, as this function demands; it is written while the coroutine is away.
        unsafe { ptr::read_volatile(&raw const (*this).arrived) }
    }

    /// Listens no more. Idempotent.
    ///
    /// # Safety
    /// A live structure.
    pub unsafe fn end(this: *mut SignalWatch) {
        // SAFETY: alive, as this function demands.
        unsafe { Interruptible::unregister(&raw mut (*this).interruptible) }
    }
}

unsafe fn signalled(interruptible: *mut Interruptible) {
    // SAFETY: part of a structure that listens, so it is alive, and its frame while that is not null.
    unsafe {
        let watch = interruptible.byte_sub(offset_of!(SignalWatch, interruptible)).cast::<SignalWatch>();
        (*watch).arrived = true;
        let frame = (*watch).frame;
        if !frame.is_null() {
            (*frame).signal = true;
            (*frame).wake_up();
        }
    }
}

/// Waits for any of several descriptors, as an observer or onlooker. Negative ones are ignored, and so are those that the kernel
/// cannot watch: they are always ready for what they can do. With none left this is a sleep. `closed_fd` gets the descriptor of
/// `Closed`. With `signals`, which listens, the wait is `Ready` as well when one arrives, or has arrived.
///
/// # Safety
/// As [`wait_one`](super::hook::wait_one).
pub unsafe fn wait_any(
    fds: *const libc::pollfd,
    count: usize,
    deadline: u64,
    kind: WaiterKind,
    signals: Option<*mut SignalWatch>,
    closed_fd: &mut c_int,
) -> Outcome {
    const INLINE: usize = 8;
    // SAFETY: slots and frame stay here until every waiter is detached.
    unsafe {
        if poisoned() {
            let entries = if count > 0 { core::slice::from_raw_parts(fds, count) } else { &[] };
            entries.iter().filter(|entry| entry.fd >= 0).for_each(|entry| suspend::on_cancelled(entry.fd));
            return Outcome::Cancelled;
        }
        if count > 0 && hidden::must_leave() {
            *closed_fd = (*fds).fd;
            return Outcome::Closed;
        }
        if count > 0 && closes::must_abort() {
            let entries = core::slice::from_raw_parts(fds, count);
            let mut outcome = Outcome::Closed;
            for entry in entries.iter().filter(|entry| entry.fd >= 0) {
                *closed_fd = entry.fd;
                if abort_outcome(entry.fd) == Outcome::Ready {
                    outcome = Outcome::Ready;
                }
            }
            return outcome;
        }
        let mut frame = Frame::new();
        let frame = &raw mut frame;
        let mut inline = [const { MaybeUninit::<WaitSlot>::uninit() }; INLINE];
        let mut slots = inline.as_mut_ptr().cast::<WaitSlot>();
        if count > INLINE {
            slots = libc::malloc(count * size_of::<WaitSlot>()).cast();
            if slots.is_null() {
                return Outcome::Unwatchable;
            }
        }
        let mut attached = 0;
        let mut outcome = Outcome::Ready;
        for index in 0..count {
            let entry = &*fds.add(index);
            if entry.fd < 0 {
                continue;
            }
            let slot = slots.add(attached);
            slot.write(WaitSlot {
                waiter: Waiter::new(entry.fd, u32::from(entry.events as u16), kind, on_ready),
                frame,
                revents: 0,
                input: 0,
            });
            match watch::attach(slot.cast()) {
                Ok(()) => attached += 1,
                Err(libc::EPERM) => (),
                Err(watch::CLOSING) => (*frame).closed_fd = entry.fd,
                // The caller's own poll will say what is wrong with it.
                Err(libc::EBADF) => (*frame).ready = true,
                Err(_) => outcome = Outcome::Unwatchable,
            }
        }
        if (*frame).closed_fd >= 0 {
            outcome = Outcome::Closed;
        } else if outcome != Outcome::Unwatchable && !(*frame).ready {
            outcome = match signals {
                Some(signals) => park_until_signal(frame, deadline, signals),
                None => park_frame(frame, deadline),
            };
        }
        for index in 0..attached {
            watch::detach(slots.add(index).cast());
            if outcome == Outcome::Cancelled {
                suspend::on_cancelled((*slots.add(index)).waiter.fd);
            }
        }
        if count > INLINE {
            libc::free(slots.cast());
        }
        *closed_fd = (*frame).closed_fd;
        outcome
    }
}

unsafe fn park_until_signal(frame: *mut Frame, deadline: u64, signals: *mut SignalWatch) -> Outcome {
    // SAFETY: the frame and what listens stay where they are while this coroutine is away.
    unsafe {
        if SignalWatch::has_arrived(signals) {
            return Outcome::Ready;
        }
        (*signals).frame = frame;
        let outcome = park_frame(frame, deadline);
        (*signals).frame = ptr::null_mut();
        outcome
    }
}
