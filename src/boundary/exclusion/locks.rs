//! Waiting for a lock of a file, a System V semaphore or message queue [io/FL-1 to FL-5]. Nothing of this can be watched.
//!
//! ```text
//!   hook:  acquire(request) -> attempt that cannot block --done--> return
//!                                | busy
//!                              listed as waiting -> park, 1, 2, 4 .. 25 ms -> offer -> attempt ...
//!                                                    ^
//!   an unlock, close or send:       offer(key) ------'  the first in line gets it at once, on its own descriptor
//! ```
//!
//! A lock that becomes free is taken *for* the longest waiter, by the coroutine that finds it free: a coroutine that unlocks
//! and locks again in a loop comes after those that wait. A waiter that was cancelled before it ran again gives it back.
//!
//! These waits are no active events ([`outside`]): when nothing else can happen, `lock_owners` asks the kernel what has the
//! lock. A coroutine of this thread: it will never be given up, that is a deadlock. Another process, or a child process
//! that may give up what it has inherited: the wait
//! becomes an active event until the next attempt. Nothing is recorded when a lock is taken, so nothing goes stale when
//! it leaves in a way that no hook sees: with a copy of the descriptor, a child process, a file closed inside libc.

use super::lock_owners;
use crate::boundary::wait::sim;
use crate::boundary::wait::{Frame, Outcome, WaitSlot, errno, on_ready, park_frame, poisoned, set_errno};
use crate::engine::descriptor::file;
use crate::engine::frame;
use crate::reactor::timer::show_node;
use crate::reactor::watch::{self, Waiter, WaiterKind};
use crate::reactor::{NEVER, clock, now_ns};
use crate::scheduler::CoroutineObject;
use crate::scheduler::outside::{self, Node};
use crate::scheduler::wait::{Awaited, Wait};
use core::ffi::{c_int, c_long, c_void};
use core::mem::offset_of;
use core::ptr;
use libc::{flock, sembuf};

const FIRST_PAUSE_NS: u64 = 1_000_000;
const LAST_PAUSE_NS: u64 = 25_000_000;
/// The kernel itself takes no more than 500; real programs stay far below.
pub const OPERATIONS_MAX: usize = 32;

/// What waiters have in common that wait for one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Locks of `flock` on a file, by device and inode.
    File(u64, u64),
    /// Locks of `fcntl` on a file.
    Records(u64, u64),
    Semaphores(c_int),
    Queue(c_int),
}

/// A call that would block, with the caller's arguments.
pub enum Request {
    Flock {
        fd: c_int,
        /// `LOCK_SH` or `LOCK_EX`.
        operation: c_int,
    },
    Record {
        fd: c_int,
        /// `F_SETLK` or `F_OFD_SETLK`.
        command: c_int,
        lock: *mut flock,
    },
    Semaphores {
        id: c_int,
        /// Each with `IPC_NOWAIT`.
        operations: [sembuf; OPERATIONS_MAX],
        count: usize,
    },
    Receive {
        id: c_int,
        message: *mut c_void,
        bytes: usize,
        kind: c_long,
        flags: c_int,
    },
    Send {
        id: c_int,
        message: *const c_void,
        bytes: usize,
        flags: c_int,
    },
}

impl Request {
    fn key(&self) -> Option<Key> {
        match *self {
            Request::Flock { fd, .. } => file(fd).map(|(device, inode)| Key::File(device, inode)),
            Request::Record { fd, .. } => file(fd).map(|(device, inode)| Key::Records(device, inode)),
            Request::Semaphores { id, .. } => Some(Key::Semaphores(id)),
            Request::Receive { id, .. } | Request::Send { id, .. } => Some(Key::Queue(id)),
        }
    }

    /// The descriptor that must stay open, or -1.
    fn fd(&self) -> c_int {
        match *self {
            Request::Flock { fd, .. } | Request::Record { fd, .. } => fd,
            _ => -1,
        }
    }

