//! Poll events and their proxies [abi/ABI-148]: persistent waiters of a watch (`watch.rs`).
//!
//! ```text
//!   Watch(fd) <-> Poll event <-- proxy (reads) <-- subscribers
//!                            <-- proxy (writes) <-- subscribers
//! ```
//!
//! Without active proxies the event's own subscribers are told, with them only the proxies. The mask of the watch is the
//! union of the active proxies' masks.

use super::watch::{self, Status, Waiter, WaiterKind};
use super::{event_loop, free_event, life, new_event};
use crate::abi::{self, AsyncClass, Event, EventFlags, PollEvents, PollProxy, ZString};
use crate::engine::{self, exception};
use crate::scheduler::callbacks;
use core::ffi::{c_int, c_void};
use core::mem::offset_of;
use core::ptr;

#[repr(C)]
struct Poll {
    event: abi::PollEvent,
    waiter: Waiter,
    /// The active proxies.
    proxies: *mut *mut PollProxy,
    count: u32,
    capacity: u32,
    /// How many of them want each of [`KINDS`].
    wants: [u32; KINDS.len()],
    /// How many of them are not hidden.
    visible: u32,
    /// It counts as an active event.
    counted: bool,
}

const KINDS: [(PollEvents, u32); 4] = [
    (PollEvents::READABLE, watch::IN),
    (PollEvents::WRITABLE, watch::OUT),
    (PollEvents::DISCONNECT, watch::RDHUP),
    (PollEvents::PRIORITIZED, watch::PRI),
];

#[repr(C)]
struct Proxy {
    event: PollProxy,
    /// Its place among the active ones.
    index: u32,
    /// What it was counted for when it was started.
    counted: PollEvents,
    /// Whether it was hidden then.
    hidden: bool,
    /// How many passes over the proxies hold it.
    passes: u32,
}

fn to_mask(events: PollEvents) -> u32 {
    KINDS.iter().filter(|(event, _)| events.contains(*event)).fold(0, |mask, (_, bit)| mask | bit)
}

fn from_revents(revents: u32, wanted: PollEvents) -> PollEvents {
    let mut events = PollEvents::empty();
    let hang = revents & (watch::ERR | watch::HUP) != 0;
    if revents & watch::IN != 0 || hang {
        events |= PollEvents::READABLE;
    }
    if revents & watch::OUT != 0 || hang {
        events |= PollEvents::WRITABLE;
    }
    if revents & watch::PRI != 0 {
        events |= PollEvents::PRIORITIZED;
    }
    events &= wanted;
    if revents & watch::RDHUP != 0 || hang {
        events |= PollEvents::DISCONNECT;
    }
    events
}

/// A poll event for a socket.
pub(super) unsafe extern "C" fn new_socket(socket: c_int, events: PollEvents, extra: usize) -> *mut abi::PollEvent {
    // SAFETY: callers of the slot have a request [abi/ABI-148]; `create` asks for nothing else, whatever the descriptor is.
    unsafe { create(socket, true, events, extra) }
}

/// A poll event for a socket if one is given, else for a file.
pub(super) unsafe extern "C" fn new(
    file: c_int,
    socket: c_int,
    events: PollEvents,
    extra: usize,
) -> *mut abi::PollEvent {
    // SAFETY: callers of the slot have a request [abi/ABI-148]; `create` asks for nothing else, whatever the descriptor is.
    unsafe { if socket > 0 { create(socket, true, events, extra) } else { create(file, false, events, extra) } }
}

unsafe fn create(descriptor: c_int, is_socket: bool, events: PollEvents, extra: usize) -> *mut abi::PollEvent {
    // SAFETY: fresh memory; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if let Err(error) = watch::probe(descriptor) {
            throw("Failed to watch the descriptor", error);
            return ptr::null_mut();
        }
        let poll = new_event::<Poll>(extra);
        (*poll).event.is_socket = is_socket;
        (*poll).event.descriptor = descriptor;
        (*poll).event.events = events;
        (*poll).event.base.start = Some(start);
        (*poll).event.base.stop = Some(stop);
        (*poll).event.base.dispose = Some(dispose);
        (*poll).event.base.info = Some(info);
        ptr::write(&raw mut (*poll).waiter, Waiter::new(descriptor, 0, WaiterKind::Persistent, ready));
        poll.cast()
    }
}

