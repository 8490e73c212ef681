//! Signals as the operating system delivers them: one handler for the whole process, which rings the threads that listen.
//!
//! ```text
//!   kernel -> deliver --1--> the handler that was there before: PHP's signal layer (pcntl), a SAPI's, a library's
//!                     --2--> one more delivery of this signal
//!                     --3--> the bell of every thread that listens, a descriptor in its epoll instance -> signal.rs
//! ```
//!
//! libuv's `uv_signal` does not serve here: it forgets the handler that it replaces, leaves the default action behind, and
//! is given no `siginfo_t` that it could pass on. pcntl's handlers and those of SAPIs would be lost [primitives/SG-10].
//!
//! A signal is *owned* while it has subscribers: our handler is the one the kernel knows, and the one that was there is
//! called by ours and put back at the end. Code that registers a handler meanwhile is told that it is in place and becomes
//! the one that is called ([`redirect`], through the patched slots of `sigaction`), or is found out about afterwards
//! ([`keep`]) [abi/ABI-150].
//!
//! The table belongs to all threads. The handler reads atomics only; everything else is done under a lock that is taken
//! with all signals blocked.

use super::descriptors;
use crate::engine::signal as engine;
use crate::scheduler::overflow;
use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering::SeqCst};
use libc::{SIG_DFL, SIG_IGN, siginfo_t, sigset_t};

/// One more than the largest signal number.
pub(super) const SIGNALS: usize = 65;

/// A signal of the process.
struct Signal {
    owned: AtomicBool,
    /// Times it was delivered while it was owned.
    deliveries: AtomicU32,
    /// The handler that was there before ours, `SIG_DFL` or `SIG_IGN`.
    next: AtomicUsize,
    /// That is the one of PHP's signal layer.
    next_is_engine: AtomicBool,
    /// Under the lock.
    kept: UnsafeCell<Kept>,
}

struct Kept {
    /// Threads that listen.
    listeners: u32,
    /// What the kernel would know without us; valid while the signal is owned.
    previous: MaybeUninit<libc::sigaction>,
}

// SAFETY: `kept` is used under the lock only.
unsafe impl Sync for Signal {}

static TABLE: [Signal; SIGNALS] = [const {
    Signal {
        owned: AtomicBool::new(false),
        deliveries: AtomicU32::new(0),
        next: AtomicUsize::new(SIG_DFL),
        next_is_engine: AtomicBool::new(false),
        kept: UnsafeCell::new(Kept { listeners: 0, previous: MaybeUninit::uninit() }),
    }
}; SIGNALS];

static LOCK: AtomicBool = AtomicBool::new(false);
static BELLS: AtomicPtr<Bell> = AtomicPtr::new(ptr::null_mut());
/// Handlers that go through the list of bells now.
static RINGING: AtomicU32 = AtomicU32::new(0);

/// What wakes one thread. Stays at its address while it is hung up.
pub(super) struct Bell {
    /// An eventfd.
    descriptor: AtomicI32,
    /// The signals that the thread listens to, one bit each.
    signals: AtomicU64,
    next: AtomicPtr<Bell>,
}

impl Bell {
    pub const fn new() -> Bell {
        Bell { descriptor: AtomicI32::new(-1), signals: AtomicU64::new(0), next: AtomicPtr::new(ptr::null_mut()) }
    }

    /// -1 while it is not hung up.
    pub fn descriptor(&self) -> c_int {
        self.descriptor.load(SeqCst)
    }

    /// The signals listened to, lowest first.
    pub fn signals(&self) -> impl Iterator<Item = c_int> + use<> {
        numbers(self.signals.load(SeqCst))
    }

