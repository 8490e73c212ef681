//! Channels: values on their way between coroutines [primitives 2, abi/ABI-46, abi/ABI-145].
//!
//! ```text
//!   send() --> [ senders: a queue ]      [ the values: a ring ]      [ receivers: a queue ] --> recv(), foreach
//!                 wait for a place          FIFO, 1 .. N places         wait for a value    --> recvAsync(): futures
//! ```
//!
//! A woken coroutine was promised what became free (see `wait_queue.rs`), so a value is *free* when more values are stored
//! than receivers hold reservations, and a place likewise. No coroutine waits while something is free for it.
//!
//! A channel of capacity 0 is a *rendezvous*: its one place is where a value changes hands. Its sender waits beside the
//! place, *delivering*, until the value is taken; a value that was matched with a receiver is *committed* and stays,
//! whatever happens to the two.

mod closing;
mod methods;
mod pending;
mod ring;
mod starvation;

pub use closing::{Reason, close, new_error, set_classes};
pub use methods::register;
pub use pending::receive_async;

use super::token::{Ended, Token};
use super::wait_queue::{WaitQueue, Waiter};
use crate::abi::*;
use crate::engine::class::ObjectModel;
use crate::engine::event_object::{self, Body};
use crate::engine::gc::Report;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{exception, string, zval};
use crate::scheduler::callbacks::zend_async_callbacks_vector_free;
use crate::scheduler::large_stack;
use crate::scheduler::resume;
use crate::scheduler::scope::{self, owned::Owned};
use crate::scheduler::{event, generation};
use core::ffi::c_void;
use core::ptr;
use pending::Pending;
use ring::Ring;
use starvation::Starvation;

/// The largest capacity, and the longest timeout in milliseconds [primitives/CH-1].
pub const LIMIT: i64 = 0x7fff_ffff;

/// A channel, in the PHP object `Async\Channel`.
#[repr(C)]
pub struct ChannelObject {
    pub base: Channel,
    values: Ring,
    receivers: WaitQueue,
    senders: WaitQueue,
    /// The sender of the value in the place of a rendezvous, waiting until it is taken; else null.
    delivering: *mut Waiter,
    /// Null without timeouts.
    starvation: *mut Starvation,
    /// The exception that all got when it was closed; none as long as it was not needed.
    error: Option<OwnedObject>,
    /// Ends with the scope in which it was made.
    owned: Owned,
    /// When its waiters began to wait; see [`generation`].
    generation: u32,
    reason: Reason,
    constructed: bool,
    /// Made with a capacity above 0.
    buffered: bool,
    /// The value in the place of a rendezvous belongs to a receiver that was woken for it [primitives/CH-14].
    committed: bool,
}

/// What a channel may be told when it is made.
pub struct Settings {
    pub capacity: u32,
    pub no_producer_ms: u32,
    pub no_consumer_ms: u32,
    /// The timeouts keep the process alive.
    pub hard: bool,
}

/// Why nothing was received.
pub enum End {
    /// The channel is closed and has nothing left.
    Closed,
    /// `None` when nothing is to be thrown beyond what is pending.
    Error(Option<OwnedObject>),
}

impl Body for ChannelObject {
    const DESTROY: Option<unsafe extern "C" fn(*mut Object)> = Some(closing::destroy);
    const FREE: unsafe extern "C" fn(*mut Object) = large_stack::free_object::<Self>;

    fn model() -> &'static ObjectModel {
        event_object::model!()
    }

    unsafe fn init(this: *mut Self) {
        // SAFETY: a new object.
        unsafe {
            let event = &raw mut (*this).base.event;
            event::embed(event, Self::OFFSET);
            (*event).replay = Some(closing::replay);
            (*event).info = Some(info);
            methods::install(&mut (*this).base);
            (*this).values = Ring::new(1);
            (*this).receivers = WaitQueue::new();
            (*this).senders = WaitQueue::new();
            (*this).owned = Owned::new(closing::owner_ended);
            (*this).generation = generation();
        }
    }

    unsafe fn free(this: *mut Self) {
        // SAFETY: each part is taken out before it is released.
        unsafe {
            (*this).revive();
            Owned::detach(&raw mut (*this).owned);
            Starvation::free(this);
            pending::forget_all(this);
            zend_async_callbacks_vector_free(&raw mut (*this).base.event.callbacks, this.cast());
            release_values(this);
            (*this).values.free();
            drop((*this).error.take());
        }
    }

    unsafe fn report(this: *mut Self, report: &Report) {
        // SAFETY: the collector asks a living channel, which holds what it reports, and changes nothing.
        unsafe {
            (*this).values.report(report);
            report.object((*this).error.as_nullable());
            if (*this).generation == generation() {
                pending::report(this, report);
            }
        }
    }
}

