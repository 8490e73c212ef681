//! An extension in Rust against the exported symbols: two timers race, and the coroutine goes on with the first one. What PHP wants of
//! a module, and the macros of its headers, are in module.c; declared here by hand is what a bindgen would make of the header.

use std::ffi::c_void;

#[repr(C)]
pub struct Event {
    _private: [u8; 0],
}
#[repr(C)]
pub struct Coroutine {
    _private: [u8; 0],
}
type CallbackFn = unsafe extern "C" fn(*mut Event, *mut c_void, *mut c_void, *mut c_void);

extern "C" {
    /// Slots are variables that hold functions, filled when true_async starts.
    static zend_async_new_timer_event_fn: unsafe extern "C" fn(u64, u64, bool, usize) -> *mut Event;
    static zend_async_suspend_fn: unsafe extern "C" fn(bool, bool) -> bool;
    static zend_async_waker_new_fn: unsafe extern "C" fn(*mut Coroutine) -> *mut c_void;

    fn zend_async_resume_when(
        coroutine: *mut Coroutine,
        event: *mut Event,
        trans_event: bool,
        callback: Option<CallbackFn>,
        event_callback: *mut c_void,
    ) -> bool;
    fn zend_async_waker_callback_resolve(event: *mut Event, callback: *mut c_void, result: *mut c_void, error: *mut c_void);
    fn zend_async_waker_callback_timeout(event: *mut Event, callback: *mut c_void, result: *mut c_void, error: *mut c_void);
    fn zend_async_waker_clean(coroutine: *mut Coroutine);

    /// Of module.c.
    fn outsider_rust_coroutine() -> *mut Coroutine;
}

/// Waits for `milliseconds`; false with an exception if `limit` is over before. No value with a `Drop` lives across the suspend: after
/// a fatal error this frame is jumped over.
///
/// # Safety
/// In a function of PHP.
#[no_mangle]
pub unsafe extern "C" fn outsider_rust_race(milliseconds: u64, limit: u64) -> bool {
    let coroutine = outsider_rust_coroutine();
    if coroutine.is_null() || zend_async_waker_new_fn(coroutine).is_null() {
        return false;
    }
    let waits: [(u64, CallbackFn); 2] =
        [(milliseconds, zend_async_waker_callback_resolve), (limit, zend_async_waker_callback_timeout)];
    let mut subscribed = true;
    for (time, callback) in waits {
        let timer = zend_async_new_timer_event_fn(time, 0, false, 0);
        // The waker takes over the only reference.
        subscribed = subscribed
            && !timer.is_null()
            && zend_async_resume_when(coroutine, timer, true, Some(callback), std::ptr::null_mut());
    }
    let woken = subscribed && zend_async_suspend_fn(false, false);
    zend_async_waker_clean(coroutine);
    woken
}
