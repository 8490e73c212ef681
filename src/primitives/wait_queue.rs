//! The coroutines (and others) that wait for something of an object, first come, first served, with reservations.
//!
//! ```text
//!   first                     next                 last
//!   reserved   reserved   |   waiting   waiting   waiting
//! ```
//!
//! Waking a waiter promises it what has become free: it gets a *reservation* and keeps its place until its coroutine
//! runs. The owner counts reservations as taken, so no coroutine can overtake. A waiter that leaves without using its
//! reservation has to hand it on; [`Parked::reserved`] tells. One whose wait has ended otherwise (it was cancelled) gets
//! none in the turn that it still has to wait for.

use super::token::Token;
use crate::abi::{Event, Object};
use crate::engine::owned::OwnedObject;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::resume;
use crate::scheduler::wait::{Awaited, Visit, Wait};
use crate::scheduler::{CoroutineObject, current_object};
use core::cell::Cell;
use core::ptr;

/// One place in a queue. Belongs to the waiter, usually on its stack, and stays where it is while it is queued.
#[repr(C)]
pub struct Waiter {
    wait: Wait,
    /// The object that is waited for: describes the wait.
    event: *mut Event,
    link: LinkOf<Waiter>,
    /// Null while it is not queued.
    queue: *mut WaitQueue,
    /// Null for a waiter that is no coroutine.
    coroutine: *mut CoroutineObject,
    reserved: bool,
    /// It waits for something else than the others: nothing is offered to it.
    aside: bool,
}

listed!(Waiter, link);

impl Waiter {
    /// The current coroutine, waiting for something of `event`'s object.
    #[inline]
    pub fn current(event: *mut Event) -> Waiter {
        Waiter { coroutine: current_object(), ..Waiter::other(event) }
    }

    /// The current coroutine, in a wait for something that is no object: `describe` tells what.
    pub fn describing(describe: Visit) -> Waiter {
        Waiter { wait: Wait::new(describe), ..Waiter::current(ptr::null_mut()) }
    }

    /// A waiter that is no coroutine.
    #[inline]
    pub fn other(event: *mut Event) -> Waiter {
        Waiter {
            wait: Wait::new(visit),
            event,
            link: LinkOf::new(),
            queue: ptr::null_mut(),
            coroutine: ptr::null_mut(),
            reserved: false,
            aside: false,
        }
    }

    /// The same, waiting in the queue for something that the queue's owner brings itself.
    pub fn aside(self) -> Waiter {
        Waiter { aside: true, ..self }
    }

    pub fn coroutine(&self) -> *mut CoroutineObject {
        self.coroutine
    }

    pub fn is_queued(&self) -> bool {
        !self.queue.is_null()
    }

    pub fn is_reserved(&self) -> bool {
        self.reserved
    }

    /// Whether what becomes free can be for it.
    #[inline]
    fn takes(&self) -> bool {
        // SAFETY: a queued waiter's coroutine is alive. Without one, it waits until it is taken out.
        !self.aside && (self.coroutine.is_null() || unsafe { (*self.coroutine).is_waiting() })
    }

    /// The one that came before, or null.
    pub fn previous(&self) -> *mut Waiter {
        self.link.previous()
    }

    /// The one that comes after, or null.
    pub fn next(&self) -> *mut Waiter {
        self.link.next()
    }

    /// Ends the wait of a coroutine with an error, borrowed, and takes it out of its queue. Later cancellations do not
    /// replace the error [primitives/CM-7].
    ///
    /// # Safety
    /// A queued waiter with a coroutine.
    pub unsafe fn fail(this: *mut Waiter, error: *mut Object) {
        // SAFETY: a queued waiter with a coroutine, as this function demands: both are alive, and the coroutine becomes
        // ready but does not run here.
        unsafe {
            WaitQueue::remove(this);
            resume::fail((*this).coroutine, error);
        }
    }

