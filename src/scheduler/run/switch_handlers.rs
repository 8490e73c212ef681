//! Functions called when a coroutine is entered, left or finished [abi/ABI-130 to ABI-132].

use crate::abi::*;
use crate::engine::exception::{self, E_WARNING};
use core::mem::size_of;
use core::ptr;

const FIRST_CAPACITY: u32 = 4;

/// Creates the vector of a coroutine if it has none.
///
/// # Safety
/// `coroutine` is alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_switch_handlers_init(coroutine: *mut Coroutine) {
    // SAFETY: zeroed memory is an empty vector.
    unsafe {
        if (*coroutine).switch_handlers.is_null() {
            (*coroutine).switch_handlers = memory::allocate_zeroed(size_of::<SwitchHandlersVector>());
        }
    }
}

/// Frees the vector of a coroutine; nothing with a warning during execution.
///
/// # Safety
/// `coroutine` is alive. Warnings may run the user's error handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_switch_handlers_destroy(coroutine: *mut Coroutine) {
    // SAFETY: the coroutine is alive, as the caller promises, and none of its handlers executes.
    unsafe {
        let vector = (*coroutine).switch_handlers;
        if !vector.is_null() && (*vector).in_execution {
            exception::raise(E_WARNING, c"Cannot destroy the switch handlers during handler execution");
            return;
        }
        free(coroutine);
    }
}

/// As [`zend_coroutine_switch_handlers_destroy`], of a coroutine that is being freed: after a fatal error in a handler it still counts as
/// executing.
///
/// # Safety
/// `coroutine` is alive; its handlers are not being called.
pub(in crate::scheduler) unsafe fn free(coroutine: *mut Coroutine) {
    // SAFETY: the coroutine is alive, as the caller promises; the vector is out of it before it is freed.
    unsafe {
        let vector = ptr::replace(&raw mut (*coroutine).switch_handlers, ptr::null_mut());
        if !vector.is_null() {
            memory::free((*vector).data);
            memory::free(vector);
        }
    }
}

unsafe fn find(vector: &SwitchHandlersVector, handler: SwitchHandlerFn) -> Option<u32> {
    // SAFETY: entries below `length` are valid; comparing calls nothing.
    (0..vector.length).find(|i| unsafe {
        (*vector.data.add(*i as usize)).handler.is_some_and(|known| ptr::fn_addr_eq(known, handler))
    })
}

/// Adds a handler; returns its index, or that of an equal one. 0 with a warning for null or during execution.
///
/// # Safety
/// `coroutine` is alive. Warnings may run the user's error handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_add_switch_handler(
    coroutine: *mut Coroutine,
    handler: Option<SwitchHandlerFn>,
) -> u32 {
    // SAFETY: the coroutine is alive, as the caller promises. The array always has `capacity` entries, and the new one is
    // below that; behind a warning nothing is looked at again.
    unsafe {
        let Some(handler) = handler else {
            exception::raise(E_WARNING, c"Switch handler cannot be NULL");
            return 0;
        };
        zend_coroutine_switch_handlers_init(coroutine);
        let vector = (*coroutine).switch_handlers;
        if (*vector).in_execution {
            exception::raise(E_WARNING, c"Cannot add a switch handler during handler execution");
            return 0;
        }
        if let Some(index) = find(&*vector, handler) {
            return index;
        }
        let index = (*vector).length;
        if index == (*vector).capacity {
            let capacity = (index * 2).max(FIRST_CAPACITY);
            (*vector).data = memory::reallocate((*vector).data, capacity as usize * size_of::<SwitchHandler>());
            // Not before there is that much room: reaching the memory limit jumps out of the call.
            (*vector).capacity = capacity;
        }
        *(*vector).data.add(index as usize) = SwitchHandler { handler: Some(handler) };
        (*vector).length = index + 1;
        index
    }
}

/// Removes the handler at `index`; later ones move down. False when there is none, or during execution (warning).
///
/// # Safety
/// `coroutine` is alive. Warnings may run the user's error handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_remove_switch_handler(coroutine: *mut Coroutine, index: u32) -> bool {
    // SAFETY: the coroutine is alive, as the caller promises; entries below `length` are valid, and behind a warning nothing
    // is looked at again.
    unsafe {
        let vector = (*coroutine).switch_handlers;
        if vector.is_null() {
            return false;
        }
        if (*vector).in_execution {
            exception::raise(E_WARNING, c"Cannot remove a switch handler during handler execution");
            return false;
        }
        if index >= (*vector).length {
            return false;
        }
        let at = index as usize;
        let rest = (*vector).length as usize - at - 1;
        ptr::copy((*vector).data.add(at + 1), (*vector).data.add(at), rest);
        (*vector).length -= 1;
        true
    }
}

/// Calls all handlers and drops those that return false.
///
/// # Safety
/// `coroutine` is alive, and stays so. Runs the handlers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_coroutine_call_switch_handlers(
    coroutine: *mut Coroutine,
    is_enter: bool,
    is_finishing: bool,
) -> bool {
    // SAFETY: handlers cannot change the vector while it is in execution.
    unsafe {
        let vector = (*coroutine).switch_handlers;
        if vector.is_null() || (*vector).in_execution {
            return true;
        }
        (*vector).in_execution = true;
        let mut kept = 0;
        for i in 0..(*vector).length as usize {
            let entry = *(*vector).data.add(i);
            if entry.handler.is_some_and(|handler| handler(coroutine, is_enter, is_finishing)) {
                *(*vector).data.add(kept) = entry;
                kept += 1;
            }
        }
        (*vector).length = kept as u32;
        (*vector).in_execution = false;
        if kept == 0 {
            zend_coroutine_switch_handlers_destroy(coroutine);
        }
        true
    }
}

/// Remembers a handler for every future main coroutine of this thread. False for a duplicate. Survives requests.
///
/// # Safety
/// On the PHP thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_add_main_coroutine_start_handler(handler: Option<SwitchHandlerFn>) -> bool {
    // SAFETY: the array is persistent memory with `capacity` entries.
    unsafe {
        let Some(handler) = handler else { return false };
        let vector = &mut (*globals()).main_coroutine_start_handlers;
        if find(vector, handler).is_some() {
            return false;
        }
        if vector.length == vector.capacity {
            let capacity = (vector.capacity * 2).max(FIRST_CAPACITY);
            let data = libc::realloc(vector.data.cast(), capacity as usize * size_of::<SwitchHandler>());
            if data.is_null() {
                return false;
            }
            vector.data = data.cast();
            vector.capacity = capacity;
        }
        *vector.data.add(vector.length as usize) = SwitchHandler { handler: Some(handler) };
        vector.length += 1;
        true
    }
}

/// Gives a new main coroutine the remembered handlers and fires ENTER. True when no exception is pending.
///
/// # Safety
/// `coroutine` is alive, and stays so. Runs the handlers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zend_async_call_main_coroutine_start_handlers(coroutine: *mut Coroutine) -> bool {
    // SAFETY: the caller's coroutine is alive; the vector is this thread's, and nothing that is called here adds to it before it is read.
    unsafe {
        let vector = &raw const (*globals()).main_coroutine_start_handlers;
        for i in 0..(*vector).length as usize {
            zend_coroutine_add_switch_handler(coroutine, (*(*vector).data.add(i)).handler);
        }
        if (*vector).length > 0 {
            zend_coroutine_call_switch_handlers(coroutine, true, false);
        }
        exception::pending().is_null()
    }
}
