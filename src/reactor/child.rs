//! Child processes of this one: those that an event waits for, and those that are only reaped, because none does any more.
//!
//! ```text
//!   pidfd of the child   -> watch (watch.rs)      --+
//!   SIGCHLD, without one -> signal event (signal.rs) +-> take_status(pid) -> ended(child, end)
//! ```
//!
//! A pidfd (Linux 5.3) becomes readable when its process has ended: each child is told of by itself, and no signal is needed.
//! Where none can be had (an old kernel, a filter of system calls, no descriptor left) SIGCHLD is listened to, in front of the
//! handlers of PHP code.
//!
//! Only children that were asked for are reaped, never any: others are PHP's own, or a library's.

use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, TimerNode, clock, current, descriptors, signal, timer};
use crate::abi::{Event, EventCallback, EventFlags, Object};
use crate::engine::exception;
use crate::engine::state::PendingException;
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{c_int, c_void};
use core::mem::offset_of;
use core::ptr;
use core::sync::atomic::{AtomicI32, Ordering};

/// How a process has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Its exit status.
    Exited(c_int),
    /// The signal that killed it.
    Killed(c_int),
    /// It is no child of this process, or its status was taken elsewhere, or is never kept (SIGCHLD is ignored).
    Unknown,
}

impl End {
    /// As events tell it [abi/ABI-151].
    pub fn code(self) -> i64 {
        match self {
            End::Exited(status) => i64::from(status),
            End::Killed(signal) => -i64::from(signal),
            End::Unknown => -1,
        }
    }

    /// The signal that killed it, 0 for none.
    pub fn signal(self) -> c_int {
        if let End::Killed(signal) = self { signal } else { 0 }
    }
}

/// A process that is waited for. Stays at one address while it is followed.
pub(super) struct Child {
    pub pid: c_int,
    /// The process that may wait for it: this one, or the one that has forked this one.
    parent: c_int,
    /// -1 while SIGCHLD tells.
    pidfd: c_int,
    waiter: Waiter,
    /// It may have ended before SIGCHLD was listened to: the next turn looks.
    first_look: TimerNode,
    link: LinkOf<Child>,
    is_followed: bool,
    /// The virtual clock stands still for it.
    holds_clock: bool,
    /// Called once, from a turn; the child is not followed any more then.
    ended: unsafe fn(*mut Child, End),
}

listed!(Child, link);

/// The children of a thread.
pub(crate) struct Children {
    /// Those that are followed.
    followed: ListOf<Child>,
    /// For those without a pidfd; null before the first.
    signal: *mut Event,
    /// How many of them there are.
    by_signal: u32,
    /// Those that are to be reaped and could not be followed, or not any longer.
    unreaped: Vec<c_int>,
}

impl Children {
    pub const fn new() -> Children {
        Children { followed: ListOf::EMPTY, signal: ptr::null_mut(), by_signal: 0, unreaped: Vec::new() }
    }
}

/// What has become of a process; `None` while it runs. Reaps it.
pub(super) fn take_status(pid: c_int) -> Option<End> {
    let mut status = 0;
    loop {
        // SAFETY: the kernel writes to this frame.
        match unsafe { libc::waitpid(pid, &mut status, libc::WNOHANG) } {
            0 => return None,
            -1 => {
                // SAFETY: errno of this thread.
                if unsafe { *libc::__errno_location() } != libc::EINTR {
                    return Some(End::Unknown);
                }
            }
            _ if libc::WIFSIGNALED(status) => return Some(End::Killed(libc::WTERMSIG(status))),
            _ => return Some(End::Exited(libc::WEXITSTATUS(status))),
        }
    }
}

