//! Threads for what waits for others: for other machines (name lookups), or for other processes (opening a FIFO, a file handle on
//! a pipe). It takes no processor, so there are as many threads as there is to wait for, up to a limit for each of the two;
//! libuv's few threads would let fast names wait for slow ones, and files for all of them [io/DN-3].
//!
//! ```text
//!   PHP thread   start(job) --> queue --> a thread:  work(job) --> inbox of the PHP thread, its descriptor is written to
//!                                                                        v
//!   PHP thread                                       a turn:  arrived() --> offload::arrived(job)
//! ```
//!
//! The first part is the process's (the pool), the second one a PHP thread's (the inbox). A thread that has nothing to do ends after
//! a while. None is waited for at the end of the process: a server that does not answer, or a FIFO that no process opens, does not
//! delay it.

use super::offload::{self, Job, WaitsFor};
use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, delivery, descriptors};
use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::collections::VecDeque;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Threads of a pool at most; further jobs wait for one.
const MOST: usize = 128;
/// Of a thread: getaddrinfo() and the modules of the name service switch have their buffers there.
const STACK: usize = 1 << 20;
/// How long a thread waits for the next job.
const IDLE: Duration = Duration::from_secs(10);

struct Order {
    job: *mut Job,
    inbox: Arc<Inbox>,
}

// SAFETY: a job in the queue is touched by the thread that takes it out; its `work` is made to run on any thread.
unsafe impl Send for Order {}

struct Work {
    queue: VecDeque<Order>,
    threads: usize,
    /// Threads that look into the queue next.
    free: usize,
}

struct Pool {
    work: Mutex<Work>,
    more: Condvar,
    name: &'static str,
}

/// Made with the first job and never freed: threads use it until the process ends. That of a parent is left to it.
static POOLS: [AtomicPtr<Pool>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

fn place(waits_for: WaitsFor) -> &'static AtomicPtr<Pool> {
    &POOLS[waits_for as usize]
}

fn pool(waits_for: WaitsFor) -> &'static Pool {
    let existing = place(waits_for).load(Ordering::Acquire);
    if !existing.is_null() {
        // SAFETY: never freed.
        return unsafe { &*existing };
    }
    let fresh = Box::into_raw(Box::new(Pool {
        work: Mutex::new(Work { queue: VecDeque::new(), threads: 0, free: 0 }),
        more: Condvar::new(),
        name: if waits_for == WaitsFor::Machines { "true_async dns" } else { "true_async wait" },
    }));
    match place(waits_for).compare_exchange(ptr::null_mut(), fresh, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: never freed from now on.
        Ok(_) => unsafe { &*fresh },
        // SAFETY: another PHP thread was first: its pool is never freed, and ours was shown to none.
        Err(first) => unsafe {
            drop(Box::from_raw(fresh));
            &*first
        },
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is done for one PHP thread. A job that outlives the thread keeps it.
struct Inbox {
    done: Mutex<Vec<Done>>,
    descriptor: OwnedFd,
}

struct Done(*mut Job);
// SAFETY: a job that is done is touched only by the thread that takes it out.
unsafe impl Send for Done {}

impl Drop for Inbox {
    fn drop(&mut self) {
        for Done(job) in locked(&self.done).drain(..) {
            // SAFETY: the PHP thread is gone, and with it whatever waited for the job.
            unsafe { offload::free(job) };
        }
    }
}

/// What the reactor of a PHP thread has of it.
pub(crate) struct WaitingThreads {
    inbox: Option<Arc<Inbox>>,
    waiter: Waiter,
    /// Jobs that were begun and have not arrived.
    pending: usize,
}

impl WaitingThreads {
    pub const fn new() -> WaitingThreads {
        WaitingThreads { inbox: None, waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, arrived), pending: 0 }
    }

    /// Whether a thread works for this PHP thread.
    pub fn are_busy(&self) -> bool {
        self.pending > 0
    }
}

/// Gives a job to a thread; with an error it is still the caller's.
///
/// # Safety
/// The reactor of this thread runs. The job stays where it is until it arrives.
pub(super) unsafe fn start(job: *mut Job, waits_for: WaitsFor) -> Result<(), c_int> {
    // SAFETY: this thread's reactor, which runs and never moves; the waiter is attached only while it is listed here.
    unsafe {
        let this = &raw mut (*current()).waiting_threads;
        let inbox = match &(*this).inbox {
            Some(inbox) => inbox.clone(),
            None => {
                let descriptor = descriptors::own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK));
                if descriptor < 0 {
                    return Err(*libc::__errno_location());
                }
                let inbox =
                    Arc::new(Inbox { done: Mutex::new(Vec::new()), descriptor: OwnedFd::from_raw_fd(descriptor) });
                (*this).inbox = Some(inbox.clone());
                inbox
            }
        };
        if !watch::is_attached(&raw const (*this).waiter) {
            (*this).waiter.fd = inbox.descriptor.as_raw_fd();
            watch::attach(&raw mut (*this).waiter)?;
        }
        if let Err(error) = order(Order { job, inbox }, waits_for) {
            if (*this).pending == 0 {
                watch::detach(&raw mut (*this).waiter);
            }
            return Err(error);
        }
        (*this).pending += 1;
        Ok(())
    }
}

