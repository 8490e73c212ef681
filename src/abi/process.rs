//! Events of child processes and of commands, as data [abi/ABI-57, abi/ABI-60, abi/ABI-147].

use super::structs::Event;
use super::zend::Zval;
use core::ffi::{c_char, c_int};

/// `zend_async_exec_mode`. A plain integer, because C may pass any value.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecMode(pub u32);

impl ExecMode {
    pub const EXEC: Self = Self(0);
    pub const SYSTEM: Self = Self(1);
    pub const EXEC_ARRAY: Self = Self(2);
    pub const PASSTHRU: Self = Self(3);
    pub const SHELL_EXEC: Self = Self(4);
}

/// The end of a child process [abi/ABI-57].
#[repr(C)]
pub struct ProcessEvent {
    pub base: Event,
    pub process: c_int,
    pub exit_code: i64,
}

/// A command that runs, with its output and its end [abi/ABI-60].
#[repr(C)]
pub struct ExecEvent {
    pub base: Event,
    pub exec_mode: ExecMode,
    pub terminated: bool,
    pub cmd: *mut c_char,
    pub return_value: *mut Zval,
    pub exit_code: i64,
    pub term_signal: c_int,
    pub result_buffer: *mut Zval,
    pub output_len: usize,
    pub output_buffer: *mut c_char,
    pub std_error: *mut Zval,
}

pub type NewProcessEvent = unsafe extern "C" fn(c_int, usize) -> *mut ProcessEvent;
pub type NewExecEvent = unsafe extern "C" fn(
    ExecMode,
    *const c_char,
    *mut Zval,
    *mut Zval,
    *mut Zval,
    *const c_char,
    *const c_char,
    usize,
) -> *mut ExecEvent;
pub type Exec = unsafe extern "C" fn(
    ExecMode,
    *const c_char,
    *mut Zval,
    *mut Zval,
    *mut Zval,
    *const c_char,
    *const c_char,
    u64,
) -> c_int;
