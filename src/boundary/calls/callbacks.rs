//! Callbacks that are methods: PHP does not hold the object for the length of the call, the place where the callback is set does. A
//! coroutine that takes the callback away while another one waits in the method would free the object under it [io/EG-8].
//!
//! ```text
//!   A:  [$object, 'load'] ... waits                    goes on with $this
//!   B:                        spl_autoload_unregister()
//!                             keep_running() first: the objects of all such methods are held until their coroutines have ended
//! ```

use crate::abi::{ExecuteData, Object};
use crate::engine::owned::OwnedObject;
use crate::engine::per_thread::per_thread;
use crate::engine::{current_frame, frame};
use crate::scheduler::coroutine::{from_object, to_object};
use crate::scheduler::{self, CoroutineObject, current_object};

/// The object of a method that a coroutine is in.
struct Kept {
    /// Held, so that its address is not another one's.
    coroutine: OwnedObject,
    object: OwnedObject,
}

per_thread!(fn kept() -> *mut Vec<Kept> = Vec::new());

/// Before a callback is replaced or removed: what a coroutine is in the middle of stays until the coroutine has ended. Runs no PHP code.
///
/// # Safety
/// On a PHP thread with a request.
#[cold]
pub unsafe fn keep_running() {
    // SAFETY: on a PHP thread with a request; suspended coroutines have frames, which do not change here.
    unsafe {
        if !current_object().is_null() {
            keep(current_object(), current_frame());
        }
        scheduler::each_coroutine(|coroutine| keep(coroutine, (*coroutine).suspended_frame()));
    }
}

/// After that: gives back what was kept for coroutines that have ended. Runs destructors.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn give_back() {
    // SAFETY: only this thread reaches its list, and no reference into it is held while objects are given back.
    unsafe {
        if (*kept()).is_empty() {
            return;
        }
        let ended: Vec<Kept> =
            (*kept()).extract_if(.., |one| (*from_object(one.coroutine.as_ptr())).is_finished()).collect();
        drop(ended);
    }
}

unsafe fn keep(coroutine: *mut CoroutineObject, innermost: *mut ExecuteData) {
    // SAFETY: the frames of a living coroutine, and the objects of their methods. Only this thread reaches its list.
    unsafe {
        let mut frame = innermost;
        while !frame.is_null() {
            let object = frame::unheld_object(frame);
            if !object.is_null() && !is_kept(coroutine, object) {
                (*kept()).push(Kept {
                    coroutine: OwnedObject::share(to_object(coroutine)),
                    object: OwnedObject::share(object),
                });
            }
            frame = frame::caller(frame);
        }
    }
}

/// Whether it is true of a frame of a suspended coroutine.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn is_any_frame(is: unsafe extern "C" fn(*const ExecuteData) -> bool) -> bool {
    let mut found = false;
    // SAFETY: suspended coroutines have frames, which do not change here.
    unsafe {
        scheduler::each_coroutine(|coroutine| {
            let mut frame = (*coroutine).suspended_frame();
            while !frame.is_null() && !found {
                found = is(frame);
                frame = frame::caller(frame);
            }
        });
    }
    found
}

unsafe fn is_kept(coroutine: *mut CoroutineObject, object: *mut Object) -> bool {
    // SAFETY: only this thread reaches its list.
    unsafe {
        (*kept()).iter().any(|one| one.coroutine.as_ptr() == to_object(coroutine) && one.object.as_ptr() == object)
    }
}

/// The end of a request, while objects can still be destroyed.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn request_shutdown() {
    // SAFETY: only this thread reaches its list, and no reference into it is held while objects are given back.
    unsafe { drop(core::mem::take(&mut *kept())) }
}