unsafe fn throw(what: &str, error: c_int) {
    // SAFETY: slots and methods of events are called on the PHP thread in a request, where exceptions can be made.
    unsafe {
        let error = std::io::Error::from_raw_os_error(error);
        exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &format!("{what}: {error}"));
    }
}

/// Watches for what the active proxies want, or for the event's own mask.
unsafe fn arm(poll: *mut Poll) -> Result<(), c_int> {
    // SAFETY: the poll event is alive, its active proxies with it. The waiter is detached while its mask changes, and part
    // of the event, which `stop` and `dispose` detach it from.
    unsafe {
        let wanted = if (*poll).count == 0 { (*poll).event.events } else { union_of_proxies(poll) };
        let mask = to_mask(wanted);
        // One of very many proxies changes nothing as a rule.
        if (*poll).waiter.mask == mask && watch::is_attached(&raw const (*poll).waiter) {
            return Ok(());
        }
        watch::detach(&raw mut (*poll).waiter);
        (*poll).waiter.mask = mask;
        watch::attach(&raw mut (*poll).waiter)
    }
}

unsafe fn union_of_proxies(poll: *mut Poll) -> PollEvents {
    // SAFETY: the poll event is alive; its counts are copied.
    let wants = unsafe { (*poll).wants };
    let wanted = KINDS.iter().zip(wants).filter(|(_, count)| *count > 0);
    wanted.fold(PollEvents::empty(), |events, ((event, _), _)| events | *event)
}

/// Counts what an active proxy wants, or does not want any more.
unsafe fn count_wants(poll: *mut Poll, events: PollEvents, up: bool) {
    // SAFETY: the poll event is alive; only its counts are touched.
    let wants = unsafe { &mut (*poll).wants };
    for ((event, _), count) in KINDS.iter().zip(wants) {
        if events.contains(*event) {
            *count = if up { *count + 1 } else { *count - 1 };
        }
    }
}

/// Counts the event while it has been started by anything but hidden proxies: those keep nothing alive [abi/ABI-80].
unsafe fn recount(poll: *mut Poll) {
    // SAFETY: the poll event is alive; only its own fields are touched.
    unsafe {
        let event = poll.cast::<Event>();
        let hidden_starts = (*poll).count - (*poll).visible;
        let counts = (*event).loop_ref_count > hidden_starts;
        if counts != (*poll).counted {
            (*poll).counted = counts;
            life::count(event, counts);
        }
    }
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`.
    unsafe {
        if life::first_start(event) {
            if let Err(error) = arm(event.cast()) {
                throw("Failed to watch the descriptor", error);
                return false;
            }
            (*event).loop_ref_count = 1;
        }
        recount(event.cast());
    }
    true
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`.
    unsafe {
        if life::last_stop(event) {
            watch::detach(&raw mut (*event.cast::<Poll>()).waiter);
        }
        recount(event.cast());
    }
    true
}

unsafe fn ready(waiter: *mut Waiter, revents: u32, status: Status) {
    // SAFETY: the waiter of a `Poll`; the event is held while others are told.
    unsafe {
        let poll = waiter.byte_sub(offset_of!(Poll, waiter)).cast::<Poll>();
        let event = &raw mut (*poll).event.base;
        let wanted = if (*poll).count == 0 { (*poll).event.events } else { union_of_proxies(poll) };
        let events = match status {
            Status::Ready => from_revents(revents, wanted),
            Status::Closed => PollEvents::DISCONNECT,
        };
        (*poll).event.triggered_events = events;
        (*event).ref_count += 1;
        if (*poll).count == 0 {
            callbacks::notify(event, ptr::null_mut(), ptr::null_mut());
        } else {
            notify_proxies(poll, events);
        }
        life::release(event);
    }
}

