//! Floor 4: the reactor. Deadlines, descriptors and worker threads, and the ABI events made of them.
//!
//! ```text
//!                     event_loop::execute()           one turn
//!                              |
//!            epoll instance of this thread  <-- every watched descriptor (watch.rs)
//!                              |            <-- libuv's own backend descriptor
//!              ready ----------+---------- timeout: the earliest node of deadlines/
//! ```
//!
//! The outer wait is ours and libuv hangs inside it as one descriptor (`uv_backend_fd`, the embedding that libuv
//! documents). libuv serves the thread pool. Child processes have descriptors, too (`child.rs`). Descriptors are not
//! `uv_poll` handles, for reasons that were measured:
//!
//! * libuv ends the process (`abort`) when a descriptor was closed between `uv_poll_start` and the next turn. Code inside
//!   libc (`fclose`, `pclose`) closes descriptors where no hook sees it.
//! * `uv_poll_init` plus the first start are seven system calls, a change of the mask two (1.2 µs); here one (0.26 µs).
//! * `uv_poll_init` changes the descriptor's `O_NONBLOCK` flag [io/W-2]; here flags are never touched.
//! * A `uv_timer` counts milliseconds of a coarse clock; the timeout of the outer wait counts nanoseconds.
//!
//! One reactor per PHP thread. All of it runs on that thread; only the work function of an [`offload`] job does not.

mod addrinfo;
mod child;
pub mod clock;
mod closing;
pub mod deadlines;
pub mod delivery;
pub mod descriptors;
mod directories;
pub mod event_loop;
mod exec;
mod exec_call;
mod exec_output;
pub mod filesystem;
mod host;
mod inotify;
mod input;
mod io;
mod later_output;
mod listen;
mod lookup;
mod nameinfo;
pub mod nowait;
pub mod offload;
pub mod poll;
mod process;
pub mod signal;
mod sim;
mod spawn;
mod task;
mod threads;
pub mod timer;
mod trigger;
mod trigger_memory;
mod unverified;
mod uv_loop;
mod waiting_threads;
pub mod watch;

use crate::abi::register::{
    zend_async_reactor_register, zend_async_socket_listening_register, zend_async_thread_pool_register,
};
use crate::abi::{self, Event, EventFlags, globals};
use crate::engine::per_thread::per_thread;
use crate::scheduler;
use core::ffi::c_int;

pub use crate::sim::clock::now_ns;
pub use deadlines::TimerNode;
pub use event_loop::after_fork;
pub use host::startup;
pub use spawn::process_environment;

/// A deadline that never comes.
pub const NEVER: u64 = u64::MAX;

/// The reactor of one thread.
pub(crate) struct Reactor {
    uv: uv_loop::UvLoop,
    started: bool,
    /// This is the child of a fork; the epoll instance is the parent's.
    forked: bool,
    /// Kept between requests while nothing was registered there.
    epoll: c_int,
    epoll_used: bool,
    running: bool,
    /// The clock as of the last turn.
    now_ns: u64,
    timers: deadlines::Deadlines,
    watches: watch::Table,
    jobs: offload::Jobs,
    held: sim::Held,
    signals: signal::Signals,
    inotify: inotify::Inotify,
    filesystems: filesystem::Filesystems,
    triggers: trigger::Triggers,
    tasks: task::Tasks,
    listening: listen::Listening,
    children: child::Children,
    processes: process::Processes,
    execs: exec::Execs,
    later_output: later_output::LaterOutput,
    lookups: lookup::Lookups,
    waiting_threads: waiting_threads::WaitingThreads,
    io: io::Shared,
    /// What file system events are being told of.
    name: Vec<u8>,
    /// Calls of `clock::hold`.
    holds: u32,
}

impl Reactor {
    const fn new() -> Self {
        Self {
            uv: uv_loop::UvLoop::new(),
            started: false,
            forked: false,
            epoll: -1,
            epoll_used: false,
            running: false,
            now_ns: 0,
            timers: deadlines::Deadlines::new(),
            watches: watch::Table::new(),
            jobs: offload::Jobs::new(),
            held: sim::Held::new(),
            signals: signal::Signals::new(),
            inotify: inotify::Inotify::new(),
            filesystems: filesystem::Filesystems::new(),
            triggers: trigger::Triggers::new(),
            tasks: task::Tasks::new(),
            listening: listen::Listening::new(),
            children: child::Children::new(),
            processes: process::Processes::new(),
            execs: exec::Execs::EMPTY,
            later_output: later_output::LaterOutput::new(),
            lookups: lookup::Lookups::EMPTY,
            waiting_threads: waiting_threads::WaitingThreads::new(),
            io: io::Shared::new(),
            name: Vec::new(),
            holds: 0,
        }
    }
}