/// Releases all values. May run destructors, and those of a chain of channels that each hold the next one: on a large stack
/// when little is left [io/FW-6].
unsafe fn release_values(this: *mut ChannelObject) {
    unsafe extern "C" fn release(this: *mut c_void) {
        // SAFETY: the channel of the caller below, which waits. Each value is taken out first; a destructor may take others.
        unsafe {
            let this = this.cast::<ChannelObject>();
            while (*this).values.len() > 0 {
                let mut value = (*this).values.pop();
                zval::clear(&raw mut value);
            }
        }
    }
    // SAFETY: the caller keeps the channel until this returns.
    unsafe {
        if (*this).values.len() == 0 || (large_stack::is_short() && large_stack::call(release, this.cast())) {
            return;
        }
        release(this.cast());
    }
}

/// The description in reports [primitives/CM-15].
unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: the event is the start of a channel; a request is active.
    unsafe {
        let this = &*event.cast::<ChannelObject>();
        let (receivers, senders) = (&this.receivers, &this.senders);
        string::new(&format!(
            "Channel(capacity={}, receivers={}, senders={}, reserved={}/{})",
            this.capacity(),
            receivers.len(),
            senders.len(),
            receivers.reserved(),
            senders.reserved()
        ))
    }
}

impl ChannelObject {
    /// Completes a new channel: it belongs to the scope of the running code [primitives/CH-40]. Idempotent.
    ///
    /// # Safety
    /// The channel is alive. Runs no PHP code.
    pub unsafe fn construct(this: *mut ChannelObject, settings: Settings) {
        // SAFETY: the channel is alive, as this function demands; nothing is stored or waited for yet, so the new ring
        // replaces one without a block.
        unsafe {
            if ptr::replace(&raw mut (*this).constructed, true) {
                return;
            }
            (*this).buffered = settings.capacity > 0;
            (*this).values = Ring::new(settings.capacity.max(1));
            (*this).starvation = Starvation::new(this, &settings);
            Owned::attach(&raw mut (*this).owned, scope::current());
        }
    }

    /// Whether it is complete, or nothing was done to it yet.
    pub fn is_unused(&self) -> bool {
        self.constructed || self.values.len() == 0 && self.receivers.is_empty() && self.senders.is_empty()
    }

    pub fn capacity(&self) -> u32 {
        if self.buffered { self.values.limit() } else { 0 }
    }

    /// The stored values, those that were promised included [primitives/CH-5].
    pub fn count(&self) -> u32 {
        self.values.len()
    }

    /// Whether there is no physical place left [primitives/CH-5].
    pub fn is_full(&self) -> bool {
        self.values.room() == 0
    }

    #[inline]
    pub fn is_closed(&self) -> bool {
        self.base.event.flags.contains(EventFlags::CLOSED)
    }

    /// Why it was closed.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The wait of the delivering sender, which exists, has ended with an error that is about to be thrown.
    #[cold]
    fn delivering_has_failed(&self) -> bool {
        // SAFETY: it is parked in the channel, or about to run, so waiter and coroutine are alive, and the coroutine has
        // the waker that it parked with.
        unsafe { !(*(*(*self.delivering).coroutine()).base.waker).error.is_null() }
    }

    #[inline]
    fn has_free_value(&self) -> bool {
        self.values.len() > self.receivers.reserved()
    }

    #[inline]
    fn has_free_place(&self) -> bool {
        self.values.room() > self.senders.reserved()
    }

    /// After a fatal error nothing waits any more, whatever the queues say.
    #[inline]
    fn revive(&mut self) {
        if self.generation != generation() {
            self.forget_waiters();
        }
    }

    #[cold]
    fn forget_waiters(&mut self) {
        self.generation = generation();
        self.receivers = WaitQueue::new();
        self.senders = WaitQueue::new();
        self.delivering = ptr::null_mut();
        // SAFETY: null, or made for this channel and not freed, as `free` makes the pointer null.
        unsafe { Starvation::forget(self.starvation) };
    }
}

/// Sends a value, of which a copy is made; waits for a place if there is none, and in a rendezvous for a receiver. `Err`
/// holds what is to be thrown, if anything [primitives/CH-14].
///
/// # Safety
/// In a coroutine. The caller holds the channel, the value and the token.
#[inline(always)]
pub unsafe fn send(this: *mut ChannelObject, value: *mut Zval, token: Token) -> Ended {
    // SAFETY: no borrow of the channel lives across a call that others may run in.
    unsafe {
        (*this).revive();
        if !token.check() {
            return Err(None);
        }
        if (*this).is_closed() || !(*this).has_free_place() {
            wait_for_place(this, token)?;
        }
        if put(this, value) || (*this).buffered { Ok(()) } else { deliver(this, token) }
    }
}