    /// Hangs it up, with a descriptor of its own.
    pub unsafe fn hang(this: *mut Bell) -> Result<(), c_int> {
        // SAFETY: the caller's bell stays where it is until `take_down`, and is in no list; handlers that find it use its
        // atomics only.
        unsafe {
            let descriptor = descriptors::own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK));
            if descriptor < 0 {
                return Err(*libc::__errno_location());
            }
            (*this).descriptor.store(descriptor, SeqCst);
            alone(|| {
                (*this).next.store(BELLS.load(SeqCst), SeqCst);
                BELLS.store(this, SeqCst);
            });
            Ok(())
        }
    }

    /// Takes it down. It listens to nothing any more.
    pub unsafe fn take_down(this: *mut Bell) {
        // SAFETY: the list holds bells that are hung up. The descriptor is closed when no handler can write to it any more.
        unsafe {
            alone(|| {
                let mut place = &raw const BELLS;
                while !(*place).load(SeqCst).is_null() && (*place).load(SeqCst) != this {
                    place = &raw const (*(*place).load(SeqCst)).next;
                }
                if !(*place).load(SeqCst).is_null() {
                    (*place).store((*this).next.load(SeqCst), SeqCst);
                }
            });
            while RINGING.load(SeqCst) > 0 {
                core::hint::spin_loop();
            }
            libc::close((*this).descriptor.swap(-1, SeqCst));
        }
    }

    /// Rings; safe in a signal handler.
    pub fn ring(&self) {
        let one = 1u64;
        // SAFETY: eight bytes for an eventfd. A full one is ringing already.
        unsafe { libc::write(self.descriptor(), (&raw const one).cast(), size_of::<u64>()) };
    }

    /// Makes it silent until it is rung again.
    pub fn silence(&self) {
        let mut count = 0u64;
        // SAFETY: eight bytes from an eventfd.
        unsafe { libc::read(self.descriptor(), (&raw mut count).cast(), size_of::<u64>()) };
    }
}

/// The bit of a signal in a set.
pub(super) fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
}

/// The signals of a set, lowest first.
pub(super) fn numbers(set: u64) -> impl Iterator<Item = c_int> + use<> {
    (1..SIGNALS as c_int).filter(move |signal| set & bit(*signal) != 0)
}

fn of(signal: c_int) -> Option<&'static Signal> {
    if signal < 1 { None } else { TABLE.get(signal as usize) }
}

/// Whether there can be a signal of that number.
pub(super) fn exists(signal: c_int) -> bool {
    of(signal).is_some()
}

/// Times a signal was delivered while it had subscribers; wraps around.
pub(super) fn deliveries(signal: c_int) -> u32 {
    of(signal).map_or(0, |signal| signal.deliveries.load(SeqCst))
}

/// Runs `function` while this thread takes no signals.
pub(super) fn with_signals_blocked<R>(function: impl FnOnce() -> R) -> R {
    let mut mask = MaybeUninit::<sigset_t>::uninit();
    let mut all = MaybeUninit::<sigset_t>::uninit();
    // SAFETY: both sets are written before they are read.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), mask.as_mut_ptr());
    }
    let result = function();
    // SAFETY: the mask from above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, mask.as_ptr(), ptr::null_mut()) };
    result
}

/// Runs `function` with the table to itself. No handler interrupts it on this thread: one that calls `sigaction` would wait
/// for ever.
fn alone<R>(function: impl FnOnce() -> R) -> R {
    with_signals_blocked(|| {
        while LOCK.swap(true, SeqCst) {
            core::hint::spin_loop();
        }
        let result = function();
        LOCK.store(false, SeqCst);
        result
    })
}

/// The thread of `bell` listens to a signal from now on.
pub(super) unsafe fn listen(bell: *mut Bell, number: c_int) -> Result<(), c_int> {
    let Some(signal) = of(number) else { return Err(libc::EINVAL) };
    // SAFETY: `alone` holds the lock under which `kept` is used, and the caller's bell is hung up, so it is alive; its
    // signals are atomic.
    alone(|| unsafe {
        let kept = signal.kept.get();
        if (*kept).listeners == 0 {
            take_over(number, signal)?;
        }
        (*kept).listeners += 1;
        (*bell).signals.fetch_or(bit(number), SeqCst);
        Ok(())
    })
}

/// The thread of `bell` listens no longer. After the last one everything is as it was before the first.
pub(super) unsafe fn leave(bell: *mut Bell, number: c_int) {
    let Some(signal) = of(number) else { return };
    // SAFETY: `alone` holds the lock under which `kept` is used, and the caller's bell is still hung up, so it is alive;
    // its signals are atomic.
    alone(|| unsafe {
        (*bell).signals.fetch_and(!bit(number), SeqCst);
        let kept = signal.kept.get();
        (*kept).listeners -= 1;
        if (*kept).listeners == 0 {
            give_back(number, signal);
        }
    });
}