per_thread!(
    /// This thread's reactor.
    pub(crate) fn current() -> *mut Reactor = Reactor::new()
);

/// Frees what outlives requests: PHP ends on this thread. A loop for which workers still run stays; they post to it.
///
/// # Safety
/// No request is active on this thread.
#[cfg(php_zts)]
pub unsafe fn thread_end() {
    // SAFETY: no request is active, as this function demands, and the last one has shut the reactor down: nothing points into it.
    unsafe {
        trigger::thread_end(current());
        event_loop::thread_end(current());
        *current() = Reactor::new();
    }
}

/// Groups are registered under the address of this name.
const NAME: &core::ffi::CStr = c"true_async";

/// Fills the groups of slots that the event loop serves.
///
/// # Safety
/// Module start.
pub unsafe fn register() {
    // SAFETY: the name is static; the functions keep the contracts of ABI chapter 14.
    unsafe {
        zend_async_reactor_register(
            NAME.as_ptr().cast_mut(),
            false,
            Some(event_loop::startup),
            Some(event_loop::shutdown),
            Some(event_loop::execute),
            Some(event_loop::loop_alive),
            Some(event_loop::quiesce),
            Some(poll::new_socket),
            Some(poll::new),
            Some(poll::new_proxy),
            Some(timer::new),
            Some(timer::rearm),
            Some(signal::new),
            Some(process::new),
            None,
            Some(filesystem::new),
            Some(nameinfo::new),
            Some(addrinfo::new),
            None,
            Some(exec::new),
            Some(exec_call::exec),
            Some(trigger::new),
            Some(event_loop::available_parallelism),
            Some(event_loop::now_ms),
        );
        // What it does not fill are PHP threads, which nothing serves.
        zend_async_thread_pool_register(
            NAME.as_ptr().cast_mut(),
            false,
            Some(task::new),
            Some(task::queue),
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
        );
        zend_async_socket_listening_register(NAME.as_ptr().cast_mut(), false, Some(listen::new), Some(listen::adopt));
        io::register();
        abi::slots::zend_async_sigaction_fn = Some(delivery::keep);
        scheduler::event_loop::set(&host::EVENT_LOOP);
    }
}

/// One more thing to wait for.
#[inline]
pub(crate) fn count_up() {
    // SAFETY: the globals of a thread are never freed, and nothing holds a reference into them.
    unsafe { (*globals()).active_event_count += 1 }
}

/// One thing less to wait for.
#[inline]
pub(crate) fn count_down() {
    // SAFETY: the globals of a thread are never freed; the reference to the count ends here, before anything else runs.
    unsafe {
        let count = &mut (*globals()).active_event_count;
        debug_assert!(*count > 0);
        *count = count.saturating_sub(1);
    }
}

/// What start and stop have in common [abi/ABI-75, abi/ABI-76]: the backend runs from the first start to the last stop. All of
/// them are called on the PHP thread with an event that is alive.
pub(crate) mod life {
    use super::*;

    type Method = unsafe extern "C" fn(*mut Event) -> bool;

    /// Whether the backend must be armed now; otherwise everything is done.
    #[inline]
    pub unsafe fn first_start(event: *mut Event) -> bool {
        // SAFETY: the event is alive, as all callers here promise; only its own fields are touched.
        unsafe {
            if (*event).flags.contains(EventFlags::CLOSED) {
                return false;
            }
            if (*event).loop_ref_count > 0 {
                (*event).loop_ref_count += 1;
                return false;
            }
            true
        }
    }

    /// Whether the backend must be disarmed now; the count is already 0 then.
    #[inline]
    pub unsafe fn last_stop(event: *mut Event) -> bool {
        // SAFETY: the event is alive, as all callers here promise; only its own count is touched, and the backend is
        // disarmed by the caller.
        unsafe {
            match (*event).loop_ref_count {
                0 => false,
                1 => {
                    (*event).loop_ref_count = 0;
                    true
                }
                _ => {
                    (*event).loop_ref_count -= 1;
                    false
                }
            }
        }
    }