    /// Wakes a coroutine without a reservation and takes it out of its queue.
    ///
    /// # Safety
    /// A queued waiter with a coroutine.
    pub unsafe fn wake(this: *mut Waiter) {
        // SAFETY: a queued waiter with a coroutine, as this function demands: both are alive, and the coroutine becomes
        // ready but does not run here.
        unsafe {
            WaitQueue::remove(this);
            resume::wake(&raw mut (*(*this).coroutine).base);
        }
    }
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of a waiter, which holds the object through the call it waits in.
    unsafe { each(Awaited::Event((*wait.cast::<Waiter>()).event)) }
}

/// How a wait in a queue ended.
pub struct Parked<E = OwnedObject> {
    pub woken: Result<(), E>,
    /// It held a reservation, which is given back now: to be used at once, or to be handed on.
    pub reserved: bool,
}

#[repr(C)]
pub struct WaitQueue {
    list: ListOf<Waiter>,
    /// The oldest that waits without a reservation, or one before it that does not wait any more.
    next: Cell<*mut Waiter>,
    length: u32,
    reserved: u32,
}

impl WaitQueue {
    pub const fn new() -> WaitQueue {
        WaitQueue { list: ListOf::EMPTY, next: Cell::new(ptr::null_mut()), length: 0, reserved: 0 }
    }

