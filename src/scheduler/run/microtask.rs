//! Microtasks: C callbacks that run before the next switch [abi/ABI-126 to ABI-129].

use crate::abi::{Microtask, memory};
use crate::engine::per_thread::per_thread;
use crate::engine::{bailout, exception};
use crate::scheduler::run::run_loop::RunLoop;
use crate::scheduler::run::run_loop::run_loop;
use core::ffi::c_void;
use core::ptr;

// The task whose handler runs.
per_thread!(static RUNNING: *mut Microtask = ptr::null_mut());

/// Slot `add_microtask`. Before the launch it is only queued: it runs when the scheduler is launched, at the latest in the drain
/// behind the script [abi/ABI-192].
///
/// # Safety
/// As the slot `add_microtask` demands [abi/ABI-126]: `task` is alive, with a count for each that owns it.
pub unsafe extern "C" fn add(task: *mut Microtask) -> bool {
    // SAFETY: the queue owns one count until the task has run.
    unsafe {
        if !(*task).is_cancelled {
            (*task).ref_count += 1;
            (*run_loop()).microtasks.push_back(task);
        }
    }
    true
}

/// Runs everything queued, including what is queued meanwhile. Stops at an exception [abi/ABI-128].
///
/// # Safety
/// Scheduler context.
pub(in crate::scheduler) unsafe fn run_all(run_loop: *mut RunLoop) {
    // SAFETY: the queue has a count of each task in it, given back behind the handler; no borrow of the queue lives across a call.
    unsafe {
        while let Some(task) = (*run_loop).microtasks.pop_front() {
            // A fatal error in the handler leaves the count to `discard_all`.
            let outer = RUNNING.replace(task);
            if !(*task).is_cancelled
                && let Some(handler) = (*task).handler
            {
                handler(task);
            }
            RUNNING.set(outer);
            release(task);
            if !exception::pending().is_null() {
                return;
            }
        }
    }
}

/// Gives a count back; the last one destroys: `dtor` frees the block, or it is plain request memory [abi/ABI-127, abi/ABI-129].
///
/// # Safety
/// The caller owns a count, and does not use the task again. Destroying it runs code of its owner.
pub unsafe fn release(task: *mut Microtask) {
    // SAFETY: the caller's count keeps the task alive to here; the last one destroys it, and it is not touched again.
    unsafe {
        if (*task).ref_count > 1 {
            (*task).ref_count -= 1;
            return;
        }
        (*task).ref_count = 0;
        match (*task).dtor {
            Some(dtor) => dtor(task),
            None => memory::free(task),
        }
    }
}

/// Drops everything queued without running it: the request ends, or a fatal error has ended all coroutines. Returns how many there
/// were.
///
/// # Safety
/// On the PHP thread, outside of microtasks, or behind a fatal error in one.
pub(in crate::scheduler) unsafe fn discard_all(run_loop: *mut RunLoop) -> usize {
    unsafe extern "C" fn discard(task: *mut c_void) {
        // SAFETY: the count that the queue had.
        unsafe { release(task.cast()) }
    }
    // SAFETY: the queue has a count of each task in it, which is given back once, also if the destruction of one fails; no borrow of the
    // queue lives across a call.
    unsafe {
        let mut count = 0;
        let running = RUNNING.replace(ptr::null_mut());
        if !running.is_null() {
            bailout::catch(discard, running.cast());
        }
        while let Some(task) = (*run_loop).microtasks.pop_front() {
            count += 1;
            bailout::catch(discard, task.cast());
        }
        count
    }
}