    /// The call, without waiting.
    unsafe fn attempt(&mut self) -> isize {
        // SAFETY: the request holds what the caller of the hook has promised libc; that call waits below this frame.
        unsafe {
            match self {
                Request::Flock { fd, operation } => libc::flock(*fd, *operation | libc::LOCK_NB) as isize,
                Request::Record { fd, command, lock } => libc::fcntl(*fd, *command, *lock) as isize,
                Request::Semaphores { id, operations, count } => {
                    let result = libc::semop(*id, operations.as_mut_ptr(), *count);
                    if result == 0 {
                        lock_owners::count_units(*id, &operations[..*count]);
                    }
                    result as isize
                }
                Request::Receive { id, message, bytes, kind, flags } => {
                    libc::msgrcv(*id, *message, *bytes, *kind, *flags | libc::IPC_NOWAIT)
                }
                Request::Send { id, message, bytes, flags } => {
                    libc::msgsnd(*id, *message, *bytes, *flags | libc::IPC_NOWAIT) as isize
                }
            }
        }
    }

    /// Whether an attempt that failed with this error may succeed later.
    fn is_busy(&self, error: c_int) -> bool {
        match self {
            Request::Flock { .. } | Request::Semaphores { .. } | Request::Send { .. } => error == libc::EAGAIN,
            Request::Record { .. } => matches!(error, libc::EAGAIN | libc::EACCES),
            Request::Receive { .. } => error == libc::ENOMSG,
        }
    }

    fn is_of_system_v(&self) -> bool {
        !matches!(self, Request::Flock { .. } | Request::Record { .. })
    }

    /// Whether others may make the call for the waiter. What it takes can be given back then.
    fn may_be_made_by_others(&self) -> bool {
        matches!(self, Request::Flock { .. } | Request::Semaphores { .. })
    }

    /// Gives back what an attempt took.
    unsafe fn undo(&mut self) {
        // SAFETY: the attempt has been made, and its arguments live as long as the call that waits.
        unsafe {
            match self {
                Request::Flock { fd, .. } => {
                    libc::flock(*fd, libc::LOCK_UN);
                }
                Request::Semaphores { id, operations, count } => {
                    // Backwards, and without waits for zero, which have taken nothing.
                    let mut taken = 0;
                    for place in 0..*count {
                        if operations[place].sem_op != 0 {
                            operations[taken] = operations[place];
                            operations[taken].sem_op = -operations[taken].sem_op;
                            taken += 1;
                        }
                    }
                    operations[..taken].reverse();
                    if taken > 0 && libc::semop(*id, operations.as_mut_ptr(), taken) == 0 {
                        lock_owners::count_units(*id, &operations[..taken]);
                    }
                }
                _ => (),
            }
        }
    }

    /// Whether only a coroutine of this thread can end the wait.
    unsafe fn is_held_here(&self) -> bool {
        // SAFETY: the caller of the hook keeps its structure alive while it waits.
        unsafe {
            match self {
                Request::Flock { fd, operation } => lock_owners::holds_flock(*fd, *operation == libc::LOCK_EX),
                Request::Record { fd, lock, .. } => {
                    lock_owners::holds_record(*fd, (**lock).l_type == libc::F_WRLCK as i16)
                }
                Request::Semaphores { id, operations, count } => lock_owners::holds_units(*id, &operations[..*count]),
                Request::Receive { .. } | Request::Send { .. } => false,
            }
        }
    }

    fn describe(&self) -> String {
        match *self {
            Request::Flock { fd, .. } | Request::Record { fd, .. } => format!("Lock({})", lock_owners::name(fd)),
            Request::Semaphores { id, .. } => format!("Semaphore({id})"),
            Request::Receive { id, .. } | Request::Send { id, .. } => format!("MessageQueue({id})"),
        }
    }
}

/// A coroutine that waits; lies on its stack.
#[repr(C)]
struct Waiting {
    node: Node,
    wait: Wait,
    key: Key,
    request: *mut Request,
    frame: *mut Frame,
    /// The kernel has refused the call as one that would block.
    refused: bool,
    /// Another coroutine made the call for it: the result, and errno if that is -1.
    made: Option<(isize, c_int)>,
}

