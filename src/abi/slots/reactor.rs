//! The slots of the reactor group [abi/ABI-146, abi/ABI-147], and the delegate for signal handlers [abi/ABI-142].

use super::refuse::{DISABLED, NO_THREADS, refuse};
use super::{BoolFn, VoidFn, slots};
use crate::abi::dns::{AddrInfoEvent, FreeAddrInfo, GetAddrInfo, GetNameInfo, NameInfoEvent};
use crate::abi::process::{Exec, ExecEvent, ExecMode, NewExecEvent, NewProcessEvent, ProcessEvent};
use crate::abi::threads::{NewThreadEvent, NewTrigger, ThreadEvent, ThreadFlags, TriggerEvent};
use crate::abi::*;
use core::ffi::{c_char, c_int};
use core::ptr;
use libc::{addrinfo, sockaddr};

pub type ReactorExecute = unsafe extern "C" fn(bool) -> bool;
pub type NewSocketEvent = unsafe extern "C" fn(c_int, PollEvents, usize) -> *mut PollEvent;
pub type NewPollEvent = unsafe extern "C" fn(c_int, c_int, PollEvents, usize) -> *mut PollEvent;
pub type NewPollProxy = unsafe extern "C" fn(*mut PollEvent, PollEvents, usize) -> *mut PollProxy;
pub type NewTimer = unsafe extern "C" fn(u64, u64, bool, usize) -> *mut TimerEvent;
pub type TimerRearm = unsafe extern "C" fn(*mut TimerEvent, u64, u64) -> bool;
pub type NewSignalEvent = unsafe extern "C" fn(c_int, usize) -> *mut SignalEvent;
pub type NewFilesystemEvent = unsafe extern "C" fn(*mut ZString, FilesystemFlags, usize) -> *mut FilesystemEvent;
pub type AvailableParallelism = unsafe extern "C" fn() -> u32;
pub type Now = unsafe extern "C" fn() -> u64;
pub type Sigaction = unsafe extern "C" fn(c_int) -> bool;

slots! {
    zend_async_reactor_startup_fn: BoolFn = refuse!(DISABLED, fn() -> bool = false);
    zend_async_reactor_shutdown_fn: BoolFn = Some(stopped);
    zend_async_reactor_execute_fn: ReactorExecute = Some(no_turn);
    zend_async_reactor_loop_alive_fn: BoolFn = Some(not_alive);
    // NULL is allowed: ZEND_ASYNC_REACTOR_QUIESCE() looks [abi/ABI-184].
    zend_async_reactor_quiesce_fn: VoidFn = None;
    zend_async_new_socket_event_fn: NewSocketEvent =
        refuse!(DISABLED, fn(c_int, PollEvents, usize) -> *mut PollEvent = ptr::null_mut());
    zend_async_new_poll_event_fn: NewPollEvent =
        refuse!(DISABLED, fn(c_int, c_int, PollEvents, usize) -> *mut PollEvent = ptr::null_mut());
    zend_async_new_poll_proxy_event_fn: NewPollProxy =
        refuse!(DISABLED, fn(*mut PollEvent, PollEvents, usize) -> *mut PollProxy = ptr::null_mut());
    zend_async_new_timer_event_fn: NewTimer =
        refuse!(DISABLED, fn(u64, u64, bool, usize) -> *mut TimerEvent = ptr::null_mut());
    zend_async_timer_rearm_fn: TimerRearm = refuse!(DISABLED, fn(*mut TimerEvent, u64, u64) -> bool = false);
    zend_async_new_signal_event_fn: NewSignalEvent =
        refuse!(DISABLED, fn(c_int, usize) -> *mut SignalEvent = ptr::null_mut());
    zend_async_new_process_event_fn: NewProcessEvent =
        refuse!(DISABLED, fn(c_int, usize) -> *mut ProcessEvent = ptr::null_mut());
    zend_async_new_thread_event_fn: NewThreadEvent =
        refuse!(NO_THREADS, fn(*const Fcall, *const Fcall, ThreadFlags, usize) -> *mut ThreadEvent = ptr::null_mut());
    zend_async_new_filesystem_event_fn: NewFilesystemEvent =
        refuse!(DISABLED, fn(*mut ZString, FilesystemFlags, usize) -> *mut FilesystemEvent = ptr::null_mut());
    zend_async_getnameinfo_fn: GetNameInfo =
        refuse!(DISABLED, fn(*const sockaddr, c_int, usize) -> *mut NameInfoEvent = ptr::null_mut());
    zend_async_getaddrinfo_fn: GetAddrInfo = refuse!(DISABLED, fn(
        *const c_char, *const c_char, *const addrinfo, usize,
    ) -> *mut AddrInfoEvent = ptr::null_mut());
    zend_async_freeaddrinfo_fn: FreeAddrInfo = Some(free_addresses);
    zend_async_new_exec_event_fn: NewExecEvent = refuse!(DISABLED, fn(
        ExecMode, *const c_char, *mut Zval, *mut Zval, *mut Zval, *const c_char, *const c_char, usize,
    ) -> *mut ExecEvent = ptr::null_mut());
    zend_async_exec_fn: Exec = refuse!(DISABLED, fn(
        ExecMode, *const c_char, *mut Zval, *mut Zval, *mut Zval, *const c_char, *const c_char, u64,
    ) -> c_int = -1);
    zend_async_new_trigger_event_fn: NewTrigger = refuse!(DISABLED, fn(usize) -> *mut TriggerEvent = ptr::null_mut());
    zend_async_available_parallelism_fn: AvailableParallelism = Some(one);
    zend_async_now_fn: Now = Some(no_time);

    // NULL is allowed: ZEND_ASYNC_SIGACTION() looks [abi/ABI-184].
    zend_async_sigaction_fn: Sigaction = None;
}

unsafe extern "C" fn stopped() -> bool {
    true
}
unsafe extern "C" fn no_turn(_: bool) -> bool {
    false
}
unsafe extern "C" fn not_alive() -> bool {
    false
}
unsafe extern "C" fn one() -> u32 {
    1
}
unsafe extern "C" fn no_time() -> u64 {
    0
}
/// A result outlives the reactor that made it; ours come from the C library [abi/ABI-147].
unsafe extern "C" fn free_addresses(addresses: *mut addrinfo) -> bool {
    if !addresses.is_null() {
        // SAFETY: the caller hands over a list of the C library's.
        unsafe { libc::freeaddrinfo(addresses) }
    }
    true
}