impl Child {
    pub fn new(pid: c_int, holds_clock: bool, ended: unsafe fn(*mut Child, End)) -> Child {
        Child {
            pid,
            // SAFETY: takes nothing.
            parent: unsafe { libc::getpid() },
            pidfd: -1,
            waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, readable),
            first_look: TimerNode::new(looked),
            link: LinkOf::new(),
            is_followed: false,
            holds_clock,
            ended,
        }
    }

    /// Waits for the end of the process, which the caller counts. `ended` is called from a turn, also if the process has ended
    /// already. With an error, a number of errno, nothing has begun; an exception may be pending then.
    ///
    /// # Safety
    /// The reactor runs. The child is not followed and stays where it is until `ended`, or [`leave`](Self::leave).
    pub unsafe fn follow(this: *mut Child) -> Result<(), c_int> {
        // SAFETY: the child is alive and in no list, as demanded; it is in one when it can be told of.
        unsafe {
            let children = &raw mut (*current()).children;
            if open(this).is_err() {
                listen(children)?;
                (*this).first_look.hidden = true;
                timer::start_node(&raw mut (*this).first_look, 0);
            }
            (*this).is_followed = true;
            if (*this).holds_clock {
                clock::hold();
            }
            ListOf::push_back(&raw mut (*children).followed, this);
            Ok(())
        }
    }

    /// Ends the waiting; idempotent. The process goes on.
    ///
    /// # Safety
    /// The child is alive, on its thread.
    pub unsafe fn leave(this: *mut Child) {
        // SAFETY: a followed child is in the list of this thread's reactor, and the children beside it are alive.
        unsafe {
            if !core::mem::replace(&mut (*this).is_followed, false) {
                return;
            }
            let children = &raw mut (*current()).children;
            ListOf::remove(&raw mut (*children).followed, this);
            if (*this).holds_clock {
                clock::release();
            }
            timer::stop_node(&raw mut (*this).first_look);
            if (*this).pidfd >= 0 {
                watch::detach(&raw mut (*this).waiter);
                watch::close((*this).pidfd);
                libc::close(core::mem::replace(&mut (*this).pidfd, -1));
            } else {
                unlisten(children);
            }
        }
    }

    /// Whether it is followed.
    pub fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// Sends a signal, unless the process may be another one by now.
    pub fn signal(&self, number: c_int) {
        // SAFETY: system calls that take numbers. A followed child was not reaped by us, so without a pidfd its number is still its own, as
        // far as this process knows.
        unsafe {
            if !self.is_followed || libc::getpid() != self.parent {
                return;
            }
            if self.pidfd >= 0 {
                libc::syscall(libc::SYS_pidfd_send_signal, self.pidfd, number, ptr::null::<c_void>(), 0);
            } else {
                libc::kill(self.pid, number);
            }
        }
    }
}

/// Opens a pidfd and watches it.
unsafe fn open(child: *mut Child) -> Result<(), c_int> {
    /// The error of a kernel, or a filter of system calls, that refuses all of them [io/SF-17].
    static REFUSAL: AtomicI32 = AtomicI32::new(0);
    let refusal = REFUSAL.load(Ordering::Relaxed);
    if refusal != 0 {
        return Err(refusal);
    }
    // SAFETY: the caller's child stays where it is until it is left, so its waiter may be attached; a descriptor that could not be
    // watched is closed again.
    unsafe {
        let pidfd = libc::syscall(libc::SYS_pidfd_open, (*child).pid, 0) as c_int;
        let pidfd = descriptors::own(pidfd);
        if pidfd < 0 {
            let error = *libc::__errno_location();
            if matches!(error, libc::ENOSYS | libc::EPERM) {
                REFUSAL.store(error, Ordering::Relaxed);
            }
            return Err(error);
        }
        // PIDFD_NONBLOCK aside, the kernel sets close-on-exec for all of them.
        (*child).waiter = Waiter::new(pidfd, watch::IN, WaiterKind::Persistent, readable);
        if let Err(error) = watch::attach(&raw mut (*child).waiter) {
            libc::close(pidfd);
            return Err(error);
        }
        (*child).pidfd = pidfd;
        Ok(())
    }
}

unsafe fn readable(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the waiter of a `Child` that is followed, in a turn, or where its descriptor is closed.
    unsafe {
        let child = waiter.byte_sub(offset_of!(Child, waiter)).cast::<Child>();
        if status == Status::Closed {
            // Code that closes whatever is open has closed our descriptor, too.
            (*child).pidfd = -1;
            let children = &raw mut (*current()).children;
            if listen(children).is_err() {
                // Told to none: it is looked at when a signal comes for another child.
                drop(exception::take());
                (*children).by_signal += 1;
            }
        }
        look(child);
    }
}

unsafe fn looked(node: *mut TimerNode) {
    // SAFETY: the node of a `Child` that is followed: it is stopped when that is left.
    unsafe { look(node.byte_sub(offset_of!(Child, first_look)).cast()) };
}

/// Tells of the end of a child, if it has ended; whether it has.
unsafe fn look(child: *mut Child) -> bool {
    // SAFETY: the child is followed. It is its owner's again before that is told, and not looked at after it.
    unsafe {
        let Some(end) = take_status((*child).pid) else { return false };
        Child::leave(child);
        ((*child).ended)(child, end);
        true
    }
}