    /// All waiters, with and without a reservation.
    #[inline]
    pub fn len(&self) -> u32 {
        self.length
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many reservations are out.
    #[inline]
    pub fn reserved(&self) -> u32 {
        self.reserved
    }

    /// Whether any is queued without a reservation.
    #[inline]
    pub fn has_unreserved(&self) -> bool {
        self.length > self.reserved
    }

    /// The oldest that waits without a reservation, or null.
    #[inline]
    pub fn next(&self) -> *mut Waiter {
        let mut waiter = self.next.get();
        // SAFETY: queued waiters are alive. One that does not wait leaves the queue when it runs.
        unsafe {
            while !waiter.is_null() && !(*waiter).takes() {
                waiter = (*waiter).next();
                self.next.set(waiter);
            }
        }
        waiter
    }

    /// The newest, or null.
    #[inline]
    pub fn last(&self) -> *mut Waiter {
        self.list.last()
    }

    /// Appends a waiter.
    ///
    /// # Safety
    /// Not queued; stays where it is until it is taken out; so does the queue.
    #[inline]
    pub unsafe fn push(this: *mut WaitQueue, waiter: *mut Waiter) {
        // SAFETY: the waiter is alive and in no list, as this function demands; those in the queue are alive.
        unsafe {
            (*waiter).queue = this;
            (*waiter).reserved = false;
            ListOf::push_back(&raw mut (*this).list, waiter);
            if (*this).next.get().is_null() {
                (*this).next.set(waiter);
            }
            (*this).length += 1;
        }
    }

    /// Puts a waiter before all that have no reservation: it was the first of them and could not use the one it had.
    ///
    /// # Safety
    /// As [`push`](Self::push).
    unsafe fn push_next(this: *mut WaitQueue, waiter: *mut Waiter) {
        // SAFETY: the waiter is alive and in no list, as `push` demands, too; `next` is null or queued, so alive.
        unsafe {
            let after = (*this).next.get();
            if after.is_null() {
                WaitQueue::push(this, waiter);
                return;
            }
            (*waiter).queue = this;
            (*waiter).reserved = false;
            ListOf::insert_before(&raw mut (*this).list, after, waiter);
            (*this).next.set(waiter);
            (*this).length += 1;
        }
    }

    /// Takes a waiter out, wherever it is; the order of the others stays. Idempotent. Whether it held a reservation.
    ///
    /// # Safety
    /// The waiter is alive, and so is the queue that it is in, if it is in one.
    #[inline]
    pub unsafe fn remove(waiter: *mut Waiter) -> bool {
        // SAFETY: the waiter is alive, as this function demands, and so are its queue and its neighbours, which stay there.
        unsafe {
            let Waiter { queue, reserved, .. } = *waiter;
            if queue.is_null() {
                return reserved;
            }
            (*waiter).queue = ptr::null_mut();
            if (*queue).next.get() == waiter {
                // Reservations go to the oldest, so the next one has none.
                (*queue).next.set((*waiter).next());
            }
            ListOf::remove(&raw mut (*queue).list, waiter);
            (*queue).length -= 1;
            (*queue).reserved -= u32::from(reserved);
            reserved
        }
    }

    /// Wakes the oldest waiter without a reservation, with one. False when there is none.
    ///
    /// # Safety
    /// All waiters are coroutines.
    pub unsafe fn reserve_next(this: *mut WaitQueue) -> bool {
        // SAFETY: all waiters are coroutines, as this function demands, and `next` is one that is queued.
        unsafe {
            let waiter = (*this).next();
            if waiter.is_null() {
                return false;
            }
            WaitQueue::reserve(this, waiter);
            true
        }
    }

    /// Wakes that waiter with a reservation.
    ///
    /// # Safety
    /// It is the [`next`](Self::next), and a coroutine.
    #[inline]
    pub unsafe fn reserve(this: *mut WaitQueue, waiter: *mut Waiter) {
        // SAFETY: the waiter is queued, so it is alive with its coroutine, which becomes ready but does not run here.
        unsafe {
            // First, because the caller has just looked whether it waits.
            resume::wake(&raw mut (*(*waiter).coroutine).base);
            (*waiter).reserved = true;
            (*this).reserved += 1;
            (*this).next.set((*waiter).next());
        }
    }

    /// Parks the current coroutine at the end of the queue until it is woken, failed or cancelled.
    /// It is out of the queue afterwards.
    ///
    /// # Safety
    /// `waiter` is that of the current coroutine, which may suspend; the call that waits holds the queue's owner.
    #[inline(never)]
    pub unsafe fn park(this: *mut WaitQueue, waiter: *mut Waiter) -> Parked {
        // SAFETY: the waiter lies in the frame of a call that parks here, and the call holds the queue's owner, as this
        // function demands: both stay where they are until it is out of the queue.
        unsafe {
            WaitQueue::push(this, waiter);
            WaitQueue::wait(waiter)
        }
    }

    /// As [`park`](Self::park), again after a wait that was in vain: the waiter keeps its place.
    ///
    /// # Safety
    /// As [`park`](Self::park).
    #[inline(never)]
    pub unsafe fn park_again(this: *mut WaitQueue, waiter: *mut Waiter) -> Parked {
        // SAFETY: the waiter is out of the queue since its last wait, and stays where it is as in `park`, which demands the
        // same.
        unsafe {
            WaitQueue::push_next(this, waiter);
            WaitQueue::wait(waiter)
        }
    }

    #[inline(always)]
    unsafe fn wait(waiter: *mut Waiter) -> Parked {
        // SAFETY: both callers have put the waiter, which is that of the current coroutine, into a queue; it stays where it is while this
        // parks, and leaves the queue before its frame ends.
        unsafe {
            let woken = Wait::park_here(waiter.cast(), (*waiter).coroutine);
            Parked { woken, reserved: WaitQueue::remove(waiter) }
        }
    }

    /// As [`park`](Self::park), of a waiter that was appended before, or until the token completes.
    ///
    /// # Safety
    /// As [`park`](Self::park).
    #[inline(always)]
    pub unsafe fn park_queued(waiter: *mut Waiter, token: Token) -> Parked<Option<OwnedObject>> {
        // SAFETY: the waiter is that of the current coroutine and stays where it is while this parks; it leaves the queue
        // before its frame ends.
        unsafe {
            let woken = token.park(waiter.cast(), (*waiter).coroutine);
            Parked { woken, reserved: WaitQueue::remove(waiter) }
        }
    }
}
