//! `foreach` over statements, results and directories: the engine calls C functions of the class, no method [io/FW-2].

use super::objects;
use crate::abi::Object;
use crate::boundary::calls::cancellation_repair;
use crate::boundary::exclusion::gate::{self, Entry};
use crate::boundary::wait;
use crate::engine::connection::{Visit, wrap_iterator};
use crate::engine::zone;
use core::ffi::c_int;
use core::ptr;

/// Classes below this number have connections; for the others the object itself is the key.
const DATABASES: c_int = 2;

/// # Safety
/// RINIT: no user code has seen a class.
pub unsafe fn install() {
    // SAFETY: RINIT, as this function demands: no user code has seen a class.
    unsafe {
        wrap_iterator(0, "pdostatement", begin, end);
        wrap_iterator(1, "mysqli_result", begin, end);
        // Each of these has the functions of its parent already.
        wrap_iterator(2, "directoryiterator", begin, end);
        wrap_iterator(3, "filesystemiterator", begin, end);
        wrap_iterator(4, "recursivedirectoryiterator", begin, end);
        wrap_iterator(5, "globiterator", begin, end);
    }
}

unsafe extern "C" fn begin(number: c_int, object: *mut Object, visit: *mut Visit) -> bool {
    // SAFETY: called for a live object of one of the classes, with room for the visit.
    unsafe {
        let key = match wait::enabled() {
            true if number < DATABASES => objects::key_of(object),
            true => object as usize,
            false => 0,
        };
        *visit = Visit { key, unseen_cancellation: cancellation_repair::before(), entered: false, zone: false };
        if key == 0 {
            return true;
        }
        if objects::is_zone(object) {
            (*visit).zone = true;
            zone::enter();
            return true;
        }
        let entry = gate::enter(key, "foreach");
        (*visit).entered = entry == Entry::Entered;
        matches!(entry, Entry::Entered | Entry::Passed) && !gate::is_refused(entry, key, "foreach")
    }
}

unsafe extern "C" fn end(visit: *mut Visit) {
    // SAFETY: given to `begin`.
    unsafe {
        cancellation_repair::after(ptr::null_mut(), (*visit).unseen_cancellation, (*visit).key);
        if (*visit).zone {
            zone::leave();
        }
        if (*visit).entered {
            gate::leave((*visit).key);
        }
    }
}
