//! Triggers: the awaited events of a waker, each with its callbacks [abi/ABI-39].
//!
//! ```text
//!   waker.inline_triggers[0], [1]    capacity 0: room for one callback     started: two bits of the waker
//!   on the heap                      capacity n: room for n callbacks      started: a word behind them
//! ```
//!
//! What is started stands where C code does not look: another waker may have started the same event, and only what this one has
//! started may it stop [abi/ABI-78].

use crate::abi::flags::WAKER_INLINE_SLOTS;
use crate::abi::*;
use crate::engine::hash;
use core::ffi::c_void;
use core::mem::{offset_of, size_of};
use core::ptr;

/// Calls `visit` for every trigger until it returns false. The usual one or two are inside the waker and need no walk
/// through the table.
///
/// # Safety
/// `waker` is that of a living coroutine; `visit` adds no trigger, and ends the walk if it takes one away.
pub(super) unsafe fn each_trigger<F: FnMut(*mut WakerTrigger) -> bool>(waker: *mut Waker, mut visit: F) {
    unsafe extern "C" fn forward<F: FnMut(*mut WakerTrigger) -> bool>(
        visit: *mut c_void,
        _: u64,
        _: *mut ZString,
        value: *mut Zval,
    ) -> bool {
        // SAFETY: the table holds triggers; the argument is the closure.
        unsafe { (*visit.cast::<F>())((*value).value.ptr.cast()) }
    }
    // SAFETY: a trigger without event is free.
    unsafe {
        let inline = (&raw mut (*waker).inline_triggers).cast::<WakerTrigger>();
        let used = (0..WAKER_INLINE_SLOTS).filter(|i| !(*inline.add(*i)).event.is_null()).count();
        if used == (*waker).events.nNumOfElements as usize {
            for i in 0..WAKER_INLINE_SLOTS {
                let trigger = inline.add(i);
                if !(*trigger).event.is_null() && !visit(trigger) {
                    return;
                }
            }
        } else {
            hash::each(&raw mut (*waker).events, forward::<F>, (&raw mut visit).cast());
        }
    }
}

/// Where a callback of a trigger stands.
///
/// # Safety
/// A trigger with room for so many.
#[inline]
pub(super) unsafe fn callback_place(trigger: *mut WakerTrigger, index: usize) -> *mut *mut EventCallback {
    // SAFETY: heap triggers have `capacity` entries behind their header.
    unsafe { (&raw mut (*trigger).data).cast::<*mut EventCallback>().add(index) }
}

/// The mark of a trigger inside this waker; `None` if it is not.
fn mark_inside(waker: *mut Waker, trigger: *mut WakerTrigger) -> Option<WakerMarks> {
    let slots = waker.wrapping_byte_add(offset_of!(Waker, inline_triggers)).cast::<WakerTrigger>();
    match (trigger as usize).wrapping_sub(slots as usize) / size_of::<WakerTrigger>() {
        0 => Some(WakerMarks::FIRST_STARTED),
        1 => Some(WakerMarks::SECOND_STARTED),
        _ => None,
    }
}

/// The mark of a trigger on the heap.
unsafe fn mark_behind(trigger: *mut WakerTrigger) -> *mut usize {
    // SAFETY: `allocate` has made room for it.
    unsafe { callback_place(trigger, (*trigger).capacity as usize).cast() }
}

/// Whether this waker has started the event, and not stopped it.
///
/// # Safety
/// A trigger of this waker, which is alive.
pub(super) unsafe fn is_started(waker: *mut Waker, trigger: *mut WakerTrigger) -> bool {
    // SAFETY: the trigger is alive, and one with a capacity was allocated with the place of a mark behind its callbacks.
    unsafe {
        if (*trigger).capacity != 0 {
            return *mark_behind(trigger) != 0;
        }
        mark_inside(waker, trigger).is_some_and(|mark| (*waker).marks.contains(mark))
    }
}

/// # Safety
/// A trigger of this waker, which is alive.
pub(super) unsafe fn set_started(waker: *mut Waker, trigger: *mut WakerTrigger, started: bool) {
    // SAFETY: as in `is_started`; the mark is this trigger's own.
    unsafe {
        if (*trigger).capacity != 0 {
            *mark_behind(trigger) = usize::from(started);
        } else if let Some(mark) = mark_inside(waker, trigger) {
            (*waker).marks.set(mark, started);
        }
    }
}

/// A trigger with twice the room, in place of this one, which is freed. The table still names that.
///
/// # Safety
/// A trigger of this waker, which is alive.
pub(super) unsafe fn grow(waker: *mut Waker, trigger: *mut WakerTrigger) -> *mut WakerTrigger {
    // SAFETY: the new trigger has room for what the old one has.
    unsafe {
        let grown = allocate((*trigger).capacity.max(1) * 2);
        (*grown).event = (*trigger).event;
        (*grown).length = (*trigger).length;
        for i in 0..(*trigger).length as usize {
            *callback_place(grown, i) = *callback_place(trigger, i);
        }
        set_started(waker, grown, is_started(waker, trigger));
        set_started(waker, trigger, false);
        free(trigger);
        grown
    }
}

/// A trigger without event or callback, not started.
///
/// # Safety
/// The waker of a living coroutine.
pub(super) unsafe fn new(waker: *mut Waker) -> *mut WakerTrigger {
    // SAFETY: a trigger without event is free.
    unsafe {
        for i in 0..WAKER_INLINE_SLOTS {
            let slot = (&raw mut (*waker).inline_triggers).cast::<WakerTrigger>().add(i);
            if (*slot).event.is_null() {
                (*slot).capacity = 0;
                set_started(waker, slot, false);
                return slot;
            }
        }
        allocate(1)
    }
}

unsafe fn allocate(capacity: u32) -> *mut WakerTrigger {
    // SAFETY: the header contains room for one entry; behind the last is the mark.
    unsafe {
        let size = size_of::<WakerTrigger>() + capacity as usize * size_of::<*mut EventCallback>();
        let trigger: *mut WakerTrigger = memory::allocate_zeroed(size);
        (*trigger).capacity = capacity;
        trigger
    }
}

/// Frees a trigger that is in no table any more, and not started.
///
/// # Safety
/// Made by [`new`] or [`grow`].
pub(super) unsafe fn free(trigger: *mut WakerTrigger) {
    // SAFETY: a capacity of 0 marks inline storage.
    unsafe {
        (*trigger).event = ptr::null_mut();
        (*trigger).length = 0;
        if (*trigger).capacity != 0 {
            memory::free(trigger);
        }
    }
}
