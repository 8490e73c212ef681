//! Slot `exec` [abi/ABI-153]: runs a command to its end in the current coroutine, through an exec event.
//!
//! ```text
//!   new event, started one time more than its waits -> wait -> woken by its end, by output for PHP, by the timer
//!                                                   '------- write, in this coroutine ----'
//! ```

use super::exec::{self, Exec};
use super::exec_output::{Text, end_of_line};
use crate::abi::process::ExecMode;
use crate::abi::{AsyncClass, Coroutine, Event, EventFlags, TimerEvent, Zval, globals, slots};
use crate::engine::{exception, output};
use crate::scheduler::event::release;
use crate::scheduler::resume::{check_may_suspend, suspend};
use crate::scheduler::waker::{zend_async_resume_when, zend_async_waker_clean, zend_async_waker_new};
use crate::scheduler::waker_callbacks::{zend_async_waker_callback_resolve, zend_async_waker_callback_timeout};
use core::ffi::{c_char, c_int};
use core::ptr;

/// Runs a command; `timeout` in milliseconds, 0 for none. The exit code, or -1 with an exception.
#[allow(clippy::too_many_arguments)]
pub(super) unsafe extern "C" fn exec(
    mode: ExecMode,
    command: *const c_char,
    return_buffer: *mut Zval,
    return_value: *mut Zval,
    std_error: *mut Zval,
    directory: *const c_char,
    environment: *const c_char,
    timeout: u64,
) -> c_int {
    // SAFETY: the caller keeps the contract of the slot. Nothing here has a destructor, and the event is released on every way
    // out but a jump.
    unsafe {
        if !return_value.is_null() {
            *return_value = Zval::from_bool(false);
        }
        let coroutine = *(*globals()).coroutine;
        if coroutine.is_null() {
            exception::throw_error(ptr::null_mut(), "A command can be executed by a coroutine only");
            return -1;
        }
        if !check_may_suspend() {
            return -1;
        }
        let event =
            exec::new(mode, command, return_buffer, return_value, std_error, directory, environment, 0).cast::<Event>();
        if event.is_null() {
            return -1;
        }
        exec::take_over_output(event.cast());
        let mut code = -1;
        if start(event) {
            let timer = if timeout > 0 { slots::new_timer(timeout, 0, false, 0) } else { ptr::null_mut() };
            if timeout == 0 || (!timer.is_null() && start(timer.cast())) {
                code = run(coroutine, event.cast(), timer);
            }
            if !timer.is_null() {
                release(timer.cast());
            }
        }
        release(event);
        code
    }
}

/// An own start: the events go on between the waits.
unsafe fn start(event: *mut Event) -> bool {
    // SAFETY: the caller's event is alive.
    unsafe { (*event).start.is_some_and(|start| start(event)) }
}

unsafe fn run(coroutine: *mut Coroutine, exec: *mut Exec, timer: *mut TimerEvent) -> c_int {
    // SAFETY: on the stack of the coroutine; both events are held by the caller.
    unsafe {
        loop {
            if !write(exec) {
                return -1;
            }
            if (*exec).event.terminated && (*exec).taken.written.length() == 0 {
                return (*exec).event.exit_code as c_int;
            }
            if !wait(coroutine, exec, timer) {
                return -1;
            }
        }
    }
}

/// Waits until the command has ended or written something. False with an exception.
unsafe fn wait(coroutine: *mut Coroutine, exec: *mut Exec, timer: *mut TimerEvent) -> bool {
    // SAFETY: on the stack of the coroutine; both events are held by the caller. The writer is known only while it waits here.
    unsafe {
        if !timer.is_null() && (*timer).base.flags.contains(EventFlags::CLOSED) {
            exception::throw_new(AsyncClass::EXCEPTION_TIMEOUT, "Operation has been cancelled by timeout");
            return false;
        }
        let subscribe = |event: *mut Event, callback| {
            zend_async_resume_when(coroutine, event, false, Some(callback), ptr::null_mut())
        };
        let done = !zend_async_waker_new(coroutine).is_null()
            && subscribe(exec.cast(), zend_async_waker_callback_resolve as _)
            && (timer.is_null() || subscribe(timer.cast(), zend_async_waker_callback_timeout as _))
            && {
                (*exec).writer = coroutine;
                let resumed = suspend();
                (*exec).writer = ptr::null_mut();
                resumed
            };
        zend_async_waker_clean(coroutine);
        done
    }
}

/// Writes what is for PHP's output, as PHP's functions do. False with an exception.
unsafe fn write(exec: *mut Exec) -> bool {
    // SAFETY: on the stack of the coroutine; the event is held by the caller. The text is out of it while the engine has it, which may
    // suspend: more may come meanwhile. A jump leaves it to the request.
    unsafe {
        while (*exec).taken.written.length() > 0 {
            let mut text = (*exec).taken.written.take();
            exec::read_on(exec);
            if (*exec).event.exec_mode == ExecMode::SYSTEM {
                write_lines(&text);
            } else {
                output::write(text.bytes());
            }
            text.free();
            if !exception::pending().is_null() {
                return false;
            }
        }
        true
    }
}

unsafe fn write_lines(text: &Text) {
    // SAFETY: the text is the caller's and does not change.
    unsafe {
        let text = text.bytes();
        let mut start = 0;
        while start < text.len() && exception::pending().is_null() {
            let end = end_of_line(text, start).unwrap_or(text.len());
            output::write(&text[start..end]);
            output::flush_if_unbuffered();
            start = end;
        }
    }
}
