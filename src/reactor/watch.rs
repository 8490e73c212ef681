//! Watches: what waits for which descriptor [io/W-1 to W-9].
//!
//! ```text
//!   table[fd] -> Watch { armed mask, generation, attached } <-> Waiter <-> Waiter  waiters live in their owners' memory
//!                  |
//!                  +-- registered in the reactor's epoll instance under the key (generation, fd)
//! ```
//!
//! **Armed lazily.** A waiter that leaves does not take the registration away, so a keep-alive connection needs no
//! `epoll_ctl` per request. Registrations are edge-triggered: a waiter has tried first, or knows that all input was taken
//! (`input.rs`), hence every edge it needs comes after that. Readiness without a waiter costs one report and no system call
//! to silence. Where several consumers wait for the same direction, one is woken and the registration is modified once,
//! which makes the kernel report again what is left. A persistent waiter (an ABI poll event) makes it level-triggered.
//!
//! **Closed behind our back.** The kernel drops a registration together with the file; code inside libc closes files
//! where no hook sees it, and the next file gets the same number. Then `armed` lies. A waiter that comes to an idle armed
//! watch therefore makes it *unverified*: when nothing was reported for 20 ms the registration is modified once
//! (`epoll_ctl`, 0.26 µs); the kernel answers `ENOENT` if it is gone, and it is made again. Reports for an old file carry
//! an old generation and are ignored.

pub use super::closing::{close, closed, is_closing, is_known, leaving, shut};
pub use super::input::{input_count, is_drained, is_irregular, took_less};
use super::unverified::{mark_unverified, mark_verified};
use super::{Reactor, count_down, count_up, current};
use crate::engine::descriptor;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::c_int;
use core::ptr;
use libc::{EPOLL_CTL_ADD, EPOLL_CTL_DEL, EPOLL_CTL_MOD, epoll_event};

/// The error of [`attach`] for a descriptor that is being closed.
pub const CLOSING: c_int = libc::EALREADY;

/// The bits of poll(2) and epoll(7) are the same.
pub const IN: u32 = libc::EPOLLIN as u32;
pub const OUT: u32 = libc::EPOLLOUT as u32;
pub const PRI: u32 = libc::EPOLLPRI as u32;
pub const ERR: u32 = libc::EPOLLERR as u32;
pub const HUP: u32 = libc::EPOLLHUP as u32;
pub const RDHUP: u32 = libc::EPOLLRDHUP as u32;
const HANG: u32 = ERR | HUP | RDHUP;
/// Together with input the kernel reports its end and urgent data, which no waiter may have asked for; those are not told.
const UNASKED: u32 = RDHUP | PRI;
pub(super) const EDGE: u32 = libc::EPOLLET as u32;
/// What may be asked for: the bits of poll(2).
pub(super) const INTEREST: u32 = 0x23df;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Look again.
    Ready,
    /// The descriptor is being closed; the waiter is not linked any more.
    Closed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaiterKind {
    /// Takes what it waits for; one per direction is woken.
    Consumer,
    /// Only looks; always woken.
    Observer,
    /// As an observer; closing tells it and does not wait until it has left: it touches nothing that is freed then.
    Onlooker,
    /// Waits for nothing: only told of the closing. For calls that are left in the middle.
    Visitor,
    /// Told every turn as long as the descriptor is ready. Its owner counts it as active.
    Persistent,
}

/// Interest in one descriptor. Stays at one address while it is attached.
#[repr(C)]
pub struct Waiter {
    link: LinkOf<Waiter>,
    /// Called from inside a turn or from `close`; must not switch.
    pub notify: unsafe fn(*mut Waiter, u32, Status),
    pub fd: c_int,
    pub mask: u32,
    pub kind: WaiterKind,
    /// Counts as an active event only as long as there are coroutines: it does not keep a script from ending.
    pub lone: bool,
    linked: bool,
    /// Told since it was attached.
    woken: bool,
    pub(super) closed: bool,
    pass: u32,
}

impl Waiter {
    pub const fn new(fd: c_int, mask: u32, kind: WaiterKind, notify: unsafe fn(*mut Waiter, u32, Status)) -> Self {
        Self {
            link: LinkOf::new(),
            notify,
            fd,
            mask,
            kind,
            lone: false,
            linked: false,
            woken: false,
            closed: false,
            pass: 0,
        }
    }
}

listed!(Waiter, link);