/// Makes the call of `request` and waits as long as it would block. `None`: nothing may be switched to here, make the
/// blocking call; errno is what it was.
///
/// # Safety
/// After `wait::enter` returned true, in the same hook.
pub unsafe fn acquire(mut request: Request, deadline: u64) -> Option<isize> {
    let before = errno();
    // SAFETY: `waiting`, `slot` and `frame` stay here until they are taken out of their lists.
    unsafe {
        // Earlier waiters come first.
        if !outside::first().is_null()
            && let Some(key) = request.key()
        {
            offer(key);
        }
        let busy = deadline == NEVER && sim::pretends_to_block() && !poisoned();
        if !busy {
            let result = request.attempt();
            if result >= 0 {
                set_errno(before);
                if !outside::first().is_null() {
                    told(&request);
                }
                return Some(result);
            }
            if !request.is_busy(errno()) {
                return Some(result);
            }
        }
        let Some(key) = request.key() else { return Some(request.attempt()) };
        // A lock that could not be exchanged for a stronger one is gone.
        offer(key);
        if poisoned() {
            return Some(Outcome::Cancelled.fail() as isize);
        }
        // Sessions keep their state in globals [io/FW-4].
        if frame::executes_module(c"session") {
            set_errno(before);
            return None;
        }

        let mut frame = Frame::new();
        let waiter = Waiter::new(request.fd(), 0, WaiterKind::Visitor, on_ready);
        let mut slot = WaitSlot { waiter, frame: &raw mut frame, revents: 0, input: 0 };
        let slot = &raw mut slot;
        if request.fd() >= 0 && watch::attach(slot.cast()).is_err() {
            return Some(Outcome::Closed.fail() as isize);
        }
        let mut waiting = Waiting {
            node: Node::new(look),
            wait: Wait::new(visit),
            key,
            request: &raw mut request,
            frame: &raw mut frame,
            refused: !busy,
            made: None,
        };
        let waiting = &raw mut waiting;
        outside::add(waiting.cast());
        let outcome = wait_in_line(waiting, deadline);
        outside::remove(waiting.cast());
        watch::detach(slot.cast());

        // Others wrote it while this coroutine was away.
        let made = ptr::read_volatile(&raw const (*waiting).made);
        Some(match (outcome, made) {
            (Outcome::Cancelled, made) => {
                if made.is_some_and(|(result, _)| result >= 0) {
                    request.undo();
                    offer(key);
                }
                outcome.fail() as isize
            }
            (_, Some((result, error))) => {
                set_errno(if result < 0 { error } else { before });
                if result >= 0 {
                    told(&request);
                }
                result
            }
            (Outcome::Timeout, None) => {
                set_errno(libc::EAGAIN);
                -1
            }
            (_, None) => Outcome::Closed.fail() as isize,
        })
    }
}

/// Parks until the call was made, or can not be made any more.
unsafe fn wait_in_line(waiting: *mut Waiting, deadline: u64) -> Outcome {
    // SAFETY: the frame of the caller.
    unsafe {
        let frame = (*waiting).frame;
        let mut pause = FIRST_PAUSE_NS;
        // Other processes live in real time.
        clock::hold();
        let outcome = loop {
            let now = now_ns();
            if now >= deadline {
                break Outcome::Timeout;
            }
            frame.write(Frame::new());
            (*frame).timer.hidden = deadline == NEVER && !matches!((*waiting).key, Key::Queue(_));
            (*frame).wait = &raw const (*waiting).wait;
            let outcome = park_frame(frame, (now + pause).min(deadline));
            if matches!(outcome, Outcome::Cancelled | Outcome::Closed) || made(waiting) {
                break outcome;
            }
            if (*(*waiting).request).may_be_made_by_others() {
                offer((*waiting).key);
            } else {
                make(waiting);
            }
            if made(waiting) {
                break Outcome::Ready;
            }
            pause = if outcome == Outcome::Ready { FIRST_PAUSE_NS } else { (pause * 2).min(LAST_PAUSE_NS) };
        };
        clock::release();
        outcome
    }
}

