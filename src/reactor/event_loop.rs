//! The event loop: one turn waits for descriptors, worker threads and the earliest deadline, and tells their owners.
//!
//! ```text
//!   turn:   how long may I wait?  ->  epoll  ->  watches (watch.rs)  ->  libuv, if it has something  ->  due timers
//! ```
//!
//! A turn never switches coroutines: owners only become ready. `in_scheduler_context` is set meanwhile.

use super::uv_loop::{self, BACKEND};
use super::{Reactor, clock, count_down, current, descriptors, now_ns, sim, unverified, watch};
use crate::abi::{AsyncClass, State, globals};
use crate::engine::exception;
use crate::scheduler::scheduler_context;
use crate::sim::active as simulating;
use core::ffi::c_int;
use core::mem::MaybeUninit;
use core::{ptr, slice};
use libc::epoll_event;
use libuv_sys2 as uv;

/// Descriptors reported by one turn at most.
const BATCH: usize = 256;
const NS_PER_MS: u64 = 1_000_000;
/// How often the heartbeat handler is called while only that can make something happen.
const BEAT_NS: u64 = NS_PER_MS;

/// Starts the reactor of this thread; it may be running already.
pub(crate) unsafe extern "C" fn startup() -> bool {
    // SAFETY: the reactor and the globals of a thread are places that are never freed; what of them is needed is read anew
    // after each call.
    unsafe {
        let reactor = current();
        if (*reactor).started {
            return !(*reactor).forked || (*reactor).running || after_fork();
        }
        if (*reactor).forked {
            // What was kept between requests is the parent's.
            after_fork();
        }
        if (*globals()).state == State::Off {
            exception::throw_new(
                AsyncClass::EXCEPTION_DEFAULT,
                "The event loop cannot be used: the Async API is not active",
            );
            return false;
        }
        if let Err(error) = open(reactor) {
            throw(error);
            return false;
        }
        super::signal::begin(reactor);
        super::child::reap_left(reactor);
        true
    }
}

unsafe fn throw(error: c_int) {
    let error = std::io::Error::from_raw_os_error(error);
    // SAFETY: `startup` and `after_fork` are called on the PHP thread in a request, where exceptions can be made.
    unsafe {
        exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &format!("The event loop cannot be started: {error}"));
    }
}

unsafe extern "C" fn child_of_fork() {
    descriptors::begin_child();
    super::delivery::begin_child();
    super::offload::begin_child();
    super::waiting_threads::begin_child();
    // SAFETY: one store into the reactor of the only thread of the child, which is never freed. More cannot be done: the
    // code that forked may be in the middle of anything.
    unsafe { (*current()).forked = true }
}

unsafe fn open(reactor: *mut Reactor) -> Result<(), c_int> {
    use core::sync::atomic::{AtomicBool, Ordering};
    static FORK_HANDLER: AtomicBool = AtomicBool::new(false);
    if !FORK_HANDLER.swap(true, Ordering::SeqCst) {
        // SAFETY: the handler is never unmapped.
        unsafe { libc::pthread_atfork(None, None, Some(child_of_fork)) };
    }
    // SAFETY: called with the reactor of this thread, of which nothing is borrowed.
    unsafe {
        if (*reactor).epoll < 0 {
            (*reactor).epoll = descriptors::own(libc::epoll_create1(libc::EPOLL_CLOEXEC));
            if (*reactor).epoll < 0 {
                return Err(*libc::__errno_location());
            }
        }
        (*reactor).now_ns = now_ns();
        (*reactor).started = true;
        Ok(())
    }
}

unsafe fn close_epoll(reactor: *mut Reactor) {
    // SAFETY: the callers' reactor is this thread's, and nothing waits in its epoll instance.
    unsafe {
        if (*reactor).epoll >= 0 {
            libc::close((*reactor).epoll);
        }
        (*reactor).epoll = -1;
        (*reactor).epoll_used = false;
    }
}

/// Gives back what is kept between requests. PHP ends on this thread.
///
/// # Safety
/// The reactor was shut down.
pub(super) unsafe fn thread_end(reactor: *mut Reactor) {
    // SAFETY: the reactor was shut down, as this function demands: nothing waits in its instances.
    unsafe {
        if !(*reactor).started {
            close_epoll(reactor);
            uv_loop::close(reactor);
            super::waiting_threads::thread_end(reactor);
        }
    }
}

