//! Numbers about the runtime for PHP (core 25).

use crate::abi::Zval;
use crate::engine::entry::handlers;
use crate::engine::{args, hash, string, zval};
use crate::scheduler::stats;

/// Contexts kept at least; a constant of the API [core/ST-1].
const POOL_MINIMUM: i64 = 4;

handlers! {
    fn runtime_stats(call) {
        if !args::none(call) {
            return;
        }
        let stats = stats::read();
        // SAFETY: the array is ours until it is returned.
        unsafe {
            let table = hash::new_array(10);
            for (name, value) in [
                ("coroutines_total", stats.coroutines_total as i64),
                ("coroutines_active", stats.coroutines_active as i64),
                ("microtasks_queue", stats.microtasks as i64),
                ("coroutine_queue", stats.queue as i64),
                ("resumed_queue", 0),
                ("fiber_pool_count", stats.executions as i64),
                ("fiber_pool_capacity", stats.idle_executions as i64),
                ("fiber_pool_min", POOL_MINIMUM),
                ("fiber_stack_size", stats.stack_bytes as i64),
                ("fiber_pool_virtual_bytes", (stats.executions * stats.stack_bytes) as i64),
            ] {
                let key = string::new(name);
                hash::set(table, key, Zval::from_long(value));
                string::release(key);
            }
            call.set(zval::from_array(table));
        }
    }
}
