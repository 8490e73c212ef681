//! `gc_collect_cycles()` [core/GC-5].

use crate::abi::{ExecuteData, Zval};
use crate::engine::entry::Call;
use crate::engine::replace::{Original, function};
use crate::scheduler::collect;

static ORIGINAL: Original = Original::new();

/// # Safety
/// Module start.
pub unsafe fn register() {
    // SAFETY: MINIT, as this function demands, so this is the table from which those of all threads are copied.
    unsafe {
        function(c"gc_collect_cycles", gc_collect_cycles, &ORIGINAL);
    }
}

unsafe extern "C" fn gc_collect_cycles(frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the engine calls this in place of its own function, with that one's arguments. A collection is put off only where it may be.
    // Destructors may bail out across this frame, which owns nothing.
    unsafe {
        if Call::of(frame, result).arg_count() == 0 && collect::is_deferred() {
            collect::defer();
            result.write(Zval::from_long(0));
        } else {
            ORIGINAL.call(frame, result);
        }
    }
}