/// What the kernel knows of a signal.
unsafe fn action_of(number: c_int) -> Result<libc::sigaction, c_int> {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: the system fills the structure, on this frame, unless it fails.
    unsafe {
        match libc::sigaction(number, ptr::null(), action.as_mut_ptr()) {
            0 => Ok(action.assume_init()),
            _ => Err(*libc::__errno_location()),
        }
    }
}

fn is_ours(action: &libc::sigaction) -> bool {
    action.sa_sigaction == deliver as *const () as usize
}

fn is_function(handler: usize) -> bool {
    handler != SIG_DFL && handler != SIG_IGN
}

unsafe fn take_over(number: c_int, signal: &Signal) -> Result<(), c_int> {
    // SAFETY: `listen` holds the lock under which `kept` is used; `action_of` and `install` hand the system structures on their
    // frames.
    unsafe {
        install(number, signal, action_of(number)?)?;
        signal.owned.store(true, SeqCst);
        Ok(())
    }
}

/// Puts our handler before `previous`.
unsafe fn install(number: c_int, signal: &Signal, previous: libc::sigaction) -> Result<(), c_int> {
    // SAFETY: all callers hold the lock under which `kept` is used. The handler knows what to call before the kernel knows
    // the handler.
    unsafe {
        let handler = previous.sa_sigaction;
        let is_engine = is_function(handler) && engine::is_of_engine(handler);
        signal.next.store(handler, SeqCst);
        signal.next_is_engine.store(is_engine, SeqCst);
        (*signal.kept.get()).previous = MaybeUninit::new(previous);

        let mut ours = previous;
        ours.sa_sigaction = deliver as *const () as usize;
        ours.sa_flags &= libc::SA_RESTART | libc::SA_NOCLDSTOP | libc::SA_NOCLDWAIT;
        ours.sa_flags |= libc::SA_SIGINFO | libc::SA_ONSTACK;
        let asks_for_more = is_function(handler) && (!is_engine || engine::has_handler(number));
        if !asks_for_more {
            // Without us no call could be interrupted by the signal and go on.
            ours.sa_flags |= libc::SA_RESTART;
        }
        if handler == SIG_IGN && number == libc::SIGCHLD {
            // Ignored children leave no status behind.
            ours.sa_flags |= libc::SA_NOCLDWAIT;
        }
        match libc::sigaction(number, &ours, ptr::null_mut()) {
            0 => Ok(()),
            _ => Err(*libc::__errno_location()),
        }
    }
}

unsafe fn give_back(number: c_int, signal: &Signal) {
    // SAFETY: the callers hold the lock under which `kept` is used; the signal is owned, so `install` has written a
    // previous action.
    unsafe {
        // Code that replaced our handler behind our back keeps the signal.
        if action_of(number).is_ok_and(|action| is_ours(&action)) {
            libc::sigaction(number, (*signal.kept.get()).previous.as_ptr(), ptr::null_mut());
        }
        signal.owned.store(false, SeqCst);
    }
}

/// `sigaction`; of an owned signal our handler stays and calls the new one.
///
/// # Safety
/// The arguments of `sigaction`.
pub unsafe fn sigaction(number: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    // SAFETY: the arguments of `sigaction`, as this function demands.
    unsafe { redirect(number, new, old).unwrap_or_else(|| libc::sigaction(number, new, old)) }
}

