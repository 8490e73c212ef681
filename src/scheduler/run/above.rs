//! What the run loop needs of the files above it. Set once, at module start; off the hot path but for `body`, which is called
//! once per stack.

use super::execution::{Body, Execution};
use super::stack::Refusal;
use crate::scheduler::coroutine::object::CoroutineObject;
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

pub struct Above {
    /// The life of an execution (`coroutine/body.rs`).
    pub body: Body,
    /// There is no stack for a coroutine (`coroutine/finish.rs`).
    pub fail_to_start: unsafe fn(*mut CoroutineObject, Refusal),
    /// Nothing is ready and nothing can become ready. False: nor does it help to cancel those that wait (`request/deadlock.rs`).
    pub nothing_can_happen: unsafe fn() -> bool,
    /// Ends the request by a fatal error; called in scheduler context (`request/deadlock.rs`).
    pub give_up: unsafe extern "C" fn(*mut c_void),
    /// After a turn of the event loop (`request/interrupts.rs`).
    pub look_for_interrupts: unsafe fn(),
    /// A fatal error has ended the job of an execution, null for scheduler context on main's stack. True: main is unwound first;
    /// else all coroutines are abandoned, and the bailout goes on (`request/abandon.rs`).
    pub fatal_error: unsafe fn(*mut Execution) -> bool,
    /// Main, which was being unwound, wants to wait (`request/abandon.rs`).
    pub at_the_bottom: unsafe fn(),
    /// The running script becomes the main coroutine (`request/launch.rs`).
    pub launch: unsafe fn() -> bool,
    /// Something is left to do behind the shutdown functions (`request/drain.rs`).
    pub register_drain: unsafe fn(),
}

static ABOVE: AtomicPtr<Above> = AtomicPtr::new(ptr::null_mut());

/// At MINIT.
pub fn set(above: &'static Above) {
    ABOVE.store(ptr::from_ref(above).cast_mut(), Ordering::Relaxed);
}

#[inline]
pub fn above() -> &'static Above {
    // SAFETY: set at module start, before anything runs; never null or changed from then on.
    unsafe { &*ABOVE.load(Ordering::Relaxed) }
}
