//! Signal events [abi/ABI-57, abi/ABI-150]: subscribers of one thread to the signals that the process gets (`delivery.rs`).
//!
//! ```text
//!   bell rings -> rung -> lists[signal] -> event -> subscribers        once per delivery since the event was started
//! ```
//!
//! Signals with PHP handlers are *followed* as well: the scheduler is told when the kernel has called the handler, so that
//! waits end which a signal ends [io/SL-2], and no wait of the loop misses one that comes just before it.
//!
//! Every event remembers how often its signal had been delivered when it was started: what came before is not its own,
//! however late the bell is heard. Events that hear of a delivery together are told in the order in which they were
//! started.

use super::delivery::{self, Bell, SIGNALS};
use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, event_loop, free_event, life, new_event};
use crate::abi::{self, AsyncClass, Event, ZString};
use crate::engine::{self, exception};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::{callbacks, interrupts};
use core::ffi::c_int;
use core::ptr;

#[repr(C)]
struct Signal {
    event: abi::SignalEvent,
    link: LinkOf<Signal>,
    linked: bool,
    /// Deliveries that it was told of, or that came before it was started.
    seen: u32,
}

listed!(Signal, link);

/// The started events of one signal, oldest first.
type List = ListOf<Signal>;

/// What a thread listens to.
pub(crate) struct Signals {
    bell: Bell,
    waiter: Waiter,
    lists: [List; SIGNALS],
    /// Started events.
    count: u32,
    /// The signals that are to be followed, one bit each, and those that are.
    wanted: u64,
    followed: u64,
    /// Deliveries of the followed ones that the scheduler was told of.
    heard: [u32; SIGNALS],
    /// The next event of the pass that is running.
    cursor: *mut Signal,
}

impl Signals {
    pub const fn new() -> Signals {
        Signals {
            bell: Bell::new(),
            waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, rung),
            lists: [List::EMPTY; SIGNALS],
            count: 0,
            wanted: 0,
            followed: 0,
            heard: [0; SIGNALS],
            cursor: ptr::null_mut(),
        }
    }

    /// Whether a signal has subscribers.
    fn is_wanted(&self, number: c_int) -> bool {
        !self.lists[number as usize].is_empty() || self.followed & delivery::bit(number) != 0
    }
}

/// A signal event; it hears what is delivered after its start.
pub(super) unsafe extern "C" fn new(number: c_int, extra: usize) -> *mut abi::SignalEvent {
    // SAFETY: fresh memory; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if !delivery::exists(number) {
            let text = format!("Failed to create signal event for signal {number}");
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, &text);
            return ptr::null_mut();
        }
        let signal = new_event::<Signal>(extra);
        (*signal).event.signal = number;
        (*signal).event.base.start = Some(start);
        (*signal).event.base.stop = Some(stop);
        (*signal).event.base.dispose = Some(dispose);
        (*signal).event.base.info = Some(info);
        signal.cast()
    }
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::first_start(event) {
            if link(event.cast()).is_err() {
                let number = (*event.cast::<abi::SignalEvent>()).signal;
                exception::throw(exception::new_base(&format!("Failed to start signal event for signal {number}")));
                return false;
            }
            (*event).loop_ref_count = 1;
            life::count(event, true);
        }
    }
    true
}

/// Listens, if the event is the first, and appends it to those of its signal.
unsafe fn link(signal: *mut Signal) -> Result<(), c_int> {
    // SAFETY: `start` brings a living event on its first start, so it is in no list; `unlink` takes it out before it is
    // freed. `listen` tells no event, so the list is the same afterwards.
    unsafe {
        let signals = &raw mut (*current()).signals;
        let number = (*signal).event.signal;
        let list = &raw mut (*signals).lists[number as usize];
        listen(signals, number)?;
        (*signal).seen = delivery::deliveries(number);
        (*signal).linked = true;
        ListOf::push_back(list, signal);
        (*signals).count += 1;
        Ok(())
    }
}

/// A signal gets a subscriber.
unsafe fn listen(signals: *mut Signals, number: c_int) -> Result<(), c_int> {
    // SAFETY: `signals` is the part of this thread's reactor, which never moves: bell and waiter may be registered by their
    // addresses. The waiter is attached as long as anything is listened to, so it is not when this is the first signal.
    unsafe {
        let is_first = (*signals).count == 0 && (*signals).followed == 0;
        if is_first {
            hear(signals)?;
        }
        if !(*signals).is_wanted(number)
            && let Err(error) = delivery::listen(&raw mut (*signals).bell, number)
        {
            if is_first {
                watch::detach(&raw mut (*signals).waiter);
            }
            return Err(error);
        }
        Ok(())
    }
}