/// Puts it into the queue and sees to it that there is a thread that will take it.
fn order(order: Order, waits_for: WaitsFor) -> Result<(), c_int> {
    let pool = pool(waits_for);
    let mut work = locked(&pool.work);
    if work.free <= work.queue.len() && work.threads < MOST {
        // It takes no signals from the threads that wait for them [io/SF-4a].
        let started = delivery::with_signals_blocked(|| {
            std::thread::Builder::new().name(pool.name.into()).stack_size(STACK).spawn(|| serve(pool))
        });
        match started {
            Ok(_) => {
                work.threads += 1;
                work.free += 1;
            }
            // Those that are there will come to it.
            Err(_) if work.threads > 0 => (),
            Err(error) => return Err(error.raw_os_error().unwrap_or(libc::EAGAIN)),
        }
    }
    work.queue.push_back(order);
    pool.more.notify_one();
    Ok(())
}

/// A thread of the pool.
fn serve(pool: &'static Pool) {
    let mut work = locked(&pool.work);
    loop {
        if let Some(Order { job, inbox }) = work.queue.pop_front() {
            work.free -= 1;
            drop(work);
            // SAFETY: the job is this thread's until it is in the inbox.
            unsafe { offload::work(job) };
            // Before it is told, so that the next job of the same coroutine finds this thread.
            locked(&pool.work).free += 1;
            let mut done = locked(&inbox.done);
            done.push(Done(job));
            if done.len() == 1 {
                // SAFETY: one write of eight bytes to the inbox's own descriptor.
                unsafe { libc::write(inbox.descriptor.as_raw_fd(), (&raw const ONE).cast(), size_of::<u64>()) };
            }
            drop(done);
            drop(inbox);
            work = locked(&pool.work);
            continue;
        }
        let (woken, waited) = pool.more.wait_timeout(work, IDLE).unwrap_or_else(PoisonError::into_inner);
        work = woken;
        if waited.timed_out() && work.queue.is_empty() {
            work.threads -= 1;
            work.free -= 1;
            return;
        }
    }
}

static ONE: u64 = 1;

/// Takes a job out of the queue; whether no thread of this process has it. It is the caller's then.
///
/// # Safety
/// The job was started and has not arrived.
pub(super) unsafe fn take_back(job: *mut Job, waits_for: WaitsFor) -> bool {
    let pool = place(waits_for).load(Ordering::Acquire);
    // In the child of a fork it is one of the parent's.
    let taken = pool.is_null() || {
        // SAFETY: a pool is never freed.
        let mut work = locked(unsafe { &(*pool).work });
        let before = work.queue.len();
        work.queue.retain(|order| order.job != job);
        work.queue.len() != before
    };
    if taken {
        // SAFETY: the job was put into the queue on this thread, whose reactor counts it.
        unsafe { has_left(1) };
    }
    taken
}

/// Jobs that were begun are not in flight any more.
unsafe fn has_left(count: usize) {
    // SAFETY: the callers' reactor is this thread's.
    unsafe {
        let this = &raw mut (*current()).waiting_threads;
        (*this).pending = (*this).pending.saturating_sub(count);
        if (*this).pending == 0 {
            watch::detach(&raw mut (*this).waiter);
        }
    }
}

/// Something is in the inbox.
unsafe fn arrived(_: *mut Waiter, _: u32, _: Status) {
    // SAFETY: `watch` calls this in a turn with the waiter of this thread's reactor, which never moves.
    unsafe { take_all(current()) }
}

unsafe fn take_all(reactor: *mut Reactor) {
    // SAFETY: the callers' reactor is this thread's; nothing of it is borrowed while owners are told.
    unsafe {
        let Some(inbox) = (*reactor).waiting_threads.inbox.clone() else { return };
        let mut count = 0u64;
        libc::read(inbox.descriptor.as_raw_fd(), (&raw mut count).cast(), size_of::<u64>());
        let done = core::mem::take(&mut *locked(&inbox.done));
        drop(inbox);
        has_left(done.len());
        for Done(job) in done {
            offload::arrived(job, false);
        }
    }
}

/// The reactor was shut down: what nothing waits for any more and has arrived is freed; the rest arrives in a later request.
///
/// # Safety
/// This thread's reactor, with no attached job, outside a turn.
pub(super) unsafe fn rest(reactor: *mut Reactor) {
    // SAFETY: as this function demands. What is left stays counted: when it arrives it takes itself off, and none of a later request.
    unsafe {
        take_all(reactor);
        watch::detach(&raw mut (*reactor).waiting_threads.waiter);
    }
}

/// PHP ends on this thread.
pub(super) unsafe fn thread_end(reactor: *mut Reactor) {
    // SAFETY: the caller's reactor was shut down.
    unsafe { (*reactor).waiting_threads.inbox = None }
}

/// The child of a fork has no threads; what was in the queue is in the parent's.
pub(super) fn begin_child() {
    POOLS.iter().for_each(|pool| pool.store(ptr::null_mut(), Ordering::Release));
}

/// In the child of a fork: the inbox is the parent's, whose threads may have been in the middle of it.
///
/// # Safety
/// The only thread's reactor, with no attached job, outside a turn.
pub(super) unsafe fn leave_to_parent(reactor: *mut Reactor) {
    // SAFETY: as this function demands. Only our copy of the descriptor is closed, which nothing refers to any more.
    unsafe {
        let this = &raw mut (*reactor).waiting_threads;
        if let Some(inbox) = (*this).inbox.take() {
            libc::close(inbox.descriptor.as_raw_fd());
            core::mem::forget(inbox);
        }
        (*this).pending = 0;
    }
}
