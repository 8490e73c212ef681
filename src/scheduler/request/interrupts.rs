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
use crate::abi::globals;
use crate::engine::owned::IntoNullable;
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

// The waits, in the order in which they began.
per_thread!(fn waits() -> *mut List = List::EMPTY);
// A signal was delivered to a PHP handler, and the waits have not been ended.
per_thread!(static RECEIVED: bool = false);

impl Interruptible {
    pub const fn new(end: unsafe fn(*mut Interruptible)) -> Interruptible {
        Interruptible { link: Link::new(), end }
    }

    /// # Safety
    /// Not registered; it does not move until it is [`unregister`](Self::unregister)ed or ended.
    pub unsafe fn register(this: *mut Interruptible) {
        // SAFETY: the caller keeps `this` where it is until it is taken out, as those that are listed are kept; the link is its
        // start.
        unsafe { List::push_back(waits(), this.cast()) }
    }

    /// Takes it out. Idempotent.
    ///
    /// # Safety
    /// `this` is alive.
    pub unsafe fn unregister(this: *mut Interruptible) {
        // SAFETY: the link is the start of it.
        unsafe { Link::remove(this.cast()) }
    }
}

/// PHP's handler of a signal was called by the kernel. Told by the reactor in one of its turns.
pub fn received() {
    RECEIVED.set(true);
}

/// Ends the waits that a signal should have ended whose handler has run. One that has not run yet is left for [`look`].
pub fn end_earlier() {
    if RECEIVED.get() && !interrupt::pending() {
        end_waits();
    }
}

/// After a turn of the event loop: what has to be done about interrupts gets a coroutine, if that may run PHP code.
///
/// # Safety
/// On the trampoline.
#[inline]
pub(in crate::scheduler) unsafe fn look() {
    // SAFETY: on the trampoline, with nothing of the run loop borrowed: a coroutine may be spawned. Run loop and globals live as long as
    // the thread.
    unsafe {
        let received = RECEIVED.get();
        if interrupt::pending() && (received || (*run_loop()).queue.is_empty()) {
            // In main's scope: what a handler throws is no failure of the scopes that it has interrupted [core/EH-7].
            let scope = (*globals()).main_scope;
            spawn::spawn_internal(scope, COROUTINE_PRIORITY_HIGH, serve, ptr::null_mut(), None);
        } else if received {
            end_waits();
        }
    }
}

unsafe extern "C" fn serve() {
    // SAFETY: the body of a coroutine, on its own stack: handlers may run PHP code and suspend here.
    unsafe {
        if interrupt::pending() {
            interrupt::handle();
        }
        throw_to_main();
        if RECEIVED.get() {
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
        if (*main).is_waiting() || (*main).is_queued() {
            ready::resume(&raw mut (*main).base, exception::take().into_nullable(), true);
        }
    }
}

/// Ends the waits that end when there was a signal.
fn end_waits() {
    RECEIVED.set(false);
    // SAFETY: listed waits are alive, as `register` demands, and out of the list when they are ended; ending one only makes its
    // coroutine ready.
    unsafe {
        loop {
            let first = List::pop_front(waits()).cast::<Interruptible>();
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
    RECEIVED.set(false);
    // SAFETY: no wait is read, and none takes itself out any more: only the list's own two pointers are overwritten.
    unsafe { *waits() = List::EMPTY }
}
