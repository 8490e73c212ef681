//! Ending a blocking system call after a while, without touching what it blocks on.
//!
//! A listening socket or the end of a FIFO may be shared with other processes, so its flags and time limits must not
//! change, not even for a moment. Instead a timer sends a real-time signal to this thread alone, again and again until it
//! is stopped, so that one which comes just before the call does not get lost. The handler does nothing and is installed
//! without `SA_RESTART`: the call fails with `EINTR`.

use crate::engine::per_thread::per_thread;
use core::ffi::{c_int, c_void};
use core::mem::zeroed;
use core::ptr;
use core::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use libc::{itimerspec, sigaction, sigset_t, timer_t, timespec};

/// The signal, 0 before it was chosen and when none is free.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The threads that have an [`Alarm`]: the kernel's number and, above it, the signal; 0 is free.
static THREADS: [AtomicU64; 128] = [const { AtomicU64::new(0) }; 128];

// The timer of this thread, and its signal; 0 without one. Only a hook that has entered makes one.
per_thread!(static TIMER: (timer_t, c_int) = (ptr::null_mut(), 0));

// The signal that the mask of this thread is known to let in, 0 for none.
per_thread!(static LET_IN: c_int = 0);

extern "C" fn ignore(_: c_int) {}

/// A real-time signal that is otherwise unused, with our handler installed.
fn signal() -> Option<c_int> {
    let known = SIGNAL.load(Ordering::SeqCst);
    if known > 0 {
        return Some(known);
    }
    // One that was in use before may be free again.
    let chosen = choose()?;
    match SIGNAL.compare_exchange(known, chosen, Ordering::SeqCst, Ordering::SeqCst) {
        Ok(_) => Some(chosen),
        Err(another) => (another > 0).then_some(another),
    }
}

fn choose() -> Option<c_int> {
    // SAFETY: all-zero memory is a valid `sigaction`.
    unsafe {
        (libc::SIGRTMIN()..libc::SIGRTMAX()).rev().find(|&signal| {
            let mut action = zeroed::<sigaction>();
            if libc::sigaction(signal, ptr::null(), &mut action) != 0 || action.sa_sigaction != libc::SIG_DFL {
                return false;
            }
            let mut ours = zeroed::<sigaction>();
            ours.sa_sigaction = ignore as extern "C" fn(c_int) as usize;
            ours.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(signal, &ours, ptr::null_mut()) == 0
        })
    }
}

/// A caller of `sigaction` is about to have this signal for itself: another one takes its place. May be called in a signal handler.
pub fn hand_over(signal: c_int) {
    const TRIES: u32 = 200;
    if signal <= 0 || SIGNAL.load(Ordering::SeqCst) != signal {
        return;
    }
    SIGNAL.store(choose().unwrap_or(0), Ordering::SeqCst);
    // Those that are in a call change over when it is interrupted.
    for _ in 0..TRIES {
        let mut waits = false;
        for place in &THREADS {
            let thread = place.load(Ordering::SeqCst);
            if (thread >> 32) as c_int == signal {
                // SAFETY: a signal whose handler does nothing. A thread that is not there is one of the process that was forked.
                let gone = unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread as u32, signal) } != 0;
                if gone {
                    let _ = place.compare_exchange(thread, 0, Ordering::AcqRel, Ordering::Acquire);
                }
                waits |= !gone;
            }
        }
        if !waits {
            return;
        }
        let moment = timespec { tv_sec: 0, tv_nsec: 100_000 };
        // SAFETY: a time on this frame.
        unsafe { libc::nanosleep(&moment, ptr::null_mut()) };
    }
}

/// A timer of this thread that is not running.
unsafe fn new_timer(signal: c_int) -> Option<timer_t> {
    // SAFETY: all-zero memory is a valid `sigevent`; the kernel fills `timer`.
    unsafe {
        let mut event = zeroed::<libc::sigevent>();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = signal;
        event.sigev_notify_thread_id = libc::gettid();
        let mut timer: timer_t = ptr::null_mut();
        (libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, &mut timer) == 0).then_some(timer)
    }
}

unsafe fn set(timer: timer_t, period_ns: i64) -> bool {
    let time = timespec { tv_sec: 0, tv_nsec: period_ns };
    let times = itimerspec { it_interval: time, it_value: time };
    // SAFETY: a timer of this process.
    unsafe { libc::timer_settime(timer, 0, &times, ptr::null_mut()) == 0 }
}

unsafe fn allow(signal: c_int, before: *mut sigset_t) {
    // SAFETY: `before` is null, or a place on the frame of the caller.
    unsafe {
        let mut only = zeroed::<sigset_t>();
        libc::sigemptyset(&mut only);
        libc::sigaddset(&mut only, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &only, before);
    }
}

/// In the child of a fork, which inherits no timer.
pub fn begin_child() {
    TIMER.set((ptr::null_mut(), 0));
}

/// PHP ends on this thread: the kernel counts timers.
#[cfg(php_zts)]
pub fn thread_end() {
    let (timer, of) = TIMER.replace((ptr::null_mut(), 0));
    if of != 0 {
        // SAFETY: made by this thread, which makes no call any more that it would interrupt.
        unsafe { libc::timer_delete(timer) };
    }
}

/// The mask of this PHP thread may be another one.
pub fn mask_changed() {
    LET_IN.set(0);
}