/// One more child needs SIGCHLD.
unsafe fn listen(children: *mut Children) -> Result<(), c_int> {
    // SAFETY: the part of this thread's reactor. The event and the callback are ours; the callback belongs to the event.
    unsafe {
        if (*children).by_signal == 0 {
            let event: *mut Event = signal::new(libc::SIGCHLD, 0).cast();
            if event.is_null() {
                return Err(libc::EAGAIN);
            }
            (*event).flags.insert(EventFlags::HIDDEN);
            let callback = callbacks::zend_async_event_callback_new(Some(child_signal), 0);
            callbacks::add(event, callback);
            if !(*event).start.is_some_and(|start| start(event)) {
                crate::scheduler::event::release(event);
                return Err(libc::EAGAIN);
            }
            (*children).signal = event;
        }
        (*children).by_signal += 1;
        Ok(())
    }
}

/// One child less needs SIGCHLD.
unsafe fn unlisten(children: *mut Children) {
    // SAFETY: the part of this thread's reactor; the event is ours.
    unsafe {
        (*children).by_signal -= 1;
        if (*children).by_signal == 0 && !(*children).signal.is_null() {
            crate::scheduler::event::release(core::mem::replace(&mut (*children).signal, ptr::null_mut()));
        }
    }
}

/// SIGCHLD was delivered, once for any number of children.
unsafe extern "C" fn child_signal(_: *mut Event, _: *mut EventCallback, _: *mut c_void, _: *mut Object) {
    // SAFETY: in a turn. What is told may leave and follow other children, so the list is walked anew after each.
    unsafe {
        let children = &raw mut (*current()).children;
        let mut child = (*children).followed.first();
        while !child.is_null() {
            let next = (*child).link.next();
            child = if (*child).pidfd < 0 && look(child) { (*children).followed.first() } else { next };
        }
    }
}

/// A child without an owner.
struct Orphan {
    child: Child,
}

/// Reaps a process when it has ended, and tells no event of it.
pub(super) unsafe fn reap_in_background(pid: c_int) {
    // SAFETY: the reactor of this thread. The orphan is on the heap until it is told of its end.
    unsafe {
        let reactor = current();
        reap_left(reactor);
        if take_status(pid).is_some() {
            return;
        }
        let orphan = Box::into_raw(Box::new(Orphan { child: Child::new(pid, false, orphan_ended) }));
        let child = &raw mut (*orphan).child;
        let earlier = PendingException::take();
        let follows = (*reactor).started && Child::follow(child).is_ok();
        // What leaves a process behind has not failed.
        drop(exception::take());
        earlier.put_back();
        if !follows {
            drop(Box::from_raw(orphan));
            (*reactor).children.unreaped.push(pid);
        }
    }
}

unsafe fn orphan_ended(child: *mut Child, _: End) {
    // SAFETY: the child of an `Orphan`, which nothing refers to any more.
    unsafe { drop(Box::from_raw(child.byte_sub(offset_of!(Orphan, child)).cast::<Orphan>())) }
}

/// Reaps those of earlier requests that have ended meanwhile.
pub(super) unsafe fn reap_left(reactor: *mut Reactor) {
    // SAFETY: this thread's reactor; nothing is told here.
    unsafe { (*reactor).children.unreaped.retain(|&pid| take_status(pid).is_none()) }
}

/// The reactor stops: orphans that live on are reaped later. All others have been left by their owners.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: no turn is under way. What is still followed is the child of an `Orphan`.
    unsafe {
        while !(*reactor).children.followed.is_empty() {
            let child = (*reactor).children.followed.first();
            let pid = (*child).pid;
            Child::leave(child);
            orphan_ended(child, End::Unknown);
            (*reactor).children.unreaped.push(pid);
        }
        reap_left(reactor);
    }
}

/// The child of a fork has none of these children, but sees when they end.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: outside a turn; the table of watches was emptied before, so the waiters are in no list. No `ended` is called.
    unsafe {
        (*reactor).children.unreaped.clear();
        let mut child = (*reactor).children.followed.first();
        while !child.is_null() {
            if (*child).pidfd >= 0 {
                watch::detach(&raw mut (*child).waiter);
                let _ = watch::attach(&raw mut (*child).waiter);
            }
            child = (*child).link.next();
        }
    }
}
