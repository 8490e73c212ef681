//! A deadline, and its key.

use core::ptr;

/// One deadline. The owner keeps it at one address while it is armed.
#[repr(C)]
pub struct TimerNode {
    /// Absolute `CLOCK_MONOTONIC` time.
    pub deadline_ns: u64,
    /// Called once, after the node has left.
    pub fire: unsafe fn(*mut TimerNode),
    /// Where in its place; written by that.
    pub(super) index: u32,
    pub(super) place: Place,
    /// Does not count as work: neither an active event nor a reason to keep waiting.
    pub hidden: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Idle,
    Newest,
    Heap,
    Row(u8),
}

impl TimerNode {
    pub const fn new(fire: unsafe fn(*mut TimerNode)) -> Self {
        Self { deadline_ns: 0, fire, index: 0, place: Place::Idle, hidden: false }
    }

    /// Whether the node waits for its deadline.
    #[inline]
    pub fn is_armed(&self) -> bool {
        self.place != Place::Idle
    }
}

/// The key of a node, kept beside those it is compared with.
#[derive(Clone, Copy)]
pub struct Slot {
    pub deadline_ns: u64,
    pub sequence: u64,
    pub node: *mut TimerNode,
}

/// Collections with room for fewer slots give no memory back.
pub const SMALL: usize = 1024;

/// The room that a collection of slots should shrink to, if it has much too much. Half of it: it moves no more slots than have come
/// or gone since, or do before the next time.
#[inline]
pub fn less_room(room: usize, slots: usize) -> Option<usize> {
    (room > SMALL && slots < room / 8).then_some(room / 2)
}

impl Slot {
    pub const NONE: Self = Self { deadline_ns: 0, sequence: 0, node: ptr::null_mut() };

    #[inline]
    pub fn before(&self, other: &Slot) -> bool {
        (self.deadline_ns, self.sequence) < (other.deadline_ns, other.sequence)
    }
}
