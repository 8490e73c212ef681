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
}

impl Phase {
    pub const NEW: Phase = Phase {
        ended_early: false,
        activated: false,
        drain_registered: false,
        shutdown_functions_over: false,
        end_pass_begun: false,
        closing: false,
    };
}

per_thread!(
    /// That of this thread.
    pub fn phase() -> *mut Phase = Phase::NEW
);
