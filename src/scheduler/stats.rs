//! Numbers about the scheduler (core ST-1).

use super::runtime;
use super::stack::GuardMode;
use crate::abi::globals;

pub struct Stats {
    pub coroutines_total: usize,
    pub coroutines_active: usize,
    pub microtasks: usize,
    pub queue: usize,
    pub contexts: usize,
    pub idle_contexts: usize,
    pub stack_bytes: usize,
    pub guard_mode: &'static str,
}

pub fn read() -> Stats {
    // SAFETY: this thread's state.
    unsafe {
        let runtime = &*runtime();
        Stats {
            coroutines_total: runtime.count,
            coroutines_active: (*globals()).active_coroutine_count as usize,
            microtasks: runtime.microtasks.len(),
            queue: runtime.queue.len(),
            contexts: runtime.slabs.created(),
            idle_contexts: runtime.idle_count,
            stack_bytes: runtime.slabs.stack_bytes(),
            guard_mode: match runtime.slabs.mode() {
                GuardMode::Unknown => "not chosen yet",
                GuardMode::Install => "every stack (MADV_GUARD_INSTALL)",
                GuardMode::Protect => "mprotect, within a share of vm.max_map_count",
            },
        }
    }
}
