//! Signals with PHP handlers, and other interrupts of the VM, while coroutines wait [io/SF-4, io/SF-4a, io/SL-2].
//!
//! ```text
//!   kernel -> PHP's handler in C -- asks the VM to stop --> the running coroutine runs the handler in PHP; when all wait,
//!                 |                                         a coroutine of our own, which throws to main what it throws
//!                 '- bell of the reactor -> received -----> then: waits that end when there was a signal
//! ```
//!
//! The VM looks at its flag between instructions. While every coroutine waits nothing executes, and nothing but the scheduler
//! would notice.

use crate::abi::flags::COROUTINE_PRIORITY_HIGH;
use crate::abi::{WakerStatus, globals};
use crate::engine::per_thread::per_thread;
use crate::engine::{exception, interrupt};
use crate::scheduler::coroutine::object::CoroutineObject;
use crate::scheduler::coroutine::spawn;
use crate::scheduler::list::{Link, List};
use crate::scheduler::run::ready;
use crate::scheduler::run::run_loop::run_loop;
use core::ptr;

/// Part of a wait that a signal ends, and stays where it is while it is registered.
#[repr(C)]
pub struct Interruptible {
    link: Link,
    /// Ends the wait. It is not registered any more then.
    end: unsafe fn(*mut Interruptible),
}

pub(in crate::scheduler) struct Interrupts {
    /// The waits, in the order in which they began.
    waits: List,
    /// A signal was delivered to a PHP handler, and the waits have not been ended.
    received: bool,
}

per_thread!(fn interrupts() -> *mut Interrupts = Interrupts::new());

impl Interrupts {
    pub const fn new() -> Interrupts {
        Interrupts { waits: List::EMPTY, received: false }
    }
}

impl Interruptible {
    pub const fn new(end: unsafe fn(*mut Interruptible)) -> Interruptible {
        Interruptible { link: Link::new(), end }
    }

    /// # Safety
    /// Not registered; it does not move until it is [`unregister`](Self::unregister)ed or ended.
    pub unsafe fn register(this: *mut Interruptible) {
        // SAFETY: this thread's state; registered ones are alive.
        unsafe { List::push_back(&raw mut (*interrupts()).waits, this.cast()) }
    }

    /// Takes it out. Idempotent.
    ///
    /// # Safety
    /// Valid.
    pub unsafe fn unregister(this: *mut Interruptible) {
        // SAFETY: the link is the start of it.
        unsafe { Link::remove(this.cast()) }
    }
}

/// PHP's handler of a signal was called by the kernel. Told by the reactor in one of its turns.
///
/// # Safety
/// On the PHP thread.
pub unsafe fn received() {
    // SAFETY: this thread's state.
    unsafe { (*interrupts()).received = true }
}

/// Ends the waits that a signal should have ended whose handler has run. One that has not run yet is left for [`look`].
///
/// # Safety
/// On the PHP thread.
pub unsafe fn end_earlier() {
    // SAFETY: this thread's state.
    unsafe {
        if (*interrupts()).received && !interrupt::pending() {
            end_waits();
        }
    }
}

/// After a turn of the event loop: what has to be done about interrupts gets a coroutine, if that may run PHP code.
///
/// # Safety
/// On the trampoline.
#[inline]
pub(in crate::scheduler) unsafe fn look() {
    // SAFETY: this thread's state.
    unsafe {
        let received = (*interrupts()).received;
        if interrupt::pending() && (received || (*run_loop()).queue.is_empty()) {
            // EH-7: the scopes of others have nothing to do with it.
            let scope = (*globals()).main_scope;
            spawn::spawn_internal(scope, COROUTINE_PRIORITY_HIGH, serve, ptr::null_mut(), None);
        } else if received {
            end_waits();
        }
    }
}

unsafe extern "C" fn serve() {
    // SAFETY: the body of a coroutine.
    unsafe {
        if interrupt::pending() {
            interrupt::handle();
        }
        throw_to_main();
        if (*interrupts()).received {
            end_waits();
        }
    }
}

/// What a handler throws while all wait is thrown out of main's wait, as it would leave a `sleep()` without
/// coroutines. Without main it stays pending, and surfaces [io/SF-4a].
unsafe fn throw_to_main() {
    // SAFETY: a coroutine that is not running and waits, or is about to go on, can take an error.
    unsafe {
        let failure = exception::pending();
        let main = (*globals()).main_coroutine.cast::<CoroutineObject>();
        if failure.is_null() || exception::is_exit(failure) || main.is_null() || (*main).is_finished() {
            return;
        }
        if (*main).waker.status == WakerStatus::Waiting || (*main).is_queued() {
            ready::resume(&raw mut (*main).base, exception::take(), true);
        }
    }
}

/// Ends the waits that end when there was a signal.
unsafe fn end_waits() {
    // SAFETY: this thread's state. Ending one only makes its coroutine ready.
    unsafe {
        (*interrupts()).received = false;
        loop {
            let first = List::pop_front(&raw mut (*interrupts()).waits).cast::<Interruptible>();
            if first.is_null() {
                return;
            }
            ((*first).end)(first);
        }
    }
}

/// After a fatal error: the waits lie on stacks that do not exist any more.
///
/// # Safety
/// No coroutine runs again.
pub(in crate::scheduler) unsafe fn forget_all() {
    // SAFETY: this thread's state.
    unsafe { (*interrupts()) = Interrupts::new() }
}
