//! Waiting for a worker thread.

use super::frame::Frame;
use super::hook::{Outcome, park_frame, poisoned};
use crate::reactor::NEVER;
use crate::reactor::offload::{self, Job};
use core::ffi::c_void;

unsafe fn on_job(_: *mut Job, frame: *mut c_void) {
    // SAFETY: the frame of a parked coroutine.
    unsafe { (*frame.cast::<Frame>()).complete() }
}

/// Runs a job on a worker thread. After `Ready` the results are in the job, which is the caller's again; after
/// `Cancelled` it is gone; after `Unwatchable` it never ran and is the caller's.
///
/// # Safety
/// As [`wait_one`](super::hook::wait_one); the job is not on this stack.
pub unsafe fn run_job(job: *mut Job) -> Outcome {
    // SAFETY: the frame stays here until the job is done or abandoned.
    unsafe {
        if poisoned() {
            offload::free(job);
            return Outcome::Cancelled;
        }
        let mut frame = Frame::new();
        let frame = &raw mut frame;
        if offload::submit(job, on_job, frame.cast()).is_err() {
            return Outcome::Unwatchable;
        }
        loop {
            match park_frame(frame, NEVER) {
                Outcome::Ready if !(*frame).ready => (),
                Outcome::Ready => return Outcome::Ready,
                outcome => {
                    if (*frame).ready {
                        offload::free(job)
                    } else {
                        offload::abandon(job)
                    }
                    return outcome;
                }
            }
        }
    }
}
