//! The timeouts of a channel: no coroutine sends, or none receives, while others wait for it (primitives 2.6).
//!
//! One timer guards one side: the receivers as long as one of them starves, else the senders. A *soft* one neither keeps the
//! process alive nor waits for its time when everything else has come to a halt: it is a way out of a deadlock.

use super::closing::{self, Reason};
use super::{ChannelObject, Settings};
use crate::abi::memory;
use crate::engine::exception;
use crate::reactor::{self, TimerNode};
use crate::scheduler::escape::Escape;
use core::mem::{offset_of, size_of};
use core::ptr;

const NS_PER_MS: u64 = 1_000_000;

/// Which waiters the timer guards.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    None,
    Receivers,
    Senders,
}

/// Only channels with timeouts have it.
pub struct Starvation {
    timer: TimerNode,
    escape: Escape,
    channel: *mut ChannelObject,
    no_producer_ms: u32,
    no_consumer_ms: u32,
    hard: bool,
    guarded: Side,
}

impl Starvation {
    /// What a channel with these settings needs: null if there are no timeouts.
    ///
    /// # Safety
    /// A request is active.
    pub unsafe fn new(channel: *mut ChannelObject, settings: &Settings) -> *mut Starvation {
        if settings.no_producer_ms == 0 && settings.no_consumer_ms == 0 {
            return ptr::null_mut();
        }
        // SAFETY: fresh memory.
        unsafe {
            let this: *mut Starvation = memory::allocate(size_of::<Starvation>());
            let mut timer = TimerNode::new(fire);
            timer.hidden = !settings.hard;
            this.write(Starvation {
                timer,
                escape: Escape::new(take_escape),
                channel,
                no_producer_ms: settings.no_producer_ms,
                no_consumer_ms: settings.no_consumer_ms,
                hard: settings.hard,
                guarded: Side::None,
            });
            this
        }
    }

    /// A coroutine began to wait, was woken or left: decides which side the timer guards now
    /// [primitives/CH-33, primitives/CH-34].
    ///
    /// # Safety
    /// The channel is alive. Runs no PHP code.
    #[inline]
    pub unsafe fn check(channel: *mut ChannelObject) {
        // SAFETY: the channel is alive, as this function demands, and its structure lives until `free` has made the pointer
        // null.
        unsafe {
            if !(*channel).starvation.is_null() {
                Self::evaluate(channel);
            }
        }
    }

    #[cold]
    unsafe fn evaluate(channel: *mut ChannelObject) {
        // SAFETY: `check` has seen that the channel has timeouts; the borrows of the queues end before anything is armed.
        unsafe {
            let this = (*channel).starvation;
            let (receivers, senders) = (&(*channel).receivers, &(*channel).senders);
            let starving = if (*channel).is_closed() {
                Side::None
            } else if receivers.has_unreserved() {
                Side::Receivers
            } else if senders.has_unreserved() {
                Side::Senders
            } else {
                Side::None
            };
            if starving == (*this).guarded {
                return;
            }
            Self::disarm(this);
            let ms = match starving {
                Side::None => 0,
                Side::Receivers => (*this).no_producer_ms,
                Side::Senders => (*this).no_consumer_ms,
            };
            (*this).guarded = starving;
            if ms > 0 {
                Self::arm(this, ms);
            }
        }
    }

    unsafe fn arm(this: *mut Starvation, ms: u32) {
        // SAFETY: the structure stays where it is until `free`, which takes its nodes out first; none is in, as `evaluate`
        // has disarmed it.
        unsafe {
            if !reactor::startup() {
                // Without an event loop no time passes.
                drop(exception::take());
                return;
            }
            let deadline = reactor::now_ns().saturating_add(u64::from(ms) * NS_PER_MS);
            reactor::timer::start_node(&raw mut (*this).timer, deadline);
            if !(*this).hard {
                Escape::register(&raw mut (*this).escape);
            }
        }
    }

    unsafe fn disarm(this: *mut Starvation) {
        // SAFETY: the callers' structure is a channel's, not freed yet. Both nodes may be taken out also when they are not
        // in.
        unsafe {
            reactor::timer::stop_node(&raw mut (*this).timer);
            Escape::unregister(&raw mut (*this).escape);
        }
    }

    /// Stops it for good.
    ///
    /// # Safety
    /// The channel is alive. Runs no PHP code.
    pub unsafe fn free(channel: *mut ChannelObject) {
        // SAFETY: the pointer is taken out of the channel, so the structure is freed once; it is disarmed before, so
        // nothing points to it.
        unsafe {
            let this = ptr::replace(&raw mut (*channel).starvation, ptr::null_mut());
            if !this.is_null() {
                Self::disarm(this);
                memory::free(this);
            }
        }
    }

    /// After a fatal error: nothing is armed any more, no side starves.
    ///
    /// # Safety
    /// Null, or that of a living channel.
    pub unsafe fn forget(this: *mut Starvation) {
        // SAFETY: null, or that of a living channel, as this function demands; the reference ends with one store.
        if let Some(this) = unsafe { this.as_mut() } {
            this.guarded = Side::None;
        }
    }
}

/// The other side did not come in time [primitives/CH-36].
unsafe fn fire(timer: *mut TimerNode) {
    // SAFETY: an armed timer is part of the structure of a channel that is alive. Closing may free both: nothing is looked
    // at after it.
    unsafe {
        let this = timer.byte_sub(offset_of!(Starvation, timer)).cast::<Starvation>();
        let reason = if (*this).guarded == Side::Receivers { Reason::NoProducers } else { Reason::NoConsumers };
        closing::close((*this).channel, reason);
    }
}

/// The other side cannot come any more [primitives/CH-38].
unsafe fn take_escape(escape: *mut Escape) {
    // SAFETY: a registered escape is part of the structure of a channel that is alive. Closing may free both: nothing is
    // looked at after it.
    unsafe {
        let this = escape.byte_sub(offset_of!(Starvation, escape)).cast::<Starvation>();
        closing::close((*this).channel, Reason::Deadlock);
    }
}
