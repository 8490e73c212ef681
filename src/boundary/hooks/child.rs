//! Waiting for child processes: `waitpid`, `wait`, `wait3`, `wait4`, `waitid`.
//!
//! ```text
//!   one child:  the real call with WNOHANG --nothing yet--> a pidfd of it is waited for --> the real call with WNOHANG
//!   any child:  the real call with WNOHANG --nothing yet--> a pause of 1 to 20 ms ---------> the real call with WNOHANG
//! ```
//!
//! A handler for SIGCHLD would tell of any child at once, but it would fight those of PHP. Children of `popen()`
//! (`popen.rs`), which `exec()` and its family use, too, belong to nothing else: a wait for any child leaves their status to `pclose()`.

use super::commands;
use crate::boundary::functions::{self, Waiter};
use crate::boundary::wait::{self, Outcome, SignalWatch, interrupt};
use crate::reactor::watch::WaiterKind;
use crate::reactor::{NEVER, clock, descriptors, now_ns, signal, watch};
use core::ffi::{c_int, c_void};
use core::mem::zeroed;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use libc::{id_t, idtype_t, pid_t, pollfd, rusage, siginfo_t};

pub unsafe extern "C" fn waitpid(pid: pid_t, status: *mut c_int, options: c_int) -> pid_t {
    // SAFETY: the caller keeps the contract of `waitpid`, to which `wait4` only adds.
    unsafe { wait4(pid, status, options, ptr::null_mut()) }
}

pub unsafe extern "C" fn wait(status: *mut c_int) -> pid_t {
    // SAFETY: the caller keeps the contract of `wait`.
    unsafe { wait4(-1, status, 0, ptr::null_mut()) }
}

pub unsafe extern "C" fn wait3(status: *mut c_int, options: c_int, usage: *mut rusage) -> pid_t {
    // SAFETY: the caller keeps the contract of `wait3`.
    unsafe { wait4(-1, status, options, usage) }
}

pub unsafe extern "C" fn wait4(pid: pid_t, status: *mut c_int, options: c_int, usage: *mut rusage) -> pid_t {
    // SAFETY: the caller keeps the contract of `wait4`, in whose place this stands: its pointers are null or valid, and stay while its
    // frame waits below ours.
    unsafe {
        if !wait::enabled() {
            return libc::wait4(pid, status, options, usage);
        }
        let mut raw = 0;
        let target = if pid > 0 && options & (libc::WUNTRACED | libc::WCONTINUED) == 0 { pid } else { 0 };
        let found = wait_for(target, options & libc::WNOHANG != 0, |immediate| {
            let found = if immediate { options | libc::WNOHANG } else { options };
            let found = libc::wait4(pid, &mut raw, found, usage);
            if found > 0 && pid <= 0 && commands::keep_status(found, raw) {
                Found::Another
            } else {
                Found::Result(found)
            }
        });
        if found > 0 {
            functions::child_ended(raw);
            if !status.is_null() {
                *status = raw;
            }
        } else if found < 0 && pid > 0 && is_cancelled() && functions::waiter() == Waiter::ProcClose {
            let error = wait::errno();
            abandon(pid, false);
            wait::set_errno(error);
        }
        found
    }
}

pub unsafe extern "C" fn waitid(kind: idtype_t, id: id_t, info: *mut siginfo_t, options: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `waitid`, in whose place this stands; all-zero memory is a valid `siginfo_t`.
    unsafe {
        if !wait::enabled() {
            return libc::waitid(kind, id, info, options);
        }
        let mut seen = zeroed::<siginfo_t>();
        let only_ends = options & (libc::WSTOPPED | libc::WCONTINUED) == 0;
        let target = if kind == libc::P_PID && only_ends { id as pid_t } else { 0 };
        let immediate = options & libc::WNOHANG != 0;
        let result = wait_for(target, immediate, |immediate| {
            let options = if immediate { options | libc::WNOHANG } else { options };
            // Where nothing has happened it is not written.
            seen = zeroed::<siginfo_t>();
            match libc::waitid(kind, id, &mut seen, options) {
                0 if seen.si_pid() == 0 => Found::Result(0),
                0 if kind != libc::P_PID
                    && options & libc::WNOWAIT == 0
                    && commands::keep_status(seen.si_pid(), status_of(&seen)) =>
                {
                    Found::Another
                }
                // What `wait4` would return: the child.
                0 => Found::Result(1),
                error => Found::Result(error),
            }
        });
        if result < 0 {
            return result;
        }
        if !info.is_null() {
            *info = seen;
        }
        0
    }
}

/// Whether a wait has failed because it was cancelled, or what it waited on was closed.
pub(super) fn is_cancelled() -> bool {
    matches!(wait::errno(), libc::ECANCELED | libc::EBADF)
}

/// The status that `wait4` would give.
unsafe fn status_of(info: &siginfo_t) -> c_int {
    // SAFETY: what `waitid` has filled in is about a child.
    let status = unsafe { info.si_status() };
    match info.si_code {
        libc::CLD_EXITED => (status & 0xff) << 8,
        libc::CLD_DUMPED => status | 0x80,
        _ => status,
    }
}

/// What a look at the children gives.
pub(super) enum Found {
    /// The call's own result; 0: nothing has happened yet.
    Result(c_int),
    /// A child that is not the caller's; there may be more.
    Another,
}