/// A signal loses a subscriber.
unsafe fn leave(signals: *mut Signals, number: c_int) {
    // SAFETY: a signal is left as often as it was listened to, so the bell listens to this one; `signals` is the part of
    // this thread's reactor, and no subscriber is told here.
    unsafe {
        if !(*signals).is_wanted(number) {
            delivery::leave(&raw mut (*signals).bell, number);
        }
        if (*signals).count == 0 && (*signals).followed == 0 {
            watch::detach(&raw mut (*signals).waiter);
        }
    }
}

/// PHP code has a handler for a signal now, or none any more.
///
/// # Safety
/// On the PHP thread. Runs no PHP code.
pub unsafe fn follow(number: c_int, wanted: bool) {
    if !delivery::exists(number) {
        return;
    }
    // SAFETY: the reactor of the PHP thread, which this is, is never freed. The bits of `followed` say for which signals
    // `listen` was called, so `leave` is called once for each of these.
    unsafe {
        let signals = &raw mut (*current()).signals;
        let bit = delivery::bit(number);
        if wanted {
            (*signals).wanted |= bit;
            if (*current()).started {
                begin_to_follow(signals, number);
            }
        } else {
            (*signals).wanted &= !bit;
            if (*signals).followed & bit != 0 {
                (*signals).followed &= !bit;
                leave(signals, number);
            }
        }
    }
}

/// The signals that PHP code has a handler for, lowest first.
pub fn with_php_handler() -> impl Iterator<Item = c_int> + use<> {
    // SAFETY: one load from this thread's reactor, which is never freed.
    delivery::numbers(unsafe { (*current()).signals.wanted })
}

/// PHP code has no handlers, as at the beginning of a request, when the reactor is not started.
pub fn follow_nothing() {
    // SAFETY: one store into this thread's reactor, which is never freed; nothing refers to the place.
    unsafe { (*current()).signals.wanted = 0 }
}

/// One that cannot be followed is served as it would be without coroutines.
unsafe fn begin_to_follow(signals: *mut Signals, number: c_int) {
    // SAFETY: both callers pass the part of this thread's reactor, which is started, and numbers that `delivery` has:
    // `follow` has asked.
    unsafe {
        if (*signals).followed & delivery::bit(number) == 0 && listen(signals, number).is_ok() {
            (*signals).followed |= delivery::bit(number);
            (*signals).heard[number as usize] = delivery::deliveries(number);
        }
    }
}

/// The reactor has been started.
pub(super) unsafe fn begin(reactor: *mut Reactor) {
    // SAFETY: `startup` passes this thread's reactor, just started. `wanted` is copied into the loop, and following a
    // signal tells no subscriber.
    unsafe {
        let signals = &raw mut (*reactor).signals;
        for number in delivery::numbers((*signals).wanted) {
            begin_to_follow(signals, number);
        }
    }
}

/// The thread's bell is heard in its epoll instance.
unsafe fn hear(signals: *mut Signals) -> Result<(), c_int> {
    // SAFETY: `listen` passes the part of this thread's reactor before the first signal: the waiter is attached nowhere,
    // and the bell is hung up only if it has no descriptor.
    unsafe {
        if (*signals).bell.descriptor() < 0 {
            Bell::hang(&raw mut (*signals).bell)?;
        }
        (*signals).waiter.fd = (*signals).bell.descriptor();
        watch::attach(&raw mut (*signals).waiter)
    }
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_stop(event) {
            unlink(event.cast());
            life::count(event, false);
        }
    }
    true
}

unsafe fn unlink(signal: *mut Signal) {
    // SAFETY: the event is alive; one that is marked as linked is in the list of its signal, where the events beside it are
    // alive.
    unsafe {
        if !core::mem::replace(&mut (*signal).linked, false) {
            return;
        }
        let signals = &raw mut (*current()).signals;
        let number = (*signal).event.signal;
        let list = &raw mut (*signals).lists[number as usize];
        if (*signals).cursor == signal {
            (*signals).cursor = (*signal).link.next();
        }
        ListOf::remove(list, signal);
        (*signals).count -= 1;
        leave(signals, number);
    }
}