    /// `start` of events that need nothing armed: started, they count [abi/ABI-77].
    pub unsafe extern "C" fn start_counting(event: *mut Event) -> bool {
        // SAFETY: the event is alive, as all callers here promise.
        unsafe {
            if first_start(event) {
                (*event).loop_ref_count = 1;
                count(event, true);
            }
        }
        true
    }

    /// `stop` of the same.
    pub unsafe extern "C" fn stop_counting(event: *mut Event) -> bool {
        // SAFETY: the event is alive, as all callers here promise.
        unsafe {
            if last_stop(event) {
                count(event, false);
            }
        }
        true
    }

    /// Counts an event whose backend was armed (or disarmed), unless it is hidden.
    #[inline]
    pub unsafe fn count(event: *mut Event, up: bool) {
        // SAFETY: the event is alive, as all callers here promise, and only asked for a flag.
        unsafe {
            if !(*event).flags.contains(EventFlags::HIDDEN) {
                if up { count_up() } else { count_down() }
            }
        }
    }

    /// Whether an event was made by the code that these methods belong to: another module's reactor makes events of its own
    /// [abi/ABI-169]. One that goes in front of ours may have replaced some of them.
    pub unsafe fn has_any_of(event: *const Event, start: Method, stop: Method, dispose: Method) -> bool {
        // SAFETY: the event is alive, as all callers here promise.
        let theirs = unsafe { [(*event).start, (*event).stop, (*event).dispose] };
        theirs
            .iter()
            .zip([start, stop, dispose])
            .any(|(own, ours)| own.is_some_and(|own| own as usize == ours as usize))
    }

    /// Gives back one reference of a plain event; whether it was the last one [abi/ABI-82].
    #[inline]
    pub unsafe fn last_reference(event: *mut Event) -> bool {
        // SAFETY: the caller gives a reference back, so the event is alive, and its memory stays after this: freeing it is
        // left to the caller. So stopping it and dropping its callbacks happens on a living event.
        unsafe {
            if (*event).ref_count > 1 {
                (*event).ref_count -= 1;
                return false;
            }
            (*event).ref_count = 0;
            if (*event).loop_ref_count > 0 {
                (*event).loop_ref_count = 1;
                if let Some(stop) = (*event).stop {
                    stop(event);
                }
            }
            crate::scheduler::callbacks::zend_async_callbacks_free(event);
            true
        }
    }

    /// Releases a reference of a plain event through its `dispose`. It may be gone afterwards.
    #[inline]
    pub unsafe fn release(event: *mut Event) {
        // SAFETY: the caller owns a reference, so the event is alive until `dispose`, after which it is not looked at.
        unsafe {
            if (*event).ref_count > 1 {
                (*event).ref_count -= 1;
            } else if let Some(dispose) = (*event).dispose {
                (*event).ref_count = 0;
                dispose(event);
            }
        }
    }
}

/// Zeroed memory for an event with `extra` bytes behind it [abi/ABI-88], one reference, the usual methods.
pub(crate) unsafe fn new_event<T>(extra: usize) -> *mut T {
    // SAFETY: request memory of sufficient size; every `T` used here begins with an `Event`.
    unsafe {
        let event = crate::abi::memory::allocate_zeroed::<T>(size_of::<T>() + extra);
        begin_event(event, extra);
        event
    }
}

/// As [`new_event`], in zeroed memory of another kind.
pub(crate) unsafe fn begin_event<T>(event: *mut T, extra: usize) {
    // SAFETY: memory of the caller's for a `T` and what is behind it; every `T` used here begins with an `Event`.
    unsafe {
        let base = event.cast::<Event>();
        (*base).ref_count = 1;
        (*base).extra_offset = if extra > 0 { size_of::<T>() as u32 } else { 0 };
        (*base).add_callback = Some(crate::scheduler::callbacks::add);
        (*base).del_callback = Some(crate::scheduler::callbacks::zend_async_callbacks_remove);
    }
}

/// Frees what [`new_event`] made, unless its owner keeps the memory.
pub(crate) unsafe fn free_event(event: *mut Event) {
    // SAFETY: `last_reference` has told the caller that it gave back the last one, so nothing refers to the event;
    // `new_event` has allocated it.
    unsafe {
        if !(*event).flags.contains(EventFlags::NO_FREE_MEMORY) {
            crate::abi::memory::free(event);
        }
    }
}

/// At the end of the process, single-threaded, when no reactor runs any more.
pub fn module_shutdown() {
    // SAFETY: no reactor runs any more, as this function demands.
    unsafe { event_loop::thread_end(current()) };
    offload::module_shutdown();
}
