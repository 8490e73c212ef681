//! Events that are the start of an object of ours.

use super::callbacks;
use super::reference::{nothing_to_do, to_object};
use crate::abi::*;
use crate::engine::object;

/// Completes the event at the start of an object of ours: references are those of the object, there is nothing to arm.
///
/// # Safety
/// Zeroed memory of an object under construction, whose header is `offset` bytes behind the event.
pub unsafe fn embed(event: *mut Event, offset: usize) {
    unsafe extern "C" fn dispose(event: *mut Event) -> bool {
        // SAFETY: the caller gives back a reference that it owns [abi/ABI-82]; those of the event are its object's.
        unsafe { object::release(to_object(event)) };
        true
    }
    // SAFETY: the object is under construction: nothing else sees the event before its fields are set.
    unsafe {
        (*event).flags = EventFlags::ZEND_OBJ.union(EventFlags::NO_FREE_MEMORY);
        (*event).ref_count = offset as u32;
        (*event).add_callback = Some(callbacks::add);
        (*event).del_callback = Some(callbacks::zend_async_callbacks_remove);
        (*event).start = Some(nothing_to_do);
        (*event).stop = Some(nothing_to_do);
        (*event).dispose = Some(dispose);
    }
}
