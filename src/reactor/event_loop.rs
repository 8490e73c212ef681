//! The event loop: one turn waits for descriptors, worker threads and the earliest deadline, and tells their owners.
//!
//! ```text
//!   turn:   how long may I wait?  ->  epoll  ->  watches (watch.rs)  ->  libuv, if it has something  ->  due timers
//! ```
//!
//! A turn never switches coroutines: owners only become ready. `in_scheduler_context` is set meanwhile.

use super::descriptors::{self, Standard};
use super::{Reactor, clock, count_down, current, now_ns, sim, unverified, watch};
use crate::abi::{AsyncClass, State, globals};
use crate::engine::exception;
use crate::scheduler::scheduler_context;
use crate::sim::active as simulating;
use core::ffi::{c_int, c_void};
use core::ptr;
use libc::epoll_event;
use libuv_sys2 as uv;
use std::sync::{Mutex, PoisonError};

/// `epoll_event.u64` of libuv's backend descriptor.
pub(super) const BACKEND: u64 = u64::MAX;
/// Descriptors reported by one turn at most.
pub(super) const BATCH: usize = 256;
const NS_PER_MS: u64 = 1_000_000;

/// Starts the reactor of this thread; it may be running already.
pub(crate) unsafe extern "C" fn startup() -> bool {
    // SAFETY: the reactor and the globals of a thread are places that are never freed; what of them is needed is read anew
    // after each call.
    unsafe {
        let reactor = current();
        if (*reactor).started {
            return !(*reactor).forked || (*reactor).running || after_fork();
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
    // SAFETY: the loop is initialised before it is used and stays at one address until it is closed.
    unsafe {
        // A loop whose workers outlived the last shutdown is taken over together with their completions.
        if (*reactor).uv.is_null() {
            let memory = libc::calloc(1, uv::uv_loop_size()).cast::<uv::uv_loop_t>();
            if memory.is_null() {
                return Err(libc::ENOMEM);
            }
            if let Err(error) = initialise(memory) {
                libc::free(memory.cast());
                return Err(error);
            }
            (*reactor).uv = memory;
        }
        let epoll = descriptors::own(libc::epoll_create1(libc::EPOLL_CLOEXEC));
        if epoll < 0 {
            return Err(*libc::__errno_location());
        }
        let mut event = epoll_event { events: libc::EPOLLIN as u32, u64: BACKEND };
        if libc::epoll_ctl(epoll, libc::EPOLL_CTL_ADD, uv::uv_backend_fd((*reactor).uv), &mut event) != 0 {
            let error = *libc::__errno_location();
            libc::close(epoll);
            return Err(error);
        }
        (*reactor).epoll = epoll;
        (*reactor).uv_watched = true;
        (*reactor).now_ns = now_ns();
        (*reactor).started = true;
        Ok(())
    }
}

/// `uv_loop_init()`. The process's first one makes things that all loops share, and aborts when that fails.
unsafe fn initialise(memory: *mut uv::uv_loop_t) -> Result<(), c_int> {
    /// An epoll instance, a ring and a pipe: what libuv has opened when it cannot fail any more otherwise than with an error.
    const UNTIL_PIPE: usize = 4;
    static HAS_SHARED: Mutex<bool> = Mutex::new(false);
    let mut has_shared = HAS_SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let standard = Standard::occupy();
    // SAFETY: the caller's memory is of the size that libuv has asked for; errno is this thread's.
    let error = unsafe {
        if *has_shared || descriptors::can_be_had(UNTIL_PIPE) {
            let error = uv::uv_loop_init(memory);
            if !*has_shared {
                // Behind the handler that libuv has registered, also if its loop has failed after that.
                descriptors::follow_libuv();
                *has_shared = true;
            }
            error
        } else {
            -*libc::__errno_location()
        }
    };
    standard.give_back();
    if error == 0 { Ok(()) } else { Err(-error) }
}

/// Stops the reactor: every timer, watch and job is forgotten, without telling their owners.
pub(crate) unsafe extern "C" fn shutdown() -> bool {
    /// Turns given to handles and workers to finish.
    const TURNS: u32 = 64;
    unsafe extern "C" fn close(handle: *mut uv::uv_handle_t, _: *mut c_void) {
        // SAFETY: libuv walks over live handles.
        unsafe {
            if uv::uv_is_closing(handle) == 0 {
                uv::uv_close(handle, None);
            }
        }
    }
    // SAFETY: this thread's reactor, which is never freed. No turn is under way, as `running` says, so no pass over timers,
    // watches or lists is; the loop is freed only when libuv has closed it.
    unsafe {
        let reactor = current();
        // A turn outside the scheduler's context is one that a bailout has left.
        (*reactor).running &= (*globals()).in_scheduler_context;
        if !(*reactor).started || (*reactor).running {
            return true;
        }
        for _ in 0..(*reactor).timers.visible() {
            count_down();
        }
        (*reactor).timers.clear();
        super::signal::forget_all(reactor);
        super::filesystem::forget_all(reactor);
        watch::forget_all(reactor);
        super::io::forget_all(reactor);
        super::offload::forget_all(reactor);
        libc::close((*reactor).epoll);
        (*reactor).epoll = -1;
        (*reactor).started = false;
        (*reactor).holds = 0;

        let uv_loop = (*reactor).uv;
        uv::uv_walk(uv_loop, Some(close), ptr::null_mut());
        for _ in 0..TURNS {
            uv::uv_run(uv_loop, uv::uv_run_mode_UV_RUN_NOWAIT);
            if uv::uv_loop_close(uv_loop) == 0 {
                libc::free(uv_loop.cast());
                (*reactor).uv = ptr::null_mut();
                break;
            }
            // Workers that run on (a slow name lookup) post to the loop when they are done: it must stay.
            if uv::uv_loop_alive(uv_loop) != 0 {
                libc::sched_yield();
            }
        }
        true
    }
}

/// The child of a fork: the epoll instance is the parent's, and no worker thread came along. The first turn in the child
/// does it by itself. False after an exception was thrown: there is no loop.
///
/// # Safety
/// On the only thread of the child, outside a turn.
pub unsafe fn after_fork() -> bool {
    // SAFETY: closing our copies of the descriptors leaves the parent's registrations alone.
    unsafe {
        let reactor = current();
        (*reactor).forked = false;
        if !(*reactor).started {
            return true;
        }
        watch::forget_all(reactor);
        super::io::forget_all(reactor);
        super::offload::forget_all(reactor);
        libc::close((*reactor).epoll);
        (*reactor).epoll = -1;
        (*reactor).started = false;
        // First of all: the fresh loop needs as many descriptors as the old one had, and there may be no others.
        if uv::uv_loop_close((*reactor).uv) == 0 {
            libc::free((*reactor).uv.cast());
        } else {
            // Requests that were on a worker never finish here and would keep the loop alive: it is left.
            libc::close(uv::uv_backend_fd((*reactor).uv));
        }
        (*reactor).uv = ptr::null_mut();
        if let Err(error) = open(reactor) {
            throw(error);
            return false;
        }
        super::signal::after_fork(reactor);
        super::filesystem::after_fork(reactor);
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
        // SAFETY: a started reactor has an open loop of libuv, and this only asks it.
        || (reactor.started && unsafe { uv::uv_loop_alive(reactor.uv) } != 0)
}

unsafe fn turn(reactor: *mut Reactor, no_wait: bool) {
    // SAFETY: `execute` passes this thread's reactor, started and marked as running, so its loop and its epoll instance
    // stay open. Owners that are told may arm and disarm anything meanwhile: no reference into the reactor is held across a
    // call.
    unsafe {
        clock::begin_turn();
        let uv_alive = uv::uv_loop_alive((*reactor).uv) != 0;
        let looks = looks_at_descriptors(reactor);
        let blocking = !no_wait && (looks || (*reactor).timers.visible() > 0);
        let mut run_uv = false;

        if looks || blocking {
            let timeout = if blocking { wait_limit(reactor) } else { Some(0) };
            run_uv = uv_alive && uv::uv_backend_timeout((*reactor).uv) == 0;
            run_uv |= if simulating() { sim::harvest(reactor, timeout, uv_alive) } else { harvest(reactor, timeout) };
        }
        super::inotify::tell_all(reactor);
        super::filesystem::tell_errors(reactor);
        (*reactor).now_ns = now_ns();
        unverified::verify_due(reactor);
        if run_uv || (uv_alive && uv::uv_backend_timeout((*reactor).uv) == 0) {
            uv::uv_run((*reactor).uv, uv::uv_run_mode_UV_RUN_NOWAIT);
        }
        if !sim::delays_timers() {
            fire_timers(reactor);
        }
    }
}

/// Whether a turn asks the kernel: a descriptor is watched, or libuv has something to do.
pub(super) unsafe fn looks_at_descriptors(reactor: *mut Reactor) -> bool {
    // SAFETY: this thread's reactor, which has been started.
    unsafe {
        let uv_alive = uv::uv_loop_alive((*reactor).uv) != 0;
        if uv_alive != (*reactor).uv_watched {
            watch_backend(reactor, uv_alive);
        }
        uv_alive || (*reactor).watches.waiting() > 0 || !(*reactor).held.is_empty()
    }
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
        let mut timeout = deadline.map(|deadline| deadline.saturating_sub(now_ns()));
        if uv::uv_loop_alive((*reactor).uv) != 0 {
            uv::uv_update_time((*reactor).uv);
            let ms = uv::uv_backend_timeout((*reactor).uv);
            if ms >= 0 {
                let ns = ms as u64 * NS_PER_MS;
                timeout = Some(timeout.map_or(ns, |timeout| timeout.min(ns)));
            }
        }
        timeout
    }
}

/// Takes what the kernel has to report; returns whether libuv's backend is part of it.
unsafe fn harvest(reactor: *mut Reactor, timeout: Option<u64>) -> bool {
    let mut events = [const { epoll_event { events: 0, u64: 0 } }; BATCH];
    // SAFETY: `turn` passes its started reactor; the buffer holds BATCH entries, of which the kernel filled the first
    // `count`. `ready` looks each key up anew, because owners told before may have let go of its watch.
    unsafe {
        let count = wait((*reactor).epoll, &mut events, timeout);
        let mut run_uv = false;
        for event in &events[..count.max(0) as usize] {
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

/// `epoll_wait` with a timeout in nanoseconds. A signal ends the wait: its handler may have made work.
pub(super) unsafe fn wait(epoll: c_int, events: &mut [epoll_event; BATCH], timeout: Option<u64>) -> c_int {
    use core::sync::atomic::{AtomicBool, Ordering};
    static NO_PWAIT2: AtomicBool = AtomicBool::new(false);
    let ms = match timeout {
        Some(0) => 0,
        None => -1,
        Some(ns) => {
            if !NO_PWAIT2.load(Ordering::Relaxed) {
                let time = libc::timespec { tv_sec: (ns / 1_000_000_000) as _, tv_nsec: (ns % 1_000_000_000) as _ };
                // SAFETY: as epoll_pwait2(2), without a signal mask.
                let count = unsafe {
                    libc::syscall(
                        libc::SYS_epoll_pwait2,
                        epoll,
                        events.as_mut_ptr(),
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
    // SAFETY: the buffer holds BATCH entries.
    unsafe { libc::epoll_wait(epoll, events.as_mut_ptr(), BATCH as c_int, ms) }
}

/// A loop without anything to do does not read its backend, so it must not wake us either.
unsafe fn watch_backend(reactor: *mut Reactor, on: bool) {
    // SAFETY: `turn` passes its started reactor: its epoll instance and the backend of its loop are open, and the event is
    // copied by the kernel.
    unsafe {
        let mut event = epoll_event { events: if on { libc::EPOLLIN as u32 } else { 0 }, u64: BACKEND };
        libc::epoll_ctl((*reactor).epoll, libc::EPOLL_CTL_MOD, uv::uv_backend_fd((*reactor).uv), &mut event);
        (*reactor).uv_watched = on;
    }
}

unsafe fn fire_timers(reactor: *mut Reactor) {
    // SAFETY: a node in the heap is alive. A popped one is its owner's again before it fires, and not looked at afterwards:
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

/// The time of the last turn in milliseconds, 0 before start-up.
pub(crate) unsafe extern "C" fn now_ms() -> u64 {
    // SAFETY: one load from this thread's reactor, which is never freed.
    unsafe { (*current()).now_ns / NS_PER_MS }
}

/// Processors that this process may use: affinity mask and cgroup quota, at least 1.
pub(crate) unsafe extern "C" fn available_parallelism() -> u32 {
    // SAFETY: libuv asks the system for it and needs no loop.
    unsafe { uv::uv_available_parallelism().max(1) }
}
