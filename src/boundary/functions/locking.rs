//! Modules whose libraries hold locks while they wait, which are noted by their hooks (io chapter 18): what the hooks cannot know.
//!
//! A call may hold locks that were taken before they were seen: one of LDAP that is under way when the API is first used, in a
//! function of PHP that it calls, and one of ODBC that loads a driver whose locks are not noted. Nothing suspends in these
//! before they return. While such a driver is loaded, all calls of ODBC block.

use super::wrapped::{Guards, Wrapped};
use super::{connections, guarded};
use crate::abi::{ExecuteData, Zval};
use crate::boundary::calls::held_locks;
use crate::boundary::relocation::got::has_unknown_driver;
use crate::engine::entry::Handler;
use crate::engine::wrap::{self, Function};
use crate::engine::{current_frame, frame, zone};

/// A function with what is done around it.
type Around = unsafe fn(Handler, *mut ExecuteData, *mut Zval);

pub fn guards_of(function: &Function) -> Option<Guards> {
    let around: Around = match function.module() {
        b"ldap" => call,
        b"odbc" => call_odbc,
        _ => return None,
    };
    Some(Guards { around: Some(around), ..Guards::default() })
}

unsafe fn call(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
    unsafe { inner(frame, result) };
    held_locks::end_call();
}

unsafe fn call_odbc(inner: Handler, frame: *mut ExecuteData, result: *mut Zval) {
    if !has_unknown_driver() {
        // SAFETY: the wrapper passes on the frame and the place for the result that the engine has given it.
        return unsafe { call(inner, frame, result) };
    }
    zone::enter();
    // SAFETY: as above.
    unsafe { inner(frame, result) };
    zone::leave();
}

/// The first use of the API in a request: hooks work from now on.
///
/// # Safety
/// On a PHP thread with a request.
pub unsafe fn activate() {
    // SAFETY: frames are linked down to the bottom of their stack.
    unsafe {
        let mut frame = current_frame();
        while !frame.is_null() {
            if is_ldap(frame) {
                return held_locks::block_call();
            }
            frame = frame::caller(frame);
        }
    }
}

unsafe fn is_ldap(frame: *mut ExecuteData) -> bool {
    // SAFETY: a live frame; a function that has one of these handlers has such a note.
    unsafe {
        (frame::has_handler(frame, guarded) || frame::has_handler(frame, connections::call))
            && (*wrap::note(frame).cast::<Wrapped>())
                .guards
                .around
                .is_some_and(|around| around as *const () == call as *const ())
    }
}