/// Something was delivered: the events of the signals that it can have been look.
unsafe fn rung(_: *mut Waiter, _: u32, _: Status) {
    // SAFETY: `watch` calls this with the waiter of this thread's reactor, which never moves. Lists are walked here without
    // telling a subscriber; `tell_all`, whose subscribers may start and stop events, has its cursor, and each walk begins anew.
    unsafe {
        let signals = &raw mut (*current()).signals;
        (*signals).bell.silence();
        for number in (*signals).bell.signals() {
            let delivered = delivery::deliveries(number);
            tell_followed(signals, number, delivered);
            let mut longest = 0;
            let mut signal = (*signals).lists[number as usize].first();
            while !signal.is_null() {
                longest = longest.max(delivered.wrapping_sub((*signal).seen));
                signal = (*signal).link.next();
            }
            // Delivery by delivery, all subscribers of the signal.
            for left in (0..longest).rev() {
                tell_all(signals, number, delivered.wrapping_sub(left));
            }
        }
    }
}

/// Tells the scheduler of a signal with a handler in PHP, once for each delivery.
unsafe fn tell_followed(signals: *mut Signals, number: c_int, delivered: u32) {
    // SAFETY: both callers pass the part of this thread's reactor; `received` only notes that on the PHP thread, which this
    // is.
    unsafe {
        if (*signals).followed & delivery::bit(number) != 0 && (*signals).heard[number as usize] != delivered {
            (*signals).heard[number as usize] = delivered;
            interrupts::received();
        }
    }
}

/// Before a wait begins that a signal ends: those delivered so far do not belong to it, although the loop has not turned.
///
/// # Safety
/// On the PHP thread, with a reactor.
pub unsafe fn tell_earlier() {
    // SAFETY: on the PHP thread, as this function demands. `followed` is copied into the loop; the waits that end only
    // become ready, so no code runs that changes `signals` meanwhile.
    unsafe {
        let signals = &raw mut (*current()).signals;
        for number in delivery::numbers((*signals).followed) {
            tell_followed(signals, number, delivery::deliveries(number));
        }
        interrupts::end_earlier();
    }
}

/// Tells the events that have not seen the delivery of that number.
unsafe fn tell_all(signals: *mut Signals, number: c_int, delivery: u32) {
    // SAFETY: a listed event is alive. Subscribers that are told may stop, free and start events: the cursor follows
    // removals, and the event that was told is not looked at again.
    unsafe {
        (*signals).cursor = (*signals).lists[number as usize].first();
        while !(*signals).cursor.is_null() {
            let signal = (*signals).cursor;
            (*signals).cursor = (*signal).link.next();
            if delivery.wrapping_sub((*signal).seen) == 1 {
                (*signal).seen = delivery;
                callbacks::notify(signal.cast(), ptr::null_mut(), ptr::null_mut());
            }
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_reference(event) {
            unlink(event.cast());
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`.
    unsafe { engine::string::new(&format!("Signal(signum={})", (*event.cast::<abi::SignalEvent>()).signal)) }
}

/// Releases all signals; the events stay, and hear nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: no pass over a list is under way, for `shutdown` does nothing inside a turn. A listed event is alive; `stop`
    // takes it out of its list, so the next one is the first.
    unsafe {
        let signals = &raw mut (*reactor).signals;
        for number in (*signals).bell.signals() {
            while !(*signals).lists[number as usize].is_empty() {
                let event = (*signals).lists[number as usize].first().cast::<Event>();
                (*event).loop_ref_count = 1;
                stop(event);
            }
        }
        for number in delivery::numbers((*signals).followed) {
            (*signals).followed &= !delivery::bit(number);
            leave(signals, number);
        }
        if (*signals).bell.descriptor() >= 0 {
            Bell::take_down(&raw mut (*signals).bell);
        }
    }
}

/// The child of a fork goes on listening. Its epoll instance is a new one.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: the child has this thread only, outside a turn; `reactor` is its own, whose table of watches was emptied
    // before, so the waiter is in no list.
    unsafe {
        let signals = &raw mut (*reactor).signals;
        watch::detach(&raw mut (*signals).waiter);
        let _ = delivery::after_fork(&raw mut (*signals).bell);
        if (*signals).count > 0 || (*signals).followed != 0 {
            let _ = hear(signals);
        }
    }
}
