//! libuv's loop of a thread: it serves worker threads.
//!
//! ```text
//!   epoll instance (event_loop.rs)  <-- watches of descriptors
//!                                   <-- libuv's backend, heard only as long as libuv has something to do
//! ```
//!
//! It is made when it is first needed, which takes as long as some thousand switches (an epoll instance, a ring, pipes), and kept
//! for later requests of the thread. One whose workers have outlived a request is taken over together with their completions.

use super::descriptors::{self, Standard};
use super::{Reactor, current};
use core::ffi::{c_int, c_void};
use core::ptr;
use libc::epoll_event;
use libuv_sys2 as uv;
use std::sync::{Mutex, PoisonError};

/// `epoll_event.u64` of the backend.
pub(super) const BACKEND: u64 = u64::MAX;
const NS_PER_MS: u64 = 1_000_000;

/// What the reactor has of libuv.
pub(crate) struct UvLoop {
    /// Null until it is needed.
    raw: *mut uv::uv_loop_t,
    /// The epoll instance has the backend.
    registered: bool,
    /// It listens to it.
    heard: bool,
}

impl UvLoop {
    pub const fn new() -> UvLoop {
        UvLoop { raw: ptr::null_mut(), registered: false, heard: false }
    }
}

/// The loop of this thread, made if there is none.
///
/// # Safety
/// The reactor runs.
pub(super) unsafe fn get() -> Result<*mut uv::uv_loop_t, c_int> {
    // SAFETY: this thread's reactor, which runs, as this function demands: its epoll instance is open. The loop is initialised before
    // it is used and stays at one address until it is closed.
    unsafe {
        let this = &raw mut (*current()).uv;
        if (*this).raw.is_null() {
            let memory = libc::calloc(1, uv::uv_loop_size()).cast::<uv::uv_loop_t>();
            if memory.is_null() {
                return Err(libc::ENOMEM);
            }
            if let Err(error) = initialise(memory) {
                libc::free(memory.cast());
                return Err(error);
            }
            (*this).raw = memory;
        }
        if !(*this).registered {
            control(libc::EPOLL_CTL_ADD, true)?;
            (*current()).epoll_used = true;
            (*this).registered = true;
            (*this).heard = true;
        }
        Ok((*this).raw)
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

unsafe fn control(operation: c_int, heard: bool) -> Result<(), c_int> {
    // SAFETY: the callers' reactor runs and has a loop, so that both instances are open; the event is copied by the kernel.
    unsafe {
        let reactor = current();
        let mut event = epoll_event { events: if heard { libc::EPOLLIN as u32 } else { 0 }, u64: BACKEND };
        match libc::epoll_ctl((*reactor).epoll, operation, uv::uv_backend_fd((*reactor).uv.raw), &mut event) {
            0 => Ok(()),
            _ => Err(*libc::__errno_location()),
        }
    }
}

/// Whether libuv has something to do.
#[inline]
pub(super) fn is_alive(reactor: &Reactor) -> bool {
    // SAFETY: a loop that was made and is not closed; this only asks it.
    !reactor.uv.raw.is_null() && unsafe { uv::uv_loop_alive(reactor.uv.raw) } != 0
}

/// A loop without anything to do does not read its backend, so it must not wake us either. Whether it has something to do.
///
/// # Safety
/// This thread's reactor, which runs.
#[inline]
pub(super) unsafe fn hear(reactor: *mut Reactor) -> bool {
    // SAFETY: as this function demands. Work from before this request is heard from now on.
    unsafe {
        let alive = is_alive(&*reactor);
        if alive && !(*reactor).uv.registered {
            return get().is_ok();
        }
        if (*reactor).uv.registered && alive != (*reactor).uv.heard {
            let _ = control(libc::EPOLL_CTL_MOD, alive);
            (*reactor).uv.heard = alive;
        }
        alive
    }
}

/// Nanoseconds until libuv wants a turn; `None` when only its backend tells.
///
/// # Safety
/// This thread's reactor.
pub(super) unsafe fn wait_limit(reactor: *mut Reactor) -> Option<u64> {
    // SAFETY: a loop that has something to do was made and is not closed.
    unsafe {
        if !is_alive(&*reactor) {
            return None;
        }
        uv::uv_update_time((*reactor).uv.raw);
        let ms = uv::uv_backend_timeout((*reactor).uv.raw);
        (ms >= 0).then(|| ms as u64 * NS_PER_MS)
    }
}

/// Whether libuv wants a turn at once.
///
/// # Safety
/// This thread's reactor.
pub(super) unsafe fn is_due(reactor: *mut Reactor) -> bool {
    // SAFETY: a loop that has something to do was made and is not closed.
    unsafe { is_alive(&*reactor) && uv::uv_backend_timeout((*reactor).uv.raw) == 0 }
}

/// A turn of libuv, without waiting.
///
/// # Safety
/// This thread's reactor, in scheduler context.
pub(super) unsafe fn run(reactor: *mut Reactor) {
    // SAFETY: a loop that was made and is not closed; completions may change the reactor, of which nothing is borrowed.
    unsafe {
        if !(*reactor).uv.raw.is_null() {
            uv::uv_run((*reactor).uv.raw, uv::uv_run_mode_UV_RUN_NOWAIT);
        }
    }
}

/// The reactor was shut down: completions of workers that are done are taken; the loop stays for the next request.
///
/// # Safety
/// This thread's reactor, whose epoll instance is closed or about to be, outside a turn.
pub(super) unsafe fn rest(reactor: *mut Reactor) {
    /// Turns given to workers to finish.
    const TURNS: u32 = 64;
    // SAFETY: as this function demands. Jobs that nothing waits for free themselves in a turn.
    unsafe {
        (*reactor).uv.registered = false;
        for _ in 0..TURNS {
            if !is_alive(&*reactor) {
                break;
            }
            run(reactor);
            libc::sched_yield();
        }
    }
}

/// Closes the loop, where no worker runs on for it: it would post to it when it is done. PHP ends on this thread.
///
/// # Safety
/// This thread's reactor, which was shut down.
pub(super) unsafe fn close(reactor: *mut Reactor) {
    unsafe extern "C" fn close_handle(handle: *mut uv::uv_handle_t, _: *mut c_void) {
        // SAFETY: libuv walks over live handles.
        unsafe {
            if uv::uv_is_closing(handle) == 0 {
                uv::uv_close(handle, None);
            }
        }
    }
    // SAFETY: as this function demands; the loop is freed only when libuv has closed it.
    unsafe {
        let raw = (*reactor).uv.raw;
        if raw.is_null() || is_alive(&*reactor) {
            return;
        }
        uv::uv_walk(raw, Some(close_handle), ptr::null_mut());
        run(reactor);
        if uv::uv_loop_close(raw) == 0 {
            libc::free(raw.cast());
            (*reactor).uv = UvLoop::new();
        }
    }
}

/// In the child of a fork: the loop is the parent's, and no worker came along.
///
/// # Safety
/// The only thread's reactor, outside a turn.
pub(super) unsafe fn leave_to_parent(reactor: *mut Reactor) {
    // SAFETY: closing our copies of the descriptors leaves the parent's registrations alone.
    unsafe {
        let raw = (*reactor).uv.raw;
        (*reactor).uv = UvLoop::new();
        if raw.is_null() {
            return;
        }
        if uv::uv_loop_close(raw) == 0 {
            libc::free(raw.cast());
        } else {
            // Requests that were on a worker never finish here and would keep the loop alive: it is left.
            libc::close(uv::uv_backend_fd(raw));
        }
    }
}