/// Stops the reactor: every timer, watch and job is forgotten, without telling their owners.
pub(crate) unsafe extern "C" fn shutdown() -> bool {
    // SAFETY: this thread's reactor, which is never freed. No turn is under way, as `running` says, so no pass over timers,
    // watches or lists is; the loop is freed only when libuv has closed it.
    unsafe {
        let reactor = current();
        // A turn outside the scheduler's context is one that a bailout has left.
        (*reactor).running &= *(*globals()).in_scheduler_context;
        if !(*reactor).started || (*reactor).running {
            return true;
        }
        // These take deadlines of theirs back.
        super::listen::forget_all(reactor);
        for _ in 0..(*reactor).timers.visible() {
            count_down();
        }
        (*reactor).timers.clear();
        super::process::forget_all(reactor);
        super::exec::forget_all(reactor);
        super::child::forget_all(reactor);
        super::lookup::forget_all(reactor);
        super::signal::forget_all(reactor);
        super::filesystem::forget_all(reactor);
        super::trigger::forget_all(reactor);
        super::task::forget_all(reactor, false);
        watch::forget_all(reactor);
        super::io::forget_all(reactor);
        super::offload::forget_all(reactor);
        super::waiting_threads::rest(reactor);
        // Descriptors that others have copies of may still be registered there.
        if (*reactor).epoll_used {
            close_epoll(reactor);
        }
        (*reactor).started = false;
        (*reactor).now_ns = 0;
        (*reactor).holds = 0;
        (*reactor).later_output.forget();
        uv_loop::rest(reactor);
        true
    }
}

/// The child of a fork: the epoll instance is the parent's, and no worker thread came along. The first turn in the child
/// does it by itself. False after an exception was thrown: there is no loop.
///
/// # Safety
/// On the only thread of the child, outside a turn.
pub unsafe fn after_fork() -> bool {
    // SAFETY: the child's only thread, outside a turn, as this function demands.
    unsafe {
        let reactor = current();
        (*reactor).forked = false;
        let was_started = core::mem::replace(&mut (*reactor).started, false);
        let polls = super::poll::started(reactor);
        watch::forget_all(reactor);
        super::waiting_threads::leave_to_parent(reactor);
        // First of all: the fresh instances need as many descriptors as the old ones had, and there may be no others.
        close_epoll(reactor);
        uv_loop::leave_to_parent(reactor);
        if !was_started {
            return true;
        }
        let opened = open(reactor);
        if opened.is_ok() {
            super::poll::after_fork(polls);
        } else {
            drop(polls);
        }
        super::task::forget_all(reactor, true);
        super::lookup::forget_all(reactor);
        super::io::leave_jobs(reactor);
        super::offload::forget_all(reactor);
        if let Err(error) = opened {
            throw(error);
            return false;
        }
        super::signal::after_fork(reactor);
        super::filesystem::after_fork(reactor);
        super::trigger::after_fork(reactor);
        super::listen::after_fork(reactor);
        super::exec::after_fork(reactor);
        super::child::after_fork(reactor);
        // Last, because it tells others.
        super::io::after_fork(reactor);
        true
    }
}

/// One turn. Waits for something to happen unless `no_wait`; returns whether there is more to wait for.
pub(crate) unsafe extern "C" fn execute(no_wait: bool) -> bool {
    // SAFETY: the reactor is this thread's and never freed; `running` keeps out turns and shutdowns as long as this one is
    // under way. It is lent out as a raw pointer, because owners that are told change it.
    unsafe {
        let reactor = current();
        if (*reactor).forked && !after_fork() {
            return false;
        }
        if !(*reactor).started || (*reactor).running {
            return false;
        }
        (*reactor).running = true;
        scheduler_context::within(|| turn(reactor, no_wait));
        (*reactor).running = false;
        (*globals()).active_event_count > 0 && has_work(&*reactor)
    }
}

fn has_work(reactor: &Reactor) -> bool {
    reactor.watches.waiting() > 0
        || reactor.timers.visible() > 0
        || !reactor.held.is_empty()
        || uv_loop::is_alive(reactor)
}

