//! Trigger events [abi/ABI-154]: how other threads and signal handlers wake a PHP thread.
//!
//! ```text
//!   any thread   ring(trigger)  --first ring only-->  mailbox.rung  T3 -> T2 -> T1     then its descriptor is written to
//!                                                          |
//!   PHP thread   the descriptor is readable: rung() takes all of them, oldest first
//!                                            for each: "not rung" again, then its subscribers are told
//! ```
//!
//! A trigger is in the mailbox once, however often it is rung. It counts as not rung again *before* its subscribers look, so a
//! ring that their look has missed causes another notification. Ringing neither locks nor allocates: one atomic operation if
//! the trigger is rung already, otherwise a few and one `write` to an eventfd.
//!
//! **Late rings.** A thread may be about to ring a trigger that its owner disposes. What such a thread touches is valid for
//! ever: blocks of triggers (`trigger_memory.rs`) and mailboxes are never given back to the system, they are used again for
//! others. A disposed trigger that is in a mailbox, or on its way into one, is used again only after the mailbox was emptied.
//! A ring of a trigger that its owner is disposing therefore does nothing. One that *begins* after that may, at worst, notify a
//! trigger made later for nothing; so callers keep their threads from beginning one.

use super::trigger_memory::{self as memory, Mailbox, RUNG, SILENT, Trigger, UNUSED};
use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, descriptors, event_loop, life};
use crate::abi::threads::TriggerEvent;
use crate::abi::{AsyncClass, Event, EventFlags, ZString};
use crate::engine::{self, exception};
use crate::scheduler::callbacks;
use crate::scheduler::list::ListOf;
use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::Ordering::SeqCst;

/// The triggers of a thread.
pub(crate) struct Triggers {
    /// Null until the first trigger.
    mailbox: *mut Mailbox,
    /// On the descriptor of the mailbox, as long as there are triggers.
    waiter: Waiter,
    alive: ListOf<Trigger>,
    /// Taken out of the mailbox, oldest first, and not told of yet: in the middle of `rung`, or after a bailout has left it.
    taken: *mut Trigger,
}

impl Triggers {
    pub const fn new() -> Triggers {
        Triggers {
            mailbox: ptr::null_mut(),
            waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, rung),
            alive: ListOf::EMPTY,
            taken: ptr::null_mut(),
        }
    }
}

/// A trigger. It may be rung at once; started, it keeps the loop alive.
pub(super) unsafe extern "C" fn new(extra: usize) -> *mut TriggerEvent {
    // SAFETY: the block is ours alone, and begins with the event; nothing rings the trigger before it is returned.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let triggers = &raw mut (*current()).triggers;
        if (*triggers).alive.is_empty()
            && let Err(error) = hear(triggers)
        {
            let error = std::io::Error::from_raw_os_error(error);
            exception::throw_new(
                AsyncClass::EXCEPTION_INPUT_OUTPUT,
                &format!("Failed to create trigger event: {error}"),
            );
            return ptr::null_mut();
        }
        let trigger = memory::take(extra, ring);
        if trigger.is_null() {
            deafen(triggers);
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "Failed to create trigger event: out of memory");
            return ptr::null_mut();
        }
        super::begin_event(trigger, extra);
        let base = &raw mut (*trigger).event.base;
        (*base).start = Some(life::start_counting);
        (*base).stop = Some(life::stop_counting);
        (*base).dispose = Some(dispose);
        (*base).info = Some(info);
        (*trigger).mailbox.store((*triggers).mailbox, SeqCst);
        (*trigger).state.store(0, SeqCst);
        ListOf::push_back(&raw mut (*triggers).alive, trigger);
        (*trigger).listed = true;
        trigger.cast()
    }
}