#[inline(never)]
unsafe fn wait_for_place(this: *mut ChannelObject, token: Token) -> Ended {
    // SAFETY: the caller of `send` holds the channel and the token; the channel is looked at anew after every wait.
    unsafe {
        while !(*this).is_closed() {
            if (*this).has_free_place() {
                return Ok(());
            }
            park(this, &raw mut (*this).senders, token)?;
        }
        Err(Some(new_error((*this).reason)))
    }
}

/// Stores a value in a free place and gives it to the oldest receiver. Whether one was waiting.
#[inline(always)]
unsafe fn put(this: *mut ChannelObject, value: *mut Zval) -> bool {
    // SAFETY: there is a free place. Where a receiver waits, no other value is free.
    unsafe {
        (*this).values.push(zval::copy(value));
        let receiver = (*this).receivers.next();
        if receiver.is_null() {
            (*this).committed = false;
            return false;
        }
        give(this, receiver);
        Starvation::check(this);
        true
    }
}

/// Waits until the value in the place of a rendezvous is taken.
#[cold]
unsafe fn deliver(this: *mut ChannelObject, token: Token) -> Ended {
    // SAFETY: the waiter leaves queue and channel before this frame ends.
    unsafe {
        loop {
            let mut waiter = Waiter::current(&raw mut (*this).base.event).aside();
            (*this).delivering = &raw mut waiter;
            let woken = if resume::check_may_suspend() {
                park_waiter(this, &raw mut (*this).senders, &raw mut waiter, token)
            } else {
                Err(None)
            };
            if (*this).delivering != &raw mut waiter {
                // Taken, or the channel was closed.
                return woken;
            }
            (*this).delivering = ptr::null_mut();
            // Woken by other code.
            let Err(error) = woken else { continue };
            // The sender gives up: its value is taken back [primitives/CH-26].
            let mut value = (*this).values.pop();
            serve_senders(this);
            Starvation::check(this);
            // It may have a destructor.
            let error = error.into_nullable();
            zval::clear(&raw mut value);
            return Err(OwnedObject::from_nullable(error));
        }
    }
}

/// Stores a value if there is a free place [primitives/CH-18]. Never parks.
///
/// # Safety
/// The caller holds the channel and the value.
pub unsafe fn send_async(this: *mut ChannelObject, value: *mut Zval) -> bool {
    // SAFETY: the caller holds channel and value, as this function demands, also while a future that is given the value
    // runs others' code; the free place is asked for right before.
    unsafe {
        (*this).revive();
        let possible = !(*this).is_closed() && (*this).has_free_place();
        if possible {
            put(this, value);
        }
        possible
    }
}

/// Takes the oldest value that is not promised; waits for one if there is none [primitives/CH-12]. It is written to
/// `result`.
///
/// # Safety
/// In a coroutine. The caller holds the channel and the token.
#[inline(always)]
pub unsafe fn receive(this: *mut ChannelObject, token: Token, result: *mut Zval) -> Result<(), End> {
    // SAFETY: no borrow of the channel lives across a call that others may run in.
    unsafe {
        (*this).revive();
        if !token.check() {
            return Err(End::Error(None));
        }
        withdraw_failed(this);
        if !(*this).has_free_value() {
            wait_for_value(this, token)?;
        }
        result.write(take(this));
        Ok(())
    }
}

/// Inlined, as [`park`]: every return to a caller costs a mispredicted branch after the stack has changed.
#[inline(always)]
unsafe fn wait_for_value(this: *mut ChannelObject, token: Token) -> Result<(), End> {
    // SAFETY: the caller of `receive` holds the channel and the token; the channel is looked at anew after every wait.
    unsafe {
        while !(*this).has_free_value() {
            if (*this).is_closed() {
                return Err(End::Closed);
            }
            if let Err(error) = park(this, &raw mut (*this).receivers, token) {
                return Err(End::Error(error));
            }
            withdraw_failed(this);
        }
        Ok(())
    }
}

/// The next value of a `foreach`, written to `result`; false at the end, or with an exception [primitives/CH-49].
///
/// # Safety
/// As [`receive`].
pub unsafe fn receive_next(this: *mut ChannelObject, result: *mut Zval) -> bool {
    // SAFETY: the caller holds the channel, as `receive` demands, and there is no token.
    unsafe {
        match receive(this, Token::NONE, result) {
            Ok(()) => return true,
            Err(End::Closed) => {}
            Err(End::Error(None)) => {}
            Err(End::Error(Some(error)))
                if error.as_ptr() == (*this).error.as_nullable() && (*this).reason == Reason::Explicit =>
            {
                drop(error);
            }
            Err(End::Error(Some(error))) => exception::throw(error),
        }
        false
    }
}