/// `None` if the signal is not owned.
unsafe fn redirect(number: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> Option<c_int> {
    let signal = of(number)?;
    if !signal.owned.load(SeqCst) {
        return None;
    }
    // SAFETY: `alone` holds the lock under which `kept` is used. The signal is owned, asked again under the lock, so
    // there is a previous action; `new` and `old` are null or the caller's.
    alone(|| unsafe {
        if !signal.owned.load(SeqCst) {
            return None;
        }
        let previous = (*signal.kept.get()).previous.assume_init();
        if !new.is_null()
            && let Err(error) = install(number, signal, *new)
        {
            *libc::__errno_location() = error;
            return Some(-1);
        }
        if !old.is_null() {
            *old = previous;
        }
        Some(0)
    })
}

/// Slot `sigaction`: the handler of a signal was changed. Whether the signal stays owned [abi/ABI-150].
pub(super) unsafe extern "C" fn keep(number: c_int) -> bool {
    let Some(signal) = of(number) else { return false };
    if !signal.owned.load(SeqCst) {
        return false;
    }
    // SAFETY: `alone` holds the lock under which `kept` is used, and the signal is owned, asked again under it.
    alone(|| unsafe {
        if !signal.owned.load(SeqCst) {
            return false;
        }
        match action_of(number) {
            Ok(action) if is_ours(&action) => true,
            Ok(action) => install(number, signal, action).is_ok(),
            Err(_) => false,
        }
    })
}

/// As [`keep`], of whichever signals were changed.
pub fn keep_all() {
    for number in 1..SIGNALS as c_int {
        // SAFETY: `keep` takes any number and looks whether it is one of the table.
        unsafe { keep(number) };
    }
}

/// Only the calling thread is in the child of a fork, and no handler is in the middle of the list.
pub(super) fn begin_child() {
    LOCK.store(false, SeqCst);
    RINGING.store(0, SeqCst);
}

/// In the child of a fork: the other threads' bells ring in the parent, and so would this thread's descriptor. `bell` gets
/// another one if it was hung up, and is rung: something may have been delivered meanwhile.
pub(super) unsafe fn after_fork(bell: *mut Bell) -> Result<(), c_int> {
    // SAFETY: the child has this thread only, so no other thread has the lock, and bells of other threads, which are out of
    // the list, are used by nothing.
    unsafe {
        let listening = (*bell).signals.load(SeqCst);
        BELLS.store(ptr::null_mut(), SeqCst);
        for (number, signal) in (1..SIGNALS as c_int).zip(&TABLE[1..]) {
            let ours = listening & bit(number) != 0;
            if signal.owned.load(SeqCst) && !ours {
                alone(|| give_back(number, signal));
            }
            (*signal.kept.get()).listeners = u32::from(ours);
        }
        if (*bell).descriptor() < 0 {
            return Ok(());
        }
        libc::close((*bell).descriptor());
        Bell::hang(bell)?;
        (*bell).ring();
        Ok(())
    }
}

/// A signal that says what the thread has done itself just now. Nothing but its handler, or its end, lets the thread go on.
unsafe fn is_fault(number: c_int, info: *const siginfo_t) -> bool {
    use libc::{SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    // SAFETY: the kernel's argument. Positive codes are the kernel's own.
    matches!(number, SIGBUS | SIGFPE | SIGILL | SIGSEGV | SIGSYS | SIGTRAP) && unsafe { (*info).si_code } > 0
}

/// The handler of every owned signal.
unsafe extern "C" fn deliver(number: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: called by the kernel. The handler before ours was made for this signal; one that takes the number only does
    // not look at the other arguments.
    unsafe {
        let errno = *libc::__errno_location();
        let Some(signal) = of(number) else { return };
        let next = signal.next.load(SeqCst);
        let has_next = is_function(next) && (!signal.next_is_engine.load(SeqCst) || engine::has_handler(number));
        // The handler of overflowing stacks has the default action beneath it: that is for faults only while we listen.
        let is_for_faults = overflow::stands_alone(next);
        if has_next && (!is_for_faults || is_fault(number, info)) {
            let next: unsafe extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = core::mem::transmute(next);
            next(number, info, context);
        }
        if is_fault(number, info) {
            if !has_next {
                // Done again without us.
                libc::signal(number, SIG_DFL);
            }
        } else {
            signal.deliveries.fetch_add(1, SeqCst);
            ring_all(bit(number));
        }
        *libc::__errno_location() = errno;
    }
}

/// Rings every thread that listens to one of the signals.
unsafe fn ring_all(signals: u64) {
    RINGING.fetch_add(1, SeqCst);
    let mut bell = BELLS.load(SeqCst);
    // SAFETY: a bell that is in the list stays where it is as long as we are counted.
    unsafe {
        while !bell.is_null() {
            if (*bell).signals.load(SeqCst) & signals != 0 {
                (*bell).ring();
            }
            bell = (*bell).next.load(SeqCst);
        }
    }
    RINGING.fetch_sub(1, SeqCst);
}