/// The mailbox is heard in the epoll instance of this thread.
unsafe fn hear(triggers: *mut Triggers) -> Result<(), c_int> {
    // SAFETY: the part of this thread's reactor, which never moves, and whose waiter is attached nowhere. A mailbox is never
    // freed. Only this thread opens and closes its descriptor.
    unsafe {
        if (*triggers).mailbox.is_null() {
            (*triggers).mailbox = Mailbox::acquire();
        }
        let mailbox = &*(*triggers).mailbox;
        if mailbox.descriptor.load(SeqCst) < 0 {
            let descriptor = descriptors::own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK));
            if descriptor < 0 {
                return Err(*libc::__errno_location());
            }
            mailbox.descriptor.store(descriptor, SeqCst);
            // Late rings have left something that has to be put away.
            if !mailbox.rung.load(SeqCst).is_null() || !(*triggers).taken.is_null() {
                mailbox.wake();
            }
        }
        (*triggers).waiter.fd = mailbox.descriptor.load(SeqCst);
        watch::attach(&raw mut (*triggers).waiter)
    }
}

/// Without triggers the mailbox is not heard.
unsafe fn deafen(triggers: *mut Triggers) {
    // SAFETY: the part of this thread's reactor; detaching a waiter that is not attached does nothing.
    unsafe {
        if (*triggers).alive.is_empty() {
            watch::detach(&raw mut (*triggers).waiter);
        }
    }
}

/// The method `trigger` of the event: any thread, and signal handlers.
pub(super) unsafe extern "C" fn ring(event: *mut TriggerEvent) {
    // SAFETY: the block is a trigger's for ever, whether this one is alive or not, and a mailbox is one for ever. Nothing
    // but atomics is touched, and errno is put back.
    unsafe {
        let trigger = event.cast::<Trigger>();
        // A rung one is marked again: whatever the caller has written before is seen by the look that follows.
        let before =
            (*trigger).state.fetch_update(SeqCst, SeqCst, |state| (state & SILENT == 0).then_some(state | RUNG));
        if before.is_err() || before.is_ok_and(|state| state & RUNG != 0) {
            return;
        }
        let mailbox = &*(*trigger).mailbox.load(SeqCst);
        let mut newest = mailbox.rung.load(SeqCst);
        loop {
            (*trigger).next.store(newest, SeqCst);
            match mailbox.rung.compare_exchange_weak(newest, trigger, SeqCst, SeqCst) {
                Ok(_) => break,
                Err(other) => newest = other,
            }
        }
        mailbox.wake();
    }
}

/// Something was rung.
unsafe fn rung(_: *mut Waiter, _: u32, _: Status) {
    // SAFETY: `watch` calls this with the waiter of this thread's reactor, which never moves. A trigger that was taken out of
    // the mailbox cannot be used again before it has left `taken`, whatever subscribers do; it leaves before it is told of.
    unsafe {
        let triggers = &raw mut (*current()).triggers;
        (*(*triggers).mailbox).silence();
        collect(triggers);
        while !(*triggers).taken.is_null() {
            let trigger = pop(triggers);
            let state = (*trigger).state.fetch_and(!RUNG, SeqCst);
            if state & UNUSED != 0 {
                memory::put_back(trigger);
            } else if state & SILENT == 0 && !(*trigger).event.base.flags.contains(EventFlags::CLOSED) {
                callbacks::notify(trigger.cast(), ptr::null_mut(), ptr::null_mut());
            }
        }
    }
}

/// Empties the mailbox behind what was taken before.
unsafe fn collect(triggers: *mut Triggers) {
    // SAFETY: what was in the mailbox is this thread's now: a rung trigger is not put into it again, nor used for another.
    unsafe {
        let mut newest = (*(*triggers).mailbox).rung.swap(ptr::null_mut(), SeqCst);
        let mut oldest = ptr::null_mut();
        while !newest.is_null() {
            let next = (*newest).next.swap(oldest, SeqCst);
            oldest = newest;
            newest = next;
        }
        let mut last = (*triggers).taken;
        if last.is_null() {
            (*triggers).taken = oldest;
            return;
        }
        while !(*last).next.load(SeqCst).is_null() {
            last = (*last).next.load(SeqCst);
        }
        (*last).next.store(oldest, SeqCst);
    }
}