unsafe fn notify_proxies(poll: *mut Poll, events: PollEvents) {
    // SAFETY: a copy of the list, each entry held, since subscribers may start, stop and release proxies. All in it were made by
    // `new_proxy`.
    unsafe {
        let count = (*poll).count as usize;
        let list = crate::abi::memory::allocate::<*mut PollProxy>(count * size_of::<*mut PollProxy>());
        ptr::copy_nonoverlapping((*poll).proxies, list, count);
        for index in 0..count {
            let proxy = *list.add(index);
            (*proxy).base.ref_count += 1;
            (*proxy.cast::<Proxy>()).passes += 1;
        }
        for index in 0..count {
            let proxy = *list.add(index);
            if (*proxy).base.ref_count == (*proxy.cast::<Proxy>()).passes {
                // For everything else it is gone: its `dispose` waits for the end of the pass only.
                continue;
            }
            let all = events.contains(PollEvents::DISCONNECT);
            let mut matched = if all { events } else { events & (*proxy).events };
            if (*proxy).base.loop_ref_count > 0 && !matched.is_empty() {
                (*proxy).triggered_events = matched;
                callbacks::notify(proxy.cast(), (&raw mut matched).cast::<c_void>(), ptr::null_mut());
            }
        }
        for index in 0..count {
            let proxy = *list.add(index);
            (*proxy.cast::<Proxy>()).passes -= 1;
            life::release(proxy.cast());
        }
        crate::abi::memory::free(list);
    }
}

/// The waiters of started events, which [`after_fork`] attaches again.
pub(super) unsafe fn started(reactor: *mut super::Reactor) -> Vec<*mut Waiter> {
    // SAFETY: the child's only thread, outside a turn.
    unsafe { watch::told_by(reactor, ready) }
}

