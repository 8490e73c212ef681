//! System V semaphores and message queues: `semop`, `semtimedop`, `msgrcv`, `msgsnd`.

use crate::boundary::exclusion::lock_owners;
use crate::boundary::exclusion::locks::{self, Key, OPERATIONS_MAX, Request};
use crate::boundary::wait;
use crate::reactor::NEVER;
use core::ffi::{c_int, c_long, c_short, c_void};
use core::slice;
use libc::{sembuf, timespec};

const NOWAIT: c_short = libc::IPC_NOWAIT as c_short;

pub unsafe extern "C" fn semop(id: c_int, operations: *mut sembuf, count: usize) -> c_int {
    // SAFETY: the caller keeps the contract of `semop`, in whose place this stands.
    unsafe { operate(id, operations, count, NEVER, || libc::semop(id, operations, count)) }
}

pub unsafe extern "C" fn semtimedop(
    id: c_int,
    operations: *mut sembuf,
    count: usize,
    timeout: *const timespec,
) -> c_int {
    // SAFETY: the caller keeps the contract of `semtimedop`, in whose place this stands.
    unsafe {
        let valid = timeout.is_null()
            || ((*timeout).tv_sec >= 0 && (*timeout).tv_nsec >= 0 && (*timeout).tv_nsec < 1_000_000_000);
        let real = || {
            // The C library of this crate knows only the system call.
            libc::syscall(libc::SYS_semtimedop, id, operations, count, timeout) as c_int
        };
        if !valid {
            return real();
        }
        let deadline = if timeout.is_null() { NEVER } else { wait::deadline_after(&*timeout) };
        operate(id, operations, count, deadline, real)
    }
}

unsafe fn operate(
    id: c_int,
    operations: *mut sembuf,
    count: usize,
    deadline: u64,
    real: impl FnOnce() -> c_int,
) -> c_int {
    // SAFETY: the callers keep the contract of `semop`: there are `count` operations if the array is not null. Nothing writes them while
    // the caller's frame waits below ours.
    unsafe {
        if !wait::enabled() || operations.is_null() || !(1..=OPERATIONS_MAX).contains(&count) {
            return real();
        }
        let set = slice::from_raw_parts(operations, count);
        // A set of both kinds would not tell which of them is in the way.
        // What only gives units never waits, and is no place to give way: sem_release() looks at its count before and
        // writes it afterwards.
        let waits = set.iter().all(|operation| operation.sem_flg & NOWAIT == 0)
            && set.iter().any(|operation| operation.sem_op <= 0);
        if waits && wait::enter() {
            let mut copy = [sembuf { sem_num: 0, sem_op: 0, sem_flg: 0 }; OPERATIONS_MAX];
            copy[..count].copy_from_slice(set);
            for operation in &mut copy[..count] {
                operation.sem_flg |= NOWAIT;
            }
            if let Some(result) = locks::acquire(Request::Semaphores { id, operations: copy, count }, deadline) {
                return result as c_int;
            }
        }
        let result = real();
        if result == 0 {
            lock_owners::count_units(id, set);
            locks::offer(Key::Semaphores(id));
        }
        result
    }
}

pub unsafe extern "C" fn msgrcv(id: c_int, message: *mut c_void, bytes: usize, kind: c_long, flags: c_int) -> isize {
    // SAFETY: the caller keeps the contract of `msgrcv`, in whose place this stands.
    unsafe {
        if flags & libc::IPC_NOWAIT == 0
            && wait::enter()
            && let Some(result) = locks::acquire(Request::Receive { id, message, bytes, kind, flags }, NEVER)
        {
            return result;
        }
        let result = libc::msgrcv(id, message, bytes, kind, flags);
        if result >= 0 && wait::enabled() {
            locks::offer(Key::Queue(id));
        }
        result
    }
}

pub unsafe extern "C" fn msgsnd(id: c_int, message: *const c_void, bytes: usize, flags: c_int) -> c_int {
    // SAFETY: the caller keeps the contract of `msgsnd`, in whose place this stands.
    unsafe {
        if flags & libc::IPC_NOWAIT == 0
            && wait::enter()
            && let Some(result) = locks::acquire(Request::Send { id, message, bytes, flags }, NEVER)
        {
            return result as c_int;
        }
        let result = libc::msgsnd(id, message, bytes, flags);
        if result == 0 && wait::enabled() {
            locks::offer(Key::Queue(id));
        }
        result
    }
}