/// Whether the call was made; others may do it at any time this coroutine is away.
unsafe fn made(waiting: *const Waiting) -> bool {
    // SAFETY: it lies on the stack of the waiting coroutine, which asks. Others write it only while that is away.
    unsafe { ptr::read_volatile(&raw const (*waiting).made).is_some() }
}

/// Makes the call; whether it did not block.
unsafe fn make(waiting: *mut Waiting) -> bool {
    // SAFETY: the request outlives the wait.
    unsafe {
        let request = (*waiting).request;
        let result = (*request).attempt();
        let error = errno();
        if result < 0 && (*request).is_busy(error) {
            (*waiting).refused = true;
            return false;
        }
        // A call that has waited in the kernel is told of a removal; ours comes to an identifier that is none any more.
        let removed = (*waiting).refused && error == libc::EINVAL && (*request).is_of_system_v();
        (*waiting).made = Some((result, if removed { libc::EIDRM } else { error }));
        true
    }
}

/// Something may be free: the longest waiter gets it. Never switches; errno stays.
///
/// # Safety
/// On a PHP thread.
pub unsafe fn offer(key: Key) {
    // SAFETY: listed waits are alive.
    unsafe {
        let mut node = outside::first();
        if node.is_null() {
            return;
        }
        let before = errno();
        let mut refused = false;
        while !node.is_null() {
            let waiting = node.cast::<Waiting>();
            node = (*node).next();
            if (*waiting).key != key || (*waiting).made.is_some() || (*(*waiting).frame).closed_fd >= 0 {
                continue;
            }
            let shared = matches!(*(*waiting).request, Request::Flock { operation: libc::LOCK_SH, .. });
            if !(*(*waiting).request).may_be_made_by_others() {
                (*(*waiting).frame).wake();
            } else if matches!(key, Key::File(..)) && refused && !shared {
                // Where a shared lock is refused, an exclusive one is, too.
            } else if make(waiting) {
                (*(*waiting).frame).wake();
            } else if shared {
                break;
            } else {
                refused = true;
            }
        }
        set_errno(before);
    }
}

/// A call has changed something for waiters for the opposite.
unsafe fn told(request: &Request) {
    if let Request::Semaphores { id, .. } = *request {
        // SAFETY: only hooks and waits on a PHP thread come here.
        unsafe { offer(Key::Semaphores(id)) }
    } else if let Request::Receive { id, .. } | Request::Send { id, .. } = *request {
        // SAFETY: only hooks and waits on a PHP thread come here.
        unsafe { offer(Key::Queue(id)) }
    }
}

/// The locks of an open file that go when its last descriptor is closed; `None` when no lock is waited for.
#[inline]
pub fn before_close(fd: c_int) -> Option<(u64, u64)> {
    if outside::first().is_null() { None } else { file(fd) }
}

/// Offers what a closed descriptor may have held.
///
/// # Safety
/// On a PHP thread.
#[inline]
pub unsafe fn after_close(file: Option<(u64, u64)>) {
    if let Some((device, inode)) = file {
        // SAFETY: on a PHP thread, as this function demands.
        unsafe {
            offer(Key::File(device, inode));
            offer(Key::Records(device, inode));
        }
    }
}

/// The last look before a deadlock is declared [io/FL-5].
unsafe fn look(node: *mut Node) -> bool {
    // SAFETY: a listed wait.
    unsafe {
        let waiting = node.cast::<Waiting>();
        if (*waiting).made.is_some() {
            return true;
        }
        if (*(*waiting).request).may_be_made_by_others() && make(waiting) {
            (*(*waiting).frame).wake();
            return true;
        }
        if (*(*waiting).request).is_held_here() {
            return false;
        }
        show_node(&raw mut (*(*waiting).frame).timer);
        true
    }
}

unsafe fn visit(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the second member of a listed wait.
    unsafe {
        let waiting = wait.byte_sub(offset_of!(Waiting, wait)).cast::<Waiting>();
        each(Awaited::Text(&(*(*waiting).request).describe()));
    }
}