/// Makes a real call until it tells of something. `target` is the child that is waited for, 0 for any or for more than its
/// end; `look(true)` must not wait.
///
/// # Safety
/// In a hook.
pub(super) unsafe fn wait_for(target: pid_t, immediate: bool, mut look: impl FnMut(bool) -> Found) -> c_int {
    let mut look_once = |immediate: bool| {
        loop {
            if let Found::Result(result) = look(immediate) {
                return result;
            }
        }
    };
    // SAFETY: in a hook, as this function demands.
    unsafe {
        if immediate || !wait::enter() {
            return look_once(immediate);
        }
        let errno = wait::errno();
        let found = look_once(true);
        if found != 0 {
            return found;
        }
        // Children run in real time.
        clock::hold();
        let result = match PidFd::of(target) {
            Some(pidfd) => pidfd.wait_for(look_once),
            None => wait_with_pauses(look_once),
        };
        clock::release();
        if result > 0 {
            wait::set_errno(errno);
        }
        result
    }
}

/// A descriptor that is readable when a child has ended.
struct PidFd(c_int);

impl PidFd {
    fn of(pid: pid_t) -> Option<PidFd> {
        static MISSING: AtomicBool = AtomicBool::new(false);
        if pid <= 0 || MISSING.load(Ordering::Relaxed) {
            return None;
        }
        let errno = wait::errno();
        // SAFETY: a system call that takes numbers only; nothing else uses the descriptor yet.
        let fd = unsafe { descriptors::own(libc::syscall(libc::SYS_pidfd_open, pid, 0) as c_int) };
        if fd < 0 && matches!(wait::errno(), libc::ENOSYS | libc::EPERM) {
            MISSING.store(true, Ordering::Relaxed);
        }
        wait::set_errno(errno);
        (fd >= 0).then_some(PidFd(fd))
    }

    /// # Safety
    /// In a hook after `enter`.
    unsafe fn wait_for(self, mut look: impl FnMut(bool) -> c_int) -> c_int {
        let mut entry = pollfd { fd: self.0, events: libc::POLLIN, revents: 0 };
        // SAFETY: in a hook after `enter`, as this function demands; the descriptor is ours until it is closed below.
        let result = unsafe {
            let mut closed_fd = -1;
            let mut signals = SignalWatch::new();
            let signals = &raw mut signals;
            SignalWatch::listen(signals);
            let result = loop {
                match wait::wait_any(&raw mut entry, 1, NEVER, WaiterKind::Observer, Some(signals), &mut closed_fd) {
                    Outcome::Ready => {
                        let found = look(true);
                        if found != 0 {
                            break found;
                        }
                        if is_interrupted(signals) {
                            break -1;
                        }
                    }
                    Outcome::Unwatchable => break look(false),
                    outcome => break outcome.fail(),
                }
            };
            SignalWatch::end(signals);
            result
        };
        let error = wait::errno();
        // SAFETY: the descriptor is ours, and goes without a hook.
        unsafe {
            watch::close(self.0);
            libc::close(self.0);
        }
        wait::set_errno(error);
        result
    }
}

/// # Safety
/// In a hook after `enter`.
unsafe fn wait_with_pauses(mut look: impl FnMut(bool) -> c_int) -> c_int {
    const LONGEST_MS: u64 = 20;
    let mut pause_ms = 1;
    // SAFETY: in a hook after `enter`, as this function demands.
    unsafe {
        let mut closed_fd = -1;
        let mut signals = SignalWatch::new();
        let signals = &raw mut signals;
        SignalWatch::listen(signals);
        let result = loop {
            let deadline = now_ns() + pause_ms * 1_000_000;
            let outcome = wait::wait_any(ptr::null(), 0, deadline, WaiterKind::Observer, Some(signals), &mut closed_fd);
            if !matches!(outcome, Outcome::Ready | Outcome::Timeout) {
                break outcome.fail();
            }
            let found = look(true);
            if found != 0 {
                break found;
            }
            if is_interrupted(signals) {
                break -1;
            }
            pause_ms = (pause_ms * 2).min(LONGEST_MS);
        };
        SignalWatch::end(signals);
        result
    }
}

/// Whether a signal has arrived that ends the call: errno is set. After any other it listens anew.
unsafe fn is_interrupted(signals: *mut SignalWatch) -> bool {
    // SAFETY: it listens, in a frame of the caller's.
    unsafe {
        if !SignalWatch::has_arrived(signals) {
            return false;
        }
        let ends = interrupts();
        if ends {
            wait::set_errno(libc::EINTR);
        } else {
            SignalWatch::listen(signals);
        }
        ends
    }
}

/// Whether some function of PHP code for a signal was installed so that it ends system calls that wait, which is not the default
/// [io/SL-2]. PHP's own for the time limit is so, too, and ends no wait of this kind.
fn interrupts() -> bool {
    signal::with_php_handler().any(|number| {
        // SAFETY: all-zero memory is a valid `sigaction`, which is only read here.
        unsafe {
            let mut action = zeroed::<libc::sigaction>();
            libc::sigaction(number, ptr::null(), &mut action) == 0 && action.sa_flags & libc::SA_RESTART == 0
        }
    })
}

/// Leaves a child to a thread that waits for its end, so that it does not stay a zombie, also where no turn of the event loop comes
/// for long: main may be alone, and block. `terminate` sends it SIGTERM first.
#[cold]
pub(super) fn abandon(pid: pid_t, terminate: bool) {
    extern "C" fn reap(pid: *mut c_void) -> *mut c_void {
        let pid = pid as usize as pid_t;
        // SAFETY: system calls that take a number and a place of this frame.
        unsafe { while libc::waitpid(pid, ptr::null_mut(), 0) < 0 && *libc::__errno_location() == libc::EINTR {} }
        ptr::null_mut()
    }
    // SAFETY: the child was not waited for, so that no other process has its number; the thread is given the number.
    unsafe {
        if terminate {
            libc::kill(pid, libc::SIGTERM);
        }
        interrupt::start_thread(reap, pid as usize as *mut c_void);
    }
}
