//! Microtasks: C callbacks that run before the next switch [abi/ABI-126 to ABI-129].

use crate::abi::{Microtask, memory};
use crate::engine::exception;
use crate::scheduler::run::run_loop::RunLoop;
use crate::scheduler::run::run_loop::run_loop;

/// Slot `add_microtask`.
///
/// # Safety
/// Contract of ABI-126.
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
            if !(*task).is_cancelled
                && let Some(handler) = (*task).handler
            {
                handler(task);
            }
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

/// Drops everything queued without running it: the request ends. Returns how many there were.
///
/// # Safety
/// On the PHP thread.
pub(in crate::scheduler) unsafe fn discard_all(run_loop: *mut RunLoop) -> usize {
    // SAFETY: the queue has a count of each task in it, which is given back; no borrow of the queue lives across a call.
    unsafe {
        let mut count = 0;
        while let Some(task) = (*run_loop).microtasks.pop_front() {
            count += 1;
            release(task);
        }
        count
    }
}
