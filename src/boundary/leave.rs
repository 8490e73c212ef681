//! Leaving a coroutine out of a hook or a gate.

use super::functions;
use super::gate::Key;
use super::marks::{self, Marks};
use super::wait::{errno, h_errno, set_errno, set_h_errno};
use crate::abi::Object;
use crate::engine::{current_frame, frame};
use core::ffi::c_int;

/// Runs a switching function: errno and h_errno are the coroutine's own, hooks of others work meanwhile.
#[inline]
fn switch(function: impl FnOnce() -> Result<(), *mut Object>) -> Result<(), *mut Object> {
    // A coroutine never changes its thread.
    let (errno, h_errno) = (errno(), h_errno());
    let result = function();
    set_errno(errno);
    set_h_errno(h_errno);
    result
}

/// As [`switch`], out of C code that is left in the middle: what it is in the middle of is marked meanwhile.
pub unsafe fn leave(function: impl FnOnce() -> Result<(), *mut Object>) -> Result<(), *mut Object> {
    // SAFETY: forwarded.
    unsafe { leave_with(functions::in_the_middle(current_frame()), function) }
}

/// As [`switch`], in a function that has not begun: what called it may be in the middle.
pub unsafe fn leave_caller(function: impl FnOnce() -> Result<(), *mut Object>) -> Result<(), *mut Object> {
    // SAFETY: forwarded.
    unsafe { leave_with(functions::in_the_middle(frame::caller(current_frame())), function) }
}

/// As [`leave_caller`], to wait for something until others are not in the middle of it: nor is what called.
pub unsafe fn leave_caller_for(
    key: Key,
    function: impl FnOnce() -> Result<(), *mut Object>,
) -> Result<(), *mut Object> {
    // SAFETY: forwarded.
    unsafe {
        let mut marks = functions::in_the_middle(frame::caller(current_frame()));
        marks.remove(key);
        leave_with(marks, function)
    }
}

/// The wait for a descriptor was cancelled.
///
/// # Safety
/// In coroutine context.
#[cold]
pub unsafe fn cancelled(fd: c_int) {
    // SAFETY: forwarded.
    unsafe {
        if functions::leaves_an_answer() {
            shut_down(fd);
        }
    }
}

/// Ends a connection, on which nothing more will be sent or heard. What is no socket stays as it is: false.
#[cold]
pub fn shut_down(fd: c_int) -> bool {
    let errno = errno();
    // SAFETY: the descriptor may be anything.
    let ended = unsafe { libc::shutdown(fd, libc::SHUT_RDWR) } == 0;
    set_errno(errno);
    ended
}

#[inline]
unsafe fn leave_with(marks: Marks, function: impl FnOnce() -> Result<(), *mut Object>) -> Result<(), *mut Object> {
    if marks.is_empty() {
        return switch(function);
    }
    // SAFETY: forwarded; the marks lie on this stack.
    unsafe {
        marks::set(&marks);
        let result = switch(function);
        marks::clear(&marks);
        result
    }
}
