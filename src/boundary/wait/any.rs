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

/// A wait that ends when a handler in PHP receives a signal [io/SL-2].
#[repr(C)]
struct Signalled {
    interruptible: Interruptible,
    frame: *mut Frame,
}

unsafe fn signalled(interruptible: *mut Interruptible) {
    // SAFETY: the start of a structure whose coroutine is parked.
    unsafe {
        let frame = (*interruptible.byte_sub(offset_of!(Signalled, interruptible)).cast::<Signalled>()).frame;
        (*frame).signal = true;
        (*frame).wake_up();
    }
}

/// Waits for any of several descriptors, as an observer or onlooker. Negative ones are ignored, and so are those that the kernel
/// cannot watch: they are always ready for what they can do. With none left this is a sleep. `closed_fd` gets the descriptor of
/// `Closed`. With `signal` the wait is `Ready` as well when a handler in PHP has received one, which is noted there.
///
/// # Safety
/// As [`wait_one`](super::hook::wait_one).
pub unsafe fn wait_any(
    fds: *const libc::pollfd,
    count: usize,
    deadline: u64,
    kind: WaiterKind,
    signal: Option<&mut bool>,
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
            outcome = if signal.is_some() { park_until_signal(frame, deadline) } else { park_frame(frame, deadline) };
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
        if let Some(signal) = signal {
            *signal = (*frame).signal;
        }
        outcome
    }
}

unsafe fn park_until_signal(frame: *mut Frame, deadline: u64) -> Outcome {
    // SAFETY: the structure stays here until it is taken out.
    unsafe {
        let mut signalled = Signalled { interruptible: Interruptible::new(signalled), frame };
        let interruptible = &raw mut signalled.interruptible;
        signal::tell_earlier();
        Interruptible::register(interruptible);
        let outcome = park_frame(frame, deadline);
        Interruptible::unregister(interruptible);
        outcome
    }
}