/// The child of a fork watches the descriptors in its own epoll instance.
pub(super) unsafe fn after_fork(waiters: Vec<*mut Waiter>) {
    for waiter in waiters {
        // SAFETY: nothing was called since `started` that could have freed one, and the table of watches was emptied: none is
        // attached. A descriptor that cannot be watched any more has nothing to tell.
        unsafe {
            let _ = watch::attach(waiter);
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`.
    unsafe {
        if life::last_reference(event) {
            let poll = event.cast::<Poll>();
            watch::detach(&raw mut (*poll).waiter);
            if (*event).flags.contains(EventFlags::CLOSE_FD) {
                watch::close((*poll).event.descriptor);
                libc::close((*poll).event.descriptor);
                // Nothing can wait here until the waiters that were told have left: the number is free for the next one.
                watch::closed((*poll).event.descriptor);
            }
            crate::abi::memory::free((*poll).proxies);
            (*poll).proxies = ptr::null_mut();
            free_event(event);
        }
    }
    true
}

fn letters(events: PollEvents) -> String {
    [
        (PollEvents::READABLE, 'r'),
        (PollEvents::WRITABLE, 'w'),
        (PollEvents::DISCONNECT, 'd'),
        (PollEvents::PRIORITIZED, 'p'),
    ]
    .iter()
    .filter(|(event, _)| events.contains(*event))
    .map(|(_, letter)| *letter)
    .collect()
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `create`.
    unsafe {
        let poll = event.cast::<abi::PollEvent>();
        let kind = if (*poll).is_socket { "socket" } else { "fd" };
        engine::string::new(&format!("Poll({kind}={}, events={})", (*poll).descriptor, letters((*poll).events)))
    }
}

/// A share of a poll event with its own mask; holds a reference to the poll event.
pub(super) unsafe extern "C" fn new_proxy(
    poll: *mut abi::PollEvent,
    events: PollEvents,
    extra: usize,
) -> *mut PollProxy {
    // SAFETY: fresh memory; the structure begins with the event.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if poll.is_null() || !life::has_any_of(&raw const (*poll).base, start, stop, dispose) {
            exception::throw_new(
                AsyncClass::EXCEPTION_INPUT_OUTPUT,
                "A poll proxy needs a poll event of the same reactor",
            );
            return ptr::null_mut();
        }
        let proxy = new_event::<Proxy>(extra).cast::<PollProxy>();
        (*proxy).poll_event = poll;
        (*proxy).events = events;
        (*proxy).base.start = Some(start_proxy);
        (*proxy).base.stop = Some(stop_proxy);
        (*proxy).base.dispose = Some(dispose_proxy);
        (*proxy).base.info = Some(info_proxy);
        (*poll).base.ref_count += 1;
        proxy
    }
}

unsafe extern "C" fn start_proxy(event: *mut Event) -> bool {
    // SAFETY: an event made by `new_proxy`; its poll event was made by `create`.
    unsafe {
        if !life::first_start(event) {
            return true;
        }
        let proxy = event.cast::<PollProxy>();
        let poll = (*proxy).poll_event.cast::<Poll>();
        if (*poll).count == (*poll).capacity {
            let capacity = ((*poll).capacity * 2).max(2);
            (*poll).proxies =
                crate::abi::memory::reallocate((*poll).proxies, capacity as usize * size_of::<*mut PollProxy>());
            (*poll).capacity = capacity;
        }
        let own = proxy.cast::<Proxy>();
        *(*poll).proxies.add((*poll).count as usize) = proxy;
        (*own).index = (*poll).count;
        (*own).counted = (*proxy).events;
        (*own).hidden = (*event).flags.contains(EventFlags::HIDDEN);
        (*poll).count += 1;
        (*poll).visible += u32::from(!(*own).hidden);
        count_wants(poll, (*own).counted, true);
        let base = poll.cast::<Event>();
        if (*base).loop_ref_count == 0 {
            if !start(base) {
                remove(poll, proxy);
                return false;
            }
        } else if let Err(error) = arm(poll) {
            remove(poll, proxy);
            // The other proxies may still have something to wait for.
            let _ = arm(poll);
            throw("Failed to watch the descriptor", error);
            return false;
        } else {
            (*base).loop_ref_count += 1;
            recount(poll);
        }
        (*event).loop_ref_count = 1;
        life::count(event, true);
    }
    true
}

unsafe extern "C" fn stop_proxy(event: *mut Event) -> bool {
    // SAFETY: an event made by `new_proxy`. It holds its poll event, so that one is still alive after it was stopped for
    // this proxy.
    unsafe {
        if life::last_stop(event) {
            let proxy = event.cast::<PollProxy>();
            let poll = (*proxy).poll_event.cast::<Poll>();
            remove(poll, proxy);
            life::count(event, false);
            stop(poll.cast());
            if (*poll).event.base.loop_ref_count > 0 {
                return arm(poll).is_ok();
            }
        }
    }
    true
}

unsafe fn remove(poll: *mut Poll, proxy: *mut PollProxy) {
    // SAFETY: an active proxy of the caller's, which was made by `new_proxy`, as all in the list: the first `count` entries are
    // in its memory, and the last one takes the place of this.
    unsafe {
        let own = proxy.cast::<Proxy>();
        (*poll).count -= 1;
        (*poll).visible -= u32::from(!(*own).hidden);
        let last = *(*poll).proxies.add((*poll).count as usize);
        *(*poll).proxies.add((*own).index as usize) = last;
        (*last.cast::<Proxy>()).index = (*own).index;
        count_wants(poll, (*own).counted, false);
    }
}

unsafe extern "C" fn dispose_proxy(event: *mut Event) -> bool {
    // SAFETY: an event made by `new_proxy`; its last reference is gone, so the one that it has of its poll event is given
    // back once.
    unsafe {
        if life::last_reference(event) {
            let proxy = event.cast::<PollProxy>();
            life::release((*proxy).poll_event.cast());
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info_proxy(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new_proxy`, alive as long as the method is asked.
    unsafe { engine::string::new(&format!("PollProxy(events={})", letters((*event.cast::<PollProxy>()).events))) }
}
