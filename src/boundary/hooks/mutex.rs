//! Locks of libraries (io chapter 18): which ones a coroutine holds is noted, and one that a suspended coroutine holds is waited
//! for by suspending, not by blocking the thread that both run on.
//!
//! ```text
//!   pthread_mutex_lock:   a thread of ours with hooks?   no: the real function
//!                         a suspended coroutine has it:  wait until it has not     (never asked of the real lock: a
//!                         the real function, and a note                             recursive one would let the thread in)
//!   poll, recv ...:       hooks_wait() asks whether the locks held may be kept; otherwise the call blocks
//! ```
//!
//! Condition variables need nothing: `pthread_cond_wait` blocks the thread, and returns with the lock as it was.

use crate::boundary::calls::held_locks::{self, LockKind, Mode, Release};
use crate::boundary::wait;
use crate::boundary::wait::suspend::suspend_in_call;
use crate::engine::per_thread;
use crate::primitives::wait_queue::{WaitQueue, Waiter};
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::{CoroutineObject, FirstCancellation, deadlocks, generation};
use core::ffi::{c_int, c_void};
use core::mem::replace;
use core::ptr;
use libc::{pthread_mutex_t, pthread_rwlock_t, timespec};

per_thread::per_thread!(static QUEUE: *mut WaitQueue = ptr::null_mut());
// Waiters of an older generation lie on stacks that do not exist any more.
per_thread::per_thread!(static GENERATION: u32 = 0);

/// The coroutines that wait for a lock; made if there is none.
fn queue() -> *mut WaitQueue {
    if GENERATION.replace(generation()) != generation() {
        forget();
    }
    if QUEUE.get().is_null() {
        QUEUE.set(Box::into_raw(Box::new(WaitQueue::new())));
    }
    QUEUE.get()
}

/// No coroutine waits any more.
pub fn forget() {
    let queue = QUEUE.replace(ptr::null_mut());
    if !queue.is_null() {
        // SAFETY: made by `queue`, and named nowhere else now.
        drop(unsafe { Box::from_raw(queue) });
    }
}

unsafe fn visit(_: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    each(Awaited::Text("Lock of a library"));
}

/// Waits while a suspended coroutine holds the lock. False where nothing may wait, and in a deadlock that goes on when all have been
/// cancelled. Not cancellable: C code does not expect a lock to fail. A cancellation is raised when the wait is over.
#[cold]
unsafe fn wait_for(lock: *const c_void, mode: Mode) -> bool {
    let mut held = FirstCancellation::NONE;
    let mut first = true;
    let mut is_free = true;
    let before = deadlocks();
    // SAFETY: a coroutine runs that may be suspended, as `may_suspend` says. The waiter stays here until it has left the
    // queue, which stays as long as any waits.
    unsafe {
        while held_locks::is_held_by_another(lock, mode) {
            if !wait::may_suspend() {
                is_free = false;
                break;
            }
            let queue = queue();
            let mut waiter = Waiter::describing(visit);
            let waiter = &raw mut waiter;
            let woken = suspend_in_call(|| match replace(&mut first, false) {
                true => WaitQueue::park(queue, waiter).woken,
                false => WaitQueue::park_again(queue, waiter).woken,
            });
            if let Err(cancellation) = woken {
                drop(held.keep(cancellation));
                if deadlocks().wrapping_sub(before) > 1 {
                    is_free = false;
                    break;
                }
            }
        }
        wait::raise_held(held);
    }
    is_free
}

/// A lock was released: those that wait look again.
#[inline]
unsafe fn tell() {
    if !QUEUE.get().is_null() {
        // SAFETY: there is a queue, and only hooks that are enabled make one and come here: on a PHP thread.
        unsafe { wake_all() }
    }
}

#[cold]
unsafe fn wake_all() {
    let queue = queue();
    // SAFETY: queued waiters are coroutines that are alive. Waking does not switch.
    unsafe {
        if (*queue).is_empty() {
            return forget();
        }
        loop {
            let waiter = (*queue).next();
            if waiter.is_null() {
                return;
            }
            Waiter::wake(waiter);
        }
    }
}

/// Takes a lock, waiting for other coroutines first.
#[inline]
unsafe fn take(lock: *const c_void, mode: Mode, kind: LockKind, real: impl FnOnce() -> c_int) -> c_int {
    if !wait::enabled() {
        return real();
    }
    // SAFETY: hooks are enabled, so this is a PHP thread; the caller's lock stays while it waits.
    if held_locks::is_held_by_another(lock, mode) && unsafe { !wait_for(lock, mode) } {
        held_locks::refuse(lock);
        return libc::EDEADLK;
    }
    note(real(), lock, mode, kind)
}

