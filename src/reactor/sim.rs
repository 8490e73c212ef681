//! Simulated delays (`async.sim_seed`): what a loaded kernel and a loaded machine may do to an event loop.
//!
//! * Descriptors that are ready at once are told in any order.
//! * A report is held for some turns. Then the kernel is asked again, as `epoll_wait` itself does when it takes an entry
//!   from its list: what is not ready any more is not told.
//! * A worker's completion is held likewise; several leave in any order.
//! * Due timers wait for a later turn. Equal deadlines leave in any order.

use super::event_loop::Reports;
use super::offload::{self, Job};
use super::uv_loop::BACKEND;
use super::{Reactor, clock, watch};
use crate::abi::globals;
use crate::sim::{self, Decision, below, once_in};

/// One report in so many is held.
const HELD: usize = 4;
const TURNS: usize = 5;

/// What happened and is not told yet, with the number of turns it waits for.
pub(crate) struct Held {
    reports: Vec<(usize, u64)>,
    jobs: Vec<(usize, *mut Job)>,
}

impl Held {
    pub const fn new() -> Held {
        Held { reports: Vec::new(), jobs: Vec::new() }
    }

    /// The descriptors are not watched any more.
    pub fn forget_reports(&mut self) {
        self.reports = Vec::new();
    }

    /// Whether there is nothing to come back for.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty() && self.jobs.is_empty()
    }

    /// Whether the completion of a job is told later.
    #[inline]
    pub fn hold_job(&mut self, job: *mut Job) -> bool {
        if !once_in(Decision::Delay, 2) {
            return false;
        }
        self.jobs.push((1 + below(Decision::Delay, TURNS), job));
        true
    }

    /// Takes a job back whose completion is held; whether it was.
    pub fn forget_job(&mut self, job: *mut Job) -> bool {
        let before = self.jobs.len();
        self.jobs.retain(|&(_, held)| held != job);
        self.jobs.len() != before
    }
}

/// As `harvest` of event_loop.rs.
#[cold]
pub(super) unsafe fn harvest(reactor: *mut Reactor, timeout: Option<u64>, workers: bool) -> bool {
    let mut reports = Reports::new();
    // SAFETY: `turn` passes its started reactor, which is borrowed only while the kernel is waited for. `ready` looks
    // each key up anew.
    unsafe {
        let timeout = if (*reactor).held.is_empty() { timeout } else { Some(0) };
        let epoll = (*reactor).epoll;
        clock::pass(&*reactor, timeout, workers, |timeout| reports.wait(epoll, timeout));
        let events = reports.get();
        let mut run_uv = false;
        // With nothing to wait for this is the last look before a deadlock is declared: nothing is held back.
        let may_hold = sim::seeded() && (*globals()).active_event_count > 0;
        if sim::seeded() {
            (*reactor).timers.scatter(below(Decision::Timers, usize::MAX) as u64);
            sim::shuffle(Decision::Events, events);
        }
        tell_held(reactor, may_hold);
        for event in events {
            let (key, revents) = (event.u64, event.events);
            if key == BACKEND {
                // Reported again by the next turn.
                run_uv |= !(may_hold && once_in(Decision::Delay, HELD));
            } else if may_hold && once_in(Decision::Delay, HELD) {
                (*reactor).held.reports.push((1 + below(Decision::Delay, TURNS), key));
            } else {
                watch::ready(reactor, key, revents);
            }
        }
        run_uv
    }
}

/// Tells what was held long enough, or everything when nothing may be held.
unsafe fn tell_held(reactor: *mut Reactor, may_hold: bool) {
    // SAFETY: `harvest` passes its reactor. What is told may hold more, so the lists are taken out first; a job that is due
    // may be abandoned only by code that runs later, for telling wakes and does not switch.
    unsafe {
        for (turns, key) in core::mem::take(&mut (*reactor).held.reports) {
            if may_hold && turns > 1 {
                (*reactor).held.reports.push((turns - 1, key));
                continue;
            }
            let revents = watch::look(reactor, key);
            if revents != 0 {
                watch::ready(reactor, key, revents);
            }
        }
        let mut due = Vec::new();
        (*reactor).held.jobs.retain_mut(|(turns, job)| {
            *turns -= 1;
            let stays = may_hold && *turns > 0;
            if !stays {
                due.push(*job);
            }
            stays
        });
        sim::shuffle(Decision::Events, &mut due);
        for job in due {
            offload::complete(job);
        }
    }
}

/// Whether due timers wait for the next turn.
#[inline]
pub(super) fn delays_timers() -> bool {
    once_in(Decision::Delay, HELD)
}
