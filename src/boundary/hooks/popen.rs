//! `popen` and `pclose`: libc's own waits inside libc for the child, where no hook sees it.
//!
//! ```text
//!   popen()   posix_spawn("/bin/sh", "-c", command) --> FILE* of our end of the pipe, and a note: which child it belongs to
//!   pclose()  waiters of the descriptor leave, fclose(), then the child is waited for as in `waitpid()` (`child.rs`)
//! ```
//!
//! A stream that libc has opened is closed on a thread of its own: how long its child runs is not known.

use super::child::{self, Found};
use super::close::release_file;
use super::commands;
use crate::boundary::exclusion::locks;
use crate::boundary::functions::{self, Waiter};
use crate::boundary::wait::{self, Outcome, interrupt};
use crate::reactor::watch::WaiterKind;
use crate::reactor::{NEVER, clock, descriptors, process_environment, watch};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use libc::{FILE, pid_t, pollfd};
use std::sync::Arc;

/// The end of the pipe that stays here, and whether it may be inherited; `None` for a mode that `popen()` refuses.
fn mode_of(mode: &CStr) -> Option<(bool, &'static CStr)> {
    let (mut reads, mut writes) = (false, false);
    for letter in mode.to_bytes() {
        match letter {
            b'r' => reads = true,
            b'w' => writes = true,
            // Close-on-exec, which it is in any case.
            b'e' => (),
            _ => return None,
        }
    }
    (reads != writes).then_some(if reads { (true, c"r") } else { (false, c"w") })
}

pub unsafe extern "C" fn popen(command: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the caller keeps the contract of `popen`, in whose place this stands: both are C strings.
    unsafe {
        if !wait::enabled() || command.is_null() || mode.is_null() {
            return libc::popen(command, mode);
        }
        let Some((reads, stream_mode)) = mode_of(CStr::from_ptr(mode)) else {
            wait::set_errno(libc::EINVAL);
            return ptr::null_mut();
        };
        let mut ends = [-1; 2];
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return ptr::null_mut();
        }
        let [ours, theirs] = if reads { ends } else { [ends[1], ends[0]] };
        let number = if reads { libc::STDOUT_FILENO } else { libc::STDIN_FILENO };
        let child = spawn(command, theirs, number);
        let file = child.map_or(ptr::null_mut(), |pid| open(ours, stream_mode, pid));
        let error = wait::errno();
        libc::close(theirs);
        if file.is_null() {
            libc::close(ours);
        }
        if child.is_none() {
            // It fails in libc, too, whose versions tell different reasons.
            return libc::popen(command, mode);
        }
        wait::set_errno(error);
        file
    }
}

/// Starts a shell with its end of the pipe under `number`; `None` where it cannot be started.
unsafe fn spawn(command: *const c_char, end: c_int, number: c_int) -> Option<pid_t> {
    let mut actions = MaybeUninit::<libc::posix_spawn_file_actions_t>::uninit();
    let arguments = [c"sh".as_ptr().cast_mut(), c"-c".as_ptr().cast_mut(), command.cast_mut(), ptr::null_mut()];
    let mut pid = 0;
    // SAFETY: the actions are initialized before they are used; the command is a C string, as the caller demands. Where the end has
    // the number already, the action clears its mark to be closed.
    unsafe {
        if libc::posix_spawn_file_actions_init(actions.as_mut_ptr()) != 0 {
            return None;
        }
        let mut error = libc::posix_spawn_file_actions_adddup2(actions.as_mut_ptr(), end, number);
        if error == 0 {
            error = libc::posix_spawn(
                &mut pid,
                c"/bin/sh".as_ptr(),
                actions.as_ptr(),
                ptr::null(),
                arguments.as_ptr(),
                process_environment(),
            );
        }
        libc::posix_spawn_file_actions_destroy(actions.as_mut_ptr());
        (error == 0).then_some(pid)
    }
}

/// A stream for our end; null with errno. The child is noted, or left to a thread.
unsafe fn open(end: c_int, mode: &CStr, pid: pid_t) -> *mut FILE {
    // SAFETY: `popen` has just opened the descriptor, and passes it on to the stream.
    unsafe {
        let file = libc::fdopen(end, mode.as_ptr());
        if file.is_null() {
            let error = wait::errno();
            child::abandon(pid, true);
            wait::set_errno(error);
        } else {
            commands::add(pid, file as usize);
        }
        file
    }
}