unsafe fn turn(reactor: *mut Reactor, no_wait: bool) {
    // SAFETY: `execute` passes this thread's reactor, started and marked as running, so its loop and its epoll instance
    // stay open. Owners that are told may arm and disarm anything meanwhile: no reference into the reactor is held across a
    // call.
    unsafe {
        clock::begin_turn();
        let looks = looks_at_descriptors(reactor);
        let workers = uv_loop::is_alive(&*reactor) || (*reactor).waiting_threads.are_busy();
        let beats = (*globals()).heartbeat_handler.is_some();
        let blocking = !no_wait && (looks || beats || (*reactor).timers.visible() > 0);
        let mut run_uv = false;

        if looks || blocking {
            let mut timeout = if blocking { wait_limit(reactor) } else { Some(0) };
            if beats && !looks && (*reactor).timers.visible() == 0 {
                timeout = timeout.map(|timeout| timeout.min(BEAT_NS)).or(Some(BEAT_NS));
            }
            run_uv = uv_loop::is_due(reactor);
            run_uv |= if simulating() { sim::harvest(reactor, timeout, workers) } else { harvest(reactor, timeout) };
        }
        super::inotify::tell_all(reactor);
        super::filesystem::tell_errors(reactor);
        (*reactor).now_ns = now_ns();
        unverified::verify_due(reactor);
        if run_uv || uv_loop::is_due(reactor) {
            uv_loop::run(reactor);
        }
        if !sim::delays_timers() {
            fire_timers(reactor);
        }
    }
}

/// Whether a turn asks the kernel: a descriptor is watched, or libuv has something to do.
pub(super) unsafe fn looks_at_descriptors(reactor: *mut Reactor) -> bool {
    // SAFETY: this thread's reactor, which has been started.
    unsafe { uv_loop::hear(reactor) || (*reactor).watches.waiting() > 0 || !(*reactor).held.is_empty() }
}

/// How long a turn may wait, in nanoseconds; `None` for as long as it takes.
pub(super) unsafe fn wait_limit(reactor: *mut Reactor) -> Option<u64> {
    // SAFETY: this thread's reactor, which has been started.
    unsafe {
        if (*reactor).inotify.has_untold() || (*reactor).filesystems.has_errors() {
            return Some(0);
        }
        let mut deadline = (*reactor).timers.earliest();
        if let Some(verify_at) = unverified::next_verification_ns(reactor) {
            deadline = Some(deadline.map_or(verify_at, |deadline| deadline.min(verify_at)));
        }
        let timeout = deadline.map(|deadline| deadline.saturating_sub(now_ns()));
        match (timeout, uv_loop::wait_limit(reactor)) {
            (Some(timeout), Some(limit)) => Some(timeout.min(limit)),
            (timeout, limit) => timeout.or(limit),
        }
    }
}

/// Takes what the kernel has to report; returns whether libuv's backend is part of it.
unsafe fn harvest(reactor: *mut Reactor, timeout: Option<u64>) -> bool {
    let mut reports = Reports::new();
    // SAFETY: `turn` passes its started reactor. `ready` looks each key up anew, because owners told before may have let go
    // of its watch.
    unsafe {
        reports.wait((*reactor).epoll, timeout);
        let mut run_uv = false;
        for event in reports.get() {
            let (key, revents) = (event.u64, event.events);
            if key == BACKEND {
                run_uv = true;
            } else {
                watch::ready(reactor, key, revents);
            }
        }
        run_uv
    }
}

/// What the kernel reports in one turn, at most [`BATCH`].
pub(super) struct Reports {
    events: [MaybeUninit<epoll_event>; BATCH],
    count: usize,
}

impl Reports {
    /// Not zeroed: that would be 3 KB in every turn.
    pub(super) const fn new() -> Reports {
        Reports { events: [const { MaybeUninit::uninit() }; BATCH], count: 0 }
    }

    /// `epoll_wait` with a timeout in nanoseconds; returns what it returns. A signal ends the wait: its handler may have
    /// made work.
    pub(super) fn wait(&mut self, epoll: c_int, timeout: Option<u64>) -> c_int {
        // SAFETY: the buffer holds BATCH entries.
        let count = unsafe { wait(epoll, self.events.as_mut_ptr().cast(), timeout) };
        self.count = count.max(0) as usize;
        count
    }

