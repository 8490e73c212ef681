//! Whether coroutines are left.

use crate::abi::globals;
use crate::scheduler::coroutine::object::{CoroutineObject, current_object};
use crate::scheduler::coroutine::unfinished::{each, unfinished};
use crate::scheduler::run::phase::phase;
use crate::scheduler::run::run_loop::run_loop;

/// Whether a coroutine does what belongs to main: main itself, and the one that destructs what is left at the end of the request
/// [core/SH-5].
unsafe fn is_of_main(coroutine: *mut CoroutineObject) -> bool {
    // SAFETY: the callers' coroutine is alive; the phase lives as long as the thread.
    unsafe {
        (*coroutine).is_main()
            || (*phase()).end_pass_begun && coroutine == current_object() && (*coroutine).base.internal_entry.is_some()
    }
}

/// Whether a coroutine that does not do what belongs to main has not finished.
pub fn others_than_main() -> bool {
    let mut others = false;
    // SAFETY: listed coroutines are alive, and looking at them runs nothing; the list lives as long as the thread.
    unsafe { each(|c| others |= !is_of_main(c)) };
    others
}

/// Whether there are coroutines besides the running one. Parked Fibers do not count.
pub(super) extern "C" fn others_are_alive() -> bool {
    // SAFETY: the list of the unfinished lives as long as the thread; two counts of it are copied.
    unsafe { (*unfinished()).count - (*unfinished()).fibers > 1 }
}

/// Whether nothing but the main coroutine could run, in which we are [io/HK-2]. Parked Fibers do not run by themselves. Any other
/// coroutine waits in the event loop, also as the last one: handlers of signals run there.
pub fn only_main_is_alive() -> bool {
    // SAFETY: the run loop and the globals live as long as the thread; two counts are looked at. The running coroutine is alive.
    !others_are_alive()
        && unsafe {
            (*run_loop()).microtasks.is_empty()
                && (*globals()).active_event_count == 0
                && (current_object().is_null() || is_of_main(current_object()))
        }
}