unsafe fn pop(triggers: *mut Triggers) -> *mut Trigger {
    // SAFETY: the callers have seen that something is there; blocks of triggers are valid for ever.
    unsafe {
        let trigger = (*triggers).taken;
        (*triggers).taken = (*trigger).next.load(SeqCst);
        trigger
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`, whose last reference is gone. If it is rung it is used again when the mailbox has been
    // emptied, otherwise no ring can put it there any more.
    unsafe {
        if life::last_reference(event) {
            let trigger = event.cast::<Trigger>();
            unlist(&raw mut (*current()).triggers, trigger);
            let unused = if (*event).flags.contains(EventFlags::NO_FREE_MEMORY) { SILENT } else { SILENT | UNUSED };
            if (*trigger).state.fetch_or(unused, SeqCst) & RUNG == 0 && unused & UNUSED != 0 {
                memory::put_back(trigger);
            }
        }
    }
    true
}

unsafe fn unlist(triggers: *mut Triggers, trigger: *mut Trigger) {
    // SAFETY: one that is marked as listed is in the list of this thread's reactor, where the triggers beside it are alive.
    unsafe {
        if core::mem::replace(&mut (*trigger).listed, false) {
            ListOf::remove(&raw mut (*triggers).alive, trigger);
            deafen(triggers);
        }
    }
}

unsafe extern "C" fn info(_: *mut Event) -> *mut ZString {
    // SAFETY: methods are called on the PHP thread, in a request.
    unsafe { engine::string::new("Trigger") }
}

/// No ring is heard any more. Triggers stay until they are disposed.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: this thread's reactor, outside a turn. A listed trigger is alive; it leaves the list, so the next one is the first.
    // The descriptor is closed when no thread can write to it any more: those that come later find none.
    unsafe {
        let triggers = &raw mut (*reactor).triggers;
        while !(*triggers).alive.is_empty() {
            let trigger = (*triggers).alive.first();
            let event = trigger.cast::<Event>();
            if (*event).loop_ref_count > 0 {
                (*event).loop_ref_count = 1;
                life::stop_counting(event);
            }
            (*trigger).state.fetch_or(SILENT, SeqCst);
            unlist(triggers, trigger);
        }
        if (*triggers).mailbox.is_null() {
            return;
        }
        collect(triggers);
        while !(*triggers).taken.is_null() {
            let trigger = pop(triggers);
            if (*trigger).state.fetch_and(!RUNG, SeqCst) & UNUSED != 0 {
                memory::put_back(trigger);
            }
        }
        (*(*triggers).mailbox).close();
    }
}

/// The child of a fork has no threads that ring, and a descriptor of its own. What was rung before is told there, too.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: the child has this thread only, outside a turn; its table of watches was emptied, so the waiter is in no list.
    // Threads that were in the middle of a ring are not here: their triggers are rung, and in no mailbox.
    unsafe {
        let triggers = &raw mut (*reactor).triggers;
        if (*triggers).mailbox.is_null() {
            return;
        }
        let mailbox = &*(*triggers).mailbox;
        mailbox.ringing.store(0, SeqCst);
        mailbox.close();
        collect(triggers);
        while !(*triggers).taken.is_null() {
            let trigger = pop(triggers);
            if (*trigger).state.load(SeqCst) & UNUSED != 0 {
                memory::put_back(trigger);
            }
        }
        watch::detach(&raw mut (*triggers).waiter);
        if (*triggers).alive.is_empty() {
            return;
        }
        let _ = hear(triggers);
        let mut trigger = (*triggers).alive.first();
        while !trigger.is_null() {
            if (*trigger).state.fetch_and(!RUNG, SeqCst) & RUNG != 0 {
                ring(trigger.cast());
            }
            trigger = (*trigger).link.next();
        }
    }
}

/// PHP ends on this thread; the reactor was shut down.
#[cfg(php_zts)]
pub(super) unsafe fn thread_end(reactor: *mut Reactor) {
    // SAFETY: the caller's reactor is this thread's, and its mailbox has no other owner. It is another thread's from now on.
    unsafe {
        let triggers = &raw mut (*reactor).triggers;
        if !(*triggers).mailbox.is_null() {
            Mailbox::release(core::mem::replace(&mut (*triggers).mailbox, ptr::null_mut()));
        }
    }
}
