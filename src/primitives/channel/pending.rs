//! `recvAsync()`: receivers that are futures. They wait in the same queue as coroutines and are completed on the spot.
//!
//! ```text
//!   receivers --weak--> Pending --weak--> FutureState           held once others are derived from it
//!                          ^------weak------'   its producer: dropping or cancelling the future takes it out
//! ```

use super::starvation::Starvation;
use super::{ChannelObject, new_error, take, taken, withdraw_failed};
use crate::abi::*;
use crate::engine::gc::Report;
use crate::primitives::future::{self, FutureState};
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::generation;
use core::ffi::c_void;
use core::mem::size_of;

/// The place of a future in the queue of receivers.
#[repr(C)]
pub struct Pending {
    waiter: Waiter,
    channel: *mut ChannelObject,
    future: *mut FutureState,
    /// When it began to wait; see [`generation`].
    generation: u32,
}

/// A `Future` of the next value that is not promised [primitives/CH-19]. Never parks. Owned.
///
/// # Safety
/// A request is active; the caller holds the channel.
pub unsafe fn receive_async(this: *mut ChannelObject) -> *mut Object {
    // SAFETY: the place leaves the queue before the future or the channel goes.
    unsafe {
        (*this).revive();
        withdraw_failed(this);
        if (*this).has_free_value() {
            return future::completed(take(this));
        }
        if (*this).is_closed() {
            return future::failed(new_error((*this).reason));
        }
        let state = future::new();
        let place: *mut Pending = memory::allocate(size_of::<Pending>());
        let waiter = Waiter::other(&raw mut (*this).base.event);
        place.write(Pending { waiter, channel: this, future: state, generation: generation() });
        WaitQueue::push(&raw mut (*this).receivers, place.cast());
        (*state).set_producer(abandoned, place.cast());
        future::object_on(state)
    }
}

impl Pending {
    /// Takes a future out of its queue, to be completed. Borrowed.
    ///
    /// # Safety
    /// A queued waiter that is no coroutine; not used again.
    pub unsafe fn withdraw(waiter: *mut Waiter) -> *mut FutureState {
        // SAFETY: a queued waiter that is no coroutine is the start of a place. Its state has not told that it goes, so
        // that is alive.
        unsafe {
            let state = (*waiter.cast::<Pending>()).future;
            WaitQueue::remove(waiter);
            (*state).forget_producer();
            memory::free(waiter);
            state
        }
    }

    /// Gives a future the oldest value. May run others' code.
    ///
    /// # Safety
    /// A queued waiter that is no coroutine; not used again. There is a free value.
    #[inline(never)]
    pub unsafe fn complete(channel: *mut ChannelObject, waiter: *mut Waiter) {
        // SAFETY: the future is alive until it is completed.
        unsafe {
            let state = Pending::withdraw(waiter);
            let value = (*channel).values.pop();
            FutureState::complete(state, value);
            taken(channel);
            Starvation::check(channel);
        }
    }
}

/// The future is not needed any more, or it was cancelled [primitives/CH-20].
unsafe fn abandoned(place: *mut c_void) {
    // SAFETY: a registered place is alive. Others that waited with it are gone if a fatal error has come between.
    unsafe {
        let place = place.cast::<Pending>();
        let channel = (*place).channel;
        if (*place).generation == generation() {
            (*channel).revive();
            WaitQueue::remove(place.cast());
            Starvation::check(channel);
        }
        memory::free(place);
    }
}

/// Reports the futures that the channel holds.
///
/// # Safety
/// In a report of the channel's, whose waiters have not gone with a fatal error.
pub unsafe fn report(this: *mut ChannelObject, report: &Report) {
    // SAFETY: queued waiters are alive, and nothing changes.
    unsafe {
        let mut waiter = (*this).receivers.last();
        while !waiter.is_null() {
            if (*waiter).coroutine().is_null() {
                FutureState::report_held((*waiter.cast::<Pending>()).future, report);
            }
            waiter = (*waiter).previous();
        }
    }
}

/// The channel goes: its futures stay pending for ever.
///
/// # Safety
/// No other one waits.
pub unsafe fn forget_all(this: *mut ChannelObject) {
    // SAFETY: the channel still has its memory, and queued waiters are alive: coroutines are left alone. With a future others may go, too,
    // so the search begins anew.
    unsafe {
        let mut waiter = (*this).receivers.last();
        while !waiter.is_null() {
            if (*waiter).coroutine().is_null() {
                FutureState::leave_pending(Pending::withdraw(waiter));
                waiter = (*this).receivers.last();
            } else {
                waiter = (*waiter).previous();
            }
        }
    }
}
