//! Numbers about the scheduler [core/ST-1].

use crate::abi::globals;
use crate::engine::ini;
use crate::scheduler::coroutine::unfinished::unfinished;
use crate::scheduler::run::executions::slabs;
use crate::scheduler::run::large_stack::pool;
use crate::scheduler::run::run_loop::run_loop;
use crate::scheduler::run::stack::{self, GuardMode};

pub struct Stats {
    pub coroutines_total: usize,
    pub coroutines_active: usize,
    pub microtasks: usize,
    pub queue: usize,
    pub executions: usize,
    pub idle_executions: usize,
    /// Of the next request if nothing was launched yet.
    pub stack_bytes: usize,
    pub guard_bytes: usize,
    pub large_stacks: usize,
    pub guard_mode: &'static str,
}

pub fn read() -> Stats {
    // SAFETY: all these places live as long as the thread; fields of them are copied.
    unsafe {
        let run_loop = run_loop();
        Stats {
            coroutines_total: (*unfinished()).count,
            coroutines_active: (*globals()).active_coroutine_count as usize,
            microtasks: (*run_loop).microtasks.len(),
            queue: (*run_loop).queue.len(),
            executions: (*run_loop).executions,
            idle_executions: (*run_loop).idle_count,
            stack_bytes: match (*slabs()).usual.stack_bytes() {
                0 => stack::size_for(ini::fiber_stack_bytes()),
                bytes => bytes,
            },
            guard_bytes: stack::GUARD_BYTES,
            large_stacks: (*pool()).created(),
            guard_mode: match stack::guard_mode() {
                GuardMode::Unknown => "not chosen yet",
                GuardMode::Install => "every stack (MADV_GUARD_INSTALL)",
                GuardMode::Protect => "every stack (mprotect, within a share of vm.max_map_count)",
            },
        }
    }
}