pub(super) struct Watch {
    pub(super) attached: ListOf<Waiter>,
    fd: c_int,
    /// What the kernel was told, 0 if nothing.
    pub(super) armed: u32,
    generation: u32,
    pub(super) waiters: u32,
    pub(super) visitors: u32,
    persistent: u32,
    /// Waiters that were told of the closing and have not left yet.
    pub(super) leaving: u32,
    /// The waiters leave now; no other may come.
    pub(super) closing: bool,
    /// Input taken by hooks while a waiter was there.
    pub(super) taken: u32,
    /// All input was taken, and nothing was reported since.
    pub(super) drained: bool,
    /// The end of the input was reported, an error, or urgent data: attempts are always made.
    pub(super) irregular: bool,
    pub(super) unverified: bool,
    pub(super) verify_at_ns: u64,
    unverified_link: LinkOf<Watch>,
}

listed!(Watch, unverified_link);

const CHUNK: usize = 64;

/// All watches of a thread, by descriptor. Chunks keep their address.
pub(crate) struct Table {
    chunks: Vec<*mut Watch>,
    waiting: u32,
    lone: u32,
    pass: u32,
    /// The next waiter of the pass that is running.
    cursor: *mut Waiter,
    /// Ordered by time.
    pub(super) unverified: ListOf<Watch>,
}

impl Table {
    pub const fn new() -> Self {
        Self { chunks: Vec::new(), waiting: 0, lone: 0, pass: 0, cursor: ptr::null_mut(), unverified: ListOf::EMPTY }
    }

    /// How many waiters there are.
    #[inline]
    pub fn waiting(&self) -> u32 {
        self.waiting
    }

    /// How many of those that are active events keep no script from ending.
    #[inline]
    pub fn lone(&self) -> u32 {
        self.lone
    }

    #[inline]
    pub(super) fn find(&self, fd: c_int) -> *mut Watch {
        match self.chunks.get(fd as usize / CHUNK) {
            // SAFETY: a chunk holds CHUNK watches and is freed together with the table that has its address.
            Some(&chunk) if fd >= 0 && !chunk.is_null() => unsafe { chunk.add(fd as usize % CHUNK) },
            _ => ptr::null_mut(),
        }
    }

    /// Null, with `errno` set, for a number that no descriptor has.
    pub(super) fn find_or_make(&mut self, fd: c_int) -> *mut Watch {
        let watch = self.find(fd);
        if !watch.is_null() {
            return watch;
        }
        // Room for a number that is far above all open ones would be enormous.
        // SAFETY: the question takes a number of any value and no memory.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } < 0 {
            return ptr::null_mut();
        }
        let index = fd as usize / CHUNK;
        if self.chunks.len() <= index {
            self.chunks.resize(index + 1, ptr::null_mut());
        }
        // SAFETY: all-zero memory is an idle watch; the chunk lives until the table is cleared.
        unsafe {
            let chunk = libc::calloc(CHUNK, size_of::<Watch>()).cast::<Watch>();
            if chunk.is_null() {
                return chunk;
            }
            for slot in 0..CHUNK {
                (*chunk.add(slot)).fd = (index * CHUNK + slot) as c_int;
            }
            self.chunks[index] = chunk;
            chunk.add(fd as usize % CHUNK)
        }
    }
}

#[inline]
fn key(watch: &Watch) -> u64 {
    (u64::from(watch.generation) << 32) | u64::from(watch.fd as u32)
}

/// Tells the kernel to report `bits` for the descriptor.
pub(super) unsafe fn arm(reactor: *mut Reactor, watch: *mut Watch, bits: u32) -> Result<(), c_int> {
    // SAFETY: watches stay where they are as long as the table, and the only reference to this one ends here: no waiter is
    // told. The kernel copies the event.
    unsafe {
        let watch = &mut *watch;
        // The kernel reports these always. Named here they keep the registration of a waiter that asks for nothing from
        // looking like none.
        let events = bits | ERR | HUP | if watch.persistent > 0 { 0 } else { EDGE };
        (watch.drained, watch.irregular) = (false, false);
        let all = events | if events & EDGE != 0 && bits & IN != 0 { UNASKED } else { 0 };
        let control = |operation, key| {
            let mut event = epoll_event { events: all, u64: key };
            match libc::epoll_ctl((*reactor).epoll, operation, watch.fd, &mut event) {
                0 => Ok(()),
                _ => Err(*libc::__errno_location()),
            }
        };
        if watch.armed != 0 {
            match control(EPOLL_CTL_MOD, key(watch)) {
                Err(libc::ENOENT) => watch.armed = 0,
                result => {
                    watch.armed = if result.is_ok() { events } else { 0 };
                    return result;
                }
            }
        }
        watch.generation = watch.generation.wrapping_add(1);
        let key = (u64::from(watch.generation) << 32) | u64::from(watch.fd as u32);
        let result = match control(EPOLL_CTL_ADD, key) {
            Err(libc::EEXIST) => control(EPOLL_CTL_MOD, key),
            result => result,
        };
        if result.is_ok() {
            watch.armed = events;
            (*reactor).epoll_used = true;
        }
        result
    }
}

