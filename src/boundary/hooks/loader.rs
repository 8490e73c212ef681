//! `dlopen`: what was just loaded gets its hooks. `pthread_join` for libcurl.

use crate::boundary::calls::held_locks;
use crate::boundary::relocation::got::has_unknown_driver;
use crate::boundary::relocation::shared::rescan;
use crate::boundary::wait;
use crate::engine::current_frame;
use crate::reactor::{clock, now_ns};
use crate::scheduler::FirstCancellation;
use core::ffi::{c_char, c_int, c_void};
use libc::pthread_t;

unsafe extern "C" {
    fn pthread_tryjoin_np(thread: pthread_t, value: *mut *mut c_void) -> c_int;
}

pub unsafe extern "C" fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void {
    // SAFETY: the caller keeps the contract of `dlopen`, in whose place this stands.
    unsafe {
        let library = libc::dlopen(file, flags);
        if !library.is_null() && wait::enabled() {
            let errno = wait::errno();
            let knew = has_unknown_driver();
            rescan();
            // The call that loads the first such driver began as one that may be left.
            if !knew && has_unknown_driver() && !current_frame().is_null() {
                held_locks::block_call(current_frame());
            }
            wait::set_errno(errno);
        }
        library
    }
}

/// libcurl joins its resolver thread when a handle goes away while a name is being resolved [io/CU-9]. There is nothing to
/// watch: asks again, less and less often.
pub unsafe extern "C" fn pthread_join(thread: pthread_t, value: *mut *mut c_void) -> c_int {
    const FIRST_NS: u64 = 1_000_000;
    const LAST_NS: u64 = 20_000_000;
    // SAFETY: the caller keeps the contract of `pthread_join`, in whose place this stands: the thread is joined once, here, and the place
    // for the value is null or stays while the caller's frame waits below ours.
    unsafe {
        if !wait::enter() {
            return libc::pthread_join(thread, value);
        }
        let mut pause = FIRST_NS;
        let mut held = FirstCancellation::NONE;
        // The thread uses the caller's memory: a cancellation may not end the wait, not even an earlier one.
        // The thread lives in real time.
        clock::hold();
        let result = loop {
            match pthread_tryjoin_np(thread, value) {
                libc::EBUSY => (),
                result => break result,
            }
            wait::sleep_uncancelled(now_ns() + pause, &mut held);
            pause = (pause * 2).min(LAST_NS);
        };
        clock::release();
        wait::raise_held(held);
        result
    }
}