/// Closes the stream first, so that a child that reads or writes it ends.
pub unsafe extern "C" fn pclose(file: *mut FILE) -> c_int {
    // SAFETY: stands in the place of `pclose`: the stream is open and the caller's, so nothing else closes it while the waiters leave.
    unsafe {
        let Some((id, child)) = commands::closing(file as usize) else { return close_foreign(file) };
        let errno = wait::errno();
        let locked = release_file(file);
        libc::fclose(file);
        locks::after_close(locked);
        let mut status = 0;
        let mut look = |immediate| {
            if let Some(kept) = commands::kept_status(id) {
                status = kept;
                return Found::Result(child);
            }
            match libc::waitpid(child, &mut status, if immediate { libc::WNOHANG } else { 0 }) {
                // As libc does.
                -1 if wait::errno() == libc::EINTR => Found::Another,
                found => Found::Result(found),
            }
        };
        let found = loop {
            match child::wait_for(child, false, &mut look) {
                -1 if wait::errno() == libc::EINTR => (),
                found => break found,
            }
        };
        let error = wait::errno();
        commands::remove(id);
        if found < 0 && child::is_cancelled() {
            child::abandon(child, functions::waiter() == Waiter::Command);
        }
        wait::set_errno(if found > 0 { errno } else { error });
        if found > 0 { status } else { -1 }
    }
}

/// A stream that libc has opened, and how its child ended.
struct Foreign {
    file: usize,
    status: AtomicI32,
    errno: AtomicI32,
    /// Written when the child has ended.
    bell: c_int,
    over: AtomicBool,
}

impl Drop for Foreign {
    fn drop(&mut self) {
        // SAFETY: nothing else has the descriptor: this was the last reference.
        unsafe { libc::close(self.bell) };
    }
}

extern "C" fn close_on_thread(foreign: *mut c_void) -> *mut c_void {
    // SAFETY: `close_foreign` has given this thread a reference, and the stream, which nothing else uses.
    unsafe {
        let foreign = Arc::from_raw(foreign.cast::<Foreign>());
        let status = libc::pclose(foreign.file as *mut FILE);
        foreign.errno.store(*libc::__errno_location(), Ordering::Relaxed);
        foreign.status.store(status, Ordering::Relaxed);
        foreign.over.store(true, Ordering::Release);
        let one = 1_u64;
        libc::write(foreign.bell, (&raw const one).cast(), 8);
    }
    ptr::null_mut()
}

unsafe fn close_foreign(file: *mut FILE) -> c_int {
    // SAFETY: in the place of `pclose`, whose contract the caller keeps. The thread closes the stream instead of us, or not at all.
    unsafe {
        let locked = release_file(file);
        let close_here = || {
            let result = libc::pclose(file);
            locks::after_close(locked);
            result
        };
        if file.is_null() || !wait::enter() {
            return close_here();
        }
        let errno = wait::errno();
        let bell = descriptors::own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK));
        if bell < 0 {
            return close_here();
        }
        let foreign = Foreign {
            file: file as usize,
            status: AtomicI32::new(-1),
            errno: AtomicI32::new(0),
            bell,
            over: AtomicBool::new(false),
        };
        let ours = Arc::into_raw(Arc::new(foreign));
        Arc::increment_strong_count(ours);
        if !interrupt::start_thread(close_on_thread, ours.cast_mut().cast()) {
            Arc::decrement_strong_count(ours);
            Arc::decrement_strong_count(ours);
            watch::close(bell);
            return close_here();
        }
        let mut entry = pollfd { fd: bell, events: libc::POLLIN, revents: 0 };
        let mut closed_fd = -1;
        clock::hold();
        let outcome = loop {
            if (*ours).over.load(Ordering::Acquire) {
                break Outcome::Ready;
            }
            match wait::wait_any(&raw mut entry, 1, NEVER, WaiterKind::Observer, None, &mut closed_fd) {
                Outcome::Ready => (),
                outcome => break outcome,
            }
        };
        clock::release();
        watch::close(bell);
        let result = if outcome == Outcome::Ready {
            let result = (*ours).status.load(Ordering::Relaxed);
            wait::set_errno(if result < 0 { (*ours).errno.load(Ordering::Relaxed) } else { errno });
            result
        } else {
            outcome.fail()
        };
        let error = wait::errno();
        Arc::decrement_strong_count(ours);
        locks::after_close(locked);
        wait::set_errno(error);
        result
    }
}