/// Starts to wait. An error means that the kernel cannot watch the descriptor: `EPERM` stands for kinds that are always
/// ready [io/W-3], `EBADF` for no descriptor at all.
///
/// # Safety
/// The reactor runs; the waiter is not attached and stays where it is until `detach`.
pub unsafe fn attach(waiter: *mut Waiter) -> Result<(), c_int> {
    // SAFETY: the waiter is alive and in no list, as this function demands. Its watch stays where it is as long as the
    // table, and no waiter is told here, so none comes or goes meanwhile.
    unsafe {
        let reactor = current();
        let (fd, mask) = ((*waiter).fd, (*waiter).mask & INTEREST);
        if fd < 0 {
            return Err(libc::EBADF);
        }
        let watch = (*reactor).watches.find_or_make(fd);
        if watch.is_null() {
            return Err(*libc::__errno_location());
        }
        if (*watch).closing {
            return Err(CLOSING);
        }
        let persistent = match (*waiter).kind {
            WaiterKind::Visitor => {
                (*watch).visitors += 1;
                link(reactor, watch, waiter);
                return Ok(());
            }
            WaiterKind::Persistent => true,
            WaiterKind::Consumer | WaiterKind::Observer | WaiterKind::Onlooker => false,
        };
        (*watch).persistent += u32::from(persistent);
        let wrong_mode = (*watch).persistent > 0 && (*watch).armed & EDGE != 0;
        if (*watch).armed == 0 || (*watch).armed & mask != mask || wrong_mode {
            let bits = ((*watch).armed & INTEREST) | mask;
            if let Err(error) = arm(reactor, watch, bits) {
                (*watch).persistent -= u32::from(persistent);
                return Err(error);
            }
        } else if (*watch).waiters == 0 || (*watch).drained && mask & IN != 0 {
            mark_unverified(reactor, watch);
        }

        link(reactor, watch, waiter);
        (*watch).waiters += 1;
        (*reactor).watches.waiting += 1;
        if !persistent {
            (*reactor).watches.lone += u32::from((*waiter).lone);
            count_up();
        }
        Ok(())
    }
}

unsafe fn link(reactor: *mut Reactor, watch: *mut Watch, waiter: *mut Waiter) {
    // SAFETY: `attach` was given a waiter that is in no list and stays where it is until `detach`; the watch is in the
    // reactor's table.
    unsafe {
        (*waiter).linked = true;
        (*waiter).woken = false;
        (*waiter).closed = false;
        (*waiter).pass = (*reactor).watches.pass;
        ListOf::push_back(&raw mut (*watch).attached, waiter);
    }
}

/// Ends the interest; idempotent.
///
/// # Safety
/// The waiter was made with [`Waiter::new`].
pub unsafe fn detach(waiter: *mut Waiter) {
    // SAFETY: the waiter is alive. An attached one is linked in the watch of its descriptor, which `find` therefore finds;
    // its neighbours are alive.
    unsafe {
        let reactor = current();
        if (*waiter).closed {
            (*waiter).closed = false;
            let watch = (*reactor).watches.find((*waiter).fd);
            if !watch.is_null() && (*watch).leaving > 0 {
                (*watch).leaving -= 1;
            }
        }
        if (*waiter).linked {
            let watch = (*reactor).watches.find((*waiter).fd);
            unlink(reactor, watch, waiter);
        }
    }
}

pub(super) unsafe fn unlink(reactor: *mut Reactor, watch: *mut Watch, waiter: *mut Waiter) {
    // SAFETY: callers know that the waiter is linked in this watch, so both are alive, and the waiters beside it.
    unsafe {
        if (*reactor).watches.cursor == waiter {
            (*reactor).watches.cursor = (*waiter).link.next();
        }
        ListOf::remove(&raw mut (*watch).attached, waiter);
        (*waiter).linked = false;
        if (*waiter).kind == WaiterKind::Visitor {
            (*watch).visitors -= 1;
            return;
        }
        (*watch).waiters -= 1;
        (*reactor).watches.waiting -= 1;
        if (*waiter).kind == WaiterKind::Persistent {
            (*watch).persistent -= 1;
        } else {
            (*reactor).watches.lone -= u32::from((*waiter).lone);
            count_down();
        }
        if (*watch).waiters == 0 {
            mark_verified(reactor, watch);
        }
    }
}

