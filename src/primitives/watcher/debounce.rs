//! Bursts of changes that become one event when it has been quiet for a while [primitives/FS-14 to FS-16].

use crate::abi::FilesystemChanges;
use crate::reactor::timer::{start_node, stop_node};
use crate::reactor::{TimerNode, now_ns};
use core::mem;

const NS_PER_MS: u64 = 1_000_000;

#[repr(C)]
pub struct Debounce {
    /// First, so that the owner finds the rest. Fires at the end of a burst. Hidden: the watcher itself keeps the loop alive.
    timer: TimerNode,
    /// 0 without debouncing.
    quiet_ns: u64,
    /// The longest burst; 0 for no limit.
    hold_ns: u64,
    first_ns: u64,
    flags: FilesystemChanges,
}

impl Debounce {
    /// Negative times count as 0. `fire` is called at the end of each burst.
    pub fn new(quiet_ms: i64, hold_ms: i64, fire: unsafe fn(*mut TimerNode)) -> Debounce {
        let to_ns = |ms: i64| (ms.max(0) as u64).saturating_mul(NS_PER_MS);
        let mut timer = TimerNode::new(fire);
        timer.hidden = true;
        Debounce {
            timer,
            quiet_ns: to_ns(quiet_ms),
            hold_ns: to_ns(hold_ms),
            first_ns: 0,
            flags: FilesystemChanges::empty(),
        }
    }

    pub fn is_on(&self) -> bool {
        self.quiet_ns > 0
    }

    /// One more change.
    ///
    /// # Safety
    /// Stays where it is until the timer has fired or was stopped.
    pub unsafe fn add(&mut self, flags: FilesystemChanges) {
        let now = now_ns();
        if !self.timer.is_armed() {
            self.first_ns = now;
        }
        self.flags |= flags;
        let quiet = now.saturating_add(self.quiet_ns);
        let latest = if self.hold_ns > 0 { self.first_ns.saturating_add(self.hold_ns) } else { u64::MAX };
        // SAFETY: the node stays where it is until it has fired or was stopped, as this function demands, and is not
        // armed when it is armed anew.
        unsafe {
            stop_node(&raw mut self.timer);
            start_node(&raw mut self.timer, quiet.min(latest));
        }
    }

    /// The flags of the burst that has ended.
    pub fn take(&mut self) -> FilesystemChanges {
        mem::replace(&mut self.flags, FilesystemChanges::empty())
    }

    /// Drops a burst.
    ///
    /// # Safety
    /// On the thread of the timer.
    pub unsafe fn stop(&mut self) {
        // SAFETY: an armed node is a deadline of this thread, as this function demands; one that is not armed stays as it
        // is.
        unsafe { stop_node(&raw mut self.timer) };
        self.flags = FilesystemChanges::empty();
    }
}
