//! Opening a FIFO that has no peer yet: on a thread of its own, because such a wait may take for ever and must not occupy
//! the pool [io/W-8, io/IO-14].
//!
//! ```text
//!   coroutine                                   thread
//!   waits for the eventfd to be readable        open() ... interrupted now and then: abandoned?
//!        <------------ writes it ----------------  done: descriptor or errno
//!   takes the result, frees                     FINISHED is its last word, it touches nothing any more
//!
//!   cancelled: tells it to stop ------------->  is interrupted, rings the bell
//!              nothing heard: ABANDONED         closes what it opened, frees
//! ```
//!
//! A cancelled open is over when the coroutine goes on: a thread that still stood in it would be a peer for others.

use super::hook::{self, Outcome};
use super::interrupt::{self, Alarm};
use crate::engine::errno::{errno, set_errno};
use crate::reactor::{NEVER, clock, descriptors, watch};
use core::ffi::{c_int, c_uint, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::ffi::CString;

const RUNNING: u32 = 0;
const FINISHED: u32 = 1;
const ABANDONED: u32 = 2;

struct Opening {
    state: AtomicU32,
    stop: AtomicBool,
    /// The kernel's number of the thread, 0 before it runs.
    thread: AtomicI32,
    path: CString,
    flags: c_int,
    mode: c_uint,
    fd: c_int,
    errno: c_int,
    bell: c_int,
}

unsafe fn free(opening: *mut Opening) {
    // SAFETY: made by `Box::into_raw`, and this is its only user now.
    unsafe {
        libc::close((*opening).bell);
        drop(Box::from_raw(opening));
    }
}

extern "C" fn run(argument: *mut c_void) -> *mut c_void {
    // SAFETY: ours until the last word; its strings do not change.
    unsafe {
        let opening = argument.cast::<Opening>();
        let mut alarm = Alarm::start();
        (*opening).thread.store(libc::gettid(), Ordering::Release);
        let (mut fd, mut error) = (-1, libc::EINTR);
        while fd < 0 && error == libc::EINTR && !(*opening).stop.load(Ordering::Acquire) {
            fd = libc::open((*opening).path.as_ptr(), (*opening).flags, (*opening).mode);
            error = errno();
            alarm = match alarm {
                Some(alarm) if error == libc::EINTR => alarm.renew(),
                alarm => alarm,
            };
        }
        if let Some(alarm) = alarm {
            alarm.stop();
        }
        (*opening).fd = fd;
        (*opening).errno = error;
        let one = 1u64;
        libc::write((*opening).bell, (&raw const one).cast(), size_of::<u64>());
        if !finish(opening, FINISHED) {
            if fd >= 0 {
                libc::close(fd);
            }
            free(opening);
        }
        ptr::null_mut()
    }
}

/// Whether the state was still `RUNNING` and is `to` now.
unsafe fn finish(opening: *mut Opening, to: u32) -> bool {
    // SAFETY: the caller still owns its side.
    unsafe { (*opening).state.compare_exchange(RUNNING, to, Ordering::AcqRel, Ordering::Acquire).is_ok() }
}

/// Ends an open that is not wanted any more; whether the thread has been heard of.
unsafe fn stop(opening: *mut Opening) -> bool {
    const TRIES: u32 = 20;
    // SAFETY: the structure is ours as long as the thread was not heard of.
    unsafe {
        (*opening).stop.store(true, Ordering::Release);
        let mut entry = libc::pollfd { fd: (*opening).bell, events: libc::POLLIN, revents: 0 };
        for _ in 0..TRIES {
            interrupt::interrupt_thread((*opening).thread.load(Ordering::Acquire));
            if libc::poll(&mut entry, 1, 1) == 1 {
                return true;
            }
        }
        false
    }
}

/// Opens a FIFO and waits for the peer. `None`: no thread, or no descriptor beside its own, could be had: make the blocking call.
///
/// # Safety
/// After `wait::enter` returned true, in the same hook.
pub unsafe fn open(path: CString, flags: c_int, mode: c_uint) -> Option<c_int> {
    // SAFETY: the structure changes its owner as the drawing says.
    unsafe {
        if hook::poisoned() {
            return Some(Outcome::Cancelled.fail());
        }
        let before = errno();
        let bell = descriptors::own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK));
        if bell < 0 {
            return None;
        }
        let opening = Box::into_raw(Box::new(Opening {
            state: AtomicU32::new(RUNNING),
            stop: AtomicBool::new(false),
            thread: AtomicI32::new(0),
            path,
            flags,
            mode,
            fd: -1,
            errno: 0,
            bell,
        }));
        if !interrupt::start_thread(run, opening.cast()) {
            free(opening);
            return None;
        }
        // The peer lives in real time.
        clock::hold();
        let outcome = loop {
            let outcome = hook::wait_one(bell, watch::IN, NEVER);
            let mut rung = 0u64;
            let bytes = libc::read(bell, (&raw mut rung).cast(), size_of::<u64>());
            if outcome != Outcome::Ready || bytes > 0 {
                break outcome;
            }
        };
        clock::release();
        // The descriptor goes without a hook.
        watch::close(bell);
        if outcome != Outcome::Ready && !stop(opening) && finish(opening, ABANDONED) {
            return Some(if outcome == Outcome::Unwatchable { failed(libc::EIO) } else { outcome.fail() });
        }
        while (*opening).state.load(Ordering::Acquire) == RUNNING {
            core::hint::spin_loop();
        }
        let (fd, error) = ((*opening).fd, (*opening).errno);
        free(opening);
        Some(match outcome {
            Outcome::Ready if fd >= 0 => {
                set_errno(before);
                fd
            }
            // The bell may have had the last descriptor.
            Outcome::Ready if matches!(error, libc::EMFILE | libc::ENFILE) => return None,
            Outcome::Ready => failed(error),
            _ => {
                if fd >= 0 {
                    libc::close(fd);
                }
                outcome.fail()
            }
        })
    }
}

fn failed(error: c_int) -> c_int {
    set_errno(error);
    -1
}