/// Parks the current coroutine in one of the two queues. What it was promised is its own when it is woken, and handed on
/// when its wait ends with an error [primitives/CH-17].
#[inline(always)]
unsafe fn park(this: *mut ChannelObject, queue: *mut WaitQueue, token: Token) -> Ended {
    // SAFETY: the waiter leaves the queue before this frame ends.
    unsafe {
        if !resume::check_may_suspend() {
            return Err(None);
        }
        let mut waiter = Waiter::current(&raw mut (*this).base.event);
        park_waiter(this, queue, &raw mut waiter, token)
    }
}

/// As [`park`], where the current code may suspend and the waiter is known to others.
#[inline(always)]
unsafe fn park_waiter(this: *mut ChannelObject, queue: *mut WaitQueue, waiter: *mut Waiter, token: Token) -> Ended {
    // SAFETY: the caller of the operation holds the channel.
    unsafe {
        WaitQueue::push(queue, waiter);
        Starvation::check(this);
        let parked = WaitQueue::park_queued(waiter, token);
        if parked.woken.is_err() || !parked.reserved {
            left_unserved(this, parked.reserved);
        }
        parked.woken
    }
}

/// A waiter has left without taking what it waited for, or what it was promised.
#[cold]
unsafe fn left_unserved(this: *mut ChannelObject, reserved: bool) {
    // SAFETY: the caller of the operation holds the channel, also while a future that is served runs others' code.
    unsafe {
        if reserved {
            hand_on(this);
        }
        Starvation::check(this);
    }
}

/// A waiter has left without what it was promised: the next in the same queue gets it.
unsafe fn hand_on(this: *mut ChannelObject) {
    // SAFETY: the caller of the operation holds the channel. Of the two only the queue of the waiter can have something to
    // be given out.
    unsafe {
        serve_receivers(this);
        serve_senders(this);
    }
}

/// Takes the oldest value out; its sender, if it waits for that, is woken, and senders are served [primitives/CH-15].
#[inline(always)]
unsafe fn take(this: *mut ChannelObject) -> Zval {
    // SAFETY: there is a value; waiters in the channel are alive.
    unsafe {
        let value = (*this).values.pop();
        taken(this);
        value
    }
}

/// The oldest value was taken out: its sender, if it waits for that, is woken, and senders are served.
#[inline(always)]
unsafe fn taken(this: *mut ChannelObject) {
    // SAFETY: the caller of the operation holds the channel. A delivering sender is alive, and becomes ready but does not
    // run here.
    unsafe {
        (*this).committed = false;
        // One that waits for that is among them.
        if (*this).senders.has_unreserved() {
            let sender = ptr::replace(&raw mut (*this).delivering, ptr::null_mut());
            if !sender.is_null() {
                Waiter::wake(sender);
            }
            serve_senders(this);
            Starvation::check(this);
        }
    }
}

/// Takes back the value of a rendezvous whose sender was cancelled, or whose token completed, and has not run since: its
/// `send()` fails, so the value must not be seen [primitives/CH-26, primitives/CM-14].
#[inline]
unsafe fn withdraw_failed(this: *mut ChannelObject) {
    // SAFETY: a delivering sender is parked in the channel, or about to run.
    unsafe {
        if !(*this).delivering.is_null() && (*this).delivering_has_failed() {
            (*this).delivering = ptr::null_mut();
            let mut value = (*this).values.pop();
            serve_senders(this);
            zval::clear(&raw mut value);
        }
    }
}

/// Promises free places to the oldest senders that wait for one [primitives/CH-11].
unsafe fn serve_senders(this: *mut ChannelObject) {
    // SAFETY: callers have a living channel; senders are coroutines, which become ready but do not run here.
    unsafe { while (*this).has_free_place() && WaitQueue::reserve_next(&raw mut (*this).senders) {} }
}

/// Promises free values to the oldest receivers that wait for one; futures get them at once [primitives/CH-10].
unsafe fn serve_receivers(this: *mut ChannelObject) {
    // SAFETY: the caller of the operation holds the channel. Giving may run others' code, so everything is read anew.
    unsafe {
        while (*this).has_free_value() {
            let receiver = (*this).receivers.next();
            if receiver.is_null() {
                return;
            }
            give(this, receiver);
        }
    }
}

/// Gives a free value to the next receiver in the queue.
#[inline]
unsafe fn give(this: *mut ChannelObject, receiver: *mut Waiter) {
    // SAFETY: a receiver without coroutine is the place of a future.
    unsafe {
        if (*receiver).coroutine().is_null() {
            Pending::complete(this, receiver);
        } else {
            WaitQueue::reserve(&raw mut (*this).receivers, receiver);
            (*this).committed = true;
        }
    }
}
