//! Whether coroutines are left.

use crate::abi::globals;
use crate::scheduler::coroutine::object::{CoroutineObject, current_object};
use crate::scheduler::coroutine::unfinished::{each, unfinished};
use crate::scheduler::run::phase::phase;
use crate::scheduler::run::run_loop::run_loop;

/// Whether a coroutine other than main has not finished. The one that destructs what is left at the end of the request
/// does what belongs to main [core/SH-5].
pub fn others_than_main() -> bool {
    let mut others = false;
    // SAFETY: listed coroutines are alive, and looking at them runs nothing; phase, list and globals live as long as the thread.
    unsafe {
        let destructs = |c: *mut CoroutineObject| {
            (*phase()).end_pass_begun && c == current_object() && (*c).base.internal_entry.is_some()
        };
        each(|c| others |= !(*c).is_main() && !destructs(c));
    }
    others
}

/// Whether there are coroutines besides the running one. Parked Fibers do not count.
pub(super) extern "C" fn others_are_alive() -> bool {
    // SAFETY: the list of the unfinished lives as long as the thread; two counts of it are copied.
    unsafe { (*unfinished()).count - (*unfinished()).fibers > 1 }
}

/// Whether nothing but the main coroutine could run [io/HK-2]. Parked Fibers do not run by themselves.
pub fn only_main_is_alive() -> bool {
    // SAFETY: the run loop and the globals live as long as the thread; two counts are looked at.
    !others_are_alive() && unsafe { (*run_loop()).microtasks.is_empty() && (*globals()).active_event_count == 0 }
}