/// The kernel reports `revents` for a registration.
pub(super) unsafe fn ready(reactor: *mut Reactor, key: u64, revents: u32) {
    // SAFETY: the key is looked up anew, so that of a watch that was forgotten finds null or another generation. What is
    // found stays where it is for the rest of the turn: the table is cleared outside of turns only.
    unsafe {
        let watch = (*reactor).watches.find(key as u32 as c_int);
        if watch.is_null() || (*watch).armed == 0 || (*watch).generation != (key >> 32) as u32 {
            return;
        }
        mark_verified(reactor, watch);
        (*watch).drained = false;
        (*watch).irregular |= revents & (HANG | PRI) != 0;
        deliver(reactor, watch, revents & (!UNASKED | (*watch).armed));
    }
}

/// What the kernel would report for a registration now, 0 for nothing.
pub(super) unsafe fn look(reactor: *mut Reactor, key: u64) -> u32 {
    // SAFETY: the key is looked up as in `ready`; the watch is read where it is found.
    unsafe {
        let watch = (*reactor).watches.find(key as u32 as c_int);
        if watch.is_null() || (*watch).armed == 0 || (*watch).generation != (key >> 32) as u32 {
            return 0;
        }
        let events = (((*watch).armed & INTEREST) | UNASKED) as i16;
        u32::from(descriptor::reported((*watch).fd, events) as u16)
    }
}

/// Wakes the waiters that a readiness concerns, by the policy of the contract [io/W-5].
pub(super) unsafe fn deliver(reactor: *mut Reactor, watch: *mut Watch, revents: u32) {
    // SAFETY: owners may attach and detach while they are told: the cursor follows removals, the pass number keeps out
    // waiters that come in meanwhile.
    unsafe {
        let table = &raw mut (*reactor).watches;
        let generation = (*watch).generation;
        (*table).pass = (*table).pass.wrapping_add(1);
        let pass = (*table).pass;
        let hang = revents & HANG != 0;
        let mut wanted = 0;
        let mut taken = 0;
        let mut left_over = false;
        (*table).cursor = (*watch).attached.first();
        while !(*table).cursor.is_null() {
            let waiter = (*table).cursor;
            (*table).cursor = (*waiter).link.next();
            if (*waiter).pass == pass || (*waiter).kind == WaiterKind::Visitor {
                continue;
            }
            let bits = (*waiter).mask & revents;
            wanted |= (*waiter).mask;
            if !hang && bits == 0 {
                continue;
            }
            match (*waiter).kind {
                WaiterKind::Consumer if !hang && bits & !taken == 0 => {
                    left_over |= !(*waiter).woken;
                    continue;
                }
                WaiterKind::Consumer => taken |= bits,
                WaiterKind::Observer | WaiterKind::Onlooker | WaiterKind::Persistent | WaiterKind::Visitor => (),
            }
            if (*waiter).woken && (*waiter).kind != WaiterKind::Persistent {
                continue;
            }
            (*waiter).woken = true;
            ((*waiter).notify)(waiter, revents, Status::Ready);
        }

        if (*watch).generation != generation || (*watch).armed == 0 {
            return;
        }
        let level = (*watch).armed & EDGE == 0;
        if level && (*watch).persistent > 0 {
            // No waiter asked for this; a level would be reported for ever.
            if wanted & revents == 0 && hang {
                let mut event = epoll_event { events: (*watch).armed | EDGE, u64: key(&*watch) };
                libc::epoll_ctl((*reactor).epoll, EPOLL_CTL_MOD, (*watch).fd, &mut event);
                (*watch).armed |= EDGE;
            } else if wanted & revents == 0 {
                let _ = arm(reactor, watch, wanted & INTEREST);
            }
        } else if level && wanted == 0 {
            disarm(reactor, watch);
        } else if level || left_over {
            let _ = arm(reactor, watch, (*watch).armed & INTEREST);
        }
    }
}

pub(super) unsafe fn disarm(reactor: *mut Reactor, watch: *mut Watch) {
    // SAFETY: the caller's watch is in the reactor's table. An event argument was mandatory in old kernels; the kernel
    // copies it.
    unsafe {
        let mut event = epoll_event { events: 0, u64: 0 };
        libc::epoll_ctl((*reactor).epoll, EPOLL_CTL_DEL, (*watch).fd, &mut event);
        ((*watch).armed, (*watch).drained) = (0, false);
        (*watch).generation = (*watch).generation.wrapping_add(1);
    }
}