    pub(super) fn get(&mut self) -> &mut [epoll_event] {
        // SAFETY: the kernel filled the first `count` entries.
        unsafe { slice::from_raw_parts_mut(self.events.as_mut_ptr().cast(), self.count) }
    }
}

/// # Safety
/// `events` has room for BATCH entries.
unsafe fn wait(epoll: c_int, events: *mut epoll_event, timeout: Option<u64>) -> c_int {
    use core::sync::atomic::{AtomicBool, Ordering};
    static NO_PWAIT2: AtomicBool = AtomicBool::new(false);
    let ms = match timeout {
        Some(0) => 0,
        None => -1,
        Some(ns) => {
            if !NO_PWAIT2.load(Ordering::Relaxed) {
                let time = libc::timespec { tv_sec: (ns / 1_000_000_000) as _, tv_nsec: (ns % 1_000_000_000) as _ };
                // SAFETY: as epoll_pwait2(2), without a signal mask; the buffer holds BATCH entries.
                let count = unsafe {
                    libc::syscall(
                        libc::SYS_epoll_pwait2,
                        epoll,
                        events,
                        BATCH as c_int,
                        &raw const time,
                        ptr::null::<libc::sigset_t>(),
                        0usize,
                    )
                };
                // SAFETY: errno of this thread.
                if count >= 0 || !matches!(unsafe { *libc::__errno_location() }, libc::ENOSYS | libc::EPERM) {
                    return count as c_int;
                }
                NO_PWAIT2.store(true, Ordering::Relaxed);
            }
            // Rounded up: a timer may be late, never early.
            ns.div_ceil(NS_PER_MS).min(c_int::MAX as u64) as c_int
        }
    };
    // SAFETY: as the other call. Neither is a cancellation point (`nowait.rs`).
    unsafe {
        libc::syscall(libc::SYS_epoll_pwait, epoll, events, BATCH as c_int, ms, ptr::null::<libc::sigset_t>(), 0usize)
            as c_int
    }
}

unsafe fn fire_timers(reactor: *mut Reactor) {
    // SAFETY: an armed node is alive. A popped one is its owner's again before it fires, and not looked at afterwards:
    // the owner may have freed it.
    unsafe {
        // Nodes that are armed again while they fire wait for the next turn.
        for _ in 0..(*reactor).timers.len() {
            let node = (*reactor).timers.pop_due((*reactor).now_ns);
            if node.is_null() {
                break;
            }
            if !(*node).hidden {
                count_down();
            }
            ((*node).fire)(node);
        }
    }
}

/// Whether counted events and something behind them exist.
pub(crate) unsafe extern "C" fn loop_alive() -> bool {
    // SAFETY: reactor and globals of a thread are never freed; the borrow of the reactor ends with the answer, and nothing
    // is changed meanwhile.
    unsafe {
        let reactor = current();
        (*reactor).started && (*globals()).active_event_count > 0 && has_work(&*reactor)
    }
}

/// Whether a turn that waits has something to wait for; a heartbeat handler may look by itself for what it has counted.
pub(super) unsafe fn can_happen() -> bool {
    // SAFETY: reactor and globals of a thread are never freed; the borrow of the reactor ends with the answer, and nothing
    // is changed meanwhile.
    unsafe {
        let reactor = &*current();
        reactor.forked
            || reactor.inotify.has_untold()
            || reactor.filesystems.has_errors()
            || (*globals()).heartbeat_handler.is_some()
            || has_work(reactor)
    }
}

/// How many active events keep a script from ending only as long as there are coroutines.
pub(super) unsafe fn lone() -> u32 {
    // SAFETY: one load from this thread's reactor, which is never freed.
    unsafe { (*current()).watches.lone() }
}

/// The time of the last turn in milliseconds, 0 before start-up.
pub(crate) unsafe extern "C" fn now_ms() -> u64 {
    // SAFETY: one load from this thread's reactor, which is never freed.
    unsafe { (*current()).now_ns / NS_PER_MS }
}

/// Waits until every PHP thread that this module has started is gone [abi/ABI-146]: it has none to start.
pub(crate) unsafe extern "C" fn quiesce() {}

/// Processors that this process may use: affinity mask and cgroup quota, at least 1.
pub(crate) unsafe extern "C" fn available_parallelism() -> u32 {
    // SAFETY: libuv asks the system for it and needs no loop.
    unsafe { uv::uv_available_parallelism().max(1) }
}
