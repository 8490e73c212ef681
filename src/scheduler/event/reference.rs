//! References to events [abi/ABI-38, abi/ABI-81, abi/ABI-87].

use crate::abi::flags::EVENT_REFERENCE_PREFIX;
use crate::abi::*;
use crate::engine::object;

/// One more reference, on the event or on the object it is part of.
///
/// # Safety
/// `event` is alive.
#[inline]
pub unsafe fn add_ref(event: *mut Event) {
    // SAFETY: the flag says where the counter is.
    unsafe {
        if (*event).flags.contains(EventFlags::ZEND_OBJ) {
            object::add_ref(to_object(event));
        } else {
            (*event).ref_count += 1;
        }
    }
}

/// Gives a reference back; the last one disposes [abi/ABI-82].
///
/// # Safety
/// The caller owns one. The last one may run destructors, and `event` is gone then.
#[inline]
pub unsafe fn release(event: *mut Event) {
    // SAFETY: as in `add_ref`; the write of 0 tells dispose that nothing holds the event.
    unsafe {
        if (*event).flags.contains(EventFlags::ZEND_OBJ) {
            object::release(to_object(event));
        } else if (*event).ref_count > 1 {
            (*event).ref_count -= 1;
        } else if (*event).ref_count == 1 {
            (*event).ref_count = 0;
            if let Some(dispose) = (*event).dispose {
                dispose(event);
            }
        }
    }
}

/// One more reference while an event is worked on, to be given back with [`release`] if the result says so: an event whose `dispose`
/// runs has none left, and must not get a last one a second time [abi/ABI-82].
///
/// # Safety
/// `event` is alive, or being disposed.
#[inline]
pub unsafe fn hold(event: *mut Event) -> bool {
    // SAFETY: as in `add_ref`; a counter of 0 says that `dispose` runs, which does not end before what it calls.
    unsafe {
        let held = (*event).flags.contains(EventFlags::ZEND_OBJ) || (*event).ref_count > 0;
        if held {
            add_ref(event);
        }
        held
    }
}

/// The object that an event is part of or belongs to.
///
/// # Safety
/// The event has an object.
#[inline]
pub unsafe fn to_object(event: *mut Event) -> *mut Object {
    // SAFETY: the offsets are set when the event is made.
    unsafe {
        let base = event.cast::<u8>();
        if (*event).flags.contains(EventFlags::OBJ_REF) {
            *base.add((*event).extra_offset as usize).cast::<*mut Object>()
        } else {
            base.add((*event).ref_count as usize).cast()
        }
    }
}

/// The event behind an `Awaitable` object of this extension, or null if the object has none [core/AP-3].
///
/// # Safety
/// Valid object.
#[inline]
pub unsafe fn from_object(object: *mut Object) -> *mut Event {
    // SAFETY: our objects start at the offset their handlers name; any other object has a non-positive offset or
    // handlers that are not ours, which the caller's class check has excluded.
    unsafe {
        let offset = (*(*object).handlers).offset;
        if offset <= 0 {
            return core::ptr::null_mut();
        }
        let start = object.cast::<u8>().sub(offset as usize);
        if *start.cast::<u32>() == EVENT_REFERENCE_PREFIX { (*start.cast::<EventRef>()).event } else { start.cast() }
    }
}

/// An event used as a cancellation token [primitives/CM-11].
///
/// # Safety
/// `event` is alive. Nothing is called.
#[inline]
pub unsafe fn mark_token(event: *mut Event) {
    // SAFETY: the caller keeps the event alive; two flags of it are set, nothing is called.
    unsafe { (*event).flags.insert(EventFlags::RESULT_USED.union(EventFlags::EXC_CAUGHT)) };
}

/// Whether a wait for the event needs nothing but a subscription, and its result is a value.
///
/// # Safety
/// `event` is alive. Nothing is called.
#[inline]
pub unsafe fn needs_no_start(event: *const Event) -> bool {
    // SAFETY: the caller keeps the event alive; fields of it are read, nothing is called.
    unsafe {
        (*event).flags.contains(EventFlags::ZVAL_RESULT)
            && (*event).start.is_some_and(|start| start as *const () == nothing_to_do as *const ())
    }
}

/// `start` and `stop` of events that have nothing to arm [abi/ABI-77].
///
/// # Safety
/// None: the event is not looked at.
pub unsafe extern "C" fn nothing_to_do(_event: *mut Event) -> bool {
    true
}

pub const EMPTY: Event = Event {
    flags: EventFlags::empty(),
    extra_offset: 0,
    ref_count: 0,
    loop_ref_count: 0,
    callbacks: CallbacksVector {
        length: 0,
        capacity: 0,
        data: core::ptr::null_mut(),
        current_iterator: core::ptr::null_mut(),
    },
    add_callback: None,
    del_callback: None,
    start: None,
    stop: None,
    replay: None,
    dispose: None,
    info: None,
    notify_handler: None,
};

/// Address rotated right by 3: the index of an event in tables of events [abi/ABI-41].
#[inline]
pub fn index_of(event: *mut Event) -> u64 {
    (event as u64).rotate_right(3)
}