/// The timer of this PHP thread for the signal.
unsafe fn own_timer(signal: c_int) -> Option<timer_t> {
    let (timer, of) = TIMER.get();
    if of == signal {
        return Some(timer);
    }
    // SAFETY: it is this thread's, it is not running, and nothing else knows it.
    unsafe {
        if of != 0 {
            libc::timer_delete(timer);
            TIMER.set((ptr::null_mut(), 0));
        }
        let new = new_timer(signal)?;
        TIMER.set((new, signal));
        Some(new)
    }
}

/// Makes a system call that fails with `EINTR` after a millisecond or so. Where there is no timer it blocks.
///
/// # Safety
/// On a PHP thread; `call` is a system call and nothing else.
pub unsafe fn within_a_moment(call: impl FnOnce() -> c_int) -> c_int {
    const MOMENT_NS: i64 = 1_000_000;
    // SAFETY: the timer belongs to this thread and stops before the call's result is looked at.
    unsafe {
        let Some(signal) = signal() else { return call() };
        let Some(timer) = own_timer(signal) else { return call() };
        let mut before = zeroed::<sigset_t>();
        let mut was_blocked = false;
        if LET_IN.get() != signal {
            allow(signal, &mut before);
            was_blocked = libc::sigismember(&before, signal) == 1;
            LET_IN.set(if was_blocked { 0 } else { signal });
        }
        let running = set(timer, MOMENT_NS);
        let result = call();
        let error = *libc::__errno_location();
        if running {
            set(timer, 0);
        }
        if was_blocked {
            libc::pthread_sigmask(libc::SIG_SETMASK, &before, ptr::null_mut());
        }
        *libc::__errno_location() = error;
        result
    }
}

/// Starts a thread on which every signal is blocked. False when there is none to be had.
///
/// # Safety
/// As the thread's function demands.
pub unsafe fn start_thread(main: extern "C" fn(*mut c_void) -> *mut c_void, argument: *mut c_void) -> bool {
    const STACK_BYTES: usize = 256 * 1024;
    // SAFETY: all-zero memory is filled by the functions of the C library before it is used.
    unsafe {
        let (mut all, mut before) = (zeroed::<sigset_t>(), zeroed::<sigset_t>());
        let mut attributes = zeroed::<libc::pthread_attr_t>();
        let mut thread = zeroed::<libc::pthread_t>();
        libc::sigfillset(&mut all);
        libc::pthread_attr_init(&mut attributes);
        libc::pthread_attr_setdetachstate(&mut attributes, libc::PTHREAD_CREATE_DETACHED);
        libc::pthread_attr_setstacksize(&mut attributes, STACK_BYTES);
        // A new thread inherits the mask.
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let error = libc::pthread_create(&mut thread, &attributes, main, argument);
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, ptr::null_mut());
        libc::pthread_attr_destroy(&mut attributes);
        error == 0
    }
}

/// Interrupts the blocking calls of a thread now and then.
pub struct Alarm {
    timer: timer_t,
    signal: c_int,
    place: usize,
}

impl Alarm {
    /// One for this thread, of [`start_thread`]. The thread [`renew`](Self::renew)s it after every interruption. None: its calls are
    /// not interrupted.
    ///
    /// # Safety
    /// The thread stops it before it ends.
    pub unsafe fn start() -> Option<Alarm> {
        const PERIOD_NS: i64 = 10_000_000;
        // SAFETY: the timer is made for this thread, whose mask lets its signal in; nothing else knows it.
        unsafe {
            loop {
                let signal = signal()?;
                let note = (signal as u64) << 32 | u64::from(libc::gettid() as u32);
                let free =
                    |place: &AtomicU64| place.compare_exchange(0, note, Ordering::SeqCst, Ordering::Relaxed).is_ok();
                let place = THREADS.iter().position(free)?;
                // Noted first: what hands the signal over waits for this thread, or has changed it by now.
                if SIGNAL.load(Ordering::SeqCst) == signal
                    && let Some(timer) = new_timer(signal)
                {
                    allow(signal, ptr::null_mut());
                    set(timer, PERIOD_NS);
                    return Some(Alarm { timer, signal, place });
                }
                THREADS[place].store(0, Ordering::SeqCst);
                if SIGNAL.load(Ordering::SeqCst) == signal {
                    return None;
                }
            }
        }
    }

    /// Changes over to another signal where the one in use was taken.
    ///
    /// # Safety
    /// On the thread of the alarm.
    pub unsafe fn renew(self) -> Option<Alarm> {
        if SIGNAL.load(Ordering::Acquire) == self.signal {
            return Some(self);
        }
        // SAFETY: on the thread of the alarm, which lets the old signal in no more, and the alarm is not used again.
        unsafe {
            let mut only = zeroed::<sigset_t>();
            libc::sigemptyset(&mut only);
            libc::sigaddset(&mut only, self.signal);
            libc::timer_delete(self.timer);
            libc::pthread_sigmask(libc::SIG_BLOCK, &only, ptr::null_mut());
            THREADS[self.place].store(0, Ordering::Release);
            Alarm::start()
        }
    }

    /// # Safety
    /// On the thread of the alarm.
    pub unsafe fn stop(self) {
        // SAFETY: on its thread; the alarm is not used again.
        unsafe { libc::timer_delete(self.timer) };
        THREADS[self.place].store(0, Ordering::Release);
    }
}

/// Interrupts a thread of this process by the kernel's number.
pub fn interrupt_thread(thread: libc::pid_t) {
    if let Some(signal) = signal()
        && thread > 0
    {
        // SAFETY: a signal whose handler does nothing; a thread that is gone does not get it.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, signal) };
    }
}