/// A hook took input from the descriptor: what waiters were told before may not hold any more.
#[inline]
pub fn took_input(fd: c_int) {
    // SAFETY: what `find` returns is null or stays where it is until the table is cleared; nothing but a store happens to it here.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if !watch.is_null() {
            (*watch).taken = (*watch).taken.wrapping_add(1);
            if (*watch).waiters > 0 {
                tell_onlookers(watch);
            }
        }
    }
}

/// What came is taken before the kernel has told of it: those that the taker has served as well would wait for more.
#[cold]
unsafe fn tell_onlookers(watch: *mut Watch) {
    // SAFETY: attached waiters are alive, and telling one wakes its coroutine and does not switch: none leaves the list here.
    unsafe {
        let mut waiter = (*watch).attached.first();
        while !waiter.is_null() {
            let next = (*waiter).link.next();
            if (*waiter).kind == WaiterKind::Onlooker && !(*waiter).woken {
                (*waiter).woken = true;
                ((*waiter).notify)(waiter, 0, Status::Ready);
            }
            waiter = next;
        }
    }
}

/// Input came where no hook could wait for it: its waiters look again.
///
/// # Safety
/// On the PHP thread, outside the telling of waiters. Runs no PHP code.
pub unsafe fn nudge(fd: c_int, events: u32) {
    // SAFETY: attached waiters are alive, as `attach` demands. The watch stays where it is while they are told: the table
    // is not cleared by owners.
    unsafe {
        let watch = (*current()).watches.find(fd);
        if !watch.is_null() && (*watch).waiters > 0 {
            deliver(current(), watch, events);
        }
    }
}

/// Whether the waiter waits.
///
/// # Safety
/// The waiter is alive.
pub unsafe fn is_attached(waiter: *const Waiter) -> bool {
    // SAFETY: the waiter is alive, as this function demands.
    unsafe { (*waiter).linked }
}

/// Whether the waiter is the only one of its descriptor.
///
/// # Safety
/// The waiter is alive.
pub unsafe fn is_alone(waiter: *mut Waiter) -> bool {
    // SAFETY: the waiter is alive, as this function demands; its neighbours are not looked at.
    unsafe { (*waiter).linked && (*waiter).link.is_alone() }
}

/// Whether the kernel can watch the descriptor, and `errno` if not.
///
/// # Safety
/// The reactor runs.
pub unsafe fn probe(fd: c_int) -> Result<(), c_int> {
    // SAFETY: the reactor runs, so its epoll instance is open; the watch is in its table, where it stays, and no waiter is
    // told.
    unsafe {
        let reactor = current();
        let watch = (*reactor).watches.find_or_make(fd);
        if watch.is_null() {
            return Err(*libc::__errno_location());
        }
        if (*watch).waiters > 0 {
            return Ok(());
        }
        let bits = (*watch).armed & INTEREST;
        arm(reactor, watch, bits)
    }
}

/// The attached waiters that are told by `notify`.
///
/// # Safety
/// Outside a turn. The waiters that are returned are used only as long as none of them can have been freed.
pub(super) unsafe fn told_by(reactor: *mut Reactor, notify: unsafe fn(*mut Waiter, u32, Status)) -> Vec<*mut Waiter> {
    let mut found = Vec::new();
    // SAFETY: chunks hold CHUNK watches each, and attached waiters are alive.
    unsafe {
        for &chunk in &(*reactor).watches.chunks {
            for slot in 0..if chunk.is_null() { 0 } else { CHUNK } {
                let mut waiter = (*chunk.add(slot)).attached.first();
                while !waiter.is_null() {
                    if (*waiter).notify as usize == notify as usize {
                        found.push(waiter);
                    }
                    waiter = (*waiter).link.next();
                }
            }
        }
    }
    found
}

/// Forgets every watch and lets go of every waiter without telling it.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: no turn is under way, so no pass over a list is, and nothing else holds a watch. Linked waiters are alive,
    // and are unlinked before the watch that they are in is freed; the new table replaces one that is not used again.
    unsafe {
        let table = &raw mut (*reactor).watches;
        for &chunk in &(*table).chunks {
            for slot in 0..if chunk.is_null() { 0 } else { CHUNK } {
                let watch = chunk.add(slot);
                while !(*watch).attached.is_empty() {
                    unlink(reactor, watch, (*watch).attached.first());
                }
            }
            libc::free(chunk.cast());
        }
        *table = Table::new();
        (*reactor).held.forget_reports();
    }
}
