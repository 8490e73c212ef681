//! What a wait keeps on the stack of its coroutine, and how it ends: the reactor marks it and wakes the coroutine.

use crate::engine::exception;
use crate::engine::owned::OwnedObject;
use crate::reactor::TimerNode;
use crate::reactor::watch::{self, Status, Waiter};
use crate::scheduler::{self, CoroutineObject, unwind, wait::Wait};
use core::ffi::c_int;
use core::mem::offset_of;
use core::ptr;

/// The frame of a wait: which coroutine is woken, and why.
#[repr(C)]
pub struct Frame {
    pub(super) coroutine: *mut CoroutineObject,
    pub ready: bool,
    /// What was waited for came before the coroutine was cancelled.
    pub(super) came_first: bool,
    pub(super) timeout: bool,
    /// A signal has ended the wait.
    pub signal: bool,
    pub closed_fd: c_int,
    pub timer: TimerNode,
    /// What the coroutine is parked in, before that null if there is nothing to tell of it. Nothing else that it may be in meanwhile
    /// is ended by this frame: a cancellation that is given back may have a destructor that waits.
    pub wait: *const Wait,
    pub(super) untold: Wait,
}

impl Frame {
    pub fn new() -> Frame {
        Frame {
            coroutine: scheduler::current_object(),
            ready: false,
            came_first: false,
            timeout: false,
            signal: false,
            closed_fd: -1,
            timer: TimerNode::new(on_timeout),
            wait: ptr::null(),
            untold: Wait::untold(),
        }
    }

    /// The wait is over.
    ///
    /// # Safety
    /// The coroutine of the frame is in its wait.
    #[inline]
    pub unsafe fn wake_up(&mut self) {
        // SAFETY: the coroutine is in its wait, as this function demands, so it is alive.
        unsafe { Wait::wake(self.wait, self.coroutine) }
    }

    /// What was waited for may be there now.
    ///
    /// # Safety
    /// The coroutine of the frame is in its wait.
    pub unsafe fn wake(&mut self) {
        self.ready = true;
        // SAFETY: the coroutine is in its wait, as this function demands.
        unsafe { self.wake_up() }
    }

    /// As [`wake`](Self::wake); a cancellation from now on does not end the call any more, but the next one that waits [io/CX-10].
    ///
    /// # Safety
    /// As [`wake`](Self::wake).
    pub unsafe fn complete(&mut self) {
        // SAFETY: the coroutine is in its wait, as this function demands, so it is alive.
        unsafe {
            self.came_first |= !(*self.coroutine).has_error();
            self.wake();
        }
    }

    /// The call is to go on although its wait has ended with this: a cancellation that came when what was waited for was there. It
    /// then hits at the next wait [io/CX-10]. With anything else the call ends, and the reference is the caller's again.
    ///
    /// # Safety
    /// On the stack of the frame's coroutine.
    #[cold]
    pub(super) unsafe fn put_off(&self, error: OwnedObject) -> Result<(), OwnedObject> {
        // SAFETY: the coroutine runs here; a fatal error unwinds it without delay.
        unsafe {
            if self.came_first && exception::is_cancellation(error.as_ptr()) && !unwind::is_active() {
                scheduler::protect::put_off(self.coroutine, error)
            } else {
                Err(error)
            }
        }
    }
}

/// One descriptor of a wait.
#[repr(C)]
pub struct WaitSlot {
    pub waiter: Waiter,
    pub frame: *mut Frame,
    pub revents: u32,
    /// What was taken from the descriptor when the report came (`watch::input_count`).
    pub input: u32,
}

unsafe fn on_timeout(node: *mut TimerNode) {
    // SAFETY: the node of a frame whose coroutine is parked.
    unsafe {
        let frame = node.byte_sub(offset_of!(Frame, timer)).cast::<Frame>();
        (*frame).timeout = true;
        (*frame).wake_up();
    }
}

pub unsafe fn on_ready(waiter: *mut Waiter, revents: u32, status: Status) {
    // SAFETY: the waiter is the first member of a slot whose coroutine is parked.
    unsafe {
        let slot = waiter.cast::<WaitSlot>();
        let frame = (*slot).frame;
        match status {
            Status::Closed => (*frame).closed_fd = (*waiter).fd,
            Status::Ready => {
                // A report to several belongs to none of them alone.
                (*slot).revents = if watch::is_alone(waiter) { revents } else { 0 };
                (*slot).input = watch::input_count((*waiter).fd);
                return (*frame).complete();
            }
        }
        (*frame).wake_up();
    }
}
