//! Space on the C stack for engine code that recurses [io/FW-6]. A higher floor provides it.

use core::ffi::c_void;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

pub type Call = unsafe extern "C" fn(*mut c_void);

/// Moves to another stack when there is need, and calls in any case.
pub type Provider = unsafe fn(Call, *mut c_void);

static FOR_DATA: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static FOR_CALLS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Sets the providers for recursion over data, and for calls when the stack is nearly used up; at module start.
pub fn provide(for_data: Provider, for_calls: Provider) {
    FOR_DATA.store(for_data as *mut (), Ordering::Relaxed);
    FOR_CALLS.store(for_calls as *mut (), Ordering::Relaxed);
}

/// # Safety
/// `call` may be called with `arg`, and frames of the caller hold nothing that needs dropping.
unsafe fn through(provider: &AtomicPtr<()>, call: Call, arg: *mut c_void) {
    // SAFETY: what is not null was stored by `provide`, as a function of this type; the caller vouches for the call.
    unsafe {
        let provider = provider.load(Ordering::Relaxed);
        if provider.is_null() {
            call(arg);
        } else {
            transmute::<*mut (), Provider>(provider)(call, arg);
        }
    }
}

/// Calls where there is room for a recursion over data, as a compiler's is.
///
/// # Safety
/// `call` may be called with `arg`. Frames of the caller hold nothing that needs dropping: the call may bail out.
pub unsafe fn for_data(call: Call, arg: *mut c_void) {
    // SAFETY: the caller vouches for the call and for its frames; this one owns nothing either.
    unsafe { through(&FOR_DATA, call, arg) }
}

/// Calls where there is room for one more call of PHP code.
///
/// # Safety
/// As [`for_data`].
pub unsafe fn for_calls(call: Call, arg: *mut c_void) {
    // SAFETY: the caller vouches for the call and for its frames; this one owns nothing either.
    unsafe { through(&FOR_CALLS, call, arg) }
}

/// [`for_data`] for the shim.
#[unsafe(no_mangle)]
unsafe extern "C" fn true_async_with_room(call: Call, arg: *mut c_void) {
    // SAFETY: the shim passes a function with its argument, and has only frames of C.
    unsafe { for_data(call, arg) }
}

/// [`for_calls`] for the shim.
#[unsafe(no_mangle)]
unsafe extern "C" fn true_async_with_room_for_calls(call: Call, arg: *mut c_void) {
    // SAFETY: the shim passes a function with its argument, and has only frames of C.
    unsafe { for_calls(call, arg) }
}
