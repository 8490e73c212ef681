//! How far the request has come. Written by what starts and ends it (`request/`), read where the answer matters.

use crate::engine::per_thread::per_thread;

#[derive(Clone, Copy)]
pub struct Phase {
    /// The script was ended by `exit`, an exception, or a shutdown: only coroutines keep it alive from then on.
    pub ended_early: bool,
    /// Called once per request when the scheduler is first launched.
    pub activated: bool,
    /// The drain at the end of the request is registered as a shutdown function.
    pub drain_registered: bool,
    /// None of them is called any more.
    pub shutdown_functions_over: bool,
    /// What is left at the end of the request is being destructed; that happens once.
    pub end_pass_begun: bool,
    /// Final shutdown: nothing may suspend any more.
    pub closing: bool,
    /// How many coroutines the last deadlock found.
    pub deadlocked: usize,
    /// Deadlocks, one after the other, none of which found fewer than the one before.
    pub deadlocks_in_a_row: u32,
}

impl Phase {
    pub const NEW: Phase = Phase {
        ended_early: false,
        activated: false,
        drain_registered: false,
        shutdown_functions_over: false,
        end_pass_begun: false,
        closing: false,
        deadlocked: 0,
        deadlocks_in_a_row: 0,
    };
}

per_thread!(
    /// That of this thread.
    pub fn phase() -> *mut Phase = Phase::NEW
);