#[inline]
fn note(result: c_int, lock: *const c_void, mode: Mode, kind: LockKind) -> c_int {
    if result == 0 || result == libc::EOWNERDEAD {
        held_locks::took(lock, mode, kind);
    }
    result
}

/// As [`take`], without waiting.
#[inline]
unsafe fn try_to_take(lock: *const c_void, mode: Mode, kind: LockKind, real: impl FnOnce() -> c_int) -> c_int {
    if !wait::enabled() {
        return real();
    }
    if held_locks::is_held_by_another(lock, mode) {
        return libc::EBUSY;
    }
    note(real(), lock, mode, kind)
}

#[inline]
unsafe fn give_back(lock: *const c_void, real: impl FnOnce() -> c_int) -> c_int {
    if !wait::enabled() {
        return real();
    }
    match held_locks::releases(lock) {
        Release::Refused => libc::EPERM,
        Release::Inner => real(),
        Release::Own | Release::Foreign => {
            let result = real();
            // SAFETY: hooks are enabled, so this is a PHP thread with a request.
            unsafe { tell() };
            result
        }
    }
}

/// The functions of one kind of lock, for libraries that may be suspended with locks of their handles (`kept`), and for those that
/// may not.
macro_rules! hooks {
    ($($name:ident, $kept:ident = $how:ident, $mode:ident, $real:path: $lock:ty;)*) => {
        $(
            pub unsafe extern "C" fn $name(lock: *mut $lock) -> c_int {
                // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
                unsafe { $how(lock.cast(), Mode::$mode, LockKind::Strict, || $real(lock)) }
            }

            pub unsafe extern "C" fn $kept(lock: *mut $lock) -> c_int {
                // SAFETY: the caller keeps the contract of the real function, which is called with its own argument.
                unsafe { $how(lock.cast(), Mode::$mode, LockKind::NotAskedYet, || $real(lock)) }
            }
        )*
    };
}

hooks! {
    lock, lock_kept = take, Alone, libc::pthread_mutex_lock: pthread_mutex_t;
    trylock, trylock_kept = try_to_take, Alone, libc::pthread_mutex_trylock: pthread_mutex_t;
    rdlock, rdlock_kept = take, Shared, libc::pthread_rwlock_rdlock: pthread_rwlock_t;
    wrlock, wrlock_kept = take, Alone, libc::pthread_rwlock_wrlock: pthread_rwlock_t;
    tryrdlock, tryrdlock_kept = try_to_take, Shared, libc::pthread_rwlock_tryrdlock: pthread_rwlock_t;
    trywrlock, trywrlock_kept = try_to_take, Alone, libc::pthread_rwlock_trywrlock: pthread_rwlock_t;
}

/// A time limit is not waited for where another coroutine has the lock: it cannot have it before this one gives way.
pub unsafe extern "C" fn timedlock(lock: *mut pthread_mutex_t, until: *const timespec) -> c_int {
    // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
    unsafe {
        match try_to_take(lock.cast(), Mode::Alone, LockKind::Strict, || libc::pthread_mutex_timedlock(lock, until)) {
            libc::EBUSY => libc::ETIMEDOUT,
            result => result,
        }
    }
}

/// What was noted of a lock goes with it; its memory may become another one.
unsafe fn destroy(lock: *const c_void, real: impl FnOnce() -> c_int) -> c_int {
    if wait::enabled() {
        held_locks::destroyed(lock);
    }
    real()
}

pub unsafe extern "C" fn mutex_destroy(lock: *mut pthread_mutex_t) -> c_int {
    // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
    unsafe { destroy(lock.cast(), || libc::pthread_mutex_destroy(lock)) }
}

pub unsafe extern "C" fn rwlock_destroy(lock: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
    unsafe { destroy(lock.cast(), || libc::pthread_rwlock_destroy(lock)) }
}

pub unsafe extern "C" fn unlock(lock: *mut pthread_mutex_t) -> c_int {
    // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
    unsafe { give_back(lock.cast(), || libc::pthread_mutex_unlock(lock)) }
}

pub unsafe extern "C" fn rwlock_unlock(lock: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: the caller keeps the contract of the real function, in whose place this stands.
    unsafe { give_back(lock.cast(), || libc::pthread_rwlock_unlock(lock)) }
}
